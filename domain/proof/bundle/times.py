"""The times of a game's records, compared with one another and with the witnesses'.

A record has the time of the service's clock, which nobody vouches for. Three things bound it:
records follow one another, and so do their times; no record is later than the time at which a
witness cosigned a head that covers it; and few games pause for a year.

An honest service may have had a clock that was set back or ran ahead, even by the hours of a wrong
time zone; the report names such records. A deviation of more than a day fails the audit, since such
a time is false, whoever wrote it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from operator import sub

from domain.proof.errors import Lang, Misspelt, Sentence
from domain.proof.log.checkpoints import Cosigned

DAY = 86_400
"""The largest deviation of a maintained clock, in seconds."""

YEAR = 365 * DAY
"""A gap between two records that the report mentions, in seconds."""

MOST_LISTED = 5
"""The most records that a line of the report names; it counts the others."""

_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}(?:\.[0-9]{1,6})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
    re.ASCII,
)
"""Stricter than Python's parser, which differs between versions."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_SECOND = 1_000_000
_SECONDS = {f"{n:02}": n * _SECOND for n in range(60)}


@dataclass(frozen=True, slots=True)
class TimeOffset:
    """A record whose time is off by so many `seconds` from the bound it is compared with."""

    record: int
    seconds: float


class Times:
    def __init__(self) -> None:
        self._at = array("q")

    def take(self, time: str) -> None:
        """Add the time of the next record. Raises `Misspelt` unless it is a time of RFC 3339."""
        self._at.append(moment_of(time))

    def add_moments(self, moments: array[int]) -> None:
        """Add the times of the next records, in microseconds since 1970."""
        self._at.extend(moments)

    def gaps(self) -> tuple[tuple[TimeOffset, ...], tuple[TimeOffset, ...]]:
        """The records that are earlier than their predecessor, and those that are a year or more
        later than it, each with the difference."""
        steps = enumerate(map(sub, self._at[1:], self._at), start=2)
        far = [TimeOffset(n, step / _SECOND) for n, step in steps if not 0 <= step < YEAR * _SECOND]
        back = tuple(TimeOffset(step.record, -step.seconds) for step in far if step.seconds < 0)
        return back, tuple(step for step in far if step.seconds > 0)

    def after(self, seconds: int, upto: int | None = None) -> tuple[TimeOffset, ...]:
        """The records up to `upto` that are later than the second `seconds` (since 1970), with the
        difference. A witness's time covers that whole second."""
        end = (seconds + 1) * _SECOND
        if max(self._at[:upto], default=0) < end:
            return ()
        return tuple(
            TimeOffset(n, (at - end + _SECOND) / _SECOND)
            for n, at in enumerate(self._at[:upto], start=1)
            if at >= end
        )


def moment_of(time: str) -> int:
    """Convert a time of RFC 3339 to microseconds since 1970. Raises `Misspelt`."""
    if (
        len(time) == 27 and time[16:20:3] == ":." and time[26] == "Z"
    ):  # as the service writes them; its minute was seen a moment ago
        second, fraction = _SECONDS.get(time[17:19]), time[20:26]
        if second is not None and fraction.isdecimal() and fraction.isascii():
            return _minute(time[:16]) + second + int(fraction)
    return _moment(time)


@lru_cache(maxsize=1024)
def _minute(minute: str) -> int:
    return _moment(f"{minute}:00Z")


def _moment(time: str) -> int:
    try:
        moment = datetime.fromisoformat(time) if _MOMENT.fullmatch(time) else None
    except ValueError:
        moment = None
    if moment is None:
        raise Misspelt(
            "it does not say when it was written", "elle ne dit pas quand elle fut écrite"
        )
    return (moment - _EPOCH) // _MICROSECOND


@dataclass(frozen=True, slots=True)
class OddTimes:
    """A finding about odd times: the name of its check (`what`), the sentence, the records, and the
    first record whose time no error of a clock can explain (`false`; 0: none)."""

    what: str
    said: Sentence
    found: tuple[TimeOffset, ...]
    false: int = 0


def odd_times(times: Times, cosigned: Sequence[Cosigned]) -> Iterator[OddTimes]:
    """The findings about odd times of a game under a head that these witnesses cosigned. A record's
    time counts as false only if it is so by every witness, since the clock of one of them may stand
    still."""
    back, away = times.gaps()
    if back:
        sentence = Sentence(
            f"the time goes back at {_offsets_in_words(back, 'en')}",
            f"l'heure recule à {_offsets_in_words(back, 'fr')}",
        )
        yield OddTimes("back", sentence, back, _first_false(back))
    if away:
        en, fr = _offsets_in_words(away, "en", days=True), _offsets_in_words(away, "fr", days=True)
        sentence = Sentence(f"a year or more lies before {en}", f"un an ou plus précède {fr}")
        yield OddTimes("away", sentence, away)
    yield from later_than(times, cosigned)


def later_than(
    times: Times, cosigned: Sequence[Cosigned], upto: int | None = None
) -> Iterator[OddTimes]:
    """The finding about records up to `upto` that are later than the time at which one of these
    witnesses cosigned a head over them."""
    later = max(
        (times.after(cosignature.time, upto) for cosignature in cosigned), key=len, default=()
    )
    if later:
        whom = ", ".join(cosignature.key.label for cosignature in cosigned)
        sentence = Sentence(
            f"later than the time at which {whom} cosigned the head above: {_offsets_in_words(later, 'en')}",
            f"après l'heure à laquelle {whom} a cosigné la tête au-dessus : {_offsets_in_words(later, 'fr')}",
        )
        yield OddTimes(
            "later",
            sentence,
            later,
            _first_false(times.after(max(cosignature.time for cosignature in cosigned), upto)),
        )


def _first_false(times: Sequence[TimeOffset]) -> int:
    return next((apart.record for apart in times if apart.seconds > DAY), 0)


def _offsets_in_words(times: Sequence[TimeOffset], lang: Lang, *, days: bool = False) -> str:
    parts = [
        f"{_RECORD.to(lang)} {apart.record} ({_duration_in_words(apart.seconds, lang, days=days)})"
        for apart in times[:MOST_LISTED]
    ]
    more = len(times) - len(parts)
    if more:
        parts.append(Sentence(f"and {more} more", f"et {more} de plus").to(lang))
    return ", ".join(parts)


def _duration_in_words(seconds: float, lang: Lang, *, days: bool) -> str:
    if days:
        return Sentence(f"{seconds / DAY:.0f} days", f"{seconds / DAY:.0f} jours").to(lang)
    return (
        f"{seconds:.3f}".rstrip("0").rstrip(".").replace(".", "," if lang == "fr" else ".") + " s"
    )


_RECORD = Sentence("record", "écriture")
