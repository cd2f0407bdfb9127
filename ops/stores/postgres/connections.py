"""Connections to a PostgreSQL database: a pool of them for each process, and the library's errors
in place of psycopg's."""

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
"""Connections of one process to a record at most, for reading and for writing: where commits wait,
for a standby or a disk, reading goes on. Who finds none free waits for one."""

PATIENCE = 5.0
"""Seconds to wait for a connection, or for the server to take one."""

STATEMENT = 60_000
"""Milliseconds that a statement may take. The wait for a standby at the end of a commit is no part
of it."""

LOCKED = 10_000
"""Milliseconds that a statement may wait for somebody else's lock: an operator's, since ours are
held for moments."""

KEEPALIVE = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Of a server that was cut off no answer comes: its connections end after about ten seconds."""

UNCONFIRMED = "the write is stored here, but no standby has confirmed it: send it again"
"""What is said where somebody ended a commit's wait for the standby: the server then answers as if
all were well."""

SHORT = ("53", "58", "XX")
"""What the codes of errors begin with where a server is short of something, often room on a disk,
or its files are unusable."""

SHORT_FOR = 10.0
"""Seconds for which such an error is trouble: a write that needs less room may go well
meanwhile."""


@cache
def _statement(text: str) -> bytes:
    """A statement as psycopg takes it: `%b` for a value, where the stores write `?`. None of theirs
    has either in a text."""
    return text.replace("%", "%%").replace("?", "%b").encode()


class Connection:
    """A connection of psycopg that takes the stores' statements."""

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
    """A value as it is sent: numbers as eight bytes, whatever they are, so that the server plans
    each statement once."""
    return Int8(value) if isinstance(value, int) else value


@contextmanager
def translated() -> Iterator[None]:
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
    """What psycopg needs for a connection to a schema. What the address says itself goes before
    what is set here."""
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
"""Looks at a new connection before anything is written through it; raises the library's
`OperationalError` for a database that nothing may be written to."""


def _anything(_: Connection) -> None:
    """Admits every database."""


class Connections:
    """The connections of one process to one schema; made where they are first needed, after a fork
    of it."""

    locking = " FOR UPDATE"

    def __init__(
        self,
        address: Address,
        *,
        reading: int = READING,
        writing: int = WRITING,
        admitted: Admitted = _anything,
    ) -> None:
        """At most so many for `reading` and for `writing`."""
        self.address = address
        self._most = {False: reading, True: writing}
        self._admitted = admitted
        self._known: WeakSet[psycopg.Connection[Any]] = WeakSet()
        """Connections that were admitted. A database that was put back, or whose place another one
        took, ends all of them."""
        self._unconfirmed: WeakSet[psycopg.Connection[Any]] = WeakSet()
        self._pools: dict[bool, ConnectionPool[psycopg.Connection[Any]]] = {}
        self._closed = False
        self._lock = Lock()
        self._probe = WriteProbe(self._attempt)
        self._short, self._short_at = "", float("-inf")

    @contextmanager
    def connection(self, *, writing: bool = False) -> Iterator[Connection]:
        """A connection for a few statements, each a transaction of its own; `writing` where they
        change something. One that turns out to be broken is not used again, nor are the others
        before they were looked at."""
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
                    self._short, self._short_at = _said(e), monotonic()
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
        """Why nothing can be written now; empty where it can. A write is tried, now and then, for
        at most so many `seconds` (`WriteProbe`); who asks while one is tried is not kept
        waiting."""
        return self._probe.trouble(seconds)

    def _attempt(self) -> str:
        began = monotonic()
        return self._try() or (self._short if began < self._short_at + SHORT_FOR else "")

    def confirm(self) -> None:
        """Wait until all that can be read now is where a commit waits for it to be: on disk, and at
        the synchronous standbys. A server that crashed shows after its start what nobody had
        confirmed. Raises `OperationalError`."""
        with self.connection(writing=True) as connection:
            connection.execute("UPDATE store SET tried = now()")

    def _try(self) -> str:
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
        """Hear of commits whose wait for a standby was ended, by whatever words the server says
        that in."""
        db.add_notice_handler(partial(self._noticed, ref(db)))

    def _noticed(self, db: ref[psycopg.Connection[Any]], diagnostic: Diagnostic) -> None:
        lost = db()
        if diagnostic.source_function == "SyncRepWaitForLSN" and lost is not None:
            self._unconfirmed.add(lost)

    def scrub(self) -> None:
        """Write the table anew from what is still kept. What was erased still stands in the
        server's write-ahead log until that is recycled, and in its archive as long as that is
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
    """Whether this user may have the server begin a new part of its write-ahead log."""
    query = (
        "SELECT rolsuper OR pg_has_role(oid, 'pg_checkpoint', 'MEMBER') FROM pg_roles WHERE "
        "rolname = current_user"
    )
    matching = connection.rows(query)
    return bool(matching and matching[0][0])
