"""Plain actions: records `ActionTaken` that hold an action and its rolls, and refer to no other
record. Each is checked by itself.

Any process can do this for a piece of a bundle. Every other action, and every wrong one, is left to
`story.py`, which has the records before it.
"""

import json
import re
from functools import lru_cache
from typing import NamedTuple

from domain.proof.bundle.references import check_salt
from domain.proof.bundle.times import moment_of
from domain.proof.chance.rolls import Made, made_in
from domain.proof.errors import Refused
from domain.proof.stored import Stored, no_constant, object_in, read_stored, text_in

ACTED = "ActionTaken"

MOST_OFTEN, SHORT = 1 << 12, 1 << 8
"""Short rolls whose reading is remembered, and the characters that a short one has."""

_MORE = ("text", "reason", "name", "lineage", "opens")
"""Fields by which a record tells more: words that it commits to, a branch, a seal that it opens."""

_UNUSUAL = frozenset((*_MORE, "rolls", "verdict"))

_TEXT = {str}

_END = re.compile(r'(?:,"board":"[0-9a-f]*")?\}')
"""What comes after the rolls: nothing that opens another object or a list, so the rolls are the
record's own."""


class Acted(NamedTuple):
    """A plain action: its record, the time in microseconds since 1970, the seat, whether an arbiter
    judged it, and its rolls."""

    seq: int
    moment: int
    seat: str
    judged: bool
    rolls: tuple[Made, ...]


def acted_in(seq: int, text: str) -> Acted | None:
    """What a record of this topic tells, where it is such an action and all of it is as it has to
    be."""
    try:
        stored = read_stored(ACTED, text)
        if any(name in stored for name in _MORE):
            return None
        check_salt(text_in(stored, "salt"))
        text_in(object_in(stored, "action"), "type")
        seat, at = text_in(stored, "seat"), moment_of(text_in(stored, "at"))
        return Acted(seq, at, seat, bool(stored.get("verdict")), made_in(stored))
    except Refused:
        return None


class Usual:
    """Reads many plain actions in short spelling, as the service writes them: without spaces
    between, with the rolls at the end. It takes no other record, right or wrong.

    What comes before the rolls is read without a look at each object by itself. All objects
    together have as many names as there are quotes with a colon behind them; so no name is there
    twice.
    """

    def __init__(self) -> None:
        self._objects: list[Stored] = []
        """Those that were read, in the order of their ends; in one another they are None."""
        self._decode = json.JSONDecoder(
            object_hook=self._objects.append, parse_constant=no_constant
        ).raw_decode

    def read(self, seq: int, moment: int, text: str) -> Acted | None:
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
            return Acted(seq, moment, seat, False, tuple(map(_made, rolls.split('},{"number":'))))
        except (ValueError, RecursionError, Refused):
            return None


def _made(roll: str) -> Made:
    """A roll from what is written behind its first name. Raises `Refused`, and `ValueError` where
    it is written otherwise."""
    number, _, rest = roll.partition(",")
    if not number.isdecimal() or number[0] == "0" or len(number) > 15:
        raise ValueError(number)
    made = _often(rest) if len(rest) <= SHORT else _read(rest)
    return Made(int(number), made.source, made.of, made.told)


def _read(rest: str) -> Made:
    stored = read_stored(ACTED, f'{{"type":"{ACTED}","rolls":[{{"number":0,{rest}}}]}}')
    (made,) = made_in(stored)
    if len(stored) != 2:
        raise ValueError(rest)
    return made


_often = lru_cache(MOST_OFTEN)(_read)
