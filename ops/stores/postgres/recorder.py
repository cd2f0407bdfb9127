"""The PostgreSQL store: recorder, key-value store and factory.

It replaces the library's recorder, which either makes all writers wait for each other or lets
followers miss records (`ops/decisions/`).
"""

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import psycopg
from eventsourcing.persistence import (
    Notification,
    OperationalError,
    PersistenceError,
    StoredEvent,
)

from domain.kernel.stored import MistypedCell
from domain.kernel.trace_context import writing
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import read_checkpoint
from ops.settings.addresses import LOG, Address
from ops.stores.postgres import schema
from ops.stores.postgres.connections import Connection, Connections, connect, translated
from ops.stores.shared import (
    COLUMNS,
    SharedRecorder,
    StoreFactory,
)

MOST = 4096
"""The largest size of the guard's file in bytes."""


def refuse_if_gone_back(guard: Path, connection: Connection) -> None:
    """Raise `OperationalError` if the record has fewer records than the log had when the head in
    the guard's file was signed: the database has gone back. Does nothing if the guard cannot be
    read, which the log's writer reports."""
    try:
        with guard.open("rb") as f:
            signed = read_checkpoint(f.read(MOST).decode())
    except (OSError, UnicodeDecodeError, Refused):
        return
    if not connection.rows("SELECT 1 FROM pg_class WHERE oid = to_regclass(?)", (f"{LOG}.log",)):
        return
    # What the log has beside the record, such as its keys, it has had since before: its size is
    # that and what it took in.
    records_there = (
        "(SELECT coalesce(max(id), 0) FROM notifications) + (SELECT count(*) FROM pending)"
    )
    query = f"SELECT l.origin, l.size - l.position, {records_there} FROM {LOG}.log l"  # noqa: S608  only our own words
    for origin, beside, records in connection.rows(query):
        if origin == signed.origin and records + beside < signed.size:
            raise OperationalError(
                f"the database has gone back: {records} records are there, and "
                f"{signed.size - beside} were signed for; "
                "an older copy was put there, or a standby took over that lacked some: put "
                "the newest in its place, or "
                "begin a new log with greffe keygen --succeed"
            )


BATCH = 1_000
"""The most records that get their notification ids in one transaction."""

BREATH = 0.002
"""Seconds for which records are collected before a transaction that assigns ids."""

STRAGGLERS = 1.0
"""Seconds after which a process that waits for records itself assigns ids to pending ones, since
the process that wrote them may have been killed."""

AGAIN = 0.5
"""Seconds until the next attempt after the database did not answer."""

CHANNEL = "greffe_records"
"""The channel that `sequenced` notifies (`schema.py`)."""

_INSERT = (
    "WITH written AS (INSERT INTO records (originator_id, originator_version, topic, "
    "state{cause}) VALUES (?, ?, ?, ?{value}) "
    "RETURNING originator_id, originator_version) "
    "INSERT INTO pending (originator_id, originator_version) SELECT originator_id, "
    "originator_version FROM written"
)
_INSERT_MANY = (
    "WITH given AS (SELECT * FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bytea[]) WITH "
    "ORDINALITY "
    "AS g (originator_id, originator_version, topic, state, place)), "
    "written AS (INSERT INTO records (originator_id, originator_version, topic, state{cause}) "
    "SELECT originator_id, originator_version, topic, state{value} FROM given ORDER BY place) "
    "INSERT INTO pending (originator_id, originator_version) SELECT originator_id, "
    "originator_version FROM given ORDER BY place"
)
_INSERTS = {
    with_cause: tuple(
        statement.format(cause=", cause" * with_cause, value=", ?::text" * with_cause)
        for statement in (_INSERT, _INSERT_MANY)
    )
    for with_cause in (True, False)
}
"""The SQL for inserting one row and many rows, by whether the schema has the column `cause`."""

_log = logging.getLogger("greffe.store")


