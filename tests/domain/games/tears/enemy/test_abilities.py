from __future__ import annotations

import pytest

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay
from tests.builders.tears import card_of, choose, do, enemy_turn, refused, table

LEADER = "guillaume-fitzrobert"


@pytest.mark.parametrize("keyword", ["agile", "movement", "family", "leader", "discount", "scholar", "draw", "reaction"])
def test_tm_30_the_enemy_ignores_certain_abilities(keyword: str) -> None:
    done = enemy_turn(table(round=9), f"{keyword}-1")
    assert done.one(f.ActionIgnored).keyword == keyword
    assert done.one(f.Placed).card == f"{keyword}-1", "the card is played all the same"
    assert not done.all(f.ActionResolved) and not done.all(f.CardHurt)


def test_a_card_that_says_otherwise_is_not_ignored() -> None:
    done = enemy_turn(table(round=9), "stated-1")
    assert not done.all(f.ActionIgnored)
    assert done.one(f.CardHurt).amount == 2


def test_tm_31_an_action_targets_a_ranged_card_of_the_player() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1", (3, 2): "my-bow-1"}), "noble-1")
    assert done.one(f.ActionResolved).target == "my-bow-1"
    assert card_of(done.board, "player", "my-bow-1").damage == 1


def test_of_several_ranged_cards_the_player_chooses() -> None:
    mine = {(1, 1): "my-foot-1", (3, 2): "my-bow-1", (1, 3): "my-bow-2"}
    done = enemy_turn(table(round=9, mine=mine), "noble-1")
    assert done.board.question and set(done.board.question.options) == {"my-bow-1", "my-bow-2"}
    refused(done.board, a.Choose("my-foot-1"), "not-offered")
    assert choose(done, "my-bow-2").one(f.CardHurt).card == "my-bow-2"


def test_without_ranged_cards_the_player_chooses_any_of_his_cards() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1"}), "noble-1")
    assert done.board.question and set(done.board.question.options) == {"my-foot-1", LEADER}
    assert choose(done, LEADER).one(f.CardHurt).card == LEADER


def test_an_action_on_a_wedge_prefers_the_wedges_with_ranged_cards() -> None:
    mine = {(1, 1): "my-foot-1", (3, 2): "my-bow-1", (3, 1): "my-foot-2"}
    done = enemy_turn(table(round=9, mine=mine), "volley-1")
    assert done.one(f.ActionResolved).target == "3"
    assert {x.card: x.amount for x in done.all(f.CardHurt)} == {"my-bow-1": 2, "my-foot-2": 2}


def test_without_ranged_cards_the_player_chooses_which_of_his_wedges() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1"}), "volley-1")
    assert done.board.question and done.board.question.options == ("1", "2")
    assert {x.card for x in choose(done, 1).all(f.CardHurt)} == {"my-foot-1"}


def test_damage_that_reaches_a_card_s_health_destroys_it() -> None:
    mine = {(3, 2): InPlay("my-bow-1", damage=2)}
    done = enemy_turn(table(round=9, mine=mine), "noble-1")
    assert done.one(f.Destroyed).card == "my-bow-1"
    assert done.board.player.discard == ("my-bow-1",)


def test_a_card_of_unknown_health_stands_until_the_table_says_it_falls() -> None:
    mine = {(3, 2): InPlay("my-tough-1", damage=30), (2, 3): LEADER}
    done = choose(enemy_turn(table(round=9, mine=mine), "noble-1"), "my-tough-1")
    assert not done.all(f.Destroyed)
    assert do(done.board, a.Declare((a.Result("destroy", "my-tough-1"),))).one(f.Destroyed).seat == "player"


def test_an_action_is_skipped_where_it_is_impossible() -> None:
    done = enemy_turn(table(round=9, mine={(2, 3): InPlay(LEADER, exhausted=True)}), "snare-1")
    assert done.one(f.Placed) and done.one(f.ActionImpossible).card == "snare-1"
    assert RULES.to_act(done.board) == ("player",)


