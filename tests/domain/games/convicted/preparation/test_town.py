"""The city's actions: building, research, gathering, training ("Qu'est-ce qu'une Action", "Ressources", "Entraînement")."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.convicted import RULES
from domain.games.convicted import actions as a
from domain.games.convicted.board import resources
from domain.rules.chance import ChanceNeeded, TableChance
from tests.builders.convicted import (
    after,
    at_actions,
    refused,
    told,
    with_building,
    with_section,
    with_stock,
    with_technologies,
)


def test_cv_04_only_wood_can_be_had_at_the_start() -> None:
    board = at_actions(1)
    assert resources(board) == ("wood",)
    for resource in ("stone", "iron", "gold"):
        assert refused(board, "p1", a.Gather(resource)) == "resource-unavailable"
    assert after(board, "p1", a.Gather("wood")).stock.wood == 9


def test_a_resource_opens_with_its_technology() -> None:
    board = with_technologies(at_actions(1), "quarrying")
    assert resources(board) == ("wood", "stone")
    board = after(board, "p1", a.Gather("stone"))
    assert (board.stock.stone, board.counter) == (1, 1)


def test_gathering_brings_no_more_than_the_markers_left() -> None:
    board = with_stock(at_actions(1), wood=74)
    board = after(board, "p1", a.Gather("wood"))
    assert board.stock.wood == 75
    assert refused(board, "p1", a.Gather("wood")) == "none-left"
    board = after(board, "p1", a.Build("chapel", 1))
    assert after(board, "p1", a.Gather("wood")).stock.wood == 75


def test_a_building_goes_up_by_one_level_for_an_action_and_its_price() -> None:
    board = at_actions(1)
    assert refused(board, "p1", a.Build("chapel", 2)) == "one-level"
    board = after(board, "p1", a.Build("chapel", 1))
    assert (board.buildings["chapel"], board.stock.wood, board.counter) == (1, 5, 1)
    assert board.box["buildings"] == 23
    board = after(board, "p1", a.Build("chapel", 2))
    assert board.box["buildings"] == 23
    assert refused(with_stock(board), "p1", a.Build("library", 1)) == "cannot-pay"


def test_building_tokens_run_out_for_new_buildings_only() -> None:
    board = at_actions(1)
    board = replace(board, box={**board.box, "buildings": 0})
    assert refused(board, "p1", a.Build("chapel", 1)) == "none-left"
    assert after(board, "p1", a.Build("barracks", 2)).buildings["barracks"] == 2


def test_a_building_may_wait_for_a_technology_and_ends_with_its_highest_level() -> None:
    board = with_stock(with_building(at_actions(1), "barracks", 2), wood=9, stone=9, iron=9)
    assert refused(board, "p1", a.Build("barracks", 3)) == "technology-missing"
    board = after(with_technologies(board, "construction"), "p1", a.Build("barracks", 3))
    board = after(board, "p1", a.Build("barracks", 4))
    assert refused(board, "p1", a.Build("barracks", 5)) == "top-level"


def test_research_draws_a_card_that_is_not_yet_developed() -> None:
    board = with_technologies(with_building(at_actions(1), "library", 1), "forestry")
    with pytest.raises(ChanceNeeded) as needed:
        RULES.decide(board, "p1", a.Research(), TableChance())
    assert len(needed.value.asks[0].pool) == 18
    assert "forestry" not in needed.value.asks[0].pool
    board, facts = told(board, "p1", a.Research(), ["quarrying"])
    assert board.technologies == ("forestry", "quarrying")
    assert board.counter == 1
    assert facts[-1].reveals


def test_research_wants_the_library_its_price_and_a_card() -> None:
    board = at_actions(1)
    assert refused(board, "p1", a.Research()) == "building-missing"
    board = with_building(board, "library", 1)
    assert refused(with_stock(board), "p1", a.Research()) == "cannot-pay"
    everything = tuple(t.id for t in board.setting.values.technologies)
    assert refused(with_technologies(board, *everything), "p1", a.Research()) == "none-left"


def test_training_costs_an_action_and_resources_and_posts_the_units() -> None:
    board = after(at_actions(1), "p1", a.Train("archer", ("NE", "city")))
    assert board.sections["NE"].units == {"spearman": 1, "archer": 1}
    assert board.city == {"archer": 1}
    assert (board.stock.wood, board.counter) == (4, 1)
    assert board.box["defenders"] == 180 - 8 - 2


def test_training_keeps_to_the_batch_the_barracks_and_the_technology() -> None:
    board = with_stock(at_actions(1), wood=9, iron=9)
    assert refused(board, "p1", a.Train("spearman", ("city",) * 3)) == "batch"
    assert refused(board, "p1", a.Train("swordsman", ("city",))) == "building-missing"
    board = with_building(board, "barracks", 2)
    assert refused(board, "p1", a.Train("swordsman", ("city",))) == "technology-missing"
    board = with_technologies(board, "chainmail")
    assert after(board, "p1", a.Train("swordsman", ("city",))).city == {"swordsman": 1}
    assert refused(board, "p1", a.Train("ogre", ("city",))) == "not-ours"
    assert refused(board, "p1", a.Train("ram", ("NE",))) == "not-ours"
    assert refused(board, "p1", a.Train("dragon", ("NE",))) == "not-ours"
    assert refused(with_stock(board), "p1", a.Train("spearman", ("city",))) == "cannot-pay"


def test_defender_tokens_run_out() -> None:
    board = at_actions(1, **{"limits.defenders": 9})
    assert refused(board, "p1", a.Train("spearman", ("city", "city"))) == "none-left"
    assert after(board, "p1", a.Train("spearman", ("city",))).box["defenders"] == 0


def test_siege_engines_come_from_the_workshop_and_stand_where_they_can() -> None:
    board = with_stock(with_section(at_actions(1), "NE", level=2, resistance=2), wood=20)
    assert refused(board, "p1", a.Train("ballista", ("NE",))) == "building-missing"
    board = with_building(board, "workshop", 1)
    assert refused(board, "p1", a.Train("ballista", ("city",))) == "wrong-stand"
    assert refused(board, "p1", a.Train("ballista", ("N",))) == "wrong-stand"
    assert refused(board, "p1", a.Train("ballista", ("NE", "NE"))) == "batch"
    board = after(board, "p1", a.Train("ballista", ("NE",)))
    assert board.sections["NE"].engines == {"ballista": 1}
    assert board.box["engines"] == 59


def test_cauldrons_and_boulders_stand_on_walls() -> None:
    board = with_building(with_stock(with_section(at_actions(1), "E", level=1, resistance=1), wood=20), "workshop", 1)
    assert refused(board, "p1", a.Train("boulders", ("NE",))) == "wrong-stand"
    assert refused(board, "p1", a.Train("boulders", ("W",))) == "no-stand"
    assert after(board, "p1", a.Train("boulders", ("E",))).sections["E"].engines == {"boulders": 1}
    engineless = after(with_section(board, "NE", level=2, resistance=2), "p1", a.Train("boulders", ("E",)))
    assert refused(engineless, "p1", a.Train("boulders", ("E",))) == "no-stand"
