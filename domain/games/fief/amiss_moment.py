"""What makes the moment of a session impossible: the phase, who waits, and what is under way in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.fief.board import SIDES, Battle, Board
from domain.rules.invariants import SEAT, above, at, below, twice, unknown
from domain.rules.text import Text

VILLAGE = Text("a place of the map", "un lieu du plateau")
IN_BATTLE = Text("a family in the battle", "une famille engagée dans la bataille")
UNDER_WAY = {
    "auction": ("auction", Text("an auction", "une enchère")),
    "battle": ("battles", Text("a battle", "une bataille")),
    "revolt": ("cards", Text("a revolt", "une révolte")),
    "proposal": ("end", Text("a proposed end", "une proposition de fin")),
    "recruited": ("purchases", Text("troops just bought", "des troupes qu'on vient d'acheter")),
}
"""What can be under way, with the one phase that it belongs to."""


def moment(board: Board) -> Iterator[Text]:
    """Everything that is wrong with it."""
    return chain(_phase(board), _waiting(board), _auction(board), _revolt(board), _ending(board), _battle(board))


def _phase(board: Board) -> Iterator[Text]:
    for name, (phase, what) in UNDER_WAY.items():
        if getattr(board, name) and board.phase != phase:
            yield Text(f"{what.en} in the phase {board.phase}", f"{what.fr} dans la phase {board.phase}")
    if board.phase == "auction" and board.auction is None:
        yield Text("the phase auction without an auction", "la phase auction sans enchère")
    if (board.phase == "placement") != (board.turn == 0) or board.turn < 0:
        yield Text(f"the phase {board.phase} in turn {board.turn}", f"la phase {board.phase} au tour {board.turn}")
    yield from unknown(board.recruited, board.setting.places, VILLAGE)
    fresh = [(at(place, "tokens bought", "pions achetés"), count) for place, count in board.recruited.items()]
    yield from chain(below(fresh), above(fresh, board.setting.values.tokens_per_village))


def _waiting(board: Board) -> Iterator[Text]:
    asked = [
        board.waiting,
        *((board.revolt.waiting,) if board.revolt else ()),
        *((board.proposal.waiting,) if board.proposal else ()),
    ]
    for seats in asked:
        yield from unknown(seats, board.setting.seats, SEAT)
        yield from twice(seats)
    if bool(board.waiting) == (board.ending is not None):
        yield Text(
            "families wait to act until the session has ended, and no longer",
            "des familles attendent de jouer jusqu'à la fin de la partie, et pas après",
        )


def _auction(board: Board) -> Iterator[Text]:
    auction = board.auction
    if auction is None:
        return
    rounds = [(Text("round of the auction", "tour d'enchère"), auction.round)]
    yield from chain(below(rounds, 1), above(rounds, board.setting.values.auction.rounds))
    yield from unknown([*auction.bids, *auction.revealed], board.families, SEAT)
    for seat, amount in (*auction.bids.items(), *auction.revealed.items()):
        bid = [(at(seat, "bid", "mise"), amount)]
        yield from below(bid)
        yield from above(bid, board.families[seat].purse if seat in board.families else 0)
    for seat in auction.bids:
        if seat in board.waiting:
            yield Text(f"{seat} has bid and is still to bid", f"{seat} a misé et doit encore miser")


def _revolt(board: Board) -> Iterator[Text]:
    revolt = board.revolt
    if revolt is None:
        return
    yield from unknown([revolt.victim], board.families, SEAT)
    yield from unknown([revolt.place] if revolt.place else (), board.setting.places, VILLAGE)
    yield from below([(Text("hits of the revolt", "touches de la révolte"), revolt.hits)])


def _ending(board: Board) -> Iterator[Text]:
    proposal, ending = board.proposal, board.ending
    if proposal is not None:
        yield from unknown([proposal.by, *([proposal.partner] if proposal.partner else ())], board.families, SEAT)
        if proposal.by in proposal.waiting:
            yield Text(f"{proposal.by} waits for its own answer", f"{proposal.by} attend sa propre réponse")
    if ending is not None:
        yield from unknown(ending.winners, board.families, SEAT)
        yield from twice(ending.winners)


def _battle(board: Board) -> Iterator[Text]:
    battle = board.battle
    if battle is None:
        return
    yield from unknown([battle.place], board.setting.places, VILLAGE)
    yield from unknown([*battle.attack.families, *battle.defence.families, *battle.waiting], board.families, SEAT)
    yield from twice([*battle.attack.families, *battle.defence.families])
    yield from twice(battle.waiting)
    overseas = battle.place == board.setting.values.overseas.id and battle.stage == "losses"
    if not battle.attack.families or not (battle.defence.families or battle.defence.horde or overseas):
        yield Text("a battle without two sides", "une bataille sans deux camps")
    if (battle.stage == "truce") != bool(battle.truce):
        yield Text("an answer to a truce that nobody offered", "une réponse à une trêve que personne n'a offerte")
    if battle.truce:
        yield from unknown([battle.truce], [*battle.attack.families, *battle.defence.families], IN_BATTLE)
    yield from _numbers(board, battle)


def _numbers(board: Board, battle: Battle) -> Iterator[Text]:
    yield from below(
        [
            (Text("siege engines", "engins de siège"), battle.engines),
            (Text("round of the battle", "round de la bataille"), battle.round),
            (Text("quiet rounds", "rounds sans pertes"), battle.quiet),
            *((at(seat, "mercenaries engaged", "mercenaires engagés"), count) for seat, count in battle.engaged.items()),
        ]
    )
    yield from unknown(battle.engaged, board.families, SEAT)
    for seat, count in battle.engaged.items():
        yield from above(
            [(at(seat, "mercenaries engaged", "mercenaires engagés"), count)], board.troops(seat, battle.place).mercenary
        )
    faces = board.setting.values.die_faces
    for name in SIDES:
        side = battle.side(name)
        numbers = {"horde": side.horde, "bonus": side.bonus, "rerolls": side.rerolls, "hits": side.hits}
        yield from below((Text(f"{name}, {what}", f"{name}, {what}"), count) for what, count in numbers.items())
        yield from below((at(seat, "share of the hits", "part des touches"), count) for seat, count in side.shares.items())
        yield from unknown(side.shares, side.families, IN_BATTLE)
        yield from unknown([side.target] if side.target else (), board.lords, Text("a lord in play", "un seigneur en jeu"))
        if any(die not in faces for die in side.dice) or any(not 0 <= die < len(side.dice) for die in side.rerolled):
            yield Text(f"{name}: dice that cannot come up", f"{name} : des dés qui ne peuvent sortir")
