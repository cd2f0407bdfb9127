from __future__ import annotations

from itertools import permutations

from msgspec.structs import replace

from domain.games.northgard.land import FACING, HALVES, Land, Lying, Territory, rim, turned
from domain.games.northgard.values import Area, Edge, Inner, Reach, Tile
from tests.builders.northgard import fresh, table, units

LAND: Land = fresh("terrain").setting.land


def tile(id: str, *areas: Area, borders: tuple[Inner, ...] = ()) -> Tile:
    return Tile(id, areas, borders)


def test_half_sides_face_each_other_across_a_line() -> None:
    """The left half of a north side lies against the left half of the south side above it, which clockwise is `S2`."""
    faces = {here: HALVES[FACING[p]] for p, here in enumerate(HALVES)}
    assert faces == {"N1": "S2", "N2": "S1", "E1": "W2", "E2": "W1", "S1": "N2", "S2": "N1", "W1": "E2", "W2": "E1"}
    assert all(FACING[FACING[p]] == p for p in range(8))


def test_a_quarter_turn_clockwise_brings_north_to_east() -> None:
    ring = rim(tile("X", Area("a", {"N1": "open", "N2": "rough"})))
    assert [h for h, r in zip(HALVES, turned(ring, 1), strict=True) if r] == ["E1", "E2"]
    assert turned(ring, 1)[2] == ("Xa", "open")
    assert turned(turned(ring, 3), 1) == ring == turned(ring, 0)


def test_orientations_that_look_alike_are_one() -> None:
    assert LAND.orientations["T01"] == (0,)
    assert LAND.orientations["T10"] == (0,)
    assert LAND.orientations["T13"] == (0, 1)
    assert LAND.orientations["T02"] == (0, 1, 2, 3)


def test_the_harder_edge_counts() -> None:
    edges: tuple[Edge | None, ...] = ("open", "regular", "rough", None)
    hard = {"open": 0, "regular": 1, "rough": 2, None: 3}
    for here, there in [*permutations(edges, 2), *((e, e) for e in edges)]:
        found = meet(here, there)
        assert found == max(here, there, key=hard.__getitem__), (here, there)


def meet(east: Edge | None, west: Edge | None) -> str | None:
    values = fresh().setting.values
    left: dict[Reach, Edge] = {"W": "open"} | ({"E": east} if east else {})
    right: dict[Reach, Edge] = {"E": "open"} | ({"W": west} if west else {})
    land = Land(replace(values, tiles=(tile("X", Area("a", left)), tile("Y", Area("a", right)))))
    found = land.survey({"A1": Lying("X", 0), "B1": Lying("Y", 0)}, {})
    if "Ya" not in found:
        return "open"
    assert found["Xa"].borders.get("Ya") == found["Ya"].borders.get("Xa")
    return found["Xa"].borders.get("Ya")


def test_open_edges_join_areas_and_what_is_printed_on_them() -> None:
    board = table({"A3": "T01", "B3": ("T07", 2), "C3": "T08", "D1": "T13"}, catalog="terrain")
    here = board.territories["T01a"]
    assert (here.areas, here.resources, here.slots) == (("T01a", "T07a"), ("food", "wood"), 3)
    assert "T08a" in board.territories, "T07's closed side, turned to the east, keeps them apart"


def test_half_of_a_side_may_be_closed() -> None:
    """T08's east side is open in its northern half only; T05, turned twice, has area b against that half."""
    board = table({"A3": "T08", "B3": ("T05", 2), "D1": "T13"}, catalog="terrain")
    assert board.territories["T08a"].areas == ("T05b", "T08a")
    assert board.territories["T05a"].borders == {"T08a": "regular"}, "the border inside T05; a's own edge would be rough"


def test_a_territory_borders_every_area_it_meets_by_the_easiest_border() -> None:
    """T03 (a to the north and east, b to the south and west, rough between them) beside T01, which joins b."""
    board = table({"A3": "T03", "A2": "T10", "B3": "T13", "D1": "T01"}, catalog="terrain")
    assert board.territories["T03a"].borders == {"T03b": "rough", "T10a": "regular", "T13a": "regular"}


