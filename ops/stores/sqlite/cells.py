"""What the cells of a SQLite file hold.

SQLite lets a cell be of any type, whatever its column says: a text where bytes belong, or a number.
Triggers refuse such cells; where somebody got one in all the same, it is read as if it were what
belongs there, and named.

Triggers, not STRICT tables: those would have to be made anew for the stores that are there, row by
row.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.stored import Mismatch
from ops.stores.cells import as_text, spelt_out

SHOWN = 200
"""The most cells that are named of one table."""


class Table(Struct, frozen=True):
    """A table: what a row goes by, and for each column the type of its cells as SQLite says it
    (`text`, or `text null` where there may be nothing)."""

    name: str
    row: str
    columns: dict[str, str]

    def wrong(self, of: str = "") -> str:
        return " OR ".join(_wrong(of + column, types) for column, types in self.columns.items())


def guarding(tables: Sequence[Table]) -> Iterator[str]:
    for table in tables:
        for event in ("INSERT", "UPDATE"):
            yield (
                f"CREATE TRIGGER typed_{table.name}_{event.lower()} BEFORE {event} ON "
                f"{table.name} WHEN {table.wrong('NEW.')} "
                f"BEGIN SELECT RAISE(ABORT, 'a cell of {table.name} has another type than its "
                f"column'); END"
            )


def mismatches(db: sqlite3.Connection, tables: Sequence[Table]) -> Iterator[Mismatch]:
    """The cells of another type that stand in a file all the same. Raises `sqlite3.Error`."""
    for whole in tables:
        there = columns_of(db, whole.name)  # a file that was not migrated yet may lack one
        table = Table(
            whole.name,
            whole.row,
            {column: types for column, types in whole.columns.items() if column in there},
        )
        types = ", ".join(f"typeof({column})" for column in table.columns)
        query = f"SELECT {table.row}, {types} FROM {table.name} WHERE {table.wrong()} LIMIT {SHOWN}"  # noqa: S608  only our own words
        for row, *stand in rows(db, query):
            for (column, belongs), stands in zip(table.columns.items(), stand, strict=True):
                if stands not in belongs.split():
                    yield Mismatch(table.name, as_text(row), column, belongs.split()[0], stands)


def columns_of(db: sqlite3.Connection, table: str) -> set[str]:
    """The columns that a table has. Raises `sqlite3.Error`."""
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}


def rows(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> list[Any]:
    """All rows of a query. A text that is no UTF-8 comes with its bytes spelt out: it is not what
    it was, but no reason to stop reading. Raises `sqlite3.Error`."""
    try:
        return db.execute(query, values).fetchall()
    except sqlite3.OperationalError as e:
        if "decode" not in str(e):
            raise
    db.text_factory = spelt_out
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.text_factory = str


def _wrong(column: str, types: str) -> str:
    allowed = ", ".join(f"'{type_}'" for type_ in types.split())
    return f"typeof({column}) NOT IN ({allowed})"
