"""Commits of several writers together: one transaction, and one wait for the disk, for all who wait at the time.

A writer that comes while the connection is in use has to wait anyway. The first to get it then commits for all who came
meanwhile; the others find their rows written. No write is answered before the commit that has its rows is on the disk.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Sequence
from typing import Any

from ops.stores.sqlite.connections import Connection, Connections

Row = tuple[Any, ...]


class Waiting:
    """The rows of one writer: all of them are written, or none."""

    __slots__ = ("error", "rows", "settled")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.settled = False
        self.error: sqlite3.Error | None = None

    def settle(self, error: sqlite3.Error | None = None) -> None:
        """Say what became of the rows; what was said first stays."""
        if not self.settled:
            self.error, self.settled = error, True


class GroupCommit:
    """Inserts of all threads of a process."""

    def __init__(self, connections: Connections, insert: str) -> None:
        """`insert`: the statement that writes a row."""
        self._connections, self._insert = connections, insert
        self._queue: deque[Waiting] = deque()

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows durably; raises `IntegrityError` where one of them may not be, and `PersistenceError`. One's rows that may not
        be are nobody else's trouble."""
        mine = Waiting(rows)
        self._queue.append(mine)
        with self._connections.writing() as db:
            if not mine.settled:
                self._commit(db)
            if mine.error is not None:
                raise mine.error

    def _commit(self, db: Connection) -> None:
        """Write what waits now."""
        group = []
        while self._queue:
            group.append(self._queue.popleft())
        try:
            if len(group) == 1 and len(group[0].rows) == 1:
                db.execute(self._insert, group[0].rows[0])  # a statement alone is a transaction of its own
            else:
                db.execute("BEGIN IMMEDIATE")
                for one in group:
                    self._add(db, one)
                db.execute("COMMIT")
            for one in group:
                one.settle()
        except sqlite3.Error as e:
            for one in group:
                one.settle(type(e)(*e.args))
        finally:  # whatever else goes wrong in this thread, nobody is told that rows are written that are not
            for one in group:
                one.settle(sqlite3.OperationalError("the commit was broken off"))

    def _add(self, db: Connection, one: Waiting) -> None:
        try:
            if len(one.rows) == 1:
                db.execute(self._insert, one.rows[0])
                return
            db.execute("SAVEPOINT several")
            try:
                db.executemany(self._insert, one.rows)
            except sqlite3.IntegrityError:
                db.execute("ROLLBACK TO several")
                raise
            finally:
                if db.in_transaction:
                    db.execute("RELEASE several")
        except sqlite3.IntegrityError as e:
            one.settle(e)
