from __future__ import annotations

from msgspec.structs import replace

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay, Wedge
from tests.builders.tears import Done, at, choose, do, enemy_turn, full, refused, table


def test_tm_15_dearer_cards_are_discarded_until_one_is_payable() -> None:
    done = enemy_turn(table(round=9), "foot-4", "foot-3", "foot-2")
    assert [(x.card, x.why, x.again) for x in done.all(f.Discarded)] == [("foot-4", "too-dear", True), ("foot-3", "too-dear", True)]
    assert done.one(f.Placed).card == "foot-2"
    assert done.board.enemy.discard == ("foot-4", "foot-3")
    assert RULES.to_act(done.board) == ("player",)


def test_tm_16_a_cost_equal_to_the_resources_is_enough() -> None:
    done = enemy_turn(table(round=9), "foot-2")
    assert done.one(f.Placed).card == "foot-2"
    assert not done.all(f.Discarded)


def test_below_zero_even_a_free_card_is_too_dear() -> None:
    done = enemy_turn(table(round=2, deck=["foot-0"]), "foot-0")
    assert done.one(f.Discarded).why == "too-dear"


def test_tm_17_an_empty_deck_is_turned_over_unshuffled_and_the_enemy_passes_the_turn() -> None:
    board = table(round=9, deck=["foot-5", "foot-4"], discard=["foot-3", "foot-1"])
    done = enemy_turn(board, "foot-4", "foot-5")
    assert done.all(f.DeckTurned) and not done.all(f.Placed)
    assert done.board.enemy.turned == ("foot-3", "foot-1", "foot-4", "foot-5"), "first discarded, first drawn"
    assert done.board.enemy.discard == ()
    assert RULES.to_act(done.board) == ("player",)
    again = enemy_turn(done.board)  # no chance is asked: the order is known
    assert [x.card for x in again.all(f.Revealed)] == ["foot-3", "foot-1"]
    assert again.one(f.Placed).card == "foot-1"


def test_a_deck_that_ran_out_with_a_card_played_is_turned_over_on_the_next_turn() -> None:
    board = table(round=9, deck=["foot-1"], discard=["foot-2"])
    done = enemy_turn(board, "foot-1")
    assert done.one(f.Placed) and not done.all(f.DeckTurned)
    done = enemy_turn(done.board)
    assert done.all(f.DeckTurned) and not done.all(f.Revealed)


def test_tm_19_the_enemy_never_loses_for_lack_of_cards() -> None:
    board = table(round=9, deck=[], draw_variant=False)
    board = enemy_turn(board, passing=True).board
    board = do(board, a.FaceObjective("player")).board
    done = do(board, a.FaceObjective("enemy"), list(board.player.deck[:2]))
    assert not done.all(f.Ended) and done.board.round == 10
    done = enemy_turn(done.board)
    assert done.all(f.DeckTurned) and not done.all(f.Ended)


def test_the_enemy_never_has_a_hand() -> None:
    assert enemy_turn(table(round=9), "foot-2").board.enemy.hand == ()


def test_tm_21_an_event_that_cannot_be_resolved_is_discarded_and_another_card_drawn() -> None:
    done = enemy_turn(table(round=9), "wake-1", "foot-1")
    assert (done.one(f.Discarded).card, done.one(f.Discarded).why) == ("wake-1", "cannot-resolve")
    assert done.one(f.Placed).card == "foot-1"


def test_an_event_that_can_be_resolved_is_the_turn_s_card() -> None:
    board = table(round=9, theirs={(1, 1): InPlay("foot-1", True)})
    done = enemy_turn(board, "wake-1")
    assert done.one(f.CardReadied).card == "foot-1"
    assert done.board.enemy.discard == ("wake-1",)
    assert RULES.to_act(done.board) == ("player",)


