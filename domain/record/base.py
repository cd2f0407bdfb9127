"""The base of every kind of record, and the parts that some of them hold (`domain/record/records.py`)."""

from __future__ import annotations

import os
from binascii import b2a_base64
from datetime import datetime
from typing import Literal, get_args

import msgspec
from msgspec import Raw, Struct

from domain.record.remedies import Patch
from domain.rules.ruleset import Role

FIRST = 1
"""The seq of the opening record."""

UMPIRE = "arbiter"
"""What stands in the place of a seat where the arbiter did something."""

UndoPolicy = Literal["free", "consent", "arbiter", "none"]
ChanceMode = Literal["sealed", "table"]
"""Where the dice of a game come from that is opened by itself."""
AnyChance = Literal["sealed", "table", "duplicate"]
"""The same of any game: those of a duplicate challenge share a deal."""


def new_salt() -> str:
    """16 random bytes, in base64."""
    return b2a_base64(os.urandom(16), newline=False).decode()


class ClockReading(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the clocks say at a record: the milliseconds that each player's seat has left (below 0: its time is over), how many
    turns it has ended, and the seats whose clocks run from here on. Worked out once (`domain/game/clocks.py`), and never again."""

    left: dict[str, int]
    turns: dict[str, int]
    runs: tuple[str, ...] = ()


class Record(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="type", tag=str):
    """What every record says: when by the service's clock, who entered it, and the write's idempotency key.

    `request` is a digest of what was asked, to tell a retry from a key used twice; `client_at` is the entering device's clock.
    `clock` is there only where the service's clock had been set back: it said this, and `at` goes on from the record before.
    `clock_reading` is there only in games whose seats have clocks.
    """

    at: datetime
    salt: str = msgspec.field(default_factory=new_salt)
    actor: str = ""
    key: str = ""
    request: str = ""
    client_at: datetime | None = None
    clock: datetime | None = None
    clock_reading: ClockReading | None = None


class SeatInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a game: a random player id once somebody sits there, and the commitment to the name. `link` is the id of the link
    that the service gave this player's seat, so that the actors of records tell whether the seat entered them itself."""

    id: str
    role: Role
    player: str = ""
    name: str = ""
    link: str = ""


class Lineage(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a game grew from: another game at a seq, and what for. `irregular` are that game's records that made the board
    irregular from which it grew."""

    game: str
    seq: int
    purpose: str
    irregular: tuple[int, ...] = ()


class Grown(Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of the line that a branch grew on: record `seq` of the game it left, the seat it was for, and its facts, or the
    patch by which an arbiter corrected the board there."""

    seq: int
    seat: str
    facts: Raw
    patch: Patch | None = None


class SealOpened(Struct, frozen=True, gc=False):
    """How an action opens its seal: the record `ValueSealed` that holds it, and the salt, 32 bytes in hex."""

    record: int
    salt: str


Purpose = Literal["analysis", "dispute", "teaching"]


POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
"""Undo policies that games can be opened with (`domain/procedure/undo.py`)."""
