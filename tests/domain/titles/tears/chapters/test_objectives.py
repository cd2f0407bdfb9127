from typing import Literal

import pytest
from msgspec.structs import replace

from domain.titles.tears import actions as a, facts as f
from domain.titles.tears.board import Board
from tests.builders.tears import ActionResult, choose, do, enemy_turn, refused, table


def in_phase(board: Board, name: Literal["wedges", "objectives"], *left: str) -> Board:
    return replace(board, phase=name, left=left)


def fall(board: Board, side: Literal["player", "enemy"], *draws: list[str]) -> ActionResult:
    return do(in_phase(board, "objectives", "player", "enemy"), a.FaceObjective(side, 9), *draws)


@pytest.mark.parametrize("side", ["player", "enemy"])
def test_tm_45_a_destroyed_objective_gives_way_to_the_next_and_nothing_else_happens(
    side: Literal["player", "enemy"],
) -> None:
    done = fall(table(), side)
    assert done.only(f.ObjectiveDestroyed).letter == "A"
    assert [type(x) for x in done.facts] == [
        f.ObjectiveTested,
        f.ObjectiveHurt,
        f.ObjectiveDestroyed,
    ]
    army = done.board.player if side == "player" else done.board.enemy
    assert (army.objective, army.objective_damage) == (1, 0)


@pytest.mark.parametrize("destroyed", range(1, 6))
def test_tm_46_from_objective_b_on_the_player_may_draw_a_card(destroyed: int) -> None:
    done = fall(table(objectives=(destroyed, 0)), "player")
    assert (
        done.board.question
        and done.board.question.kind == "draw"
        and done.board.question.options == ("yes", "no")
    )
    drawn = choose(done, "yes", "my-foot-0")
    assert drawn.only(f.Drawn).cards == ("my-foot-0",) and drawn.board.player.hand == ("my-foot-0",)
    assert not choose(done, "no").all(f.Drawn)


def test_damage_stays_on_an_objective_until_it_falls() -> None:
    board = in_phase(table(), "objectives", "player", "enemy")
    done = do(board, a.FaceObjective("player", 2))
    assert done.board.player.objective_damage == 2 and not done.all(f.ObjectiveDestroyed)
    refused(board, a.FaceObjective("player", 2, destroyed=True), "objective-stands")
    again = do(
        in_phase(done.board, "objectives", "player"),
        a.FaceObjective("player", 1),
        list(board.player.deck[:4]),
    )
    assert again.only(f.ObjectiveDestroyed).letter == "A", "3 damage is what objective A takes here"


def test_a_side_that_comes_to_hastings_in_the_objective_phase_has_nothing_left_to_test() -> None:
    board = in_phase(table(objectives=(5, 0)), "objectives", "player", "enemy")
    done = do(board, a.Declare((a.Result("objective", amount=9),)))
    assert done.only(f.ObjectiveDestroyed).letter == "F"
    assert choose(done, "no").board.left == ("enemy",)


def test_each_side_short_of_hastings_faces_its_objective_once_a_round() -> None:
    done = enemy_turn(table(objectives=(6, 2), wedge_phase="both"), "foot-1", passing=True)
    assert done.board.phase == "objectives" and done.board.left == ("enemy",)
    refused(done.board, a.FaceObjective("player", 1), "objective-not-due")
    refused(done.board, a.Pass(), "not-now")
    board = in_phase(table(), "objectives", "player", "enemy")
    refused(
        do(board, a.FaceObjective("enemy")).board, a.FaceObjective("enemy"), "objective-not-due"
    )


def test_combats_may_do_more_than_damage_the_wedge() -> None:
    board = in_phase(table(theirs={(1, 1): "foot-1"}, objectives=(6, 6)), "wedges", "1", "2", "3")
    done = do(
        board, a.Fight(1, 1, 0, (a.Result("damage", "foot-1", 1), a.Result("destroy", "foot-1")))
    )
    assert done.only(f.Destroyed).card == "foot-1"
    refused(board, a.Fight(1, 1, 0, (a.Result("destroy", "foot-9"),)), "not-in-play")
