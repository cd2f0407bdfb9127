"""Exports tournaments as files and imports them: JSON Lines of CloudEvents, one for each record,
with the stored bytes unchanged.

A tombstone replaces each record that the reader may not read. An import checks the file as an audit
checks a bundle: bases, attempts and seeds must be right. The games of a tournament are exported to
files of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from domain.game.aggregate.game import ENTRANT
from domain.game.application import ClerkApplication
from domain.game.names import Names, name_key, named_players
from domain.game.record.records import FIRST
from domain.game.store.stream_index import mark_imported
from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text, same
from domain.proof.bundle.stream_checks import StreamChecks
from domain.proof.errors import Refused
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.tournament.records import EntrantAdded, TournamentOpened
from domain.transfer.exports import (
    HIDDEN_TYPE,
    NAME_TYPE,
    TEXT_TYPE,
    ExportLine,
    lines_of,
    record_line,
    word_lines,
)
from domain.transfer.refusals import DamagedFile, GameExists, RedactedFile

_lines = msgspec.json.Decoder(ExportLine)


def export_tournament(
    stored: Sequence[StoredRecord],
    shows: Callable[[StoredRecord], bool],
    key_values: KeyValueStore,
    *,
    names: bool = False,
) -> Iterator[bytes]:
    """The lines of an export of a tournament, given its records. `shows`: whether the reader may
    read a record; with `names`, the names and words that were not erased come last."""
    shown = [shows(record) for record in stored]
    whole = [record for record, good in zip(stored, shown, strict=True) if good]
    records = (record_line(record, whole=good) for record, good in zip(stored, shown, strict=True))
    return chain(records, word_lines(whole, key_values) if names else ())


class TournamentFile:
    """A tournament's export that was read and checked to its end: the records, and (`kept`) the
    names and words that they commit to, each as (kind, key, bytes) for the key-value store."""

    def __init__(self, data: bytes, fold: Callable[[list[StoredRecord]], object]) -> None:
        """Parse and check a file; store nothing. `fold`: computes the state from the records, and
        raises `DamagedRecord` if it cannot. Raises `DamagedFile`, and `RedactedFile` if the file
        has tombstones."""
        self.records: list[StoredRecord] = []
        self.kept: list[tuple[str, str, bytes]] = []
        self._leaves: list[bytes] = []
        self._checks: StreamChecks | None = None
        for number, row in enumerate(lines_of(data), start=1):
            self._take_line(number, row)
        try:
            fold(self.records)
        except DamagedRecord as e:
            raise self._damaged(e.seq or 1, same(e.why)) from None

    @property
    def id(self) -> str:
        return self.records[0].stream

    def _take_line(self, number: int, row: bytes) -> None:
        try:
            line = _lines.decode(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise self._damaged(number, Text("it cannot be read ({e})", e=e)) from None
        if line.type == HIDDEN_TYPE:
            raise RedactedFile(number)
        if line.type in (NAME_TYPE, TEXT_TYPE):
            self._take_words(number, line)
            return
        stored = StoredRecord(
            line.subject, line.sequence, line.type.removeprefix("greffe."), bytes(line.data)
        )
        if (
            stored.seq != len(self.records) + 1
            or self.kept
            or (self.records and stored.stream != self.id)
        ):
            raise self._damaged(number, Text("it is no record that belongs here"))
        if (stored.seq == FIRST) != (stored.topic == TournamentOpened.__name__):
            raise self._damaged(number, Text("a tournament begins with its opening, and has one"))
        self._check_record(number, stored)
        self.records.append(stored)

    def _check_record(self, number: int, stored: StoredRecord) -> None:
        self._checks = self._checks or StreamChecks(
            stored.stream, lambda seq: self._leaves[seq - 1]
        )
        try:
            prev = self._leaves[-1] if self._leaves else NO_PREV
            self._leaves.append(
                RecordEntry.of(stored.stream, stored.seq, prev, stored.topic, stored.state).leaf
            )
            self._checks.take(stored.seq, stored.topic, stored.state.decode())
            stored.body  # noqa: B018  it is read here
        except Refused as e:
            raise self._damaged(number, Text(e.said.en, e.said.fr)) from None
        except (DamagedRecord, UnicodeDecodeError) as e:
            raise self._damaged(number, Text("it cannot be read ({e})", e=e)) from None

    def _take_words(self, number: int, line: ExportLine) -> None:
        data = bytes(line.data)
        try:
            commitment = commitments.commitment_to(
                msgspec.json.decode(data, type=commitments.SaltedText)
            )
        except msgspec.DecodeError as e:
            raise self._damaged(number, Text("it cannot be read ({e})", e=e)) from None
        body = (
            self.records[line.sequence - 1].body if 0 < line.sequence <= len(self.records) else None
        )
        places = {c: p for p, c in named_players(body)} if body is not None else {}
        if body is not None and line.type == NAME_TYPE and commitment in places:
            self.kept.append((*name_key(places[commitment], body.at, commitment), data))
        elif (
            line.type == TEXT_TYPE
            and body is not None
            and commitment in commitments.text_commitments(body)
        ):
            self.kept.append(("text", commitment, data))
        else:
            raise self._damaged(
                number, Text("record {sequence} does not commit to it", sequence=line.sequence)
            )

    def _damaged(self, number: int, why: Text) -> DamagedFile:
        return DamagedFile(number, min(len(self.records), number - 1), Text("{why}.", why=why))


def import_tournament(clerk: ClerkApplication, file: TournamentFile) -> bool:
    """Store the tournament of a file unchanged. If its first records are here already, only the
    following ones are added. Names and words of players who were erased here are left out. Returns
    whether all records were here already. Raises `GameExists` if a stream with other records has
    its id."""
    names = Names(clerk.key_values)
    players = {
        record.body.player for record in file.records if isinstance(record.body, EntrantAdded)
    }
    gone = {player for player in players if names.is_erased(player)}
    taken = GameExists(file.id)
    missing = clerk.writer.missing_records(file.records, taken)
    if missing:
        if len(missing) == len(file.records):
            mark_imported(clerk.key_values, file.id)
        for player in players:
            names.enter_stream(player, ENTRANT, file.id)
        unwanted = _commitments_about(file.records, gone)
        for kind, key, data in file.kept:
            if key.rpartition("/")[2] not in unwanted:
                clerk.key_values.keep(kind, key, data)
    return clerk.writer.copy_stream(file.records, taken)


def _commitments_about(records: list[StoredRecord], players: set[str]) -> set[str]:
    """The commitments to names and words in the records about the entrants with these player
    ids."""
    bodies = [record.body for record in records]
    numbers = {
        body.number for body in bodies if isinstance(body, EntrantAdded) and body.player in players
    }
    return {
        commitment
        for body in bodies
        if numbers & {getattr(body, "number", 0), getattr(body, "entrant", 0)}
        for commitment in (
            *commitments.text_commitments(body),
            *(c for _, c in named_players(body)),
        )
    }
