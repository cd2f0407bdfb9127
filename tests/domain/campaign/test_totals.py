from __future__ import annotations

from domain.campaign.campaign import Result, Total, totals
from domain.rules.ruleset import Outcome, ScoreLine
from domain.rules.text import same


def result(winners: tuple[str, ...] | None, **points: int) -> Result:
    outcome = None if winners is None else Outcome("over", winners, same("over"))
    return Result(outcome, tuple(ScoreLine(seat, n) for seat, n in points.items()))


def test_nothing_played_is_nothing_won() -> None:
    assert totals([]) == ()


def test_wins_and_points_add_up_seat_by_seat() -> None:
    series = [result(("blue",), blue=5, red=3), result(("red",), blue=4, red=6), result(("blue",), blue=5, red=0)]
    assert totals(series) == (Total("blue", 2, 14), Total("red", 1, 9))


def test_a_game_without_an_outcome_counts_for_nobody() -> None:
    assert totals([result(("blue",), blue=5, red=3), result(None, blue=4, red=4)]) == (Total("blue", 1, 5), Total("red", 0, 3))
    assert totals([result(None, blue=4, red=4)]) == (Total("blue"), Total("red"))


def test_a_draw_has_points_and_no_winner_and_allies_win_both() -> None:
    assert totals([result((), blue=2, red=2)]) == (Total("blue", 0, 2), Total("red", 0, 2))
    assert [t.wins for t in totals([result(("a", "b"), a=3, b=1, c=0)])] == [1, 1, 0]


def test_an_opponent_without_points_is_named_once_it_has_won() -> None:
    assert totals([result(("player",), player=40)]) == (Total("player", 1, 40),)
    assert totals([result(("player",), player=40), result(("enemy",), player=12)]) == (Total("player", 1, 52), Total("enemy", 1, 0))
