"""How facts about troops, guards, mercenaries and revolts change the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.fief.board import Auction, Board, Revolt, Troops
from domain.games.fief.facts import troops as t
from domain.games.fief.facts.changes import felled, with_family, with_lord, with_troops
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.values import Guards

# -- troops ------------------------------------------------------------------------------------------------------


def _raised(board: Board, fact: t.TroopsRaised) -> Board:
    family = board.families[fact.family]
    if fact.recruited:
        counted = board.recruited.get(fact.place, 0) + fact.troops.total
        board = replace(board, recruited={**board.recruited, fact.place: counted})
    board = with_family(board, fact.family, stock=family.stock - fact.troops)
    return with_troops(board, fact.family, fact.place, board.troops(fact.family, fact.place) + fact.troops)


def _lost(board: Board, fact: t.TroopsLost) -> Board:
    gone = fact.troops
    board = with_troops(board, fact.family, fact.place, board.troops(fact.family, fact.place) - gone)
    board = with_family(board, fact.family, stock=board.families[fact.family].stock + replace(gone, mercenary=0))
    if gone.mercenary:
        board = replace(board, pool=board.pool + gone.mercenary)
        if board.battle is not None:
            left = board.battle.engaged.get(fact.family, 0) - gone.mercenary
            board = replace(board, battle=replace(board.battle, engaged={**board.battle.engaged, fact.family: left}))
    return felled(board)


def _marched(board: Board, fact: t.Marched) -> Board:
    lords = {**board.lords, **{id: replace(board.lords[id], place=fact.target) for id in fact.lords}}
    board = replace(board, lords=lords)
    board = with_troops(board, fact.family, fact.origin, board.troops(fact.family, fact.origin) - fact.troops)
    return with_troops(board, fact.family, fact.target, board.troops(fact.family, fact.target) + fact.troops)


def _guard_raised(board: Board, fact: t.GuardRaised) -> Board:
    lord, guard = board.lords[fact.lord], fact.guard
    replaced = Troops(guard.sergeant, guard.knight)
    board = with_troops(board, lord.family, lord.place, board.troops(lord.family, lord.place) - replaced)
    board = with_family(board, lord.family, stock=board.families[lord.family].stock + replaced)
    box = Guards(board.guard_box.knight - guard.knight, board.guard_box.sergeant - guard.sergeant)
    return with_lord(replace(board, guard_box=box), fact.lord, guard=guard)


def _guard_stood_down(board: Board, fact: t.GuardStoodDown) -> Board:
    lord = board.lords[fact.lord]
    replaced = Troops(fact.replaced.sergeant, fact.replaced.knight)
    board = with_family(board, lord.family, stock=board.families[lord.family].stock - replaced)
    board = with_troops(board, lord.family, lord.place, board.troops(lord.family, lord.place) + replaced)
    return _guards_off(board, fact.lord, fact.guard)


def _guard_lost(board: Board, fact: t.GuardLost) -> Board:
    return felled(_guards_off(board, fact.lord, fact.guard))


def _guards_off(board: Board, lord: str, gone: Guards) -> Board:
    guard, box = board.lords[lord].guard, board.guard_box
    board = with_lord(board, lord, guard=Guards(guard.knight - gone.knight, guard.sergeant - gone.sergeant))
    return replace(board, guard_box=Guards(box.knight + gone.knight, box.sergeant + gone.sergeant))


# -- mercenaries -------------------------------------------------------------------------------------------------


def _to_pool(board: Board, fact: t.MercenariesDismissed | t.CampRaided) -> Board:
    board = with_family(board, fact.family, camp=board.families[fact.family].camp - fact.count)
    return replace(board, pool=board.pool + fact.count)


def _sealed(board: Board, fact: t.BidSealed) -> Board:
    auction = board.auction or Auction(fact.round)
    auction = replace(auction, bids={**auction.bids, fact.family: fact.amount})
    return replace(board, auction=auction, waiting=tuple(s for s in board.waiting if s != fact.family))


def _revealed(board: Board, fact: t.BidsRevealed) -> Board:
    return replace(board, auction=Auction(fact.round, {}, fact.bids))


def _run_off(board: Board, fact: t.RunOffBegan) -> Board:
    revealed = board.auction.revealed if board.auction else {}
    return replace(board, waiting=fact.families, auction=Auction(fact.round, {}, revealed))


def _hired(board: Board, fact: t.MercenariesHired) -> Board:
    board = with_family(board, fact.family, camp=board.families[fact.family].camp + fact.count)
    return replace(board, pool=board.pool - fact.count)


def _same(board: Board, fact: FiefFact) -> Board:
    """Facts that only tell the story."""
    return board


def _returned(board: Board, fact: t.MercenariesReturned) -> Board:
    there = board.troops(fact.family, fact.place)
    board = with_troops(board, fact.family, fact.place, there - Troops(mercenary=fact.count))
    return with_family(board, fact.family, camp=board.families[fact.family].camp + fact.count)


# -- revolts -----------------------------------------------------------------------------------------------------


def _revolt(board: Board, fact: t.RevoltBegan) -> Board:
    return replace(board, revolt=Revolt(fact.victim, fact.place, fact.waiting))


def _uncalmed(board: Board, fact: t.RevoltUncalmed) -> Board:
    if board.revolt is None:
        return board
    waiting = tuple(s for s in board.revolt.waiting if s != fact.family)
    return replace(board, revolt=replace(board.revolt, waiting=waiting))


def _revolt_rolled(board: Board, fact: t.RevoltRolled) -> Board:
    return board if board.revolt is None else replace(board, revolt=replace(board.revolt, hits=fact.hits))


def _revolt_over(board: Board, fact: t.RevoltEnded | t.RevoltCalmed) -> Board:
    return replace(board, revolt=None)


TROOP_FACTS: dict[type, Callable[[Board, Any], Board]] = {
    t.TroopsRaised: _raised,
    t.TroopsLost: _lost,
    t.Marched: _marched,
    t.GuardRaised: _guard_raised,
    t.GuardStoodDown: _guard_stood_down,
    t.GuardLost: _guard_lost,
    t.MercenariesDismissed: _to_pool,
    t.BidSealed: _sealed,
    t.BidsRevealed: _revealed,
    t.RunOffBegan: _run_off,
    t.MercenariesHired: _hired,
    t.MercenariesNotHired: _same,
    t.MercenariesReturned: _returned,
    t.CampRaided: _to_pool,
    t.RevoltBegan: _revolt,
    t.RevoltUncalmed: _uncalmed,
    t.RevoltCalmed: _revolt_over,
    t.RevoltRolled: _revolt_rolled,
    t.RevoltEnded: _revolt_over,
}
