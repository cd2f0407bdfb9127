"""The record's SQLite file: its schema and migration, and a process's connections to it."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError

from domain.kernel.stored import MistypedCell
from ops.settings.errors import NewerSchema, reason
from ops.stores.cells import as_text
from ops.stores.probe import WriteProbe
from ops.stores.sqlite.cells import Table, columns_of, mistyped_cells, rows, type_triggers

VERSION = 2
"""The schema's version, in SQLite's `user_version`."""

SCHEMA = """
CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    cause TEXT,
    UNIQUE (originator_id, originator_version)
);
CREATE TABLE drawer (kind TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
"""

INDEXES = """
CREATE INDEX IF NOT EXISTS listing_of ON records (originator_id, originator_version) WHERE topic = 'ListingChanged';
CREATE INDEX IF NOT EXISTS openings ON records (topic) WHERE originator_version = 1 AND topic <> 'GameOpened';
"""
"""The indexes. They change no rows, and earlier versions of the program maintain them, so they need
no schema version."""

RECORD_COLUMNS = {
    "originator_id": "text",
    "originator_version": "integer",
    "topic": "text",
    "state": "blob",
    "cause": "text null",
}

TABLES = (
    Table("records", "id", RECORD_COLUMNS),
    Table("drawer", "key", {"kind": "text", "key": "text", "data": "blob"}),
)
"""The type of each column's values; triggers enforce it from version 2 on. `cause` is the request
that wrote a record (`domain/kernel/trace_context.py`). It was added later and may be NULL; earlier
versions of the program can still write, so it needs no schema version."""


def _make_private(file: Path) -> None:
    """Create a file, if needed, and make it and SQLite's side files readable by their owner only.
    Raises `sqlite3.OperationalError`."""
    try:
        # never opened and closed here where it is there: that would end the locks this process has
        # on it
        if not file.exists():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        for part in (file, *(file.with_name(file.name + tail) for tail in ("-wal", "-shm"))):
            if part.exists() and part.stat().st_mode & 0o077:
                part.chmod(0o600)
    except OSError as e:
        raise sqlite3.OperationalError(reason(e)) from None


class Connection(sqlite3.Connection):
    """An SQLite connection. Its `rows` escapes texts that are not valid UTF-8
    (`ops/stores/sqlite/cells.py`)."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        return rows(self, query, values)


def connect(path: str) -> Connection:
    """A connection in autocommit mode. Its commits are durable, and deleted content is overwritten
    with zeros."""
    db = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        timeout=30,
        cached_statements=64,
        factory=Connection,
    )
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA secure_delete=ON")
    return db


def migrate(path: str) -> int:
    """Migrate the record's file to this version's schema, creating it if needed. Returns the
    version it had (0: none).

    Raises `NewerSchema`, and `sqlite3.Error` if the file cannot be written.
    """
    return migrate_to(path, VERSION, SCHEMA, TABLES, INDEXES)


