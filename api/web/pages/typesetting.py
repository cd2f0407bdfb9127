"""Documents as PDF, typeset by Typst (extra `documents`): tagged for screen readers (PDF/UA-1),
with reproducible bytes.

A document is data for `document.typ`, built block by block by its template
(`api/*/templates/documents/*.txt`) and passed as JSON, so people's words are never parsed as Typst
source. The fonts are the compiler's own, so a document looks the same everywhere. A character that
none of them has becomes a box, since PDF/UA allows no missing glyphs.
"""

import json
import re
import subprocess
import sys
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import Struct

from domain.kernel.text import Lang
from domain.titles.drawing.card import day_stylesheet

Run = dict[
    str, Any
]  # a text `t` in one style: `strong`, `em`, `code`, `gone` (struck out), `small`
Words = str | int | Run | list[Any] | None

_BLANKS = re.compile(r"[ \t\r\n]+")


def text_runs(words: Words) -> list[Run]:
    """Words as a list of runs (a text and its style). A string that is only a line end becomes a
    line break."""
    if isinstance(words, list):
        return [run for part in words for run in text_runs(part)]
    if isinstance(words, dict):
        return [words]
    text = "" if words is None else str(words)
    return [{"t": text if text == "\n" else _BLANKS.sub(" ", text)}] if text else []


class Blocks:
    """Builds a document. Methods that add a block return an empty string, so that a template can
    call them."""

    def __init__(self) -> None:
        self.title = self.heading = ""
        self.all: list[dict[str, Any]] = []

    def head(self, title: str, heading: str | None = None) -> str:
        """Set the document's title. `heading`: its visible heading, if other than the title ("": no
        heading). Returns ""."""
        self.title, self.heading = title, title if heading is None else heading
        return ""

    def add(self, kind: str, *words: Words, **more: Any) -> str:
        """Add a block of this `kind`: a `heading` (of `level`), a `paragraph` (`small`), a `notice`
        (`bad`), empty space to write in (`room`), a new page (`page`)."""
        self.all.append({"b": kind, "runs": text_runs(list(words)), **more})
        return ""

    def item(self, *words: Words) -> str:
        """Add an item to the last list, or to a new one."""
        return self._put("list", text_runs(list(words)))

    def fact(self, term: str, *words: Words) -> str:
        """Add a term and its description to the last list of terms, or to a new one."""
        return self._put("facts", [text_runs(term), text_runs(list(words))])

    def _put(self, kind: str, row: Any) -> str:
        if not self.all or self.all[-1]["b"] != kind:
            self.add(kind, rows=[])
        self.all[-1]["rows"].append(row)
        return ""

    def table(self, *head: Words, caption: str = "", big: bool = False) -> str:
        """Begin a table with these column headings; a `big` one is printed large, to be read on a
        wall."""
        return self.add("table", caption, head=[cell(item) for item in head], rows=[], big=big)

    def slip(self, title: str = "", *head: Words) -> str:
        """Begin a slip to cut off, with a table to fill in by hand under these column headings.
        Without a title it has no heading."""
        return self.add("slip", title, head=[cell(item) for item in head], rows=[])

    def row(self, *cells: Words) -> str:
        """Add a row to the last table; its first cell is its heading."""
        self.all[-1]["rows"].append([cell(item, head=not n) for n, item in enumerate(cells)])
        return ""

    def picture(self, svg: str, alt: str = "", *, code: bool = False) -> str:
        return self.add("picture", svg=svg, alt=alt or " ", code=code)

    @staticmethod
    def strong(*words: Words) -> list[Run]:
        return [{**run, "strong": True} for run in text_runs(list(words))]

    @staticmethod
    def look(name: str, *words: Words) -> list[Run]:
        """Words as a list of runs in a style: quoted (`em`), code, struck out (`gone`) or
        `small`."""
        return [{**run, name: True} for run in text_runs(list(words))]

    @staticmethod
    def plain(*words: Words) -> Run:
        """An ordinary cell, for the first cell of a row that has no heading."""
        return cell(list(words))

    @staticmethod
    def over(rows: int, *words: Words) -> Run:
        """A heading cell that spans several rows."""
        return cell(list(words), head=True, rows=rows)

    @staticmethod
    def across(columns: int, *words: Words) -> Run:
        """A heading cell that spans several columns."""
        return cell(list(words), head=True, span=columns)


def cell(words: Words, *, head: bool = False, rows: int = 1, span: int = 1) -> Run:
    if isinstance(words, dict) and "span" in words:
        return words
    return {"runs": text_runs(words), "span": span, "rows": rows, "head": head}


TEMPLATE = Path(__file__).parent.parent / "templates" / "documents" / "document.typ"
PROCESS = Path(__file__).with_name("typst_process.py")
PATIENCE = 60  # seconds that a document may take; 5,000 records take about five

