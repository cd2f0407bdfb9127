"""The records of a study, which are remarks on positions of a game. Like those of a game they are
never rewritten, and their types only grow (`domain/study/studies.py`)."""

from functools import partial
from typing import Literal

from msgspec import Struct

from domain.kernel.registry import REGISTRY, Record

Colour = Literal["green", "red", "blue", "yellow"]
"""The colours of marks on a board."""


class Mark(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something drawn on a board: a ring round what the picture calls `at`, or an arrow from there
    to `to`."""

    at: str
    to: str = ""
    colour: Colour = "green"


_of_studies = partial(REGISTRY.record, "study")


@_of_studies("0.2.0", "whoever may watch the game, its author from then on")
class StudyOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record of a study: the game it is on, and as whom its author looks, which is also
    who may read it; `text` commits to its title."""

    game: str
    audience: str
    text: str = ""


@_of_studies("0.2.0", "the author")
class ChapterWritten(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A chapter, from now on as it stands here: a remark on the position after record `seq`, beside
    record `compare` (0: beside none). `leaf` is that of record `seq` in the log, in base64: it
    binds the remark to what the record said; `text` commits to the words."""

    number: int
    seq: int
    leaf: str
    compare: int = 0
    text: str = ""
    marks: tuple[Mark, ...] = ()


@_of_studies("0.2.0", "the author")
class ChapterRemoved(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A chapter is shown no more; its words are erased."""

    number: int


@_of_studies("0.2.0", "the author")
class ChaptersOrdered(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The chapters stand in this order from now on."""

    numbers: tuple[int, ...]


@_of_studies("0.2.0", "the author")
class StudyShared(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Who reads the study: all who may look at the game as its audience, or its author alone."""

    shared: bool


STUDY_TYPES = REGISTRY.types_of("study")

STUDY_TOPICS = REGISTRY.topics_of("study")
