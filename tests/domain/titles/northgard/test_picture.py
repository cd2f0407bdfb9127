from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from domain.kernel.text import Lang
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.northgard import RULES
from domain.titles.northgard.board import Board
from domain.titles.northgard.land import HALVES, Land
from domain.titles.northgard.picture.tiles import Point, RecordHeader, corners, inset, lie, rim
from domain.titles.northgard.values import Area, Inner, Tile, Values
from tests.builders.northgard import table

SVG = "{http://www.w3.org/2000/svg}"
SIZE = 96.0


def picture(board: Board, lang: Lang = "en") -> str:
    return RULES.picture(
        board.setting, msgspec.json.decode(msgspec.json.encode(RULES.view(board, PUBLIC))), lang
    )


def hooks(board: Board, kind: str) -> dict[str, ET.Element]:
    root = ET.fromstring(picture(board))
    return {
        g.get(f"data-{kind}", ""): g
        for g in root.iter(SVG + "g")
        if (g.get("class") or "").split(" ")[0] == kind
    }


def words(element: ET.Element) -> str:
    return " ".join(element.itertext())


# -- what is shown ---------------------------------------------------------------------------------


def test_tiles_lie_in_their_cells_and_the_rest_face_down() -> None:
    results = hooks(table(), "place")
    assert {"T01a", "T02a", "T03a", "T04a"} <= results.keys()
    cells = {"A1", "B1", "C1", "A2", "B2", "C2", "D2", "D3"}
    assert {id for id in results if id[0] in "ABCD"} == cells
    assert "face down" in words(results["B2"])


def test_a_territory_tells_who_stands_there_and_what() -> None:
    board = table(units={"T02a": {"blue": 3}}, buildings={"T02a": ["tower"]})
    here = hooks(board, "place")["T02a"]
    assert here.findtext(SVG + "title") == "T02a: Blue 3, Defence Tower, 1 wood; next to T01a, T03a"
    assert ET.fromstring(picture(board, "fr")).find(
        f".//{SVG}g[@data-place='T02a']/{SVG}title"
    ).text == (  # type: ignore[union-attr]
        "T02a : Bleu 3, Tour de défense, 1 bois ; à côté de T01a, T03a"
    )


def test_control_is_a_line_of_the_owners_colour_and_dotted_for_the_second_seat() -> None:
    results = hooks(
        table(units={"T01a": {"blue": 1}, "T04a": {"red": 1}, "T02a": {"blue": 1, "red": 1}}),
        "place",
    )

    def line(id: str) -> list[str]:
        return [c for shape in results[id] if "w3" in (c := shape.get("class") or "").split()]

    assert line("T01a") == ["none s-seat1 w3"]
    assert line("T04a") == ["none s-seat2 w3 dots"]
    assert line("T02a") == line("T03a") == []


def test_a_territory_of_several_tiles_is_one_place() -> None:
    board = table(
        {"A3": "T01", "B3": ("T07", 1), "D1": "T06"}, {"T01a": {"blue": 2}}, catalog="terrain"
    )
    assert board.territories["T01a"].areas == ("T01a", "T07a")
    results = hooks(board, "place")
    assert {id for id in results if id[0] == "T"} == {"T01a", "T06a"}
    outline = next(shape for shape in results["T01a"] if "edge" in (shape.get("class") or ""))
    assert (outline.get("d") or "").count("M") == 1, "one outline round both tiles"


def test_cards_lie_before_both_players_face_up_or_down() -> None:
    root = ET.fromstring(picture(table(up={"blue": ["recruit"], "red": []})))
    shown = {
        (g.get("data-seat"), g.get("data-card")): words(g)
        for g in root.iter(SVG + "g")
        if g.get("class") == "card"
    }
    assert len(shown) == 14
    assert "face up" in shown["blue", "recruit"]
    assert "face down" in shown["blue", "build"] and "face down" in shown["red", "recruit"]


def test_points_reserve_and_supply_are_counted() -> None:
    board = table(units={"T01a": {"blue": 4}}, buildings={"T01a": ["camp"]}, points={"blue": 2})
    seats = hooks(board, "seat")
    assert (
        seats["blue"].findtext(SVG + "title")
        == "Blue: 2 of 5 points, 6 units in reserve, controls 1 food, 0 wood, 0 lore"
    )
    assert hooks(board, "piece")["camp"].findtext(SVG + "title") == "Training Camp: 2 of 3 left"
    assert "Blue: 2 of 5 points" in (ET.fromstring(picture(board)).findtext(SVG + "desc") or "")


def test_the_headline_says_what_is_waited_for_and_who_has_won() -> None:
    assert ">Blue plays a card.<" in picture(table())
    assert ">Rouge a gagné.<" in picture(table(points={"red": 5}), "fr")


def test_a_catalog_of_other_sizes_and_names_is_drawn_too() -> None:
    """Kinds of buildings without a sign show their initials; long names are cut; the grid is as
    wide as it is."""
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
    root = ET.fromstring(picture(board))
    assert "<H" in {t.text for t in root.iter(SVG + "text")}
    assert "0/20" in {t.text for t in root.iter(SVG + "text")}


# -- names that actions use
# ----------------------------------------------------------------------------------------------


# -- geometry --------------------------------------------------------------------------------------


def surface(outline: RecordHeader) -> float:
    """By the shoelace formula; positive for outlines that run clockwise on paper."""
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def inside(point: Point, outline: RecordHeader) -> bool:
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
    """Any tile that a catalog may hold: its half-sides shared out to one to four areas, some
    closed, some areas inland."""
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


def checked(land: Land, tile: str, turns: int) -> None:
    results = lie(land, tile, turns, 10.0, 20.0, SIZE)
    ring, ends = land.rings[tile][turns], corners(10.0, 20.0, SIZE)
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
        loops = rim(patch.outlines)
        assert sum(surface(loop) for loop in loops) == pytest.approx(
            sum(surface(o) for o in patch.outlines)
        )
        assert any(inside(patch.spot, o) for o in patch.outlines), (
            f"what stands in {patch.area} stands in it"
        )
        assert all(surface(inset(loop, 2)) < surface(loop) for loop in loops)


@given(tiles(), st.integers(0, 3))
def test_the_areas_of_any_tile_fill_it_and_reach_their_sides(tile: Tile, turns: int) -> None:
    checked(land_of(tile), tile.id, turns)


@given(tiles())
def test_borders_between_areas_are_drawn_as_printed(tile: Tile) -> None:
    printed = {border.kind for border in tile.borders}
    drawn = {kind for kind, _, _ in lie(land_of(tile), tile.id, 0, 0, 0, SIZE).borders}
    assert drawn <= printed | {"closed"}
