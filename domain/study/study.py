"""A study as a value: remarks on positions of a game as chapters, folded from the study's own records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.stored import DamagedRecord, Filed
from domain.study.records import ChapterRemoved, ChaptersOrdered, ChapterWritten, Mark, StudyOpened, StudyShared


class Chapter(Struct, frozen=True):
    number: int
    seq: int
    leaf: str
    compare: int
    text: str
    marks: tuple[Mark, ...]


class Study(Struct, frozen=True):
    """A study after its record `seq`, written `at`; its chapters in their order. `keys` has the seq of the record that each
    actor's idempotency key made, `written` how many chapters there ever were."""

    id: str
    seq: int
    at: datetime
    opened: StudyOpened
    keys: dict[tuple[str, str], int]
    chapters: tuple[Chapter, ...] = ()
    shared: bool = False
    written: int = 0

    def chapter(self, number: int) -> Chapter | None:
        return next((one for one in self.chapters if one.number == number), None)


def fold_study(rows: Iterable[Filed], study: Study | None = None) -> Study | None:
    """A study from its records, or from those after `study`; none if there are none. Raises `DamagedRecord`."""
    for one in rows:
        body = one.body
        if study is None:
            if not isinstance(body, StudyOpened):
                raise DamagedRecord(f"a study begins with its opening, not with {one.topic}", one.game, one.seq)
            study = Study(one.game, one.seq, body.at, body, {(body.actor, body.key): one.seq})
            continue
        keys = {**study.keys, (body.actor, body.key): one.seq}
        study = replace(study, seq=one.seq, at=body.at, keys=keys)
        if isinstance(body, ChapterWritten):
            study = _written(study, body)
        elif isinstance(body, ChapterRemoved):
            study = replace(study, chapters=tuple(chapter for chapter in study.chapters if chapter.number != body.number))
        elif isinstance(body, ChaptersOrdered):
            study = replace(study, chapters=tuple(sorted(study.chapters, key=lambda chapter: body.numbers.index(chapter.number))))
        elif isinstance(body, StudyShared):
            study = replace(study, shared=body.shared)
        else:
            raise DamagedRecord(f"{one.topic} is no record of a study", one.game, one.seq)
    return study


def _written(study: Study, body: ChapterWritten) -> Study:
    chapter = Chapter(body.number, body.seq, body.leaf, body.compare, body.text, body.marks)
    if study.chapter(body.number) is None:
        return replace(study, chapters=(*study.chapters, chapter), written=max(study.written, body.number))
    return replace(study, chapters=tuple(chapter if one.number == body.number else one for one in study.chapters))
