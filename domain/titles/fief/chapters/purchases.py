"""The rest of the phase Achats (4.0): ransoms, upkeep of mercenaries (T 4.3), troops (TA 1, TA 2),
castles and cities."""

from typing import Any

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import BANK, INFIDELS, TROOP_KINDS, Board, Troops
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.lords import judge_own_lord
from domain.titles.fief.turn import end_family_phase
from domain.titles.fief.words import GROUNDS, count, ecus
from domain.titles.kit import LEGAL, Action, Course, Move, Pick, Refusals, Sentences, Text, Verdict

NO = Refusals("Purchases", """
purse = That costs {cost}; the purse holds {have}.
not-captive | Ransoms = {name} is free.
no-shelter | Ransoms = A freed lord goes to a village his family controls, or to another lord of it.
no-upkeep | T 4.3 = You have no mercenaries to pay for now.
not-in-camp | T 4.3 = There are {camp} mercenaries in your camp.
nothing = Say which troops you buy.
no-tokens = A family has {all} in all; {rest} left in your stock.
village-limit = A village takes {limit} new tokens in a phase; it has taken {before}.
not-held | Control = You do not control {place}.
wrong-ground = {place} is {ground}: a castle is built in the open, a city in place of a castle.
no-fort | | no-tokens = No {fort} token is left.
""")  # fmt: skip
SAID = Sentences("""
ransom = pays the ransom of {name}, {price:écu|écus}
""")  # fmt: skip

# -- ransoms ---------------------------------------------------------------------------------------


def ransom_price(board: Board, lord: str) -> int:
    """The price of a captive: a base price, and an addition for each of his titles (published)."""
    values = board.setting.values.ransom
    return values.base + values.per_title * len(board.lords[lord].titles)


def judge_ransom(board: Board, seat: str, action: a.PayRansom) -> Verdict:
    if not (owned := judge_own_lord(board, seat, action.lord, free=False)).legal:
        return owned
    if not board.lords[action.lord].captor:
        return NO("not-captive", name=board.word("lord", action.lord))
    short = price_refusal(board, seat, ransom_price(board, action.lord), "Ransoms")
    return short or judge_shelter(board, seat, action.place)


def price_refusal(board: Board, seat: str, price: int, rule: str) -> Verdict | None:
    """The refusal of a price above a family's purse; None if it can pay."""
    purse = board.families[seat].purse
    return None if price <= purse else NO.under(rule)("purse", cost=ecus(price), have=ecus(purse))


def judge_shelter(board: Board, seat: str, place: str) -> Verdict:
    """Refuse a place to which a freed lord of the family cannot go."""
    return LEGAL if place in shelters(board, seat) else NO("no-shelter")


def shelters(board: Board, seat: str) -> tuple[str, ...]:
    """Where a family's freed lord can go: the places that the family holds or where it has a free
    lord; any village if there is none."""
    there = dict.fromkeys([*declaring.held_places(board, seat), *declaring.led_places(board, seat)])
    return tuple(there) or tuple(declaring.villages(board))


def pay_ransom(course: Course, seat: str, action: a.PayRansom) -> None:
    captor = course.board.lords[action.lord].captor
    course.emit(
        f.MoneyPaid(
            seat, BANK if captor == INFIDELS else captor, ransom_price(course.board, action.lord)
        )
    )
    course.emit(f.LordFreed(action.lord, action.place))


# -- upkeep ----------------------------------------------------------------------------------------


def judge_keep_mercenaries(board: Board, seat: str, action: a.KeepMercenaries) -> Verdict:
    if board.phase != "upkeep" or seat not in board.waiting:
        return NO("no-upkeep")
    camp = board.families[seat].camp
    if action.count > camp:
        return NO("not-in-camp", camp=camp)
    return (
        price_refusal(board, seat, action.count * board.setting.values.mercenary.upkeep, "T 4.3")
        or LEGAL
    )


def keep_mercenaries(course: Course, seat: str, action: a.KeepMercenaries) -> None:
    if price := action.count * course.board.setting.values.mercenary.upkeep:
        course.emit(f.MoneyPaid(seat, BANK, price))
    if leaving := course.board.families[seat].camp - action.count:
        course.emit(f.MercenariesDismissed(seat, leaving))
    end_family_phase(course, seat)


# -- troops ----------------------------------------------------------------------------------------


def troop_price(board: Board, troops: Troops) -> int:
    table = board.setting.values.troops
    return sum(getattr(troops, kind) * getattr(table, kind).cost for kind in TROOP_KINDS)


