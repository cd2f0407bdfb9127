"""The shapes of a tile's areas within its square: outlines, borders, and room for what is in them.
Geometry only.

The rim of a tile is eight half-sides, which meet in eight corners, clockwise from the upper left
one. An area covers the wedges between its half-sides and the middle; a closed half-side is added to
the area next to it. The areas that reach no side lie in the middle. So does an area whose sides do
not touch each other; it can cut another area in two parts, which are then joined by a bridge."""

from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from domain.titles.northgard.land import Land, Ring

Point = tuple[float, float]
Outline = list[Point]
Form = Literal["whole", "block", "row", "column", "strip"]

_CORNERS = ((0, 0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5))
_CENTRE = 0.42
"""The size of the middle, as a share of the tile's, where the middle has an area."""


class Patch(NamedTuple):
    """The drawn shape of an area. `outlines`: clockwise; `spot`: where the things in it are drawn;
    `room`: its width in half-sides; `bridges`: lines that join its parts. `form`: `whole` (the
    whole tile), `block` (roomy), `row` (low), `column` (narrow) or `strip` (very narrow)."""

    area: str
    outlines: list[Outline]
    spot: Point
    form: Form
    room: int
    bridges: tuple[tuple[Point, Point], ...] = ()


class TileLayout(NamedTuple):
    """The drawn shape of a tile: its areas, and the borders inside it (kind of border, from,
    to)."""

    patches: list[Patch]
    borders: list[tuple[str, Point, Point]]


def rim_corners(x: float, y: float, size: float) -> list[Point]:
    return [(x + size * a, y + size * b) for a, b in _CORNERS]


@lru_cache(512)  # every picture of a game has all its tiles
def tile_layout(land: Land, tile: str, turns: int, x: float, y: float, size: float) -> TileLayout:
    outer = rim_corners(x, y, size)
    middle = (x + size / 2, y + size / 2)
    owners = _area_by_half_side(land.rings[tile][turns])
    arcs = _arcs(owners)
    areas = land.areas_of[tile]
    inland = [a for a in areas if a not in arcs]
    parted = sorted((a for a in arcs if len(arcs[a]) > 1), key=lambda a: -owners.count(a))
    centre = _area_by_wedge(inland or parted[:1])
    inner = [
        (middle[0] + _CENTRE * (px - middle[0]), middle[1] + _CENTRE * (py - middle[1]))
        for px, py in outer
    ]
    if not centre:
        inner = [middle] * 8
    patches = [_patch(a, arcs.get(a, []), centre, outer, inner, middle) for a in areas]
    return TileLayout(patches, _borders(land, tile, owners, centre, outer, inner, middle))


def outer_outlines(outlines: list[Outline]) -> list[Outline]:
    """The outer outlines of a group of outlines that touch: the edges that two of them share are
    removed."""
    edges = {
        (a, b)
        for outline in outlines
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
        if a != b
    }
    onward: dict[Point, list[Point]] = {}
    for a, b in sorted(edges):
        if (b, a) not in edges:
            onward.setdefault(a, []).append(b)
    loops = []
    while onward:
        start = next(iter(onward))
        loop, here = [start], _next_corner(onward, start)
        while here != start:
            loop.append(here)
            here = _next_corner(onward, here)
        loops.append(loop)
    return loops


def inset(loop: Outline, by: float) -> Outline:
    ring: Outline = []
    for (ax, ay), (bx, by_), (cx, cy) in zip(
        loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True
    ):
        first, second = _normal(ax, ay, bx, by_), _normal(bx, by_, cx, cy)
        turn = 1 + first[0] * second[0] + first[1] * second[1]
        if turn > 1.999:
            continue  # a straight corner adds nothing
        reach = by / max(turn, 0.2)
        ring.append((bx + reach * (first[0] + second[0]), by_ + reach * (first[1] + second[1])))
    return ring


# -- within a tile ---------------------------------------------------------------------------------


def _area_by_half_side(ring: Ring) -> list[str]:
    """The area along each half-side of a tile; a closed half-side belongs to the area before it,
    else after it."""
    owners = [rim.area if rim else "" for rim in ring]
    while "" in owners:
        owners = [o or owners[i - 1] or owners[(i + 1) % 8] for i, o in enumerate(owners)]
    return owners


