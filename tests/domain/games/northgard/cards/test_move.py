from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.northgard import RULES
from domain.games.northgard import facts as f
from domain.games.northgard.actions import Build, Explore, Move, Recruit, Retreat, Step, Stop
from domain.rules.ruleset import Action as AnyAction
from tests.builders.northgard import CARDS, act, facts, refused, table, units

HOME = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


@pytest.mark.parametrize(
    "action",
    [
        Recruit("special", "T01a"),
        Build("special", "camp", "T01a"),
        Move("special", "T01a", "T02a", 2),
    ],
)
def test_ng_27_special_does_one_of_four_actions_and_only_special_is_turned(action: AnyAction) -> None:
    board = act(table(units=HOME), "blue", action)
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "special")
    assert RULES.to_act(board) == ("red",)


def test_ng_27_special_explores() -> None:
    board = act(table(units=HOME), "blue", Explore("special", "A2"), ["T09"])
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "special")


def test_special_moves_one_step_only() -> None:
    board = table({"A3": "T01", "B3": ("T11", 3), "D1": "T10"}, units={"T01a": {"blue": 3}}, catalog="terrain")
    assert board.territories["T01a"].borders == {"T11a": "rough"}
    assert refused(board, "blue", Move("special", "T01a", "T11a", 1)) == "rough-border"


def test_ng_29_a_regular_border_takes_a_move_1() -> None:
    board = act(table(units=HOME), "blue", Move("special", "T01a", "T02a", 2))
    assert units(board, "T01a") == {"blue": 1} and units(board, "T02a") == {"blue": 2}


def test_ng_30_a_rough_border_is_refused_to_one_step() -> None:
    board = table({"A3": "T10", "B3": "T01", "C3": ("T11", 3), "D1": "T13"}, units={"T10a": {"blue": 3}}, catalog="terrain")
    board = act(board, "blue", Move("move-a", "T10a", "T01a", 3))
    assert board.steps == 1
    assert refused(board, "blue", Step("T01a", "T11a", 3)) == "rough-border"


def test_ng_31_a_move_2_crosses_a_rough_border_and_is_used_up() -> None:
    board = table({"A3": "T01", "B3": ("T11", 3), "D1": "T10"}, units={"T01a": {"blue": 3}}, catalog="terrain")
    board = act(board, "blue", Move("move-a", "T01a", "T11a", 2))
    assert units(board, "T11a") == {"blue": 2}
    assert RULES.to_act(board) == ("red",)


def test_ng_32_a_move_2_is_two_independent_moves() -> None:
    board = table(units={"T01a": {"blue": 2}, "T03a": {"blue": 2}, "T04a": {"red": 3}})
    board = act(board, "blue", Move("move-a", "T01a", "T02a", 1))
    board = act(board, "blue", Step("T03a", "T02a", 2))
    assert units(board, "T01a") == {"blue": 1} and units(board, "T02a") == {"blue": 3} and units(board, "T03a") == {}
    assert RULES.to_act(board) == ("red",)
    assert "move-a" not in board.sides["blue"].up


def test_a_move_2_takes_the_same_units_two_territories_far() -> None:
    board = act(table(units=HOME), "blue", Move("move-b", "T01a", "T02a", 3))
    board = act(board, "blue", Step("T02a", "T03a", 3))
    assert units(board, "T03a") == {"blue": 3}


def test_a_move_card_may_be_a_move_1() -> None:
    board = act(table(units=HOME), "blue", Move("move-a", "T01a", "T02a", 3))
    assert facts(board, "blue", Stop()) == (f.TurnPassed("red"),)
    board = act(board, "blue", Stop())
    assert (board.playing, board.steps) == ("", 0)


def test_ng_34_touching_at_a_corner_is_not_adjacent() -> None:
    board = table({"A3": "T01", "B2": "T02", "B3": "T03", "D1": "T04"}, units={"T01a": {"blue": 3}})
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 1)) == "not-adjacent"
    assert refused(board, "blue", Move("move-a", "T01a", "T04a", 1)) == "not-adjacent"
    assert refused(board, "blue", Move("move-a", "T01a", "T01a", 1)) == "not-adjacent"


def test_a_closed_side_is_not_adjacent() -> None:
    board = table({"A3": "T01", "B3": "T07", "D1": "T10"}, units={"T01a": {"blue": 3}}, catalog="terrain")
    assert refused(board, "blue", Move("move-a", "T01a", "T07a", 1)) == "not-adjacent"


