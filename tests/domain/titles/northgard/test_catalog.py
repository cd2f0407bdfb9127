from typing import Any

import msgspec
import pytest

from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.ruleset import open_setting
from domain.titles.northgard import RULES
from domain.titles.northgard.values import Values

DEFAULT = RULES.catalogs()["default"]


def edited(*changes: tuple[str, Any]) -> Values:
    values: Any = msgspec.json.decode(msgspec.json.encode(DEFAULT.values))
    for pointer, value in changes:
        *path, last = pointer.strip("/").split("/")
        inner = values
        for part in path:
            inner = inner[int(part)] if isinstance(inner, list) else inner[part]
        if isinstance(inner, list):
            inner[int(last)] = value
        else:
            inner[last] = value
    return msgspec.convert(values, Values)


def faults(*changes: tuple[str, Any]) -> list[str]:
    return [fault.pointer for fault in RULES.check_values(edited(*changes))]


def test_both_sets_differ_in_tiles_only() -> None:
    default, terrain = (c.values for c in RULES.catalogs().values())
    assert {k: v for k, v in default.items() if k != "tiles"} == {
        k: v for k, v in terrain.items() if k != "tiles"
    }
    assert default["tiles"] != terrain["tiles"]


def test_the_terrain_set_has_everything_the_notation_can_say() -> None:
    tiles = RULES.catalogs()["terrain"].typed(Values).tiles
    edges = [(reach, edge) for t in tiles for a in t.areas for reach, edge in a.edges.items()]
    assert {edge for _, edge in edges} == {"open", "regular", "rough"}
    assert {len(t.areas) for t in tiles} == {1, 2, 3, 4}
    assert {b.kind for t in tiles for b in t.borders} == {"regular", "rough"}
    assert any(len(reach) == 2 for reach, _ in edges)
    assert {a.slots for t in tiles for a in t.areas} == {0, 1, 2}
    assert {len(a.resources) for t in tiles for a in t.areas} == {0, 1, 2}


@pytest.mark.parametrize(
    ("pointer", "origin"),
    [
        ("/victory_points_to_win", "text"),
        ("/buildings/camp/count", "text"),
        ("/buildings/camp/cost/food", "placeholder"),
        ("/cards/0/bonus", "placeholder"),
        ("/cards/6/bonus", "text"),
        ("/cards/5/name/en", "inferred"),
        ("/tiles/3/areas/0/resources/0", "placeholder"),
        ("/grid/bases/0", "inferred"),
        ("/cost_mode", "inferred"),
    ],
)
def test_every_number_says_where_it_comes_from(pointer: str, origin: str) -> None:
    assert DEFAULT.origin(pointer) == origin


@pytest.mark.parametrize(
    ("pointer", "value", "fault"),
    [
        ("/start_units", 11, "/start_units"),
        ("/grid/columns", 5, "/tiles"),
        ("/grid/bases", ["A3", "D3"], "/grid/bases"),
        ("/grid/bases", ["A3", "A3"], "/grid/bases"),
        ("/cards/1/id", "recruit", "/cards"),
        ("/cards/2/does", ["build"], ""),
        ("/cards/6/bonus", 1, "/cards/6"),
        ("/cards/0/does", ["renew"], "/cards"),
        ("/cards/4/steps", 0, "/cards/4/steps"),
        ("/cards/0/steps", 1, "/cards/0/steps"),
        ("/cards/0/does", [], "/cards/0/does"),
        ("/buildings/tower/cost", {"wood": 9}, "/buildings/tower/cost/wood"),
        ("/tiles/1/id", "T01", "/tiles"),
        ("/tiles/0/areas", [], "/tiles/0/areas"),
        ("/tiles/0/areas/0/edges", {}, "/tiles/0/areas"),
        ("/tiles/0/areas/0/edges", {"N": "open", "N1": "rough"}, "/tiles/0/areas"),
        (
            "/tiles/0/borders",
            [{"between": ["a", "b"], "kind": "rough"}],
            "/tiles/0/borders/0/between",
        ),
        (
            "/tiles/0/borders",
            [{"between": ["a", "a"], "kind": "rough"}],
            "/tiles/0/borders/0/between",
        ),
    ],
)
def test_a_contradiction_is_named(pointer: str, value: Any, fault: str) -> None:
    results = faults((pointer, value))
    assert fault in results if fault else results == [], results


def test_a_rough_border_no_card_can_cross_is_a_fault() -> None:
    assert faults(("/cards/4/steps", 1), ("/cards/5/steps", 1)) == ["/move/rough_border_cost"]


def test_there_is_no_move_3() -> None:
    with pytest.raises(msgspec.ValidationError, match="steps"):
        edited(("/cards/4/steps", 3))


def test_an_area_nobody_can_reach_is_a_fault() -> None:
    areas = [
        {"id": "a", "edges": {"N": "open"}},
        {"id": "b", "edges": {}},
        {"id": "c", "edges": {}},
    ]
    borders = [{"between": ["b", "c"], "kind": "regular"}, {"between": ["b", "c"], "kind": "rough"}]
    results = faults(("/tiles/0/areas", areas), ("/tiles/0/borders", borders))
    assert results == ["/tiles/0/borders", "/tiles/0/areas/1", "/tiles/0/areas/2"]


def test_a_set_without_a_resource_or_a_slot_is_a_fault() -> None:
    results = RULES.check_values(
        edited(*((f"/tiles/{i}/areas/0/resources", ["food"]) for i in range(13)))
    )
    assert ("/tiles", "no tile shows lore: no trio could ever be formed") in [
        (f.pointer, f.text.en) for f in results
    ]
    results = RULES.check_values(edited(*((f"/tiles/{i}/areas/0/slots", 0) for i in range(13))))
    assert [(f.pointer, f.text.en) for f in results] == [
        ("/tiles", "there are buildings but no tile has a slot for one")
    ]


def test_a_wrong_type_or_a_stray_field_is_refused_with_its_place() -> None:
    for text, pointer in (
        (b'"start_units": 3', b'"start_units": "3"'),
        (b'"start_units": 3', b'"start_units": 3, "luck": 1'),
    ):
        catalog = Catalog(DEFAULT.data.replace(text, pointer))
        with pytest.raises(CatalogError) as error:
            open_setting(RULES, catalog, {}, None)
        assert "luck" in str(error.value) or error.value.faults[0].pointer == "/start_units"
