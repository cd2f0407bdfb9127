"""CSV tables for spreadsheets. No cell begins like a formula; in files separated by `;`, numbers
have a decimal comma."""

import csv
import re
from collections.abc import Iterable
from fractions import Fraction
from io import StringIO
from typing import Literal

from domain.kernel.text import Lang, Text

Separator = Literal[",", ";"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet's formula begins."""

GUARD = "'"
"""Put before a text that begins like a formula."""

BOM = "\ufeff"
"""Marks the file as UTF-8 for spreadsheets."""

Cell = str | int | Fraction

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def csv_file(
    head: Iterable[Text], rows: Iterable[Iterable[Cell]], lang: Lang, separator: Separator
) -> str:
    """A CSV file as text, with a byte order mark: a head line in one language, then the rows. If
    the separator is `;`, numbers have a decimal comma."""
    return (
        BOM + csv_lines([[text.to(lang) for text in head]], separator) + csv_lines(rows, separator)
    )


def csv_lines(rows: Iterable[Iterable[Cell]], separator: Separator) -> str:
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(cell, separator) for cell in row])
    return out.getvalue()


def _cell(cell: Cell, separator: Separator) -> str:
    if isinstance(cell, str):
        text = on_one_line(cell)
        return GUARD + text if text.lstrip(GUARD).startswith(FORMULA) else text
    return decimal(Fraction(cell)).replace(".", "," if separator == ";" else ".")


def without_formula_guard(text: str) -> str:
    """A cell's original text, from a cell that `csv_file` wrote: without the apostrophe put before
    a text that begins like a formula."""
    return text[1:] if text[:1] == GUARD and text.lstrip(GUARD).startswith(FORMULA) else text


def decimal(value: Fraction) -> str:
    """A number as decimal text with at most four decimals, rounded exactly; halves go away from
    zero."""
    scaled = (abs(value) * 20_000 + 1) // 2
    text = f"{scaled // 10_000}.{scaled % 10_000:04}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and scaled else text


def on_one_line(text: str) -> str:
    """A text with each run of line breaks and control characters replaced by a space."""
    return _BREAKS.sub(" ", text).strip()
