import msgspec
import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.board import ENEMY
from domain.titles.convicted.field import SECTIONS
from tests.builders.convicted import (
    after,
    at_actions,
    at_sections,
    at_siege,
    at_stage,
    bands,
    forward,
    opened,
    refused,
    with_building,
)
from tests.builders.refusals import refused_with
from tests.records.play import union


def end_of_turn(board):
    while board.step == "actions":
        board = after(board, board.go, a.EndActions())
    if board.step == "deployment":
        board = at_stage(1, board)
    while board.step == "assault":
        board = after(board, RULES.to_act(board)[0], a.CloseStage(board.stage))
    return after(board, "p1", a.EndPillage())


PERIODS = (at_sections(2), at_actions(2), at_siege(2), at_stage(1, at_siege(2)), opened(2))


@pytest.mark.parametrize(
    ("period", "seat", "action"),
    [
        (0, "p1", a.Gather("wood")),
        (1, "p1", a.ChooseSections(("N",))),
        (1, ENEMY, a.RevealEnemies()),
        (2, "p1", a.Gather("wood")),
        (2, "p1", a.CloseStage(1)),
        (3, ENEMY, a.Deploy("N", ())),
        (3, "p1", a.EndPillage()),
        (4, "p1", a.EndActions()),
    ],
)
def test_cv_23_the_periods_come_in_order(period: int, seat: str, action: Action) -> None:
    assert refused(PERIODS[period], seat, action) == "wrong-period"


@pytest.mark.parametrize(
    ("players", "each"), [(1, (12,)), (2, (6, 6)), (3, (4, 4, 4)), (4, (3, 3, 3, 3))]
)
def test_cv_05_cv_11_twelve_markers_are_shared_equally(players: int, each: tuple[int, ...]) -> None:
    board = at_actions(players)
    assert tuple(board.markers[p] for p in board.setting.players) == each


def test_cv_06_no_action_without_a_marker() -> None:
    board = at_actions(4)
    for slot in ("N1", "N2", "E1"):
        board = after(board, "p1", a.Dig(slot))
    assert (board.markers["p1"], board.counter) == (0, 3)
    for action in (
        a.Dig("E2"),
        a.Gather("wood"),
        a.Fortify("N", 1),
        a.Build("chapel", 1),
        a.Train("spearman", ("city",)),
    ):
        assert refused(board, "p1", action) == "no-marker"


def test_cv_07_markers_pass_to_nobody() -> None:
    board = at_actions(2)
    for _ in range(4):
        board = after(board, "p1", a.Gather("wood"))
    board = after(board, "p1", a.EndActions())
    assert board.markers == {"p1": 0, "p2": 6}
    for _ in range(6):
        board = after(board, "p2", a.Gather("wood"))
    assert refused(board, "p2", a.Gather("wood")) == "no-marker"
    refused_with(
        msgspec.ValidationError,
        "",
        msgspec.convert,
        {"type": "give-marker", "to": "p2"},
        union(RULES.action_types),
    )


def test_cv_10_each_player_takes_all_his_actions_in_turn_from_the_first() -> None:
    board = at_actions(3, first="p2")
    order = []
    while board.step == "actions":
        seat = board.go
        others = [p for p in board.setting.players if p != seat]
        assert all(refused(board, other, a.Gather("wood")) == "not-your-turn" for other in others)
        board = after(after(board, seat, a.Gather("wood")), seat, a.Gather("wood"))
        board = after(board, seat, a.EndActions())
        order.append(seat)
    assert order == ["p2", "p3", "p1"]


def test_cv_22_there_is_no_twenty_first_turn() -> None:
    board = at_actions(1, **{"campaign.turns_per_scenario": 20, "campaign.scenarios": 1})
    turns = 0
    while board.step != "over":
        turns += 1
        assert board.turn == turns
        board = end_of_turn(board)
    assert (turns, board.ending, RULES.to_act(board)) == (20, "redeemed", ())
    assert refused(board, "p1", a.ChooseSections(SECTIONS)) == "game-over"
    assert refused(board, "p1", a.Gather("wood")) == "game-over"


def test_cv_25_preparation_clears_the_board_for_a_new_turn() -> None:
    board = with_building(
        with_building(at_siege(2, ("sorcerer", "heretic")), "mage-tower", 1), "chapel", 1
    )
    board = after(board, "p2", a.Preach("N"))
    board = at_stage(1, board, N={"barbarian-warrior": 3, "ram": 1}, W={"ogre": 2})
    board = after(after(board, "p1", a.Cast("gust")), "p2", a.Bless("comfort"))
    board = after(forward(board, 5), ENEMY, a.Advance("N", "N1", bands(barbarian_warrior=3)))
    assert (board.morale, board.rites, board.preached) == (3, ("gust", "comfort"), "N")
    board = end_of_turn(board)
    assert board.turn == 2
    assert board.first == board.go == "p2"
    assert (board.enemies(), board.morale) == ({}, -1)
    assert (board.rites, board.used, board.preached, board.looted, board.slain) == (
        (),
        (),
        "",
        False,
        0,
    )
    assert all(front.people == "" for front in board.fronts.values())
    assert board.box["enemies"] == 200 and board.box["engines"] == 60
    assert board.markers == {"p1": 6, "p2": 6} and board.counter == 0
    assert all(section.seat == "" for section in board.sections.values())


def test_cv_27_sections_are_chosen_in_order_each_by_one_player() -> None:
    board = at_sections(3, first="p3")
    assert RULES.to_act(board) == ("p3",)
    assert refused(board, "p1", a.ChooseSections(("N", "E", "S"))) == "not-your-turn"
    board = after(board, "p3", a.ChooseSections(("N", "NE", "NW")))
    assert RULES.to_act(board) == ("p1",)
    assert refused(board, "p1", a.ChooseSections(("N", "E", "S"))) == "section-taken"
    board = after(board, "p1", a.ChooseSections(("E", "S", "W")))
    assert {s: x.seat for s, x in board.sections.items() if x.seat == "p2"} == {
        "SE": "p2",
        "SW": "p2",
    }
    assert board.step == "actions"
