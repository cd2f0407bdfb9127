from typing import Any

import pytest
from msgspec.structs import replace

from domain.titles.contract.ruleset import Action as AnyAction
from domain.titles.northgard import RULES, RULES_1, facts as f
from domain.titles.northgard.actions import Build, Explore, Move, Recruit, Renew, Step
from domain.titles.northgard.board import Board
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
def test_ng_27_special_does_one_of_four_actions_and_only_special_is_turned(
    action: AnyAction,
) -> None:
    board = act(table(units=HOME), "blue", action)
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "special")
    assert RULES.to_act(board) == ("red",)


def test_ng_27_special_explores() -> None:
    board = act(table(units=HOME), "blue", Explore("special", "A2"), ["T09"])
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "special")


def test_ng_29_a_regular_border_takes_a_move_1() -> None:
    board = act(table(units=HOME), "blue", Move("special", "T01a", "T02a", 2))
    assert units(board, "T01a") == {"blue": 1} and units(board, "T02a") == {"blue": 2}


ROUGH = table(
    {"A3": "T10", "B3": "T01", "C3": ("T11", 3), "D1": "T13"},
    units={"T10a": {"blue": 3}},
    catalog="terrain",
)
CORNERS = table({"A3": "T01", "B2": "T02", "B3": "T03", "D1": "T04"}, units={"T01a": {"blue": 3}})
BESIDE = table(units={**HOME, "T02a": {"red": 1}})


@pytest.mark.parametrize(
    ("board", "action", "why"),
    [
        pytest.param(
            act(ROUGH, "blue", Move("move-a", "T10a", "T01a", 3)),
            Step("T01a", "T11a", 3),
            "rough-border",
            id="ng_30_a_rough_border_is_refused_to_one_step",
        ),
        *(
            pytest.param(
                CORNERS,
                Move("move-a", "T01a", target, 1),
                "not-adjacent",
                id=f"ng_34_touching_at_a_corner_is_not_adjacent_to_{target}",
            )
            for target in ("T02a", "T04a", "T01a")
        ),
        (BESIDE, Move("move-a", "T01a", "T02a", 4), "not-enough-units"),
        (BESIDE, Move("move-a", "T02a", "T01a", 1), "not-enough-units"),
        (BESIDE, Move("move-a", "T01a", "T02a", 0), "not-enough-units"),
        (BESIDE, Move("move-a", "T01a", "T09a", 1), "unknown-territory"),
        (BESIDE, Move("move-a", "T99a", "T01a", 1), "unknown-territory"),
    ],
)
def test_moves_that_cannot_be(board: Board, action: AnyAction, why: str) -> None:
    assert refused(board, "blue", action) == why


def test_ng_31_a_move_2_crosses_a_rough_border_and_is_used_up() -> None:
    board = table(
        {"A3": "T01", "B3": ("T11", 3), "D1": "T10"}, units={"T01a": {"blue": 3}}, catalog="terrain"
    )
    board = act(board, "blue", Move("move-a", "T01a", "T11a", 2))
    assert (units(board, "T11a"), RULES.to_act(board)) == ({"blue": 2}, ("red",))


def test_ng_32_a_move_2_is_two_independent_moves() -> None:
    board = table(units={"T01a": {"blue": 2}, "T03a": {"blue": 2}, "T04a": {"red": 3}})
    board = act(board, "blue", Move("move-a", "T01a", "T02a", 1))
    board = act(board, "blue", Step("T03a", "T02a", 2))
    assert (
        units(board, "T01a") == {"blue": 1}
        and units(board, "T02a") == {"blue": 3}
        and units(board, "T03a") == {}
    )
    assert RULES.to_act(board) == ("red",)
    assert "move-a" not in board.sides["blue"].up


def test_a_catalog_may_limit_the_units_of_a_step() -> None:
    board = table(units=HOME)
    setting = board.setting
    values = replace(setting.values, move=replace(setting.values.move, units_per_step=2))
    board = replace(
        board, setting=type(setting)(setting.catalog, values, setting.options, setting.seat_specs)
    )
    assert refused(board, "blue", Move("move-a", "T01a", "T02a", 3)) == "too-many-units"
    assert Move("move-a", "T01a", "T02a", 2) in [
        c.action for c in RULES.legal(board, "blue").choices
    ]


