from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import Board, InPlay, Wedge
from domain.games.tears.view import rank
from tests.builders.tears import do, enemy_turn, fresh, table
from tests.domain.games.tears.player.test_objectives import phase


def ended(code: str, *tokens: int, **options: object) -> Board:
    return replace(table(wedges=[Wedge(n) for n in tokens], **options), ending=code)


def points(board: Board) -> int:
    (line,) = RULES.score(board)
    assert line.seat == "player" and line.points == sum(n for _, n in line.parts)
    return line.points


def shown(board: Board) -> str:
    return RULES.view(board, "public")["score"]["rank"].fr


def test_tm_51_24_damage_and_a_victory_make_29_points_a_chevalier() -> None:
    board = ended("two-wedges", 10, 10, 4)
    assert points(board) == 29 and shown(board) == "Chevalier"
    outcome = RULES.outcome(board)
    assert outcome and outcome.winners == ("player",)
    assert "29 points : Chevalier" in outcome.text.fr and "29 points: Knight" in outcome.text.en


def test_tm_52_12_damage_the_leader_killed_and_a_victory_make_47_points_a_duc() -> None:
    board = ended("enemy-leader-killed", 7, 0, 5)
    assert points(board) == 12 + 5 + 30 and shown(board) == "Duc"


def test_tm_53_9_damage_and_a_defeat_make_9_points_a_valet() -> None:
    for code in ("leader-killed", "enemy-two-wedges", "deck-out"):
        board = ended(code, 9, 0, 0)
        assert points(board) == 9 and shown(board) == "Valet"
        outcome = RULES.outcome(board)
        assert outcome and outcome.winners == ("enemy",)


RANKS = [
    (0, "Valet"), (10, "Valet"), (11, "Soldat"), (20, "Soldat"), (21, "Chevalier"), (30, "Chevalier"),
    (31, "Vassal"), (40, "Vassal"),
    (41, "Duc"), (50, "Duc"), (51, "Roi"), (60, "Roi"), (61, "Conquérant"), (65, "Conquérant"),
]  # fmt: skip


@pytest.mark.parametrize(("score", "name"), RANKS)
def test_tm_55_every_border_of_the_ranks(score: int, name: str) -> None:
    assert rank(fresh().setting.values, score, "lower").name.fr == name


def test_the_points_printed_twice_can_earn_the_higher_rank() -> None:
    values = fresh().setting.values
    assert rank(values, 50, "higher").name.fr == "Roi" and rank(values, 60, "higher").name.fr == "Conquérant"
    assert rank(values, 49, "higher").name.fr == "Duc" and rank(values, 59, "higher").name.fr == "Roi"
    assert shown(ended("enemy-leader-killed", 10, 5, 0, shared_points="higher")) == "Roi"


def test_the_three_cards_option_costs_5_points_and_may_fall_below_0() -> None:
    assert points(ended("two-wedges", 10, 10, 4, three_cards=True)) == 24
    board = ended("deck-out", 2, 0, 0, three_cards=True)
    assert points(board) == -3 and shown(board) == "Valet"


def test_the_enemy_s_tokens_score_nothing() -> None:
    assert points(replace(table(wedges=[Wedge(3, 9), Wedge(0, 10, "enemy"), Wedge()]), ending="deck-out")) == 3


def test_a_game_that_goes_on_counts_its_tokens_and_has_no_outcome() -> None:
    board = table(wedges=[Wedge(3), Wedge(4), Wedge()])
    assert points(board) == 7 and RULES.outcome(board) is None


# -- how it ends -------------------------------------------------------------------------------------------------


def test_a_wedge_each_decides_nothing() -> None:
    wedges = [Wedge(10, 0, "player"), Wedge(), Wedge(0, 9)]
    assert not do(phase(table(objectives=(6, 6), wedges=wedges), "wedges", "2", "3"), a.Fight(3, by_enemy=1)).all(f.Ended)


def test_the_enemy_s_leader_killed_wins() -> None:
    board = table(mine={(1, 1): "my-bow-3"}, theirs={(2, 3): InPlay("harold-godwinson", damage=6)})
    done = do(board, a.Shoot("my-bow-3", "harold-godwinson"))
    assert done.one(f.Ended).code == "enemy-leader-killed" and points(done.board) == 35
    assert not done.all(f.TurnHandedOver)


def test_a_player_without_a_card_in_his_deck_at_the_start_of_a_round_loses() -> None:
    board = phase(table(), "objectives", "player")
    board = replace(board, player=replace(board.player, deck=()))
    done = do(board, a.FaceObjective("player"))
    assert done.one(f.RoundBegan).round == 10 and done.one(f.Ended).code == "deck-out"


def test_with_one_card_left_he_draws_it_and_plays_on() -> None:
    board = phase(table(), "objectives", "player")
    board = replace(board, player=replace(board.player, deck=("my-foot-0",)))
    done = do(board, a.FaceObjective("player"), ["my-foot-0"])
    assert done.board.phase == "deployment" and done.board.player.hand == ("my-foot-0",)


def test_an_empty_deck_in_mid_round_loses_nothing() -> None:
    board = table(hand=["my-foot-0"])
    board = replace(board, player=replace(board.player, deck=()))
    assert not do(board, a.Play("my-foot-0", 1, 1)).all(f.Ended)


def test_the_enemy_ends_the_game_in_its_turn_and_does_nothing_more() -> None:
    board = table(mine={(2, 3): InPlay("guillaume-fitzrobert", damage=7)}, theirs={(1, 1): "bow-1", (2, 1): "bow-2"})
    done = do(enemy_turn(board, passing=True).board, a.Choose("bow-1"))
    assert done.one(f.Ended) and not done.all(f.MarkerMoved)
