"""Up to which record each stream was copied here from another shard: nobody is told of those here, they were told of there."""

from __future__ import annotations

from collections.abc import Mapping

from domain.store.key_values import KeyValueStore
from ops.stores.log.database import Connection

CAME = "came"
"""The kind of these values, by stream: a record's number as text."""


def note_arrived(db: Connection, newest: Mapping[str, int]) -> None:
    """Note it in the transaction that copies them."""
    db.executemany(
        "INSERT INTO drawer (kind, key, data) VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET data = excluded.data",
        [(CAME, stream, str(seq).encode()) for stream, seq in newest.items()],
    )


class Arrived:
    """What one shard says of it, asked once for each stream. Where `shard` is empty there are none, and nobody is asked."""

    def __init__(self, key_values: KeyValueStore, shard: str) -> None:
        self._key_values, self._shard = key_values, shard
        self._known: dict[str, int] = {}

    def has(self, stream: str, seq: int) -> bool:
        """Whether a record was copied here."""
        if not self._shard:
            return False
        if stream not in self._known:
            data = self._key_values.fetch(CAME, stream)
            self._known[stream] = int(data) if data is not None else 0
        return seq <= self._known[stream]
