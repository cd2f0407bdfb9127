"""The log in a PostgreSQL schema: its transactions, and its writer's lease."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from time import monotonic, sleep
from typing import Any

import psycopg
from psycopg import sql

from domain.kernel.stored import MistypedCell
from ops.settings.addresses import Address
from ops.stores.postgres import schema
from ops.stores.postgres.connections import Connection, Connections, connect, translated
from ops.stores.shared import Displaced

WRITING = schema.MIGRATING + 2
"""The advisory lock of a database's log writer."""

VOUCHING = schema.MIGRATING + 4
"""The advisory lock of a writer whose machine's guard has admitted the newest head."""

BELL = "greffe_log_bell"

READERS, WRITERS = 2, 2
"""The most connections of a process to a log, for reading and for writing, beside those to the
record."""

BETWEEN_RINGS = 0.02
"""The least seconds between two rings by one process, since each takes a lock that all databases of
the server share."""

LETS_GO = 0.05
"""Seconds after which a thread that waits for a ring lets other threads use the connection."""


def migrate(address: Address) -> int:
    """Migrate the log's schema to this version, creating it if needed. Returns the version it had
    (0: none). See `schema.migrate`."""
    return schema.migrate(address, schema.LOG, schema.ADDED_TO_LOG)


def discard(address: Address) -> None:
    with translated(), connect(address) as db:
        db.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(address.schema))
        )


def replace(address: Address, new: Address, aside: str) -> None:
    """Rename the schema of the log `new` to that of `address`, in one transaction. The schema that
    is there, if any, is kept with `aside` in its name."""
    with translated(), connect(address) as db, db.transaction():
        if schema.is_there(address):
            db.execute(_renaming(address.schema, _aside(address, aside).schema))
        db.execute(_renaming(new.schema, address.schema))


def is_kept(address: Address, aside: str) -> bool:
    return schema.is_there(_aside(address, aside))


def _aside(address: Address, aside: str) -> Address:
    return Address(address.dsn, f"{address.schema}_{aside.strip('.').replace('-', '_')}")


def _renaming(schema_: str, to: str) -> sql.Composed:
    return sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(
        sql.Identifier(schema_), sql.Identifier(to)
    )


