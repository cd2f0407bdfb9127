"""Matches whose games are played in Greffe, one after the other, and matches whose scores are
typed."""

from pathlib import Path

import pytest

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.games import result_of_games
from domain.tournament.records import ResultTaken
from domain.tournament.values import Entry, Match, Rules, Scoring, Stage, TableResult
from tests.domain.campaign.campaigning import finish
from tests.domain.tournament.directing.hall import Hall
from tests.domain.tournament.directing.played_events import Forged, games_of, matched

CARDS = Rules((Stage(rounds=2, scoring=Scoring(win="3", draw="1", bye="3"), match=Match(3)),))


def score(hall: Hall, first: int, second: int, *, places: bool = False) -> TableResult:
    entrants = hall.now.rounds[0].tables[0].entrants
    won = zip(entrants, (first, second), strict=True)
    return TableResult(
        1, tuple(Entry(n, places * (1 + (w < max(first, second))), w) for n, w in won)
    )


def test_a_match_goes_on_game_by_game_until_it_is_decided_and_who_lost_begins(clerk: Clerk) -> None:
    hall = Hall(clerk, CARDS, 2, ruleset="northgard-training").begun(games=True)
    for seed in range(20):
        table = hall.now.rounds[0].tables[0]
        hall.refused("no outcome yet", hall.on.rounds.open_games, 1, [1])
        before = finish(clerk, clerk.game(table.game), seed)
        if not result_of_games(hall.now, Match(3), table, clerk.game).time_over:
            break
        hall.refused("is not decided: open its next game", hall.on.results.take, 1, 1)
        hall.on.rounds.open_games(hall.order(), 1, [1])
        table, opened = hall.now.rounds[0].tables[0], clerk.game(hall.now.rounds[0].tables[0].game)
        assert clerk.game(before.id).closed and table.before[-1].game == before.id
        begins = next(seat.player for seat in opened.opened.seats if seat.role == "player")
        lost = [
            seat.player for seat in before.opened.seats if seat.id not in before.outcome.winners
        ]
        assert begins in lost
        sits = dict(zip(table.linked.seats, table.entrants, strict=True))
        assert {seat.id: seat.player for seat in opened.opened.seats if seat.id in sits} == {
            seat: hall.now.named[n].player for seat, n in sits.items()
        }
    hall.refused("is decided", hall.on.rounds.open_games, 1, [1])
    hall.on.results.take(hall.order(), 1, 1)
    taken = hall.on.store.records_of(hall.id)[-1].body
    assert isinstance(taken, ResultTaken) and taken.game == hall.now.rounds[0].tables[0].game
    assert max(entry.score for entry in taken.result.entries) == 2
    hall.refused("has a game or a result", hall.on.rounds.open_games, 1, [1])


def test_a_match_that_is_typed_while_its_games_are_open_says_so(clerk: Clerk) -> None:
    hall = Hall(clerk, CARDS, 2, ruleset="northgard-training").begun(games=True)
    hall.on.results.take(hall.order(), 1, 1, score(hall, 2, 0))
    assert [d.code for d in hall.on.store.records_of(hall.id)[-1].body.departures] == ["typed"]


@pytest.mark.parametrize("nth", [0, 1])
def test_a_forged_score_of_a_match_is_found_beside_its_games(
    clerk: Clerk, tmp_path: Path, nth: int
) -> None:
    hall = matched(clerk)
    assert len(games_of(hall)) >= 4
    forged = Forged(hall, tmp_path)
    honest = forged.report()
    assert not [f.said.en for f in honest.findings if f.status == "failed"]

    def turn(body: dict) -> None:
        one, two = body["result"]["entries"]
        one["score"], two["score"] = two["score"], one["score"]
        one["place"], two["place"] = two["place"], one["place"]

    forged.fails("is not that of its game", forged.change("ResultTaken", turn, nth=nth))
