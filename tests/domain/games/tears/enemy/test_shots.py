from __future__ import annotations

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay, Wedge
from tests.builders.tears import card_of, choose, do, enemy_turn, refused, table

LEADER = "guillaume-fitzrobert"
HASTINGS = (6, 6)


def _might(*rows: tuple[int, int, int]) -> a.StateMight:
    return a.StateMight(tuple(a.MightOf(*row) for row in rows))


def test_tm_42_a_ranged_attack_targets_a_ranged_card_or_else_what_the_player_names() -> None:
    theirs = {(1, 1): "bow-1"}
    mixed = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-foot-1", (3, 1): "my-bow-1"}))
    assert mixed.one(f.ShotFired).target == "my-bow-1"

    two = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-bow-1", (3, 1): "my-bow-2"}))
    assert two.board.question and set(two.board.question.options) == {"my-bow-1", "my-bow-2"}

    none = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-foot-1"}))
    assert none.board.question and set(none.board.question.options) == {"my-foot-1", LEADER}
    assert choose(none, LEADER).one(f.ShotFired).target == LEADER


def test_the_player_orders_several_attacks() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1", (2, 1): "bow-3"}, mine={(1, 1): "my-bow-1"})
    done = enemy_turn(board, passing=True)
    assert done.board.question and done.board.question.kind == "shooter"
    first = choose(done, "bow-1", "foot-1")
    assert [(x.card, x.target) for x in first.all(f.ShotFired)] == [("bow-1", "my-bow-1"), ("bow-3", "my-bow-1")]
    first = choose(done, "bow-3", "foot-1")
    assert [(x.card, x.target) for x in first.all(f.ShotFired)] == [("bow-3", "my-bow-1"), ("bow-1", LEADER)]


def test_an_exhausted_ranged_card_does_not_attack() -> None:
    theirs = {(1, 1): InPlay("bow-1", True), (2, 1): "bow-2"}
    done = enemy_turn(table(round=9, theirs=theirs, mine={(1, 1): "my-bow-1"}))
    assert done.one(f.ShotFired).card == "bow-2"


def test_a_shot_can_kill_the_leader() -> None:
    done = enemy_turn(table(round=9, theirs={(1, 1): "bow-1"}, mine={(2, 3): InPlay(LEADER, damage=7)}))
    assert done.one(f.Ended).code == "leader-killed"


def test_tm_44_at_hastings_the_enemy_shoots_from_a_wedge_whose_might_combat_it_is_losing() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, objectives=HASTINGS)
    done = enemy_turn(board)
    assert done.board.question and done.board.question.kind == "might"
    assert done.board.question.options == ("1", "2", "3")
    done = do(done.board, _might((1, 3, 4), (2, 9, 0), (3, 0, 0)))
    assert done.one(f.ShotFired).card == "bow-1"
    assert RULES.to_act(done.board) == ("player",)


def test_at_hastings_a_tied_or_won_might_combat_brings_no_shot_but_a_card() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1", (3, 1): "bow-2"}, mine={(1, 1): "my-bow-1"}, objectives=HASTINGS)
    done = do(enemy_turn(board).board, _might((1, 4, 4), (2, 0, 9), (3, 2, 1)), "foot-1")
    assert not done.all(f.ShotFired)
    assert done.one(f.Placed).card == "foot-1"


def test_at_hastings_only_the_cards_in_lost_wedges_are_offered() -> None:
    theirs = {(1, 1): "bow-1", (2, 1): "bow-2", (3, 1): "bow-3"}
    board = table(round=9, theirs=theirs, mine={(1, 1): "my-bow-1"}, objectives=HASTINGS)
    done = do(enemy_turn(board).board, _might((1, 0, 1), (2, 5, 1), (3, 0, 1)))
    assert done.board.question and done.board.question.options == ("bow-1", "bow-3")


def test_might_is_stated_once_for_each_wedge_that_stands() -> None:
    wedges = [Wedge(), Wedge(10, 0, "player"), Wedge()]
    theirs = {(1, 1): "bow-1", (3, 3): "harold-godwinson"}
    board = enemy_turn(table(round=9, theirs=theirs, objectives=HASTINGS, wedges=wedges)).board
    for rows in ([(1, 1, 1)], [(1, 1, 1), (2, 1, 1), (3, 1, 1)], [(1, 1, 1), (1, 1, 1)]):
        refused(board, _might(*rows), "might-of-each")
    assert do(board, _might((3, 1, 1), (1, 1, 1)), "foot-1").one(f.MightStated)


def test_no_might_is_asked_without_a_ready_ranged_card() -> None:
    board = table(round=9, theirs={(1, 1): InPlay("bow-1", True)}, objectives=HASTINGS)
    assert enemy_turn(board, "foot-1").one(f.Placed)


def test_a_ranged_card_in_a_taken_wedge_fights_no_might_combat_and_does_not_shoot_at_hastings() -> None:
    wedges = [Wedge(10, 0, "player"), Wedge(), Wedge()]
    board = table(round=9, theirs={(1, 1): "bow-1"}, objectives=HASTINGS, wedges=wedges)
    assert enemy_turn(board, "foot-1").one(f.Placed)


def test_a_ranged_card_in_a_taken_wedge_goes_on_shooting_and_is_shot_at_as_the_reading_says() -> None:
    """Given a taken wedge with ranged cards of both sides, when the common rule holds, then each shoots from there, and at the
    other; at Hastings the Enemy's does not, since no might combat is left to be lost."""
    wedges = [Wedge(10, 0, "player"), Wedge(), Wedge()]
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, wedges=wedges)
    assert enemy_turn(board).one(f.ShotFired).target == "my-bow-1"
    assert do(board, a.Shoot("my-bow-1", "bow-1")).one(f.ShotFired).card == "my-bow-1"
    (reading,) = [one for one in RULES.about.readings if one.id == "A-TM-21"]
    assert "go on shooting" in reading.text.en


def test_with_one_side_at_hastings_the_common_rule_holds() -> None:
    for objectives in ((6, 5), (5, 6)):
        board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, objectives=objectives)
        assert enemy_turn(board).one(f.ShotFired)


def test_the_table_may_take_the_summary_s_word_that_the_enemy_alone_is_enough() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, objectives=(5, 6), hastings="enemy")
    assert enemy_turn(board).board.question.kind == "might"
    assert enemy_turn(table(round=9, objectives=(6, 5), hastings="enemy"), "foot-1").one(f.Placed)


def test_the_player_shoots_with_the_same_rule() -> None:
    board = table(round=9, mine={(1, 1): "my-bow-3"}, theirs={(1, 1): "foot-5"})
    done = do(board, a.Shoot("my-bow-3", "foot-5"))
    assert done.one(f.ShotFired).damage == 3
    assert done.one(f.Destroyed).card == "foot-5"
    assert card_of(done.board, "player", "my-bow-3").exhausted
    assert RULES.to_act(done.board) == ("enemy",)