def migrate_to(
    path: str, version: int, schema: str, tables: Sequence[Table], indexes: str = ""
) -> int:
    """Migrate a file to a `version` of its schema, creating it if needed: create the tables
    (`schema`) in a new file, add missing columns, the type triggers (from version 2 on) and missing
    `indexes`. Changes no row. Returns the version it had (0: none). Raises like `migrate`."""
    _make_private(Path(path))
    with closing(connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        had: int = db.execute("PRAGMA user_version").fetchone()[0]
        if had > version:
            raise NewerSchema(f"schema {had}, this program knows {version}")
        if had < 1:
            for statement in schema.split(";"):
                db.execute(statement)
        for table in tables:
            for column in table.columns.keys() - columns_of(db, table.name):
                db.execute(
                    f"ALTER TABLE {table.name} ADD COLUMN {column} "
                    f"{table.columns[column].removesuffix(' null')}"
                )
        if had < 2:
            for statement in type_triggers(tables):
                db.execute(statement)
        for statement in indexes.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={version}")
        db.execute("COMMIT")
        return had


def broken_pages(db: sqlite3.Connection) -> list[str]:
    """Descriptions of damage that SQLite finds in its file, at most twenty; empty if it finds
    none."""
    try:
        faults = [as_text(line) for (line,) in rows(db, "PRAGMA quick_check(20)")]
    except sqlite3.Error as e:
        return [str(e)]
    return [] if faults == ["ok"] else faults


FAILED_FOR = 10.0
"""Seconds for which a failed write counts as trouble, unless another succeeds."""


class WritingConnection:
    """The single writing connection, as a context manager for one thread at a time. It rolls back
    what the block has not committed, and converts SQLite's errors to the library's."""

    __slots__ = ("_broken", "_failed", "_failed_at", "_lock", "db")

    def __init__(self, db: Connection) -> None:
        self._lock = Lock()
        self.db = db
        self._failed, self._failed_at = "", 0.0
        self._broken: sqlite3.Error | None = None

    def __enter__(self) -> Connection:
        self._lock.acquire()
        return self.db

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        try:
            if self.db.in_transaction:
                self.db.rollback()
        finally:
            self._lock.release()
            broken, self._broken = self._broken, None
        if error is None or isinstance(error, sqlite3.Error):
            self._ended(error or broken)
        if isinstance(error, sqlite3.Error):
            raise translated(error) from error

    def note_error(self, error: sqlite3.Error | None) -> None:
        """Note an error that the block has handled itself (None: no error), so that `failed` knows
        of it."""
        self._broken = error
        self._ended(error)

    def failed(self, since: float) -> str:
        """Why the last write failed; empty if it succeeded or was before `since` (`monotonic`)."""
        return self._failed if self._failed_at >= since else ""

    def _ended(self, error: sqlite3.Error | None) -> None:
        self._failed = str(error) if isinstance(error, sqlite3.OperationalError) else ""
        self._failed_at = monotonic()


def translated(error: sqlite3.Error) -> Exception:
    """The library's exception for an error of SQLite."""
    kinds = {sqlite3.IntegrityError: IntegrityError, sqlite3.OperationalError: OperationalError}
    return next(
        (made for kind, made in kinds.items() if isinstance(error, kind)), PersistenceError
    )(error)


class Connections:
    """A process's connections to a file: one for writing, behind a lock, and as many for reading as
    needed."""

    locking = ""

    def __init__(self, path: str) -> None:
        if not Path(path).exists():
            raise OperationalError(f"{path} does not exist: run greffe migrate first")
        self.path = path
        self._writing = WritingConnection(connect(path))
        self._idle: list[Connection] = []
        self._tried = 0.0
        self._probe = WriteProbe(self._attempt)

    def trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now; empty if it does. A trial write that changes nothing
        is made from time to time, and after a failed write; the caller waits for at most `seconds`
        (`WriteProbe`). A trial write is small and may fit where a record does not, so the failure
        of a record's write counts as trouble for `FAILED_FOR` seconds in any case."""
        tried = self._probe.trouble(seconds, failed=bool(self._writing.failed(self._tried)))
        return tried or self._writing.failed(monotonic() - FAILED_FOR)

    def _attempt(self) -> str:
        self._tried = monotonic()
        try:
            with closing(sqlite3.connect(self.path, isolation_level=None, timeout=0.2)) as db:
                db.execute("PRAGMA synchronous=FULL")
                db.execute("BEGIN IMMEDIATE")
                version = db.execute("PRAGMA user_version").fetchone()[0]
                db.execute(f"PRAGMA user_version={version}")
                db.execute("COMMIT")
        except sqlite3.OperationalError as e:
            return "" if "locked" in str(e) else str(e)  # somebody is writing, so that can be done
        except sqlite3.Error as e:
            return str(e)
        return ""

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._opened()
        try:
            yield db
        except sqlite3.Error as e:
            raise OperationalError(e) from e
        finally:
            self._idle.append(db)

    def _opened(self) -> Connection:
        try:
            return connect(self.path)
        except sqlite3.Error as e:
            raise OperationalError(e) from e

    def writing(self) -> WritingConnection:
        return self._writing

    def connection(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        return self._writing if writing else self.reader()

    @contextmanager
    def transaction(self, *, writing: bool = False) -> Iterator[Connection]:
        with self.connection(writing=writing) as db:
            db.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
            with db:
                yield db

    def scrub(self) -> None:
        """Rewrite the file without deleted content, and empty its write-ahead log. Raises
        `OperationalError` if a reader prevents the latter.

        Zeroing deleted content does not suffice: when pages are split and joined, copies of rows
        remain in unused parts. Readers continue meanwhile; writers wait.
        """
        with self._writing as db:
            db.execute("VACUUM")
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise OperationalError(
                "somebody has been reading for too long: what was erased still stands in the "
                "file's log"
            )

    def close(self) -> None:
        self._writing.db.close()
        while self._idle:
            self._idle.pop().close()


class InspectedFile:
    """A store that can be checked for damage: the types of the cells in `_tables`, and the file's
    pages."""

    _connections: Connections
    _tables: tuple[Table, ...]

    def mistyped_cells(self) -> list[MistypedCell]:
        with self._connections.reader() as db:
            return list(mistyped_cells(db, self._tables))

    def file_faults(self) -> list[str]:
        with self._connections.reader() as db:
            return broken_pages(db)
