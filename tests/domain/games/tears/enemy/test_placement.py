from __future__ import annotations

from msgspec.structs import replace

from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay, Wedge
from tests.builders.tears import Done, at, choose, do, enemy_turn, table


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
