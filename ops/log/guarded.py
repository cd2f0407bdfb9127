"""The guard for the log's readers: whether the newest signed head that is kept is the last one that was signed."""

from __future__ import annotations

from time import monotonic, time

from domain.rules.text import Text
from domain.store.log import Head
from ops.log.guard import Guard
from ops.log.refusing import Refuses

GRACE = 2.0
"""Seconds in which a head may be missing after the guard has moved: the guard is written first, its head at once after it."""


class Guarded:
    """One process's look at the guard. The file is read again only when it has changed."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._stamp: tuple[int, int] | None = None
        self._since = float("-inf")
        self._size = 0
        self._unread: Text | None = None

    def lost(self, head: Head | None) -> Text | None:
        """Why this cannot be the last head that was signed, or none. Such a head is not served: it would go back."""
        self._look()
        newest = head.size if head is not None else 0
        if newest >= self._size or monotonic() < self._since + GRACE:
            return None
        return Text(
            f"The log's newest signed head is of size {newest}, where one of size {self._size} was signed: what would go back is "
            "not served. Put the newest copy of the log back; what the record still has is signed again by itself.",
            f"La dernière tête signée du journal est de taille {newest}, alors qu'une de taille {self._size} a été signée : ce qui "
            "reculerait n'est pas servi. Remettez la dernière copie du journal ; ce que le registre a encore est signé à nouveau.",
        )

    def wrong(self, head: Head | None) -> Text | None:
        """The same, or what is wrong with the guard itself."""
        found = self.lost(head)
        if found is None and self._unread is not None:
            return self._unread
        return self._guard.gone() if found is None and self._stamp is None and head is not None else found

    def _look(self) -> None:
        try:
            stat = self._guard.file.stat()
        except OSError:
            self._stamp, self._size, self._unread = None, 0, None
            return
        stamp = (stat.st_mtime_ns, stat.st_ino)
        if stamp == self._stamp:
            return
        try:
            last = self._guard.last()
        except Refuses as e:
            self._stamp, self._size, self._unread = stamp, 0, e.text
            return
        self._stamp, self._size, self._unread = stamp, last.size if last is not None else 0, None
        # By the file's own time: a process that has just started may look between the guard and its head, as any other may. A
        # clock that was set back only lengthens the wait, and never beyond the grace.
        self._since = monotonic() - max(0.0, time() - stat.st_mtime)
