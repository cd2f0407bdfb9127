"""Mills: who closes one takes a man of the rival that is in none."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.titles.kit import LEGAL, Action, Course, Move, Refusals, Text, Verdict
from domain.titles.morris.board import Board
from domain.titles.morris.facts import ManTaken


class TakeMan(Action, frozen=True):
    """Take a man of your rival off the board."""

    point: Annotated[str, Meta(description="The point where the man is.")]


NO = Refusals("Mills", """
no-rival = There is no man of {rival} on {point}.
in-mill = The man on {point} is in a mill, and not all are.
""")  # fmt: skip


def judge_take(board: Board, seat: str, action: TakeMan) -> Verdict:
    rival = board.rival(seat)
    if board.men.get(action.point) != rival:
        return NO("no-rival", rival=board.setting.name(rival), point=action.point)
    return LEGAL if action.point in board.takeable(seat) else NO("in-mill", point=action.point)


def take(course: Course, seat: str, action: TakeMan) -> None:
    course.tell(ManTaken(seat, action.point))


def takes(board: Board, seat: str) -> Iterator[TakeMan]:
    return map(TakeMan, board.takeable(seat))


LABEL = Text("takes the man on {point}")
MOVES = (Move(TakeMan, ("taking",), judge_take, take, takes, LABEL, Text("Take a man")),)
