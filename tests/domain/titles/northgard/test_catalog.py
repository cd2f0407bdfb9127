from domain.titles.northgard import RULES
from domain.titles.northgard.values import Values


def test_both_sets_differ_in_tiles_only() -> None:
    default, terrain = (c.values for c in RULES.catalogs().values())
    assert {k: v for k, v in default.items() if k != "tiles"} == {
        k: v for k, v in terrain.items() if k != "tiles"
    }
    assert default["tiles"] != terrain["tiles"]


def test_the_terrain_set_has_everything_the_notation_can_say() -> None:
    tiles = RULES.catalogs()["terrain"].values_as(Values).tiles
    edges = [(reach, edge) for t in tiles for a in t.areas for reach, edge in a.edges.items()]
    assert {edge for _, edge in edges} == {"open", "regular", "rough"}
    assert {len(t.areas) for t in tiles} == {1, 2, 3, 4}
    assert {b.kind for t in tiles for b in t.borders} == {"regular", "rough"}
    assert any(len(reach) == 2 for reach, _ in edges)
    assert {a.slots for t in tiles for a in t.areas} == {0, 1, 2}
    assert {len(a.resources) for t in tiles for a in t.areas} == {0, 1, 2}
