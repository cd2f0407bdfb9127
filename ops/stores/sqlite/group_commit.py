"""Group commit: one transaction, and one wait for the disk, for all writers waiting at the time.

The first of a group leads it: once the connection is free, it writes the rows of all that came, and
wakes them when the rows are durable. The next to come leads the next group. No write is
acknowledged before the commit with its rows is durable.
"""

import sqlite3
from collections.abc import Sequence
from threading import Lock
from time import sleep
from typing import Any

from ops.stores.sqlite.connections import Connection, Connections, translated

Row = tuple[Any, ...]

DELAY = 0.001
"""Seconds that a leader waits for others if the last group had several: larger groups wait for the
disk just once (PostgreSQL's `commit_delay`)."""


class Waiting:
    """The rows of one writer, which are written together or not at all. `gate` is locked until that
    is decided."""

    __slots__ = ("error", "gate", "rows", "settled")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.gate = Lock()
        self.gate.acquire()
        self.settled = False
        self.error: sqlite3.Error | None = None

    def settle(self, error: sqlite3.Error | None = None) -> None:
        """Set the result of the rows, unless it is set."""
        if not self.settled:
            self.error, self.settled = error, True


class GroupCommit:
    def __init__(self, connections: Connections, insert: str) -> None:
        """`insert` is the statement that writes a row."""
        self._connections, self._insert = connections, insert
        self._lock = Lock()
        self._queue: list[Waiting] = []
        """The waiting writers; the first leads."""
        self._siblings = False
        """Whether the last group had several writers."""

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows durably. Raises `IntegrityError` if one of them is taken, without affecting
        other writers, and `PersistenceError`."""
        mine = Waiting(rows)
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
        """Write the rows of a group and wake its writers, whatever fails in this thread."""
        group: list[Waiting] | None = None
        error: sqlite3.Error | None = sqlite3.OperationalError("the commit was broken off")
        try:
            with self._connections.writing() as db:
                if self._siblings:
                    sleep(DELAY)
                group = self._taken()
                self._siblings = len(group) > 1
                error = self._write(db, group)
                self._connections.writing().broke(error)
        finally:
            for waiting in self._taken() if group is None else group:
                waiting.settle(None if error is None else type(error)(*error.args))
                waiting.gate.release()

    def _taken(self) -> list[Waiting]:
        """Take the waiting writers; later ones form the next group."""
        with self._lock:
            group, self._queue = self._queue, []
        return group

    def _write(self, db: Connection, group: list[Waiting]) -> sqlite3.Error | None:
        """Write rows to the disk. Returns the error that affects all of them, or None."""
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

    def _add(self, db: Connection, waiting: Waiting) -> None:
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
