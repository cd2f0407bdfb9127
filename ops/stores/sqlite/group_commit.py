"""Commits of several writers together: one transaction, and one wait for the disk, for all who wait
at the time.

The first of a group leads it: once the connection is free, it writes the rows of all who came, and
wakes them when the rows are on the disk. Who comes after that leads the next group. No write is
answered before the commit that has its rows is on the disk.
"""

import sqlite3
from collections.abc import Sequence
from threading import Lock
from time import sleep
from typing import Any

from ops.stores.sqlite.connections import Connection, Connections, translated

Row = tuple[Any, ...]

DELAY = 0.001
"""Seconds that a leader waits for others to come, where several wrote in the last group: a larger
group waits for the disk once, too (PostgreSQL's `commit_delay`)."""


class Waiting:
    """The rows of one writer: all of them are written, or none. `gate` is locked until it is known
    which."""

    __slots__ = ("error", "gate", "rows", "settled")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.gate = Lock()
        self.gate.acquire()
        self.settled = False
        self.error: sqlite3.Error | None = None

    def settle(self, error: sqlite3.Error | None = None) -> None:
        """Decide what became of the rows, unless that was decided before."""
        if not self.settled:
            self.error, self.settled = error, True


class GroupCommit:
    def __init__(self, connections: Connections, insert: str) -> None:
        """`insert`: the statement that writes a row."""
        self._connections, self._insert = connections, insert
        self._lock = Lock()
        self._queue: list[Waiting] = []
        """Who waits to be written; the first of them leads."""
        self._siblings = False
        """Whether several wrote in the last group."""

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows durably; raises `IntegrityError` where one of them may not be, and
        `PersistenceError`. One's rows that may not be are nobody else's trouble."""
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
        """Write the rows of a group, and wake its writers, whatever goes wrong in this thread."""
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
        """Those who wait now; who comes after them leads another group."""
        with self._lock:
            group, self._queue = self._queue, []
        return group

    def _write(self, db: Connection, group: list[Waiting]) -> sqlite3.Error | None:
        """Write rows to the disk; what went wrong for all of them, if anything."""
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
