"""Waiting for the log: a receipt for a record that was just written is there once a signed head covers it.

Whoever waits rings the writer's bell, and one thread a process looks whether the log has grown, for all who wait. Nobody waits for
long, nor many at once: an action is recorded before its receipt is asked for, and no receipt is worth holding up the table.
"""

from __future__ import annotations

from threading import Condition, Thread
from time import monotonic, sleep

from eventsourcing.persistence import PersistenceError

from domain.ledger.proofs import Proof
from domain.logbook import LogBook, proof_of, receipt_of

PATIENCE = 2.0
"""Seconds in which a receipt has to come; the answer goes without it then."""

LOOK = 0.004
"""Seconds between two looks at the log while somebody waits."""


class Receipts:
    """The log of a process, if it has one, and those who wait for it: at most `most` at a time."""

    def __init__(self, book: LogBook | None, most: int) -> None:
        self.book = book
        self._most = most
        self._changed = Condition()
        self._waiting = 0
        self._changes = 0
        self._given_up = -1
        """The size of the newest head when somebody waited in vain: until there is a newer one, nobody waits again."""
        self._watcher: Thread | None = None

    def receipt(self, game: str, seq: int) -> Proof | None:
        """The receipt for a record, as soon as there is one; none if it does not come in time. Never raises: whatever is wrong with
        the log, the record was written."""
        try:
            return receipt_of(self.book, game, seq) if self.book and self.wait(game, seq) else None
        except PersistenceError:
            return None

    def text(self, game: str, seq: int) -> str | None:
        """The same as text."""
        found = self.receipt(game, seq)
        return None if found is None else found.encode().decode()

    def proof(self, game: str, seq: int) -> Proof | None:
        """The proof for a record, as soon as there is one; none if it does not come in time. Raises `PersistenceError`."""
        return proof_of(self.book, game, seq) if self.book and self.wait(game, seq) else None

    def wait(self, game: str, seq: int) -> bool:
        """Wait until a signed head covers a record; whether one does. Raises `PersistenceError`."""
        if self.book is None or self._covers(self.book, game, seq):
            return self.book is not None
        self.book.hurry()
        if not self._enter(self.book):
            return False
        try:
            return self._wait(self.book, game, seq)
        finally:
            with self._changed:
                self._waiting -= 1

    # -- inside --------------------------------------------------------------------------------------------------

    def _wait(self, book: LogBook, game: str, seq: int) -> bool:
        until = monotonic() + PATIENCE
        while True:
            seen = self._changes
            if self._covers(book, game, seq):
                return True
            with self._changed:
                if self._changes == seen and not self._changed.wait(until - monotonic()):
                    break
        self._given_up = _size(book)
        return False

    def _enter(self, book: LogBook) -> bool:
        """Be one of those who wait, unless there are too many or it is in vain."""
        if self._given_up >= 0 and _size(book) > self._given_up:
            self._given_up = -1
        with self._changed:
            if self._waiting >= self._most or self._given_up >= 0:
                return False
            self._waiting += 1
            if self._watcher is None:
                self._watcher = Thread(target=self._watch, args=(book,), name="receipts", daemon=True)
                self._watcher.start()
            self._changed.notify_all()
            return True

    def _watch(self, book: LogBook) -> None:
        """Look at the log as long as somebody waits."""
        seen = -1
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
            try:
                version = book.version()
            except PersistenceError:
                version = seen  # they stop waiting when their time is over
            if version != seen:
                with self._changed:
                    seen, self._changes = version, self._changes + 1
                    self._changed.notify_all()
            sleep(LOOK)

    def _covers(self, book: LogBook, game: str, seq: int) -> bool:
        index = book.index_of(game, seq)
        return index is not None and index < _size(book)


def _size(book: LogBook) -> int:
    head = book.head()
    return head.size if head else 0
