"""How a table for analysts is declared: its columns, each with its kind, its meaning, and since
when it is there.

A table is declared once, in `columns.py` or `tournament_tables.py`; the files, the dictionary and
the checks of both follow from that. Names stay for ever: a column that is to mean something else
gets another name, and one that is added raises the minor number of `SCHEMA`.
"""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.text import Text

FAMILY = "greffe.tables/1"
"""The major number of the schema: all tables with the same number can be read in the same way."""

SCHEMA = f"{FAMILY}.2"
"""What stands in each file: the family with the number of additions made to it."""

Kind = Literal["id", "number", "decimal", "flag", "time", "json"]
"""What a cell holds. `id`: a word from a list, or a name of something; never what a person wrote.
`number`: a whole number. `decimal`: one that may have parts, to two decimals. `flag`: true or false. `time`: UTC,
by the service's clock, to the millisecond. `json`: JSON as text."""

Cell = str | int | float | bool | None
"""A cell as it is handed to a writer: a time as milliseconds since 1970. None where it is unknown
or does not apply, never 0."""

Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """One column: its name, its kind, what it means, the unit of a number, an example, and the
    version of `SCHEMA` that brought it. `exact`: it tells more of a person than a public dump may,
    and is empty there."""

    name: str
    kind: Kind
    meaning: Text
    example: str
    unit: str = ""
    since: str = "1.0"
    exact: bool = False


class Table(Struct, frozen=True):
    """One table: its name, what a row is, the columns that name a row, and all its columns in the
    order of the files."""

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
    """One file: its path below the manifest, what is in it, how many rows, its bytes and their
    SHA-256 in hex."""

    path: str
    ruleset: str
    table: str
    format: Format
    rows: int
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What was made: the schema, how far in the log, how many games, and the files. `damaged` names
    the first record of each game or tournament that could not be read: what comes before it is in
    the tables. `series` says which dumps share their pseudonyms; `notice`, what users of a dump
    have to know; `left_out`, the titles of which too few people gave games. `checkpoint` is the
    signed head of the log that they were made at (empty in a dump)."""

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
    """The manifest of a folder; none where no tables were made. Raises `msgspec.ValidationError`
    for a file that is none."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
