"""The board as a document to patch: place by place, and help in writing a patch against it."""

from __future__ import annotations

from typing import Any

import msgspec

from api.site.forms.controls import Given
from domain.game.correction import document
from domain.game.game import Game
from domain.rules.catalog import leaves

OPERATIONS = ("replace", "add", "remove")
"""What the form helps to write; a patch may have the others of RFC 6902."""


def places(game: Game) -> list[tuple[str, str]]:
    """The board's document place by place, each with its value as JSON; the setting is not for patching."""
    return [(at, _json(value)) for at, value in leaves(document(game.board)) if at != "/setting"]


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
