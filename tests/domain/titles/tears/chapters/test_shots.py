from typing import Any

from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import Wedge
from tests.builders.tears import choose, do, enemy_turn, full_battlefield, table

LEADER = "guillaume-fitzrobert"
HASTINGS = (6, 6)


def _might(*rows: tuple[int, int, int]) -> a.StateMight:
    return a.StateMight(tuple(a.MightOf(*row) for row in rows))


def test_tm_42_a_ranged_attack_targets_a_ranged_card_or_else_what_the_player_names() -> None:
    theirs = {(1, 1): "bow-1"}
    mixed = enemy_turn(
        table(round=9, theirs=theirs, mine={(1, 1): "my-foot-1", (3, 1): "my-bow-1"})
    )
    assert mixed.only(f.ShotFired).target == "my-bow-1"

    two = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-bow-1", (3, 1): "my-bow-2"}))
    assert two.board.question and set(two.board.question.options) == {"my-bow-1", "my-bow-2"}

    none = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-foot-1"}))
    assert none.board.question and set(none.board.question.options) == {"my-foot-1", LEADER}
    assert choose(none, LEADER).only(f.ShotFired).target == LEADER


def test_tm_44_at_hastings_the_enemy_shoots_from_a_wedge_whose_might_combat_it_is_losing() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, objectives=HASTINGS)
    done = enemy_turn(board)
    assert done.board.question and done.board.question.kind == "might"
    assert done.board.question.options == ("1", "2", "3")
    done = do(done.board, _might((1, 3, 4), (2, 9, 0), (3, 0, 0)))
    assert (done.only(f.ShotFired).card, RULES.to_act(done.board)) == ("bow-1", ("player",))


def test_a_ranged_card_in_a_taken_wedge_fights_no_might_combat_and_does_not_shoot_at_hastings() -> (
    None
):
    wedges = [Wedge(10, 0, "player"), Wedge(), Wedge()]
    board = table(round=9, theirs={(1, 1): "bow-1"}, objectives=HASTINGS, wedges=wedges)
    assert enemy_turn(board, "foot-1").only(f.Placed)


CARDS = dict[tuple[int, int], Any]


# -- ranged cards of the same cost -----------------------------------------------------------------


def passing(theirs: CARDS, **options: Any) -> Any:
    """The Enemy's turn after the player passed: it draws a ranged card that costs 2. It is at
    Hastings, where ready ranged cards need not shoot first."""
    return enemy_turn(
        table(round=9, theirs=full_battlefield(theirs), objectives=(6, 6), **options),
        "bow-2b",
        passing=True,
    )


def test_a_ranged_card_may_take_the_place_of_another_of_the_same_cost_if_the_player_wants_it() -> (
    None
):
    board = table(round=9, theirs=full_battlefield({(1, 1): "bow-2"}), mine={(1, 1): "my-bow-1"})
    board = enemy_turn(board).board  # the ready one shoots first
    assert enemy_turn(board, "bow-2b").only(f.Discarded).why == "no-room", (
        "exhausted cards make no way"
    )
    done = passing({(1, 1): "bow-2", (1, 2): "foot-2"})
    assert done.board.question and set(done.board.question.options) == {"foot-2", "bow-2"}
    assert choose(done, "bow-2").only(f.Replaced).card == "bow-2"


def test_with_nothing_but_ranged_cards_of_the_same_cost_the_player_may_refuse() -> None:
    done = passing({(1, 1): "bow-2"})
    assert done.board.question and done.board.question.options == ("bow-2", "none")
    assert choose(done, "none").only(f.Discarded).why == "no-room"
    assert choose(done, "bow-2").only(f.Replaced).by == "bow-2b"
