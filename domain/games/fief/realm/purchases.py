"""The rest of the phase Achats (4.0): ransoms, upkeep of mercenaries (T 4.3), troops (TA 1, TA 2), castles and cities."""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import BANK, INFIDELS, TROOP_KINDS, Board, Troops
from domain.games.fief.chapter import Chapter, Rule, Story
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import own_lord
from domain.games.fief.turn import done
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

# -- ransoms ---------------------------------------------------------------------------------------------------------


def ransom(board: Board, lord: str) -> int:
    """Published: a base and an addition for each title."""
    values = board.setting.values.ransom
    return values.base + values.per_title * len(board.lords[lord].titles)


def judge_ransom(board: Board, seat: str, action: a.PayRansom) -> Verdict:
    """A captive of the family, and the full price."""
    owned = own_lord(board, seat, action.lord, free=False)
    if not owned.legal:
        return owned
    if not board.lords[action.lord].captor:
        name = words.lord(board, action.lord)
        return illegal("not-captive", "Ransoms", f"{name} is free.", f"{name} est libre.")
    price = ransom(board, action.lord)
    short = cannot_pay(board, seat, price, "Ransoms")
    return short or judge_shelter(board, seat, action.place)


def cannot_pay(board: Board, seat: str, price: int, rule: str) -> Verdict | None:
    """The refusal of a price the purse does not hold, or none."""
    purse = board.families[seat].purse
    if price <= purse:
        return None
    cost, have = words.ecus(price), words.ecus(purse)
    return illegal(
        "purse", rule, f"That costs {cost.en}; the purse holds {have.en}.", f"Cela coûte {cost.fr} ; la bourse contient {have.fr}."
    )


def judge_shelter(board: Board, seat: str, place: str) -> Verdict:
    """A freed lord goes where his family controls a village or has a lord; anywhere if it has neither."""
    if place in shelters(board, seat):
        return LEGAL
    return illegal(
        "no-shelter",
        "Ransoms",
        "A freed lord goes to a village his family controls, or to another lord of it.",
        "Un seigneur libéré rejoint un village que sa famille contrôle, ou un autre de ses seigneurs.",
    )


def shelters(board: Board, seat: str) -> tuple[str, ...]:
    """Where a freed lord of a family may stand."""
    held = [id for id, place in board.places.items() if place.holder == seat]
    beside = [board.lords[id].place for id in board.lords_of(seat)]
    return tuple(dict.fromkeys([*held, *beside])) or tuple(v.id for v in board.setting.values.villages)


def pay_ransom(story: Story, seat: str, action: a.PayRansom, chance: Chance) -> None:
    """The captor cannot refuse the full price."""
    captor = story.board.lords[action.lord].captor
    story.tell(f.MoneyPaid(seat, BANK if captor == INFIDELS else captor, ransom(story.board, action.lord)))
    story.tell(f.LordFreed(action.lord, action.place))


# -- upkeep ----------------------------------------------------------------------------------------------------------


def judge_keep(board: Board, seat: str, action: a.KeepMercenaries) -> Verdict:
    """T 4.3: the employer pays for as many of his own as he wants to keep."""
    if board.phase != "upkeep" or seat not in board.waiting:
        return illegal("no-upkeep", "T 4.3", "You have no mercenaries to pay for now.", "Vous n'avez pas de mercenaires à payer.")
    camp = board.families[seat].camp
    if action.count > camp:
        return illegal(
            "not-in-camp", "T 4.3", f"There are {camp} mercenaries in your camp.", f"Votre camp compte {camp} mercenaires."
        )
    return cannot_pay(board, seat, action.count * board.setting.values.mercenary.upkeep, "T 4.3") or LEGAL


def keep(story: Story, seat: str, action: a.KeepMercenaries, chance: Chance) -> None:
    """Pay; those not kept go to the pool, in time for the auction."""
    price = action.count * story.board.setting.values.mercenary.upkeep
    if price:
        story.tell(f.MoneyPaid(seat, BANK, price))
    leaving = story.board.families[seat].camp - action.count
    if leaving:
        story.tell(t.MercenariesDismissed(seat, leaving))
    done(story, seat)


# -- troops ----------------------------------------------------------------------------------------------------------


