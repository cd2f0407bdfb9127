"""The realm as a map, for a screen: fiefs as regions with common borders, surrounded by the sea,
with their villages inside.

A catalog does not say where its villages are. So the map lays them out along a path that winds
through a grid, fief by fief, which keeps every fief in one piece. Borders and coast are slightly
irregular, but the same in every picture."""

from collections.abc import Iterator
from functools import lru_cache

from domain.titles.drawing import svg as draw
from domain.titles.fief.board import Setting
from domain.titles.fief.picture.places import LABEL, Cell, place
from domain.titles.fief.picture.scene import FiefScene
from domain.titles.fief.values import Village

COLUMNS = 5
CELL = Cell(102, 48, 11, 11)
_WIDE, _HIGH = CELL.wide + 10, LABEL + CELL.high
_SHORE = (9.0, 4.0)
"""The width of the sea on the left and right, and its height above and below the land."""
_STEPS = 8
"""Into how many pieces a side of a cell is divided, each slightly displaced."""
_GROUNDS = ("field", "leaf", "earth", "forest", "iron")
_ISLE = "earth"

Spot = tuple[int, int]
"""A cell of the grid: its column and its row."""
Line = list[tuple[float, float]]


def map_size(setting: Setting) -> tuple[float, float]:
    return COLUMNS * _WIDE + 2 * _SHORE[0], _rows(setting) * _HIGH + 2 * _SHORE[1]


def realm(scene: FiefScene, _: float) -> tuple[str, float]:
    villages = _villages_by_cell(scene.setting)
    fiefs = {spot: village.fief for spot, village in villages.items()}
    grounds = _ground_by_fief(fiefs)
    results = [
        draw.rect("f-water s-line w1", 0, 0, *map_size(scene.setting), 8),
        _land_drawing(tuple(fiefs.items())),
    ]
    named = set[int]()
    for spot, village in villages.items():
        x, y = _SHORE[0] + spot[0] * _WIDE, _SHORE[1] + spot[1] * _HIGH
        if village.fief and village.fief not in named:
            named.add(village.fief)
            results.append(draw.text("f-ink b", x + 7, y + LABEL - 8, f"Fief {village.fief}", 11))
        results.append(
            draw.at(x + 5, y + LABEL, place(scene, village, CELL, grounds.get(village.fief, _ISLE)))
        )
    return "".join(results), map_size(scene.setting)[1]


# -- where everything lies -------------------------------------------------------------------------


def _rows(setting: Setting) -> int:
    return -(-len(setting.places) // COLUMNS)


def _villages_by_cell(setting: Setting) -> dict[Spot, Village]:
    inland = sorted(
        (item for item in setting.places.values() if item.fief), key=lambda item: item.fief
    )
    overseas = [item for item in setting.places.values() if not item.fief]
    path = list(_cells_in_order(_rows(setting)))
    far = path[len(path) - len(overseas) :]
    return dict(zip((*path[: len(inland)], *far), (*inland, *overseas), strict=True))


def _cells_in_order(rows: int) -> Iterator[Spot]:
    """All cells of the grid, each next to the one before. The path goes up and down through bands
    of two rows, and along the bands from left to right and back."""
    for band in range(0, rows, 2):
        deep = [band, band + 1] if band + 1 < rows else [band]
        columns = range(COLUMNS) if band % 4 == 0 else range(COLUMNS - 1, -1, -1)
        for at, column in enumerate(columns):
            yield from ((column, row) for row in (deep if at % 2 == 0 else reversed(deep)))


def _ground_by_fief(fiefs: dict[Spot, int]) -> dict[int, str]:
    """The fill of each fief, different from its neighbours' as long as there are enough fills."""
    results: dict[int, str] = {}
    for fief in dict.fromkeys(fiefs.values()):
        beside = {
            fiefs.get(other)
            for spot, own in fiefs.items()
            if own == fief
            for other in _spots_around(spot)
        }
        taken = {results[other] for other in beside if other is not None and other in results}
        free = [ground for ground in _GROUNDS if ground not in taken] or list(_GROUNDS)
        if fief:
            results[fief] = free[fief % len(free)]
    return results


@lru_cache(maxsize=16)
def _land_drawing(laid: tuple[tuple[Spot, int], ...]) -> str:
    fiefs = dict(laid)
    results = []
    for fief, ground in _ground_by_fief(fiefs).items():
        own = [spot for spot, other in fiefs.items() if other == fief]
        results.append(
            draw.path(f"f-{ground}", "".join(_closed_path(_outline(spot)) for spot in own))
        )
    results += [
        draw.path(f"f-{_ISLE} s-ink w2 round", _closed_path(_island(spot)))
        for spot, fief in fiefs.items()
        if not fief
    ]
    return "".join(results) + draw.path("none s-ink w2 round", "".join(_borders(fiefs)))


# -- borders ---------------------------------------------------------------------------------------


def _spots_around(spot: Spot) -> tuple[Spot, ...]:
    column, row = spot
    return (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)


def _cell_side(spot: Spot, way: int) -> Line:
    """A side of a cell as a line. `way`: which side, clockwise from 0, the upper one."""
    column, row = spot
    corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
    start, end = corners[way], corners[(way + 1) % 4]
    forth = _irregular_line(min(start, end), max(start, end))
    return forth if start < end else forth[::-1]


def _irregular_line(start: Spot, end: Spot) -> Line:
    """An irregular line between two corners of cells, which is the same in every picture."""
    results = []
    for step in range(_STEPS + 1):
        column = start[0] + (end[0] - start[0]) * step / _STEPS
        row = start[1] + (end[1] - start[1]) * step / _STEPS
        seed = int(column * _STEPS) * 7349 + int(row * _STEPS) * 9151
        across, down = seed * 31 % 7 - 3, (seed * 17 % 5 - 2) / 2 - 1
        results.append((_SHORE[0] + column * _WIDE + across, _SHORE[1] + row * _HIGH + down))
    return results


def _outline(spot: Spot) -> Line:
    return [point for way in range(4) for point in _cell_side(spot, way)[:-1]]


def _island(spot: Spot) -> Line:
    middle = (_SHORE[0] + (spot[0] + 0.5) * _WIDE, _SHORE[1] + (spot[1] + 0.5) * _HIGH)
    line = _outline(spot)
    return [
        (middle[0] + 0.97 * (x - middle[0]), middle[1] + 3 + 0.93 * (y - middle[1]))
        for x, y in line
    ]


def _borders(fiefs: dict[Spot, int]) -> Iterator[str]:
    for spot, fief in fiefs.items():
        for way, other in enumerate(_spots_around(spot)):
            beside = fiefs.get(other, 0)
            if fief and fief != beside and (not beside or spot < other):
                yield _open_path(_cell_side(spot, way))


def _closed_path(line: Line) -> str:
    return _open_path(line) + "Z"


def _open_path(line: Line) -> str:
    return "M" + "L".join(f"{draw.n(x)} {draw.n(y)}" for x, y in line)
