from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import Board, EnemyTurn, Wedge
from tests.builders.tears import at, do, opened, refused, table


def waiting(**more: object) -> Board:
    """The Enemy's turn at a table with real cards, resources 2."""
    return replace(table(round=9, cards="table", **more), turn=EnemyTurn())


def test_set_up_asks_for_nothing_but_the_leader_s_place() -> None:
    board = opened(cards="table")
    assert at(board, "enemy", 2, 3) == "harold-godwinson", "the Enemy's first three cards are known"
    assert board.player.deck == () and board.enemy.deck == ()
    done = do(board, a.PlaceLeader(2, 3))
    refused(done.board, a.Prepare(("my-foot-1",)), "hand-on-table")
    assert do(done.board, a.Prepare()).board.phase == "deployment"


def test_a_real_deck_that_is_empty_at_the_start_of_a_round_loses_the_game() -> None:
    board = do(opened(cards="table"), a.PlaceLeader(2, 3)).board
    assert do(board, a.Prepare(deck_empty=True)).one(f.Ended).code == "deck-out"


def test_the_enemy_s_card_is_entered_as_it_is_turned_up() -> None:
    board = waiting()
    refused(board, a.TakeTurn(), "card-not-entered", seat="enemy")
    done = do(board, a.TakeTurn("huscarls", a.Shape("unit", 4)), seat="enemy")
    assert done.one(f.Discarded).why == "too-dear"
    assert RULES.to_act(done.board) == ("enemy",), "the next one is turned up"
    done = do(done.board, a.TakeTurn("fyrd", a.Shape("unit", 1, resource=1)), seat="enemy")
    assert at(done.board, "enemy", 1, 1) == "fyrd"
    assert RULES.to_act(done.board) == ("player",)