def test_exhausting_targets_ready_cards_only() -> None:
    mine = {(1, 1): InPlay("my-bow-1", exhausted=True), (3, 1): "my-bow-2", (2, 3): LEADER}
    assert enemy_turn(table(round=9, mine=mine), "snare-1").one(f.CardExhausted).card == "my-bow-2"


def test_tm_49_of_a_solo_card_the_enemy_uses_only_the_solo_text() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "solo-1")
    assert done.one(f.SoloUsed).seat == "enemy"
    assert done.one(f.CardExhausted).card == "my-bow-1"
    assert not done.all(f.CardHurt)


def test_a_text_that_the_catalog_does_not_spell_out_is_carried_out_by_the_table() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1"}), "sage-1")
    assert done.board.question and done.board.question.kind == "results"
    refused(done.board, a.Choose("yes"), "not-now")
    refused(done.board, a.Resolve(results=(a.Result("heal", "my-foot-1", 1),)), "not-that-hurt")
    refused(done.board, a.Resolve(possible=False, results=(a.Result("damage", "my-foot-1", 1),)), "impossible-has-none")
    done = do(done.board, a.Resolve(results=(a.Result("damage", "my-foot-1", 2), a.Result("exhaust", "my-foot-1"))))
    assert done.one(f.Declared).possible
    stands = card_of(done.board, "player", "my-foot-1")
    assert (stands.damage, stands.exhausted) == (2, True)
    assert RULES.to_act(done.board) == ("player",)


def test_a_told_text_that_is_impossible_is_skipped_on_a_unit_and_discards_an_event() -> None:
    done = enemy_turn(table(round=9), "sage-1")
    done = do(done.board, a.Resolve(possible=False))
    assert RULES.to_act(done.board) == ("player",)

    done = enemy_turn(table(round=9), "told-1")
    assert not done.all(f.EventPlayed), "whether it is played depends on the answer"
    done = do(done.board, a.Resolve(possible=False), "foot-1")
    assert done.one(f.Discarded).why == "cannot-resolve" and done.one(f.Placed).card == "foot-1"


def test_a_told_event_that_is_possible_is_played() -> None:
    done = enemy_turn(table(round=9), "told-1")
    done = do(done.board, a.Resolve(results=(a.Result("draw", amount=2),)), ["my-foot-0", "my-foot-1"])
    assert done.one(f.EventPlayed).card == "told-1"
    assert done.board.player.hand == ("my-foot-0", "my-foot-1")


def test_a_told_action_that_turns_out_impossible_leaves_the_event_s_other_actions() -> None:
    done = choose(enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "tales-1"), 0)
    done = do(done.board, a.Resolve(possible=False))
    assert done.board.question and done.board.question.options == ("1", "2")
    done = do(choose(done, 2).board, a.Resolve(possible=False))
    assert done.one(f.EventPlayed).card == "tales-1"
    assert done.one(f.CardHurt).card == "my-bow-1", "the one action left is carried out"


def test_a_told_text_may_move_an_enemy_card() -> None:
    done = enemy_turn(table(round=9), "sage-1")
    done = do(done.board, a.Resolve(results=(a.Result("move", "sage-1", wedge=3, line=2),)))
    assert (done.one(f.CardMoved).wedge, done.one(f.CardMoved).line) == (3, 2)


def test_the_action_of_a_card_may_kill_the_leader() -> None:
    done = enemy_turn(table(round=9, mine={(2, 3): InPlay(LEADER, damage=7)}), "noble-1")
    assert done.one(f.Ended).code == "leader-killed"
    assert RULES.to_act(done.board) == ()


def test_a_volley_stops_where_it_ends_the_game() -> None:
    mine = {(2, 1): InPlay(LEADER, damage=7), (2, 3): "my-foot-1"}
    done = enemy_turn(table(round=9, mine=mine), "volley-1")
    assert [x.card for x in done.all(f.CardHurt)] == [LEADER]
    assert done.one(f.Ended).code == "leader-killed"
