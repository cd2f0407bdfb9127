"""Copying a data folder's record, log and subscriptions from SQLite to PostgreSQL, with equal bytes
and numbers, in one transaction."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from eventsourcing.persistence import OperationalError
from msgspec import Struct
from psycopg import sql

from domain.kernel.text import Text, TextError
from ops.settings.addresses import LOG, NOTIFICATIONS, RECORD, Address
from ops.stores.postgres import log_schema, notification_schema, recorder
from ops.stores.postgres.connections import connect, translated
from ops.stores.sqlite import connections as sqlite_file, log_file, notification_file
from ops.stores.sqlite.cells import mistyped_cells

READ = 1_000


class TableToMove(Struct, frozen=True):
    """A table to copy: its schema and name in PostgreSQL. `source`: the table's name in the SQLite
    file ("": the same). `columns`: the columns to copy (empty: all). Rows are copied in the order
    of the primary key."""

    schema: str
    name: str
    source: str = ""
    columns: tuple[str, ...] = ()


NUMBERED = ("originator_id", "originator_version")
TABLES = (
    TableToMove(RECORD, "records", columns=(*NUMBERED, "topic", "state", "cause")),
    TableToMove(RECORD, "notifications", "records", ("id", *NUMBERED)),
    TableToMove(RECORD, "drawer"),
    *(TableToMove(LOG, name) for name in ("entries", "tiles", "checkpoints", "keys", "notices")),
)
SENT = tuple(TableToMove(NOTIFICATIONS, name) for name in ("subscriptions", "turns", "deliveries"))
"""The tables of subscriptions and their messages, which are copied if they exist."""

TYPES = {"text": "text", "integer": "int8", "blob": "bytea"}
"""The PostgreSQL type for each SQLite type."""


class MoveCounts(Struct, frozen=True):
    """How many records, key-value pairs, log entries, subscriptions and messages were copied."""

    records: int
    values: int
    entries: int
    subscriptions: int = 0
    messages: int = 0


class CannotMove(TextError):
    """Nothing was copied; the sentence contains the reason."""


def move(record: Path, ledger: Path, notifications: Path, dsn: str) -> MoveCounts:
    """Copy a record, its log and its notifications (if there are any) into a database whose schemas
    are empty or missing. Nobody may write to the files meanwhile; they are not changed.

    Raises `CannotMove`, `NewerSchema` and `PersistenceError`; the database is then as before,
    except for empty schemas.
    """
    recorder.migrate(Address(dsn, RECORD))
    log_schema.migrate(Address(dsn, LOG))
    subscribed = notifications.is_file()
    if subscribed:
        notification_file.migrate(notifications)
        notification_schema.migrate(Address(dsn, NOTIFICATIONS))
    with (
        translated(),
        _reading(record) as here,
        _reading(ledger) as log,
        connect(Address(dsn)) as there,
        there.transaction(),
    ):
        for bound in ("statement_timeout", "idle_in_transaction_session_timeout"):
            there.execute(
                f"SET LOCAL {bound} = 0".encode()
            )  # it takes as long as the record is long
        _need_sound(here, sqlite_file.TABLES, record)
        _need_sound(log, log_file.TABLES, ledger)
        _need_empty(there)
        counts = {
            table.name: _copy(log if table.schema == LOG else here, there, table)
            for table in TABLES
        }
        row = log.execute('SELECT origin, size, position, "row" FROM log').fetchone()
        there.execute(
            'UPDATE greffe_log.log SET origin = %s, size = %s, position = %s, "row" = %b, version '
            "= version + 1",
            row,
        )
        if subscribed:
            with _reading(notifications) as file:
                _need_sound(file, notification_file.TABLES, notifications)
                counts |= {table.name: _copy(file, there, table) for table in SENT}
                row = file.execute("SELECT position, changed FROM outbox").fetchone()
            there.execute(
                "UPDATE greffe_notifications.outbox SET position = %s, changed = %s, version = "
                "version + 1",
                row,
            )
    messages = counts.get("deliveries", 0)
    return MoveCounts(
        counts["records"],
        counts["drawer"],
        counts["entries"],
        counts.get("subscriptions", 0),
        messages,
    )


@contextmanager
def _reading(path: Path) -> Iterator[sqlite_file.Connection]:
    if not path.is_file():
        raise CannotMove(
            Text("{path} is not there: start the service once, so that it is made", path=path)
        )
    with closing(sqlite_file.connect(str(path))) as db:
        db.execute("BEGIN")
        yield db


def _need_sound(db: sqlite3.Connection, tables: Iterable[Any], path: Path) -> None:
    mismatch = next(iter(mistyped_cells(db, list(tables))), None)
    if mismatch is not None:
        raise CannotMove(
            Text(
                "row {row} of {table} in {path} holds {stands} where {belongs} belongs: run "
                "greffe fsck",
                row=mismatch.row,
                table=mismatch.table,
                path=path,
                stands=mismatch.found,
                belongs=mismatch.expected,
            )
        )


def _need_empty(there: psycopg.Connection[Any]) -> None:
    ours = ("greffe.records", "greffe.drawer", "greffe_log.entries", "greffe_log.keys")
    names = tuple(f"{table.schema}.{table.name}" for table in SENT if _is_there(there, table))
    for table in (*ours, *names):
        if there.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone():  # noqa: S608  only our own words
            raise CannotMove(
                Text(
                    "{table} of the database is not empty: name one that Greffe has not written to",
                    table=table,
                )
            )


def _is_there(there: psycopg.Connection[Any], table: TableToMove) -> bool:
    """Whether a table exists in the database. The tables of subscriptions are created only with the
    first subscription."""
    return there.execute(
        "SELECT to_regclass(%s)", (f"{table.schema}.{table.name}",)
    ).fetchone() != (None,)


def _copy(here: sqlite3.Connection, there: psycopg.Connection[Any], table: TableToMove) -> int:
    """Copy one table, and compare both sides by digest. Returns the number of rows. Raises
    `OperationalError` if they differ."""
    source = table.source or table.name
    described = here.execute(f"PRAGMA table_info({source})").fetchall()
    types = {name: TYPES[kind.lower()] for _, name, kind, *_ in described}
    columns = {name: types[name] for name in table.columns or types if name in types}
    names = ", ".join(f'"{column}"' for column in columns)
    keys = {at: name for _, name, *_, at in described if at and name in columns}
    order = ", ".join([name for _, name in sorted(keys.items())] or NUMBERED)
    query = f"SELECT {names} FROM {source} ORDER BY {order}"  # noqa: S608  only our own words
    place = f"{table.schema}.{table.name}"
    target = sql.SQL("{}.{}").format(sql.Identifier(table.schema), sql.Identifier(table.name))
    count = _write(there, target, columns, _rows(here, query))
    sent = query.replace(f"FROM {source}", f"FROM {place}")
    _need_same(_rows(here, query), _rows_there(there, sent), table.name)
    if order == "number" and count:
        there.execute(
            f"SELECT setval(pg_get_serial_sequence('{place}', 'number'), (SELECT max(number) FROM "  # noqa: S608
            f"{place}))".encode()
        )
    return count


def _write(
    there: psycopg.Connection[Any],
    target: sql.Composable,
    columns: dict[str, str],
    rows: Iterable[Any],
) -> int:
    """Insert rows into a table. `columns`: the type of each column. Returns the number of rows."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    count = 0
    with (
        there.cursor() as cursor,
        cursor.copy(
            sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(target, names)
        ) as copy,
    ):
        copy.set_types(list(columns.values()))
        for row in rows:
            copy.write_row(row)
            count += 1
    return count


def _rows(db: sqlite3.Connection, query: str) -> Iterator[Any]:
    cursor = db.cursor()
    cursor.arraysize = READ
    yield from cursor.execute(query)


def _rows_there(there: psycopg.Connection[Any], query: str) -> Iterator[Any]:
    with there.cursor(name="moved", binary=True) as cursor:
        cursor.itersize = READ
        yield from cursor.execute(query.encode())


def _need_same(here: Iterable[Any], there: Iterable[Any], what: str) -> None:
    """Raise `OperationalError` unless both sides have equal rows in the same order. `what`: the
    table's name, for the error."""
    digests = [sha256(), sha256()]
    for digest, rows in zip(digests, (here, there), strict=True):
        for row in rows:
            digest.update(repr(tuple(row)).encode())
    if digests[0].digest() != digests[1].digest():
        raise OperationalError(f"the {what} in the database are not those of the file")
