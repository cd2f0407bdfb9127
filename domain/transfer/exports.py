"""Games as files and back: JSON Lines of CloudEvents, one a record, with the stored bytes
unchanged.

The arbiter's export is exact: the `data` of each line is, byte for byte, what is stored. An import
stores those bytes again; it judges every action anew and reports what today's rules would say,
without changing what is stored.

Any other audience's export is exact where it may read (`domain/game/aggregate/visibility.py`);
every other record is a tombstone with the digest of its stored bytes. Names and free text are
included only on request, in lines after the last record that its commitments bind, so a file
without them is whole too.
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
from domain.game.names import Names, namings
from domain.game.record.records import FIRST
from domain.game.store.stream_index import studies_of
from domain.kernel.commitments import commitments
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
"""The type of the lines after the last record with the names that records commit to."""

TEXT_TYPE = "greffe.text"
"""The type of the following lines with the words that records commit to."""


STUDY_TYPE = "greffe.study."
"""The prefix of the types of the last lines, the records of studies of the game; their words follow
them."""


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A CloudEvents 1.0 event around a record, or around the catalog in the first line."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: datetime
    datacontenttype: str = "application/json"
    sequence: int
    data: Raw


class _Written(Struct, frozen=True):
    at: datetime


_written = msgspec.json.Decoder(_Written)


class CatalogLine(Struct, frozen=True):
    """The text of the catalog's file, so that its SHA-256 can be checked."""

    sha256: str
    text: str


class Tombstone(Struct, frozen=True):
    topic: str
    digest: str


class Report(Struct, frozen=True):
    """The result of an import: the number of records; the actions that today's rules would refuse;
    the fidelity of the replay; whether the game was here `already`; how many names and texts were
    left out because their authors were erased here; and the `trouble` that stopped today's rules
    from judging all of an older game."""

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
    """The lines of an export for an audience, each with its newline. With `names`, the names and
    words that were not erased come last, followed by the `studies` (each as its records) that the
    audience may read."""
    records = [game.history.record(seq) for seq in range(FIRST, game.seq + 1)]
    redaction = None if audience == ARBITER else Redaction(game, audience)
    shown = [redaction is None or redaction.whole(stored.seq) for stored in records]
    catalog: Catalog = game.setting.catalog
    return chain(
        [catalog_line(records[0], catalog)],
        (record_line(stored, whole=whole) for stored, whole in zip(records, shown, strict=True)),
        disclosed(
            [stored for stored, whole in zip(records, shown, strict=True) if whole], key_values
        )
        if names
        else (),
        *(study_lines(study, key_values) for study in studies if names and _reads(study, audience)),
    )


def study_lines(study: Sequence[StoredRecord], key_values: KeyValueStore) -> Iterator[bytes]:
    """A study's records as stored, then its words that were not erased."""
    yield from (_line(stored, f"{STUDY_TYPE}{stored.topic}", stored.state) for stored in study)
    yield from disclosed(study, key_values)


def _reads(rows: Sequence[StoredRecord], audience: Audience) -> bool:
    """Whether an audience's copy includes a study: the arbiter's has all, others those shared with
    them or with the public."""
    study = STUDY_KINDS.fold(rows)
    return study is not None and (
        audience == ARBITER or (study.shared and study.opened.audience in (PUBLIC, audience))
    )


class Exports(UseCases):
    def export(
        self, game: str, audience: Audience = ARBITER, *, names: bool = False
    ) -> Iterator[bytes]:
        """The game as lines of CloudEvents, exact for the arbiter and with tombstones for others;
        with `names`, also the names and words it commits to that were not erased."""
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
    return _line(
        opening,
        CATALOG_TYPE,
        msgspec.json.encode(CatalogLine(catalog.sha256, catalog.data.decode())),
        sequence=0,
    )


def record_line(stored: StoredRecord, *, whole: bool = True) -> bytes:
    if whole:
        return _line(stored, f"greffe.{stored.topic}", stored.state)
    tombstone = Tombstone(stored.topic, hashlib.sha256(stored.state).hexdigest())
    return _line(stored, HIDDEN_TYPE, msgspec.json.encode(tombstone))


def disclosed(records: Sequence[StoredRecord], key_values: KeyValueStore) -> Iterator[bytes]:
    kept_names = Names(key_values)
    for stored in records:
        for n, (player, commitment) in enumerate(namings(stored.body)):
            name_data = kept_names.stored(player, stored.body.at, commitment)
            if name_data is not None:
                yield _line(stored, NAME_TYPE, name_data, of="/name" + (f"/{n}" if n else ""))
    for stored in records:
        for commitment in commitments(stored.body):
            name_data = key_values.fetch("text", commitment)
            if name_data is not None:
                yield _line(stored, TEXT_TYPE, name_data, of="/words")


def _line(
    stored: StoredRecord, kind: str, data: bytes, *, sequence: int | None = None, of: str = ""
) -> bytes:
    seq = stored.seq if sequence is None else sequence
    line = Line(
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
    """The time of a record, even of a kind that this version does not know. Raises
    `DamagedRecord`."""
    try:
        return _written.decode(as_bytes(stored.state)).at
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e), stored.stream, stored.seq) from None


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of a file to import, one at a time, since it may have millions. Raises
    `DamagedFile` for an empty one."""
    if not data:
        raise DamagedFile(1, 0, Text("the file is empty."))
    return (line.removesuffix(b"\n") for line in BytesIO(data))
