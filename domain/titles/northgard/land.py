"""The map: cells, tiles in their orientation, and the territories that tiles form together.

The rim of a tile is eight half-sides, clockwise from the left half of the north side. A territory
is a set of areas joined through open edges, so that units can walk through it without crossing a
border. All of this is geometry; drawing the map needs no rule of play."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, NamedTuple

from msgspec import Struct

from domain.titles.kit import Conserved, Count, OneOf, Seat, Text
from domain.titles.northgard.values import (
    RESOURCES,
    Area,
    Border,
    Edge,
    Grid,
    Reach,
    Resource,
    Tile,
    Values,
)

HALVES = ("N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2")
FACING = tuple(((p ^ 1) + 4) % 8 for p in range(8))
"""For each half-side of a tile, the half-side of the neighbouring tile that touches it."""
_HARDNESS: dict[Edge, int] = {"open": 0, "regular": 1, "rough": 2}


TILE = Text("a tile")
BUILDING = Text("a building")
Turns = Annotated[int, Count(Text("quarter turns of the tile"), most=3)]
Units = Annotated[int, Count(Text("units of {key}"), 1), Conserved("units {key}")]


class HalfSide(NamedTuple):
    """The area that reaches a half-side of a tile, and the kind of edge that it has there."""

    area: str
    edge: Edge


Ring = tuple[HalfSide | None, ...]

Link = tuple[str, str, Edge]


class LyingTile(Struct, frozen=True, gc=False):
    tile: Annotated[str, OneOf(lambda board: board.setting.land.rings, TILE)]
    turns: Turns


class Territory(Struct, frozen=True, gc=False, omit_defaults=True):
    """A territory: its areas, what is printed on them, its borders by neighbouring territory, and
    the units and buildings in it now."""

    areas: tuple[str, ...]
    resources: tuple[Resource, ...]
    slots: int
    borders: dict[str, Border]
    units: dict[Seat, Units]
    """Units by seat; a seat without units is not listed."""
    buildings: tuple[
        Annotated[str, OneOf("buildings", BUILDING), Conserved("building {value}")], ...
    ]


class Land:
    """The tiles of a catalog in all orientations and the cells of its grid, computed once for each
    game."""

    def __init__(self, values: Values) -> None:
        self.cells = cell_names(values.grid)
        self.neighbours = _neighbours(values.grid)
        self.areas: dict[str, Area] = {t.id + a.id: a for t in values.tiles for a in t.areas}
        self.areas_of: dict[str, tuple[str, ...]] = {
            t.id: tuple(t.id + a.id for a in t.areas) for t in values.tiles
        }
        rings = {t.id: ring_of(t) for t in values.tiles}
        self.rings: dict[str, tuple[Ring, ...]] = {
            id: tuple(turned_ring(ring, k) for k in range(4)) for id, ring in rings.items()
        }
        self.orientations = {
            id: _orientations(ring, values.orientations) for id, ring in rings.items()
        }
        self.inner: dict[str, tuple[Link, ...]] = {
            t.id: tuple((t.id + b.between[0], t.id + b.between[1], b.kind) for b in t.borders)
            for t in values.tiles
        }
        self._seam, self._print = cache(self._links_across), cache(self._resources_and_slots)

    def links(self, grid: Mapping[str, LyingTile]) -> list[Link]:
        """Every two areas that touch, with the edge between them: within a tile, or across two
        tiles that meet, where the harder edge counts."""
        links: list[Link] = []
        for cell, lying in grid.items():
            tile, turns = lying.tile, lying.turns
            links += self.inner[tile]
            for side in (1, 2):  # east and south: each pair of cells once
                beyond = grid.get(self.neighbours[cell][side])
                if beyond is not None:
                    links += self._seam(tile, turns, side, beyond.tile, beyond.turns)
        return links

    def _links_across(
        self, tile: str, turns: int, side: int, beyond: str, turns_there: int
    ) -> tuple[Link, ...]:
        """The links between two tiles that meet at a side of the first."""
        ring, facing, results = self.rings[tile][turns], self.rings[beyond][turns_there], []
        for half in (2 * side, 2 * side + 1):
            here, there = ring[half], facing[FACING[half]]
            if here and there:
                results.append(
                    (here.area, there.area, max(here.edge, there.edge, key=_HARDNESS.__getitem__))
                )
        return tuple(results)

    def survey(
        self, grid: Mapping[str, LyingTile], before: Mapping[str, Territory]
    ) -> dict[str, Territory]:
        """The territories that the revealed tiles form, by name, with the units and buildings of
        the territories in `before`.

        A territory keeps its name when it grows. When several with names join, the name that is
        first in the alphabet remains."""
        links = self.links(grid)
        groups = _territories_by_area(
            [a for lying in grid.values() for a in self.areas_of[lying.tile]], links
        )
        distinct = {id(group): group for group in groups.values()}
        names = {key: min(group & before.keys() or group) for key, group in distinct.items()}
        name = {area: names[id(group)] for area, group in groups.items()}
        borders: dict[str, dict[str, Border]] = {n: {} for n in name.values()}
        for a, b, edge in links:
            here, there = name[a], name[b]
            if edge == "open" or here == there:
                continue
            if borders[here].get(there) != "regular":
                borders[here][there] = borders[there][here] = edge
        return {
            names[key]: self._territory(group, borders[names[key]], before)
            for key, group in distinct.items()
        }

    def _territory(
        self, group: set[str], borders: dict[str, Border], before: Mapping[str, Territory]
    ) -> Territory:
        areas = tuple(sorted(group))
        parts = [before[a] for a in areas if a in before]
        units: dict[str, int] = {}
        for part in parts:
            for seat, count in part.units.items():
                units[seat] = units.get(seat, 0) + count
        resources, slots = self._print(areas)
        return Territory(
            areas,
            resources,
            slots,
            borders,
            units,
            tuple(sorted([b for part in parts for b in part.buildings])),
        )

    def _resources_and_slots(self, areas: tuple[str, ...]) -> tuple[tuple[Resource, ...], int]:
        resources = sorted((r for a in areas for r in self.areas[a].resources), key=RESOURCES.index)
        return tuple(resources), sum(self.areas[a].slots for a in areas)


def cell_names(grid: Grid) -> tuple[str, ...]:
    """The names of the cells, row by row: A1, B1, C1…"""
    return tuple(
        f"{chr(65 + column)}{row + 1}" for row in range(grid.rows) for column in range(grid.columns)
    )


def half_sides(reach: Reach) -> tuple[str, ...]:
    """The half-sides of what an edge covers: a side has two (N: N1 and N2), a half-side is one."""
    return (reach,) if reach in HALVES else (f"{reach}1", f"{reach}2")


def ring_of(tile: Tile) -> Ring:
    """The half-sides of a tile that is not turned, clockwise; None for a closed one."""
    results: dict[str, HalfSide] = {}
    for area in tile.areas:
        for reach, edge in area.edges.items():
            for half in half_sides(reach):
                results[half] = HalfSide(tile.id + area.id, edge)
    return tuple(results.get(half) for half in HALVES)


def turned_ring(ring: Ring, turns: int) -> Ring:
    shift = len(ring) - 2 * turns
    return ring[shift:] + ring[:shift]


def _orientations(ring: Ring, ways: int) -> tuple[int, ...]:
    first: dict[Ring, int] = {}
    for turns in range(0, 4, 4 // ways):
        first.setdefault(turned_ring(ring, turns), turns)
    return tuple(first.values())


def _neighbours(grid: Grid) -> dict[str, tuple[str, str, str, str]]:
    """The cells to the north, east, south and west of each cell; an empty name where the table
    ends."""
    known = set(cell_names(grid))

    def cell(column: int, row: int) -> str:
        name = f"{chr(65 + column)}{row + 1}"
        return name if name in known else ""

    return {
        cell(c, r): (cell(c, r - 1), cell(c + 1, r), cell(c, r + 1), cell(c - 1, r))
        for c in range(grid.columns)
        for r in range(grid.rows)
    }


def _territories_by_area(areas: list[str], links: list[Link]) -> dict[str, set[str]]:
    """For each area, the set of all areas of its territory. Areas of one territory share the same
    set object."""
    groups = {a: {a} for a in areas}
    for a, b, edge in links:
        if edge == "open" and groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for moved in groups[b]:
                groups[moved] = groups[a]
    return groups
