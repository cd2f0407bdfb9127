"""Connections to a PostgreSQL database: a pool for each process. psycopg's errors are converted to
the library's."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from threading import Lock
from time import monotonic
from typing import Any
from weakref import WeakSet, ref

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from psycopg import conninfo, errors
from psycopg.errors import Diagnostic
from psycopg.types.numeric import Int8
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from ops.settings.addresses import Address
from ops.stores.probe import WriteProbe

READING, WRITING = 4, 4
"""The most connections of a process to a record, for reading and for writing. They are separate, so
that reading goes on while commits wait for a standby or a disk. Callers wait for a free one."""

PATIENCE = 5.0
"""Seconds to wait for a connection from the pool or the server."""

STATEMENT = 60_000
"""The time limit of a statement in milliseconds, without the wait for a standby at commit."""

LOCKED = 10_000
"""The time limit of waiting for a lock in milliseconds; ours are held for moments, so it is an
operator's."""

KEEPALIVE = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Connections to an unreachable server end after about ten seconds."""

UNCONFIRMED = "the write is stored here, but no standby has confirmed it: send it again"
"""The error if a commit's wait for the standby was cancelled, after which the server answers as if
all were well."""

SHORT = ("53", "58", "XX")
"""Prefixes of the error codes for a server that lacks a resource, often disk space, or whose files
are unusable."""

SHORT_FOR = 10.0
"""Seconds for which such an error counts as trouble, even if a smaller write succeeds meanwhile."""


@cache
def _statement(text: str) -> bytes:
    """A statement in psycopg's notation: `%b` for each `?`. No statement of the stores has either
    of them in a literal."""
    return text.replace("%", "%%").replace("?", "%b").encode()


class Connection:
    """A psycopg connection that accepts the stores' statements (`ops/stores/pool.py`)."""

    __slots__ = ("db",)

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self.db = db

    def rows(self, query: str, values: Sequence[Any] = (), /) -> list[Any]:
        return self.db.execute(
            _statement(query), [_bound(value) for value in values], binary=True
        ).fetchall()

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> object:
        return self.db.execute(_statement(statement), [_bound(value) for value in values])

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object:
        with self.db.cursor() as cursor:
            cursor.executemany(
                _statement(statement), [[_bound(value) for value in row] for row in values]
            )
        return None


def _bound(value: Any) -> Any:
    """A value as it is sent to the server: every number as eight bytes, so that the server plans
    each statement only once."""
    return Int8(value) if isinstance(value, int) else value


@contextmanager
def translated() -> Iterator[None]:
    """Convert psycopg's errors in the `with` block to the library's."""
    try:
        yield
    except errors.IntegrityError as e:
        raise IntegrityError(_first_line(e)) from e
    except (psycopg.OperationalError, psycopg.InternalError, PoolTimeout, PoolClosed) as e:
        raise OperationalError(_first_line(e)) from e
    except psycopg.Error as e:
        raise PersistenceError(_first_line(e)) from e


def _first_line(error: Exception) -> str:
    """The first line of an error of the server or of psycopg. It contains no statement and no
    value."""
    first = (str(error).strip() or type(error).__name__).partition("\n")[0]
    return first.removeprefix("FATAL: ").removeprefix("ERROR: ").strip()


def connect(address: Address) -> psycopg.Connection[Any]:
    """A connection outside the pools, in autocommit mode. Raises `OperationalError`."""
    with translated():
        return psycopg.connect(**_settings(address))


def _settings(address: Address) -> dict[str, Any]:
    """psycopg's parameters for connections to a schema. Parameters in the address take
    precedence."""
    try:
        parsed = conninfo.conninfo_to_dict(address.dsn)
    except psycopg.ProgrammingError as e:
        raise OperationalError(
            "the address of the database cannot be read: is it postgresql://user@host/name?"
        ) from e
    bounds = {
        "statement_timeout": STATEMENT,
        "lock_timeout": LOCKED,
        "idle_in_transaction_session_timeout": STATEMENT,
    }
    options = " ".join(
        f"-c {name}={value}" for name, value in {"search_path": address.schema, **bounds}.items()
    )
    ours: dict[str, Any] = {
        "connect_timeout": int(PATIENCE),
        "application_name": "greffe",
        "tcp_user_timeout": 10_000,
    } | KEEPALIVE
    return (
        ours
        | parsed
        | {"options": f"{options} {parsed.get('options', '')}".strip(), "autocommit": True}
    )


Admitted = Callable[["Connection"], None]
"""Checks a new connection before anything is written through it. Raises `OperationalError` for a
database that must not be written."""


def _admit_any(_: Connection) -> None:
    """Accept every database: the default check."""


