"""The games that follow their tournament's bundle in one file. Each is proven by itself. The leaf
of its opening binds it to its table, and each result taken from it is bound to the leaf of the
record at which it was read.

What a game ends with follows from its rules: `greffe verify --replay` compares that.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import NamedTuple

from domain.proof.bundle.reader import BundleReader
from domain.proof.bundle.stream_checks import StreamChecks
from domain.proof.bundle.times import moment_of
from domain.proof.bundle.tournament import Tournament
from domain.proof.errors import Refused, Sentence, Unproven
from domain.proof.log.checkpoints import Checkpoint
from domain.proof.log.merkle import HASH_SIZE
from domain.proof.log.policy import TrustedCheckpoint
from domain.proof.spelling import base64_of, read_base64, shown
from domain.proof.stored import Stored, number_in, object_in, text_in
from domain.proof.verify.report import UNLESS_REPLAYED, Finding, Report

_UNTIL_CLOSED = ("end", "dice")
"""Checks that stay open until a game is closed. A tournament can take a result from a game that is
not closed."""


def _concerns_tournament(note: Finding) -> bool:
    """Whether a note about a game is repeated in its tournament's report. These are notes about
    dice that were taken back, dice rolled at the table, parts that were withheld or entered by
    somebody else, values without seals, seats that one key signed for, and odd times."""
    if note.check == "parts":
        return bool(note.data) and {note.data["bound"], note.data.get("shown")} != {"own"}
    return note.check in ("seals", "times", "countersigned") or bool(
        (note.check == "choice" and note.record and note.data != UNLESS_REPLAYED)
        or (note.check == "dice" and "dealt" not in note.data["sources"])
    )


APART = 60
"""Records of one write may have times that differ by fewer seconds than this."""


class GameLink(NamedTuple):
    """The tournament's record `seq`, which links a table of a round to its game. `leaf` is that of
    the game's opening; `dated` is the time of record `seq`."""

    seq: int
    round: int
    table: int
    game: str
    leaf: bytes
    dated: str


class TableRecord(NamedTuple):
    """The tournament's record `record` about the game of a table: a result, read at the game's
    record `at`, or the re-opening of the table (`at` is 0). `leaf` is that of the game's record,
    empty if none is named; `dated` is the time of record `record`."""

    record: int
    round: int
    table: int
    game: str
    dated: str
    at: int = 0
    digest: str = ""
    leaf: bytes = b""


class PlayedGame(NamedTuple):
    """The parts of a game's records that its tournament needs: the topic and the fields of the
    opening, the record that closed it (0: none), and the records that handed in a result or took
    one back."""

    opened_as: str
    opened: Stored
    closed_at: int
    handed_in: list[tuple[int, Stored]]


class AuditedGame(NamedTuple):
    """The bundle of a tournament's game, or of a season's event, after its own audit: the report, the
    parts of its records that are needed further (None if a record is wrong), the leaves of its
    records, and the head under which they are proven."""

    id: str
    report: Report
    played: PlayedGame | None
    leaves: bytes
    head: Checkpoint | None

    @classmethod
    def of(
        cls,
        report: Report,
        reader: BundleReader,
        checks: StreamChecks | None,
        trusted: TrustedCheckpoint | None,
    ) -> AuditedGame:
        played = (
            PlayedGame(checks.opened_as, checks.opened, checks.ended_at, checks.handed_in)
            if checks is not None
            else None
        )
        return cls(
            reader.game,
            report,
            played,
            reader.leaves,
            None if trusted is None else trusted.checkpoint,
        )


class HeadChecks:
    """The heads of a bundle and of those that follow it in one file. If a log signed two roots for
    one size, this is reported as a failure."""

    def __init__(self, report: Report, check: str, trusted: TrustedCheckpoint | None) -> None:
        self._report, self._check = report, check
        self._heads: dict[tuple[str, int], bytes] = {}
        self._take_head(0, None if trusted is None else trusted.checkpoint)

    def _take_head(self, at: int, head: Checkpoint | None) -> None:
        if head is None:
            return
        if self._heads.setdefault((head.origin, head.size), head.root) != head.root:
            sentence = Sentence(
                f"the log signed two roots for size {head.size}: two histories",
                f"le journal a signé deux racines à la taille {head.size} : deux histoires",
            )
            self._report.fail(self._check, sentence, at)


