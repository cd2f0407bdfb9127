"""Values that all shards share: the keys of organisers, which hold everywhere, and catalogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eventsourcing.persistence import PersistenceError

from ops.stores.key_values import Cells

ALONE = ("key", "key-of", "catalog-sent")
"""Kinds that lie in the directory alone."""

BOTH = ("catalog",)
"""Kinds that lie in the directory and at each shard which has used them: games are folded while the directory is away."""

_REVOKED, _OF_KEYS = "revoked", "key/"
"""What was revoked of keys lies in the directory; of links, with their game."""


class SharedValues:
    """The cells of a shard (`Cells`), with those that are shared in the directory's."""

    def __init__(self, own: Cells, shared: Callable[[], Cells]) -> None:
        self._own, self._shared = own, shared

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Put `data` there unless something is."""
        if kind in BOTH:
            self._own.put(kind, key, data)
        (self._shared() if kind in BOTH else self._of(kind, key)).put(kind, key, data)

    def get(self, kind: str, key: str) -> bytes | None:
        """What is there."""
        found = self._of(kind, key).get(kind, key)
        return self._shared().get(kind, key) if found is None and kind in BOTH else found

    def delete(self, kind: str, key: str) -> None:
        """Leave nothing there."""
        self._of(kind, key).delete(kind, key)

    def keys(self, kind: str, start: str) -> list[str]:
        """The keys that begin with `start`, sorted; of what lies at both, those that are here, while the directory is away."""
        found = self._of(kind, start).keys(kind, start)
        if kind not in BOTH:
            return found
        try:
            return sorted({*found, *self._shared().keys(kind, start)})
        except PersistenceError:
            return found

    def items(self, kind: str, start: str, after: str, limit: int | None) -> list[tuple[str, bytes]]:
        """The same with what is there, after a key, at most so many."""
        return self._of(kind, start).items(kind, start, after, limit)

    def change(self, kinds: Sequence[str], changed: Callable[[str, str, bytes], bytes | None]) -> int:
        """Put in place of what is there what `changed` makes of it; answers how often. None of these kinds is shared."""
        return self._own.change(kinds, changed)

    def scrub(self) -> None:
        """Leave no trace of what was erased; nothing that is shared ever is."""
        self._own.scrub()

    def _of(self, kind: str, key: str) -> Cells:
        shared = kind in ALONE or (kind == _REVOKED and key.startswith(_OF_KEYS))
        return self._shared() if shared else self._own


def share(own: Cells, shared: Cells) -> None:
    """Put what a shard has of what is shared into the directory, where it is not there yet."""
    places = [*((kind, "") for kind in (*ALONE, *BOTH)), (_REVOKED, _OF_KEYS)]
    for kind, start in places:
        for key, data in own.items(kind, start, "", None):
            shared.put(kind, key, data)
