"""Declarations of tables for analysts: columns with kind, meaning, and the version that added them.

A table is declared only once, in `columns.py`, `tournament_tables.py` or `season_tables.py`; the
files, the dictionary and the checks are derived from that. Names stay for ever: if the meaning of a
column changes, it gets a new name. Each addition increases the minor number of `SCHEMA`.
"""

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
"""What a cell contains. `id`: a word from a list or an identifier, never a person's words.
`number`: a whole number. `decimal`: up to two decimals. `flag`: true or false. `time`: UTC by the
service's clock, in milliseconds. `json`: JSON as text."""

Cell = str | int | float | bool | None
"""A cell for a writer, with times as milliseconds since 1970. None if unknown or not applicable,
never 0."""

Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """A column. `unit`: the unit of a number. `since`: the version of `SCHEMA` that added it.
    `exact`: it would reveal too much about a person in a public dump, and is empty there."""

    name: str
    kind: Kind
    meaning: Text
    example: str
    unit: str = ""
    since: str = "1.0"
    exact: bool = False


class Table(Struct, frozen=True):
    """A table. `row`: what a row stands for. `key`: the columns that identify a row. `columns`: all
    columns, in file order."""

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
    """A file of a table. `path`: relative to the manifest. `rows`: the number of rows. `bytes`: its
    size. `sha256`: in hex."""

    path: str
    ruleset: str
    table: str
    format: Format
    rows: int
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What an export consists of.

    - `schema`: the version of the tables. `log_size`: the number of log entries, and `checkpoint`:
      the log's signed head, when the export began (0 and empty in a dump).
    - `games`: the number of games. `files`: all files. `damaged`: the ids of damaged games and
      tournaments, each with its first unreadable record; the records before it are in the tables.
    - Of a dump: `series` identifies dumps with the same pseudonyms, `notice` is what users must
      know, and `left_out` lists titles with too few people.
    """

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
    """The manifest of a folder of tables; None if the folder has none. Raises
    `msgspec.ValidationError` or `msgspec.DecodeError` for a malformed one."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