class Sequencer:
    """Assigns notification ids to pending records, in a thread that starts with this process's
    first record. Pending records of other processes get their ids, too."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._waiting = Event()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._stopped = False

    def wake(self) -> None:
        self._waiting.set()
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = Thread(target=self._run, name="sequencer", daemon=True)
                    self._thread.start()

    def assign_pending(self) -> int:
        """Assign notification ids to all pending records. Returns the newest id (0: no record has
        one). Writes nothing if nothing is pending. Raises `PersistenceError`."""
        with self._connections.connection() as connection:
            ((more, number),) = connection.rows(
                "SELECT EXISTS (SELECT 1 FROM pending), (SELECT coalesce(max(id), 0) FROM "
                "notifications)"
            )
            if not more:
                return int(number)
        with self._connections.connection(writing=True) as connection:
            while True:
                newest = _assign_batch(connection)
                if newest >= 0:
                    return int(newest)

    def close(self) -> None:
        """Stop the thread. Records that are still pending get their ids from the next process that
        reads."""
        self._stopped = True
        self._waiting.set()
        if self._thread is not None:
            self._thread.join(AGAIN * 2)

    def _run(self) -> None:
        while not self._stopped:
            self._waiting.wait()
            pause = BREATH
            self._waiting.clear()
            try:
                self.assign_pending()
            except PersistenceError as e:
                _log.warning("notifications pause: %s", e)
                pause = AGAIN
                self._waiting.set()
            Event().wait(pause)


def _assign_batch(connection: Connection) -> int:
    """Assign ids to one batch of pending records, in one transaction. Returns the newest id, or -1
    if more are pending. On a read-only standby, only return the newest id that has arrived."""
    try:
        ((newest,),) = connection.rows("SELECT sequenced(?)", (BATCH,))
        ((more,),) = connection.rows("SELECT EXISTS (SELECT 1 FROM pending)")
    except psycopg.errors.ReadOnlySqlTransaction:
        ((newest,),) = connection.rows("SELECT coalesce(max(id), 0) FROM notifications")
        more = False
    return -1 if more else int(newest)


class Recorder(SharedRecorder):
    """The records, in the order of their notification ids. A (game, seq) exists once."""

    _connections: Connections
    _id = "n.id"
    _log = "notifications n"
    _columns_of = staticmethod(schema.columns_of)
    _notified = (
        f"SELECT {COLUMNS}, n.id FROM notifications n JOIN records r "  # noqa: S608  only our own words
        "USING (originator_id, originator_version)"
    )

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._sequencer = Sequencer(connections)
        self._listening: psycopg.Connection[Any] | None = None
        self._listens = Lock()
        self._looked = monotonic()
        """When this process last knew that no record was pending."""
        self._causes: bool | None = None

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """Insert rows in one transaction. Raises `IntegrityError` if a (game, seq) exists. Raises
        `OperationalError` if the database does not answer; the rows may still have been stored, and
        inserting them again then raises `IntegrityError`."""
        if not stored_events:
            return
        with (
            writing(stored_events) as cause,
            self._connections.connection(writing=True) as connection,
        ):
            with_cause = self._has_causes(connection)
            alone, many = _INSERTS[with_cause]
            rows = [
                (str(s.originator_id), s.originator_version, s.topic, s.state)
                for s in stored_events
            ]
            values = (
                rows[0] if len(rows) == 1 else [list(column) for column in zip(*rows, strict=True)]
            )
            connection.execute(
                alone if len(rows) == 1 else many, [*values, cause] if with_cause else values
            )
        self._sequencer.wake()

    def select_notifications(self, *which: Any, **more: Any) -> Sequence[Notification]:
        with self._connections.connection() as connection:
            if connection.rows(
                "SELECT 1 FROM pending LIMIT 1"
            ):  # looked at first: then what was committed by now has its place
                _assign_batch(connection)
        return super().select_notifications(*which, **more)

    def max_notification_id(self) -> int | None:
        """Assign ids to all pending records, and return the newest id; None if there are no
        records. So every record committed before the call has an id."""
        return self._sequencer.assign_pending() or None

    def mistyped_cells(self) -> list[MistypedCell]:
        return []

    def file_faults(self) -> list[str]:
        return []

    def await_durability(self) -> None:
        self._connections.await_durability()

    def await_change(self, newer_than: int, seconds: float) -> bool:
        until = monotonic() + seconds
        with self._listens, translated():
            db = self._listening_connection()
            while True:
                with self._connections.connection() as connection:
                    if connection.rows(
                        "SELECT id FROM notifications WHERE id > ? LIMIT 1", (newer_than,)
                    ):
                        return True
                left = until - monotonic()
                if left <= 0:
                    return False
                for _ in db.notifies(timeout=min(left, STRAGGLERS), stop_after=1):
                    self._looked = monotonic()
                if monotonic() >= self._looked + STRAGGLERS:
                    self._looked = monotonic()
                    self._sequencer.assign_pending()

    def _listening_connection(self) -> psycopg.Connection[Any]:
        if self._listening is not None and (self._listening.closed or self._listening.broken):
            self._listening.close()
            self._listening = None
        if self._listening is None:
            listening = connect(self._connections.address)
            listening.execute(f"LISTEN {CHANNEL}".encode())
            self._listening = listening
        return self._listening

    def close(self) -> None:
        self._sequencer.close()
        if self._listening is not None:
            self._listening.close()


def migrate(address: Address) -> int:
    """Migrate the record's schema to this version, creating it if needed. Returns the version it
    had (0: none). See `schema.migrate`."""
    return schema.migrate(address, schema.RECORDS, schema.ADDED, schema.INDEXES)


class Factory(StoreFactory):
    """Creates the recorder and the key-value store for the database in `POSTGRES_ADDRESS`.
    `SECRET_KEY_FILE` is the file of the key that seals secrets, `GUARD_FILE` the file of the log's
    guard."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        address = Address(self.env.get("POSTGRES_ADDRESS", "") or "")
        schema.need_migrated(address)
        guard = self.env.get("GUARD_FILE", "") or ""
        self._connections = (
            Connections(address, admitted=partial(refuse_if_gone_back, Path(guard)))
            if guard
            else Connections(address)
        )
        self._recorder = Recorder(self._connections)

    def application_recorder(self) -> Recorder:
        return self._recorder

    def close(self) -> None:
        self._recorder.close()
        super().close()
