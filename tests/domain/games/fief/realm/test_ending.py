from __future__ import annotations

import pytest

from domain.games.fief import RULES
from domain.games.fief import actions as a
from domain.games.fief.facts import realm as f
from tests.builders.fief import Table, act, refused


def reign(points: int, **options: bool) -> Table:
    """Red holds titles worth some points; Blue, married to nobody, one county."""
    titles = ("county-2", "county-4", "county-5", "pope")[:points]
    table = Table(**options).lord("red", "blaye", "othon", *titles).lord("blue", "bourg", "blanche", "duchy-1")
    return table.phase("end", "red")


def wed(points: int, **options: bool) -> Table:
    return reign(points, **options).tell(f.Married("othon", "blanche"))


def test_three_points_win_alone_once_the_table_agrees() -> None:
    board = act(reign(3).board, "red", a.ProposeEnd("victory"))
    assert RULES.to_act(board) == ("blue", "green")
    board = act(board, "green", a.AnswerEnd(True))
    assert RULES.outcome(board) is None
    board = act(board, "blue", a.AnswerEnd(True))
    outcome = RULES.outcome(board)
    assert outcome is not None and (outcome.code, outcome.winners) == ("victory", ("red",))
    assert RULES.to_act(board) == ()
    assert refused(board, "red", a.EndPhase()) == ("over", "Victory")


def test_one_refusal_and_the_session_goes_on() -> None:
    board = act(reign(3).board, "red", a.ProposeEnd("victory"))
    board = act(board, "blue", a.AnswerEnd(False))
    assert RULES.outcome(board) is None and RULES.to_act(board) == ("red",)
    assert refused(board, "green", a.AnswerEnd(True)) == ("not-asked", "Victory")


def test_two_points_are_too_few() -> None:
    assert refused(reign(2).board, "red", a.ProposeEnd("victory")) == ("too-few-points", "Victory")


def test_the_table_s_word_may_be_enough_as_an_option() -> None:
    board = reign(0, victory_shows_in_titles=False).board
    assert act(board, "red", a.ProposeEnd("victory")).proposal is not None


def test_a_married_pair_wins_with_four() -> None:
    board = act(wed(3).board, "red", a.ProposeEnd("victory", "blue"))
    for seat in ("blue", "green"):
        board = act(board, seat, a.AnswerEnd(True))
    outcome = RULES.outcome(board)
    assert outcome is not None and (outcome.code, outcome.winners) == ("married-victory", ("red", "blue"))


@pytest.mark.parametrize(
    ("table", "action", "code"),
    [
        (wed(2), a.ProposeEnd("victory", "blue"), "too-few-points"),
        (wed(3), a.ProposeEnd("victory"), "married"),
        (reign(3), a.ProposeEnd("victory", "blue"), "not-married"),
        (wed(3), a.ProposeEnd("victory", "green"), "not-married"),
        (wed(3), a.ProposeEnd("agreement", "blue"), "no-partner"),
        (reign(3).phase("moves", "red"), a.ProposeEnd("victory"), "wrong-phase"),
    ],
)
def test_claims_that_do_not_hold(table: Table, action: a.ProposeEnd, code: str) -> None:
    assert refused(table.board, "red", action)[0] == code


def test_an_agreement_has_no_winner() -> None:
    board = act(reign(0).board, "red", a.ProposeEnd("agreement"))
    assert refused(board, "red", a.EndPhase()) == ("answer-first", "Victory")
    for seat in ("blue", "green"):
        board = act(board, seat, a.AnswerEnd(True))
    outcome = RULES.outcome(board)
    assert outcome is not None and (outcome.code, outcome.winners) == ("agreement", ())


def test_the_score_counts_recorded_titles() -> None:
    lines = {line.seat: line for line in RULES.score(wed(3).board)}
    assert {seat: line.points for seat, line in lines.items()} == {"red": 3, "blue": 1, "green": 0}
    assert [part.en for part, _ in lines["red"].parts] == ["Count of fief 2", "Count of fief 4", "Count of fief 5"]


def test_a_captive_keeps_his_titles_and_their_points() -> None:
    board = reign(3).tell(f.LordCaptured("othon", "blue")).board
    assert RULES.score(board)[0].points == 3
