"""Tables as files: CSV, JSON Lines, and Parquet with the extra `tables` (pyarrow). The same rows give the same bytes."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec
from msgspec import Raw

from ops.settings.errors import Trouble
from projections.tables.manifest import Format
from projections.tables.schema import SCHEMA, Cell, Kind, Row, Table

GROUP = 100_000
"""Rows of a group in Parquet: what is read together."""


class NoParquet(Trouble):
    """The extra is not installed."""


class Writer(Protocol):
    """A file of a table that grows by rows."""

    def add(self, rows: Sequence[Row]) -> None:
        """Write rows, in the columns' order."""

    def close(self) -> None:
        """Write what is left, and the file's end."""


class Csv:
    """UTF-8 with a line of names, `,` and quotes as in RFC 4180, LF. Nothing stands for null; a time is ISO 8601."""

    def __init__(self, path: Path, table: Table, about: dict[str, str]) -> None:
        self._file: IO[str] = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(table.names)
        self._told = [_CSV[column.kind] for column in table.columns]

    def add(self, rows: Sequence[Row]) -> None:
        told = self._told
        self._writer.writerows([["" if cell is None else say(cell) for say, cell in zip(told, row, strict=True)] for row in rows])

    def close(self) -> None:
        self._file.close()


class JsonLines:
    """An object a line, its columns in their order; a cell of JSON is JSON itself, null is null."""

    def __init__(self, path: Path, table: Table, about: dict[str, str]) -> None:
        self._file: IO[bytes] = path.open("wb")
        self._encoder = msgspec.json.Encoder()
        self._names = table.names
        self._told = [_JSON[column.kind] for column in table.columns]

    def add(self, rows: Sequence[Row]) -> None:
        names, told = self._names, self._told
        lines = [
            {name: None if cell is None else say(cell) for name, say, cell in zip(names, told, row, strict=True)} for row in rows
        ]
        self._file.write(self._encoder.encode_lines(lines))

    def close(self) -> None:
        self._file.close()


class Parquet:
    """Apache Parquet: groups of `GROUP` rows, zstd, ids by dictionary, times in UTC; what the table is stands in its metadata."""

    def __init__(self, path: Path, table: Table, about: dict[str, str]) -> None:
        pa, pq = _pyarrow()
        types = {
            "id": pa.dictionary(pa.int32(), pa.string()),
            "number": pa.int64(),
            "flag": pa.bool_(),
            "time": pa.timestamp("ms", tz="UTC"),
            "json": pa.string(),
        }
        fields = [pa.field(one.name, types[one.kind], metadata={"meaning": one.meaning.en}) for one in table.columns]
        self._pa, self._schema = pa, pa.schema(fields, metadata=about)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def add(self, rows: Sequence[Row]) -> None:
        self._rows += rows
        while len(self._rows) >= GROUP:
            self._write(self._rows[:GROUP])
            del self._rows[:GROUP]

    def close(self) -> None:
        if self._rows:
            self._write(self._rows)
        self._writer.close()

    def _write(self, rows: list[Row]) -> None:
        columns = list(zip(*rows, strict=True))
        arrays = [
            self._pa.array([_held(cell) for cell in cells] if field.type == self._pa.int64() else cells, field.type)
            for cells, field in zip(columns, self._schema, strict=True)
        ]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=GROUP)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise NoParquet(
            "Parquet needs the extra `tables`: pip install 'greffe[tables]', or ask for --format csv or --format jsonl."
        ) from None
    return pa, pq


def has_parquet() -> bool:
    """Whether Parquet can be written here."""
    try:
        _pyarrow()
    except NoParquet:
        return False
    return True


def about(table: Table, ruleset: str, size: int) -> dict[str, str]:
    """What stands in a file's metadata: the schema, the table, the title, and the entries of the log it goes up to."""
    return {"greffe.schema": SCHEMA, "greffe.table": table.name, "greffe.ruleset": ruleset, "greffe.log_size": str(size)}


def _held(cell: Any) -> int | None:
    """A number, if 64 bits hold it; one that nobody can have counted is unknown."""
    return cell if cell is not None and -(2**63) <= cell < 2**63 else None


def _iso(cell: Any) -> str:
    at = datetime.fromtimestamp(cell / 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{cell % 1000:03}Z"


def _plain(cell: Cell) -> Cell:
    return cell


_CSV: dict[Kind, Callable[[Any], Any]] = {
    "id": _plain,
    "number": _plain,
    "flag": lambda cell: "true" if cell else "false",
    "time": _iso,
    "json": _plain,
}
_JSON: dict[Kind, Callable[[Any], Any]] = {
    "id": _plain,
    "number": _plain,
    "flag": _plain,
    "time": _iso,
    "json": lambda cell: Raw(cell.encode()),
}

WRITERS: dict[Format, Callable[[Path, Table, dict[str, str]], Writer]] = {"csv": Csv, "jsonl": JsonLines, "parquet": Parquet}
"""What writes each format."""