def judge_recruit(board: Board, seat: str, action: a.Recruit) -> Verdict:
    troops, stock = action.troops, board.families[seat].stock
    if not troops.total:
        return NO("nothing")
    if not (held := judge_own_place(board, seat, action.place)).legal:
        return held
    for kind in TROOP_KINDS:
        left = getattr(stock, kind)
        if getattr(troops, kind) > left:
            rule = {"archer": "TA 1", "bombard": "TA 2"}.get(kind, NO.rule)
            every = count(getattr(board.setting.values.troops, kind).max, kind)
            return NO.under(rule)(
                "no-tokens", all=every, rest=Text(count(left, kind).en, str(left))
            )
    limit, before = board.setting.values.tokens_per_village, board.recruited.get(action.place, 0)
    if before + troops.total > limit:
        return NO("village-limit", limit=limit, before=before)
    return price_refusal(board, seat, troop_price(board, troops), NO.rule) or LEGAL


def judge_own_place(board: Board, seat: str, place: str) -> Verdict:
    return (
        LEGAL
        if board.place(place).holder == seat
        else NO("not-held", place=board.word("place", place))
    )


def recruit(course: Course, seat: str, action: a.Recruit) -> None:
    if cost := troop_price(course.board, action.troops):
        course.emit(f.MoneyPaid(seat, BANK, cost))
    course.emit(f.TroopsRaised(seat, action.place, action.troops, True))


def sample_recruit(board: Board, seat: str, pick: Pick) -> Action:
    family, table, place = (
        board.families[seat],
        board.setting.values.troops,
        pick(declaring.held_places(board, seat)),
    )
    room = board.setting.values.tokens_per_village - board.recruited.get(place, 0)
    some = [
        {kind: count}
        for kind in TROOP_KINDS
        for count in range(
            min(
                room, getattr(family.stock, kind), family.purse // max(1, getattr(table, kind).cost)
            ),
            0,
            -1,
        )
    ]
    return a.Recruit(place, **pick(some))


# -- castles and cities ----------------------------------------------------------------------------


def judge_build(board: Board, seat: str, action: a.BuildFort) -> Verdict:
    if not (held := judge_own_place(board, seat, action.place)).legal:
        return held
    there, fort = board.place(action.place).fort, getattr(board.setting.values.forts, action.fort)
    if there != ("open" if action.fort == "castle" else "castle"):
        return NO("wrong-ground", place=board.word("place", action.place), ground=GROUNDS[there])
    if sum(place.fort == action.fort for place in board.places.values()) >= fort.count:
        return NO("no-fort", fort=GROUNDS[action.fort])
    return price_refusal(board, seat, fort.cost, NO.rule) or LEGAL


def build_fort(course: Course, seat: str, action: a.BuildFort) -> None:
    if cost := getattr(course.board.setting.values.forts, action.fort).cost:
        course.emit(f.MoneyPaid(seat, BANK, cost))
    course.emit(f.FortRaised(action.place, action.fort))


def sample_build(board: Board, seat: str, pick: Pick) -> Action:
    place = pick(
        [id for id in declaring.held_places(board, seat) if board.place(id).fort != "city"]
    )
    return a.BuildFort(place, "castle" if board.place(place).fort == "open" else "city")


def _ransom_label(board: Board, action: a.PayRansom) -> Text:
    price = ransom_price(board, action.lord) if action.lord in board.lords else 0
    return SAID("ransom", name=board.word("lord", action.lord), price=price)


def _most_tokens(kind: str) -> dict[str, Any]:
    return {
        "most": lambda board, seat: min(
            getattr(board.families[seat].stock, kind), board.setting.values.tokens_per_village
        )
    }


PAY = Text("Pay a ransom")
RECRUIT, RECRUITS = Text("Recruit"), Text("recruits {troops} in {place}")
MOVES = (
    declared(
        a.PayRansom,
        ("ransom",),
        judge=judge_ransom,
        do=pay_ransom,
        sampler=lambda board, seat, pick: a.PayRansom(
            pick(declaring.own_captured_lords(board, seat)), pick(shelters(board, seat))
        ),
        label=_ransom_label,
        name=PAY,
        form=PAY,
        bounds={"lord": {"choices": declaring.own_captured_lords}},
        rule="Ransoms",
    ),
    Move(
        a.KeepMercenaries,
        ("upkeep",),
        judge_keep_mercenaries,
        keep_mercenaries,
        lambda board, seat: (
            a.KeepMercenaries(count) for count in range(board.families[seat].camp + 1)
        ),
        Text("pays for {count:mercenary|mercenaries}"),
        Text("Keep mercenaries"),
    ),
    declared(
        a.Recruit,
        ("purchases",),
        judge=judge_recruit,
        do=recruit,
        sampler=sample_recruit,
        label=RECRUITS,
        name=RECRUIT,
        form=RECRUIT,
        bounds={
            "place": {"choices": declaring.held_places},
            **{kind: _most_tokens(kind) for kind in TROOP_KINDS},
        },
        rule=NO.rule,
    ),
    declared(
        a.BuildFort,
        ("purchases",),
        judge=judge_build,
        do=build_fort,
        sampler=sample_build,
        label=Text("builds a {fort} in {place}"),
        name=Text("Build a castle or a city"),
        form=Text.pgettext("fief", "Build"),
        bounds={"place": {"choices": declaring.held_places}},
        rule=NO.rule,
    ),
)
