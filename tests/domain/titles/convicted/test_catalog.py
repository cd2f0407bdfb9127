from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.convicted import RULES
from domain.titles.convicted.field import (
    PERIODS,
    SECTIONS,
    SIDES,
    SIDES_OF,
    SLOTS,
    SLOTS_BEFORE,
    TOWERS,
    WALLS,
    at_place,
    at_zone,
    phase,
    section_name,
)
from tests.builders.convicted import catalog, opened

STAGES = list(RULES.catalogs()["default"].values["stages"])


def faults(**changes: Any) -> tuple[str, ...]:
    with pytest.raises(CatalogError) as caught:
        opened(2, **changes)
    return tuple(fault.pointer for fault in caught.value.faults)


def test_the_default_catalog_holds_what_the_text_prints() -> None:
    results = catalog()
    assert results.strays() == ()
    assert results.values["walls"][3]["cost"] == {"stone": 2, "wood": 1}
    assert results.origin("/walls/3/cost/stone") == "text"
    assert results.origin("/walls/3/capacity") == "placeholder"
    assert results.origin("/limits/defenders") == "text"
    assert results.origin("/campaign/turns") == "text"
    assert results.origin("/campaign/turns_per_scenario") == "inferred"
    assert results.origin("/siege/morale_per_round") == "published"
    assert results.origin("/siege/morale") == "placeholder"
    assert results.values["works"]["ditch"] == {}
    assert set(results.counts()) == {"text", "published", "inferred", "placeholder"}


def test_house_values_are_named_on_the_board() -> None:
    shown = RULES.view(opened(), "public")["house_values"]
    assert "works" in shown and "foes" in shown and "start" in shown
    assert "limits" not in shown and "campaign" not in shown


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"troops.0.id": "archer"}, "/troops/1/id"),
        ({"foes.0.id": "a/b"}, "/foes/0/id"),
        ({"walls": []}, "/walls"),
        ({"towers.2.reach": ["deployment"]}, "/towers/2/reach"),
        ({"walls.3.reach": ["assault", "deployment"]}, "/walls"),
        ({"walls.0.engines": 1}, "/walls/0"),
        ({"start.garrison": "knight"}, "/start/garrison"),
        ({"start.wood": [1]}, "/start/wood"),
        ({"start.wood": [76, 1, 1, 1]}, "/start/wood"),
        ({"start.garrison_per_section": [3, 1, 1, 1]}, "/start/garrison_per_section"),
        ({"limits.actions": 11}, "/limits/actions"),
        ({"sharing.markers": [[12], [6, 5], [4, 4, 4], [3, 3, 3, 3]]}, "/sharing/markers/1"),
        ({"sharing.sections": [[8], [4, 4], [4, 4], [2, 2, 2, 2]]}, "/sharing/sections/2"),
        ({"sharing.markers": [[12]]}, "/sharing/markers"),
        ({"buildings": []}, "/buildings"),
        ({"limits.buildings": 5}, "/limits/buildings"),
        ({"start.buildings": {"keep": 7}}, "/start/buildings/keep"),
        ({"start.buildings": {"barracks": 1}}, "/start/buildings"),
        ({"works.research_level": 9}, "/works/research_level"),
        ({"technologies.0.opens": []}, "/technologies"),
        ({"technologies.0.opens": ["stone", "iron"]}, "/technologies/0/opens"),
        ({"technologies.3.opens": ["moonlight"]}, "/technologies/3/opens"),
        ({"technologies.3.opens": ["wood"]}, "/technologies"),
        ({"limits.technologies": 18}, "/limits/technologies"),
        ({"foes.0.people": "elves"}, "/foes/0/people"),
        ({"peoples": [{"id": "barbarians", "name": {"en": "b", "fr": "b"}}]}, "/peoples"),
        ({"engines.1.stands": []}, "/engines/1"),
        ({"engines.0.endurance": None}, "/engines/0"),
        ({"spells.4.level": 6}, "/spells/4/level"),
        ({"limits.rites": 9}, "/limits/rites"),
        ({"stages": STAGES[:13]}, "/stages"),
        ({"stages.4.takes": []}, "/stages"),
        ({"stages.3.takes": ["enemy-engines", "oracle"]}, "/stages"),
        ({"stages.9.takes": []}, "/stages"),
        ({"campaign.turns_per_scenario": 1}, "/campaign"),
        ({"limits.sheets": 9}, "/limits/sheets"),
    ],
)
def test_a_contradiction_is_found_where_it_stands(changes: dict[str, Any], pointer: str) -> None:
    assert pointer in faults(**changes)