def wanted(action: a.Recruit) -> Troops:
    """The troops an action names."""
    return Troops(action.sergeant, action.knight, action.archer, action.bombard)


def price(board: Board, troops: Troops) -> int:
    """What troops cost."""
    table = board.setting.values.troops
    return sum(getattr(troops, kind) * getattr(table, kind).cost for kind in TROOP_KINDS)


def judge_recruit(board: Board, seat: str, action: a.Recruit) -> Verdict:
    """A controlled village, tokens left in the stock, the village's limit, the price."""
    troops, stock = wanted(action), board.families[seat].stock
    if not troops.total:
        return illegal("nothing", "Purchases", "Say which troops you buy.", "Dites quelles troupes vous achetez.")
    held = judge_held(board, seat, action.place)
    if not held.legal:
        return held
    for kind in TROOP_KINDS:
        want, left = getattr(troops, kind), getattr(stock, kind)
        if want > left:
            token = getattr(board.setting.values.troops, kind)
            rule = {"archer": "TA 1", "bombard": "TA 2"}.get(kind, "Purchases")
            many, rest = words.count(token.max, kind), words.count(left, kind)
            return illegal(
                "no-tokens",
                rule,
                f"A family has {many.en} in all; {rest.en} left in your stock.",
                f"Une famille a {many.fr} en tout ; il en reste {left} dans votre réserve.",
            )
    limit, before = board.setting.values.tokens_per_village, board.recruited.get(action.place, 0)
    if before + troops.total > limit:
        return illegal(
            "village-limit",
            "Purchases",
            f"A village takes {limit} new tokens in a phase; it has taken {before}.",
            f"Un village reçoit au plus {limit} nouveaux pions par phase ; il en a reçu {before}.",
        )
    return cannot_pay(board, seat, price(board, troops), "Purchases") or LEGAL


def judge_held(board: Board, seat: str, place: str) -> Verdict:
    """Whether a family controls a place."""
    if board.place(place).holder == seat:
        return LEGAL
    name = words.place(board, place)
    return illegal("not-held", "Control", f"You do not control {name}.", f"Vous ne contrôlez pas {name}.")


def recruit(story: Story, seat: str, action: a.Recruit, chance: Chance) -> None:
    """Pay and place."""
    troops = wanted(action)
    cost = price(story.board, troops)
    if cost:
        story.tell(f.MoneyPaid(seat, BANK, cost))
    story.tell(t.TroopsRaised(seat, action.place, troops, True))


# -- castles and cities ------------------------------------------------------------------------------------------------


def judge_build(board: Board, seat: str, action: a.BuildFort) -> Verdict:
    """A castle where there is none, a city where there is a castle; tokens and money permitting."""
    held = judge_held(board, seat, action.place)
    if not held.legal:
        return held
    there, fort = board.place(action.place).fort, getattr(board.setting.values.forts, action.fort)
    if there != ("open" if action.fort == "castle" else "castle"):
        name, now = words.place(board, action.place), words.GROUNDS[there]
        return illegal(
            "wrong-ground",
            "Purchases",
            f"{name} is {now.en}: a castle is built in the open, a city in place of a castle.",
            f"{name} : {now.fr}. Un château se bâtit sur un village sans murs, une cité à la place d'un château.",
        )
    if sum(place.fort == action.fort for place in board.places.values()) >= fort.count:
        name_of = words.GROUNDS[action.fort]
        return illegal("no-tokens", "Purchases", f"No {name_of.en} token is left.", f"Il ne reste pas de tuile {name_of.fr}.")
    return cannot_pay(board, seat, fort.cost, "Purchases") or LEGAL


def build(story: Story, seat: str, action: a.BuildFort, chance: Chance) -> None:
    """Pay and build."""
    cost = getattr(story.board.setting.values.forts, action.fort).cost
    if cost:
        story.tell(f.MoneyPaid(seat, BANK, cost))
    story.tell(f.FortRaised(action.place, action.fort))


CHAPTER: Chapter = {
    a.PayRansom: Rule(judge_ransom, pay_ransom, ("ransom",), "Ransoms"),
    a.KeepMercenaries: Rule(judge_keep, keep),
    a.Recruit: Rule(judge_recruit, recruit, ("purchases",), "Purchases"),
    a.BuildFort: Rule(judge_build, build, ("purchases",), "Purchases"),
}