def test_no_card_is_entered_where_none_is_turned_up() -> None:
    board = waiting(theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"})
    refused(board, a.TakeTurn("fyrd", a.Shape("unit", 1)), "not-entered-here", seat="enemy")
    refused(board, a.TakeTurn(deck_empty=True), "not-entered-here", seat="enemy")
    assert do(board, a.TakeTurn(), seat="enemy").one(f.ShotFired)
    catalog = replace(table(round=9), turn=EnemyTurn())
    refused(catalog, a.TakeTurn("fyrd", a.Shape("unit", 1)), "not-entered-here", seat="enemy")
    hand = table(round=9, hand=["my-foot-0"])
    refused(hand, a.Play("my-foot-0", 1, 1, shape=a.Shape("unit")), "not-entered-here")


def test_after_the_ranged_attacks_of_the_last_turn_the_extra_card_is_entered() -> None:
    board = waiting(theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"})
    board = replace(board, turn=EnemyTurn(passing=True))
    done = do(board, a.TakeTurn(), seat="enemy")
    assert done.one(f.ShotFired) and RULES.to_act(done.board) == ("enemy",)
    done = do(done.board, a.TakeTurn("fyrd", a.Shape("unit", 1)), seat="enemy")
    assert done.one(f.MarkerMoved)


def test_a_turned_over_deck_is_known_and_no_longer_entered() -> None:
    board = do(waiting(), a.TakeTurn("huscarls", a.Shape("unit", 4)), seat="enemy").board
    done = do(board, a.TakeTurn(deck_empty=True), seat="enemy")
    assert done.all(f.DeckTurned) and done.board.enemy.turned == ("huscarls",)
    board = replace(done.board, turn=EnemyTurn(), marker=12)
    refused(board, a.TakeTurn("fyrd", a.Shape("unit", 1)), "not-entered-here", seat="enemy")
    assert do(board, a.TakeTurn(), seat="enemy").one(f.Placed).card == "huscarls"


@pytest.mark.parametrize(
    "shape",
    [
        a.Shape("event", 1),
        a.Shape("event", 1, ranged=1, actions=1),
        a.Shape("tactic", 1, cavalry=True),
        a.Shape("attachment", 1, health=2),
        a.Shape("unit", 1, health=0),
        a.Shape("unit", 1, discount=1),
        a.Shape("character", 1, actions=2),
    ],
)
def test_a_shape_that_no_card_has_is_refused(shape: a.Shape) -> None:
    refused(waiting(), a.TakeTurn("card", shape), "no-such-card", seat="enemy")


def test_every_card_has_a_name_of_its_own() -> None:
    refused(waiting(), a.TakeTurn("", a.Shape("unit", 1)), "no-such-card", seat="enemy")
    refused(waiting(), a.TakeTurn("harold-godwinson", a.Shape("unit", 1)), "no-such-card", seat="enemy")
    board = do(waiting(), a.TakeTurn("fyrd", a.Shape("unit", 1)), seat="enemy").board
    refused(replace(board, turn=EnemyTurn()), a.TakeTurn("fyrd", a.Shape("unit", 1)), "no-such-card", seat="enemy")


def test_texts_of_real_cards_are_carried_out_by_the_table() -> None:
    done = do(waiting(), a.TakeTurn("thegn", a.Shape("character", 1, actions=1)), seat="enemy")
    assert done.board.question and done.board.question.kind == "results"
    done = do(waiting(), a.TakeTurn("thegn", a.Shape("character", 1, actions=1, solo=True)), seat="enemy")
    assert done.one(f.SoloUsed)
    done = do(waiting(), a.TakeTurn("kin", a.Shape("character", 1, ignored=("family",))), seat="enemy")
    assert done.one(f.ActionIgnored).keyword == "family" and done.board.question is None


def test_a_real_event_with_a_discount_waits_for_the_next_card() -> None:
    board = do(waiting(), a.TakeTurn("levy", a.Shape("event", 1, discount=2)), seat="enemy").board
    assert do(board, a.TakeTurn("huscarls", a.Shape("unit", 4)), seat="enemy").one(f.Placed).card == "huscarls"


def test_a_real_ranged_card_follows_the_rules_of_ranged_cards() -> None:
    done = do(waiting(), a.TakeTurn("bowmen", a.Shape("unit", 2, ranged=2)), seat="enemy")
    assert at(done.board, "enemy", 2, 1) == "bowmen"


def test_the_player_enters_the_card_he_plays_and_pays_with_cards_that_nobody_knows() -> None:
    board = table(round=9, cards="table")
    refused(board, a.Play("knights", 1, 1), "card-not-entered")
    refused(board, a.Play("knights", 1, 1, shape=a.Shape("unit", 2), discard=("one",)), "not-paid")
    refused(board, a.Play("knights", 1, 1, shape=a.Shape("event", 2), discard=("one", "two")), "no-such-card")
    done = do(board, a.Play("knights", 1, 1, shape=a.Shape("unit", 2, cavalry=True), discard=("one", "two")))
    assert at(done.board, "player", 1, 1) == "knights"
    assert done.board.player.discard == ()


def test_cards_that_the_player_draws_from_a_real_deck_are_only_counted() -> None:
    done = do(table(round=9, cards="table"), a.Declare((a.Result("draw", amount=2),)))
    assert done.one(f.Drawn).cards == () and done.one(f.Drawn).count == 2
    assert done.board.player.hand == ()


def test_entered_cards_do_not_disturb_the_count_of_the_printed_ones() -> None:
    board = waiting()
    after = do(board, a.TakeTurn("fyrd", a.Shape("unit", 1)), seat="enemy").board
    assert RULES.census(after) == RULES.census(board)


def test_objectives_may_give_a_card_from_a_real_deck() -> None:
    board = replace(table(cards="table", objectives=(1, 0)), phase="objectives", left=("player", "enemy"), wedges=(Wedge(),) * 3)
    done = do(board, a.FaceObjective("player", 9))
    assert done.board.question and done.board.question.kind == "draw"
    assert do(done.board, a.Choose("yes")).one(f.Drawn).count == 1
