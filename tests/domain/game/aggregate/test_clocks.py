from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from domain.game.aggregate.clocks import clocks_of, milliseconds_left
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ClockReading, NoteAdded
from domain.game.refusals import RulingRefused
from domain.game.rulings.conditions import Grounds
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import encode
from domain.titles.contract.time_control import LONGEST_TIME, TimeControl
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.replay import replay
from tests.builders.refusals import refused_with
from tests.builders.stores import FakeClock, new_clerk
from tests.builders.table import DUEL, Table

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
FISCHER, PER_MOVE, BUDGET = (
    TimeControl("fischer", 60, 5),
    TimeControl("per-move", 30),
    TimeControl("budget", 600),
)


@pytest.fixture
def wall(clerk: Clerk) -> Iterator[FakeClock]:
    wall = FakeClock()
    clerk.clock = wall
    yield wall


def reading(table: Table, seq: int = 0) -> ClockReading:
    body: Any = table.body(seq or table.game.seq)
    assert body.clock_reading is not None
    return body.clock_reading  # type: ignore[no-any-return]


def seconds_left(table: Table) -> dict[str, float]:
    return {seat: ms / 1000 for seat, ms in reading(table).left.items()}


def turn(table: Table, wall: FakeClock, takes: float) -> str:
    """Let `takes` seconds pass, then play the turn of the seat to act to its end. Returns the
    seat."""
    (seat,) = table.game.to_act
    wall.go_on(takes)
    while seat in table.game.to_act:
        table.play(1)
    return seat


def test_clocks_stand_until_somebody_has_acted(clerk: Clerk, wall: FakeClock) -> None:
    table = Table(clerk, DUEL, time_control=BUDGET)
    first = reading(table)
    assert (first.runs, set(first.left.values())) == ((), {600_000})
    wall.go_on(3_600)
    seat = turn(table, wall, 0)
    assert seconds_left(table) == dict.fromkeys(("red", "blue"), 600.0)
    assert reading(table).runs == table.game.to_act
    other = turn(table, wall, 12.5)
    assert seconds_left(table) == {seat: 600.0, other: 587.5}


def test_a_fischer_clock_adds_seconds_after_each_turn_and_goes_below_zero(
    clerk: Clerk, wall: FakeClock
) -> None:
    table = Table(clerk, DUEL, time_control=FISCHER)
    seat = turn(table, wall, 0)
    other = turn(table, wall, 20)
    assert seconds_left(table) == {seat: 65.0, other: 60 - 20 + 5}
    wall.go_on(70)
    assert milliseconds_left(clocks_of(table.game), wall.now)[seat] == -5_000
    assert turn(table, wall, 0) == seat, "nothing happens at zero: the arbiter decides"
    assert (seconds_left(table)[seat], reading(table).turns) == (0.0, {seat: 2, other: 1})


def test_a_claim_or_a_request_stops_the_clocks_until_it_is_settled(
    clerk: Clerk, wall: FakeClock
) -> None:
    table = Table(clerk, DUEL, undo="consent", time_control=BUDGET)
    seat = turn(table, wall, 0)
    other = turn(table, wall, 10)
    wall.go_on(4)
    request = table.ask(other)
    assert reading(table).runs == ()
    wall.go_on(500)
    table.answer(request, seat, agree=False)
    assert seconds_left(table) == {seat: 596.0, other: 590.0}, "the turn went on until it was asked"
    assert reading(table).runs == (seat,)
    wall.go_on(6)
    claim = table.claim(seat, about=1)
    wall.go_on(500)
    table.rule("stands", Grounds("Tour de jeu", "illegal-action", claim=claim, about=1))
    assert (seconds_left(table)[seat], reading(table).runs) == (590.0, (seat,))


def test_taking_back_gives_no_time_back_and_takes_back_what_was_added(
    clerk: Clerk, wall: FakeClock
) -> None:
    table = Table(clerk, DUEL, undo="arbiter", time_control=FISCHER)
    seat = turn(table, wall, 0)
    other = turn(table, wall, 20)
    added = reading(table)
    first = min(seq for seq in table.game.in_force() if table.body(seq).seat == other)
    table.undo("arbiter", first)
    assert (table.game.to_act, seconds_left(table)) == ((other,), {seat: 65.0, other: 40.0})
    table.redo("arbiter")
    assert (reading(table).left, reading(table).turns) == (added.left, added.turns)
    assert seconds_left(table)[other] == 45.0


@pytest.mark.parametrize("kind", ["budget", "per-move"])
def test_only_a_fischer_clock_has_an_increment(kind: Any, clerk: Clerk) -> None:
    refused_with(
        BadRequest,
        "Only a Fischer clock adds seconds",
        Table,
        clerk,
        DUEL,
        time_control=TimeControl(kind, 60, 5),
    )


