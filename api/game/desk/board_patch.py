"""The board as a document to patch: place by place, and help in writing a patch against it."""

from __future__ import annotations

from typing import Any

import msgspec

from api.web.forms.controls import Given
from domain.game.aggregate.correction import document
from domain.game.aggregate.game import Game
from domain.titles.contract.catalogs.catalog import leaves
from domain.titles.contract.verdict import Field

OPERATIONS = ("replace", "add", "remove")
"""What the form helps to write; a patch may have the others of RFC 6902."""


MOST_NAMED = 12
"""So many ids at most are named of those that a place can be."""


def places(game: Game) -> list[tuple[str, str, str]]:
    """The board's document place by place, each with its value as JSON and what it can be; the setting is not for patching."""
    allowed = game.rules.allowed(game.board)
    found = ((at, value) for at, value in leaves(document(game.board)) if at != "/setting")
    return [(at, _json(value), _can_be(allowed[at]) if at in allowed else "") for at, value in found]


def _can_be(field: Field) -> str:
    """What a place can be, for somebody who writes a patch."""
    if field.choices:
        named = [str(one) or '""' for one in field.choices[:MOST_NAMED]]
        return " | ".join([*named, *(["…"] if len(field.choices) > MOST_NAMED else [])])
    return f"≥ {field.least}" if field.most is None else f"{field.least} – {field.most}"


def patch_text(game: Game, form: Given) -> str:
    """The patch as it was entered; where the form was sent to add a place, with an operation for that."""
    text, place = form.get("patch", ""), form.get("place", "").strip()
    if form.get("do") != "place" or not place:
        return text
    try:
        operations = msgspec.json.decode(text.strip() or "[]", type=list[Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text  # it is refused where it is shown, as soon as somebody asks what it comes to
    kind = form.get("op", "")
    operation: dict[str, Any] = {"op": kind if kind in OPERATIONS else "replace", "path": place}
    if kind != "remove":
        operation["value"] = _value(document(game.board), place)
    lines = ",\n".join(f"  {_json(one)}" for one in [*operations, operation])
    return f"[\n{lines}\n]"


def _value(found: Any, place: str) -> Any:
    """What stands at a pointer; none where nothing does."""
    for step in place.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isascii() and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        else:
            return None
    return found


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