def test_of_two_borders_the_easier_counts() -> None:
    """T05's area b runs on into the tile beside it, area a meets that tile over a rough edge, and a regular border divides them."""
    east = table({"A3": "T05", "B3": "T13", "D1": "T01"}, catalog="terrain")
    assert east.territories["T05a"].borders == {"T05b": "regular"}
    west = table({"A3": "T01", "B3": ("T05", 2), "D1": "T13"}, catalog="terrain")
    assert west.territories["T05a"].borders == {"T01a": "regular"}


def test_units_and_buildings_come_together_when_territories_join() -> None:
    before = {
        "T01a": Territory(("T01a",), ("food",), 2, {}, {"blue": 2}, ("tower",)),
        "T08a": Territory(("T08a",), ("lore",), 1, {}, {"blue": 1, "red": 1}, ("camp",)),
    }
    grid = {"A3": Lying("T01", 0), "B3": Lying("T07", 1), "C3": Lying("T08", 0)}
    (found,) = LAND.survey(grid, before).values()
    assert (found.units, found.buildings) == ({"blue": 3, "red": 1}, ("camp", "tower"))


def test_a_territory_keeps_its_name_as_it_grows() -> None:
    board = table({"A3": "T08", "D1": "T13"}, units={"T08a": {"blue": 3}}, catalog="terrain")
    grown = LAND.survey({**board.grid, "A2": Lying("T01", 0)}, board.territories)
    assert grown["T08a"].areas == ("T01a", "T08a") and "T01a" not in grown
    assert grown["T08a"].units == {"blue": 3}


def test_of_two_names_the_first_stays() -> None:
    board = table({"A3": "T08", "A1": ("T06", 3), "D1": "T13"}, units={"T08a": {"blue": 3}}, catalog="terrain")
    joined = LAND.survey({**board.grid, "A2": Lying("T01", 0)}, board.territories)
    assert set(joined) == {"T06a", "T13a"}, "not T01a, which had no name before"
    assert joined["T06a"].areas == ("T01a", "T06a", "T08a")
    assert joined["T06a"].units == {"blue": 3}


def test_the_map_is_the_same_in_whatever_order_it_is_uncovered() -> None:
    """Apart from names: areas, borders by areas, and what is printed."""
    cells = {"A3": ("T04", 1), "B3": ("T09", 2), "A2": ("T05", 0), "B2": ("T12", 3), "D1": ("T13", 0)}
    shapes = set()
    for order in list(permutations(cells))[::7]:
        board = table({cell: cells[cell] for cell in order}, catalog="terrain")
        lands = board.territories
        shapes.add(
            frozenset(
                (t.areas, t.resources, t.slots, frozenset((lands[n].areas, k) for n, k in t.borders.items()))
                for t in lands.values()
            )
        )
    assert len(shapes) == 1


def test_no_base_tile_of_the_house_sets_is_cut_off() -> None:
    """However the tiles fall, a corner can be left: at most one side of the whole set is closed throughout."""
    for catalog in ("default", "terrain"):
        land: Land = fresh(catalog).setting.land
        blocked = [
            (a, i, b, j)
            for a, b in permutations(land.rings, 2)
            for i in range(4)
            for j in range(4)
            if not any(land.rings[a][i][h] and land.rings[b][j][FACING[h]] for h in (2, 3))
        ]
        sides = {(a, i) for a, i, _, _ in blocked if a != "T07"}
        for a, i in sides:
            assert {b for x, k, b, _ in blocked if (x, k) == (a, i)} == {"T07"}
    assert LAND.rings["T07"][0][6:] == (None, None)


def test_areas_of_one_tile_that_join_elsewhere_are_one_territory() -> None:
    """T02's two areas meet again around the corner: nobody has to cross the border between them."""
    around = {"B2": "T02", "B1": "T01", "A1": "T07", "A2": ("T11", 2)}
    board = table({"A3": "T10", "D1": "T13", **around}, units={"T02a": {"blue": 3}}, catalog="terrain")
    assert board.territories["T02a"].areas == ("T01a", "T02a", "T02b", "T07a", "T11a")
    assert "T02a" not in board.territories["T02a"].borders
    assert units(board, "T02a") == {"blue": 3}
