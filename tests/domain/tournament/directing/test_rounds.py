from collections import Counter
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import BadRequest
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Apart
from domain.tournament.records import RoundPaired
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.values import Rules, Stage
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import Hall, departures_in, won


def test_a_field_too_large_for_a_matching_is_refused_before_it_is_paired(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.tournament.rounds.use_cases.MOST_MATCHED", 4)
    sentence = "5 are present in round 1; the engine duels pairs 4 at most"
    hall.refused(sentence, hall.on.rounds.pair, 1)


def test_an_adjourned_table_is_told_and_completed_later(hall: Hall) -> None:
    hall.pair(1)
    hall.type(1, 1, *hall.now.rounds[0].tables[0].entrants)
    hall.type(1, 2, kind="adjourned")
    hall.pair(2)
    assert departures_in(hall) == [(hall.now.seq, "adjourned", 2)]
    two = hall.now.rounds[0].tables[1]
    hall.on.results.correct(hall.order(), 1, 2, "recompute", won(two, two.entrants[0]))
    assert departures_in(hall)[1:] == [] and len(hall.now.field.rounds[0].results) == 2


@pytest.mark.parametrize(
    ("tables", "byes", "sentence"),
    [
        ([[1, 2], [3, 4]], [], "Entrant 5 is present and has neither"),
        ([[1, 2], [2, 3]], [4, 5], "Entrant 2 sits twice"),
        ([[1, 2], [3, 4]], [5, 1], "Entrant 1 sits twice"),
        ([[1, 2], [3, 9]], [4, 5], "Entrant 9 does not play"),
        ([[1, 2], [3, 4], []], [5], "no entrants"),
    ],
)
def test_a_pairing_by_hand_seats_everybody_once(
    hall: Hall, tables: list[list[int]], byes: list[int], sentence: str
) -> None:
    refused_with(TournamentRefused, sentence, hall.pair, 1, tables, byes)
    assert not hall.now.rounds


def test_a_pairing_by_hand_has_the_engines_own_beside_it_and_says_what_it_breaks(
    hall: Hall,
) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    refused_with(ConfirmationNeeded, "meet again", hall.pair, 2, [[1, 2], [3, 5]], [4])
    refused_with(TournamentRefused, "Entrant 5 had a bye", hall.pair, 2, [[1, 3], [2, 4]], [5])
    hall.pair(2, [[1, 2], [3, 5]], [4], confirmation=Confirmation(1, "They asked for it."))
    body = hall.on.store.records_of(hall.id)[-1].body
    assert isinstance(body, RoundPaired)
    assert body.by == "hand" and body.engine_pairing is not None
    assert [code[1] for code in departures_in(hall)] == ["by-hand", "by-hand", "rematch"]
    assert hall.clerk.words(body.reason) == "They asked for it."


def test_a_hard_separation_is_broken_only_by_who_was_shown_what_comes_of_it(hall: Hall) -> None:
    hall.on.entering.separate(hall.order(), Apart(1, 2, hard=True))
    seating = [[1, 2], [3, 4]]
    needed = refused_with(
        ConfirmationNeeded, "", hall.pair, 1, seating, [5], confirmation=Confirmation(1, "why")
    )
    assert needed.times == 2
    refused_with(
        ConfirmationNeeded,
        "",
        hall.pair,
        1,
        seating,
        [5],
        confirmation=Confirmation(2, "why", "somebody else was shown something else"),
    )
    hall.pair(1, seating, [5], confirmation=Confirmation(2, "why", needed.shown))
    assert ("separation-broken", 4) in [(code, level) for _, code, level in departures_in(hall)]


@pytest.mark.parametrize("club", ["x" * 81, "Nantes\u202e"])
def test_a_club_to_be_kept_apart_is_called_what_a_club_can_be(hall: Hall, club: str) -> None:
    refused = hall.refused("", hall.on.entering.separate, Apart(club=club), error=BadRequest)
    assert refused.pointer == "/club"


@pytest.mark.parametrize("format", ["planned", "heats", "swiss"])
def test_where_several_wait_a_round_those_who_had_none_wait_first_and_others_again(
    clerk: Clerk, format: Any
) -> None:
    """Eleven entrants play at tables of four, so three have a bye in each round. Before the fourth
    round two have had none."""
    fours = Stage(format=format, rounds=5, least=4, preferred=4, most=4, keys=("points",))
    hall = Hall(clerk, Rules((fours,)), 11)
    had: Counter[int] = Counter()
    for round in range(1, 6):
        waiting = [bye.entrant for bye in hall.pair(round).rounds[-1].byes]
        assert max(had[n] for n in waiting) <= 1 + min(
            had[n] for n in range(1, 12) if n not in waiting
        )
        assert round != 4 or {n for n in range(1, 12) if not had[n]} < set(waiting)
        had.update(waiting)
        hall.play(round)


def test_what_the_engine_cannot_keep_is_told_and_asked_about_at_publishing(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=3)
    for a, b in ((1, 2), (1, 3), (2, 3)):
        hall.on.entering.separate(hall.order(), Apart(a, b, hard=True))
    hall.pair(1)
    assert [code for _, *code in departures_in(hall)] == [["separation-broken", 4]]
    needed = hall.refused("", hall.on.rounds.publish, 1, error=ConfirmationNeeded)
    sure = Confirmation(2, "There is nobody else.", needed.shown)
    hall.on.rounds.publish(hall.order(), 1, sure)
    published = hall.on.store.records_of(hall.id)[-1].body
    assert [d.code for d in published.departures] == ["separation-broken"]


def test_tables_change_before_they_are_played(hall: Hall) -> None:
    hall.pair(1)
    (one, two), (three, four) = (table.entrants for table in hall.now.rounds[0].tables)
    hall.on.rounds.change(hall.order(), 1, {1: (one, three), 2: (two, four)})
    assert hall.now.rounds[0].by_hand == {1, 2} and departures_in(hall)[-1][1:] == ("by-hand", 2)
    hall.on.rounds.change(hall.order(), 1, {1: (one, two), 2: (three, four)})
    assert hall.now.rounds[0].by_hand == set() and len(departures_in(hall)) == 1
    (waiting,) = {1, 2, 3, 4, 5} - {one, two, three, four}
    hall.on.rounds.change(hall.order(), 1, {1: (waiting, two)}, [one])
    assert hall.now.rounds[0].by_hand == {0, 1}
    hall.on.rounds.withdraw(hall.order(), 1)
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.on.rounds.change(hall.order(), 1, {1: (2, 3), 2: (1, 4)})
    assert [table.entrants for table in hall.now.rounds[0].tables] == [(2, 3), (1, 4)]
    hall.refused("sits twice", hall.on.rounds.change, 1, {1: (2, 4)})
    hall.type(1, 1, 2, 3)
    hall.refused("Table 1 has a game or a result", hall.on.rounds.change, 1, {1: (3, 2)})
