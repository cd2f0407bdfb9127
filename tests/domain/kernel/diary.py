"""A stream of a kind that the program does not have: a club's diary, with pages that say how many
people came. All of it is defined here. Pages are in their second version; of the first version only
the reading is left."""

from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from domain.kernel.kinds import Kind, Kinds, NeverAsked, Readers
from domain.kernel.refusals import Refusal
from domain.kernel.registry import REGISTRY, Record
from domain.kernel.stream import FoldedStreams
from domain.kernel.text import Text
from domain.kernel.writer import Decision, Order, Unit, WriteResult


@REGISTRY.record("diary", "0.3.0", "the secretary")
class DiaryOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record: the club's name."""

    club: str


@REGISTRY.record("diary", "0.3.0", "a member")
class PageWritten(
    Record, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag="PageWritten@2"
):
    """A page: who came, and a commitment to what it says."""

    came: tuple[str, ...]
    text: str = ""


FIRST_VERSION = (
    b'{"type":"PageWritten","at":"2026-01-01T12:00:00Z","salt":"AAAAAAAAAAAAAAAAAAAAAA==",'
    b'"actor":"ann","key":"k","people":"ann, bob"}'
)
"""A page as the first version stored it."""


@REGISTRY.upcasts("PageWritten", 1)
def _people_apart(page: dict[str, Any]) -> dict[str, Any]:
    return {**page, "came": page["people"].split(", ")}


class Diary(Struct, frozen=True):
    """A diary after record `seq`. `came` is the number of people at each meeting, `keys` the seq of
    each actor's idempotency key."""

    seq: int
    at: datetime
    keys: dict[tuple[str, str], int]
    came: tuple[int, ...] = ()


CLUB = Readers("the club")
NO_REPLAY = NeverAsked(Text("a diary has no rules", "un journal n'a pas de règles"))

DIARY_KINDS = Kinds(
    "a diary",
    DiaryOpened,
    lambda row: Diary(row.seq, row.body.at, {}),
    Kind(
        record=DiaryOpened,
        reads=CLUB,
        asks=NO_REPLAY,
        says=Text("The diary begins.", "Le journal commence."),
        by_hand=False,
    ),
    Kind(
        record=PageWritten,
        says=Text("A page is written.", "Une page est écrite."),
        by_hand=False,
        reads=CLUB,
        asks=NO_REPLAY,
        fold=lambda diary, _, body: replace(diary, came=(*diary.came, len(body.came))),
    ),
)


class NoSuchDiary(Refusal):
    def __init__(self, id: str) -> None:
        super().__init__(Text("There is no diary {id}.", id=id))


class Diaries:
    def __init__(self, clerk: Clerk) -> None:
        self._writer = clerk.writer
        self.streams = FoldedStreams(
            clerk.recorder, DiaryOpened, DIARY_KINDS.fold, NoSuchDiary, Text("the diary")
        )

    def open(self, id: str, actor: str, key: str, request: str) -> WriteResult[Diary]:
        return self._writer.open(
            self.streams,
            Order(id, 0, actor, key, request),
            lambda u: DiaryOpened(**u.stamp, club="Die Runde"),
        )

    def write(self, order: Order, came: tuple[str, ...], words: str) -> WriteResult[Diary]:
        def decide(_: Diary, unit: Unit) -> Decision[Diary]:
            return Decision((PageWritten(**unit.stamp, came=came, text=unit.keep_text(words)),))

        return self._writer.write(
            self.streams, order, decide, lambda body: isinstance(body, DiaryOpened)
        )
