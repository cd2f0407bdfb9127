import pytest
from msgspec.structs import replace

from domain.titles.contract.ruleset import Action as AnyAction
from domain.titles.northgard import RULES
from domain.titles.northgard.actions import Build, Explore, Move, Recruit, Step
from tests.builders.northgard import CARDS, act, refused, table, units

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


def test_ng_34_touching_at_a_corner_is_not_adjacent() -> None:
    board = table({"A3": "T01", "B2": "T02", "B3": "T03", "D1": "T04"}, units={"T01a": {"blue": 3}})
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 1)) == "not-adjacent"
    assert refused(board, "blue", Move("move-a", "T01a", "T04a", 1)) == "not-adjacent"
    assert refused(board, "blue", Move("move-a", "T01a", "T01a", 1)) == "not-adjacent"


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
