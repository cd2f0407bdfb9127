"""What a live stream follows, and the one reading of the store from which all streams that are due get what is new; as server-sent
events, as `EventSource` in HTML reads them.

    id: 25                  the seq of the last record told, which a reader who comes back sends as `Last-Event-ID`
    event: record           or `closed`
    data: {"game": …}       one line of JSON

A block without data only sets the id and how soon to come back; a line that begins with a colon is a heartbeat.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

import msgspec
from msgspec import Struct

RETRY = 2_000  # milliseconds after which a reader who was cut off comes back

HEARTBEAT = b":\n\n"

_encode = msgspec.json.Encoder().encode


def opening(seq: int) -> bytes:
    """The first bytes of a stream that goes on after record `seq`: a reader who is cut off before an event comes back to it."""
    return b"retry: %d\nid: %d\n\n" % (RETRY, seq)


def event_of(seq: int, name: bytes, data: Struct) -> bytes:
    """One event, with a struct as its data."""
    return framed(seq, name, _encode(data))


def framed(seq: int, name: bytes, data: bytes) -> bytes:
    """One event, with a line of JSON as its data."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, name, data)


PIECE = 16_384  # bytes after which no further record is added to what is sent at a time


class Following(Struct, frozen=True):
    """What one reader follows: the records of a game or a tournament `after` one of them, for an `audience` (of a tournament:
    `director` or `screen`), with what people wrote where `words` says so; of any `stream`, the records as they are stored. `token`
    is the reader's key or link. A stranger has none; the game is `watched` then: followed as long as it is public."""

    kind: Literal["game", "tournament", "stream"]
    id: str
    after: int
    audience: str
    words: bool = True
    token: str = ""
    watched: bool = False
    request: str = ""  # the number of the request, under which the log has it


class Told(NamedTuple):
    """What is new to a reader: the bytes of the events, the last record in them, whether there is more, whether that is the end."""

    data: bytes
    seq: int
    more: bool
    ended: bool


class Look(Protocol):
    """One look at the store, in which each game is read once, however many readers are told something in it."""

    def holds(self, following: Following) -> bool:
        """Whether a reader may still follow. Raises `PersistenceError`."""
        ...

    def told(self, following: Following, after: int) -> Told:
        """The next events after a record, `PIECE` bytes and one event at most. Raises `PersistenceError`, `DamagedRecord`."""
        ...

    def rehearse(self, following: Following) -> None:
        """Make the newest event of a game, for nobody. Raises as `told` does."""
        ...
