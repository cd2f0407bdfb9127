"""Validation messages: sentences that tell a sender what is wrong with a value."""

import re
from collections.abc import Iterable
from typing import Any

from domain.kernel.text import Text, joined, same

VALUE = Text("a value")
FLAG = Text("true or false")
TEXT = Text("a text")
WHOLE = Text("a whole number")
NUMBER = Text("a number")
OBJECT = Text("an object")
LIST = Text("a list")
NULL = same("null")
TIME = Text("a time such as 2026-05-01T20:15:00Z")

_GIVEN: tuple[tuple[type | tuple[type, ...], Text], ...] = (
    (bool, FLAG),
    (str, TEXT),
    (int, WHOLE),
    (float, Text("a number with decimals")),
    (dict, OBJECT),
    ((list, tuple), LIST),
    (type(None), NULL),
)


def either(expected: Iterable[Text]) -> Text:
    texts = tuple(expected)
    return Text(" or ".join(t.en for t in texts), " ou ".join(t.fr for t in texts))


def one_of(values: Iterable[Any]) -> Text:
    among = tuple(values)
    listed = ", ".join(str(value) for value in among if value != "")
    return Text("one of {listed}", listed=listed) if len(among) > 1 else same(listed)


def must_be(expected: Text) -> Text:
    return Text("This must be {wanted}.", wanted=expected)


def unfit(expected: Text, value: object) -> Text:
    got = next((name for kind, name in _GIVEN if isinstance(value, kind)), Text("something else"))
    return _wrong_value(expected, got)


def not_one_of(values: Iterable[Any], value: object) -> Text:
    return (
        _wrong_value(one_of(values), same(f"`{value}`"))
        if isinstance(value, str | int)
        else unfit(one_of(values), value)
    )


def _wrong_value(expected: Text, got: Text) -> Text:
    return Text("This must be {wanted}, not {got}.", wanted=expected, got=got)


def missing_field(expected: Text) -> Text:
    return Text("This field is required: {wanted}.", wanted=expected)


def unknown_field(known: Iterable[str]) -> Text:
    there = tuple(known)
    listed = joined(there) if there else Text.pgettext("fields", "none")
    return Text("There is no such field here; there is: {listed}.", listed=listed)


def no_such_tag(by: str, known: Iterable[str]) -> Text:
    """The message for an object of an unknown kind; `by` is the field that names the kind."""
    listed = ", ".join(known)
    return Text("There is no such {by} here: there are {listed}.", by=by, listed=listed)


def not_of_form(pattern: str) -> Text:
    """The message for a text that does not match a regular expression."""
    return Text("This must have the form {pattern}.", pattern=pattern)


def out_of_bounds(
    value: float, low: float | None, high: float | None, *, above: bool, below: bool
) -> Text:
    if low is not None and high is not None:
        return Text(
            "This must be from {low} to {high}, not {value}.", low=low, high=high, value=value
        )
    if low is not None:
        than = Text("more than") if above else Text("at least")
    else:
        than = Text("less than") if below else Text("at most")
    bound = high if low is None else low
    return Text("This must be {than} {bound}, not {value}.", than=than, bound=bound, value=value)


def wrong_length(n: int, low: int, high: int | None, *, text: bool) -> Text:
    what = Text("characters") if text else Text("entries")
    if high is None:
        return Text("{n} {what} are too few: at least {low}.", n=n, what=what, low=low)
    return Text(
        "From {low} to {high} {what} are possible, not {n}.", low=low, high=high, what=what, n=n
    )


def wrong_count(expected: int, entered: int) -> Text:
    return Text("This must be a list of {wanted}, not of {given}.", wanted=expected, given=entered)


def clause(sentence: Text) -> Text:
    """A sentence for use after a colon or within another one: with a small first letter and no full
    stop."""
    return sentence.changed(lambda words: (words[:1].lower() + words[1:]).removesuffix("."))


def is_duplicate() -> Text:
    return Text("is there twice")


def not_json(data: bytes, error: Exception) -> tuple[int, Text]:
    """The number of the line at which a file stops being JSON, and the message about it."""
    if isinstance(error, RecursionError):
        return 1, Text("is nested too deep")
    if isinstance(error, UnicodeDecodeError):
        return _line_of(data, _bad_utf8(data)), Text("is not UTF-8 here")
    message = str(error).partition(" - at ")[0].removeprefix("JSON is malformed: ")
    match = re.search(r" \(byte ([0-9]+)\)$", message)
    if match is None:
        cut = message == "Input data was truncated"
        text = Text("is not JSON: it ends too early")
        return _line_of(data, len(data)), text if cut else Text(
            "is not JSON: {message}", message=message
        )
    what = message[: match.start()]
    return _line_of(data, int(match[1])), Text("is not JSON here: {what}", what=what)


def _line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _bad_utf8(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as e:
        return e.start
    return 0
