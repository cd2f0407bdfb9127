"""A page as the blocks of a document: headings, paragraphs, lists, tables, facts and pictures, as its print view has them.

The blocks are plain data for a template that sets them (`typesetting.py`); nothing of a page becomes source. What a page leaves out
in print (`no-print`) is left out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from msgspec import Struct

Block = dict[str, Any]
"""A block: its kind under `b`, and what that has."""

Run = dict[str, Any]
"""Words of one look: `t`, and what is true of them: `strong`, `em`, `code`, `gone`, `small`, `href`."""

BRIEF = 36
"""Facts of fewer characters stand in columns."""

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "col"})
_LEFT_OUT = frozenset({"script", "style", "form", "button", "nav", "input", "select", "noscript", "template", "dialog"})
_UNSEEN = frozenset({"no-print", "visually-hidden", "scripted"})
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_LOOKS = {
    "strong": "strong", "b": "strong", "em": "em", "i": "em", "q": "em", "code": "code", "kbd": "code", "pre": "code",
    "s": "gone", "del": "gone", "small": "small",
}  # fmt: skip
_INLINE = frozenset({*_LOOKS, "a", "span", "br", "time", "abbr", "label", "img", "sup", "sub", "mark", "wbr"})


class _Node:
    """An element of a page: its name, what it is given, and what is in it; an `svg` keeps its source."""

    def __init__(self, tag: str, given: dict[str, str]) -> None:
        self.tag, self.given = tag, given
        self.inner: list[_Node | str] = []

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.given.get("class", "").split())

    @property
    def printed(self) -> bool:
        return self.tag not in _LEFT_OUT and not self.classes & _UNSEEN and "hidden" not in self.given

    def find(self, tag: str) -> Iterator[_Node]:
        for one in self.inner:
            if isinstance(one, _Node):
                if one.tag == tag:
                    yield one
                else:
                    yield from one.find(tag)


class _Reader(HTMLParser):
    """Reads a page into nodes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Node("root", {})
        self._open = [self.root]
        self._svg = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._svg:
            self._svg += tag == "svg"
            self._open[-1].inner.append(self.get_starttag_text() or "")
            return
        node = _Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inner.append(node)
        if tag in _VOID:
            return
        self._open.append(node)
        if tag == "svg":
            self._svg = 1
            node.inner.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._svg:
            self._open[-1].inner.append(self.get_starttag_text() or "")
        else:
            self._open[-1].inner.append(_Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self._svg:
            self._svg -= tag == "svg"
            self._open[-1].inner.append(f"</{tag}>")
            if not self._svg:
                self._open.pop()
        elif tag not in _VOID and any(node.tag == tag for node in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self._open[-1].inner.append(data.replace("&", "&amp;").replace("<", "&lt;") if self._svg else data)


class Print(Struct, frozen=True):
    """What a page prints: its title, its heading (empty: it prints none), and the blocks of its main part without that. Headings go
    down one level at a time."""

    title: str
    heading: str
    blocks: list[Block]


def print_of(html: str) -> Print:
    """What a page prints."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    main = next(reader.root.find("main"), reader.root)
    found = _blocks(main)
    at = next((n for n, one in enumerate(found) if one["b"] == "heading" and one["level"] == 1), None)
    heading = "" if at is None else plain(found.pop(at)["runs"])
    if any(one["b"] == "slip" for one in found):  # they are cut: nothing stands between them
        found = [one for one in found if one["b"] in ("slip", "page")]
    _level(found, 0)
    title = next((plain(_runs(one, {})) for one in reader.root.find("title")), "")
    return Print(title.removesuffix(" · Greffe") or heading, heading, found)


def _level(blocks: list[Block], deep: int) -> int:
    """Bring headings to levels that follow each other, at every depth; answers the last one."""
    for block in blocks:
        if block["b"] == "heading":
            deep = block["level"] = max(1, min(block["level"] - 1, deep + 1))
        elif block["b"] in ("notice", "slip"):
            deep = _level(block["blocks"], deep)
        elif block["b"] == "list":
            for item in block["items"]:
                deep = _level(item, deep)
    return deep


def plain(runs: list[Run]) -> str:
    """Runs as words alone."""
    return " ".join("".join(run["t"] for run in runs).split())


def _blocks(node: _Node) -> list[Block]:
    """What is in an element, as blocks; words that stand between blocks are a paragraph."""
    found: list[Block] = []
    loose: list[_Node | str] = []

    def settle() -> None:
        runs = _trimmed([run for one in loose for run in _runs(one, {})])
        loose.clear()
        if runs:
            found.append({"b": "paragraph", "runs": runs, "look": _look(node)})

    for one in node.inner:
        if isinstance(one, str) or (one.printed and one.tag in _INLINE and not _holds_blocks(one)):
            loose.append(one)
        elif one.printed:
            settle()
            found += _block(one)
    settle()
    return found


def _holds_blocks(node: _Node) -> bool:
    return any(isinstance(one, _Node) and (one.tag not in _INLINE or _holds_blocks(one)) for one in node.inner)


def _block(node: _Node) -> list[Block]:
    tag, classes = node.tag, node.classes
    if tag in _HEADINGS:
        runs = _trimmed(_runs(node, {}))
        return [{"b": "heading", "level": _HEADINGS[tag], "runs": runs}] if runs else []
    if tag == "svg":
        source = "".join(one for one in node.inner if isinstance(one, str))
        return [{"b": "picture", "svg": source, "alt": node.given.get("aria-label", ""), "code": "qr" in classes}]
    if tag == "ul" and "paper-names" in classes:
        return _names(node)
    if tag in ("ul", "ol"):
        items = [_blocks(one) for one in node.inner if isinstance(one, _Node) and one.tag == "li" and one.printed]
        return [{"b": "list", "items": items}] if items else []
    if tag == "dl":
        return _facts(node)
    if tag == "table":
        return _table(node)
    inner = _blocks(node)
    if "slip" in classes:
        return [{"b": "slip", "blocks": inner}]
    if classes & {"slip-sheet", "save-sheet"}:
        return [*inner, {"b": "page"}]
    if "remarks" in classes:
        return [*inner, {"b": "room"}]
    if "notice" in classes:
        return [{"b": "notice", "blocks": inner, "bad": "bad" in classes}] if inner else []
    if tag == "figure" and node.given.get("aria-label"):
        inner = [{**one, "alt": one["alt"] or node.given["aria-label"]} if one["b"] == "picture" else one for one in inner]
    return inner


def _facts(node: _Node) -> list[Block]:
    terms, said = ([one for one in node.find(tag) if one.printed] for tag in ("dt", "dd"))
    rows = [[_trimmed(_runs(one, {})), _blocks(other)] for one, other in zip(terms, said, strict=False)]
    if not rows:
        return []
    brief = len(rows) > 5 and all(len(plain(runs)) < BRIEF for row in rows for runs in (row[0], _words(row[1])))
    return [{"b": "facts", "rows": rows, "columns": 3 if brief else 1}]


def _words(blocks: list[Block]) -> list[Run]:
    """The words of paragraphs; of anything else too many to stand in a column."""
    return [run for one in blocks for run in (one["runs"] if one["b"] == "paragraph" else [{"t": "x" * BRIEF}])]


def _table(node: _Node) -> list[Block]:
    head = [_row(row) for part in node.find("thead") for row in part.find("tr")]
    body = [_row(row) for part in node.find("tbody") for row in part.find("tr") if row.printed]
    covered = _covered(body)
    filled = [sum(cell["span"] for cell in row) + reach for row, reach in zip(body, covered, strict=True)]
    columns = max((*(sum(cell["span"] for cell in row) for row in head), *filled), default=0)
    if not columns or not body:
        return []
    caption = next((_trimmed(_runs(one, {})) for one in node.find("caption")), [])
    empty = {"blocks": [], "span": 1, "rows": 1, "head": False}
    whole = [[*row, *[empty] * (columns - wide)] for row, wide in zip(body, filled, strict=True)]
    widths = ["fill" if any("blank" in row[n]["classes"] for row in body if n < len(row)) else "" for n in range(columns)]
    for row in (*head, *body):
        for cell in row:
            cell.pop("classes")
    return [{"b": "table", "columns": widths, "head": head[0] if head else [], "rows": whole, "caption": caption}]


def _covered(rows: list[list[dict[str, Any]]]) -> list[int]:
    """Of each row, the columns that cells of the rows above reach down into. A cell reaches no further than the table."""
    found = [0] * len(rows)
    for n, row in enumerate(rows):
        for cell in row:
            cell["rows"] = min(cell["rows"], len(rows) - n)
            for below in range(n + 1, n + cell["rows"]):
                found[below] += cell["span"]
    return found


def _names(node: _Node) -> list[Block]:
    """Names with where each sits, as a table."""
    rows = []
    for item in node.find("li"):
        parts = [one for one in item.inner if isinstance(one, _Node) and one.printed]
        rows.append([{"blocks": _blocks(one), "span": 1, "rows": 1, "head": one.tag == "strong"} for one in parts])
    return [{"b": "table", "columns": [""] * max(map(len, rows)), "head": [], "rows": rows, "caption": []}] if rows else []


def _row(row: _Node) -> list[dict[str, Any]]:
    cells = [one for one in row.inner if isinstance(one, _Node) and one.tag in ("th", "td") and one.printed]
    found = []
    for cell in cells:
        span, rows = (cell.given.get(name, "1") for name in ("colspan", "rowspan"))
        found.append(
            {
                "blocks": _blocks(cell),
                "span": int(span) if span.isdecimal() else 1,
                "rows": max(1, int(rows)) if rows.isdecimal() else 1,
                "head": cell.tag == "th",
                "classes": cell.classes,
            }
        )
    return found


def _runs(node: _Node | str, look: Run) -> list[Run]:
    """The words of an element with their looks; a break is a line break."""
    if isinstance(node, str):
        return [{"t": node, **look}]
    if not node.printed:
        return []
    if node.tag == "br":
        return [{"t": "\n", **look}]
    if node.tag == "img":
        return [{"t": node.given["alt"], **look}] if node.given.get("alt") else []
    inner = dict(look)
    if node.tag in _LOOKS:
        inner[_LOOKS[node.tag]] = True
    if node.classes & {"hint", "faint", "of", "how", "number", "id"}:
        inner["small"] = True
    if node.tag == "a" and node.given.get("href", "").startswith(("http://", "https://")):
        inner["href"] = node.given["href"]
    found = [run for one in node.inner for run in _runs(one, inner)]
    if node.classes & {"mark", "why", "refers", "die", "flag", "sits"}:  # each stands on a line, or a little apart
        found = [{"t": " ", **look}, *found, {"t": " ", **look}]
    return found


def _trimmed(runs: list[Run]) -> list[Run]:
    """Runs with one blank between words, none at the ends, and runs of one look joined."""
    found: list[Run] = []
    for run in runs:
        text = run["t"] if run["t"] == "\n" else _one_blank(run["t"])
        before = found[-1]["t"] if found else "\n"
        if before.endswith((" ", "\n")):
            text = text.lstrip(" ")
        if not text:
            continue
        look = {name: value for name, value in run.items() if name != "t"}
        if found and text != "\n" and before != "\n" and {name: v for name, v in found[-1].items() if name != "t"} == look:
            found[-1] = {**look, "t": before + text}
        else:
            found.append({**look, "t": text})
    while found and not found[-1]["t"].strip(" \n"):
        found.pop()
    if found:
        found[-1] = {**found[-1], "t": found[-1]["t"].rstrip(" ")}
    return found


def _one_blank(text: str) -> str:
    """Blanks and line ends as one blank; those that hold words together stay."""
    words = text.replace("\t", " ").replace("\n", " ").replace("\r", " ")
    while "  " in words:
        words = words.replace("  ", " ")
    return words


def _look(node: _Node) -> str:
    classes = node.classes
    return "small" if classes & {"hint", "from", "paper-only"} else "lead" if "lead" in classes else ""
