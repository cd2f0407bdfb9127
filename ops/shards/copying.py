"""Copying a home from one shard's store into another's: records with their bytes as they are, and what lies beside them.

The copy is one transaction of the other store, at whose end its streams are barred there, so that nothing is written to them
before the home is that shard's. What was copied before is compared and added to; nothing of the record is ever changed or
deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ops.settings.errors import CannotServe
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.database import Connection
from ops.stores.shards.arrived import CAME, note_arrived
from ops.stores.shards.barred import Barred, bar, unbar

OF_STREAM = ("contribution", "countersignature", "imported", "link", "look", "revoked", "ruled", "seed", "study")
"""Kinds of values that go by the id of a game, a campaign or a tournament, with more after a stroke."""

NAMED = ("catalog", "deal", "text")
"""Kinds that go by a digest which stands in a record."""

OF_PLAYERS = ("entrant", "erased", "name", "player")
"""Kinds that go by a player: the name that a record commits to, and where the player sat."""

STAYS = ("board", CAME, "calendar", "calendar-revoked", "catalog-sent", "key", "key-of", "time")
"""Kinds that are made anew, are the shard's own, or are shared by all."""

_DIGEST = re.compile(rb'"([0-9a-f]{64})"')
_PLAYER = re.compile(rb'"player":"([^"\\]{1,64})"')


class Row(Struct, frozen=True):
    """A stored record."""

    stream: str
    seq: int
    topic: str
    state: bytes


Value = tuple[str, str, bytes]
"""Kind, key and bytes of a value."""


class Copied(Struct, frozen=True):
    """What a home has: its records in the order of their commits, and the values beside them."""

    records: tuple[Row, ...]
    values: tuple[Value, ...]


def read_home(barred: Barred, streams: Sequence[str]) -> Copied:
    """All that a shard's store has of a home, at one moment."""
    with barred.reader() as db:
        records = tuple(_records(db, barred, streams))
        return Copied(records, tuple(_values(db, streams, records)))


def write_home(barred: Barred, streams: Sequence[str], home: Copied) -> int:
    """Add to a shard's store what it lacks of a home, and bar it there; answers how many records were added. Raises `CannotServe`
    where the store has another record in the place of one of these: then nothing is written."""
    with barred.transaction() as db:
        unbar(db, streams)
        there = {(row.stream, row.seq): row for row in _records(db, barred, streams)}
        wanted = {(row.stream, row.seq): row for row in home.records}
        other = next((place for place, row in there.items() if wanted.get(place) != row), None)
        if other is not None:
            raise CannotServe(
                f"The other shard has another record {other[1]} of {other[0]}: nothing is copied; run greffe fsck there."
            )
        added = [row for place, row in wanted.items() if place not in there]
        db.executemany(barred.insert, [(row.stream, row.seq, row.topic, row.state) for row in added])
        _put_values(db, streams, home)
        note_arrived(db, {row.stream: row.seq for row in sorted(home.records, key=lambda row: row.seq)})
        bar(db, streams, "arriving")
    return len(added)


def _records(db: Connection, barred: Barred, streams: Iterable[str]) -> Iterator[Row]:
    found = [row for stream in streams for row in db.rows(barred.select, (stream,))]
    for _, stream, seq, topic, state in sorted(found, key=lambda row: as_number(row[0])):
        yield Row(as_text(stream), as_number(seq), as_text(topic), as_bytes(state))


def _values(db: Connection, streams: Sequence[str], records: Iterable[Row]) -> Iterator[Value]:
    for kind in OF_STREAM:
        for stream in streams:
            yield from _of(db, kind, stream)
    digests, players = _mentioned(records)
    for kind in NAMED:
        for digest in sorted(digests):
            yield from _at(db, kind, digest)
    for player in sorted(players):
        yield from _at(db, "erased", player)
        for kind, wanted in (("entrant", set(streams)), ("player", set(streams)), ("name", digests)):
            yield from (value for value in _of(db, kind, player) if value[1].rpartition("/")[2] in wanted)


def _mentioned(records: Iterable[Row]) -> tuple[set[str], set[str]]:
    """The digests and the players that stand in records."""
    digests: set[str] = set()
    players: set[str] = set()
    for row in records:
        digests |= {found.decode() for found in _DIGEST.findall(row.state)}
        players |= {found.decode() for found in _PLAYER.findall(row.state)}
    return digests, players


def _at(db: Connection, kind: str, key: str) -> list[Value]:
    return [(kind, key, as_bytes(data)) for (data,) in db.rows("SELECT data FROM drawer WHERE kind = ? AND key = ?", (kind, key))]


def _of(db: Connection, kind: str, first: str) -> list[Value]:
    """The values of a kind whose key is this, or begins with it and a stroke."""
    query = "SELECT key, data FROM drawer WHERE kind = ? AND key >= ? AND key < ? ORDER BY key"
    found = [(kind, as_text(key), as_bytes(data)) for key, data in db.rows(query, (kind, f"{first}/", f"{first}0"))]
    return [*_at(db, kind, first), *found]


def _put_values(db: Connection, streams: Sequence[str], home: Copied) -> None:
    """Have the values as they are where the home comes from: what was erased there since it was here is erased here, and a player
    who was erased here gets no name."""
    erased = {key for kind, key, _ in _values(db, streams, home.records) if kind == "erased"}
    for kind, key, _ in list(_values(db, streams, home.records)):
        if kind in (*OF_STREAM, "text", "name"):
            db.execute("DELETE FROM drawer WHERE kind = ? AND key = ?", (kind, key))
    db.executemany(
        "INSERT INTO drawer (kind, key, data) VALUES (?, ?, ?) ON CONFLICT (kind, key) DO NOTHING",
        [value for value in home.values if not (value[0] == "name" and value[1].partition("/")[0] in erased)],
    )
