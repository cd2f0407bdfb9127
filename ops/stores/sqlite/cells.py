"""The cells of a SQLite file.

SQLite accepts a value of any type in any column, such as a text for bytes. Triggers refuse values
of a wrong type. If there is one all the same, it is converted when it is read, and reported.

Triggers are used instead of STRICT tables, which would require rewriting existing stores row by
row.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.stored import MistypedCell
from ops.stores.cells import as_text, spelt_out

SHOWN = 200
"""The most mistyped cells that are reported for one table."""


class Table(Struct, frozen=True):
    """A table. `row`: the column that identifies a row. `columns`: the type of each column's values
    as SQLite names it (`text`; `text null` if NULL is allowed)."""

    name: str
    row: str
    columns: dict[str, str]

    def mistyped(self, of: str = "") -> str:
        """The SQL condition that a cell of a row is mistyped. `of`: the prefix of column names."""
        return " OR ".join(_mistyped(of + column, types) for column, types in self.columns.items())


def type_triggers(tables: Sequence[Table]) -> Iterator[str]:
    """The SQL statements that create the triggers of tables."""
    for table in tables:
        for event in ("INSERT", "UPDATE"):
            yield (
                f"CREATE TRIGGER typed_{table.name}_{event.lower()} BEFORE {event} ON "
                f"{table.name} WHEN {table.mistyped('NEW.')} "
                f"BEGIN SELECT RAISE(ABORT, 'a cell of {table.name} has another type than its "
                f"column'); END"
            )


def mistyped_cells(db: sqlite3.Connection, tables: Sequence[Table]) -> Iterator[MistypedCell]:
    """The cells whose value is not of their column's type, at most `SHOWN` for each table. Raises
    `sqlite3.Error`."""
    for whole in tables:
        present = columns_of(db, whole.name)  # a file that was not migrated yet may lack one
        table = Table(
            whole.name,
            whole.row,
            {column: types for column, types in whole.columns.items() if column in present},
        )
        types = ", ".join(f"typeof({column})" for column in table.columns)
        query = (
            f"SELECT {table.row}, {types} FROM {table.name} WHERE {table.mistyped()} LIMIT {SHOWN}"  # noqa: S608  only our own words
        )
        for row, *stand in rows(db, query):
            for (column, belongs), stands in zip(table.columns.items(), stand, strict=True):
                if stands not in belongs.split():
                    yield MistypedCell(table.name, as_text(row), column, belongs.split()[0], stands)


def columns_of(db: sqlite3.Connection, table: str) -> set[str]:
    """The names of the columns of a table. Raises `sqlite3.Error`."""
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}


def rows(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> list[Any]:
    """All rows of a query. If a text is not valid UTF-8, its wrong bytes are escaped instead of
    raising an error. Raises `sqlite3.Error`."""
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


def _mistyped(column: str, types: str) -> str:
    allowed = ", ".join(f"'{type_}'" for type_ in types.split())
    return f"typeof({column}) NOT IN ({allowed})"
