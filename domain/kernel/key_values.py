"""The clerk's key-value store: what a game needs beside its record. A port; the stores in
`ops/stores/` keep it.

Kinds in use: `catalog` (bytes of a catalog, by SHA-256), `catalog-sent` (requests that added one,
by their key), `catalog-by` (who added which catalog), `seed` (sealed seed, by game, until closing),
`deal` (what games of a duplicate challenge share, by its commitment), `text` (erasable words, by
commitment), `name`, `player`, `entrant` and `erased` (people, `domain/game/names.py`), `board`
(boards kept to load long games faster; can be thrown away at any time), `key`, `key-of`, `link` and
`revoked` (who may come in), `ruled` (games of tournaments with rulings,
`domain/game/store/stream_index.py`), `time` (`domain/kernel/time_marks.py`), `look` (who looked at what
is hidden), `countersignature` (a seat's signature under a record,
`domain/game/seats/countersignatures.py`), `study` (which studies a game has,
`domain/game/store/stream_index.py`), `imported` (games and tournaments that were,
`domain/game/store/stream_index.py`), `branch` (the branches of a game, with their bytes,
`domain/game/play/branches.py`), `event`, `registration` and `registered` (what strangers see of a
tournament and who asks to enter, `domain/tournament/entrants/registering.py`), `follower` and
`parked` (`projections/steering.py`).
"""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


def kept_as(type: type[T], data: bytes | None) -> T | None:
    """Decode a stored value as a struct. Returns None if it is missing or damaged; `fsck` reports
    damage."""
    try:
        return None if data is None else msgspec.json.decode(data, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def whole_as(type: type[T], items: Iterable[tuple[str, bytes]]) -> Iterator[T]:
    """Decode stored values, skipping damaged ones."""
    return (value for _, data in items if (value := kept_as(type, data)) is not None)


class KeyValueStore(Protocol):
    """A small durable map of bytes."""

    def keep(self, kind: str, key: str, data: bytes) -> bytes:
        """Store `data` durably unless the key has a value already. Returns the value that is stored
        now."""

    def fetch(self, kind: str, key: str) -> bytes | None:
        """The value of a key, or None."""

    def erase(self, kind: str, key: str) -> None:
        """Delete a value. Only texts, names, registrations, boards, time marks, followers' orders
        and damaged catalogs are ever erased."""

    def clear(self, kind: str) -> None:
        """Delete every value of a kind."""

    def unreadable(self) -> int:
        """Count the secrets that were sealed with another key than this store has."""

    def scrub(self) -> None:
        """Remove erased values from the store's own files, which can take a while. Raises
        `PersistenceError` if that is not possible now."""

    def kinds(self) -> list[str]:
        """The kinds that have at least one value."""

    def keys(self, kind: str, start: str = "") -> Iterable[str]:
        """The keys of a kind that begin with `start`, sorted."""

    def items(
        self, kind: str, start: str = "", after: str = "", limit: int | None = None
    ) -> Iterable[tuple[str, bytes]]:
        """The keys of a kind that begin with `start` and follow the key `after`, sorted, at most
        `limit`, each with its value."""
