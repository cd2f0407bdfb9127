"""Seats' clocks on pages, where a script (`api/web/static/clocks.js`) lets them run; and the report
on the clocks of a game for its score sheet."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from api.game.naming import translated
from api.game.subject import game_clerk
from api.web.pages.pages import _, label_of, tell
from api.web.request.service import may_read_words
from domain.game.aggregate.clocks import clocks_of, milliseconds_left
from domain.game.aggregate.game import Game, say_record
from domain.game.aggregate.proceedings import Claim, Ruling
from domain.game.record.records import ActionTaken, OfClocks
from domain.game.rulings.conditions import REASONS
from domain.game.undo.conditions import open_requests
from domain.titles.contract.time_control import TimeControl, clock_text
from projections.boards.positions import Summary


class SeatClock(Struct, frozen=True):
    """A seat's clock at some time: the seconds left (negative: the time is over), the same as text,
    and whether it runs."""

    seat: str
    name: str
    seconds: int
    text: str
    running: bool


def seat_clocks(game: Summary, now: datetime) -> tuple[SeatClock, ...]:
    clocks = game.clocks
    if clocks is None:
        return ()
    left = milliseconds_left(clocks, now)
    return tuple(
        SeatClock(
            seat.id,
            translated(seat.name),
            seconds,
            clock_text(seconds),
            seat.id in clocks.runs,
        )
        for seat in game.seats
        if seat.id in left
        for seconds in [left[seat.id] // 1000]
    )


def time_control_in_words(control: TimeControl) -> str:
    """A time control in words: `30:00 for the game, and 10 s more after each turn`."""
    return label_of(
        "clock-terms", control.kind, time=clock_text(control.seconds), increment=control.increment
    )


def why_clocks_stopped(game: Game) -> str:
    now = game.proceedings
    requests = open_requests(game)
    if now.clock_stop is not None:
        return _("The arbiter has stopped the clocks (record {seq}).", seq=now.clock_stop.seq)
    if now.open_claims:
        return _(
            "The clocks stand until the arbiter has ruled on the claim of record {seq}.",
            seq=now.open_claims[-1].seq,
        )
    if requests:
        return _(
            "The clocks stand until the request of record {seq} is answered.",
            seq=requests[-1].record,
        )
    return (
        _("The clocks stand.")
        if ActionTaken.__name__ in game.history.topics
        else _("The clocks start with the first action.")
    )


class ClockNote(Struct, frozen=True):
    """A claim that somebody's time is over, or a ruling on time: its record, sentence, reason and
    words (empty if there are none or the reader may not read them), and the record that overturned
    it (0: none)."""

    seq: int
    sentence: str
    reason: str
    words: str
    overturned: int = 0


class ClockReport(Struct, frozen=True):
    control: str
    times_left: Mapping[str, str]
    notes: tuple[ClockNote, ...]


def clock_report(game: Game) -> ClockReport | None:
    """The report on the clocks of a game; None if it has none."""
    clocks, control = clocks_of(game), game.opened.time_control
    if clocks is None or control is None:
        return None
    times = {seat: clock_text(left // 1000) for seat, left in clocks.left.items()}
    return ClockReport(
        time_control_in_words(control),
        times,
        tuple(sorted(_clock_notes(game), key=lambda item: item.seq)),
    )


def _clock_notes(game: Game) -> Iterator[ClockNote]:
    rulings = {ruling.seq: ruling for ruling in game.proceedings.rulings if _is_about_time(ruling)}
    for claim in game.proceedings.claims:
        if claim.ruling in rulings or (not claim.ruling and _claims_time_over(claim)):
            yield ClockNote(
                claim.seq, tell(say_record(game, claim.body)), "", _words(claim.body.text)
            )
    for ruling in rulings.values():
        body = ruling.body
        reason = tell(REASONS[body.code]) if body.code in REASONS else body.code
        yield ClockNote(
            ruling.seq, tell(say_record(game, body)), reason, _words(body.text), ruling.overturned
        )


def _is_about_time(ruling: Ruling) -> bool:
    return ruling.body.code == "time" or isinstance(ruling.body.remedy, OfClocks)


def _claims_time_over(claim: Claim) -> bool:
    reading = claim.body.clock_reading
    return reading is not None and any(left < 0 for left in reading.left.values())


def _words(commitment: str) -> str:
    return (game_clerk().words(commitment) or "") if may_read_words() else ""
