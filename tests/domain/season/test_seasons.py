"""All writes to a season, their refusals, and the messages about events that change."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.store.stream_index import mark_imported
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import DamagedRecord
from domain.season import records as r
from domain.season.records import SeasonRules
from domain.season.refusals import SeasonRefused
from domain.season.seasons import read_season
from domain.tournament.refusals import UnknownTournament
from tests.builders.refusals import refused_with
from tests.domain.season.series import Series, correct_after_end

PLACES = SeasonRules(places=("6", "4", "2", "1"))


@pytest.fixture
def series(clerk: Clerk) -> Series:
    return Series(clerk, PLACES)


def refused(series: Series, says: str, do: Callable[..., Any], *args: Any, **named: Any) -> Any:
    before = series.now.seq
    refusal = refused_with(SeasonRefused, says, do, series.order(), *args, **named)
    assert series.now.seq == before
    return refusal


def test_two_of_one_name_are_two_until_they_are_merged_by_hand(series: Series) -> None:
    first = series.play_and_count("Ann", "Bob")
    second = series.play_and_count("Ann", "Cyd", anew=True)
    one, other = (hall.now.named[1].player for hall in (first, second))
    assert len(series.read.people) == 4
    assert series.merge((other, one), reason="They told me.").record.topic == "PeopleMerged"
    assert series.points()[one] == "12"
    assert set(series.read.results[series.read.people.index(one)]) == {1, 2}
    refused(series, "one person already", series.on.merge, [(one, other)])
    series.merge((other, one), merged=False)
    assert series.points()[one] == "6"
    refused(series, "were not merged", series.on.merge, [(other, one)], merged=False)


def test_who_both_played_one_event_are_two(series: Series) -> None:
    first = series.play_and_count("Ann", "Bob")
    ann, bob = (first.now.named[n].player for n in (1, 2))
    assert (
        refused(series, "Both played event 1", series.on.merge, [(ann, bob)]).pointer == "/people/0"
    )
    refused(series, "plays in none", series.on.merge, [(ann, "nobody")])
    refused(series, "Choose", series.on.merge, [])
    second = series.play_and_count("Ann", "Cyd", anew=True)
    series.merge((second.now.named[1].player, ann))
    both = series.event("Ann", "Bob")
    refused(series, "counts already", series.on.count, first.id)
    series.on.count(series.order(), both.id)
    dan = series.play_and_count("Dan", "Eve")
    refused(
        series,
        "Both played event 1",
        series.on.merge,
        [(dan.now.named[1].player, series.known["Bob"]), (dan.now.named[1].player, ann)],
    )


def test_an_event_in_which_two_are_one_person_is_refused(series: Series) -> None:
    ann = series.play_and_count("Ann", "Bob").now.named[1].player
    cyd = series.play_and_count("Cyd", "Dan").now.named[1].player
    series.merge((cyd, ann))
    refused(series, "part them first", series.on.count, series.event("Ann", "Cyd").id)


def test_an_event_counts_once_it_is_closed_and_of_this_service(series: Series) -> None:
    hall = series.event("Ann", "Bob", closed=False)
    refused(series, "goes on", series.on.count, hall.id)
    refused(series, "does not count", series.on.count, hall.id, counts=False)
    refused_with(UnknownTournament, "", series.on.count, series.order(), "none")
    foreign = series.event("Ann", "Bob")
    mark_imported(series.clerk.key_values, foreign.id)
    refused(series, "from another service", series.on.count, foreign.id)
    mine = Series(series.clerk, PLACES, "mine", "somebody")
    refused(mine, "Somebody else", mine.on.count, series.event("Ann", "Bob").id)


def test_an_event_that_is_left_out_counts_again_as_it_is_then(series: Series) -> None:
    hall = series.play_and_count("Ann", "Bob")
    other = series.play_and_count("Bob", "Ann")
    series.on.count(series.order(), hall.id, "Typed twice.", counts=False)
    assert [event.pin.event for event in series.read.events] == [other.id]
    correct_after_end(hall)
    series.on.count(series.order(), hall.id)
    assert [(event.number, event.changed) for event in series.read.events] == [(1, ()), (2, ())]


def test_a_correction_changes_the_season_and_says_so(series: Series) -> None:
    hall = series.play_and_count("Ann", "Bob", "Cyd", "Dan")
    series.on.close(series.order())
    before = series.points()
    correct_after_end(hall)
    (event,) = series.read.events
    assert (event.changed, series.read.stands) == ((1, 3), False) and series.points() != before
    refused(series, "closed", series.on.amend, SeasonRules())
    refused(series, "closed", series.on.close)
    series.on.close(series.order(), closed=False)
    refused(series, "open", series.on.close, closed=False)
    series.on.close(series.order(), "Corrected.")
    assert (series.read.events[0].changed, series.read.stands) == ((), True)


def test_a_damaged_event_is_named_and_nothing_is_computed_from_it(series: Series) -> None:
    first, second = series.play_and_count("Ann", "Bob"), series.play_and_count("Bob", "Ann")

    def damaged(id: str, seq: int) -> Any:
        if id == first.id:
            raise DamagedRecord("gone", id, 3)
        return second.on.store.tournament(id)

    read = read_season(series.now, damaged)
    assert "damaged" in read.events[0].unreadable.en
    assert [row.values[0] for row in read.standings.rows] == ["6", "4"]
    assert read.standings.round == 1


def test_readers_see_what_they_may_and_how_much_they_do_not(series: Series) -> None:
    first, second = series.play_and_count("Ann", "Bob"), series.play_and_count("Bob", "Ann")
    read = series.on.read(series.now, second.id.__eq__)
    assert ([event.number for event in read.events], read.left_out) == ([2], 1)
    assert first.id not in str(read.events)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (SeasonRules(best=4, events=3), "best"),
        (SeasonRules(drops=3, events=3), "drops"),
        (SeasonRules(best=1, drops=1), "drops"),
        (SeasonRules(best=-1), "events"),
        (SeasonRules(events=201), "events"),
        (SeasonRules(keys=()), "keys"),
        (SeasonRules(keys=("wins", "wins")), "keys"),
        (SeasonRules(places=()), "places"),
        (SeasonRules(places=("1", "2/4")), "places"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(
    series: Series, rules: SeasonRules, field: str
) -> None:
    refusal = refused_with(BadRequest, "", series.on.open, "Cup", rules, "director", "other")
    assert refusal.pointer == f"/rules/{field}"
    refused_with(BadRequest, "", series.on.amend, series.order(), rules)


def test_rules_change_while_there_is_room(series: Series) -> None:
    refused(series, "already", series.on.amend, PLACES)
    series.play_and_count("Ann", "Bob")
    series.play_and_count("Ann", "Bob")
    refused(series, "no room", series.on.amend, SeasonRules(events=1))
    series.on.amend(series.order(), SeasonRules(events=2, best=1), "One counts.")
    assert max(series.points().values()) == "25"
    refused(series, "no room", series.on.count, series.event("Ann", "Bob").id)


def test_a_title_and_its_records(series: Series, clerk: Clerk) -> None:
    refused_with(BadRequest, "1 to", series.on.open, " ", PLACES, "director", "k")
    assert clerk.words(series.now.opened.text) == "Winter"
    topics = {row.topic for row in clerk.recorder.records_of(series.id)}
    assert topics == {r.SeasonOpened.__name__}
