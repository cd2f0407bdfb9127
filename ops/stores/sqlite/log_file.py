"""The log's SQLite file: its schema, its transactions, its writer's lease."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic_ns, sleep

from eventsourcing.persistence import OperationalError

from ops.stores.sqlite.cells import Table
from ops.stores.sqlite.connections import (
    Connection,
    Connections,
    InspectedFile,
    connect,
    migrate_to,
)
from ops.stores.sqlite.writes import watching

VERSION = 2
"""The schema's version, in SQLite's `user_version`."""

LOOK = 0.004
"""Seconds between two checks of the bell if the system cannot watch the file."""

SCHEMA = """
CREATE TABLE log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    origin TEXT NOT NULL,
    size INTEGER NOT NULL,
    position INTEGER NOT NULL,
    row BLOB NOT NULL
);
CREATE TABLE entries (leaf INTEGER PRIMARY KEY, game TEXT, seq INTEGER, entry BLOB NOT NULL);
CREATE UNIQUE INDEX entry_of ON entries (game, seq) WHERE game IS NOT NULL;
CREATE TABLE tiles (level INTEGER NOT NULL, tile INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, tile));
CREATE TABLE checkpoints (number INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, note BLOB NOT NULL);
CREATE TABLE keys (
    number INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    verifier TEXT NOT NULL,
    announced INTEGER,
    first INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE notices (kind TEXT PRIMARY KEY, number INTEGER NOT NULL, en TEXT NOT NULL, fr TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO log VALUES (1, '', 0, 0, x'');
"""
"""`log` has one row: the origin (empty: not begun), the size, and the position up to which the
record was followed (the last notification's number, and the digest of its row). `tiles` are those
of C2SP tlog-tiles; the last one of each level grows. `checkpoints` are the newest signed ones, each
with the bytes signed for COSE receipts. `notices` are sentences about faults."""

TABLES = (
    Table(
        "log", "one", {"origin": "text", "size": "integer", "position": "integer", "row": "blob"}
    ),
    Table("entries", "leaf", {"game": "text null", "seq": "integer null", "entry": "blob"}),
    Table("tiles", "rowid", {"level": "integer", "tile": "integer", "hashes": "blob"}),
    Table("checkpoints", "number", {"size": "integer", "note": "blob", "cose": "blob null"}),
    Table(
        "keys",
        "number",
        {
            "label": "text",
            "verifier": "text",
            "announced": "integer null",
            "first": "integer",
            "last": "integer",
            "ended": "integer",
        },
    ),
    Table("notices", "kind", {"kind": "text", "number": "integer", "en": "text", "fr": "text"}),
)
"""The type of each column's values; triggers enforce it from version 2 on."""


def migrate(path: Path) -> int:
    """Migrate the log's file to this version's schema, creating it if needed. Returns the version
    it had (0: none).

    Raises `NewerSchema`, and `sqlite3.Error` if the file cannot be written.
    """
    return migrate_to(str(path), VERSION, SCHEMA, TABLES)


def lease_file(path: Path) -> Path:
    return path.with_suffix(".lock")


class FileLease:
    """The right to write a log: a lock on a file beside the log, which ends with its process. The
    file's content is the bell: a process that wants a checkpoint changes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> bool:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(self) -> None:
        fcntl.flock(self._fd, fcntl.LOCK_UN)

    def is_taken(self) -> bool:
        """Whether another process has the lease. The check takes it for a moment if it is free, so
        a process that fails to take it should try again."""
        if not self.take():
            return True
        self.give_back()
        return False

    def ring(self) -> None:
        os.pwrite(self._fd, monotonic_ns().to_bytes(8, "big"), 0)

    def ring_mark(self) -> bytes:
        return os.pread(self._fd, 8, 0)

    def await_ring(self, heard: bytes, seconds: float) -> None:
        """Wait until the bell's bytes differ from `heard`, at most for `seconds`. If the system
        cannot watch the file, sleep only for a moment."""
        with watching(str(self.path)) as writes:
            if writes is None:
                sleep(min(LOOK, seconds))
            elif (
                self.ring_mark() == heard
            ):  # looked at once it is watched: nobody rings in between unheard
                writes.wait(seconds)

    def vouch(self, admitted: bool) -> None:
        """Does nothing: all processes that may take this lease share one guard."""

    def is_vouched_for(self) -> bool:
        """False: there is no other machine."""
        return False

    def close(self) -> None:
        os.close(self._fd)


class LogFile(InspectedFile):
    """The database of a log in a SQLite file (`LogDatabase`)."""

    _tables: tuple[Table, ...] = TABLES

    def __init__(self, path: Path) -> None:
        """Raises `OperationalError` if the file does not exist."""
        self._path = path
        self._connections = Connections(str(path))
        self._watching: sqlite3.Connection | None = None
        self._lock = Lock()

    def reader(self) -> AbstractContextManager[Connection]:
        return self._connections.reader()

    def snapshot(self) -> AbstractContextManager[Connection]:
        return self._connections.transaction()

    @contextmanager
    def transaction(
        self, step: Callable[[str], None], *, durable: bool = True
    ) -> Iterator[Connection]:
        with self._connections.writing() as db:
            db.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            db.execute("BEGIN IMMEDIATE")
            step("begun")
            yield db
            db.execute("COMMIT")
        step("committed")

    def await_durable(self) -> None:
        """Does nothing: the transaction that signs also syncs what was written to the file
        before."""

    def lease(self) -> FileLease:
        return FileLease(lease_file(self._path))

    def version(self) -> int:
        with self._lock:
            if self._watching is None:
                self._watching = connect(str(self._path))
            try:
                number: int = self._watching.execute("PRAGMA data_version").fetchone()[0]
            except sqlite3.Error as e:
                raise OperationalError(e) from e
            return number

    def close(self) -> None:
        self._connections.close()
        with (
            self._lock
        ):  # another thread may be looking: SQLite crashes where a connection is closed under it
            if self._watching is not None:
                self._watching.close()
