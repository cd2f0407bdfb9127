"""Exports games as files: JSON Lines of CloudEvents, one for each record.

In the arbiter's export the `data` of each line is the stored record, byte for byte. An import
(`imports.py`) stores these bytes again.

In the export for another audience this is so for the records that it may read
(`domain/game/aggregate/visibility.py`). In place of every other record there is a tombstone with
the digest of its stored bytes. Names and words are included only on request, in lines after the
last record. Records contain commitments to them, so a file without them is complete, too.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import BytesIO
from itertools import chain

import msgspec
from msgspec import Raw, Struct

from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import Redaction
from domain.game.application import UseCases
from domain.game.names import Names, named_players
from domain.game.record.records import FIRST
from domain.game.store.stream_index import studies_of
from domain.kernel.commitments import text_commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.stored import DamagedRecord, StoredRecord, as_bytes
from domain.kernel.text import Text
from domain.study.kinds import STUDY_KINDS
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Audience, Verdict
from domain.transfer.refusals import DamagedFile

CATALOG_TYPE = "greffe.catalog"
"""The type of the line before the first record, with the game's catalog."""

HIDDEN_TYPE = "greffe.hidden"
"""The type of the tombstones of records that the audience may not read."""

NAME_TYPE = "greffe.name"
"""The type of lines with names that records commit to. They come after the last record."""

TEXT_TYPE = "greffe.text"
"""The type of lines with words that records commit to. They come after the names."""


STUDY_TYPE = "greffe.study."
"""The prefix of the types of lines with records of studies of the game. They come last; the words
of each study follow its records."""


class ExportLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of an export: a CloudEvents 1.0 event whose `data` is a record, a tombstone, words or,
    in the first line, the catalog. `sequence`: the seq of the record (0: the catalog)."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: datetime
    datacontenttype: str = "application/json"
    sequence: int
    data: Raw


class _TimeOnly(Struct, frozen=True):
    at: datetime


_written = msgspec.json.Decoder(_TimeOnly)


class CatalogLine(Struct, frozen=True):
    """The data of an export's first line: the text of the catalog's file, and its SHA-256."""

    sha256: str
    text: str


class Tombstone(Struct, frozen=True):
    topic: str
    digest: str


class ImportReport(Struct, frozen=True):
    """The result of an import.

    - `game`: its id; `records`: how many the file has.
    - `illegal`: the seq of each action that today's rules would refuse, with their verdict.
    - `fidelity` of the replay: whether fingerprints were equal.
    - `already`: all records were here before.
    - `erased`: how many names and texts were left out because their authors were erased here.
    - `trouble`: why today's rules could not judge all of an older game (None: they could)."""

    game: str
    records: int
    illegal: tuple[tuple[int, Verdict], ...]
    fidelity: str
    already: bool = False
    erased: int = 0
    trouble: Text | None = None


def export_lines(
    game: Game,
    key_values: KeyValueStore,
    audience: Audience = ARBITER,
    *,
    names: bool = False,
    studies: Sequence[Sequence[StoredRecord]] = (),
) -> Iterator[bytes]:
    """The lines of an export for an audience, each with its newline: the catalog, the records and,
    with `names`, the names and words that were not erased, and those of the `studies` (each a list
    of records) that the audience may read."""
    records = [game.history.record(seq) for seq in range(FIRST, game.seq + 1)]
    redaction = None if audience == ARBITER else Redaction(game, audience)
    shown = [redaction is None or redaction.sends_whole(stored.seq) for stored in records]
    catalog: Catalog = game.setting.catalog
    return chain(
        [catalog_line(records[0], catalog)],
        (record_line(stored, whole=whole) for stored, whole in zip(records, shown, strict=True)),
        word_lines(
            [stored for stored, whole in zip(records, shown, strict=True) if whole], key_values
        )
        if names
        else (),
        *(
            study_lines(study, key_values)
            for study in studies
            if names and _includes_study(study, audience)
        ),
    )


