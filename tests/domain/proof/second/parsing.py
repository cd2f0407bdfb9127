"""Section 6: stored records as strict JSON, with the place of each member of the outermost
object."""

import re
from collections.abc import Iterator
from typing import Any

from .spelling import No

Fields = dict[str, Any]

DEEPEST = 200

_TOKEN = re.compile(
    r"""(?P<gap>[ \t\n\r]*)(?:(?P<mark>[{}\[\]:,])
    |"(?P<text>[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*)"
    |(?P<number>-?(?:0|[1-9][0-9]*))(?P<more>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)
    |(?P<word>true|false|null))""",
    re.VERBOSE,
)
_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))",
    re.DOTALL,
)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"true": True, "false": False, "null": None}


class Other:
    """A number that is no integer."""


def unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        high, low, unit, letter = match.groups()
        if high:
            return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        return chr(int(unit, 16)) if unit else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(character, text) if "\\" in text else text


class _Tokens:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.start = text, 0, 0

    def next(self) -> re.Match[str]:
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise No("no JSON")
        self.start, self.at = match.end("gap"), match.end()
        return match

    def mark(self) -> str:
        return self.next()["mark"] or ""


def read_object(text: str) -> tuple[dict[str, Any], dict[str, str]]:
    tokens = _Tokens(text)
    if not text.startswith("{"):
        raise No("no JSON object")
    tokens.next()
    members, spelt = {}, {}
    for name, value, piece in _members(tokens, 1):
        if name in members:
            raise No(f"the name {name[:30]!r} twice")
        members[name], spelt[name] = value, piece
    if tokens.at != len(text):
        raise No("something after the object")
    return members, spelt


def _members(tokens: _Tokens, depth: int) -> Iterator[tuple[str, Any, str]]:
    """The members of an object whose brace was read: names, values, and how these are spelt."""
    token = tokens.next()
    if token["mark"] == "}":
        return
    while True:
        if token["text"] is None or tokens.mark() != ":":
            raise No("no JSON: a name and a colon belong here")
        name = unescaped(token["text"])
        value, start = _value(tokens, depth)
        yield name, value, tokens.text[start : tokens.at]
        mark = tokens.mark()
        if mark == "}":
            return
        if mark != ",":
            raise No("no JSON: a comma or a brace belongs here")
        token = tokens.next()


def _value(tokens: _Tokens, depth: int) -> tuple[Any, int]:
    return _rest(tokens, tokens.next(), tokens.start, depth)


def _rest(tokens: _Tokens, token: re.Match[str], start: int, depth: int) -> tuple[Any, int]:
    if depth > DEEPEST:
        raise No("nested too deep")
    if token["text"] is not None:
        return unescaped(token["text"]), start
    if token["number"]:
        if token["more"]:
            return Other(), start
        if len(token["number"].lstrip("-")) > 4300:
            raise No("an integer too long")
        return int(token["number"]), start
    if token["word"]:
        return _WORDS[token["word"]], start
    if token["mark"] == "{":
        members: dict[str, Any] = {}
        for name, value, _ in _members(tokens, depth + 1):
            if name in members:
                raise No(f"the name {name[:30]!r} twice")
            members[name] = value
        return members, start
    if token["mark"] != "[":
        raise No("no JSON: a value belongs here")
    items: list[Any] = []
    token = tokens.next()
    if token["mark"] == "]":
        return items, start
    while True:
        items.append(_rest(tokens, token, tokens.start, depth + 1)[0])
        mark = tokens.mark()
        if mark == "]":
            return items, start
        if mark != ",":
            raise No("no JSON: a comma or a bracket belongs here")
        token = tokens.next()


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
        raise No(f"the list {name} holds what it cannot hold")
    return of_kind


def an_object(fields: Fields, name: str) -> Fields:
    return _of_kind(fields, name, dict, {})


def _of_kind(fields: Fields, name: str, kind: type, default: Any) -> Any:
    answer = fields.get(name, default)
    if not isinstance(answer, kind) or isinstance(answer, bool):
        raise No(f"the field {name} is of another kind")
    return answer
