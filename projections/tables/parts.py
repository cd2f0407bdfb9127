"""Parts of tables: rows of a stretch of the log, written once, and the changes of rows that older parts have.

A row is in the part of its record's place in the log. Where a later record changes it (it was taken back; the game was closed,
and what was hidden is shown), a later file of `changes` has the row as it is now, or its key alone where it is gone. Of all rows
with one key, the one of the newest `up_to` holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.rules.text import Text
from projections.tables.columns import TABLES
from projections.tables.rows import Rows
from projections.tables.schema import Column, Table
from projections.tables.tournament_tables import TOURNAMENT_TABLES

PARTED_GAMES = {name: table for name, table in TABLES.items() if "seq" in table.names}
PARTED = PARTED_GAMES | TOURNAMENT_TABLES
"""The tables that have parts: those with a row for each record, or for what is in one. The others are short, and fetched whole."""

CHANGE = Column(
    "change",
    "id",
    Text("What happened to the row: `changed`, `added` (it was hidden, or could not be read), `gone`."),
    "changed",
)
UP_TO = Column("up_to", "number", Text("How many entries the log had when that was found; of one row the newest counts."), "4502")


def with_changes(table: Table) -> Table:
    """The table of changes of a table: its columns, what happened, and since when."""
    return Table(table.name, table.row, (*table.key, UP_TO.name), (*table.columns, CHANGE, UP_TO))


CHANGES = {name: with_changes(table) for name, table in PARTED.items()}
"""The tables of changes, by the name of the table."""


def divided(old: Rows, now: Rows, indices: Sequence[int], since: int, up_to: int) -> tuple[Rows, Rows]:
    """What the rows of a game or a tournament add to its tables' parts, and to their changes: `old` are those that were written
    when the log had `since` entries, `now` those of `up_to`, both of the same tables; `indices` are the places of its records."""
    parts: Rows = {}
    changes: Rows = {name: [] for name in now if name in PARTED}
    for name in changes:
        table = PARTED[name]
        if not old and indices[0] >= since:
            parts[name] = now[name]
            continue
        seq = table.names.index("seq")
        keyed = [table.names.index(one) for one in table.key]
        before = {tuple(row[at] for at in keyed): row for row in old.get(name, ())}
        parts[name] = []
        for row in now[name]:
            was = before.pop(tuple(row[at] for at in keyed), None) if before else None
            if indices[_number(row[seq]) - 1] >= since:
                parts[name].append(row)
            elif was is None:
                changes[name].append((*row, "added", up_to))
            elif was != row:
                changes[name].append((*row, "changed", up_to))
        for row in before.values():
            only = (cell if at in keyed else None for at, cell in enumerate(row))
            changes[name].append((*only, "gone", up_to))
    return parts, changes


def _number(cell: object) -> int:
    if not isinstance(cell, int):
        raise TypeError(cell)
    return cell