def test_an_event_of_an_ignored_kind_cannot_be_resolved() -> None:
    done = enemy_turn(table(round=9), "lecture-1", "foot-1")
    assert done.one(f.ActionIgnored).keyword == "draw"
    assert done.one(f.Discarded).why == "cannot-resolve"


def test_tm_23_of_an_event_s_actions_the_player_picks_one_that_is_possible() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "choice-1")
    question = done.board.question
    assert question and question.kind == "event-action"
    assert question.options == ("0", "1"), "the third action has nothing to ready"
    refused(done.board, a.Choose("2"), "not-offered")
    done = choose(done, 1)
    assert done.one(f.EventPlayed).card == "choice-1"
    assert done.one(f.CardExhausted).card == "my-bow-1"


def test_an_event_with_one_possible_action_asks_nothing() -> None:
    board = table(round=9, mine={(2, 3): InPlay("guillaume-fitzrobert", True)})
    done = enemy_turn(board, "choice-1")
    assert done.one(f.ActionResolved).target == "guillaume-fitzrobert"
    assert done.one(f.CardHurt).amount == 1


def test_a_discount_event_makes_the_next_card_cheaper() -> None:
    done = enemy_turn(table(round=9), "cheap-1", "foot-5", "foot-4")
    assert done.one(f.Reduced).by == 2
    assert done.one(f.Discarded).card == "foot-5"
    assert done.one(f.Placed).card == "foot-4", "4 less 2 is payable with 2"


def test_the_discount_is_used_up_by_the_card_it_paid() -> None:
    board = enemy_turn(table(round=9), "cheap-1", "foot-4").board
    done = enemy_turn(board, "foot-3", "foot-2")
    assert done.one(f.Discarded).card == "foot-3"


def test_discounts_that_follow_one_another_add_up() -> None:
    done = enemy_turn(table(round=9), "cheap-1", "cheap-0", "foot-5")
    assert [x.by for x in done.all(f.Reduced)] == [2, 1]
    assert done.one(f.Placed).card == "foot-5"


def test_a_discount_asks_for_a_card_that_is_paid_and_played() -> None:
    """The drawn foot-1 finds no room on the full battlefield: after a discount event the Enemy draws on."""
    board = table(round=9, theirs=full({(1, 1): "foot-1"}))
    done = enemy_turn(board, "cheap-1", "foot-1b", "wake-1", "horse-3")
    assert [(x.why, x.again) for x in done.all(f.Discarded)] == [("no-room", True), ("cannot-resolve", True)]
    assert done.one(f.Replaced).card == "foot-1"


def test_a_discount_is_lost_when_the_deck_runs_out() -> None:
    done = enemy_turn(table(round=9, deck=["cheap-1"]), "cheap-1")
    assert done.all(f.DeckTurned)
    done = enemy_turn(done.board)
    assert [x.card for x in done.all(f.Revealed)] == ["cheap-1"]
    assert done.board.enemy.discard == () and done.board.enemy.turned == ("cheap-1",), "it is turned over once more"


def test_a_tactic_goes_to_the_reserve_and_its_action_follows() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "ruse-1")
    assert [s.card for s in done.board.enemy.reserve] == ["ruse-1"]
    assert done.one(f.CardExhausted).card == "my-bow-1"
    assert at(done.board, "enemy", 1, 1) is None


# -- placement -----------------------------------------------------------------------------------------------------------------


def _spots(done: Done) -> tuple[int, int]:
    placed = done.one(f.Placed)
    return placed.wedge, placed.line


def test_tm_25_nine_cards_fill_line_1_then_2_then_3_wedge_by_wedge() -> None:
    """The leader is moved out of the way for once: an empty battlefield never comes up in play."""
    board = table(round=14)
    board = replace(board, enemy=replace(board.enemy, spaces=(None,) * 9))
    order = []
    for card in ("foot-0", "foot-0b", "foot-0c", "foot-1", "foot-1b", "foot-1c", "foot-2", "foot-2b", "foot-2c"):
        done = enemy_turn(board, card)
        order.append(_spots(done))
        board = done.board
    assert order == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]