class Connections:
    """A process's connections to one schema. They are opened on first use, so that a process can
    fork before."""

    locking = " FOR UPDATE"

    def __init__(
        self,
        address: Address,
        *,
        reading: int = READING,
        writing: int = WRITING,
        admitted: Admitted = _admit_any,
    ) -> None:
        """`reading`, `writing`: the most connections for each purpose. `admitted` checks each new
        writing connection."""
        self.address = address
        self._most = {False: reading, True: writing}
        self._admitted = admitted
        self._known: WeakSet[psycopg.Connection[Any]] = WeakSet()
        """Admitted connections. All of them end if the database is restored or replaced."""
        self._unconfirmed: WeakSet[psycopg.Connection[Any]] = WeakSet()
        self._pools: dict[bool, ConnectionPool[psycopg.Connection[Any]]] = {}
        self._closed = False
        self._lock = Lock()
        self._probe = WriteProbe(self._attempt)
        self._short, self._short_at = "", float("-inf")

    @contextmanager
    def connection(self, *, writing: bool = False) -> Iterator[Connection]:
        """A connection for a few statements, each its own transaction. `writing`: they change
        something. After an error a broken connection is discarded, and the others are checked
        before they are used again."""
        with translated():
            pool = self._opened(writing)
            try:
                with pool.connection() as db:
                    if writing and db not in self._known:
                        self._admitted(Connection(db))
                        self._known.add(db)
                    yield Connection(db)
                    if db in self._unconfirmed:
                        self._unconfirmed.discard(db)
                        raise OperationalError(UNCONFIRMED)
            except (psycopg.OperationalError, psycopg.InternalError) as e:
                if (e.sqlstate or "").startswith(SHORT):
                    self._short, self._short_at = _first_line(e), monotonic()
                else:
                    pool.check()
                raise

    @contextmanager
    def transaction(self, *, writing: bool = False) -> Iterator[Connection]:
        with self.connection(writing=writing) as connection, connection.db.transaction():
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.transaction() as connection:
            connection.db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield connection

    def trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now; empty if it does. A caller that begins a trial write
        waits for it at most `seconds` (`WriteProbe.trouble`)."""
        return self._probe.trouble(seconds)

    def _attempt(self) -> str:
        """Make a trial write. Returns why it failed; else the last error about lack of a resource,
        if it is recent; else an empty string."""
        began = monotonic()
        return self._write_on_trial() or (self._short if began < self._short_at + SHORT_FOR else "")

    def await_durability(self) -> None:
        """Wait until everything that can be read now is as durable as a commit: on disk, and on the
        synchronous standbys. Otherwise a server may show commits, after a crash, that no standby
        has. Raises `OperationalError`."""
        with self.connection(writing=True) as connection:
            connection.execute("UPDATE store SET tried = now()")

    def _write_on_trial(self) -> str:
        try:
            with self.connection(writing=True) as connection:
                self._admitted(connection)
                connection.execute("UPDATE store SET tried = now()")
        except PersistenceError as e:
            return str(e)
        return ""

    def _opened(self, writing: bool) -> ConnectionPool[psycopg.Connection[Any]]:
        with self._lock:
            if self._closed:
                raise OperationalError("the store is closed")
            if writing not in self._pools:
                # An attempt to reconnect that lasts is given up: the next request begins another,
                # and need not wait out its pauses.
                self._pools[writing] = ConnectionPool(
                    "",
                    kwargs=_settings(self.address),
                    min_size=1,
                    max_size=self._most[writing],
                    timeout=PATIENCE,
                    max_idle=60,
                    reconnect_timeout=PATIENCE,
                    configure=self._configure,
                    open=True,
                )
            return self._pools[writing]

    def _configure(self, db: psycopg.Connection[Any]) -> None:
        """Register the handler that notices commits whose wait for a standby was cancelled,
        whatever the server's language."""
        db.add_notice_handler(partial(self._on_notice, ref(db)))

    def _on_notice(self, db: ref[psycopg.Connection[Any]], diagnostic: Diagnostic) -> None:
        lost = db()
        if diagnostic.source_function == "SyncRepWaitForLSN" and lost is not None:
            self._unconfirmed.add(lost)

    def scrub(self) -> None:
        """Rewrite the key-value table, so that its file contains no deleted values. The server's
        write-ahead log still has them until it is recycled, and its archive as long as that is
        kept."""
        with translated(), connect(self.address) as db:
            db.execute("SET statement_timeout = 0")  # it takes as long as the table is long
            db.execute("SET lock_timeout = '30s'")
            db.execute("VACUUM (FULL) drawer")
            if _may_checkpoint(Connection(db)):
                db.execute("CHECKPOINT")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for pool in self._pools.values():
                pool.close()


def _may_checkpoint(connection: Connection) -> bool:
    """Whether this database user may run `CHECKPOINT`."""
    query = (
        "SELECT rolsuper OR pg_has_role(oid, 'pg_checkpoint', 'MEMBER') FROM pg_roles WHERE "
        "rolname = current_user"
    )
    matching = connection.rows(query)
    return bool(matching and matching[0][0])
