"""The clocks of a game's seats, and how each reading follows from the one before.

The writer computes a reading from the service's time and stores it with its record. A replay reads
the stored one and never computes it again. The rules are those of over-the-board play (FIDE Laws of
Chess, articles 6 and 7, and Guidelines III), as far as they fit any number of seats:

- The clocks of all seats that may act run. They start with the first action, so that a table can be
  opened ahead of time.
- A turn ends when an action leaves its seat with nothing to do. Fischer time is added then (6.3).
- Clocks stop while a claim or a request to take back is open (6.11.2: a player may stop them to ask
  the arbiter), and once nobody may act.
- The arbiter stops, starts and sets them (6.10, 6.12) by rulings. Overturning a ruling that set a
  clock returns the time it gave or took. Overturning a ruling that stopped or started the clocks
  puts the ruling before it in force again.
- Taking back returns no time. It removes the time that was added for the turns taken back.
- At zero nothing happens: the reading becomes negative. The arbiter or the table decides on the
  consequence."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.record.headers import header_of
from domain.game.record.kinds import GAME_KINDS
from domain.game.record.records import (
    FIRST,
    ActionTaken,
    ClockReading,
    GameRecord,
    RulingOverturned,
    SetClock,
    remedy_of,
)
from domain.kernel.stored import StoredRecord
from domain.titles.contract.time_control import TimeControl

MILLISECOND = timedelta(milliseconds=1)


class Clocks(Struct, frozen=True):
    """The newest reading: its time, the milliseconds each seat had left, and the seats whose clocks
    have been running since."""

    at: datetime
    left: Mapping[str, int]
    runs: tuple[str, ...]


def first_clock_reading(control: TimeControl, seats: tuple[str, ...]) -> ClockReading:
    return ClockReading(dict.fromkeys(seats, control.seconds * 1000), dict.fromkeys(seats, 0))


def clocks_of(game: Game) -> Clocks | None:
    if game.opened.time_control is None:
        return None
    at, reading = _newest_reading(game)
    return Clocks(at, reading.left, reading.runs)


def milliseconds_left(clocks: Clocks, now: datetime) -> dict[str, int]:
    """The milliseconds each seat has left at the time `now`; negative if its time is over."""
    gone = _elapsed_milliseconds(clocks.at, now)
    return {seat: left - (gone if seat in clocks.runs else 0) for seat, left in clocks.left.items()}


def with_clock_readings(game: Game, bodies: tuple[GameRecord, ...]) -> tuple[GameRecord, ...]:
    """Add clock readings to records that are about to be stored after the newest of a game. Returns
    them unchanged if the game has no clocks."""
    control = game.opened.time_control
    if control is None:
        return bodies
    history, (at, reading) = game.history.copy(), _newest_reading(game)
    made: list[GameRecord] = []
    for body in bodies:
        seq = len(history) + 1
        stored = StoredRecord.new(game.id, seq, body)
        history.extend([(stored.topic, stored.state, header_of(stored))])
        before, after = Game(history, game.checks, seq - 1), Game(history, game.checks, seq)
        turn = _turns_returned_to(game, made, before, body, after)
        reading = _reading_after_ruling(
            _next_reading(
                control, reading, _elapsed_milliseconds(at, body.at), turn, before, after
            ),
            control,
            body,
            before,
        )
        at = body.at
        made.append(replace(body, clock_reading=reading))
    return tuple(made)


def _turns_returned_to(
    game: Game, made: list[GameRecord], before: Game, body: GameRecord, after: Game
) -> Mapping[str, int] | None:
    """The number of turns each seat had ended at the position that a record returns to by undo,
    redo or a ruling. None if the record returns to no earlier position."""
    tips = after.history.tips
    tip = tips[after.seq - 1]
    if tip in (after.seq, tips[before.seq - 1]):
        return None
    there = (
        made[tip - game.seq - 1]
        if tip > game.seq
        else game.history.record(tip or FIRST).body_as(GameRecord)
    )
    return there.clock_reading.turns if there.clock_reading is not None else None


def _next_reading(
    control: TimeControl,
    reading: ClockReading,
    gone: int,
    turns_then: Mapping[str, int] | None,
    before: Game,
    after: Game,
) -> ClockReading:
    left = {seat: ms - (gone if seat in reading.runs else 0) for seat, ms in reading.left.items()}
    acted, acts = set(before.to_act), set(after.to_act)
    turns = dict(reading.turns)
    if turns_then is not None:
        turns = dict(turns_then)
    elif after.history.tips[after.seq - 1] == after.seq:
        turns |= {seat: turns[seat] + 1 for seat in left if seat in acted - acts}
    if control.kind == "fischer":
        left = {
            seat: ms + 1000 * control.increment * (turns[seat] - reading.turns[seat])
            for seat, ms in left.items()
        }
    elif control.kind == "per-move":
        left |= {seat: 1000 * control.seconds for seat in left if seat in acts - acted}
    return ClockReading(
        left,
        turns,
        () if _clocks_stopped(after) else tuple(seat for seat in after.to_act if seat in left),
    )


def _reading_after_ruling(
    reading: ClockReading, control: TimeControl, body: GameRecord, before: Game
) -> ClockReading:
    remedy = remedy_of(body)
    if isinstance(remedy, SetClock):
        return replace(reading, left=reading.left | {remedy.seat: remedy.left})
    if not isinstance(body, RulingOverturned):
        return reading
    overturned = before.history.record(body.ruling).body_as(GameRecord)
    undone = remedy_of(overturned)
    if not isinstance(undone, SetClock):
        return reading
    seat, then = undone.seat, overturned.clock_reading
    was = clocks_of(Game(before.history, before.checks, body.ruling - 1))
    if (
        then is None
        or was is None
        or (control.kind == "per-move" and reading.turns[seat] != then.turns[seat])
    ):
        return reading  # a clock of each turn: that turn is over
    granted = undone.left - milliseconds_left(was, overturned.at)[seat]
    return replace(reading, left=reading.left | {seat: reading.left[seat] - granted})


def _clocks_stopped(game: Game) -> bool:
    if ActionTaken.__name__ not in game.history.topics:
        return True
    return any(
        kind.stops_clocks is not None and kind.stops_clocks(game) for kind in GAME_KINDS.values()
    )


def _newest_reading(game: Game) -> tuple[datetime, ClockReading]:
    """The time of the newest reading, and the reading. Records that a tournament or campaign adds
    to a finished game have none."""
    for seq in range(game.seq, 0, -1):
        body = game.history.record(seq).body_as(GameRecord)
        if body.clock_reading is not None:
            return body.at, body.clock_reading
    raise ValueError(f"game {game.id} has a time control, and no record with a reading")


def _elapsed_milliseconds(begin: datetime, end: datetime) -> int:
    return (end - begin) // MILLISECOND
