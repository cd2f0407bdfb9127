"""Validation messages: what `msgspec` says about plain data, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from domain.rules.text import Text, same

_KINDS = {
    "int": Text("a whole number", "un nombre entier"),
    "float": Text("a number", "un nombre"),
    "str": Text("a text", "un texte"),
    "bool": Text("true or false", "vrai ou faux"),
    "array": Text("a list", "une liste"),
    "object": Text("an object", "un objet"),
    "null": Text("nothing (null)", "rien (null)"),
}
_DECIMAL = Text("a decimal number", "un nombre décimal")
_SIGNS = {
    ">=": Text("at least", "au moins"),
    "<=": Text("at most", "au plus"),
    ">": Text("more than", "plus de"),
    "<": Text("less than", "moins de"),
}


def is_missing() -> Text:
    """A field that has to be there."""
    return Text("is missing", "manque")


def is_twice() -> Text:
    """A field that an object names again."""
    return Text("is there twice", "s'y trouve deux fois")


def is_unknown(known: Iterable[str]) -> Text:
    """A field that nobody reads."""
    listed = ", ".join(known)
    return Text(f"is not known here: there are {listed}", f"est inconnu ici : il y a {listed}")


def misfit(message: str) -> Text:
    """One of `msgspec`'s messages; in English as it came where it is none that is known here."""
    for pattern, say in _SAID:
        found = pattern.fullmatch(message)
        if found is not None:
            return say(*found.groups())
    return same(message)


def not_json(data: bytes, error: Exception) -> tuple[int, Text]:
    """The line on which a file stops being JSON, and why."""
    if isinstance(error, RecursionError):
        return 1, Text("is nested too deep", "est trop imbriqué")
    if isinstance(error, UnicodeDecodeError):
        return _line_of(data, _bad_utf8(data)), Text("is not UTF-8 here", "n'est pas de l'UTF-8 ici")
    message = str(error).partition(" - at ")[0].removeprefix("JSON is malformed: ")
    found = re.search(r" \(byte ([0-9]+)\)$", message)
    if found is None:
        cut = message == "Input data was truncated"
        text = Text("is not JSON: it ends too early", "n'est pas du JSON : il s'arrête trop tôt")
        return _line_of(data, len(data)), text if cut else Text(f"is not JSON: {message}", f"n'est pas du JSON : {message}")
    what = message[: found.start()]
    return _line_of(data, int(found[1])), Text(f"is not JSON here: {what}", f"n'est pas du JSON ici : {what}")


def _line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _bad_utf8(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as e:
        return e.start
    return 0


def _kinds(names: str) -> Text:
    texts = [_KINDS.get(name, same(name)) for name in names.split(" | ")]
    return Text(" or ".join(t.en for t in texts), " ou ".join(t.fr for t in texts))


def _expected(wanted: str, given: str) -> Text:
    want, got = _kinds(wanted), _DECIMAL if given == "float" else _kinds(given)
    return Text(f"must be {want.en}, not {got.en}", f"doit être {want.fr}, pas {got.fr}")


def _bound(_: str, sign: str, limit: str) -> Text:
    return Text(f"must be {_SIGNS[sign].en} {limit}", f"doit valoir {_SIGNS[sign].fr} {limit}")


def _length(kind: str, sign: str, limit: str) -> Text:
    what = Text("characters", "caractères") if kind == "str" else Text("entries", "éléments")
    return Text(f"must have {_SIGNS[sign].en} {limit} {what.en}", f"doit avoir {_SIGNS[sign].fr} {limit} {what.fr}")


def _exactly(wanted: str, given: str) -> Text:
    return Text(f"must have {wanted} entries, not {given}", f"doit avoir {wanted} éléments, pas {given}")


def _value(value: str) -> Text:
    return Text(f"cannot be {value}", f"ne peut valoir {value}")


def _pattern(pattern: str) -> Text:
    return Text(f"must have the form {pattern}", f"doit avoir la forme {pattern}")


def _lacks(field: str) -> Text:
    return Text(f"lacks the field {field}", f"n'a pas le champ {field}")


def _stray(field: str) -> Text:
    return Text(f"has a field {field} that is not known here", f"a un champ {field} inconnu ici")


_SAID: tuple[tuple[re.Pattern[str], Callable[..., Text]], ...] = tuple(
    (re.compile(pattern), say)
    for pattern, say in (
        (r"Expected `([^`]+)`, got `([^`]+)`", _expected),
        (r"Expected `([^`]+)` (>=|<=|>|<) (-?[0-9.]+)", _bound),
        (r"Expected `([^`]+)` of length (>=|<=|>|<) ([0-9]+)", _length),
        (r"Expected `[^`]+` of length ([0-9]+), got ([0-9]+)", _exactly),
        (r"Expected `str` matching regex '(.+)'", _pattern),
        (r"Invalid (?:enum )?value (.+)", _value),
        (r"Object contains unknown field `([^`]+)`", _stray),
        (r"Object missing required field `([^`]+)`", _lacks),
    )
)
