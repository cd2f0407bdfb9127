from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from domain.titles.northgard import RULES
from domain.titles.northgard.land import HALVES, Land
from domain.titles.northgard.picture.tiles import (
    Outline,
    Point,
    inset,
    outer_outlines,
    rim_corners,
    tile_layout,
)
from domain.titles.northgard.values import Area, Inner, Tile, Values
from tests.builders.northgard import table
from tests.domain.titles.pictured import drawn, words

SIZE = 96.0


def test_a_catalog_of_other_sizes_and_names_is_drawn_too() -> None:
    """A building without an icon shows its initials, and the track of points ends where the catalog
    says."""
    board = table(catalog="terrain")
    kinds = {
        **board.setting.values.buildings,
        "<long-house>": msgspec.structs.replace(board.setting.values.buildings["tower"], count=9),
    }
    setting = board.setting
    values = msgspec.structs.replace(setting.values, buildings=kinds, victory_points_to_win=20)
    other = type(setting)(setting.catalog, values, setting.options, setting.seat_specs)
    here = replace(board.territories["T01a"], buildings=("<long-house>",))
    board = replace(
        board,
        setting=other,
        supply={**board.supply, "<long-house>": 8},
        territories={**board.territories, "T01a": here},
    )
    assert {"<H", "0/20"} <= {*words(ET.fromstring(drawn(RULES, board)))}


# -- geometry --------------------------------------------------------------------------------------


def surface(outline: Outline) -> float:
    """The area of an outline by the shoelace formula, positive if it runs clockwise on paper."""
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def inside(point: Point, outline: Outline) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def land_of(tile: Tile) -> Land:
    values: Values = table().setting.values
    return Land(msgspec.structs.replace(values, tiles=(tile,)))


@st.composite
def tiles(draw: Any) -> Tile:
    """Any tile that a catalog may have: its half-sides belong to one to four areas, some are
    closed, and some areas have no side."""
    names = "abcd"[: draw(st.integers(1, 4))]
    owners = draw(st.lists(st.sampled_from([*names, ""]), min_size=8, max_size=8).filter(any))
    kinds = st.sampled_from(["open", "regular", "rough"])
    areas = tuple(
        Area(a, {h: draw(kinds) for h, o in zip(HALVES, owners, strict=True) if o == a})
        for a in names
    )  # type: ignore[misc]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    borders = tuple(
        Inner(pair, draw(st.sampled_from(["regular", "rough"])))
        for pair in pairs
        if draw(st.booleans())
    )
    return Tile("T", areas, borders)


def check_outlines(land: Land, tile: str, turns: int) -> None:
    results = tile_layout(land, tile, turns, 10.0, 20.0, SIZE)
    ring, ends = land.rings[tile][turns], rim_corners(10.0, 20.0, SIZE)
    by_area = {patch.area: patch for patch in results.patches}
    assert list(by_area) == list(land.areas_of[tile])
    assert sum(surface(o) for p in results.patches for o in p.outlines) == pytest.approx(
        SIZE * SIZE
    )
    assert all(surface(o) > 0 for p in results.patches for o in p.outlines)
    middle = (10.0 + SIZE / 2, 20.0 + SIZE / 2)
    for half, edge in enumerate(ring):
        if edge is not None:
            (ax, ay), (bx, by) = ends[half], ends[(half + 1) % 8]
            near = (
                (ax + bx) / 2 * 0.96 + middle[0] * 0.04,
                (ay + by) / 2 * 0.96 + middle[1] * 0.04,
            )
            assert any(inside(near, o) for o in by_area[edge.area].outlines), f"half-side {half}"
    for patch in results.patches:
        loops = outer_outlines(patch.outlines)
        assert sum(surface(loop) for loop in loops) == pytest.approx(
            sum(surface(o) for o in patch.outlines)
        )
        assert any(inside(patch.spot, o) for o in patch.outlines), (
            f"what stands in {patch.area} stands in it"
        )
        assert all(surface(inset(loop, 2)) < surface(loop) for loop in loops)


@given(tiles(), st.integers(0, 3))
def test_the_areas_of_any_tile_fill_it_and_reach_their_sides(tile: Tile, turns: int) -> None:
    check_outlines(land_of(tile), tile.id, turns)


@given(tiles())
def test_borders_between_areas_are_drawn_as_printed(tile: Tile) -> None:
    printed = {border.kind for border in tile.borders}
    shown = {kind for kind, _, _ in tile_layout(land_of(tile), tile.id, 0, 0, 0, SIZE).borders}
    assert shown <= printed | {"closed"}
