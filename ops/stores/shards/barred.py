"""What a shard may not write to: streams that are being moved, and those that another shard has.

The bar is a table in the shard's own store, and triggers that look at it, so that no process of the shard, old or new, can write
past it. A store that is no shard's has neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from domain.store.homes import BarredStream, State
from ops.settings.addresses import Place
from ops.stores.by_place import by_place
from ops.stores.log.database import Connection, LogDatabase
from ops.stores.shared import BARRED
from ops.stores.sqlite.log_file import LogFile

_STREAM = "CASE instr({row}.key, '/') WHEN 0 THEN {row}.key ELSE substr({row}.key, 1, instr({row}.key, '/') - 1) END"

_TABLE = "CREATE TABLE IF NOT EXISTS barred (stream TEXT PRIMARY KEY, state TEXT NOT NULL, shard TEXT NOT NULL) WITHOUT ROWID"


def _sqlite() -> Iterator[str]:
    yield _TABLE
    for table, events in (("records", ("INSERT",)), ("drawer", ("INSERT", "UPDATE", "DELETE"))):
        for event in events:
            row = "OLD" if event == "DELETE" else "NEW"
            stream = f"{row}.originator_id" if table == "records" else _STREAM.format(row=row)
            barred = f"EXISTS (SELECT 1 FROM barred WHERE stream = {stream})"  # noqa: S608  only our own words
            name = f"barred_{table}_{event.lower()}"
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {table} WHEN {barred} "
                f"BEGIN SELECT RAISE(ABORT, '{BARRED}'); END"
            )


class Barred:
    """The bar of one shard, as one process has it open."""

    def __init__(self, place: Place) -> None:
        """`place`: the shard's record. Raises `OperationalError` where there is none."""
        self._database = _record_database(place)
        self.select, self.insert = _statements(place)
        """The statements that read the rows of a stream with their notification ids, and that write one."""

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction on the record, while nobody else writes to it. All that began to write before it has ended: what is
        barred in it is written by nobody from its end on."""
        with self._database.transaction(lambda _done: None) as db:
            yield db

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """A connection that sees one state of the record."""
        with self._database.snapshot() as db:
            yield db

    def of(self, stream: str) -> BarredStream | None:
        """Why a stream is barred, if it is."""
        with self._database.reader() as db:
            found = db.rows("SELECT state, shard FROM barred WHERE stream = ?", (stream,))
        return BarredStream(*found[0]) if found else None

    def elsewhere(self) -> frozenset[str]:
        """All streams that are not, or not yet, this shard's."""
        with self._database.reader() as db:
            return frozenset(stream for (stream,) in db.rows("SELECT stream FROM barred WHERE state <> 'leaving'"))

    def close(self) -> None:
        """Close it."""
        self._database.close()


def install(place: Place) -> None:
    """Have the table and its triggers in a record, as every shard has. Raises `PersistenceError`."""
    barred = Barred(place)
    try:
        with barred.transaction() as db:
            for statement in by_place(place, lambda _: tuple(_sqlite()), lambda _: _schema().BARRING):
                db.execute(statement)
    finally:
        barred.close()


def bar(db: Connection, streams: Iterable[str], state: State, shard: str = "") -> None:
    """Bar streams, for this reason in the place of another."""
    db.executemany(
        "INSERT INTO barred (stream, state, shard) VALUES (?, ?, ?) "
        "ON CONFLICT (stream) DO UPDATE SET state = excluded.state, shard = excluded.shard",
        [(stream, state, shard) for stream in streams],
    )


def unbar(db: Connection, streams: Iterable[str]) -> None:
    """Let streams be written to."""
    db.executemany("DELETE FROM barred WHERE stream = ?", [(stream,) for stream in streams])


INSERT = "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
SELECT = "SELECT id, originator_id, originator_version, topic, state FROM records WHERE originator_id = ?"


def _statements(place: Place) -> tuple[str, str]:
    return by_place(place, lambda _: (SELECT, INSERT), lambda _: (_schema().SELECT, _schema().INSERT))


def _record_database(place: Place) -> LogDatabase:
    return by_place(place, LogFile, lambda at: _schema().RecordSchema(at))


def _schema() -> Any:
    from ops.stores.shards import record_schema

    return record_schema
