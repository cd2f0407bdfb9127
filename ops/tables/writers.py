"""Writing tables to files: CSV, JSON Lines, and Parquet with the extra `tables` (pyarrow). Equal
rows give equal bytes."""

import csv
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Raw

from domain.kernel.text import Text
from ops.settings.config import CHECKOUT
from ops.settings.errors import Trouble
from projections.tables.schema import SCHEMA, Cell, Format, Kind, Row, Table

GROUP = 100_000
"""Rows of a Parquet row group, which are read together."""


INSTALL = "ops/setup.sh extras" if CHECKOUT else "pip install pyarrow"


class TextFile:
    """A text file that is written: the header at once, then rows as they are added."""

    def __init__(self, path: Path, head: bytes) -> None:
        self._file: IO[bytes] = path.open("wb")
        self._file.write(head)

    def add(self, encoded: bytes) -> None:
        """Append rows, as bytes made by the format's encoder (`ENCODERS`)."""
        self._file.write(encoded)

    def close(self) -> None:
        self._file.close()


def _csv_rows(table: Table, rows: Sequence[Row]) -> bytes:
    """Rows as CSV in UTF-8: `,`, quotes as in RFC 4180, LF. None becomes an empty cell; times are
    ISO 8601."""
    out = StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(zip(*_columns(table, rows, _CSV), strict=True))
    return out.getvalue().encode()


def _json_rows(table: Table, rows: Sequence[Row]) -> bytes:
    """Rows as JSON Lines: one object for each row, with the columns in order. A cell that is JSON
    is embedded as such; None is null."""
    names = table.names
    lines = [
        dict(zip(names, row, strict=True))
        for row in zip(*_columns(table, rows, _JSON), strict=True)
    ]
    return msgspec.json.Encoder().encode_lines(lines)


def _columns(
    table: Table, rows: Sequence[Row], texts: dict[Kind, Callable[[Any], Any]]
) -> Iterator[Sequence[Any]]:
    """The cells of rows, column by column. `texts`: how to convert the cells of some kinds; None
    stays None."""
    for column, cells in zip(table.columns, zip(*rows, strict=True), strict=False):
        text_of = texts.get(column.kind)
        yield (
            cells
            if text_of is None
            else [None if cell is None else text_of(cell) for cell in cells]
        )


class Parquet:
    """A Parquet file that is written: zstd, row groups of `GROUP` rows, dictionaries for ids, times
    in UTC. `file_metadata`: the file's metadata."""

    def __init__(self, path: Path, table: Table, about: dict[str, str]) -> None:
        pa, pq = _pyarrow()
        ids = pa.dictionary(pa.int32(), pa.string())
        fields = [
            pa.field(
                column.name,
                ids if column.kind == "id" else kind,
                metadata={"meaning": column.meaning.en},
            )
            for column, kind in zip(table.columns, _arrow_schema(pa, table).types, strict=True)
        ]
        self._pa, self._schema = pa, pa.schema(fields, metadata=about)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._parts: list[Any] = []
        self._rows = 0

    def add(self, encoded: bytes) -> None:
        part = self._pa.ipc.open_stream(encoded).read_all()
        self._parts.append(part)
        self._rows += part.num_rows
        while self._rows >= GROUP:
            self._write(GROUP)

    def close(self) -> None:
        if self._rows:
            self._write(self._rows)
        self._writer.close()

    def _write(self, rows: int) -> None:
        together = self._pa.concat_tables(self._parts)
        group, rest = together.slice(0, rows).combine_chunks(), together.slice(rows)
        columns = [
            column.dictionary_encode() if self._pa.types.is_dictionary(field.type) else column
            for column, field in zip(group.columns, self._schema, strict=True)
        ]
        self._writer.write_table(
            self._pa.Table.from_arrays(columns, schema=self._schema), row_group_size=GROUP
        )
        self._parts, self._rows = ([rest] if rest.num_rows else []), rest.num_rows


def _arrow_rows(table: Table, rows: Sequence[Row]) -> bytes:
    """Rows as an Arrow stream with ids as plain text. Each row group of the file gets its own
    dictionary when it is written."""
    pa, _ = _pyarrow()
    schema = _arrow_schema(pa, table)
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [_array(pa, cells, kind) for cells, kind in zip(columns, schema.types, strict=True)]
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_batch(pa.record_batch(arrays, schema=schema))
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _array(pa: Any, cells: Sequence[Cell], kind: Any) -> Any:
    try:
        return pa.array(cells, kind)
    except OverflowError:
        return pa.array([_if_in_64_bits(cell) for cell in cells], kind)


def _arrow_schema(pa: Any, table: Table) -> Any:
    types = {
        "id": pa.string(), "number": pa.int64(), "decimal": pa.float64(), "flag": pa.bool_(), "time": pa.timestamp("ms", tz="UTC"),
        "json": pa.string(),
    }  # fmt: skip
    return pa.schema([(column.name, types[column.kind]) for column in table.columns])


def _pyarrow() -> tuple[Any, Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pa, pq


def has_parquet() -> bool:
    try:
        _pyarrow()
    except ImportError:
        return False
    return True


def need_writers(formats: Collection[Format]) -> None:
    """Raise `Trouble` if one of the formats cannot be written here, because its library is
    missing."""
    if "parquet" in formats and not has_parquet():
        raise Trouble(
            Text(
                "Parquet needs pyarrow, which is not installed: run {command}, or ask for "
                "--format csv or --format jsonl.",
                command=INSTALL,
            )
        )


def file_metadata(table: Table, ruleset: str, size: int) -> dict[str, str]:
    """The metadata of a file: schema version, table, title, and the number of log entries
    (`size`)."""
    return {
        "greffe.schema": SCHEMA,
        "greffe.table": table.name,
        "greffe.ruleset": ruleset,
        "greffe.log_size": str(size),
    }


def _if_in_64_bits(cell: Any) -> int | None:
    """The number if it fits into 64 bits, else None."""
    return cell if cell is not None and -(2**63) <= cell < 2**63 else None


def _iso(cell: Any) -> str:
    moment = datetime.fromtimestamp(cell / 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{cell % 1000:03}Z"


_CSV: dict[Kind, Callable[[Any], Any]] = {
    "flag": lambda cell: "true" if cell else "false",
    "time": _iso,
}
_JSON: dict[Kind, Callable[[Any], Any]] = {"time": _iso, "json": lambda cell: Raw(cell.encode())}

ENCODERS: dict[Format, Callable[[Table, Sequence[Row]], bytes]] = {
    "csv": _csv_rows,
    "jsonl": _json_rows,
    "parquet": _arrow_rows,
}
"""The encoder of rows for each format, in column order."""

Writer = TextFile | Parquet

WRITERS: dict[Format, Callable[[Path, Table, dict[str, str]], Writer]] = {
    "csv": lambda path, table, _: TextFile(path, ",".join(table.names).encode() + b"\n"),
    "jsonl": lambda path, _, __: TextFile(path, b""),
    "parquet": Parquet,
}
"""Opens a file of each format for a table with its metadata; it appends encoded rows."""