def _arcs(owners: list[str]) -> dict[str, list[list[int]]]:
    """For each area, its runs of half-sides without a gap."""
    start = next((i for i in range(8) if owners[i] != owners[i - 1]), 0)
    arcs: dict[str, list[list[int]]] = {}
    last = ""
    for i in (j % 8 for j in range(start, start + 8)):
        if owners[i] == last:
            arcs[last][-1].append(i)
        else:
            last = owners[i]
            arcs.setdefault(last, []).append([i])
    return arcs


def _area_by_wedge(holders: list[str]) -> list[str]:
    """The area in each of the eight wedges of a tile's middle, shared evenly among `holders`."""
    return [holders[i * len(holders) // 8] for i in range(8)] if holders else []


def _patch(
    area: str,
    arcs: list[list[int]],
    centre: list[str],
    outer: Outline,
    inner: Outline,
    middle: Point,
) -> Patch:
    if arcs and len(arcs[0]) == 8 and not centre:
        return Patch(area, [list(outer)], middle, "whole", 8)
    outlines = [_wedge(arc, outer, inner) for arc in arcs]
    held = [i for i in range(8) if centre and centre[i] == area]
    if len(held) == 8:
        outlines.append(list(inner))
    elif held:
        outlines.append([middle, *(inner[i] for i in held), inner[(held[-1] + 1) % 8]])
    if not arcs:
        return Patch(
            area, outlines, middle if len(held) == 8 else _centroid(outlines[-1]), "block", 3
        )
    widest = max(arcs, key=len)
    end = _middle_half_side(widest)
    spot = _centroid(outlines[arcs.index(widest)])
    if (
        centre and len(widest) > 2
    ):  # it bends round the middle, so its own middle may lie outside it
        spot = ((outer[end][0] + inner[end][0]) / 2, (outer[end][1] + inner[end][1]) / 2)
    bridges = (
        ()
        if held
        else tuple(
            (inner[_middle_half_side(a)], inner[_middle_half_side(b)]) for a, b in pairwise(arcs)
        )
    )
    return Patch(area, outlines, spot, _form(widest, bool(centre)), len(widest), bridges)


def _form(arc: list[int], rounds: bool) -> Form:
    if len(arc) > 2 and not rounds:
        return "block"
    if {*arc} <= {2, 3} or {*arc} <= {6, 7}:
        return "strip" if rounds else "column"
    return "row"


def _wedge(arc: list[int], outer: Outline, inner: Outline) -> Outline:
    ends = [*arc, (arc[-1] + 1) % 8]
    back = [inner[i] for i in reversed(ends)]
    return [outer[i] for i in ends] + (back[:1] if len({*back}) == 1 else back)


def _middle_half_side(arc: list[int]) -> int:
    return arc[len(arc) // 2]


def _borders(
    land: Land,
    tile: str,
    owners: list[str],
    centre: list[str],
    outer: Outline,
    inner: Outline,
    middle: Point,
) -> list[tuple[str, Point, Point]]:
    kinds = {frozenset((a, b)): str(kind) for a, b, kind in land.inner[tile]}
    results = []
    for i in range(8):
        lines = [(owners[i - 1], owners[i], outer[i], inner[i])]
        if centre:
            lines.append((owners[i], centre[i], inner[i], inner[(i + 1) % 8]))
            lines.append((centre[i - 1], centre[i], inner[i], middle))
        results += [
            (kinds.get(frozenset((a, b)), "closed"), p, q) for a, b, p, q in lines if a != b
        ]
    return results


# -- plain geometry --------------------------------------------------------------------------------


def _next_corner(onward: dict[Point, list[Point]], here: Point) -> Point:
    ways = onward[here]
    there = ways.pop(0)
    if not ways:
        del onward[here]
    return there


def _normal(ax: float, ay: float, bx: float, by: float) -> Point:
    """The unit vector perpendicular to the edge from a to b of a clockwise outline, pointing inside
    (y grows downwards)."""
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return -dy / length, dx / length


def _centroid(outline: Outline) -> Point:
    doubled = x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        cross = ax * by - bx * ay
        doubled += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return x / (3 * doubled), y / (3 * doubled)
