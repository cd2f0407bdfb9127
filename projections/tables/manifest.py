"""The manifest of tables that were made: which files there are, with their rows and digests, and
how far in the log they go."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

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
