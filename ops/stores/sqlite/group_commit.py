"""Commits of several writers together: one transaction, and one wait for the disk, for all who wait at the time.

The first of a group leads it: when the connection is free, and others have had a moment to come (`Turns.others_first`), it writes
the rows of all who came, and wakes each once its rows are on the disk. Who comes after that leads the next group. No write is
answered before the commit that has its rows is on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from threading import Lock
from typing import Any

from domain.store.turns import TURNS
from ops.stores.sqlite.connections import Connection, Connections, translated

Row = tuple[Any, ...]


class Waiting:
    """The rows of one writer: all of them are written, or none."""

    __slots__ = ("error", "rows", "settled", "ticket")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.ticket = TURNS.mine()
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
        self._lock = Lock()
        self._queue: list[Waiting] = []
        """Who waits to be written; the first of them leads."""

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows durably; raises `IntegrityError` where one of them may not be, and `PersistenceError`. One's rows that may not
        be are nobody else's trouble."""
        mine = Waiting(rows)
        with self._lock:
            self._queue.append(mine)
            leads = self._queue[0] is mine
        if leads:
            self._lead(mine)
        else:
            while not mine.settled:  # a call may have been for something else: it is no word of what became of the rows
                TURNS.park()
        if mine.error is not None:
            raise translated(mine.error) from mine.error

    def _lead(self, mine: Waiting) -> None:
        """Write the rows of a group, and wake its writers."""
        group: list[Waiting] | None = None
        try:
            with self._connections.writing() as db:
                TURNS.others_first()
                group = self._taken()
                broken = self._write(db, group)
                self._connections.writing().broke(broken)
                self._wake(group, mine, broken)
        finally:  # whatever goes wrong in this thread, nobody waits for ever, or is told that rows are written that are not
            self._wake(self._taken() if group is None else group, mine, sqlite3.OperationalError("the commit was broken off"))
            TURNS.resume()

    def _taken(self) -> list[Waiting]:
        """Those who wait now; who comes after them leads another group."""
        with self._lock:
            group, self._queue = self._queue, []
        return group

    def _wake(self, group: list[Waiting], mine: Waiting, error: sqlite3.Error | None) -> None:
        """Say to all who were not told yet what became of their rows."""
        while group:
            one = group[0]
            one.settle(None if error is None else type(error)(*error.args))
            if one is not mine:
                TURNS.call(one.ticket)
            del group[0]  # last: who could not be called is called once more by who cleans up

    def _write(self, db: Connection, group: list[Waiting]) -> sqlite3.Error | None:
        """Write rows to the disk; what went wrong for all of them, if anything. Others have the turn from the commit on."""
        try:
            if len(group) == 1 and len(group[0].rows) == 1:
                TURNS.pause()
                db.execute(self._insert, group[0].rows[0])  # a statement alone is a transaction of its own
            else:
                db.execute("BEGIN IMMEDIATE")
                for one in group:
                    self._add(db, one)
                TURNS.pause()
                db.execute("COMMIT")
        except sqlite3.Error as e:
            return e
        return None

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
