"""Studies: shareable chapters of remarks on positions of a game, with marks on its board.

A study is a stream of records of its own (`ops/decisions/pages.md`): it can grow after its game is
closed, and a write to it changes nothing in the game and makes no write to the game stale. Its
words can be erased. Its records are logged like all others. Every chapter names the log leaf of the
game's record that it is about.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from html import unescape

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.application import ClerkApplication
from domain.game.commands import Order, game_id
from domain.game.store.repository import leaf_of
from domain.game.store.stream_index import enter_study, studies_of
from domain.kernel.refusals import BadRequest, NoSuchPosition
from domain.kernel.registry import FIRST, Record
from domain.kernel.stored import DamagedRecord
from domain.kernel.stream import FoldedStreams
from domain.kernel.text import Text
from domain.kernel.writer import Decision, Unit, WriteResult
from domain.proof.spelling import base64_of
from domain.study.kinds import STUDY_KINDS, Study
from domain.study.records import (
    ChapterRemoved,
    ChaptersOrdered,
    ChapterWritten,
    Mark,
    StudyOpened,
    StudyShared,
)
from domain.study.refusals import StudyRefused, UnknownStudy
from domain.titles.contract.ruleset import Audience

STUDY = Text("the study")
MOST_CHAPTERS = 64
MOST_MARKS = 32
MOST_CHANGES = 2_000
"""After so many records of a study no chapter is written; after twice as many, nothing is."""
MOST_STUDIES = 100
"""The most studies of one game, since everybody with a link to it may open one."""

_HOOK = re.compile(r' data-(?:place|card|piece|seat)="([^"]*)"')


class Remark(Struct, frozen=True, kw_only=True):
    """The content of a chapter: words and marks on the position after record `seq`, shown beside
    the position after record `compare` (0: beside none). `number`: the chapter to replace (0: add
    a chapter)."""

    seq: int
    text: str
    number: int = 0
    compare: int = 0
    marks: tuple[Mark, ...] = ()


class Studies:
    """The use cases of studies. Methods raise the `Refusal`s of `domain/kernel/refusals.py`.

    They do not check who may read or write a study: the API does that first.
    """

    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk
        self._streams = FoldedStreams(
            clerk.recorder, StudyOpened, STUDY_KINDS.fold, UnknownStudy, STUDY
        )

    # -- reading -----------------------------------------------------------------------------------

    def study(self, game: str, id: str, at: int | None = None) -> Study:
        """The newest state of a study of this game. If one of its records is damaged: the state
        after record `at`, if that comes before the damaged one; else raises `DamagedRecord`. Raises
        `UnknownStudy`."""
        study = self._streams.state(id, at)
        if study.opened.game != game:
            raise UnknownStudy(id)
        return study

    def of_game(self, game: str) -> tuple[Study, ...]:
        """The studies of a game, oldest first, without damaged ones."""
        studies: list[Study] = []
        for id in studies_of(self._clerk.key_values, game):
            with suppress(UnknownStudy, DamagedRecord):  # one that was to be opened
                studies.append(self._streams.state(id))
        return tuple(sorted(studies, key=lambda study: (study.opened.at, study.id)))

    # -- writing -----------------------------------------------------------------------------------

    def open(
        self, game: str, audience: Audience, title: str, actor: str, key: str, request: str = ""
    ) -> WriteResult[Study]:
        """Open a study of a game for an audience. A repeated request opens no second one."""
        head = self._clerk.game(game)
        order = Order(game_id(actor, f"study\n{game}\n{key}"), 0, actor, key, request)

        def make(unit: Unit) -> Record:
            if len(studies_of(self._clerk.key_values, game)) >= MOST_STUDIES:
                raise StudyRefused(
                    Text(
                        "This game has {most} studies: there is no room for more.",
                        most=MOST_STUDIES,
                    )
                )
            enter_study(self._clerk.key_values, head.id, order.stream)
            return StudyOpened(
                **unit.stamp,
                game=head.id,
                audience=audience,
                text=unit.keep_text(" ".join(title.split())[:120], "/title"),
            )

        return self._clerk.writer.open(self._streams, order, make)

    def write(
        self, game: str, order: Order, remark: Remark, drawn: Callable[[Game], str]
    ) -> WriteResult[Study]:
        """Add a chapter, or replace one and erase its old words. `drawn` returns the picture (SVG)
        of a position as the study's audience sees it; marks must be on things in that picture."""

        def record(study: Study, unit: Unit) -> Record:
            head = self._clerk.game(game)
            for seq in (remark.seq, *((remark.compare,) if remark.compare else ())):
                if not FIRST <= seq <= head.seq:
                    raise NoSuchPosition(max(seq, 0), head.seq)
            if remark.number and study.chapter(remark.number) is None:
                raise _no_chapter(remark.number)
            if not remark.number and len(study.chapters) >= MOST_CHAPTERS:
                raise StudyRefused(Text("A study has at most {most} chapters.", most=MOST_CHAPTERS))
            if not remark.text and not remark.marks:
                raise BadRequest("/text", Text("Write something, or draw on the board."))
            _check_marks(remark.marks, drawn(Game(head.history, head.checks, remark.seq)))
            return ChapterWritten(
                **unit.stamp,
                number=remark.number or study.written + 1,
                seq=remark.seq,
                leaf=base64_of(leaf_of(self._clerk.load(game), remark.seq)),
                compare=remark.compare,
                text=unit.keep_text(remark.text),
                marks=remark.marks,
            )

        return self._write(game, order, record, remark.number)

    def remove(self, game: str, order: Order, number: int) -> WriteResult[Study]:
        def record(study: Study, unit: Unit) -> Record:
            if study.chapter(number) is None:
                raise _no_chapter(number)
            return ChapterRemoved(**unit.stamp, number=number)

        return self._write(game, order, record, number)

    def put_in_order(self, game: str, order: Order, numbers: tuple[int, ...]) -> WriteResult[Study]:
        """Reorder the chapters; `numbers` names each once."""

        def record(study: Study, unit: Unit) -> Record:
            there = sorted(chapter.number for chapter in study.chapters)
            if sorted(numbers) != there:
                listed = ", ".join(map(str, there))
                raise BadRequest(
                    "/numbers",
                    Text("Name every chapter once: there are {said}.", said=listed or "–"),
                )
            return ChaptersOrdered(**unit.stamp, numbers=numbers)

        return self._write(game, order, record)

    def share(self, game: str, order: Order, *, shared: bool) -> WriteResult[Study]:
        """Let all who may see the game as the study's audience read it or, with `shared` false, its
        author alone."""
        return self._write(game, order, lambda _, unit: StudyShared(**unit.stamp, shared=shared))

    # -- inside ------------------------------------------------------------------------------------

    def _write(
        self, game: str, order: Order, record: Callable[[Study, Unit], Record], replaced: int = 0
    ) -> WriteResult[Study]:
        """Write the record that `record` returns for the study's newest state. Then erase the old
        words of chapter `replaced` (0: of none), which nobody may read any more."""

        def decide(study: Study, unit: Unit) -> Decision[Study]:
            if study.opened.game != game:
                raise UnknownStudy(order.stream)
            body = record(study, unit)
            most = MOST_CHANGES if isinstance(body, ChapterWritten) else 2 * MOST_CHANGES
            if study.seq >= most:
                raise StudyRefused(
                    Text(
                        "This study was changed {most} times, as often as it may be: open another.",
                        most=study.seq,
                    )
                )
            before = study.chapter(replaced)

            def erase(_: Study) -> None:
                if before is not None and before.text:
                    self._clerk.key_values.erase("text", before.text)

            return Decision((body,), then=erase)

        written = self._clerk.writer.write(self._streams, order, decide)
        if written.state.opened.game != game:
            raise UnknownStudy(order.stream)
        return written


def targets(drawn: str) -> list[str]:
    """The ids of all places, cards, pieces and seats in the picture (SVG) of a board, each once, in
    drawing order: these can be marked."""
    return list(dict.fromkeys(map(unescape, _HOOK.findall(drawn))))


def _check_marks(marks: tuple[Mark, ...], drawn: str) -> None:
    """Raise `BadRequest` for too many marks, or for a mark on something that is not in the picture
    `drawn`."""
    if len(marks) > MOST_MARKS:
        raise BadRequest("/marks", Text("A chapter has at most {most} marks.", most=MOST_MARKS))
    there = frozenset(targets(drawn))
    for n, mark in enumerate(marks):
        for field, id in (("at", mark.at), ("to", mark.to)):
            if id not in there and (id or field == "at"):
                raise BadRequest(
                    f"/marks/{n}/{field}",
                    Text("Nothing on this board is called {id}.", id=id or "–"),
                )
        if mark.at == mark.to:
            raise BadRequest(f"/marks/{n}/to", Text("An arrow leads from one place to another."))


def _no_chapter(number: int) -> StudyRefused:
    return StudyRefused(Text("This study has no chapter {number}.", number=number))
