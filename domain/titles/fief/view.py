"""The board of Fief as data for an audience, the sheet of a session, the points, gauges for
analysts, and sentences on a battle or revolt in progress."""

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from typing import Any

from domain.titles.contract.ruleset import ARBITER, Audience
from domain.titles.contract.series import Gauge, GaugeReader, read_gauges
from domain.titles.contract.whole import with_all_fields
from domain.titles.fief.board import (
    INFIDELS,
    NONE,
    SIDES,
    TROOP_KINDS,
    Auction,
    Battle,
    Board,
    Lord,
    Revolt,
    Side,
    SideName,
    Troops,
)
from domain.titles.fief.chapters.arrows import sides_with_secret_shot
from domain.titles.fief.chapters.forces import (
    ABSORBING,
    army,
    captain,
    captain_to_answer,
    combat_points,
    round_dice,
)
from domain.titles.fief.chapters.lords import victory_points
from domain.titles.fief.turn import TOGETHER
from domain.titles.fief.values import Guards
from domain.titles.fief.words import GROUNDS, SIDES as NAMES, VALUES, counts, faces
from domain.titles.kit import ScoreLine, Sentences, Text


def view(board: Board, audience: Audience) -> dict[str, Any]:
    return {
        "turn": board.turn,
        "phase": board.phase,
        "to_act": list(to_act(board)),
        "families": {
            seat: {**with_all_fields(family), "points": victory_points(board, seat)}
            for seat, family in board.families.items()
        },
        "pool": board.pool,
        "guard_box": with_all_fields(board.guard_box),
        "bank": board.bank,
        "places": {id: with_all_fields(place) for id, place in board.places.items()},
        "lords": {id: with_all_fields(lord) for id, lord in board.lords.items()},
        "recruited": board.recruited,
        "auction": seen_auction(board.auction, audience) if board.auction else None,
        "battle": _battle(board, board.battle, audience) if board.battle else None,
        "battles": board.battles,
        "revolt": with_all_fields(board.revolt),
        "proposal": with_all_fields(board.proposal),
        "ending": with_all_fields(board.ending),
        "house_values": list(board.setting.placeholders),
    }


def to_act(board: Board) -> tuple[str, ...]:
    if board.proposal is not None:
        return board.proposal.waiting
    if board.revolt is not None:
        return board.revolt.waiting or (board.revolt.victim,)
    if board.battle is not None:
        return (
            (captain_to_answer(board, board.battle.truce),)
            if board.battle.stage == "truce"
            else board.battle.waiting
        )
    return board.waiting if board.phase in TOGETHER else board.waiting[:1]


def seen_auction(auction: Auction, audience: Audience) -> dict[str, Any]:
    """The auction for an audience: everybody sees who has bid; only the bidder and the arbiter see
    how much."""
    bids = (
        auction.bids
        if audience == ARBITER
        else {s: n for s, n in auction.bids.items() if s == audience}
    )
    return {
        "round": auction.round,
        "have_bid": sorted(auction.bids),
        "bids": bids,
        "revealed": auction.revealed,
    }


def _battle(board: Board, battle: Battle, audience: Audience) -> dict[str, Any]:
    shown: dict[str, Any] = with_all_fields(battle)
    for name in SIDES:
        shown[name]["combat_points"] = combat_points(board, army(board, battle, battle.side(name)))
        shown[name]["round_dice"] = round_dice(board, battle, name)
    for name in sides_with_secret_shot(board):
        if audience not in (ARBITER, captain(board, battle, name)):
            del shown[name]["shot"], shown[name]["target"]
    return shown


def score(board: Board) -> tuple[ScoreLine, ...]:
    parts: dict[str, list[tuple[Text, int]]] = {seat: [] for seat in board.setting.seats}
    for lord in board.lords.values():
        for title in lord.titles:
            card = board.setting.titles[title]
            if card.points and lord.family in parts:
                parts[lord.family].append((Text(card.en, card.fr), card.points))
    return tuple(
        [ScoreLine(seat, sum([n for _, n in own]), tuple(own)) for seat, own in parts.items()]
    )


def census(board: Board) -> Mapping[str, int]:
    """The number of tokens of each kind, wherever they are, and the écus in purses and at the bank,
    which starts at 0."""
    there = [troops for place in board.places.values() for troops in place.troops.values()]
    some = sum([*there, *(family.stock for family in board.families.values())], start=NONE)
    guards = [board.guard_box, *(lord.guard for lord in board.lords.values())]
    camps = sum(family.camp for family in board.families.values())
    return {
        **{kind: getattr(some, kind) for kind in TROOP_KINDS},
        "mercenary": some.mercenary + camps + board.pool,
        **{
            f"guard_{kind}": sum(getattr(g, kind) for g in guards)
            for kind in Guards.__struct_fields__
        },
        "ecus": board.bank + sum(family.purse for family in board.families.values()),
    }


def _troops(board: Board) -> dict[str, int]:
    there = dict.fromkeys(board.families, 0)
    for place in board.places.values():
        for family, troops in place.troops.items():
            there[family] += troops.total
    return there


def _places(board: Board) -> dict[str, int]:
    held = Counter([place.holder for place in board.places.values()])
    return {family: held[family] for family in board.families}


def _lords(board: Board) -> dict[str, int]:
    living = Counter([lord.family for lord in board.lords.values() if not lord.dead])
    return {family: living[family] for family in board.families}


