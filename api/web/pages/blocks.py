"""What a document says, block by block, as its template (`api/*/templates/documents/*.txt`) tells it: plain data for
`document.typ`.

Words are strings, or strings with a look (`strong(…)`); several of either make a line. Nothing that people wrote becomes source.
"""

from __future__ import annotations

import re
from typing import Any

Run = dict[str, Any]
"""Words of one look: `t`, and what is true of them: `strong`, `em`, `code`, `gone`, `small`."""
Words = str | int | Run | list[Any] | None

_BLANKS = re.compile(r"[ \t\r\n]+")


def runs(words: Words) -> list[Run]:
    """Words as runs; a string that is one line end alone breaks the line."""
    if isinstance(words, list):
        return [run for part in words for run in runs(part)]
    if isinstance(words, dict):
        return [words]
    text = "" if words is None else str(words)
    return [{"t": text if text == "\n" else _BLANKS.sub(" ", text)}] if text else []


class Blocks:
    """A document on its way. Methods that add a block answer nothing to print."""

    def __init__(self) -> None:
        self.title = self.heading = ""
        self.all: list[dict[str, Any]] = []

    def head(self, title: str, heading: str | None = None) -> str:
        """What the document is called, and its heading where that is another (empty: none)."""
        self.title, self.heading = title, title if heading is None else heading
        return ""

    def add(self, kind: str, *words: Words, **more: Any) -> str:
        """A block: a `heading` (of `level`), a `paragraph` (`small`), a `notice` (`bad`), room to write (`room`), a new page
        (`page`)."""
        self.all.append({"b": kind, "runs": runs(list(words)), **more})
        return ""

    def item(self, *words: Words) -> str:
        """An item of a list."""
        return self._put("list", runs(list(words)))

    def fact(self, term: str, *words: Words) -> str:
        """A term and what is said of it."""
        return self._put("facts", [runs(term), runs(list(words))])

    def _put(self, kind: str, row: Any) -> str:
        if not self.all or self.all[-1]["b"] != kind:
            self.add(kind, rows=[])
        self.all[-1]["rows"].append(row)
        return ""

    def table(self, *head: Words, caption: str = "") -> str:
        """Begin a table."""
        return self.add("table", caption, head=[cell(one) for one in head], rows=[])

    def slip(self, title: str = "", *head: Words) -> str:
        """Begin a slip to cut off, with a table to fill in by hand; without a title it stays empty."""
        return self.add("slip", title, head=[cell(one) for one in head], rows=[])

    def row(self, *cells: Words) -> str:
        """A row of the last table; its first cell is its head."""
        self.all[-1]["rows"].append([cell(one, head=not n) for n, one in enumerate(cells)])
        return ""

    def picture(self, svg: str, alt: str = "", *, code: bool = False) -> str:
        """A picture, or a QR code."""
        return self.add("picture", svg=svg, alt=alt or " ", code=code)

    @staticmethod
    def strong(*words: Words) -> list[Run]:
        """Words that stand out."""
        return [{**run, "strong": True} for run in runs(list(words))]

    @staticmethod
    def look(name: str, *words: Words) -> list[Run]:
        """Words that are quoted (`em`), code, struck out (`gone`) or `small`."""
        return [{**run, name: True} for run in runs(list(words))]

    @staticmethod
    def plain(*words: Words) -> Run:
        """A cell that is no head where a row begins with it."""
        return cell(list(words))

    @staticmethod
    def over(rows: int, *words: Words) -> Run:
        """A cell that reaches over some rows."""
        return cell(list(words), head=True, rows=rows)

    @staticmethod
    def across(columns: int, *words: Words) -> Run:
        """A cell that reaches over some columns."""
        return cell(list(words), head=True, span=columns)


def cell(words: Words, *, head: bool = False, rows: int = 1, span: int = 1) -> Run:
    if isinstance(words, dict) and "span" in words:
        return words
    return {"runs": runs(words), "span": span, "rows": rows, "head": head}