def test_records_of_games_without_clocks_are_the_bytes_that_they_were(clerk: Clerk) -> None:
    table = Table(clerk, DUEL).play(4)
    assert not any(
        b"clock_reading" in state or b"time_control" in state for state in table.game.history.states
    )
    then = b'{"type":"NoteAdded","at":"2026-11-23T12:00:00Z","salt":"AAAAAAAAAAAAAAAAAAAAAA==","text":"t"}'
    assert encode(NoteAdded(at=NOON, salt="AAAAAAAAAAAAAAAAAAAAAA==", text="t")) == then


# -- by the arbiter --------------------------------------------------------------------------------

TIME = Grounds("", "time", "The lights went out.")


def test_the_arbiter_stops_all_clocks_and_starts_them_again(clerk: Clerk, wall: FakeClock) -> None:
    table = Table(clerk, DUEL, time_control=BUDGET)
    turn(table, wall, 0)
    (seat,) = table.game.to_act
    wall.go_on(10)
    stop = table.rule("stop-clocks", TIME)
    assert (seconds_left(table)[seat], reading(table).runs) == (590.0, ())
    wall.go_on(500)
    table.rule("stands", Grounds("Tour de jeu", "time", claim=table.claim(seat, about=1)))
    assert reading(table).runs == (), (
        "a claim that is settled starts no clocks that the arbiter has stopped"
    )
    refused_with(
        RulingRefused, f"stopped already, in record {stop}", table.rule, "stop-clocks", TIME
    )
    start = table.rule("start-clocks", TIME)
    assert (seconds_left(table)[seat], reading(table).runs) == (590.0, (seat,))
    refused_with(
        RulingRefused, "No ruling has stopped the clocks", table.rule, "start-clocks", TIME
    )
    table.overturn(start)
    assert reading(table).runs == (), "the ruling before it holds"
    table.overturn(stop)
    assert reading(table).runs == (seat,)


def test_a_clock_that_was_set_is_as_it_would_have_been_once_that_is_overturned(
    clerk: Clerk, wall: FakeClock
) -> None:
    table = Table(clerk, DUEL, time_control=FISCHER)
    turn(table, wall, 0)
    (seat,) = table.game.to_act
    wall.go_on(70)
    ruling = table.rule("set-clock", TIME, seat=seat, milliseconds=30_000)
    assert (seconds_left(table)[seat], reading(table).runs) == (30.0, (seat,))
    wall.go_on(5)
    turn(table, wall, 0)
    assert seconds_left(table)[seat] == 30.0, "25 seconds, and 5 for the turn"
    table.overturn(ruling)
    assert seconds_left(table)[seat] == 60 - 70 - 5 + 5


def test_a_clock_per_move_that_was_set_is_let_be_once_that_turn_is_over(
    clerk: Clerk, wall: FakeClock
) -> None:
    table = Table(clerk, DUEL, time_control=PER_MOVE)
    turn(table, wall, 0)
    (seat,) = table.game.to_act
    ruling = table.rule("set-clock", TIME, seat=seat, milliseconds=90_000)
    turn(table, wall, 0)
    turn(table, wall, 0)
    assert (table.game.to_act, seconds_left(table)[seat]) == ((seat,), 30.0)
    table.overturn(ruling)
    assert seconds_left(table)[seat] == 30.0


def test_what_cannot_be_ordered_of_clocks_is_refused_and_nothing_recorded(clerk: Clerk) -> None:
    table, plain = Table(clerk, DUEL, time_control=BUDGET), Table(clerk, name="plain")
    long, bounds = 1000 * LONGEST_TIME + 1, "0 to 604800 seconds"
    for made, kind, wish, error, why in (
        (plain, "stop-clocks", {}, RulingRefused, "The seats of this game have no clocks."),
        (table, "set-clock", {"seat": "red", "milliseconds": long}, RulingRefused, bounds),
        (table, "set-clock", {"seat": "red", "milliseconds": -1}, RulingRefused, bounds),
        (table, "set-clock", {"seat": "green", "milliseconds": 1}, BadRequest, "no seat green"),
        (table, "penalty", {"seat": "red", "points": -1}, BadRequest, "Name the rule"),
    ):
        refused_with(error, why, made.rule, kind, TIME, **wish)
    assert (table.game.seq, plain.game.seq) == (1, 1)


def test_rulings_on_clocks_are_replayed_and_imported_as_they_were(
    clerk: Clerk, wall: FakeClock, tmp_path: Path
) -> None:
    table = Table(clerk, DUEL, time_control=FISCHER)
    turn(table, wall, 5)
    (seat,) = table.game.to_act
    stop = table.rule("stop-clocks", TIME)
    table.rule("set-clock", TIME, seat=seat, milliseconds=0)
    table.overturn(stop)
    turn(table, wall, 5)
    history = table.game.history
    outcome = replay(
        table.id,
        list(zip(history.topics, history.states, strict=True)),
        table.game.setting.catalog.data,
    )
    assert (outcome.trouble, outcome.wrong, outcome.otherwise, outcome.clocks) == (None, (), (), ())
    with closing(new_clerk(tmp_path / "other.sqlite")) as other:
        Imports(other).import_game(b"".join(Exports(clerk).export(table.id)))
        assert clocks_of(other.game(table.id)) == clocks_of(table.game)