GAUGES: tuple[GaugeReader, ...] = (
    (
        "purse",
        Text("Écus in the purse"),
        lambda board: {seat: family.purse for seat, family in board.families.items()},
    ),
    ("troops", Text("Troops in the field"), _troops),
    ("places", Text("Places held"), _places),
    ("lords", Text("Living lords"), _lords),
)


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    return read_gauges(GAUGES, board)


# -- the sheet of a session ------------------------------------------------------------------------


def sheet(board: Board) -> dict[str, Any]:
    """A session's sheet: purses, lords with their titles, and troops, by family and by place.
    Everything on it lies open on the table, since it leaves out sealed bids; so it can be shown at
    any time."""
    return {
        "turn": board.turn,
        "bank": board.bank,
        "mercenaries": board.pool,
        "families": {seat: _family(board, seat) for seat in board.families},
        "places": {
            id: {
                "holder": place.holder,
                "fort": place.fort,
                "troops": {
                    seat: _token_counts(troops)
                    for seat, troops in place.troops.items()
                    if troops != NONE
                },
            }
            for id, place in sorted(board.places.items())
        },
    }


def _family(board: Board, seat: str) -> dict[str, Any]:
    family, lords = (
        board.families[seat],
        {id: lord for id, lord in board.lords.items() if lord.family == seat},
    )
    living = {id: lord for id, lord in lords.items() if not lord.dead}
    standing = sum((place.troops.get(seat, NONE) for place in board.places.values()), start=NONE)
    return {
        "purse": family.purse,
        "points": victory_points(board, seat),
        "titles": sorted(title for lord in living.values() for title in lord.titles),
        "lords": {id: _lord(lord) for id, lord in sorted(living.items())},
        "dead": sorted(lords.keys() - living.keys()),
        "troops": _token_counts(standing),
        "guards": {
            "knight": sum(lord.guard.knight for lord in living.values()),
            "sergeant": sum(lord.guard.sergeant for lord in living.values()),
        },
        "camp": family.camp,
    }


def _lord(lord: Lord) -> dict[str, Any]:
    return {
        "place": lord.place,
        "titles": list(lord.titles),
        "spouse": lord.spouse or None,
        "captor": lord.captor or None,
    }


def _token_counts(troops: Troops) -> dict[str, int]:
    return {kind: getattr(troops, kind) for kind in (*TROOP_KINDS, "mercenary")}


SAID = Sentences("""
battle = Battle of {place} ({ground}): {one} against {two}.
battle-round = Battle of {place} ({ground}): {one} against {two}, round {round}.
side = {side}: {told}.
strength = {troops}; {points} CP, {dice:die|dice}
rolled = rolled {faces}: {total}
due = to absorb: {hits}
more = {before}; {after}
revolt = Revolt {told}.
in-place = in {place} against {family}
at-camp = against the camp of {family}
""")  # fmt: skip


def combat_sentences(board: Board) -> tuple[Text, ...]:
    """Sentences on the state of the battle, for everybody: without the archers' secret choices."""
    if board.battle is not None:
        sides = (_side(board, board.battle, name) for name in SIDES)
        return (_say_battle(board, board.battle), *sides)
    return (_revolt(board, board.revolt),) if board.revolt is not None else ()


def _say_battle(board: Board, battle: Battle) -> Text:
    place, ground, families = (
        board.word("place", battle.place),
        GROUNDS[battle.ground],
        board.setting.families,
    )
    item = families(battle.attack.families)
    two = families(battle.defence.families) if battle.defence.families else VALUES[INFIDELS]
    return SAID(
        "battle-round" if battle.round else "battle",
        place=place,
        ground=ground,
        one=item,
        two=two,
        round=battle.round,
    )


def _side(board: Board, battle: Battle, name: SideName) -> Text:
    side = battle.side(name)
    there = army(board, battle, side)
    troops = counts(
        **dict(zip(ABSORBING, there.tokens, strict=True)),
        bombard=there.bombard,
        lord=len(there.lords),
    )
    sentences = [
        SAID(
            "strength",
            troops=troops,
            points=combat_points(board, there),
            dice=round_dice(board, battle, name),
        )
    ]
    if side.dice:
        sentences.append(SAID("rolled", faces=faces(side.dice), total=sum(side.dice) + side.bonus))
    if due := _hits_due(battle, side):
        sentences.append(SAID("due", hits=due))
    return SAID("side", side=NAMES[name].capital(), told=_joined(sentences))


def _joined(sentences: list[Text]) -> Text:
    return reduce(lambda before, after: SAID("more", before=before, after=after), sentences)


def _hits_due(battle: Battle, side: Side) -> int:
    waits = (
        [family for family in side.families if family in battle.waiting]
        if battle.stage == "losses"
        else []
    )
    return (
        sum(side.shares.get(family, 0) for family in waits)
        if side.shares
        else side.hits
        if waits
        else 0
    )


def _revolt(board: Board, revolt: Revolt) -> Text:
    family = board.word("family", revolt.victim)
    where = SAID(
        "in-place" if revolt.place else "at-camp",
        place=board.word("place", revolt.place),
        family=family,
    )
    return SAID(
        "revolt", told=_joined([where, *([SAID("due", hits=revolt.hits)] if revolt.hits else [])])
    )