def study_lines(study: Sequence[StoredRecord], key_values: KeyValueStore) -> Iterator[bytes]:
    """The lines for a study: its records as they are stored, then its words that were not
    erased."""
    yield from (
        _export_line(stored, f"{STUDY_TYPE}{stored.topic}", stored.state) for stored in study
    )
    yield from word_lines(study, key_values)


def _includes_study(rows: Sequence[StoredRecord], audience: Audience) -> bool:
    """Whether the export for an audience includes the study with these records. The arbiter's
    includes all studies; another audience's includes those shared with it or with the public."""
    study = STUDY_KINDS.fold(rows)
    return study is not None and (
        audience == ARBITER or (study.shared and study.opened.audience in (PUBLIC, audience))
    )


class Exports(UseCases):
    def export(
        self, game: str, audience: Audience = ARBITER, *, names: bool = False
    ) -> Iterator[bytes]:
        """The lines of an export of a game for an audience; with `names`, also the names and words
        that were not erased, and the studies that the audience may read."""
        return export_lines(
            self._clerk.game(game),
            self._clerk.key_values,
            audience,
            names=names,
            studies=self.studies(game) if names else (),
        )

    def studies(self, game: str) -> list[list[StoredRecord]]:
        ids = studies_of(self._clerk.key_values, game)
        return [rows for id in ids if (rows := self._clerk.recorder.records_of(id))]


def catalog_line(opening: StoredRecord, catalog: Catalog) -> bytes:
    return _export_line(
        opening,
        CATALOG_TYPE,
        msgspec.json.encode(CatalogLine(catalog.sha256, catalog.data.decode())),
        sequence=0,
    )


def record_line(stored: StoredRecord, *, whole: bool = True) -> bytes:
    if whole:
        return _export_line(stored, f"greffe.{stored.topic}", stored.state)
    tombstone = Tombstone(stored.topic, hashlib.sha256(stored.state).hexdigest())
    return _export_line(stored, HIDDEN_TYPE, msgspec.json.encode(tombstone))


def word_lines(records: Sequence[StoredRecord], key_values: KeyValueStore) -> Iterator[bytes]:
    """The lines with the names and words that the records commit to and that were not erased."""
    kept_names = Names(key_values)
    for stored in records:
        for n, (player, commitment) in enumerate(named_players(stored.body)):
            name_data = kept_names.stored(player, stored.body.at, commitment)
            if name_data is not None:
                yield _export_line(
                    stored, NAME_TYPE, name_data, of="/name" + (f"/{n}" if n else "")
                )
    for stored in records:
        for commitment in text_commitments(stored.body):
            name_data = key_values.fetch("text", commitment)
            if name_data is not None:
                yield _export_line(stored, TEXT_TYPE, name_data, of="/words")


def _export_line(
    stored: StoredRecord, kind: str, data: bytes, *, sequence: int | None = None, of: str = ""
) -> bytes:
    seq = stored.seq if sequence is None else sequence
    line = ExportLine(
        specversion="1.0",
        id=f"{stored.stream}/{seq}{of}",
        source="greffe",
        type=kind,
        subject=stored.stream,
        time=_written_at(stored),
        sequence=seq,
        data=Raw(data),
    )
    return msgspec.json.encode(line) + b"\n"


def _written_at(stored: StoredRecord) -> datetime:
    """The time in a stored record, even if this version does not know its kind. Raises
    `DamagedRecord` if it cannot be read."""
    try:
        return _written.decode(as_bytes(stored.state)).at
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e), stored.stream, stored.seq) from None


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of a file to import, without their newlines, one at a time, since there may be
    millions. Raises `DamagedFile` if the file is empty."""
    if not data:
        raise DamagedFile(1, 0, Text("the file is empty."))
    return (line.removesuffix(b"\n") for line in BytesIO(data))
