"""The base of every kind of record."""

from __future__ import annotations

import os
from binascii import b2a_base64
from datetime import datetime

import msgspec
from msgspec import Struct

FIRST = 1
"""The seq of the opening record."""


def new_salt() -> str:
    """16 random bytes, in base64."""
    return b2a_base64(os.urandom(16), newline=False).decode()


class ClockReading(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the clocks say at a record: the milliseconds that each player's seat has left (below 0: its time is over), how many
    turns it has ended, and the seats whose clocks run from here on. Worked out once (`domain/game/aggregate/clocks.py`), and never
    again."""

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
