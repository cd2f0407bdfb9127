"""Group commit: one transaction, with one wait for the disk, for all writers that wait at the time.

The first writer of a group leads it. Once the connection is free, it writes the rows of all that
have come, and wakes them when the rows are durable. The next one to come leads the next group. No
write returns before its rows are durable.
"""

import sqlite3
from collections.abc import Sequence
from threading import Lock
from time import sleep
from typing import Any

from ops.stores.sqlite.connections import Connection, Connections, translated

Row = tuple[Any, ...]

DELAY = 0.001
"""Seconds that a leader waits for more writers if the last group had several, since a larger group
also waits for the disk just once (like PostgreSQL's `commit_delay`)."""


class WaitingWriter:
    """A writer that waits for its rows, which are written all or not at all. `gate` is locked until
    the result is known; `error` is the result (None: written)."""

    __slots__ = ("error", "gate", "rows", "settled")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.gate = Lock()
        self.gate.acquire()
        self.settled = False
        self.error: sqlite3.Error | None = None

    def settle(self, error: sqlite3.Error | None = None) -> None:
        """Set the result of the rows, unless they have one."""
        if not self.settled:
            self.error, self.settled = error, True


class GroupCommit:
    def __init__(self, connections: Connections, insert: str) -> None:
        """`insert`: the SQL statement that inserts one row."""
        self._connections, self._insert = connections, insert
        self._lock = Lock()
        self._queue: list[WaitingWriter] = []
        """The waiting writers; the first leads."""
        self._siblings = False
        """Whether the last group had several writers."""

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows and return when they are durable. Raises `IntegrityError` if one of them
        exists, without effect on other writers, and `PersistenceError`."""
        mine = WaitingWriter(rows)
        with self._lock:
            self._queue.append(mine)
            leads = len(self._queue) == 1
        if leads:
            self._lead()
        else:
            mine.gate.acquire()
        if mine.error is not None:
            raise translated(mine.error) from mine.error

    def _lead(self) -> None:
        """Write the rows of all waiting writers, and wake them; with an error if this thread
        fails."""
        group: list[WaitingWriter] | None = None
        error: sqlite3.Error | None = sqlite3.OperationalError("the commit was broken off")
        try:
            with self._connections.writing() as db:
                if self._siblings:
                    sleep(DELAY)
                group = self._take_group()
                self._siblings = len(group) > 1
                error = self._write(db, group)
                self._connections.writing().note_error(error)
        finally:
            for waiting in self._take_group() if group is None else group:
                waiting.settle(None if error is None else type(error)(*error.args))
                waiting.gate.release()

    def _take_group(self) -> list[WaitingWriter]:
        """Empty the queue. Returns the writers that were waiting; later ones form the next
        group."""
        with self._lock:
            group, self._queue = self._queue, []
        return group

    def _write(self, db: Connection, group: list[WaitingWriter]) -> sqlite3.Error | None:
        """Write the rows of a group in one transaction. Returns the error that affects all of them,
        or None."""
        try:
            if len(group) == 1 and len(group[0].rows) == 1:
                db.execute(
                    self._insert, group[0].rows[0]
                )  # a statement alone is a transaction of its own
            else:
                db.execute("BEGIN IMMEDIATE")
                for waiting in group:
                    self._add(db, waiting)
                db.execute("COMMIT")
        except sqlite3.Error as e:
            return e
        return None

    def _add(self, db: Connection, waiting: WaitingWriter) -> None:
        try:
            if len(waiting.rows) == 1:
                db.execute(self._insert, waiting.rows[0])
                return
            db.execute("SAVEPOINT several")
            try:
                db.executemany(self._insert, waiting.rows)
            except sqlite3.IntegrityError:
                db.execute("ROLLBACK TO several")
                raise
            finally:
                if db.in_transaction:
                    db.execute("RELEASE several")
        except sqlite3.IntegrityError as e:
            waiting.settle(e)