TILES = {
    "A3": "T01",
    "D1": "T04",
    "C1": "T05",
    "B1": "T06",
    "A1": "T07",
    "D2": "T08",
    "D3": "T09",
    "C2": "T10",
}
"""Red's side: T04 food, T05 wood, T06 lore, T07 food, T08 wood, T09 lore, T10 food."""


def red_holds(
    *territories: str, buildings: dict[str, list[str]] | None = None, red: int = 0, **options: bool
) -> Board:
    return table(
        TILES,
        units={"T01a": {"blue": 3}} | {id: {"red": 1} for id in territories},
        buildings=buildings,
        up={"blue": ("renew",)},
        points={"red": red},
        **options,
    )


TWO = ("T04a", "T05a", "T06a", "T07a", "T08a", "T09a")
MONOPOLY = {"buildings": {"T04a": ["monopoly_food"]}}
WANTED = {**MONOPOLY, "monopoly_needs_trio": True}


@pytest.mark.parametrize(
    ("held", "how", "gained"),
    [
        pytest.param(("T04a", "T07a", "T05a", "T06a"), {}, (1, 1, 0), id="ng_35_by_a_trio"),
        pytest.param(TWO, {}, (2, 2, 0), id="ng_36_each_resource_counts_once"),
        pytest.param(
            ("T04a", "T07a", "T10a", "T05a", "T08a"), {}, (), id="ng_36_not_without_all_three"
        ),
        pytest.param(("T04a",), MONOPOLY, (1, 0, 1), id="ng_38_by_a_monopoly_without_a_trio"),
        pytest.param(("T04a",), WANTED, (), id="ng_38_not_where_the_table_wants_a_trio"),
        pytest.param(TWO[:3], WANTED, (2, 1, 1), id="ng_38_where_the_table_wants_a_trio_with_one"),
    ],
)
def test_renew_gives_the_rival_points_and_all_cards_come_up(
    held: tuple[str, ...], how: dict[str, Any], gained: tuple[int, ...]
) -> None:
    results = facts(red_holds(*held, **how), "blue", Renew())
    points = [x for x in results if isinstance(x, f.PointsGained)]
    assert points == ([f.PointsGained("red", *gained)] if gained else [])
    sides = act(red_holds(*held, **how), "blue", Renew()).sides
    assert (sides["red"].points, sides["blue"].up) == (sum(gained[:1]), CARDS)


def test_ng_39_only_the_rival_scores() -> None:
    held = {id: {"blue": 1} for id in ("T04a", "T05a", "T06a", "T07a", "T08a", "T09a")}
    board = act(table(TILES, units=held), "blue", Renew())
    assert board.sides["blue"].points == board.sides["red"].points == 0


def test_ng_42_renew_itself_ends_face_up() -> None:
    assert facts(red_holds("T04a"), "blue", Renew()) == (
        f.CardPlayed("blue", "renew"),
        f.CardsTurnedUp("blue", CARDS),
        f.TurnPassed("red"),
    )
    assert act(red_holds("T04a"), "blue", Renew()).sides["blue"].up == CARDS


def test_leaving_cards_face_down_where_none_lies_so_is_neither_offered_nor_legal() -> None:
    """When all cards are face up, Renew may not leave the others face down, and this is not
    offered. In a game of version 1 it stays legal."""
    board = table(TILES, units={"T01a": {"blue": 3}})
    offered = [c.action for c in RULES.legal(board, "blue").choices if isinstance(c.action, Renew)]
    assert offered == [Renew(True)]
    assert refused(board, "blue", Renew(turn_up=False)) == "nothing-down"
    board.setting.version = 1
    assert RULES_1.judge(board, "blue", Renew(turn_up=False)).legal


def test_ng_43_the_fifth_point_ends_the_game_at_once_in_the_other_players_turn() -> None:
    board = red_holds("T04a", "T05a", "T06a", red=4)
    assert facts(board, "blue", Renew())[-1] == f.PointsGained("red", 1, 1, 0), (
        "no card is turned, no turn passes"
    )
    board = act(board, "blue", Renew())
    outcome = RULES.outcome(board)
    assert outcome is not None and outcome.winners == ("red",)
    assert refused(board, "red", Recruit("recruit", "T04a")) == "game-over"
