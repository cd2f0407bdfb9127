from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct

from api.game.schemas import Receipt
from api.web.answers import StateOfReceipt
from domain.study.records import Mark


class ChapterAt(Struct, frozen=True):
    """A chapter: a remark on the position after record `seq`, beside the one after record `compare`
    (0: none). `leaf` is the leaf hash of record `seq` in the log, as receipts and bundles have it.
    `stands`: the record is an action, and in force now (true) or taken back (false); null for other
    records."""

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
    """A study after its own record `seq`, with its chapters in order. `own`: the caller may write
    it."""

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


STUDIES: tuple[type[Struct], ...] = (StudyAt, StudyPage)  # all answers about studies
