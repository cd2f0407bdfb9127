"""Mise en place: the base tiles, the first player, and the first units."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal
from domain.rules.text import Text

RULE = "Mise en place"


def set_up(course: Resolution[Board, f.AnyFact], chance: Chance) -> None:
    """Reveal the two base tiles and draw the first player."""
    setting = course.board.setting
    bases = setting.values.grid.bases
    label = Text(f"Base tiles in {bases[0]} and {bases[1]}", f"Tuiles de base en {bases[0]} et {bases[1]}")
    tiles = chance.draw("tile", label, tuple(setting.land.rings), len(bases))
    for cell, tile in zip(bases, tiles, strict=True):
        course.tell(f.TileRevealed(cell, str(tile), orientation(course.board, str(tile), chance)))
    first = chance.dice("first-player", Text("First player", "Premier joueur"), 1, setting.seats)[0]
    course.tell(f.FirstPlayerDrawn(str(first)))


def orientation(board: Board, tile: str, chance: Chance) -> int:
    """The quarter turns in which a tile is found; nothing is rolled for a tile that looks the same in all."""
    ways = board.setting.land.orientations[tile]
    if len(ways) == 1:
        return ways[0]
    label = Text(f"Quarter turns of {tile}, clockwise", f"Quarts de tour de {tile}, sens horaire")
    return int(chance.dice("orientation", label, 1, ways)[0])


def judge_placing(board: Board, seat: str, action: a.PlaceUnits) -> Verdict:
    """The number the set-up gives, on territories of the seat's base tile."""
    home, wanted = board.home(seat), board.setting.values.start_units
    for name in action.units:
        if name not in board.setting.land.areas_of[board.grid[board.setting.bases[seat]].tile] and name not in home:
            return illegal(
                "not-base-tile",
                RULE,
                f"{name} is not on your base tile: {', '.join(home)}.",
                f"{name} n'est pas sur votre tuile de base : {', '.join(home)}.",
            )
    total = sum(action.units.values())
    if total != wanted or min(action.units.values()) < 1:
        return illegal(
            "wrong-number",
            RULE,
            f"Set-up places {wanted} units, at least 1 where any are placed; this places {total}.",
            f"La mise en place compte {wanted} unités, au moins 1 là où l'on en place ; ici il y en a {total}.",
        )
    return LEGAL


def place(course: Resolution[Board, f.AnyFact], seat: str, action: a.PlaceUnits, chance: Chance) -> None:
    """The units enter; then the other player places his, or the first turn begins."""
    units: dict[str, int] = {}
    for name, count in action.units.items():
        id = course.board.find(name) or name
        units[id] = units.get(id, 0) + count
    course.tell(f.UnitsPlaced(seat, units), f.TurnPassed(course.board.setting.rival[seat]))


def placings(board: Board, seat: str) -> Iterator[a.PlaceUnits]:
    """Every way to spread the first units over the base tile."""
    for units in _splits(board.setting.values.start_units, board.home(seat)):
        yield a.PlaceUnits(units)


def _splits(total: int, places: list[str]) -> Iterator[dict[str, int]]:
    first, *rest = places
    if not rest:
        yield {first: total} if total else {}
        return
    for here in range(total, -1, -1):
        for others in _splits(total - here, rest):
            yield {first: here, **others} if here else others
