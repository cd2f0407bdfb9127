"""Games as files: JSON Lines of CloudEvents, one a record, with the stored bytes as they are; and the way back.

An export is complete and exact: the `data` of each line is, byte for byte, what is stored. An import stores those bytes again.
It judges every action anew and reports what today's rules would say, but what is stored stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Raw, Struct

from domain.catalog import Catalog
from domain.filed import Filed
from domain.ruleset import Verdict
from domain.texts import commitments

CATALOG_TYPE = "greffe.catalog"
"""The type of the line, before the first record, that carries the game's catalog."""

TEXT_TYPE = "greffe.text"
"""The type of the lines, after the last record, with the words that records commit to. A file without them is whole too."""


class Line(Struct, frozen=True, kw_only=True):
    """A CloudEvents 1.0 event around one record (or, in the first line, the catalog)."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: datetime
    datacontenttype: str = "application/json"
    sequence: int
    data: Raw


class CatalogLine(Struct, frozen=True):
    """The catalog as it lies in its file, so that its SHA-256 can be checked."""

    sha256: str
    text: str


class Report(Struct, frozen=True):
    """What an import found: how many records, the actions that today's rules would refuse, the fidelity of the replay, and
    whether the game was here already."""

    game: str
    records: int
    illegal: tuple[tuple[int, Verdict], ...]
    fidelity: str
    already: bool = False


def export_lines(filed: Sequence[Filed], catalog: Catalog, words: Mapping[str, bytes]) -> Iterator[bytes]:
    """The lines of an export, each with its newline; `words` are the kept texts by their commitments."""
    game, opened_at = filed[0].game, filed[0].body.at
    yield _line(game, 0, CATALOG_TYPE, opened_at, msgspec.json.encode(CatalogLine(catalog.sha256, catalog.data.decode())))
    for one in filed:
        yield _line(game, one.seq, f"greffe.{one.topic}", one.body.at, one.state)
    for one in filed:
        for commitment in commitments(one.body):
            if commitment in words:
                yield _line(game, one.seq, TEXT_TYPE, one.body.at, words[commitment])


def _line(game: str, seq: int, kind: str, time: datetime, data: bytes) -> bytes:
    id = f"{game}/{seq}/words" if kind == TEXT_TYPE else f"{game}/{seq}"
    line = Line(specversion="1.0", id=id, source="greffe", type=kind, subject=game, time=time, sequence=seq, data=Raw(data))
    return msgspec.json.encode(line) + b"\n"