def test_tm_27_enemy_cards_do_not_move_up_and_a_space_that_opened_is_simply_next() -> None:
    board = table(round=9, theirs={(1, 2): "foot-1", (2, 1): "foot-2", (3, 1): "foot-3"})
    done = enemy_turn(board, "foot-0")
    assert _spots(done) == (1, 1)
    assert at(done.board, "enemy", 1, 2) == "foot-1"


def test_a_taken_wedge_is_skipped() -> None:
    board = table(round=9, wedges=[Wedge(10, 0, "player"), Wedge(), Wedge()])
    assert _spots(enemy_turn(board, "foot-0")) == (2, 1)


def test_tm_28_a_ranged_card_goes_to_the_leader_s_wedge() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "bow-1")
    assert _spots(done) == (2, 1)
    done = enemy_turn(table(round=9, theirs={(3, 2): "harold-godwinson", (3, 1): "foot-1"}), "bow-1")
    assert _spots(done) == (3, 3)


def test_with_the_leader_s_wedge_full_a_ranged_card_faces_the_player_s_ranged_cards() -> None:
    theirs = {(2, 1): "foot-1", (2, 2): "foot-2"}
    done = enemy_turn(table(round=9, theirs=theirs, mine={(3, 2): "my-bow-1"}), "bow-1")
    assert _spots(done) == (3, 1)


def test_with_ranged_cards_of_the_player_in_two_wedges_he_chooses_which() -> None:
    theirs = {(2, 1): "foot-1", (2, 2): "foot-2", (3, 1): "foot-0"}
    mine = {(1, 2): "my-bow-1", (3, 2): "my-bow-2"}
    done = enemy_turn(table(round=9, theirs=theirs, mine=mine), "bow-1")
    assert done.board.question and done.board.question.options == ("1", "3")
    assert _spots(choose(done, 3)) == (3, 2)


def test_without_either_a_ranged_card_follows_the_common_order() -> None:
    theirs = {(2, 1): "foot-1", (2, 2): "foot-2", (1, 1): "foot-0"}
    assert _spots(enemy_turn(table(round=9, theirs=theirs), "bow-1")) == (3, 1)


def test_a_wedge_of_ranged_cards_that_is_full_does_not_count() -> None:
    theirs = {(2, 1): "foot-1", (2, 2): "foot-2", (3, 1): "foot-0", (3, 2): "foot-0b", (3, 3): "foot-0c"}
    done = enemy_turn(table(round=9, theirs=theirs, mine={(3, 2): "my-bow-1"}), "bow-1")
    assert _spots(done) == (1, 1)


def test_tm_29_an_attachment_goes_to_the_leader_s_wedge() -> None:
    done = enemy_turn(table(round=9, theirs={(1, 1): "foot-1"}), "banner-1")
    attached = done.one(f.Attached)
    assert (attached.card, attached.host) == ("banner-1", "harold-godwinson")
    assert at(done.board, "enemy", 2, 1) is None, "it takes no space"


def test_of_several_cards_in_the_leader_s_wedge_the_player_chooses_the_host() -> None:
    done = enemy_turn(table(round=9, theirs={(1, 1): "foot-1", (2, 1): "foot-2"}, mine={(1, 1): "my-bow-1"}), "sword-1")
    assert done.board.question and done.board.question.options == ("foot-2", "harold-godwinson")
    done = choose(done, "foot-2")
    assert done.one(f.Attached).host == "foot-2"
    assert done.one(f.CardHurt).card == "my-bow-1", "its action follows"


def test_attachments_go_with_the_card_they_lie_under() -> None:
    board = table(round=9, theirs={(1, 1): InPlay("foot-1", attached=("banner-1",))})
    done = do(board, a.Declare((a.Result("destroy", "foot-1"),)))
    assert done.board.enemy.discard == ("foot-1", "banner-1")
