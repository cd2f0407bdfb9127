"""The clerk's key-value store: the data that is stored beside the records. This is its interface;
the stores in `ops/stores/` implement it.

Kinds in use: `catalog` (bytes of a catalog, by SHA-256), `catalog-sent` (requests that added one,
by their key), `catalog-by` (who added which catalog), `seed` (encrypted seeds of dice, by game or
tournament), `deal` (the draws that games of a duplicate challenge share, by its commitment), `contribution`
(parts of the dice that the service made up), `text` (erasable words, by commitment), `name`,
`player`, `entrant` and `erased` (people, `domain/game/names.py`), `board` (snapshots of boards, to
load long games faster; can be deleted at any time), `key`, `key-of`, `link` and `revoked` (access),
`ruled` (games of tournaments with rulings, `domain/game/store/stream_index.py`), `time`
(`domain/kernel/time_marks.py`), `look` (who looked at hidden values), `countersignature` (a seat's
signature over a record, `domain/game/seats/countersignatures.py`), `study` (the studies of a game,
`domain/game/store/stream_index.py`), `imported` (imported games and tournaments,
`domain/game/store/stream_index.py`), `branch` (the branches of a game, with their sizes in bytes,
`domain/game/play/branches.py`), `event`, `registration` and `registered` (what strangers see of a
tournament and who asks to enter, `domain/tournament/entrants/registering.py`), `follower` and
`parked` (`projections/steering.py`).
"""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


def kept_as(type: type[T], data: bytes | None) -> T | None:
    """Decode a stored value as a `type`. Returns None if it is missing (`data` is None) or damaged;
    `fsck` reports damage."""
    try:
        return None if data is None else msgspec.json.decode(data, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def undamaged_as(type: type[T], items: Iterable[tuple[str, bytes]]) -> Iterator[T]:
    """Decode the values of stored items (key and value), skipping damaged ones."""
    return (value for _, data in items if (value := kept_as(type, data)) is not None)


class KeyValueStore(Protocol):
    """A small durable map from kind and key to bytes."""

    def keep(self, kind: str, key: str, data: bytes) -> bytes:
        """Store `data` durably unless the key has a value already. Returns the value that is stored
        after the call: `data` or the older one."""

    def fetch(self, kind: str, key: str) -> bytes | None:
        """The value of a key, or None."""

    def erase(self, kind: str, key: str) -> None:
        """Delete the value of a key, if there is one. Only texts, names, registrations, boards,
        time marks, followers' orders and damaged catalogs are ever erased."""

    def clear(self, kind: str) -> None:
        """Delete every value of a kind."""

    def unreadable(self) -> int:
        """The number of stored secrets that are sealed with another key than this store has."""

    def scrub(self) -> None:
        """Remove the bytes of erased values from the store's own files, which can take a while.
        Raises `PersistenceError` if that is not possible now."""

    def kinds(self) -> list[str]:
        """The kinds that have at least one value."""

    def keys(self, kind: str, start: str = "") -> Iterable[str]:
        """The keys of a kind that begin with `start`, sorted."""

    def items(
        self, kind: str, start: str = "", after: str = "", limit: int | None = None
    ) -> Iterable[tuple[str, bytes]]:
        """The keys of a kind that begin with `start` and sort after the key `after`, each with its
        value; sorted, at most `limit`."""
