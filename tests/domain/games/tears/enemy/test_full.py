from __future__ import annotations

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay, Wedge
from tests.builders.tears import at, choose, enemy_turn, full, refused, table


def test_tm_36_the_cheapest_card_is_replaced_by_a_dearer_one() -> None:
    done = enemy_turn(table(round=11, theirs=full({(3, 2): "foot-1"})), "foot-3")
    assert done.one(f.Replaced).card == "foot-1" and done.one(f.Replaced).by == "foot-3"
    assert at(done.board, "enemy", 3, 2) == "foot-3"
    assert "foot-1" in done.board.enemy.discard


def test_the_action_of_a_card_that_replaced_another_is_carried_out() -> None:
    board = table(round=11, theirs=full({(3, 2): "foot-0"}), mine={(1, 1): "my-bow-1"})
    assert enemy_turn(board, "noble-1").one(f.CardHurt).card == "my-bow-1"


def test_tm_38_of_two_equally_cheap_cards_the_player_chooses() -> None:
    done = enemy_turn(table(round=11, theirs=full({(3, 2): "foot-1", (1, 1): "foot-1b"})), "foot-3")
    assert done.board.question and set(done.board.question.options) == {"foot-1", "foot-1b"}
    refused(done.board, a.Choose("foot-5"), "not-offered")
    done = choose(done, "foot-1")
    assert at(done.board, "enemy", 3, 2) == "foot-3" and at(done.board, "enemy", 1, 1) == "foot-1b"


def test_a_card_that_costs_no_more_than_the_cheapest_is_discarded_and_the_turn_is_over() -> None:
    done = enemy_turn(table(round=11, theirs=full({(3, 2): "foot-1"})), "foot-1b")
    assert (done.one(f.Discarded).why, done.one(f.Discarded).again) == ("no-room", False)
    assert len(done.all(f.Revealed)) == 1, "no other card is drawn"
    assert RULES.to_act(done.board) == ("player",)


def test_exhausted_cards_make_no_way() -> None:
    theirs = full({(3, 2): InPlay("foot-1", True), (1, 1): "foot-2"})
    assert enemy_turn(table(round=11, theirs=theirs), "foot-3").one(f.Replaced).card == "foot-2"


def test_ranged_cards_make_no_way_for_others() -> None:
    theirs = full({(3, 2): InPlay("bow-1", True), (1, 1): "foot-2"})
    assert enemy_turn(table(round=11, theirs=theirs), "foot-3").one(f.Replaced).card == "foot-2"


def test_the_leader_makes_no_way_though_he_costs_nothing() -> None:
    done = enemy_turn(table(round=11, theirs=full()), "foot-3")
    assert done.one(f.Discarded).why == "no-room"


def test_cards_in_a_taken_wedge_make_no_way_and_full_means_the_wedges_that_stand() -> None:
    theirs = full({(1, 1): "foot-0", (3, 1): "foot-1"})
    del theirs[(1, 2)]
    done = enemy_turn(table(round=11, theirs=theirs, wedges=[Wedge(10, 0, "player"), Wedge(), Wedge()]), "foot-2")
    assert done.one(f.Replaced).card == "foot-1"


def test_tm_40_a_ranged_card_replaces_at_equal_cost_in_the_leader_s_wedge_first() -> None:
    theirs = full({(2, 2): "foot-2", (1, 1): "foot-2b", (3, 1): "foot-2c"})
    done = enemy_turn(table(round=9, theirs=theirs), "bow-2")
    assert done.one(f.Replaced).card == "foot-2"
    assert at(done.board, "enemy", 2, 2) == "bow-2"


def test_then_the_wedge_of_an_enemy_ranged_card() -> None:
    theirs = full({(1, 2): InPlay("bow-4", True), (1, 1): "foot-2", (3, 1): "foot-2b"})
    assert enemy_turn(table(round=9, theirs=theirs), "bow-2").one(f.Replaced).card == "foot-2"


def test_then_line_1() -> None:
    theirs = full({(1, 2): "foot-2", (3, 1): "foot-2b", (3, 3): "foot-2c"})
    assert enemy_turn(table(round=9, theirs=theirs), "bow-2").one(f.Replaced).card == "foot-2b"


def test_then_the_player_chooses() -> None:
    done = enemy_turn(table(round=9, theirs=full({(1, 2): "foot-2", (3, 2): "foot-2b"})), "bow-2")
    assert done.board.question and set(done.board.question.options) == {"foot-2", "foot-2b"}
    assert choose(done, "foot-2b").one(f.Replaced).card == "foot-2b"


