from __future__ import annotations

from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening
from domain.game.game import places_of
from tests.builders.players import play_on


def test_where_the_lowest_wins_the_lowest_is_first(clerk: Clerk) -> None:
    """A sheet of places alone: who entered 1 is first, and who entered 4 is last."""
    game = clerk.open_game(Opening(ruleset="score-sheet", catalog="placings", players=4), "tester", "places").game
    game = play_on(clerk, game, Random(2))
    assert game.outcome is not None
    totals = {line.seat: line.points for line in game.rules.score(game.board)}
    places = places_of(game, totals)
    assert places == game.rules.places(game.board)
    assert all((totals[a] < totals[b]) <= (places[a] < places[b]) for a in totals for b in totals)


@pytest.mark.parametrize("ruleset", ["northgard-training", "raiders-solo"])
def test_elsewhere_winners_share_the_first_and_others_follow_by_points(ruleset: str, clerk: Clerk) -> None:
    game = clerk.open_game(Opening(ruleset=ruleset), "tester", "played").game
    totals = {line.seat: line.points for line in game.rules.score(game.board)}
    assert places_of(game, totals) == {}
    game = play_on(clerk, game, Random(3))
    totals = {line.seat: line.points for line in game.rules.score(game.board)}
    places = places_of(game, totals)
    assert {seat for seat in totals if seat in game.outcome.winners} == {
        seat for seat, place in places.items() if place == 1 and seat in game.outcome.winners
    }
    losers = [seat for seat in totals if seat not in game.outcome.winners]
    assert all((totals[a] > totals[b]) == (places[a] < places[b]) for a in losers for b in losers)