class SessionLease:
    """A lease that lasts as long as its connection. If the connection breaks, another process can
    take the lease. The bell is a notification channel."""

    def __init__(self, address: Address, lock: int = WRITING) -> None:
        self._address, self._lock_id = address, lock
        self._db: psycopg.Connection[Any] | None = None
        self._ours = self._wanted = self._vouches = False
        """`_ours`: this session has the lease. `_wanted`: it was taken and not released. `_vouches`:
        this session vouches for the newest head."""
        self._rings = 0
        self._rang = float("-inf")
        self._lock = Lock()

    def take(self) -> bool:
        with self._lock, translated():
            self._wanted = self._take()
            return self._wanted

    def _take(self) -> bool:
        db = self._connected()
        if not self._ours:
            self._ours = db.execute(
                "SELECT pg_try_advisory_lock(%s)", (self._lock_id,)
            ).fetchone() == (True,)
            if self._ours:
                db.execute(f"LISTEN {BELL}".encode())
        return self._ours

    def give_back(self) -> None:
        with self._lock, translated():
            self._wanted = False
            if self._ours and self._db is not None:
                self._ours = self._vouches = False
                self._db.execute(f"UNLISTEN {BELL}".encode())
                self._db.execute("SELECT pg_advisory_unlock_all()")

    def is_taken(self) -> bool:
        with self._lock, translated():
            row = (
                self._connected()
                .execute(
                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND "
                    "pid <> pg_backend_pid() "
                    "AND database = (SELECT oid FROM pg_database WHERE datname = "
                    "current_database()) "
                    "AND classid::bigint << 32 | objid::bigint = %s",
                    (self._lock_id,),
                )
                .fetchone()
            )
            return row is not None and row[0] > 0

    def ring(self) -> None:
        """Ask the writer for a checkpoint, unless this process did so a moment ago."""
        with self._lock, translated():
            now = monotonic()
            if now >= self._rang + BETWEEN_RINGS:
                self._connected().execute(f"NOTIFY {BELL}".encode())
                self._rang = now

    def ring_mark(self) -> bytes:
        """The number of rings so far, as bytes. If the connection broke, and the lease was lost
        with it, the lease is taken again. Raises `Displaced` if another process has taken it."""
        with self._lock, translated():
            db = self._connected()
            if self._wanted and not self._ours:
                if not self._take():
                    raise Displaced("the connection broke, and another writer has the log now")
                self._rings += 1  # who rang meanwhile was not heard
            self._rings += sum(1 for _ in db.notifies(timeout=0))
            return self._rings.to_bytes(8, "big")

    def await_ring(self, heard: bytes, seconds: float) -> None:
        """Wait until somebody rings after `ring_mark` returned `heard`, at most for `seconds`.
        Meanwhile other threads can use the connection now and then."""
        until = monotonic() + seconds
        while self.ring_mark() == heard and (left := until - monotonic()) > 0:
            with self._lock, translated():
                self._rings += sum(
                    1 for _ in self._connected().notifies(timeout=min(left, LETS_GO), stop_after=1)
                )
            sleep(0.001)

    def vouch(self, admitted: bool) -> None:
        """Take or release the advisory lock that means: this writer's guard has admitted the newest
        head. The server releases it if the session breaks."""
        with self._lock, translated():
            db = self._connected()
            if self._ours and admitted != self._vouches:
                what = "pg_try_advisory_lock" if admitted else "pg_advisory_unlock"
                done = db.execute(f"SELECT {what}(%s)".encode(), (VOUCHING,)).fetchone() == (True,)
                self._vouches = admitted and done

    def is_vouched_for(self) -> bool:
        with self._lock, translated():
            query = (
                "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> "
                "pg_backend_pid() "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                "AND classid::bigint << 32 | objid::bigint IN (%s, %s) GROUP BY pid HAVING "
                "count(*) = 2"
            )
            return (
                self._connected().execute(query, (self._lock_id, VOUCHING)).fetchone() is not None
            )

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
                self._ours = self._wanted = self._vouches = False

    def _connected(self) -> psycopg.Connection[Any]:
        if self._db is not None and (self._db.closed or self._db.broken):
            self._db.close()
            self._db, self._ours, self._vouches = None, False, False
        if self._db is None:
            self._db, self._ours, self._vouches = connect(self._address), False, False
        return self._db


class LogSchema:
    """The database of a log in a PostgreSQL schema (`LogDatabase`). `counted`: the table whose
    single row has the version."""

    counted = "log"

    def __init__(self, address: Address) -> None:
        """Raises `OperationalError` if the schema does not exist."""
        schema.need_migrated(address)
        self._address = address
        self._connections = Connections(address, reading=READERS, writing=WRITERS)

    def reader(self) -> AbstractContextManager[Connection]:
        return self._connections.connection()

    def snapshot(self) -> AbstractContextManager[Connection]:
        return self._connections.snapshot()

    @contextmanager
    def transaction(
        self, step: Callable[[str], None], *, durable: bool = True
    ) -> Iterator[Connection]:
        """An exclusive write transaction. The next one waits for it at the log's single row."""
        with self._connections.transaction(writing=True) as connection:
            if not durable:
                connection.db.execute("SET LOCAL synchronous_commit = off")
            connection.execute(f"UPDATE {self.counted} SET version = version + 1")  # noqa: S608  only our own words
            step("begun")
            yield connection
        step("committed")

    def await_durable(self) -> None:
        """Make one durable commit and wait for it. Everything committed before is then as
        durable."""
        self._connections.await_durability()

    def lease(self) -> SessionLease:
        return SessionLease(self._address)

    def version(self) -> int:
        with self._connections.connection() as connection:
            rows = connection.rows(f"SELECT version FROM {self.counted}")  # noqa: S608  only our own words
        return int(rows[0][0]) if rows else -1

    def mistyped_cells(self) -> list[MistypedCell]:
        return []

    def file_faults(self) -> list[str]:
        return []

    def close(self) -> None:
        self._connections.close()
