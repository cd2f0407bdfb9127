import pytest

from domain.titles.contract.chance import ChanceNeeded, TableChance
from domain.titles.contract.ruleset import BadOpening
from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.board import developed_resources
from domain.titles.convicted.field import SECTIONS
from tests.builders.convicted import (
    after,
    at_actions,
    catalog,
    opened,
    outcome_of,
    refused,
    with_building,
    with_section,
    with_stock,
    with_technologies,
)
from tests.builders.refusals import refused_with


def test_cv_15_a_hero_has_one_card_and_no_token() -> None:
    board = after(opened(2), "p1", a.ChooseHero("oracle"))
    assert refused(board, "p2", a.ChooseHero("oracle")) == "hero-taken"
    board = after(board, "p2", a.ChooseHero("heretic"), ["p1"])
    assert board.heroes == {"p1": "oracle", "p2": "heretic"}
    assert all("oracle" not in section.units for section in board.sections.values())


def test_cv_21_a_new_game_is_set_up_as_the_text_says() -> None:
    board = opened(3)
    assert {b: n for b, n in board.buildings.items() if n} == {"barracks": 1, "keep": 1}
    assert board.turn == 1
    assert board.stock.wood == board.setting.values.start.wood[2] == board.stock.total
    assert all(board.sections[s].units == {"spearman": 1} for s in SECTIONS)
    assert (board.technologies, board.first) == ((), "")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_start_units_and_wood_depend_on_the_number_of_players(players: int) -> None:
    board = opened(
        players, **{"start.garrison_per_section": [1, 2, 0, 1], "start.wood": [3, 4, 5, 0]}
    )
    assert board.stock.wood == (3, 4, 5, 0)[players - 1]
    assert (
        sum(sum(s.units.values()) for s in board.sections.values()) == 8 * (1, 2, 0, 1)[players - 1]
    )


def test_the_first_player_is_drawn_once_everybody_has_a_hero() -> None:
    board = opened(3)
    board = after(board, "p3", a.ChooseHero("oracle"))
    board = after(board, "p1", a.ChooseHero("sorcerer"))
    needed = refused_with(
        ChanceNeeded, "", RULES.decide, board, "p2", a.ChooseHero("deserter"), TableChance()
    )
    assert needed.asks[0].spec == "1of3"
    assert after(board, "p2", a.ChooseHero("deserter"), ["p3"]).first == "p3"


@pytest.mark.parametrize("players", [0, 5, 6])
def test_cv_47_only_1_to_4_players_can_play(players: int) -> None:
    refusal = refused_with(BadOpening, "", opened, players)
    assert refusal.pointer == "/players"
    assert "1 to 4" in refusal.text.en and "1 à 4" in refusal.text.fr


def test_two_players_are_the_default() -> None:
    assert opened(None).setting.players == ("p1", "p2")
    assert opened(None).setting.seats == ("p1", "p2", "enemy")


def test_the_default_catalog_gives_the_box_of_the_text() -> None:
    limits = opened().setting.values.limits
    assert (limits.buildings, limits.fortifications, limits.moats, limits.ditches) == (
        26,
        40,
        12,
        12,
    )
    assert (limits.defenders, limits.enemies, limits.resources, limits.engines) == (
        180,
        200,
        75,
        60,
    )
    assert (
        limits.sheets,
        limits.resistance,
        limits.actions,
        limits.technologies,
        limits.rites,
    ) == (25, 40, 12, 19, 10)
    assert catalog().values["campaign"] == {"turns": 20, "scenarios": 10, "turns_per_scenario": 2}


def test_cv_04_only_wood_can_be_had_at_the_start() -> None:
    board = at_actions(1)
    assert developed_resources(board) == ("wood",)
    for resource in ("stone", "iron", "gold"):
        assert refused(board, "p1", a.Gather(resource)) == "resource-unavailable"
    assert after(board, "p1", a.Gather("wood")).stock.wood == 9


def test_a_building_goes_up_by_one_level_for_an_action_and_its_price() -> None:
    board = at_actions(1)
    assert refused(board, "p1", a.Build("chapel", 2)) == "one-level"
    board = after(board, "p1", a.Build("chapel", 1))
    assert (board.buildings["chapel"], board.stock.wood, board.counter) == (1, 5, 1)
    assert board.box["buildings"] == 23
    board = after(board, "p1", a.Build("chapel", 2))
    assert board.box["buildings"] == 23
    assert refused(with_stock(board), "p1", a.Build("library", 1)) == "cannot-pay"


def test_a_building_may_wait_for_a_technology_and_ends_with_its_highest_level() -> None:
    board = with_stock(with_building(at_actions(1), "barracks", 2), wood=9, stone=9, iron=9)
    assert refused(board, "p1", a.Build("barracks", 3)) == "technology-missing"
    board = after(with_technologies(board, "construction"), "p1", a.Build("barracks", 3))
    board = after(board, "p1", a.Build("barracks", 4))
    assert refused(board, "p1", a.Build("barracks", 5)) == "top-level"


def test_research_draws_a_card_that_is_not_yet_developed() -> None:
    board = with_technologies(with_building(at_actions(1), "library", 1), "forestry")
    needed = refused_with(ChanceNeeded, "", RULES.decide, board, "p1", a.Research(), TableChance())
    assert len(needed.asks[0].pool) == 18
    assert "forestry" not in needed.asks[0].pool
    board, facts = outcome_of(board, "p1", a.Research(), ["quarrying"])
    assert (board.technologies, board.counter) == (("forestry", "quarrying"), 1)
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
    assert (board.sections["NE"].units, board.city) == ({"spearman": 1, "archer": 1}, {"archer": 1})
    assert (board.stock.wood, board.counter, board.box["defenders"]) == (4, 1, 180 - 8 - 2)


def test_siege_engines_come_from_the_workshop_and_stand_where_they_can() -> None:
    board = with_stock(with_section(at_actions(1), "NE", level=2, resistance=2), wood=20)
    assert refused(board, "p1", a.Train("ballista", ("NE",))) == "building-missing"
    board = with_building(board, "workshop", 1)
    assert refused(board, "p1", a.Train("ballista", ("city",))) == "wrong-stand"
    assert refused(board, "p1", a.Train("ballista", ("N",))) == "wrong-stand"
    assert refused(board, "p1", a.Train("ballista", ("NE", "NE"))) == "batch"
    board = after(board, "p1", a.Train("ballista", ("NE",)))
    assert (board.sections["NE"].engines, board.box["engines"]) == ({"ballista": 1}, 59)
