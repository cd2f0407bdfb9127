"""The state of a study and the rows of its records."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.kinds import Kind, Kinds, NeverAsked, Readers
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.study import records as r
from domain.study.records import StudyOpened


class Study(Struct, frozen=True):
    """A study after its record `seq`, written `at`: its chapters in the author's order, each in its
    newest version. `keys` maps (actor, idempotency key) to the seq of the record written with them.
    `written`: how many chapters were ever added, removed ones included. `shared`: others than the
    author may read it."""

    id: str
    seq: int
    at: datetime
    opened: StudyOpened
    keys: dict[tuple[str, str], int]
    chapters: tuple[r.ChapterWritten, ...] = ()
    shared: bool = False
    written: int = 0

    def chapter(self, number: int) -> r.ChapterWritten | None:
        return next((chapter for chapter in self.chapters if chapter.number == number), None)


def _opened_state(row: StoredRecord) -> Study:
    body = row.body_as(StudyOpened)
    return Study(row.stream, row.seq, body.at, body, {})


def _written(study: Study, seq: int, body: r.ChapterWritten) -> Study:
    if study.chapter(body.number) is None:
        return replace(
            study, chapters=(*study.chapters, body), written=max(study.written, body.number)
        )
    return replace(
        study,
        chapters=tuple(body if known.number == body.number else known for known in study.chapters),
    )


def _removed(study: Study, seq: int, body: r.ChapterRemoved) -> Study:
    return replace(
        study,
        chapters=tuple(chapter for chapter in study.chapters if chapter.number != body.number),
    )


def _ordered(study: Study, seq: int, body: r.ChaptersOrdered) -> Study:
    return replace(
        study,
        chapters=tuple(
            sorted(study.chapters, key=lambda chapter: body.numbers.index(chapter.number))
        ),
    )


_SHARED = Readers("the author; once it is shared, whoever looks at the game as its audience")
_UNASKED = NeverAsked(Text("no bundle has a study"))


def _kind(record: Any, says: Text | Callable[[Any, Any], Text], **row: Any) -> Kind:
    return Kind(record=record, says=says, by_hand=False, reads=_SHARED, asks=_UNASKED, **row)


STUDY_KINDS = Kinds(
    "a study",
    StudyOpened,
    _opened_state,
    _kind(StudyOpened, Text("The study is begun.")),
    _kind(r.ChapterWritten, Text("Chapter {number} is written."), fold=_written),
    _kind(r.ChapterRemoved, Text("Chapter {number} is taken out."), fold=_removed),
    _kind(r.ChaptersOrdered, Text("The chapters are put in another order."), fold=_ordered),
    _kind(
        r.StudyShared,
        lambda study, body: (
            Text("The study is shared.") if body.shared else Text("The study is no longer shared.")
        ),
        fold=lambda study, _, body: replace(study, shared=body.shared),
    ),
)
