from itertools import permutations

from domain.titles.northgard.land import (
    FACING,
    HALVES,
    Land,
    LyingTile,
    Territory,
    ring_of,
    turned_ring,
)
from domain.titles.northgard.values import Area, Inner, Tile
from tests.builders.northgard import fresh, table

LAND: Land = fresh("terrain").setting.land


def tile(id: str, *areas: Area, borders: tuple[Inner, ...] = ()) -> Tile:
    return Tile(id, areas, borders)


def test_half_sides_face_each_other_across_a_line() -> None:
    """The left half of a north side touches the left half of the south side above it, which is `S2`
    counted clockwise."""
    assert {here: HALVES[FACING[p]] for p, here in enumerate(HALVES)} == {
        "N1": "S2",
        "N2": "S1",
        "E1": "W2",
        "E2": "W1",
        "S1": "N2",
        "S2": "N1",
        "W1": "E2",
        "W2": "E1",
    }
    assert all(FACING[FACING[p]] == p for p in range(8))


def test_a_quarter_turn_clockwise_brings_north_to_east() -> None:
    ring = ring_of(tile("X", Area("a", {"N1": "open", "N2": "rough"})))
    assert [h for h, r in zip(HALVES, turned_ring(ring, 1), strict=True) if r] == ["E1", "E2"]
    assert turned_ring(ring, 1)[2] == ("Xa", "open")
    assert turned_ring(turned_ring(ring, 3), 1) == ring == turned_ring(ring, 0)


def test_orientations_that_look_alike_are_one() -> None:
    assert (LAND.orientations["T01"], LAND.orientations["T10"]) == ((0,), (0,))
    assert (LAND.orientations["T13"], LAND.orientations["T02"]) == ((0, 1), (0, 1, 2, 3))


def test_units_and_buildings_come_together_when_territories_join() -> None:
    before = {
        "T01a": Territory(("T01a",), ("food",), 2, {}, {"blue": 2}, ("tower",)),
        "T08a": Territory(("T08a",), ("lore",), 1, {}, {"blue": 1, "red": 1}, ("camp",)),
    }
    grid = {"A3": LyingTile("T01", 0), "B3": LyingTile("T07", 1), "C3": LyingTile("T08", 0)}
    (results,) = LAND.survey(grid, before).values()
    assert (results.units, results.buildings) == ({"blue": 3, "red": 1}, ("camp", "tower"))


def test_the_map_is_the_same_in_whatever_order_it_is_uncovered() -> None:
    """Apart from names, the areas, the borders between them, and what is printed are the same."""
    cells = {
        "A3": ("T04", 1),
        "B3": ("T09", 2),
        "A2": ("T05", 0),
        "B2": ("T12", 3),
        "D1": ("T13", 0),
    }
    shapes = set()
    for order in list(permutations(cells))[::7]:
        lands = table({cell: cells[cell] for cell in order}, catalog="terrain").territories
        shapes.add(
            frozenset(
                (
                    t.areas,
                    t.resources,
                    t.slots,
                    frozenset((lands[n].areas, k) for n, k in t.borders.items()),
                )
                for t in lands.values()
            )
        )
    assert len(shapes) == 1


def test_no_base_tile_of_the_house_sets_is_cut_off() -> None:
    """However the tiles are laid, a corner has an exit: in the whole set at most one side is closed
    along its whole length."""
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
