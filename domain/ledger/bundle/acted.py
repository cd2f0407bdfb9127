"""Plain actions: records `ActionTaken` that hold an action and its rolls, and refer to no other record. Each is checked by
itself.

Any process can do this for a piece of a bundle. Every other action, and every wrong one, is left to `story.py`, which has the
records before it.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger.bundle.lines import BundleRecord
from domain.ledger.bundle.references import check_salt
from domain.ledger.bundle.times import moment_of
from domain.ledger.chance.rolls import Made, made_in
from domain.ledger.errors import Refused
from domain.ledger.stored import object_in, read_stored, text_in

ACTED = "ActionTaken"

_MORE = ("text", "reason", "name", "lineage", "opens")
"""Fields by which a record tells more: words that it commits to, a branch, a seal that it opens."""


class Acted(NamedTuple):
    """A plain action: its record, the time in microseconds since 1970, the seat, whether an arbiter judged it, and its rolls."""

    seq: int
    moment: int
    seat: str
    judged: bool
    rolls: tuple[Made, ...]


def acted_in(record: BundleRecord) -> Acted | None:
    """What a record tells, where it is such an action and all of it is as it has to be."""
    if record.topic != ACTED or record.seq == 1:
        return None
    try:
        stored = read_stored(record.topic, record.text)
        if any(name in stored for name in _MORE):
            return None
        check_salt(text_in(stored, "salt"))
        text_in(object_in(stored, "action"), "type")
        seat, at = text_in(stored, "seat"), moment_of(text_in(stored, "at"))
        return Acted(record.seq, at, seat, bool(stored.get("verdict")), made_in(stored))
    except Refused:
        return None