def test_two_cards_in_the_leader_s_wedge_are_told_apart_by_line_1() -> None:
    theirs = full({(2, 2): "foot-2", (2, 1): "foot-2b", (1, 1): "foot-2c"})
    assert enemy_turn(table(round=9, theirs=theirs), "bow-2").one(f.Replaced).card == "foot-2b"


def test_a_ranged_card_takes_the_cheapest_before_any_priority() -> None:
    theirs = full({(2, 2): "foot-2", (3, 3): "foot-1"})
    assert enemy_turn(table(round=9, theirs=theirs), "bow-2").one(f.Replaced).card == "foot-1"


def test_a_dearer_battlefield_has_no_room_for_a_ranged_card() -> None:
    done = enemy_turn(table(round=9, theirs=full()), "bow-2")
    assert (done.one(f.Discarded).why, done.one(f.Discarded).again) == ("no-room", False)


def test_cavalry_replaces_in_line_3_in_case_of_a_tie() -> None:
    theirs = full({(1, 1): "foot-1", (3, 3): "foot-1b"})
    assert enemy_turn(table(round=11, theirs=theirs), "horse-2").one(f.Replaced).card == "foot-1b"
    theirs = full({(1, 1): "foot-1", (3, 2): "foot-1b"})
    done = enemy_turn(table(round=11, theirs=theirs), "horse-2")
    assert done.board.question and len(done.board.question.options) == 2, "without one in line 3 the player chooses"


def test_line_3_is_no_reason_for_cavalry_without_a_tie() -> None:
    theirs = full({(1, 1): "foot-0", (3, 3): "foot-1"})
    assert enemy_turn(table(round=11, theirs=theirs), "horse-2").one(f.Replaced).card == "foot-0"


def test_a_ranged_card_may_take_the_place_of_another_of_the_same_cost_if_the_player_wants_it() -> None:
    board = table(round=9, theirs=full({(1, 1): "bow-2"}), mine={(1, 1): "my-bow-1"})
    board = enemy_turn(board).board  # the ready one shoots first
    assert enemy_turn(board, "bow-2b").one(f.Discarded).why == "no-room", "exhausted cards make no way"
    theirs = full({(1, 1): "bow-2", (1, 2): "foot-2"})
    done = enemy_turn(table(round=9, theirs=theirs, objectives=(6, 6)), "bow-2b", passing=True)
    assert done.board.question and set(done.board.question.options) == {"foot-2", "bow-2"}
    assert choose(done, "bow-2").one(f.Replaced).card == "bow-2"


def test_with_nothing_but_ranged_cards_of_the_same_cost_the_player_may_refuse() -> None:
    board = table(round=9, theirs=full({(1, 1): "bow-2"}), objectives=(6, 6))
    done = enemy_turn(board, "bow-2b", passing=True)
    assert done.board.question and done.board.question.options == ("bow-2", "none")
    assert choose(done, "none").one(f.Discarded).why == "no-room"
    assert choose(done, "bow-2").one(f.Replaced).by == "bow-2b"


def test_a_ranged_card_never_replaces_a_cheaper_or_dearer_ranged_card() -> None:
    for other in ("bow-1", "bow-3"):
        board = table(round=9, theirs=full({(1, 1): other}), objectives=(6, 6))
        assert enemy_turn(board, "bow-2b", passing=True).one(f.Discarded).why == "no-room"


def test_a_cheaper_card_goes_before_a_ranged_card_of_the_same_cost() -> None:
    board = table(round=9, theirs=full({(1, 1): "bow-2", (3, 3): "foot-1"}), objectives=(6, 6))
    assert enemy_turn(board, "bow-2b", passing=True).one(f.Replaced).card == "foot-1"


def test_the_table_may_rule_that_ranged_cards_never_make_way() -> None:
    board = table(round=9, theirs=full({(1, 1): "bow-2"}), objectives=(6, 6), ranged_swap="never")
    assert enemy_turn(board, "bow-2b", passing=True).one(f.Discarded).why == "no-room"


def test_events_tactics_and_attachments_need_no_room() -> None:
    board = table(round=9, theirs=full(), mine={(1, 1): "my-bow-1"})
    assert enemy_turn(board, "strike-1").all(f.EventPlayed)
    assert enemy_turn(board, "plan-1").all(f.Reserved)
    assert enemy_turn(board, "banner-1").board.question
