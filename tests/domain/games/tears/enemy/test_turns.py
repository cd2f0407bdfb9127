from __future__ import annotations

import pytest

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay
from tests.builders.tears import card_of, do, enemy_turn, refused, started, table


def test_tm_04_the_player_takes_the_first_turn_of_the_deployment() -> None:
    board = started()
    assert board.round == 1 and board.phase == "deployment"
    assert RULES.to_act(board) == ("player",)
    refused(board, a.TakeTurn(), "not-your-turn", seat="enemy")


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_tm_05_the_enemy_passes_round_1_at_any_difficulty(difficulty: str) -> None:
    board = started(["my-horse-0", "my-foot-5", "my-foot-4", "my-foot-3"], difficulty=difficulty)
    done = do(board, a.Play("my-horse-0", 1, 1))
    assert done.one(f.EnemySkipped).reason == "first-round"
    assert not done.all(f.Revealed) and RULES.to_act(done.board) == ("player",)
    assert len(done.board.enemy.deck) == len(board.enemy.deck)


def test_in_round_1_the_enemy_does_not_even_act_on_the_pass_but_the_marker_goes_down() -> None:
    done = do(started(), a.Pass())
    assert done.one(f.EnemySkipped).reason == "first-round"
    assert not done.all(f.Revealed)
    assert done.one(f.MarkerMoved).row == 1


def test_from_round_2_on_the_turn_goes_to_the_enemy() -> None:
    board = table(hand=["my-foot-0"], theirs={(2, 2): "ceorl-saxon"}, round=2)
    done = do(board, a.Play("my-foot-0", 1, 1))
    assert RULES.to_act(done.board) == ("enemy",)
    refused(done.board, a.Pass(), "not-your-turn")
    after = do(done.board, a.TakeTurn(), "foot-5", "foot-4", "foot-0", seat="enemy")
    assert RULES.to_act(after.board) == ("player",)


def test_tm_11_after_a_sacrifice_the_enemy_skips_its_turn() -> None:
    board = table(mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "bow-1"})
    done = do(board, a.Sacrifice("my-foot-1"))
    assert done.one(f.EnemySkipped).reason == "sacrifice"
    assert RULES.to_act(done.board) == ("player",)
    assert not card_of(done.board, "enemy", "bow-1").exhausted
    assert done.board.player.discard == ("my-foot-1",)


def test_a_sacrifice_costs_only_the_one_turn() -> None:
    board = do(table(mine={(1, 1): "my-foot-1"}, hand=["my-foot-0"]), a.Sacrifice("my-foot-1")).board
    assert RULES.to_act(do(board, a.Play("my-foot-0", 1, 1)).board) == ("enemy",)


def test_tm_12_a_ready_ranged_card_attacks_instead_of_a_draw() -> None:
    board = table(mine={(3, 1): "my-bow-1"}, theirs={(1, 1): "bow-2"})
    done = enemy_turn(board)
    shot = done.one(f.ShotFired)
    assert (shot.card, shot.target, shot.damage) == ("bow-2", "my-bow-1", 2)
    assert card_of(done.board, "enemy", "bow-2").exhausted
    assert not done.all(f.Revealed)
    assert RULES.to_act(done.board) == ("player",)


def test_tm_13_of_two_ready_ranged_cards_only_one_attacks() -> None:
    board = table(mine={(3, 1): "my-bow-1"}, theirs={(1, 1): "bow-1", (2, 1): "bow-2"})
    done = enemy_turn(board)
    assert done.board.question and done.board.question.options == ("bow-1", "bow-2")
    done = do(done.board, a.Choose("bow-2"))
    assert done.one(f.ShotFired).card == "bow-2"
    assert not card_of(done.board, "enemy", "bow-1").exhausted
    assert RULES.to_act(done.board) == ("player",)


def test_tm_14_with_its_ranged_cards_exhausted_the_enemy_draws() -> None:
    board = table(theirs={(1, 1): InPlay("bow-1", exhausted=True)})
    done = enemy_turn(board, "foot-1")
    assert done.one(f.Revealed).card == "foot-1"
    assert not done.all(f.ShotFired)


def test_tm_32_enemy_cards_are_not_exhausted_by_what_they_give_or_do() -> None:
    board = table(mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "rich-2"}, round=4)
    done = enemy_turn(board, "noble-1")
    done = do(done.board, a.Choose("my-foot-1"))
    assert not any(s and s.exhausted for s in done.board.enemy.spaces)


def test_exhausted_enemy_cards_are_readied_with_the_player_s_in_the_next_round() -> None:
    board = table(mine={(1, 1): InPlay("my-foot-1", True)}, theirs={(1, 1): InPlay("bow-1", True)}, draw_variant=False)
    board = do(board, a.Pass()).board
    board = do(board, a.TakeTurn(), "foot-1", seat="enemy").board
    board = do(board, a.FaceObjective("player")).board
    done = do(board, a.FaceObjective("enemy"), list(board.player.deck[:2]))
    assert done.all(f.CardsReadied)
    assert not card_of(done.board, "enemy", "bow-1").exhausted
    assert not card_of(done.board, "player", "my-foot-1").exhausted
