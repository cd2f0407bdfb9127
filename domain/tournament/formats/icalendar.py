"""Writes iCalendar files (RFC 5545) of a tournament's rounds, or of games."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from msgspec import Struct

from domain.kernel.text import Lang, Text
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import Event

WIDEST = 75
"""The most bytes of a line before it is folded."""


class RoundTime(Struct, frozen=True):
    """When a round begins and ends, with time zones. `revision`: how often these times were
    changed; calendars use the entry with the highest."""

    round: int
    begins: datetime
    ends: datetime
    revision: int = 0


class Entry(Struct, frozen=True):
    """An event of a calendar. `uid`: its id, which never changes; `stamp`: when it was written;
    `revision`: how often it was changed; `name`, `place`: texts to show."""

    uid: str
    begins: datetime
    ends: datetime
    stamp: datetime
    revision: int
    name: str
    place: str = ""


def calendar(
    tournament: str, event: Event, rounds: Iterable[RoundTime], stamp: datetime, lang: Lang = "en"
) -> str:
    """The text of a calendar file with an entry for each round. `tournament`: its id; `stamp`: the
    time now. Raises `ValueError` for a time without a zone, or an end before its begin."""
    return written(event.title, (_round(tournament, event, time, stamp, lang) for time in rounds))


def written(name: str, entries: Iterable[Entry]) -> str:
    """The text of a calendar file with this name and these entries. Raises `ValueError` for a time
    without a zone."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Greffe//Tournament//EN",
        f"X-WR-CALNAME:{_text(name)}",
        *(line for entry in entries for line in _event(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _round(tournament: str, event: Event, times: RoundTime, stamp: datetime, lang: Lang) -> Entry:
    if times.ends < times.begins:
        raise ValueError(f"round {times.round} ends before it begins")
    name = Text("{title}: round {round}", title=event.title, round=times.round).to(lang)
    return Entry(
        f"{tournament}-{times.round}@greffe",
        times.begins,
        times.ends,
        stamp,
        times.revision,
        name,
        event.city,
    )


def _event(entry: Entry) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{entry.uid}",
        f"DTSTAMP:{_time(entry.stamp)}",
        f"SEQUENCE:{entry.revision}",
        f"DTSTART:{_time(entry.begins)}",
        f"DTEND:{_time(entry.ends)}",
        f"SUMMARY:{_text(entry.name)}",
        *([f"LOCATION:{_text(entry.place)}"] if entry.place else []),
        "END:VEVENT",
    ]


def _time(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """A text as a value of a property: on one line, with backslash, semicolon and comma escaped."""
    return on_one_line(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> Iterator[str]:
    """A line cut into pieces of at most 75 bytes, never within a character. Each piece but the
    first begins with a space."""
    piece = ""
    for character in line:
        if len((piece + character).encode()) > WIDEST:
            yield piece
            piece = " "
        piece += character
    yield piece
