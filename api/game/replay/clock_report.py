"""What a game's score sheet says of its clocks: what was agreed, what each seat has left, what was claimed and ruled on time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from api.game.reading.sentences import say_record
from api.game.seat_clocks import control_said
from api.web.pages.pages import tell
from api.web.request.caller import may_read_words
from api.web.request.service import service
from domain.game.aggregate.clocks import clocks_of
from domain.game.aggregate.game import Game
from domain.game.aggregate.proceedings import Claim, Ruling
from domain.game.procedure.rulings import REASONS
from domain.game.record.remedies import OfClocks
from domain.titles.contract.time_control import time_said


class ClockNote(Struct, frozen=True):
    """A claim that somebody's time is over, or a ruling on time: its record, what it says, why, in the words of who wrote it where
    the reader may read them, and the record that overturned it, or 0."""

    seq: int
    sentence: str
    reason: str
    words: str
    overturned: int = 0


class ClockReport(Struct, frozen=True):
    """The clocks of a game at its record: what was agreed, what each seat's shows, and what was claimed and ruled up to there."""

    agreed: str
    shown: Mapping[str, str]
    notes: tuple[ClockNote, ...]


def clock_report(game: Game) -> ClockReport | None:
    """The clocks of a game; none where it is played without. As the record says: no clock runs on here."""
    clocks, control = clocks_of(game), game.opened.time_control
    if clocks is None or control is None:
        return None
    shown = {seat: time_said(left // 1000) for seat, left in clocks.left.items()}
    return ClockReport(control_said(control), shown, tuple(sorted(_notes(game), key=lambda one: one.seq)))


def _notes(game: Game) -> Iterator[ClockNote]:
    rulings = {one.seq: one for one in game.proceedings.rulings if _of_time(one)}
    for one in game.proceedings.claims:
        if one.ruling in rulings or (not one.ruling and _over_at(one)):
            yield ClockNote(one.seq, tell(say_record(game, one.body)), "", _words(one.body.text))
    for ruling in rulings.values():
        body = ruling.body
        reason = tell(REASONS[body.code]) if body.code in REASONS else body.code
        yield ClockNote(ruling.seq, tell(say_record(game, body)), reason, _words(body.text), ruling.overturned)


def _of_time(ruling: Ruling) -> bool:
    return ruling.body.code == "time" or isinstance(ruling.body.remedy, OfClocks)


def _over_at(claim: Claim) -> bool:
    """Whether the time of a seat was over when a claim was filed."""
    reading = claim.body.clock_reading
    return reading is not None and any(left < 0 for left in reading.left.values())


def _words(commitment: str) -> str:
    return (service().clerk.words(commitment) or "") if may_read_words() else ""