class GameChecks(HeadChecks):
    """Checks the games of one tournament while its file is read: `expect` and `take` each in order,
    then `end`. Adds its findings to the report, each at the tournament's record that it is
    about."""

    def __init__(
        self, report: Report, id: str, event: Tournament, trusted: TrustedCheckpoint | None
    ) -> None:
        super().__init__(report, "games", trusted)
        self._id, self._event = id, event
        self._links: dict[str, GameLink] = {}
        self._game_at: dict[tuple[int, int], str] = {}
        self._last = 0
        self._taken: list[TableRecord] = []
        self._acts: dict[str, list[TableRecord]] = {}
        """By game: the results taken from it and the re-openings of its table, in order."""
        self._leaves: dict[str, bytes] = {}
        """By game: the leaves of the games that hold. Nothing else of a game stays in memory while
        the next is read."""
        self._not_closed = 0
        self._told: list[Finding] = []
        self._alone = 0
        """Closed games with sealed dice to which no seat added a part."""
        for seq, topic, stored in event.of_games:
            try:
                self._read_game_record(seq, topic, stored)
            except Refused as e:
                report.fail("games", e.said, seq)

    def _read_game_record(self, seq: int, topic: str, stored: Stored) -> None:
        round = number_in(stored, "round")
        if topic == "GameLinked":
            game = text_in(stored, "game")
            link = GameLink(
                seq,
                round,
                number_in(stored, "table"),
                game,
                leaf=read_base64(text_in(stored, "leaf"), 32),
                dated=text_in(stored, "at"),
            )
            if game in self._links:
                raise Unproven(
                    f"it links the game {shown(game)} again",
                    f"elle lie de nouveau la partie {shown(game)}",
                )
            self._links[game], self._game_at[link.round, link.table] = link, game
            return
        if topic == "TableReopened":
            table = number_in(stored, "table")
            game = self._game_at.get((round, table), "")
            reopened = TableRecord(seq, round, table, game, dated=text_in(stored, "at"))
            self._acts.setdefault(game, []).append(reopened)
            return
        game = text_in(stored, "game")
        if not game:
            return
        table = number_in(object_in(stored, "result"), "table")
        taken = TableRecord(
            seq,
            round,
            table,
            game,
            leaf=read_base64(text_in(stored, "leaf"), 32) if text_in(stored, "leaf") else b"",
            at=number_in(stored, "seq"),
            digest=text_in(stored, "digest"),
            dated=text_in(stored, "at"),
        )
        if self._game_at.get((round, table)) != game:
            raise Unproven(
                f"it takes a result from {shown(game)}, which is not the game of that table",
                f"elle prend un résultat de {shown(game)}, qui n'est pas la partie de cette table",
            )
        self._taken.append(taken)
        self._acts.setdefault(game, []).append(taken)

    # -- one game ----------------------------------------------------------------------------------

    def expect(self, id: str) -> GameLink:
        """The link of the next game in the file, whose id is `id`. Raises `Unproven` if no record
        links this game, or if it is out of order."""
        link = self._links.get(id)
        if link is None or link.seq <= self._last:
            raise Unproven(
                f"the game {shown(id)} does not belong there: no record links it, or it is out of "
                f"order",
                f"la partie {shown(id)} n'a pas sa place là : aucune écriture ne la lie, ou elle "
                f"n'est pas dans l'ordre",
            )
        self._last = link.seq
        return link

    def take(self, link: GameLink, game: AuditedGame) -> None:
        report, failure = self._report, game.report.failure
        where = game_name(link)
        if failure is not None or game.played is None:
            why = game.report.said
            report.fail(
                "games",
                Sentence(
                    f"{where.en} does not hold: {why.en}", f"{where.fr} ne tient pas : {why.fr}"
                ),
                link.seq,
            )
            return
        for finding in game.report.findings:
            if finding.status == "open" and finding.check not in _UNTIL_CLOSED:
                sentence = Sentence(
                    f"{where.en} is not complete: {finding.said.en}",
                    f"{where.fr} est incomplète : {finding.said.fr}",
                )
                report.add("games", "open", sentence, link.seq)
        self._told += [
            replace(
                finding,
                said=Sentence(f"{where.en}: {finding.said.en}", f"{where.fr} : {finding.said.fr}"),
                record=link.seq,
                data={},
            )
            for finding in game.report.findings
            if finding.status == "note" and _concerns_tournament(finding)
        ]
        self._alone += any(
            finding.check == "dice" and finding.data.get("by_seats") == []
            for finding in game.report.findings
        )
        self._not_closed += not game.played.closed_at
        self._take_head(link.seq, game.head)
        try:
            self._check_opening(link, game, game.played)
            self._need_agreement(link, game, game.played)
        except Refused as e:
            report.fail(
                "games", Sentence(f"{where.en}: {e.said.en}", f"{where.fr} : {e.said.fr}"), link.seq
            )
            return
        self._leaves[game.id] = game.leaves

    def _check_opening(self, link: GameLink, game: AuditedGame, played: PlayedGame) -> None:
        opened = played.opened
        if played.opened_as != "GameOpened":
            raise Unproven("it is no game", "ce n'est pas une partie")
        place = (
            text_in(opened, "tournament"),
            number_in(opened, "round"),
            number_in(opened, "table"),
        )
        if place != (self._id, link.round, link.table):
            raise Unproven(
                "it was opened for another table", "elle a été ouverte pour une autre table"
            )
        self._note_dates_apart(link, link.seq, link.dated, 1, opened)
        if leaf_at(game.leaves, 1) != link.leaf:
            raise Unproven(
                "its table is bound to another opening of this game: the leaf differs",
                "sa table est liée à une autre ouverture de cette partie : l'entrée au journal "
                "diffère",
            )

    def _note_dates_apart(
        self, link: GameLink, record: int, dated: str, seq: int, stored: Stored
    ) -> None:
        """Add a note if the game's record `seq` (`stored`) has a time that differs by a minute or
        more from `dated`, that of the tournament's record `record`, which was written with it."""
        apart = (moment_of(text_in(stored, "at")) - moment_of(dated)) / 1_000_000
        if abs(apart) >= APART:
            where = game_name(link)
            sentence = Sentence(
                f"{where.en}: its record {seq} is dated {apart:+.0f} s from record {record}, which "
                f"was written with it",
                f"{where.fr} : son écriture {seq} est datée à {apart:+.0f} s de l'écriture {record}, "
                f"faite avec elle",
            )
            self._told.append(Finding("times", "note", sentence, record))

    def _need_agreement(self, link: GameLink, game: AuditedGame, played: PlayedGame) -> None:
        """Compare the results that a table took from its game, and its re-openings, with the
        results that the game handed in and took back, in order. A difference that a later record
        could still settle is reported as open; any other raises `Unproven`."""
        acts, in_force = deque(played.handed_in), 0
        for taken in self._acts.get(link.game, ()):
            seq, stored = acts[0] if acts else (0, {})
            mine = seq and text_in(stored, "tournament") == self._id
            if not taken.at:
                if in_force and mine and number_in(stored, "handed") == in_force:
                    acts.popleft()
                elif in_force and not played.closed_at:
                    self._report_unanswered(link, game, taken)
                in_force = 0
            elif in_force <= taken.at and (in_force or 0 < played.closed_at <= taken.at):
                continue
            elif mine and (seq, _table_and_digest(stored)) == (
                taken.at + 1,
                (taken.round, taken.table, taken.digest),
            ):
                in_force = seq
                self._note_dates_apart(link, taken.record, taken.dated, seq, stored)
                acts.popleft()
            else:
                self._report_unanswered(link, game, taken)
        read_at = {taken.at for taken in self._acts.get(link.game, ())}
        for seq, stored in acts:
            back = "handed" in stored
            en = f"its record {seq} hands in a result that the tournament did not take"
            fr = f"son écriture {seq} remet un résultat que le tournoi n'a pas pris"
            if back:
                en = f"its record {seq} takes back a result that the tournament did not re-open"
                fr = f"son écriture {seq} reprend un résultat que le tournoi n'a pas rouvert"
            if self._event.closed_at or (seq - 1 in read_at and not back):
                raise Unproven(en, fr)
            self._report_open(link, en, fr)

    def _report_unanswered(self, link: GameLink, game: AuditedGame, taken: TableRecord) -> None:
        """Report that a game has no record for a result that the tournament took from it, or for a
        re-opening (`taken`): the check remains open. Raises `Unproven` for a result if the game's
        bundle has records after the one at which the result was read. Does nothing if the bundle
        ends before that one."""
        en = f"it did not hand in what record {taken.record} took from it"
        fr = f"elle n'a pas remis ce que l'écriture {taken.record} lui a pris"
        if not taken.at:
            en = f"it did not take back what record {taken.record} gave back"
            fr = f"elle n'a pas repris ce que l'écriture {taken.record} lui a rendu"
        elif taken.at * HASH_SIZE < len(game.leaves):
            raise Unproven(en, fr)
        if taken.at * HASH_SIZE <= len(game.leaves):
            self._report_open(link, en, fr)

    def _report_open(self, link: GameLink, en: str, fr: str) -> None:
        where = game_name(link)
        self._report.add(
            "games", "open", Sentence(f"{where.en}: {en}", f"{where.fr} : {fr}"), link.seq
        )

    # -- all of them -------------------------------------------------------------------------------

    def end(self) -> None:
        report = self._report
        report.add_some(self._told)
        if self._alone:
            sentence = Sentence(
                f"the sealed dice of games rest on the service alone: it could have chosen them "
                f"(games: {self._alone})",
                f"les dés scellés de parties reposent sur le service seul : il a pu les choisir "
                f"(parties : {self._alone})",
            )
            report.add("choice", "note", sentence, data={"alone": self._alone})
        missing = [link for link in self._links.values() if link.game not in self._leaves]
        if missing and report.failure is None:
            n, where = len(missing), game_name(missing[0])
            sentence = Sentence(f"the file lacks {where.en}", f"il manque au fichier {where.fr}")
            if n > 1:
                sentence = Sentence(
                    f"{sentence.en}, and {n - 1} more of its games",
                    f"{sentence.fr}, et {n - 1} autres de ses parties",
                )
            report.add("games", "open", sentence, missing[0].seq)
        for taken in self._taken:
            leaves = self._leaves.get(taken.game)
            if leaves is not None:
                self._check_bound(taken, leaves)
        if report.failure is not None:
            return
        n, still = len(self._leaves), self._not_closed
        read = sum(taken.game in self._leaves for taken in self._taken)
        sentence = Sentence(
            f"each game in the file is in the log and bound to its table (games: {n}), and so is "
            f"each result to the record that "
            f"it was read at (results: {read})",
            f"chaque partie du fichier est au journal et liée à sa table (parties : {n}), et "
            f"chaque résultat à l'écriture où il "
            f"a été lu (résultats : {read})",
        )
        if still:
            sentence = Sentence(
                f"{sentence.en}; of games that are not closed no seed is shown (games: {still})",
                f"{sentence.fr} ; des parties non closes aucune graine n'est montrée (parties : "
                f"{still})",
            )
        last = {id: base64_of(leaves[-HASH_SIZE:]) for id, leaves in self._leaves.items()}
        report.add(
            "games",
            "ok",
            sentence,
            data={"games": n, "read": read, "not_closed": still, "leaves": last},
        )

    def _check_bound(self, taken: TableRecord, leaves: bytes) -> None:
        if taken.at * HASH_SIZE > len(leaves):
            sentence = Sentence(
                f"the bundle of {shown(taken.game)} ends before its record {taken.at}, which the "
                f"result was read at",
                f"le dossier de {shown(taken.game)} finit avant son écriture {taken.at}, où le "
                f"résultat a été lu",
            )
            self._report.add("games", "open", sentence, taken.record)
        elif taken.at < 1 or (taken.leaf and taken.leaf != leaf_at(leaves, taken.at)):
            sentence = Sentence(
                f"the result was read at another record {taken.at} of {shown(taken.game)}: the leaf "
                f"differs",
                f"le résultat a été lu à une autre écriture {taken.at} de {shown(taken.game)} : "
                f"l'entrée au journal diffère",
            )
            self._report.fail("games", sentence, taken.record)


def _table_and_digest(stored: Stored) -> tuple[int, int, str]:
    return number_in(stored, "round"), number_in(stored, "table"), text_in(stored, "digest")


def leaf_at(leaves: bytes, seq: int) -> bytes:
    return leaves[HASH_SIZE * (seq - 1) : HASH_SIZE * seq]


def report_games_missing(report: Report, event: Tournament) -> None:
    """Report that the tournament's games are not in the file, so that their results were not
    checked. Does nothing if it has no games."""
    n = sum(topic == "GameLinked" for _, topic, _ in event.of_games)
    if n:
        sentence = Sentence(
            f"its games are not in this file, and nothing is said of what they came to (games: "
            f"{n})",
            f"ses parties ne sont pas dans ce fichier, et rien n'est dit de ce qu'elles ont donné "
            f"(parties : {n})",
        )
        report.add("games", "note", sentence, data={"games": 0})


def game_name(link: GameLink) -> Sentence:
    return Sentence(
        f"game {shown(link.game)} of round {link.round}, table {link.table}",
        f"la partie {shown(link.game)} de la ronde {link.round}, table {link.table}",
    )