def test_only_ones_own_units_move_and_no_more_than_there_are() -> None:
    board = table(units={**HOME, "T02a": {"red": 1}})
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 4)) == "not-enough-units"
    assert refused(board, "blue", Move("move-a", "T02a", "T01a", 1)) == "not-enough-units"
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 0)) == "not-enough-units"
    assert refused(board, "blue", Move("move-a", "T01a", "T09a", 1)) == "unknown-territory"
    assert refused(board, "blue", Move("move-a", "T99a", "T01a", 1)) == "unknown-territory"


def test_a_catalog_may_limit_the_units_of_a_step() -> None:
    board = table(units=HOME)
    setting = board.setting
    values = replace(setting.values, move=replace(setting.values.move, units_per_step=2))
    board = replace(board, setting=type(setting)(setting.catalog, values, setting.options, setting.seat_specs))
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 3)) == "too-many-units"
    assert Move("move-a", "T01a", "T02a", 2) in [c.action for c in RULES.legal(board, "blue").choices]


def test_an_inner_border_separates_areas_of_one_tile() -> None:
    board = table({"A3": "T02", "D1": "T10"}, units={"T02a": {"blue": 3}}, catalog="terrain")
    assert units(act(board, "blue", Move("special", "T02a", "T02b", 1)), "T02b") == {"blue": 1}
    board = table({"A3": "T03", "D1": "T10"}, units={"T03a": {"blue": 3}}, catalog="terrain")
    assert refused(board, "blue", Move("special", "T03a", "T03b", 1)) == "rough-border"


CLASH = {"T01a": {"blue": 4}, "T02a": {"red": 1}, "T04a": {"red": 3}}


def test_combat_after_the_first_step_is_fought_at_once_and_others_take_the_second() -> None:
    """A-NG-12: of four units three attack and win; only the one that stayed may still move."""
    board = act(table(units=CLASH), "blue", Move("move-a", "T01a", "T02a", 3), ["build"], ["build"])
    assert units(board, "T02a") == {"blue": 2}
    assert (RULES.to_act(board), board.steps) == (("blue",), 1)
    assert refused(board, "blue", Step("T02a", "T03a", 1)) == "not-enough-units"
    assert units(act(board, "blue", Step("T01a", "T02a", 1)), "T02a") == {"blue": 3}


def test_units_that_fought_may_step_on_where_the_table_says_so() -> None:
    board = act(table(units=CLASH, fought_may_step=True), "blue", Move("move-a", "T01a", "T02a", 3), ["build"], ["build"])
    assert units(act(board, "blue", Step("T02a", "T03a", 2)), "T03a") == {"blue": 2}


def test_units_that_retreated_do_not_step_either() -> None:
    board = table(units={"T01a": {"blue": 3}, "T02a": {"red": 4}, "T04a": {"red": 1}})
    board = act(board, "blue", Move("move-a", "T01a", "T02a", 2), ["build"], ["build"])
    assert RULES.to_act(board) == ("blue",) and board.stage == "retreating"
    board = act(board, "blue", Retreat("T01a"))
    assert units(board, "T01a") == {"blue": 2} and board.stage == "stepping"
    assert refused(board, "blue", Step("T01a", "T02a", 2)) == "not-enough-units"
    after = act(board, "blue", Step("T01a", "T02a", 1), ["explore"], ["explore"])
    assert units(after, "T02a") == {"red": 2}


def test_units_that_fought_are_free_again_in_the_next_turn() -> None:
    board = act(table(units=CLASH), "blue", Move("move-a", "T01a", "T02a", 3), ["build"], ["build"])
    board = act(board, "blue", Stop())
    board = act(board, "red", Recruit("recruit", "T04a"))
    assert units(act(board, "blue", Move("move-b", "T02a", "T03a", 2)), "T03a") == {"blue": 2}


def test_the_turn_passes_when_nobody_is_left_to_step() -> None:
    board = table(units={"T01a": {"blue": 2}, "T02a": {"red": 2}})
    board = act(board, "blue", Move("move-a", "T01a", "T02a", 2), ["move-b"], ["build"])
    assert RULES.to_act(board) == ("red",) and board.stage == "retreating"
    board = act(board, "red", Retreat("T03a"))
    assert units(board, "T02a") == {"blue": 1} and units(board, "T03a") == {"red": 1}
    assert RULES.to_act(board) == ("red",) and board.stage == "playing", "all of Blue's units have fought"