# seconds that a document waits for the one before it, so that requests for long ones do not take
# all threads
QUEUE = 10

FONTS = ("Libertinus Serif", "DejaVu Sans Mono")
BOX = "\u25a1"

_UNDRAWN = re.compile(r'the text `"(.+?)"` could not be displayed')
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\U000e0000-\U0010ffff]"
)
_SIZE = re.compile(r'<svg\b[^>]*?viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')
_TRIES = 8
_turn = Lock()  # one document at a time: a long one needs memory

_boxed: set[str] = set()  # characters that the fonts were found not to have


class PageFooter(Struct, frozen=True):
    """The footer of each page: the text about the shown record, the log's head, the address for
    verifying it with its QR code (SVG), and the words before that address (`verify`) and before the
    page number (`page`)."""

    record: str
    log: str
    address: str
    code: str
    verify: str
    page: str


class Document(Struct, frozen=True):
    """A document: its language, content and footer, the time of its newest record (`at`), which is
    its date, and whether it is in landscape format (`wide`)."""

    lang: Lang
    blocks: Blocks
    foot: PageFooter
    at: datetime
    wide: bool = False


class TypesettingTooLong(Exception):
    """Typesetting a document, or waiting for the one before it, took too long and was stopped."""


@cache
def is_available() -> bool:
    """Whether this installation can make documents: it has the extra `documents`."""
    return find_spec("typst") is not None


def pdf(document: Document) -> bytes:
    """The bytes of a document as PDF/UA-1. Raises `TypesettingTooLong`, and `RuntimeError` if Typst
    refuses its data."""
    data = _printable_json(json.dumps(_as_data(document), ensure_ascii=False))
    for _ in range(_TRIES):
        done = _typeset(data, document.at)
        if done.returncode == 0:
            return done.stdout
        sentence = done.stderr.decode(errors="replace")
        missing = {
            char for text in _UNDRAWN.findall(sentence) for char in text if char not in " \n" + BOX
        }
        if not missing - _boxed:
            raise RuntimeError(f"Typst: {sentence}")
        _boxed.update(missing)
        data = _printable_json(data)
    raise RuntimeError("a document has too many characters that no font has")


def _typeset(data: str, moment: datetime) -> subprocess.CompletedProcess[bytes]:
    """Run Typst in a separate process with a minimal environment. Returns the finished process,
    whose standard output is the PDF. Raises `TypesettingTooLong`."""
    head = json.dumps({"template": str(TEMPLATE), "at": int(moment.timestamp())})
    command = [sys.executable, "-I", str(PROCESS)]
    text = f"{head}\n{data}".encode()
    if not _turn.acquire(timeout=QUEUE):
        raise TypesettingTooLong
    try:
        return subprocess.run(  # noqa: S603
            command, input=text, capture_output=True, timeout=PATIENCE, check=False, env={}
        )
    except subprocess.TimeoutExpired:
        raise TypesettingTooLong from None
    finally:
        _turn.release()


def _printable_json(data: str) -> str:
    """The JSON text without invisible characters, and with a box in place of each character that
    the fonts were found not to have. None of these is JSON syntax, so the text stays valid JSON."""
    data = _UNSEEN.sub("", data)
    return data.translate({ord(char): BOX for char in _boxed}) if _boxed else data


def _as_data(document: Document) -> dict[str, Any]:
    foot = document.foot
    return {
        "lang": document.lang,
        "title": document.blocks.title,
        "heading": document.blocks.heading,
        "wide": document.wide,
        "fonts": FONTS,
        "blocks": [_with_ratio(block) for block in document.blocks.all],
        "record": foot.record,
        "log": foot.log,
        "address": foot.address,
        "code": _standalone(foot.code),
        "verify": foot.verify,
        "page": foot.page,
    }


def _with_ratio(block: dict[str, Any]) -> dict[str, Any]:
    if block["b"] != "picture":
        return block
    size = _SIZE.search(block["svg"])
    wide, high = (float(size[1]), float(size[2])) if size else (1.0, 1.0)
    return {**block, "svg": _standalone(block["svg"]), "ratio": wide / high}


def _standalone(svg: str) -> str:
    """A page's picture as a standalone SVG: with its namespace, and the light style sheet with
    explicit colours."""
    named = (
        svg
        if "xmlns=" in svg.partition(">")[0]
        else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )
    head, end, body = named.partition(">")
    style = f"<style>{_style_sheet()}</style>" if 'class="' in head and "qr" not in head else ""
    return head + end + style + body


@cache
def _style_sheet() -> str:
    families = re.sub(r"font-family:[^;}]+", f'font-family:"{FONTS[0]}"', day_stylesheet())
    return families.replace("&", "&amp;").replace("<", "&lt;")
