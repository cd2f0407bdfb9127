from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct

from api.game.schemas import Receipt
from api.web.answers import StateOfReceipt
from domain.study.records import Mark


class ChapterAt(Struct, frozen=True):
    """A chapter: a remark on the position after record `seq`, beside record `compare` (0: beside
    none). `leaf` is the record's in the log: a receipt or a bundle has the same where the remark is
    on this very record. `stands`: the record is in force now; null for what is no action."""

    number: int
    seq: int
    leaf: str
    stands: bool | None
    compare: int
    text: Annotated[
        str | None, Meta(description="The words; null where there are none, or they were erased.")
    ]
    marks: tuple[Mark, ...]


class StudyAt(Struct, frozen=True):
    """A study as it stands after its own record `seq`, with its chapters in their order. `own`: the
    caller may write in it."""

    game: str
    study: str
    seq: int
    at: datetime
    audience: str
    title: str | None
    shared: bool
    own: bool
    chapters: tuple[ChapterAt, ...]
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class StudyPage(Struct, frozen=True):
    """The studies of a game that the caller may read, oldest first."""

    game: str
    studies: tuple[StudyAt, ...]


STUDIES: tuple[type[Struct], ...] = (StudyAt, StudyPage)  # What is answered about studies.
