"""What all shards share of their key-value stores: the keys of organisers, with their links to halls and calendars, which hold
everywhere, and catalogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eventsourcing.persistence import PersistenceError

from ops.stores.key_values import Cells

ALONE = ("key", "key-of", "catalog-sent", "calendar", "calendar-revoked", "entrance")
"""Kinds that lie in the directory alone."""

BOTH = ("catalog",)
"""Kinds that lie in the directory and at each shard which has used them: games are folded while the directory is away."""

ALONE_FROM = {"revoked": ("key/", "hall:"), "link": ("hall:",)}
"""Kinds of which those values lie in the directory whose key begins so; all others, of links to a game, lie with the game."""

LATER = ("calendar", "calendar-revoked", "hall:")
"""Kinds, and beginnings of keys, that are shared since there were shards: a shard may still have some that lie there alone, until
`greffe shards add` is run for it again."""


class SharedValues:
    """The cells of a shard (`Cells`), with those that are shared in the directory's."""

    def __init__(self, own: Cells, shared: Callable[[], Cells]) -> None:
        self._own, self._shared = own, shared

    def shared(self) -> Cells:
        """The directory's. Raises `PersistenceError` where it does not answer."""
        return self._shared()

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Put `data` there unless something is."""
        if kind in BOTH:
            self._own.put(kind, key, data)
        (self._shared() if kind in BOTH else self._of(kind, key)).put(kind, key, data)

    def get(self, kind: str, key: str) -> bytes | None:
        """What is there."""
        found = self._of(kind, key).get(kind, key)
        if found is None and _later(kind, key):
            return self._own.get(kind, key)
        return self._shared().get(kind, key) if found is None and kind in BOTH else found

    def delete(self, kind: str, key: str) -> None:
        """Leave nothing there."""
        self._of(kind, key).delete(kind, key)

    def keys(self, kind: str, start: str) -> list[str]:
        """The keys that begin with `start`, sorted; of what lies at both, those that are here, while the directory is away."""
        found = self._of(kind, start).keys(kind, start)
        if _later(kind, start):
            return sorted({*found, *self._own.keys(kind, start)})
        if kind not in BOTH:
            return found
        try:
            return sorted({*found, *self._shared().keys(kind, start)})
        except PersistenceError:
            return found

    def items(self, kind: str, start: str, after: str, limit: int | None) -> list[tuple[str, bytes]]:
        """The same with what is there, after a key, at most so many."""
        found = self._of(kind, start).items(kind, start, after, limit)
        if _later(kind, start):
            found = sorted((dict(self._own.items(kind, start, after, limit)) | dict(found)).items())[:limit]
        return found

    def change(self, kinds: Sequence[str], changed: Callable[[str, str, bytes], bytes | None]) -> int:
        """Put in place of what is there what `changed` makes of it; answers how often. None of these kinds is shared."""
        return self._own.change(kinds, changed)

    def scrub(self) -> None:
        """Leave no trace of what was erased; nothing that is shared ever is."""
        self._own.scrub()

    def _of(self, kind: str, key: str) -> Cells:
        shared = kind in ALONE or key.startswith(ALONE_FROM.get(kind, ()))
        return self._shared() if shared else self._own


def _later(kind: str, key: str) -> bool:
    return kind in LATER or (kind in ALONE_FROM and key.startswith(LATER))


def share(own: Cells, shared: Cells) -> None:
    """Put what a shard has of what is shared into the directory, where it is not there yet."""
    places = [(kind, "") for kind in (*ALONE, *BOTH)] + [(kind, start) for kind, starts in ALONE_FROM.items() for start in starts]
    for kind, start in places:
        for key, data in own.items(kind, start, "", None):
            shared.put(kind, key, data)