def test_a_peoples_units_must_not_be_missing() -> None:
    foes = [foe for foe in catalog().values["foes"] if foe["people"] != "wolfmen"]
    assert "/foes" in faults(foes=foes)


def test_an_organiser_can_correct_a_house_value() -> None:
    board = opened(2, **{"walls.0.capacity": 6, "start.wood": [1, 2, 3, 4]})
    assert board.stock.wood == 2
    assert board.room("N") == 5
    assert {s: board.room(s) for s in SECTIONS if s != "N"}["NE"] == 1


def test_a_scenarios_length_is_catalog_data() -> None:
    assert (
        RULES.scenarios(
            opened(2, **{"campaign.turns_per_scenario": 4, "campaign.scenarios": 10}).setting.values
        )
        == 5
    )
    assert RULES.scenarios(opened(2).setting.values) == 10


# -- the field -------------------------------------------------------------------------------------


def test_cv_03_the_board_has_the_zones_of_the_text() -> None:
    board = opened()
    assert set(WALLS) == {"N", "E", "S", "W"}
    assert set(TOWERS) == {"NE", "NW", "SE", "SW"}
    assert set(board.sections) == set(SECTIONS) == set(WALLS) | set(TOWERS)
    assert set(board.ring) == set(SLOTS)
    assert len(SLOTS) == 12
    assert set(SLOTS) == {"S1", "S2", "N1", "N2", "E1", "E2", "W1", "W2", "SE", "SW", "NE", "NW"}
    assert set(board.fronts) == set(SIDES) == {"N", "E", "S", "W"}
    for side in SIDES:
        assert board.zone(side, "deployment") == board.zone(side, "assault") == {}


def test_a_wall_faces_its_side_and_a_tower_the_two_at_its_corner() -> None:
    assert SIDES_OF["S"] == ("S",)
    assert set(SIDES_OF["NE"]) == {"N", "E"}
    assert set(SIDES_OF["SW"]) == {"S", "W"}


def test_the_ring_before_a_side_is_its_walls_two_slots_and_the_corners() -> None:
    assert set(SLOTS_BEFORE["S"]) == {"SW", "S1", "S2", "SE"}
    assert set(SLOTS_BEFORE["N"]) == {"NW", "N1", "N2", "NE"}


def test_the_city_has_the_six_parts_of_the_text() -> None:
    assert set(opened().buildings) == {
        "barracks",
        "keep",
        "workshop",
        "library",
        "mage-tower",
        "chapel",
    }


def test_stages_belong_to_the_phases_of_the_text() -> None:
    slugs = [phase(stage)[0] for stage in range(1, 15)]
    assert slugs == ["fire"] * 2 + ["engines"] * 2 + ["manoeuvre"] * 4 + ["melee"] * 5 + ["loyalty"]
    assert [
        PERIODS[step][0] for step in ("sections", "actions", "deployment", "assault", "pillage")
    ] == [1, 2, 3, 3, 3]


def test_places_are_named_in_both_languages() -> None:
    assert (section_name("N").en, section_name("N").fr) == ("wall N", "le mur N")
    assert (at_place("NE").en, at_place("NE").fr) == ("on tower NE", "sur la tour NE")
    assert (at_place("city").en, at_place("city").fr) == ("in the city", "dans la ville")
    assert at_zone("S", "assault").fr == "dans la zone d'assaut S"
    assert at_zone("S", "deployment").en == "in the deployment zone S"
