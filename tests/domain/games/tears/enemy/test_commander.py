"""Capacité "Commandant": the Enemy's leader leaves a taken wedge."""

from __future__ import annotations

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import Wedge
from tests.builders.tears import at, choose, do, enemy_turn, full, refused, table

HAROLD = "harold-godwinson"
TAKEN = [Wedge(), Wedge(10, 0, "player"), Wedge()]


def _might(one: int, three: int) -> a.StateMight:
    return a.StateMight((a.MightOf(1, one, 0), a.MightOf(3, three, 0)))


def test_tm_47_while_his_wedge_stands_the_commander_does_nothing() -> None:
    for wedges in ([Wedge()] * 3, [Wedge(10, 0, "player"), Wedge(), Wedge()]):
        done = enemy_turn(table(round=9, wedges=wedges), "foot-1")
        assert not done.all(f.LeaderMoved)
        assert at(done.board, "enemy", 2, 3) == HAROLD


def test_he_moves_to_the_wedge_with_the_least_might_as_his_next_turn() -> None:
    done = enemy_turn(table(round=9, theirs={(3, 1): "foot-2"}, wedges=TAKEN))
    assert done.board.question and done.board.question.kind == "might" and done.board.question.options == ("1", "3")
    done = do(done.board, _might(5, 2))
    assert (done.one(f.LeaderMoved).wedge, done.one(f.LeaderMoved).line) == (3, 2), "the first free space there"
    assert not done.all(f.Revealed)
    assert RULES.to_act(done.board) == ("player",)


def test_it_does_not_matter_who_took_the_wedge() -> None:
    taken = [Wedge(), Wedge(0, 10, "enemy"), Wedge()]
    assert do(enemy_turn(table(round=9, wedges=taken)).board, _might(0, 1)).one(f.LeaderMoved).wedge == 1


def test_equal_might_leaves_the_wedge_to_the_player() -> None:
    done = do(enemy_turn(table(round=9, wedges=TAKEN)).board, _might(4, 4))
    assert done.board.question and done.board.question.options == ("1", "3")
    refused(done.board, a.Choose("2"), "not-offered")
    assert choose(done, 3).one(f.LeaderMoved).wedge == 3


def test_in_a_full_wedge_he_replaces_the_cheapest_card() -> None:
    theirs = {(1, 1): "foot-2", (1, 2): "bow-1", (1, 3): "foot-3"}
    done = do(enemy_turn(table(round=9, theirs=theirs | {(3, 1): "foot-5"}, wedges=TAKEN)).board, _might(1, 9))
    assert (done.one(f.Replaced).card, done.one(f.Replaced).by) == ("bow-1", HAROLD)
    assert at(done.board, "enemy", 1, 2) == HAROLD
    assert done.board.enemy.discard == ("bow-1",)


def test_of_two_equally_cheap_cards_the_player_chooses() -> None:
    theirs = full({(1, 1): "foot-1", (1, 2): "foot-1b"})
    done = do(enemy_turn(table(round=9, theirs=theirs, wedges=TAKEN)).board, _might(1, 9))
    assert done.board.question and done.board.question.options == ("foot-1", "foot-1b")
    done = choose(done, "foot-1b")
    assert at(done.board, "enemy", 1, 2) == HAROLD and at(done.board, "enemy", 1, 1) == "foot-1"


def test_with_one_wedge_left_nothing_is_asked() -> None:
    wedges = [Wedge(0, 10, "enemy"), Wedge(10, 0, "player"), Wedge()]
    assert enemy_turn(table(round=9, wedges=wedges)).one(f.LeaderMoved).wedge == 3


def test_after_the_player_s_pass_the_rest_of_the_last_turn_follows() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, wedges=TAKEN)
    done = do(enemy_turn(board, passing=True).board, _might(5, 2), "foot-1")
    told = [type(x) for x in done.facts if type(x) in (f.LeaderMoved, f.ShotFired, f.Placed, f.MarkerMoved)]
    assert told == [f.LeaderMoved, f.ShotFired, f.Placed, f.MarkerMoved]


def test_the_table_may_let_the_move_come_before_the_turn() -> None:
    board = enemy_turn(table(round=9, wedges=TAKEN, commander="then-turn")).board
    done = do(board, _might(5, 2), "foot-1")
    assert done.one(f.LeaderMoved).wedge == 3 and done.one(f.Placed).card == "foot-1"


def test_might_is_stated_anew_after_the_move_when_hastings_asks_for_it() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, wedges=TAKEN, objectives=(6, 6), commander="then-turn")
    done = do(enemy_turn(board).board, _might(5, 2))
    assert done.one(f.LeaderMoved) and done.board.question and done.board.question.kind == "might"


def test_cards_in_a_taken_wedge_stay_or_go_as_the_table_plays_it() -> None:
    for option, stays in (("stay", True), ("discarded", False)):
        board = table(
            round=9, mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "foot-1", (1, 2): HAROLD},
            objectives=(6, 0), wedges=[Wedge(8, 0), Wedge(), Wedge()], taken_wedge=option,
        )  # fmt: skip
        done = do(board, a.Declare((a.Result("wedge", amount=2, wedge=1),)))
        assert done.one(f.WedgeTaken).wedge == 1
        assert (at(done.board, "enemy", 1, 1) == "foot-1") is stays
        assert (at(done.board, "player", 1, 1) == "my-foot-1") is stays
        assert at(done.board, "enemy", 1, 2) == HAROLD, "leaders always stay"


def test_the_player_s_leader_moves_as_the_table_plays_it() -> None:
    board = table(round=9, wedges=TAKEN)
    done = do(board, a.Use("guillaume-fitzrobert", results=(a.Result("move", "guillaume-fitzrobert", wedge=1, line=3),)))
    assert at(done.board, "player", 1, 3) == "guillaume-fitzrobert"
