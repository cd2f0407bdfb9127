"""TRF's columns: numbers and points read from a line, each fault with the line it stands on."""

from __future__ import annotations

from fractions import Fraction

from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament.formats.common import fault

MOST_FAULTS = 100


class Columns:
    """Reads the columns of lines. A fault is kept and reads as 0, so that one reading finds all faults."""

    def __init__(self) -> None:
        self.faults: list[FileFault] = []

    def fault(self, line: int, text: Text) -> None:
        """Keep a fault, unless there are many already."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault(line, text))

    def whole(self, line: int, text: str, what: Text) -> int:
        """A whole number; 0 for nothing but spaces."""
        text = text.strip()
        if not text:
            return 0
        if not (text.isascii() and text.isdigit()):
            self.fault(line, Text("{text} is no whole number ({what}).", text=text, what=what))
            return 0
        return int(text)

    def wholes(self, line: int, text: str, at: int, width: int, what: Text) -> tuple[int, ...]:
        """Numbers of the same width from column `at` on, one space apart, to the end of the line; zeros are left out."""
        found = (self.whole(line, text[start : start + width], what) for start in range(at, len(text.rstrip()), width + 1))
        return tuple(number for number in found if number)

    def amount(self, line: int, text: str) -> Fraction:
        """A number of points, with a point or a comma, below 0 with a minus; 0 for nothing but spaces."""
        text = text.strip().replace(",", ".")
        digits = text.removeprefix("-")
        whole, _, part = digits.partition(".")
        if not text:
            return Fraction(0)
        if not digits or len(digits) > 8 or not all(piece.isascii() and piece.isdigit() for piece in (whole or "0", part or "0")):
            self.fault(line, Text("{text} is no number of points.", text=text))
            return Fraction(0)
        value = Fraction(f"{whole or '0'}.{part or '0'}")
        return -value if text.startswith("-") else value
