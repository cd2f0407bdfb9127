import pytest

from domain.game.clerk.clerk import Clerk
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.records import Effect, RoundClosed
from domain.tournament.refusals import TournamentRefused
from domain.tournament.results.correction_effects import correction_effects
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import DUELS, Hall, won


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    """Two rounds of six players are played and closed. In the first, the result of table 1 was
    typed the wrong way round."""
    hall = Hall(clerk, DUELS, 6)
    for round in (1, 2):
        hall.pair(round)
        hall.on.rounds.publish(hall.order(), round)
        hall.play(round)
        hall.on.rounds.close(hall.order(), round)
    return hall


def correct(hall: Hall, effect: Effect = "recompute", round: int = 1) -> int:
    """Correct table 1 of a round to a win of its second entrant. Returns the seq of the
    correction."""
    at = hall.now.round(round)
    result = won(at.tables[0].table, at.tables[0].entrants[1])
    return hall.on.results.correct(
        hall.order(), round, 1, effect, result, Confirmation(1, "It was wrong.")
    ).record.seq


def test_each_standing_is_shown_as_it_was_published_and_as_it_is_on_the_corrected_result(
    hall: Hall,
) -> None:
    closed = [
        record.body
        for record in hall.on.store.records_of(hall.id)
        if isinstance(record.body, RoundClosed)
    ]
    first, second = hall.now.rounds[0].tables[0].entrants
    effects = correction_effects(hall.on.store, hall.id, correct(hall))
    assert [order.round for order in effects.ranked] == [1, 2]
    assert [order.then.sha256 for order in effects.ranked] == [body.standings for body in closed], (
        "as it was published, to the byte"
    )
    for order in effects.ranked:
        ranks = {each.entrant: (each.before, each.after) for each in order.moved}
        assert ranks[first][0] < ranks[first][1] and ranks[second][0] > ranks[second][1]
    assert (effects.before.entries[0].entrant, effects.before.entries[0].place) == (first, 1)


def test_a_round_that_was_paired_on_it_is_paired_again(hall: Hall) -> None:
    first, second = hall.now.rounds[0].tables[0].entrants
    paired = correction_effects(hall.on.store, hall.id, correct(hall)).paired
    assert [(again.round, again.paired_again) for again in paired] == [(2, True)]
    (again,) = paired
    assert again.then, "winners met winners: who lost after all would have sat elsewhere"
    sat, sits = (
        sorted(number for table in tables for number in table.entrants)
        for tables in (again.then, again.now)
    )
    assert sat == sits
    assert {first, second} & set(sat)
    had = {frozenset(table.entrants) for at in hall.now.rounds for table in at.tables}
    assert {frozenset(table.entrants) for table in again.then} <= had
    assert not {frozenset(table.entrants) for table in again.now} & had, "nobody met so"


def test_a_round_that_a_correction_repairs_is_compared_though_it_is_withdrawn(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 6).begun()
    hall.play(1)
    hall.pair(2)
    effects = correction_effects(hall.on.store, hall.id, correct(hall, "repair"))
    assert hall.now.next_round == 2 and [round.round for round in effects.paired] == [2]
    assert [(order.round, order.record) for order in effects.ranked] == [(2, 0)], (
        "no round was closed: it is how it stood"
    )


def test_a_correction_of_reports_changes_neither_and_other_records_correct_nothing(
    hall: Hall,
) -> None:
    effects = correction_effects(hall.on.store, hall.id, correct(hall, "report"))
    assert (effects.ranked, effects.paired) == ((), ())
    for seq in (0, 1, 3, 9_999):
        refused_with(
            TournamentRefused, "corrects no result", correction_effects, hall.on.store, hall.id, seq
        )


def test_a_round_of_many_is_not_paired_again_for_a_page(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine takes long for a thousand entrants, and everybody would have to wait for whoever
    opens the page."""
    monkeypatch.setattr("domain.tournament.results.correction_effects.MOST_PAIRED", 5)
    effects = correction_effects(hall.on.store, hall.id, correct(hall))
    assert [(round.round, round.paired_again) for round in effects.paired] == [
        (2, False)
    ] and effects.ranked
    assert correction_effects(hall.on.store, hall.id, effects.record) is effects, (
        "what follows from records that never change is kept"
    )
