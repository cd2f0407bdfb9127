"""Section 2: the lines of a bundle, one by one and in their order."""

import json
from typing import Any, NamedTuple

from .spelling import Rejected, quoted, refuse


class Line(NamedTuple):
    kind: str
    members: dict[str, Any]


_KINDS = {
    ("format", "game"): "header",
    ("seq", "topic", "data"): "record",
    ("catalog",): "catalog",
    ("commitment", "salt", "text"): "disclosure",
    ("about", "seat", "public", "signature"): "signature",
    ("proof",): "proof",
}
_NUMBERS = ("seq", "about")
_ORDER = list(_KINDS.values())
_MANY = ("record", "disclosure", "signature")


def read_line(line: str) -> Line:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise Rejected("no JSON") from None
    kind = _KINDS.get(tuple(content)) if isinstance(content, dict) else None
    if kind is None or any(
        type(content[name]) is not (int if name in _NUMBERS else str) for name in content
    ):
        raise Rejected("no line of a bundle")
    again = ",".join(
        f'"{name}":{value if name in _NUMBERS else quoted(value)}'
        for name, value in content.items()
    )
    refuse(line != f"{{{again}}}", "another spelling")
    return Line(kind, content)


def follows(line: Line, before: Line) -> bool:
    if before.kind == "header":
        return line.kind == "record"
    if line.kind != before.kind:
        return _ORDER.index(line.kind) > _ORDER.index(before.kind)
    if line.kind == "signature":
        return _place(line) > _place(before)
    return line.kind in _MANY


def _place(signature: Line) -> tuple[int, str, str]:
    about, seat, public, _ = signature.members.values()
    return about, seat, public
