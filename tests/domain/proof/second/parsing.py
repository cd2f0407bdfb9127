"""Section 6: stored records as strict JSON, and how a member of the outermost object is spelt."""

import json
import re
from typing import Any

from .spelling import Rejected, refuse

Fields = dict[str, Any]

_GAP = re.compile(r"[ \t\n\r]*[,:]?[ \t\n\r]*")


class NonInteger:
    """The value of a number that is no integer."""


def _once(pairs: list[tuple[str, Any]]) -> Fields:
    names = [name for name, _ in pairs]
    refuse(len(set(names)) < len(names), "a name twice")
    return dict(pairs)


def _number(text: str) -> NonInteger:
    return NonInteger()


def _constant(text: str) -> Any:
    raise Rejected(f"{text} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_float=_number, parse_constant=_constant)


def read_object(text: str) -> Fields:
    try:
        fields, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        raise Rejected("no JSON") from None
    if not isinstance(fields, dict) or end != len(text):
        raise Rejected("no JSON object, or something after it")
    return fields


def spelt(text: str, name: str) -> str:
    """The text of a member's value, letter by letter, in an object that was already read; "" if it
    has no such member."""
    at = 1
    while True:
        at = _after_gap(text, at)
        if text[at] == "}":
            return ""
        member, at = _DECODER.raw_decode(text, at)
        start = _after_gap(text, at)
        _, at = _DECODER.raw_decode(text, start)
        if member == name:
            return text[start:at]


def _after_gap(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    assert match is not None
    return match.end()


def a_text(fields: Fields, name: str) -> str:
    return _of_kind(fields, name, str, "")


def a_number(fields: Fields, name: str) -> int:
    return _of_kind(fields, name, int, 0)


def a_list(fields: Fields, name: str, kind: type | tuple[type, ...] = object) -> list[Any]:
    of_kind = _of_kind(fields, name, list, [])
    if (
        not all(isinstance(item, kind) and not isinstance(item, bool) for item in of_kind)
        and kind is not object
    ):
        raise Rejected(f"the list {name} holds what it cannot hold")
    return of_kind


def an_object(fields: Fields, name: str) -> Fields:
    return _of_kind(fields, name, dict, {})


def _of_kind(fields: Fields, name: str, kind: type, default: Any) -> Any:
    answer = fields.get(name, default)
    if not isinstance(answer, kind) or isinstance(answer, bool):
        raise Rejected(f"the field {name} is of another kind")
    return answer
