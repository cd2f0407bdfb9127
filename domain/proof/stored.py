"""Stored records as the audit reads them: strict JSON with typed fields.

`domain/game/record/records.py` writes the records; an auditor does not have it, and would not trust
it.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex, shown

Stored = dict[str, Any]
T = TypeVar("T")


KINDS: dict[str, Any] = json.loads(Path(__file__).with_name("kinds.json").read_bytes())
"""The known kinds of records by topic: `of` which kind of stream, the newest `version` if not 1,
and the fields that name other records: of which kinds (empty: any), and whether 0 may stand for
none. Generated from the service's registry; the second verifier and FORMAT list them on their
own."""

UPCASTS: dict[tuple[str, int], Callable[[Stored], Stored]] = {}
"""Functions from an older version of a record to the next, by topic and version. No kind has a
second version yet."""

_VERSION = re.compile(r"@(?:[2-9]|[1-9][0-9]{1,3})", re.ASCII)
"""The suffix of a topic's second and later versions."""


def read_stored(topic: str, text: str, *, any_version: bool = False) -> Stored:
    """Parse a stored record. Records of older versions are converted to the form of the newest.
    Raises `Misspelt` unless the text is strict JSON, has no name twice in an object, and is of the
    topic's kind and (unless `any_version`) of a known version."""
    try:
        read, end = _decoder.raw_decode(text)
    except RecursionError:
        raise Misspelt("it is nested too deep", "l'imbrication est trop profonde") from None
    except (ValueError, _NameTwice) as e:
        raise Misspelt(*_why(e)) from None
    if end != len(text) or not isinstance(read, dict):
        raise Misspelt("it is no single JSON object", "ce n'est pas un seul objet JSON")
    content: Stored = read
    tag = content.get("type")
    if tag == topic and topic not in LATER:
        return content
    newest = LATER.get(topic, 1)
    version = _version(topic, tag) if isinstance(tag, str) else 0
    if not version or (version > newest and not any_version):
        raise Misspelt(
            f"it is filed as {topic} but says that it is {shown(str(tag))}",
            f"elle est classée comme {topic} mais dit être {shown(str(tag))}",
        )
    for step in range(version, newest):
        content = UPCASTS[topic, step](content)
    return content


LATER = {topic: kind["version"] for topic, kind in KINDS.items() if "version" in kind}


def _version(topic: str, tag: str) -> int:
    """The version in a tag; 0 if the tag is of another topic."""
    if tag == topic:
        return 1
    later = tag.removeprefix(topic)
    return int(later[1:]) if later != tag and _VERSION.fullmatch(later) else 0


class _NameTwice(Exception):
    """An object has a name twice, so that two readers could see two different records."""


def _object(pairs: list[tuple[str, Any]]) -> Stored:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NameTwice
    return members


def refuse_constant(name: str) -> Any:
    """Raise `ValueError`; called for a number that Python's parser accepts and JSON does not have,
    such as `NaN`."""
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=refuse_constant)


def _why(e: Exception) -> tuple[str, str]:
    if isinstance(e, _NameTwice):
        return "an object in it has one name twice", "un objet y a deux fois le même nom"
    return "it is not JSON", "ce n'est pas du JSON"


def spelling_in(text: str, name: str) -> str:
    """The exact characters of a top-level field's value in the text of a record; empty if the field
    is left out."""
    at = _next(text, text.index("{") + 1)
    while text[at] != "}":
        member, at = _decoder.raw_decode(text, at)
        start = _next(text, _next(text, at) + 1)
        end = _decoder.raw_decode(text, start)[1]
        if member == name:
            return text[start:end]
        at = _next(text, end)
        at = _next(text, at + 1) if text[at] == "," else at
    return ""


def _next(text: str, at: int) -> int:
    while text[at] in " \t\n\r":
        at += 1
    return at


# -- fields: one that is left out reads as empty or 0; one of another type raises `Misspelt`


def text_in(stored: Stored, name: str) -> str:
    return _fitting(name, stored.get(name, ""), str)


def hex_in(stored: Stored, name: str, size: int | None = None) -> bytes:
    return read_hex(text_in(stored, name), size)


def number_in(stored: Stored, name: str) -> int:
    return _fitting(name, stored.get(name, 0), int)


def list_in(stored: Stored, name: str) -> list[Any]:
    return _fitting(name, stored.get(name, []), list)


def objects_in(stored: Stored, name: str) -> list[Stored]:
    return [_fitting(name, item, dict) for item in list_in(stored, name)]


def object_in(stored: Stored, name: str) -> Stored:
    return _fitting(name, stored.get(name, {}), dict)


def _fitting(name: str, value: Any, kind: type[T]) -> T:
    if type(value) is not kind:  # a boolean is no number
        raise Misspelt(
            f"its field {name} is not what a record has there",
            f"son champ {name} n'est pas ce qu'une écriture y met",
        )
    return value
