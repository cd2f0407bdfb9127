"""The records of a study: an author's remarks on positions of a game. Like the records of a game
they are never rewritten, and new fields have defaults (`domain/study/studies.py`)."""

from functools import partial
from typing import Literal

from msgspec import Struct

from domain.kernel.registry import REGISTRY, Record

Colour = Literal["green", "red", "blue", "yellow"]
"""The colours of marks on a board."""


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """A mark on the picture of a board: a ring round the place, card, piece or seat with the id
    `at` or, if `to` is not empty, an arrow from `at` to the one with the id `to`."""

    at: str
    to: str = ""
    colour: Colour = "green"


_of_studies = partial(REGISTRY.record, "study")


@_of_studies("0.2.0", "whoever may watch the game, its author from then on")
class StudyOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record of a study: the id of its game, and the audience that the author sees the
    game as. Once it is shared, others who may see the game as that audience can read it. `text`
    commits to the study's title."""

    game: str
    audience: str
    text: str = ""


@_of_studies("0.2.0", "the author")
class ChapterWritten(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Chapter `number` is added or replaced: a remark on the position after record `seq` of the
    game, shown beside the position after record `compare` (0: beside none). `leaf`: the log leaf of
    record `seq`, in base64, which binds the remark to that record. `text` commits to the words."""

    number: int
    seq: int
    leaf: str
    compare: int = 0
    text: str = ""
    marks: tuple[Mark, ...] = ()


@_of_studies("0.2.0", "the author")
class ChapterRemoved(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The author removes chapter `number`; its words are erased."""

    number: int


@_of_studies("0.2.0", "the author")
class ChaptersOrdered(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The author puts the chapters into this order; `numbers` has the number of each once."""

    numbers: tuple[int, ...]


@_of_studies("0.2.0", "the author")
class StudyShared(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """From now on all who may see the game as the study's audience can read it or, if `shared` is
    false, its author alone."""

    shared: bool


STUDY_TYPES = REGISTRY.types_of("study")

STUDY_TOPICS = REGISTRY.topics_of("study")
