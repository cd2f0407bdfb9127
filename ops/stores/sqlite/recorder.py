"""The SQLite store: recorder, key-value store and factory.

It replaces the library's recorder, which reuses notification ids after the newest rows were
deleted, leaves `synchronous` to SQLite's build, has no subscriptions, and whose connection pool
takes longer than an insert (`ops/decisions/`).
"""

from collections.abc import Iterable, Sequence
from time import monotonic, sleep
from typing import Any

from eventsourcing.persistence import (
    StoredEvent,
)

from domain.kernel.trace_context import writing
from ops.stores.cells import as_number, as_text
from ops.stores.shared import (
    COLUMNS,
    SharedRecorder,
    StoreFactory,
)
from ops.stores.sqlite.cells import columns_of
from ops.stores.sqlite.connections import TABLES, Connection, Connections, InspectedFile
from ops.stores.sqlite.group_commit import GroupCommit
from ops.stores.sqlite.writes import watching

POLL = 0.004
"""Seconds between two checks of `data_version`, by which another process's write is noticed."""
SETTLES = 0.25
"""Seconds for which such checks continue after the file was written, since the file is written
before the commit. A slower commit is noticed at the end of the wait."""

_INSERT = (
    "INSERT INTO records (originator_id, originator_version, topic, state, cause) VALUES "
    "(?, ?, ?, ?, ?)"
)
_INSERT_BARE = (
    "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
)


def _with_types(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with its game, seq and topic converted to their types, whatever is stored. Its bytes
    are left as they are, and their reader refuses them if they are wrong."""
    if type(row[0]) is str and type(row[1]) is int and type(row[2]) is str:
        return row
    return as_text(row[0]), as_number(row[1]), as_text(row[2]), *row[3:]


def _newest_id(db: Connection) -> int:
    newest: int = db.execute("SELECT MAX(id) FROM records").fetchone()[0] or 0
    return newest


class Recorder(InspectedFile, SharedRecorder):
    """The records, in the order of their commits. A (game, seq) exists once."""

    _connections: Connections
    _tables = TABLES
    _id = "r.id"
    _log = "records r"
    _notified = f"SELECT {COLUMNS}, r.id FROM records r"  # noqa: S608  only our own words

    _columns_of = staticmethod(columns_of)

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        with connections.reader() as db:
            self._causes = "cause" in columns_of(db, "records")
        self._inserts = GroupCommit(connections, _INSERT if self._causes else _INSERT_BARE)
        self._written = 0.0
        """When a reader that waits last noticed a write (`monotonic`)."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """Insert rows in one transaction. Raises `IntegrityError` if a (game, seq) exists.

        Returns no notification ids: nobody here uses them, and the library would wrap each in two
        more objects.
        """
        with writing(stored_events) as cause:
            more = (cause,) if self._causes else ()
            self._inserts.write(
                [
                    (s.originator_id, s.originator_version, s.topic, s.state, *more)
                    for s in stored_events
                ]
            )

    def _events(self, statement: str, values: Sequence[str | int]) -> Iterable[tuple[Any, ...]]:
        return map(_with_types, super()._events(statement, values))

    def max_notification_id(self) -> int | None:
        with self._connections.reader() as db:
            newest: int | None = db.execute("SELECT MAX(id) FROM records").fetchone()[0]
            return newest

    def await_durability(self) -> None:
        """Does nothing: everything that can be read is on the disk."""

    def await_change(self, newer_than: int, seconds: float) -> bool:
        until = monotonic() + seconds
        with self._connections.reader() as db:
            if _newest_id(db) > newer_than:
                self._written = monotonic()
                return True
            with watching(
                f"{self._connections.path}-wal"
            ) as writes:  # then looked at once more: somebody may have been faster
                seen = -1
                while True:
                    version = db.execute("PRAGMA data_version").fetchone()[0]
                    if version != seen:
                        seen = version
                        if _newest_id(db) > newer_than:
                            self._written = monotonic()
                            return True
                    now = monotonic()
                    if now >= until:
                        return False
                    if writes is None or now < self._written + SETTLES:
                        sleep(POLL)
                    elif writes.wait(until - now):
                        self._written = monotonic()


class Factory(StoreFactory):
    """Creates the recorder and the key-value store for the file `SQLITE_DBNAME`. `SECRET_KEY_FILE`
    is the file of the key that seals secrets."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._connections = Connections(self.env.get("SQLITE_DBNAME", "") or "")

    def application_recorder(self) -> Recorder:
        return Recorder(self._connections)
