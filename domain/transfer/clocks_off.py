"""Clocks of seats computed again from the times of the records, as far as the reading before each one is what it says.

A reading is a fact: it is not judged again, and one that is off is told, not refused.
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.game.aggregate.clocks import first_reading, with_readings
from domain.game.aggregate.game import Game
from domain.game.record.records import FIRST, GameClosed, ResultHandedIn, ResultReopened, SheetHandedOn
from domain.kernel.record import ClockReading
from domain.kernel.stored import Filed
from domain.kernel.text import Text

WITHOUT = (GameClosed, ResultHandedIn, ResultReopened, SheetHandedOn)
"""What a tournament or a campaign writes into its games has no reading."""


def clocks_off(game: Game, filed: Filed) -> Text | None:
    """What is off about the clocks of a record at a game's position, or of the game's opening; none where all is well."""
    body, told = filed.body, filed.body.clock_reading
    if told is None and (game.opened.time_control is None or isinstance(body, WITHOUT)):
        return None
    try:
        found = _first(game) if filed.seq == FIRST else with_readings(game, (replace(body, clock_reading=None),))[0].clock_reading
    except (ValueError, KeyError):  # the reading before it is missing, or has other seats, which was told there
        return None
    if found == told:
        return None
    if told is None or found is None or found.left.keys() != told.left.keys():
        return Text("the clocks of its seats are not those of the game")
    seat, off = max(((seat, told.left[seat] - left) for seat, left in found.left.items()), key=lambda one: abs(one[1]))
    if off:
        return Text("the clock of {seat} is off by {seconds:second|seconds}", seat=seat, seconds=round(off / 1000))
    return Text("it counts other turns, or has other clocks run")


def _first(game: Game) -> ClockReading | None:
    control = game.opened.time_control
    seats = tuple(spec.id for spec in game.setting.seat_specs if spec.role == "player")
    return first_reading(control, seats) if control is not None else None
