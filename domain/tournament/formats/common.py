"""Helpers of all formats: an event's particulars, faults with lines, amounts with one decimal."""

from datetime import date
from fractions import Fraction

from msgspec import Struct

from domain.kernel.text import NO_WORDS, Text, TextError
from domain.titles.contract.catalogs.catalog import FileFault

MOST_BYTES = 5_000_000
"""The largest file that is read."""


class Event(Struct, frozen=True):
    """The particulars of a tournament in its papers, besides entrants and rounds. Fields that are
    not known are empty or None."""

    title: str = ""
    city: str = ""
    federation: str = ""
    begins: date | None = None
    ends: date | None = None
    director: str = ""


class FormatRefused(TextError, ValueError):
    """A file cannot be read, or a format has no place for something in a tournament. `faults`: all
    that was found, each with its line (0: the whole file)."""

    def __init__(self, faults: tuple[FileFault, ...]) -> None:
        first, count = faults[0], len(faults)
        more = Text(" ({count} more)", count=count - 1) if count > 1 else NO_WORDS
        at = Text("Line {line}: ", line=first.line) if first.line else NO_WORDS
        super().__init__(Text("{at}{text}{more}", at=at, text=first.text, more=more))
        self.faults = faults


def fault(line: int, text: Text) -> FileFault:
    return FileFault("", line, text)


def refuse(line: int, text: Text) -> FormatRefused:
    """Make a `FormatRefused` with one fault, for the caller to raise."""
    return FormatRefused((fault(line, text),))


def one_decimal(value: Fraction) -> str:
    """A number with one decimal, rounding halves away from zero, without floats."""
    tenths = (abs(value) * 20 + 1) // 2
    return f"{'-' if value < 0 and tenths else ''}{tenths // 10}.{tenths % 10}"
