"""Nim, a minimal title written from the tutorial: take from one heap; the last piece wins. It is a
package of its own, as other authors would write one, and the laws run over it."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from domain.titles import kit
from domain.titles.kit import (
    LEGAL,
    Action,
    Called,
    Count,
    Course,
    Every,
    Fact,
    Move,
    Outcome,
    Phase,
    Refusals,
    Seat,
    Text,
    Verdict,
    replace,
)

TAKING = Refusals("Taking", """
no-heap = There is no heap {heap}.
too-many = {heap} has no {count:piece|pieces}.
""")  # fmt: skip
READINGS = kit.parse_readings("last | The end of play = Whoever takes the last piece wins.")
ENDINGS = kit.Sentences("last-piece = The last piece was taken")
ENDED = kit.Sentences("last-piece = {winner} takes the last piece and wins.")


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces are in each heap."""

    heaps: dict[str, int]


class Setting(kit.Setting):
    values: Values


HEAP = Every(lambda board: board.setting.values.heaps, Text("a heap"), Text("the heap"))
Pieces = Annotated[int, Count(Text("pieces in {key}"))]


class Board(kit.Board, frozen=True):
    """How many pieces are left in each heap, and whose turn it is."""

    setting: Setting
    heaps: Annotated[dict[str, Pieces], Called(Text("Heaps")), HEAP]
    turn: Seat

    @property
    def phase(self) -> str:
        return "taking" if any(self.heaps.values()) else kit.OVER

    @property
    def rival(self) -> str:
        return next(seat for seat in self.setting.seats if seat != self.turn)


class PiecesTaken(Fact, frozen=True):
    """A seat took pieces from a heap."""

    seat: str
    heap: str
    count: int
    says = Text("{seat} takes {count:piece|pieces} from {heap}.")

    def apply(self, board: Board) -> Board:
        heaps = {**board.heaps, self.heap: board.heaps[self.heap] - self.count}
        return replace(board, heaps=heaps, turn=board.rival)


class Take(Action, frozen=True):
    """Take pieces from a heap."""

    heap: Annotated[str, Meta(description="A heap.")]
    count: Annotated[int, Meta(ge=1, description="How many.")]


def judge(board: Board, seat: str, action: Take) -> Verdict:
    if action.heap not in board.heaps:
        return TAKING("no-heap", heap=action.heap)
    enough = action.count <= board.heaps[action.heap]
    return LEGAL if enough else TAKING("too-many", heap=action.heap, count=action.count)


def take(course: Course, seat: str, action: Take) -> None:
    course.emit(PiecesTaken(seat, action.heap, action.count))


def takes(board: Board, seat: str) -> Iterator[Take]:
    heaps = board.heaps.items()
    return (Take(heap, count) for heap, there in heaps for count in range(1, there + 1))


SAYS = Text("takes {count:piece|pieces} from {heap}")
MOVES = (Move(Take, ("taking",), judge, take, takes, SAYS, Text("Take pieces")),)


class Nim(kit.Title[Setting, Board]):
    id = "nim"
    about = kit.About(
        title=Text("Nim"),
        edition=Text("three heaps"),
        rules=Text("Nim, as it is commonly played"),
        seats=(2,),
        readings=READINGS,
        endings=tuple(ENDINGS),
        ending_names=ENDINGS,
    )
    setting_type, board_type, values_type = Setting, Board, Values
    phases = (Phase("taking", Text("takes pieces")),)
    turn_rule, end_rule = "Taking", "The end of play"
    headings = Text("Taking"), Text("The end of play")
    terms = kit.Sentences("heap = heap")

    def blank(self, setting: Setting) -> Board:
        return Board(setting, dict(setting.values.heaps), setting.seats[0])

    def score(self, board: Board) -> tuple[kit.ScoreLine, ...]:
        return ()

    def outcome(self, board: Board) -> Outcome | None:
        if board.phase != kit.OVER:
            return None
        winner = board.rival
        text = ENDED("last-piece", winner=board.setting.name(winner))
        return Outcome("last-piece", (winner,), text)


RULES = Nim()
