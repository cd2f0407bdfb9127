"""Imports exported games: every line of the file is checked before anything is stored.

Then everything in the file is stored, names and words included, except those of people who were
erased here: an older copy must not restore what somebody had erased.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import (
    PLAYER,
    Game,
    all_stays,
    begin_game,
    commitments_by,
    fold,
    setting_of,
)
from domain.game.application import UseCases
from domain.game.names import Names, name_key, named_players
from domain.game.record.headers import RollsOutOfPlace, record_header
from domain.game.record.records import FIRST, ActionTaken, GameClosed, GameOpened
from domain.game.seals.conditions import wrong_seal_verdict
from domain.game.store.stream_index import enter_study, mark_imported
from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text, TextError
from domain.proof.bundle.references import check_salt
from domain.proof.errors import Misspelt
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from domain.study.kinds import STUDY_KINDS
from domain.study.records import STUDY_TOPICS, ChapterWritten
from domain.study.refusals import StudyRefused
from domain.titles.codec import decode_action
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.ruleset import ARBITER, PUBLIC, BadOpening, Verdict
from domain.titles.registry import UnknownRuleset, latest
from domain.transfer.exports import (
    CATALOG_TYPE,
    HIDDEN_TYPE,
    NAME_TYPE,
    STUDY_TYPE,
    TEXT_TYPE,
    CatalogLine,
    ExportLine,
    ImportReport,
    lines_of,
)
from domain.transfer.recheck import Recheck
from domain.transfer.refusals import DamagedFile, GameExists, RedactedFile

_lines = msgspec.json.Decoder(ExportLine)


class _SaltOnly(Struct):
    salt: str = ""


_salts = msgspec.json.Decoder(_SaltOnly)
LONGEST_ACTOR = 300
"""The most characters of an actor or an idempotency key in a file. Those made here are shorter."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class GameFile:
    """An export that was read and checked to its end: the catalog, the records, the records of
    studies by study, the words and names by their commitments, and the actions (`illegal`, with
    their seqs and verdicts) that the rules named in its opening would refuse."""

    def __init__(self, data: bytes) -> None:
        """Parse and check a file; store nothing. Raises `DamagedFile` with the line at fault and
        the number of good records before it, and `RedactedFile` for the export for an audience."""
        self.records: list[StoredRecord] = []
        self.words: dict[str, bytes] = {}
        self.names: dict[str, bytes] = {}
        self.studies: dict[str, list[StoredRecord]] = {}
        self.illegal: list[tuple[int, Verdict]] = []
        self._game: Game | None = None
        for number, row in enumerate(lines_of(data), start=1):
            with self._damage_at(number):
                self._take_line(_lines.decode(row), number)
        if not self.records:
            raise DamagedFile(2, 0, Text("the file has no record."))
        with self._damage_at(len(self.records) + 1):
            _need_viewable(self.game)

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def keep(self, key_values: KeyValueStore) -> int:
        """Store the catalog, the names and the words of the file, but not the records. Returns how
        many names and texts were left out because their authors were erased here."""
        key_values.keep("catalog", self.catalog.sha256, self.catalog.data)
        names = Names(key_values)
        here = {stay.player for stay in all_stays(self.game.history)}
        for player in here:
            names.enter_stream(player, PLAYER, self.game.id)
        gone = {player for player in here if names.is_erased(player)}
        own = [stay for stay in all_stays(self.game.history) if stay.player in gone]
        unwanted = set(commitments_by(own, self.records)) & set(self.words)
        for commitment in self.words.keys() - unwanted:
            key_values.keep("text", commitment, self.words[commitment])
        refused = 0
        for stored in self.records:
            for player, commitment in named_players(stored.body):
                if commitment in self.names and player in gone:
                    refused += 1
                elif commitment in self.names:
                    key_values.keep(
                        *name_key(player, stored.body.at, commitment), self.names[commitment]
                    )
        return len(unwanted) + refused

    @contextmanager
    def _damage_at(self, number: int) -> Iterator[None]:
        """A context that turns any error raised within it, except `RedactedFile`, into a
        `DamagedFile` for line `number`. Rules of a title may raise errors of all kinds for the facts of a forged file."""
        good = len(self.records)
        try:
            yield
        except RedactedFile:
            raise
        except _Damage as e:
            raise DamagedFile(number, good, Text("{text}.", text=e.text)) from None
        except RollsOutOfPlace as e:
            raise DamagedFile(number, good, Text("{said}.", said=e.sentence)) from None
        except (DamagedRecord, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise DamagedFile(number, good, Text("it cannot be read ({e}).", e=e)) from None
        except (UnknownRuleset, BadOpening, CatalogError) as e:
            raise DamagedFile(
                number, good, Text("its game cannot be opened here ({e}).", e=e)
            ) from None
        except Exception as e:  # noqa: BLE001
            sentence = Text(
                "it does not follow from the records before it ({what}).",
                what=f"{type(e).__name__}: {e}",
            )
            raise DamagedFile(number, good, sentence) from None

    def _take_line(self, line: ExportLine, number: int) -> None:
        if line.type == HIDDEN_TYPE:
            raise RedactedFile(number)
        if line.type.startswith(STUDY_TYPE):
            self._take_study(line)
            return
        if line.type in (NAME_TYPE, TEXT_TYPE):
            self._take_words(line, self.names if line.type == NAME_TYPE else self.words)
            return
        if line.sequence != number - 1:
            raise _Damage(
                Text(
                    "its sequence is {sequence} where {number} was expected",
                    sequence=line.sequence,
                    number=number - 1,
                ),
            )
        if number == 1:
            self._take_catalog(line)
            return
        stored = StoredRecord(
            line.subject, line.sequence, line.type.removeprefix("greffe."), bytes(line.data)
        )
        self._check_record(line, stored)
        self._fold_record(stored)
        self.records.append(stored)

    def _take_catalog(self, line: ExportLine) -> None:
        if line.type != CATALOG_TYPE:
            raise _Damage(Text("an export begins with its catalog"))
        catalog_line = msgspec.json.decode(line.data, type=CatalogLine)
        if hashlib.sha256(catalog_line.text.encode()).hexdigest() != catalog_line.sha256:
            raise _Damage(Text("the catalog is not the one its SHA-256 names"))
        self.catalog = Catalog(catalog_line.text.encode())

    def _take_study(self, line: ExportLine) -> None:
        """Add a record of a study. Raises `_Damage` unless it follows the records of that study
        before it, and its remarks are on records in the file."""
        stored = StoredRecord(
            line.subject, line.sequence, line.type.removeprefix(STUDY_TYPE), bytes(line.data)
        )
        rows = self.studies.setdefault(line.subject, [])
        if (
            stored.topic not in STUDY_TOPICS
            or _ID.fullmatch(stored.stream) is None
            or stored.stream == self.game.id
        ):
            raise _Damage(Text("it is no record of a study"))
        if stored.seq != len(rows) + 1:
            raise _Damage(
                Text(
                    "its sequence is {sequence} where {number} was expected",
                    sequence=stored.seq,
                    number=len(rows) + 1,
                )
            )
        study = STUDY_KINDS.fold([*rows, stored])
        assert study is not None
        if study.opened.game != self.game.id:
            raise _Damage(Text("it belongs to game {game}", game=study.opened.game))
        body = stored.body
        if isinstance(body, ChapterWritten) and self._leaf_of(body.seq) != body.leaf:
            raise _Damage(
                Text("its remark is on another record {seq} than this game has", seq=body.seq)
            )
        rows.append(stored)

    def _leaf_of(self, seq: int) -> str:
        """The log leaf of record `seq` of the file, in base64; "" if the file has no such
        record."""
        if not FIRST <= seq <= len(self.records):
            return ""
        leaf = NO_PREV
        for stored in self.records[:seq]:
            leaf = RecordEntry.of(stored.stream, stored.seq, leaf, stored.topic, stored.state).leaf
        return base64_of(leaf)

    def _take_words(self, line: ExportLine, into: dict[str, bytes]) -> None:
        data = bytes(line.data)
        commitment = commitments.commitment_to(
            msgspec.json.decode(data, type=commitments.SaltedText)
        )
        named = into is self.names
        of = self.studies.get(line.subject, self.records)
        body = of[line.sequence - 1].body if 0 < line.sequence <= len(of) else None
        expected: tuple[str, ...] = ()
        if body is not None:
            expected = (
                tuple(place for _, place in named_players(body))
                if named
                else commitments.text_commitments(body)
            )
        if commitment not in expected:
            sentence = Text(
                "its name is not what record {sequence} commits to", sequence=line.sequence
            )
            if not named:
                sentence = Text(
                    "its words are not what record {sequence} commits to", sequence=line.sequence
                )
            raise _Damage(sentence)
        into[commitment] = data

    def _check_record(self, line: ExportLine, stored: StoredRecord) -> None:
        if self.words or self.names:
            raise _Damage(Text("a record stands after the words"))
        if self.records and stored.stream != self.records[0].stream:
            raise _Damage(Text("it belongs to game {game}", game=stored.stream))
        required = (
            ("specversion", "1.0"),
            ("id", f"{stored.stream}/{stored.seq}"),
            ("source", "greffe"),
        )
        for name, value in (*required, ("time", stored.body.at)):
            if getattr(line, name) != value:
                raise _Damage(
                    Text("its {name} is not the record's: {value}", name=name, value=value)
                )
        for name, value in (("actor", stored.body.actor), ("key", stored.body.key)):
            if len(value) > LONGEST_ACTOR or not value.isprintable():
                raise _Damage(
                    Text(
                        "its {name} is no id: at most {longest_actor} letters that can be seen",
                        name=name,
                        longest_actor=LONGEST_ACTOR,
                    ),
                )
        try:
            check_salt(
                _salts.decode(stored.state).salt
            )  # as it is stored: a record that is read gets one where it has none
        except Misspelt as e:
            raise _Damage(Text(e.said.en, e.said.fr)) from None
        if _ID.fullmatch(stored.stream) is None:
            raise _Damage(Text("its game has an id that no address can have"))
        if (stored.seq == FIRST) != isinstance(stored.body, GameOpened):
            raise _Damage(Text("a game begins with its opening record, and has one"))
        if self.records and isinstance(self.records[-1].body, GameClosed):
            raise _Damage(Text("it comes after the closing record"))
        if isinstance(stored.body, GameOpened) and stored.body.catalog != self.catalog.sha256:
            raise _Damage(
                Text("the game was opened with another catalog than the file carries"),
            )

    def _fold_record(self, stored: StoredRecord) -> None:
        game, body = self._game, stored.body
        if game is None:
            self._game = begin_game(stored, *setting_of(stored.body_as(GameOpened), self.catalog))
            return
        if isinstance(body, ActionTaken):
            verdict = game.rules.judge(
                game.board, body.seat, decode_action(game.rules, body.action)
            )
            if verdict.legal:
                verdict = wrong_seal_verdict(game, body) or verdict
            if not verdict.legal:
                self.illegal.append((stored.seq, verdict))
        self._game = fold(
            game, stored, record_header(stored.state)
        )  # its own bytes: a kind may hold more than its fields
        assert self._game.board is not None  # facts are read now, not when somebody looks


def _need_viewable(game: Game) -> None:
    """Compute the views, pictures, score, outcome and legal actions of a game, to see that pages
    can show it. Lets any error of the title's rules pass."""
    rules, board = game.rules, game.board
    for audience in (PUBLIC, ARBITER, *game.setting.seats):
        view = msgspec.json.decode(msgspec.json.encode(rules.view(board, audience)))
        rules.picture(game.setting, view, "en")
    rules.score(board)
    rules.outcome(board)
    for seat in rules.to_act(board):
        rules.legal(board, seat)


class _Damage(TextError):
    """A line of a file has this fault; `_damage_at` adds the number of the line."""


class Imports(UseCases):
    def import_game(self, data: bytes) -> ImportReport:
        """Store an exported game unchanged, and report what today's rules would refuse in it. If
        its first records are here already, only the following ones are added.

        Raises `DamagedFile` for a damaged file, `RedactedFile` for the export for an audience,
        `GameExists` if a game with other records has its id, `StudyRefused` if another study has the
        id of one of its studies.
        """
        read = GameFile(data)
        writer, taken, id = self._clerk.writer, GameExists(read.game.id), read.game.id
        missing = writer.missing_records(read.records, taken)
        for study, rows in read.studies.items():
            writer.missing_records(rows, _study_taken_refusal(study))
        erased = read.keep(self._clerk.key_values)
        if len(missing) == len(read.records):
            mark_imported(self._clerk.key_values, id)
        already = writer.copy_stream(read.records, taken)
        for study, rows in read.studies.items():
            enter_study(self._clerk.key_values, id, study)
            writer.copy_stream(rows, _study_taken_refusal(study))
        fidelity = self._clerk.load(id).fidelity(len(read.records))
        illegal, trouble = self._judge_by_latest_rules(read)
        return ImportReport(id, len(read.records), illegal, fidelity, already, erased, trouble)

    def _judge_by_latest_rules(
        self, read: GameFile
    ) -> tuple[tuple[tuple[int, Verdict], ...], Text | None]:
        opened = read.game.opened
        if opened.version == latest(opened.ruleset):
            return tuple(read.illegal), None
        judged = Recheck(self._clerk, opened.ruleset).recheck_game(read.game.id)
        return judged.illegal, judged.trouble


def _study_taken_refusal(id: str) -> StudyRefused:
    return StudyRefused(Text("Another study has the id {id} here. Nothing was imported.", id=id))
