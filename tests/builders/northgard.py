"""Positions for tests: lay tiles, set units and cards, act, and see the result. Uses no store."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.titles.contract.ruleset import Action as AnyAction
from domain.titles.northgard import RULES, facts as f
from domain.titles.northgard.board import Board
from tests.builders.rules import Rules

CARDS = ("recruit", "build", "explore", "special", "move-a", "move-b", "renew")

LINE = {"A3": "T01", "B3": "T02", "C3": "T03", "D1": "T04"}
"""Three tiles in a row from Blue's base (food, wood, lore), and Red's base (food) far away. All
borders are regular."""

_rules = Rules(RULES)
act, facts, after = _rules.act, _rules.facts, _rules.after


def refused(board: Board, seat: str, action: AnyAction) -> str:
    return _rules.refused(board, seat, action).code


def fresh(catalog: str = "default", **options: Any) -> Board:
    return _rules.blank(RULES.catalogs()[catalog], options=options)


def table(
    grid: Mapping[str, str | tuple[str, int]] = LINE,
    units: Mapping[str, Mapping[str, int]] | None = None,
    buildings: Mapping[str, Sequence[str]] | None = None,
    up: Mapping[str, Sequence[str]] | None = None,
    points: Mapping[str, int] | None = None,
    turn: str = "blue",
    catalog: str = "default",
    **options: Any,
) -> Board:
    """A position in the middle of a game: `grid` gives the tile (and its quarter turns) on each
    cell, `units` the units on each."""
    board = fresh(catalog, **options)
    for cell, lying in grid.items():
        tile, turns = lying if isinstance(lying, tuple) else (lying, 0)
        board = RULES.evolve(board, f.TileRevealed(cell, tile, turns))
    placed = {
        id: replace(board.territories[id], units=dict(here)) for id, here in (units or {}).items()
    }
    board = replace(board, territories={**board.territories, **placed}, turn=turn)
    for seat, side in board.sides.items():
        reserve = side.reserve - sum(here.get(seat, 0) for here in (units or {}).values())
        cards = tuple((up or {}).get(seat, CARDS))
        side = replace(
            side, reserve=reserve, up=cards, points=(points or {}).get(seat, 0), placed=True
        )
        board = replace(board, sides={**board.sides, seat: side})
    for id, kinds in (buildings or {}).items():
        for kind in kinds:
            board = RULES.evolve(board, f.BuildingPlaced("blue", kind, id))
    return board


def units(board: Board, id: str) -> dict[str, int]:
    return board.territories[id].units
