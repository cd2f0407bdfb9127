from __future__ import annotations

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from tests.builders.tears import choose, do, enemy_turn, full, refused, table

ORDER = (f.ShotFired, f.Revealed, f.Placed, f.MarkerMoved, f.PhaseBegan)


def test_tm_33_each_ready_ranged_card_attacks_then_one_card_then_the_marker_then_deployment_ends() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1", (2, 1): "bow-2"}, mine={(1, 1): "my-bow-1"})
    board = do(board, a.Pass()).board
    assert RULES.to_act(board) == ("enemy",)
    done = choose(do(board, a.TakeTurn(), seat="enemy"), "bow-2", "foot-1")
    told = [type(x) for x in done.facts if type(x) in ORDER]
    assert told == [f.ShotFired, f.ShotFired, f.Revealed, f.Placed, f.MarkerMoved, f.PhaseBegan]
    assert done.one(f.MarkerMoved).row == 9, "the row of the round that ends is covered"
    assert done.board.phase == "objectives" and RULES.to_act(done.board) == ("player",)


def test_only_one_extra_card_is_played() -> None:
    done = enemy_turn(table(round=9), "foot-5", "foot-1", passing=True)
    assert [x.card for x in done.all(f.Placed)] == ["foot-1"]


def test_tm_34_at_hastings_there_are_no_ranged_attacks_the_rest_is_unchanged() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, objectives=(6, 6))
    done = enemy_turn(board, "foot-1", passing=True)
    assert not done.all(f.ShotFired) and not done.all(f.Asked)
    assert done.one(f.Placed).card == "foot-1" and done.one(f.MarkerMoved).row == 9


def test_a_deck_that_runs_out_on_the_last_turn_ends_the_deployment_all_the_same() -> None:
    done = enemy_turn(table(round=9, deck=["foot-5"]), "foot-5", passing=True)
    assert done.all(f.DeckTurned) and done.one(f.MarkerMoved)


def test_a_card_without_room_ends_the_deployment_all_the_same() -> None:
    done = enemy_turn(table(round=9, theirs=full()), "foot-1", passing=True)
    assert done.one(f.Discarded).why == "no-room" and done.one(f.MarkerMoved)


def test_the_last_card_s_action_is_carried_out_before_the_phase_ends() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1"}), "noble-1", passing=True)
    assert done.board.question and not done.all(f.MarkerMoved)
    done = choose(done, "my-foot-1")
    assert done.one(f.MarkerMoved) and done.board.phase == "objectives"


def test_once_he_has_passed_the_player_has_no_further_turn() -> None:
    board = do(table(round=9, hand=["my-foot-0"]), a.Pass()).board
    refused(board, a.Play("my-foot-0", 1, 1), "not-your-turn")
    board = do(board, a.TakeTurn(), "foot-1", seat="enemy").board
    refused(board, a.Play("my-foot-0", 1, 1), "not-now")


def test_the_turn_before_a_pass_returns_to_the_player() -> None:
    done = enemy_turn(table(round=9), "foot-1")
    assert not done.all(f.MarkerMoved) and done.board.phase == "deployment"


def test_the_two_sentences_about_hastings_are_two_switches() -> None:
    """The Enemy alone is at Hastings: whether it still attacks once the player has passed is a choice of its own."""
    theirs, mine = {(1, 1): "bow-1"}, {(1, 1): "my-bow-1"}
    for switches, shots in (({}, 1), ({"hastings_passed": "enemy"}, 0), ({"hastings_passed": "both", "hastings": "enemy"}, None)):
        board = table(round=9, theirs=theirs, mine=mine, objectives=(5, 6), **switches)
        if shots is None:
            asked = enemy_turn(board, passing=True).board.question
            assert asked is not None and asked.kind == "might", "it attacks as in any of its turns at Hastings"
        else:
            assert len(enemy_turn(board, "foot-1", passing=True).all(f.ShotFired)) == shots
