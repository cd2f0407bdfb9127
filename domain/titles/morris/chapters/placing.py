"""Placing: a man on any free point; and the mills that are closed by it."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.titles.kit import LEGAL, Action, Course, Move, Refusals, Text, Verdict
from domain.titles.morris.board import Board
from domain.titles.morris.facts import ManPlaced, MillClosed


class PlaceMan(Action, frozen=True):
    """Place a man on a free point."""

    point: Annotated[str, Meta(description="The point, such as d6.")]


NO = Refusals("Placing", """
no-point = There is no point {point}.
not-free = There is a man on {point}.
""")  # fmt: skip


def judge_free(board: Board, point: str, no: Refusals = NO) -> Verdict:
    if point not in board.men:
        return no("no-point", point=point)
    return no("not-free", point=point) if board.men[point] else LEGAL


def close_mill(course: Course, seat: str, point: str) -> None:
    """A man has come to a point: a mill there takes a man of the rival, where he has one."""
    if course.board.in_mill(point) and course.board.takeable(seat):
        course.tell(MillClosed(seat, point))


def judge_place(board: Board, seat: str, action: PlaceMan) -> Verdict:
    return judge_free(board, action.point)


def place(course: Course, seat: str, action: PlaceMan) -> None:
    course.tell(ManPlaced(seat, action.point))
    close_mill(course, seat, action.point)


def places(board: Board, seat: str) -> Iterator[PlaceMan]:
    return map(PlaceMan, board.on(""))


LABEL = Text("places a man on {point}")
MOVES = (Move(PlaceMan, ("placing",), judge_place, place, places, LABEL, Text("Place a man")),)
