"""Plain actions: records `ActionTaken` that contain an action and its rolls and refer to no other
record. Each is checked by itself.

So any process can check those in a piece of a bundle. All other actions, and every faulty one, are
left to `stream_checks.py`, which knows the records before them.
"""

import json
import re
from functools import lru_cache
from typing import NamedTuple

from domain.proof.bundle.references import check_salt
from domain.proof.bundle.times import moment_of
from domain.proof.chance.rolls import RecordedRoll, rolls_in
from domain.proof.errors import Refused
from domain.proof.stored import Stored, object_in, read_stored, refuse_constant, text_in

ACTED = "ActionTaken"

MOST_OFTEN, SHORT = 1 << 12, 1 << 8
"""The number of short rolls whose parsing is cached, and the most characters of a short roll."""

_MORE = ("text", "reason", "name", "lineage", "opens")
"""Fields that make an action no plain one: words it commits to, a branch, a seal it opens."""

_UNUSUAL = frozenset((*_MORE, "rolls", "verdict"))

_TEXT = {str}

_END = re.compile(r'(?:,"board":"[0-9a-f]*")?\}')
"""What follows the rolls: nothing that opens another object or list, so the rolls are the record's
own."""


class PlainAction(NamedTuple):
    """A parsed plain action: its record, the time in microseconds since 1970, the seat, whether it
    has a verdict because an arbiter let it stand (`forbidden`), and its rolls."""

    seq: int
    moment: int
    seat: str
    forbidden: bool
    rolls: tuple[RecordedRoll, ...]


def read_plain_action(seq: int, text: str) -> PlainAction | None:
    """Parse a record `ActionTaken`. Returns None if it is not a plain action or has any fault."""
    try:
        stored = read_stored(ACTED, text)
        if any(name in stored for name in _MORE):
            return None
        check_salt(text_in(stored, "salt"))
        text_in(object_in(stored, "action"), "type")
        seat, at = text_in(stored, "seat"), moment_of(text_in(stored, "at"))
        return PlainAction(seq, at, seat, bool(stored.get("verdict")), rolls_in(stored))
    except Refused:
        return None


class PlainActionParser:
    """A fast parser for plain actions in the spelling that the service writes: no spaces, rolls at
    the end. `read` returns None for every other record, right or wrong.

    The part before the rolls is decoded as JSON. Of two fields with one name, a decoder drops one
    silently. So the decoded fields are counted: if there are as many as `":` in the text, none was
    dropped.
    """

    def __init__(self) -> None:
        self._objects: list[Stored] = []
        """The decoded objects in the order of their ends; objects nested in others are None."""
        self._decode = json.JSONDecoder(
            object_hook=self._objects.append, parse_constant=refuse_constant
        ).raw_decode

    def read(self, seq: int, moment: int, text: str) -> PlainAction | None:
        start, _, rest = text.partition(',"rolls":[{"number":')
        rolls, _, end = rest.rpartition("}]")
        if not _END.fullmatch(end) or '" ' in start or "null" in start:
            return None
        objects, whole = self._objects, start + end
        objects.clear()
        try:
            if self._decode(whole)[1] != len(whole):
                return None
            stored = objects[-1]
            seat = stored.get("seat", "")
            if (
                sum(map(len, objects)) != whole.count('":')
                or not isinstance(seat, str)
                or stored.get("action") is not None
                or not _UNUSUAL.isdisjoint(stored)
                or {type(value.get("type", "")) for value in objects} != _TEXT
            ):
                return None
            return PlainAction(
                seq, moment, seat, False, tuple(map(_roll_in, rolls.split('},{"number":')))
            )
        except (ValueError, RecursionError, Refused):
            return None


def _roll_in(roll: str) -> RecordedRoll:
    """Parse a roll from its text after `"number":`. Raises `Refused`, or `ValueError` if it is
    spelt in another way than the service writes it."""
    number, _, rest = roll.partition(",")
    if not number.isdecimal() or number[0] == "0" or len(number) > 15:
        raise ValueError(number)
    made = _often(rest) if len(rest) <= SHORT else _read_roll(rest)
    return RecordedRoll(int(number), made.source, made.of, made.content)


def _read_roll(rest: str) -> RecordedRoll:
    stored = read_stored(ACTED, f'{{"type":"{ACTED}","rolls":[{{"number":0,{rest}}}]}}')
    (made,) = rolls_in(stored)
    if len(stored) != 2:
        raise ValueError(rest)
    return made


_often = lru_cache(MOST_OFTEN)(_read_roll)
