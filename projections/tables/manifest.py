"""The manifest of tables that were made: which files there are, with their rows and digests, and how far in the log they go."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

Format = Literal["csv", "jsonl", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "jsonl", "parquet")

STATEMENT = "greffe tables manifest"
"""What the text that is signed for a manifest begins with."""

KEYS_STATEMENT = "greffe tables keys"
"""What the text that is signed for the log's keys begins with."""

_encode = msgspec.json.Encoder(order="sorted").encode

MANIFEST = "manifest.json"
"""The manifest's name, in the folder of its files."""


class TableFile(Struct, frozen=True):
    """One file: its path below the manifest, what is in it, how many rows, its bytes and their SHA-256 in hex."""

    path: str
    ruleset: str
    table: str
    format: Format
    rows: int
    bytes: int
    sha256: str


class TablePart(Struct, frozen=True):
    """A part of a table, which is never written again: its rows are of the records from `first` to `last` in the log. Of `changes`,
    `last` is how far the log went when rows that older parts have were found to be others. `schema` is what it was
    written as."""

    path: str
    ruleset: str
    table: str
    format: Format
    rows: int
    bytes: int
    sha256: str
    first: int
    last: int
    changes: bool
    schema: str


class Manifest(Struct, frozen=True):
    """What was made: the schema, how far in the log, how many games, and the files. `damaged` names the first record of each game
    or tournament that could not be read: what comes before it is in the tables. `series` says which dumps share their pseudonyms;
    `notice`, what users of a dump have to know; `left_out`, the titles of which too few people gave games. `parts` are there for
    copies of the tables, which keep them; `reached` says of each title and format how far in the log those of games go,
    `reached_tournaments` those of tournaments. `checkpoint` is the signed head of the log that they were made at, `keys` are
    the log's verifier keys, and `signature` is a C2SP signed note by them over the `statement`; empty where the key could not be
    used. All that the manifest says is signed but `keys`, over which `keys_signature` is a note by the same keys: a copy learns a
    key from it (empty: from before)."""

    schema: str
    log_size: int
    games: int
    files: tuple[TableFile, ...]
    damaged: tuple[tuple[str, int], ...] = ()
    series: str = ""
    notice: str = ""
    left_out: tuple[str, ...] = ()
    parts: tuple[TablePart, ...] = ()
    reached: dict[str, dict[Format, int]] = {}
    reached_tournaments: dict[str, dict[Format, int]] = {}
    checkpoint: str = ""
    keys: tuple[str, ...] = ()
    keys_signature: str = ""
    signature: str = ""

    def find(self, path: str) -> TableFile | TablePart | None:
        """The file or the part of a path, if there is one."""
        return next((file for file in self.all_files() if file.path == path), None)

    def all_files(self) -> tuple[TableFile | TablePart, ...]:
        """The files and the parts."""
        return self.files + self.parts

    def statement(self) -> str:
        """The text that the log's keys sign. No key's name has a space (C2SP `signed-note`), so nobody can take it for the text of
        a checkpoint, whose first line is that name. Its lines: what it is, the schema, how far and how many games, and in hex the
        SHA-256 of the checkpoint, of the files (a line each, cells parted by a space), and of the JSON array of what else is told
        (damaged, series, notice, left_out, reached, reached_tournaments; compact, the keys of objects in order)."""
        listing = "".join(f"{_line(one)}\n" for one in self.all_files())
        prose: tuple[object, ...] = (self.damaged, self.series, self.notice, self.left_out, self.reached, self.reached_tournaments)
        lines = (
            STATEMENT,
            self.schema,
            f"{self.log_size} {self.games}",
            hashlib.sha256(self.checkpoint.encode()).hexdigest(),
            hashlib.sha256(listing.encode()).hexdigest(),
            hashlib.sha256(_encode(prose)).hexdigest(),
        )
        return "".join(f"{line}\n" for line in lines)

    def keys_statement(self) -> str:
        """The text that the log's keys sign for `keys`: what it is, then a line for each."""
        return "".join(f"{line}\n" for line in (KEYS_STATEMENT, *self.keys))


def _line(file: TableFile | TablePart) -> str:
    cells = [file.path, file.ruleset, file.table, file.format, file.rows, file.bytes, file.sha256]
    if isinstance(file, TablePart):
        cells += [file.first, file.last, "changes" if file.changes else "log", file.schema]
    return " ".join(map(str, cells))


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a folder; none where no tables were made. Raises `msgspec.ValidationError` for a file that is none."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
