"""Moving: a man along a line to the next point; with three men left, to any."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.titles.kit import Action, Course, Move, Refusals, Text, Verdict
from domain.titles.morris.board import Board
from domain.titles.morris.chapters import placing
from domain.titles.morris.facts import ManMoved


class MoveMan(Action, frozen=True):
    """Move a man to a free point."""

    origin: Annotated[str, Meta(description="The point where the man is.")]
    target: Annotated[str, Meta(description="The point that he moves to.")]


NO = Refusals("Moving", """
not-yours = You have no man on {origin}.
too-far = {target} is not next to {origin}.
""")  # fmt: skip


def judge_move(board: Board, seat: str, action: MoveMan) -> Verdict:
    if board.men.get(action.origin) != seat:
        return NO("not-yours", origin=action.origin)
    verdict = placing.judge_free(board, action.target, placing.NO.under(NO.rule))
    if verdict.legal and action.target not in board.ways(seat, action.origin):
        return NO("too-far", origin=action.origin, target=action.target)
    return verdict


def move(course: Course, seat: str, action: MoveMan) -> None:
    course.tell(ManMoved(seat, action.origin, action.target))
    placing.close_mill(course, seat, action.target)


def moves(board: Board, seat: str) -> Iterator[MoveMan]:
    return (
        MoveMan(origin, target) for origin in board.on(seat) for target in board.ways(seat, origin)
    )


LABEL = Text("moves a man from {origin} to {target}")
MOVES = (Move(MoveMan, ("moving",), judge_move, move, moves, LABEL, Text("Move a man")),)
