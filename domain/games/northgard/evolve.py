"""What each fact changes on the board. Nothing is judged here: a fact was true when it was stored and stays so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.northgard import facts as f
from domain.games.northgard.board import Battle, Board, Fought, Side
from domain.games.northgard.land import Lying, Territory


def evolve(board: Board, fact: f.AnyFact) -> Board:
    """The board once a fact is true."""
    return _CHANGES[type(fact)](board, fact)


def _tile_revealed(board: Board, fact: f.TileRevealed) -> Board:
    grid = {**board.grid, fact.cell: Lying(fact.tile, fact.turns)}
    return replace(board, grid=grid, territories=board.setting.land.survey(grid, board.territories))


def _first_player_drawn(board: Board, fact: f.FirstPlayerDrawn) -> Board:
    return replace(board, turn=fact.seat)


def _units_placed(board: Board, fact: f.UnitsPlaced) -> Board:
    territories = dict(board.territories)
    for id, units in fact.units.items():
        territories[id] = _garrison(territories[id], fact.seat, units)
    side = board.sides[fact.seat]
    side = replace(side, reserve=side.reserve - sum(fact.units.values()), placed=True)
    return replace(board, territories=territories, sides={**board.sides, fact.seat: side})


def _card_played(board: Board, fact: f.CardPlayed) -> Board:
    return replace(board, sides=_without(board, fact.seat, fact.card), playing=fact.card)


def _units_recruited(board: Board, fact: f.UnitsRecruited) -> Board:
    return _transferred(board, fact.seat, fact.territory, fact.units)


def _building_placed(board: Board, fact: f.BuildingPlaced) -> Board:
    there = board.territories[fact.territory]
    there = replace(there, buildings=tuple(sorted((*there.buildings, fact.building))))
    supply = {**board.supply, fact.building: board.supply[fact.building] - 1}
    return replace(board, territories={**board.territories, fact.territory: there}, supply=supply)


def _units_moved(board: Board, fact: f.UnitsMoved) -> Board:
    return replace(board, territories=_shifted(board, fact), steps=fact.left)


def _points_gained(board: Board, fact: f.PointsGained) -> Board:
    side = board.sides[fact.seat]
    return replace(board, sides={**board.sides, fact.seat: replace(side, points=side.points + fact.points)})


def _cards_turned_up(board: Board, fact: f.CardsTurnedUp) -> Board:
    side = board.sides[fact.seat]
    up = tuple(c for c in board.setting.cards if c in side.up or c in fact.cards)
    renewing = tuple(s for s in board.renewing if s != fact.seat)
    return replace(board, sides={**board.sides, fact.seat: replace(side, up=up)}, renewing=renewing)


def _combat_begun(board: Board, fact: f.CombatBegun) -> Board:
    return replace(board, battle=Battle(fact.territory, fact.attacker, fact.defender, {}, ""))


def _bonus_drawn(board: Board, fact: f.BonusDrawn) -> Board:
    battle = board.battle and replace(board.battle, cards={**board.battle.cards, fact.seat: fact.card})
    return replace(board, sides=_without(board, fact.seat, fact.card), battle=battle)


def _renew_drawn(board: Board, fact: f.RenewDrawn) -> Board:
    return replace(board, renewing=(*board.renewing, fact.seat))


def _combat_resolved(board: Board, fact: f.CombatResolved) -> Board:
    for seat, units in fact.losses.items():
        board = _transferred(board, seat, fact.territory, -units)
    battle = board.battle and replace(board.battle, loser=fact.loser) if fact.loser else None
    standing = board.territories[fact.territory].units.get(board.turn, 0)
    fought = Fought(fact.territory, standing) if fact.winner == board.turn else None
    return replace(board, battle=battle, fought=fought)


def _units_retreated(board: Board, fact: f.UnitsRetreated) -> Board:
    fought = Fought(fact.target, fact.units) if fact.seat == board.turn else board.fought
    return replace(board, territories=_shifted(board, fact), battle=None, fought=fought)


def _units_eliminated(board: Board, fact: f.UnitsEliminated) -> Board:
    return replace(_transferred(board, fact.seat, fact.territory, -fact.units), battle=None)


def _turn_passed(board: Board, fact: f.TurnPassed) -> Board:
    return replace(board, turn=fact.seat, playing="", steps=0, fought=None)


def _garrison(there: Territory, seat: str, change: int) -> Territory:
    """A territory with more or fewer units of a seat."""
    units = {**there.units, seat: there.units.get(seat, 0) + change}
    if not units[seat]:
        del units[seat]
    return replace(there, units=units)


def _shifted(board: Board, fact: f.UnitsMoved | f.UnitsRetreated) -> dict[str, Territory]:
    """The territories once units went from one to another."""
    territories = dict(board.territories)
    territories[fact.origin] = _garrison(territories[fact.origin], fact.seat, -fact.units)
    territories[fact.target] = _garrison(territories[fact.target], fact.seat, fact.units)
    return territories


def _transferred(board: Board, seat: str, territory: str, units: int) -> Board:
    """The board once units came from the reserve into a territory, or, below 0, went back."""
    side = board.sides[seat]
    return replace(
        board,
        territories={**board.territories, territory: _garrison(board.territories[territory], seat, units)},
        sides={**board.sides, seat: replace(side, reserve=side.reserve - units)},
    )


def _without(board: Board, seat: str, card: str) -> dict[str, Side]:
    """The sides once a card of a seat no longer lies face up."""
    side = board.sides[seat]
    return {**board.sides, seat: replace(side, up=tuple(c for c in side.up if c != card))}


_CHANGES: dict[type, Callable[[Board, Any], Board]] = {
    f.TileRevealed: _tile_revealed,
    f.FirstPlayerDrawn: _first_player_drawn,
    f.UnitsPlaced: _units_placed,
    f.CardPlayed: _card_played,
    f.UnitsRecruited: _units_recruited,
    f.BuildingPlaced: _building_placed,
    f.UnitsMoved: _units_moved,
    f.PointsGained: _points_gained,
    f.CardsTurnedUp: _cards_turned_up,
    f.CombatBegun: _combat_begun,
    f.BonusDrawn: _bonus_drawn,
    f.RenewDrawn: _renew_drawn,
    f.CombatResolved: _combat_resolved,
    f.UnitsRetreated: _units_retreated,
    f.UnitsEliminated: _units_eliminated,
    f.TurnPassed: _turn_passed,
}
