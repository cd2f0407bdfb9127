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
    """What is kept, as a struct; none where there is nothing, or where it is damaged, which `fsck`
    names."""
    try:
        return None if data is None else msgspec.json.decode(data, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def whole_as(type: type[T], items: Iterable[tuple[str, bytes]]) -> Iterator[T]:
    """Those of several kept values that are not damaged."""
    return (value for _, data in items if (value := kept_as(type, data)) is not None)


class KeyValueStore(Protocol):
    """A small durable map of bytes."""

    def keep(self, kind: str, key: str, data: bytes) -> bytes:
        """Keep `data` unless something is kept there already; answers what is kept, durably."""

    def fetch(self, kind: str, key: str) -> bytes | None:
        """What is kept there; none where nothing is."""

    def erase(self, kind: str, key: str) -> None:
        """Forget it. Only texts, names, registrations, boards, marks of time, what followers are asked and damaged
        catalogs are ever erased."""

    def clear(self, kind: str) -> None:
        """Forget all of a kind, whatever stands in its keys."""

    def unreadable(self) -> int:
        """How many secrets were sealed with another key than this store has."""

    def scrub(self) -> None:
        """Leave no trace of what was erased in the store's own files; this can take a while. Raises
        `PersistenceError` where it cannot be done now."""

    def kinds(self) -> list[str]:
        """The kinds that something is kept of."""

    def keys(self, kind: str, start: str = "") -> Iterable[str]:
        """The keys of a kind that begin with `start`, sorted."""

    def items(
        self, kind: str, start: str = "", after: str = "", limit: int | None = None
    ) -> Iterable[tuple[str, bytes]]:
        """The keys of a kind that begin with `start`, sorted, each with what is kept there: those
        after the key `after`, at most `limit` of them."""
