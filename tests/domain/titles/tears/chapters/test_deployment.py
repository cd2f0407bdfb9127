from msgspec.structs import replace

from domain.titles.tears import RULES, actions as a, facts as f
from tests.builders.tears import ActionResult, at, choose, do, enemy_turn, refused, table


def test_tm_15_dearer_cards_are_discarded_until_one_is_payable() -> None:
    done = enemy_turn(table(round=9), "foot-4", "foot-3", "foot-2")
    assert [(x.card, x.why, x.again) for x in done.all(f.Discarded)] == [
        ("foot-4", "too-dear", True),
        ("foot-3", "too-dear", True),
    ]
    assert (done.only(f.Placed).card, done.board.enemy.discard) == ("foot-2", ("foot-4", "foot-3"))
    assert RULES.to_act(done.board) == ("player",)


def test_tm_16_a_cost_equal_to_the_resources_is_enough() -> None:
    done = enemy_turn(table(round=9), "foot-2")
    assert done.only(f.Placed).card == "foot-2"
    assert not done.all(f.Discarded)


def test_tm_17_an_empty_deck_is_turned_over_unshuffled_and_the_enemy_passes_the_turn() -> None:
    board = table(round=9, deck=["foot-5", "foot-4"], discard=["foot-3", "foot-1"])
    done = enemy_turn(board, "foot-4", "foot-5")
    assert done.all(f.DeckTurned) and not done.all(f.Placed)
    assert done.board.enemy.turned == ("foot-3", "foot-1", "foot-4", "foot-5"), (
        "first discarded, first drawn"
    )
    assert (done.board.enemy.discard, RULES.to_act(done.board)) == ((), ("player",))
    again = enemy_turn(done.board)  # no chance is asked: the order is known
    assert [x.card for x in again.all(f.Revealed)] == ["foot-3", "foot-1"]
    assert again.only(f.Placed).card == "foot-1"


def test_tm_19_the_enemy_never_loses_for_lack_of_cards() -> None:
    board = enemy_turn(table(round=9, deck=[], draw_variant=False), passing=True).board
    board = do(board, a.FaceObjective("player")).board
    done = do(board, a.FaceObjective("enemy"), list(board.player.deck[:2]))
    assert not done.all(f.Ended) and done.board.round == 10
    done = enemy_turn(done.board)
    assert done.all(f.DeckTurned) and not done.all(f.Ended)


def test_tm_21_an_event_that_cannot_be_resolved_is_discarded_and_another_card_drawn() -> None:
    done = enemy_turn(table(round=9), "wake-1", "foot-1")
    assert (done.only(f.Discarded).card, done.only(f.Discarded).why) == ("wake-1", "cannot-resolve")
    assert done.only(f.Placed).card == "foot-1"


def test_tm_23_of_an_event_s_actions_the_player_picks_one_that_is_possible() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "choice-1")
    question = done.board.question
    assert question and question.kind == "event-action"
    assert question.options == ("0", "1"), "the third action has nothing to ready"
    refused(done.board, a.Choose("2"), "not-offered")
    done = choose(done, 1)
    assert done.only(f.EventPlayed).card == "choice-1"
    assert done.only(f.CardExhausted).card == "my-bow-1"


# -- placement -------------------------------------------------------------------------------------


def _spots(done: ActionResult) -> tuple[int, int]:
    placed = done.only(f.Placed)
    return placed.wedge, placed.line


def test_tm_25_nine_cards_fill_line_1_then_2_then_3_wedge_by_wedge() -> None:
    """The test moves the leader away, since an empty battlefield does not occur in play."""
    board = table(round=14)
    board = replace(board, enemy=replace(board.enemy, spaces=(None,) * 9))
    order = []
    for card in (
        "foot-0",
        "foot-0b",
        "foot-0c",
        "foot-1",
        "foot-1b",
        "foot-1c",
        "foot-2",
        "foot-2b",
        "foot-2c",
    ):
        done = enemy_turn(board, card)
        order.append(_spots(done))
        board = done.board
    assert order == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]


def test_tm_27_enemy_cards_do_not_move_up_and_a_space_that_opened_is_simply_next() -> None:
    board = table(round=9, theirs={(1, 2): "foot-1", (2, 1): "foot-2", (3, 1): "foot-3"})
    done = enemy_turn(board, "foot-0")
    assert (_spots(done), at(done.board, "enemy", 1, 2)) == ((1, 1), "foot-1")


def test_tm_28_a_ranged_card_goes_to_the_leader_s_wedge() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "bow-1")
    assert _spots(done) == (2, 1)
    done = enemy_turn(
        table(round=9, theirs={(3, 2): "harold-godwinson", (3, 1): "foot-1"}), "bow-1"
    )
    assert _spots(done) == (3, 3)


def test_tm_29_an_attachment_goes_to_the_leader_s_wedge() -> None:
    done = enemy_turn(table(round=9, theirs={(1, 1): "foot-1"}), "banner-1")
    attached = done.only(f.Attached)
    assert (attached.card, attached.host) == ("banner-1", "harold-godwinson")
    assert at(done.board, "enemy", 2, 1) is None, "it takes no space"
