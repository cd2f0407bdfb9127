"""Declarations of tables for analysts: columns with kind, meaning, and first version.

A table is declared once, in `columns.py`, `tournament_tables.py` or `season_tables.py`; the files,
the dictionary and the checks follow from it. Names stay for ever: a column with a new meaning gets
a new name, and each addition raises the minor number of `SCHEMA`."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.text import Text

FAMILY = "greffe.tables/1"
"""The schema's major number; tables with the same number can be read in the same way."""

SCHEMA = f"{FAMILY}.3"
"""The version in each file: the family and the number of additions."""

Kind = Literal["id", "number", "decimal", "flag", "time", "json"]
"""What a cell holds. `id`: a word from a list or an identifier, never a person's words. `number`: a
whole number. `decimal`: up to two decimals. `flag`: true or false. `time`: UTC by the service's
clock, in milliseconds. `json`: JSON as text."""

Cell = str | int | float | bool | None
"""A cell for a writer, with times as milliseconds since 1970. None if unknown or not applicable,
never 0."""

Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """A column: name, kind, meaning, the unit of a number, an example, and the version of `SCHEMA`
    that added it. `exact`: it says more about a person than a public dump may, and is empty
    there."""

    name: str
    kind: Kind
    meaning: Text
    example: str
    unit: str = ""
    since: str = "1.0"
    exact: bool = False


class Table(Struct, frozen=True):
    """A table: its name, what a row is, its key columns, and all columns in file order."""

    name: str
    row: Text
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


Format = Literal["csv", "jsonl", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "jsonl", "parquet")

MANIFEST = "manifest.json"


class TableFile(Struct, frozen=True):
    """A file: its path relative to the manifest, its contents, the number of rows, its size and
    SHA-256 in hex."""

    path: str
    ruleset: str
    table: str
    format: Format
    rows: int
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What an export made: the schema, the position in the log, the number of games, and the files.
    `damaged` lists the first unreadable record of games and tournaments; their earlier records are
    in the tables. For dumps, `series` identifies those that share pseudonyms, `notice` is what
    users must know, and `left_out` lists titles with too few people. `checkpoint` is the signed
    head of the log at the time (empty in a dump)."""

    schema: str
    log_size: int
    games: int
    files: tuple[TableFile, ...]
    damaged: tuple[tuple[str, int], ...] = ()
    series: str = ""
    notice: str = ""
    left_out: tuple[str, ...] = ()
    checkpoint: str = ""

    def find(self, path: str) -> TableFile | None:
        return next((file for file in self.files if file.path == path), None)


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a folder, or None if it has no tables. Raises `msgspec.ValidationError` for a
    malformed one."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
