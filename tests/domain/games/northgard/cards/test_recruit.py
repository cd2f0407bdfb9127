from __future__ import annotations

from domain.games.northgard import RULES
from domain.games.northgard import facts as f
from domain.games.northgard.actions import Recruit
from tests.builders.northgard import act, facts, refused, table, units

THREE = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


def test_ng_10_recruiting_adds_one_unit_on_the_base_tile() -> None:
    board = act(table(units=THREE), "blue", Recruit("recruit", "T01a"))
    assert units(board, "T01a") == {"blue": 4}
    assert board.sides["blue"].reserve == 6


def test_ng_10_elsewhere_nobody_is_recruited_without_a_camp() -> None:
    board = table(units={**THREE, "T02a": {"blue": 1}})
    assert refused(board, "blue", Recruit("recruit", "T02a")) == "no-camp"
    assert refused(board, "blue", Recruit("recruit", "T03a")) == "no-camp"
    assert refused(board, "blue", Recruit("recruit", "T13a")) == "unknown-territory"


def test_ng_11_one_camp_adds_one_unit() -> None:
    board = table(units={**THREE, "T02a": {"blue": 1}}, buildings={"T02a": ["camp"]})
    assert units(act(board, "blue", Recruit("recruit", "T02a")), "T02a") == {"blue": 3}


def test_ng_12_three_camps_add_three_units() -> None:
    board = table(units={"T02a": {"blue": 1}}, buildings={"T02a": ["camp", "camp", "camp"]})
    assert units(act(board, "blue", Recruit("recruit", "T02a")), "T02a") == {"blue": 5}


def test_ng_14_a_camp_held_by_the_rival_is_not_ones_own() -> None:
    board = table(units={**THREE, "T02a": {"red": 1}}, buildings={"T02a": ["camp"]})
    assert refused(board, "blue", Recruit("recruit", "T02a")) == "enemy-there"


def test_a_camp_in_a_neutral_territory_is_nobodys() -> None:
    board = table(units=THREE, buildings={"T02a": ["camp"]})
    assert refused(board, "blue", Recruit("recruit", "T02a")) == "no-camp"


def test_ng_15_a_short_reserve_recruits_what_remains() -> None:
    board = table(units={"T01a": {"blue": 8}, "T02a": {"blue": 1}}, buildings={"T02a": ["camp", "camp"]})
    assert facts(board, "blue", Recruit("recruit", "T02a"))[1] == f.UnitsRecruited("blue", "T02a", 1)


def test_an_empty_reserve_cannot_recruit() -> None:
    board = table(units={"T01a": {"blue": 10}})
    assert refused(board, "blue", Recruit("recruit", "T01a")) == "reserve-empty"
    assert not any(isinstance(c.action, Recruit) for c in RULES.legal(board, "blue").choices)


def test_camps_on_the_base_tile_count_even_when_it_is_empty() -> None:
    board = table(units={"T02a": {"blue": 2}}, buildings={"T01a": ["camp"]})
    assert units(act(board, "blue", Recruit("recruit", "T01a")), "T01a") == {"blue": 2}


def test_nobody_is_recruited_on_a_base_tile_the_enemy_holds() -> None:
    """A-NG-13."""
    board = table(units={"T01a": {"red": 1}, "T02a": {"blue": 2}})
    assert refused(board, "blue", Recruit("recruit", "T01a")) == "enemy-there"


def test_a_base_territory_that_has_grown_still_recruits() -> None:
    board = table({"A3": "T01", "B3": "T07", "D1": "T13"}, units={"T01a": {"blue": 1}}, catalog="terrain")
    assert units(act(board, "blue", Recruit("recruit", "T01a")), "T01a") == {"blue": 2}


def test_any_area_names_its_territory() -> None:
    board = table({"A3": "T01", "B3": ("T07", 2), "D1": "T13"}, units={"T01a": {"blue": 1}}, catalog="terrain")
    assert facts(board, "blue", Recruit("recruit", "T07a"))[1] == f.UnitsRecruited("blue", "T01a", 1)
