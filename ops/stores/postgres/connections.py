"""Connections to a PostgreSQL database: a pool of them for each process, and the library's errors in place of psycopg's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock
from time import monotonic
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from psycopg import conninfo, errors, sql
from psycopg.types.numeric import Int8
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from ops.settings.addresses import Address

MOST = 16
"""Connections of one process at most."""

PATIENCE = 5.0
"""Seconds to wait for a connection, or for the server to take one."""

STATEMENT = 60_000
"""Milliseconds that a statement may take; what takes longer is no longer awaited by anybody."""

BETWEEN, AFTER_FAILED = 5.0, 0.5
"""Seconds between two tries whether the database can be written: while it can, and while it cannot."""


@cache
def _statement(text: str) -> bytes:
    """A statement as psycopg takes it: `%b` for a value, where the stores write `?`. None of theirs has either in a text."""
    return text.replace("%", "%%").replace("?", "%b").encode()


class Connection:
    """A connection of psycopg that takes the stores' statements."""

    __slots__ = ("db",)

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self.db = db

    def rows(self, query: str, values: Sequence[Any] = (), /) -> list[Any]:
        """All rows of a query, or of a statement with `RETURNING`."""
        return self.db.execute(_statement(query), [_bound(one) for one in values], binary=True).fetchall()

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> object:
        """Run a statement."""
        return self.db.execute(_statement(statement), [_bound(one) for one in values])

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of values."""
        with self.db.cursor() as cursor:
            cursor.executemany(_statement(statement), [[_bound(one) for one in row] for row in values])
        return None


def _bound(value: Any) -> Any:
    """A value as it is sent: numbers as eight bytes, whatever they are, so that the server plans each statement once."""
    return Int8(value) if isinstance(value, int) else value


@contextmanager
def translated() -> Iterator[None]:
    """Raise the library's errors in place of psycopg's."""
    try:
        yield
    except errors.IntegrityError as e:
        raise IntegrityError(_said(e)) from e
    except (psycopg.OperationalError, psycopg.InternalError, PoolTimeout, PoolClosed) as e:
        raise OperationalError(_said(e)) from e
    except psycopg.Error as e:
        raise PersistenceError(_said(e)) from e


def _said(error: Exception) -> str:
    """The first line of what a server or psycopg says, which names no statement and no value."""
    first = (str(error).strip() or type(error).__name__).partition("\n")[0]
    return first.removeprefix("FATAL: ").removeprefix("ERROR: ").strip()


def connect(address: Address) -> psycopg.Connection[Any]:
    """A connection of its own, in autocommit mode. Raises the library's `OperationalError`."""
    with translated():
        return psycopg.connect(**_settings(address))


def _settings(address: Address) -> dict[str, Any]:
    """What psycopg needs for a connection to a schema. What the address says itself goes before what is set here."""
    try:
        given = conninfo.conninfo_to_dict(address.dsn)
    except psycopg.ProgrammingError as e:
        raise OperationalError(f"the address of the database cannot be read: {_said(e)}") from None
    options = f"-c search_path={address.schema} -c statement_timeout={STATEMENT} -c idle_in_transaction_session_timeout={STATEMENT}"
    ours: dict[str, Any] = {"connect_timeout": int(PATIENCE), "application_name": "greffe", "tcp_user_timeout": 10_000}
    return ours | given | {"options": f"{options} {given.get('options', '')}".strip(), "autocommit": True}


class Connections:
    """The connections of one process to one schema; made where they are first needed, after a fork of it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._pool: ConnectionPool[psycopg.Connection[Any]] | None = None
        self._lock = Lock()
        self._tried = Lock()
        self._again = 0.0
        self._found = ""

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """A connection for a few statements, each a transaction of its own. One that turns out to be broken is not used again, nor
        are the others before they were looked at."""
        with translated():
            pool = self._opened()
            try:
                with pool.connection() as db:
                    yield Connection(db)
            except psycopg.OperationalError:
                pool.check()
                raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A connection for the statements of one transaction."""
        with self.one() as one, one.db.transaction():
            yield one

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one state of the database, and changes nothing."""
        with self.transaction() as one:
            one.db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield one

    def trouble(self) -> str:
        """Why nothing can be written now; empty where it can. A write is tried, now and then, or where the last one failed."""
        with self._tried:
            now = monotonic()
            if now >= self._again:
                self._found = self._try()
                self._again = now + (AFTER_FAILED if self._found else BETWEEN)
            return self._found

    def _try(self) -> str:
        try:
            with self.one() as one:
                one.execute("UPDATE store SET tried = now()")
        except PersistenceError as e:
            return str(e)
        return ""

    def _opened(self) -> ConnectionPool[psycopg.Connection[Any]]:
        with self._lock:
            if self._pool is None:
                settings = _settings(self.address)
                self._pool = ConnectionPool(
                    "", kwargs=settings, min_size=1, max_size=MOST, timeout=PATIENCE, max_idle=60, open=True
                )
            return self._pool

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            if self._pool is not None:
                self._pool.close()
                self._pool = None


def named(schema: str) -> sql.Identifier:
    """A schema's name as part of a statement."""
    return sql.Identifier(schema)
