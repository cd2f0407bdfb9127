"""The rules, heading by heading: placing men, moving them, and taking a man for a mill."""

from collections.abc import Iterator

from domain.titles.kit import LEGAL, Action, Course, Move, Refusals, Text, Verdict
from domain.titles.morris.board import Board, Point
from domain.titles.morris.facts import ManMoved, ManPlaced, ManTaken, MillClosed

PLACING = Refusals("Placing", """
no-point = There is no point {point}.
not-free = There is a man on {point}.
""")  # fmt: skip
MOVING = Refusals("Moving", """
not-yours = You have no man on {origin}.
too-far = {target} is not next to {origin}.
""")  # fmt: skip
MILLS = Refusals("Mills", """
no-rival = There is no man of {rival} on {point}.
in-mill = The man on {point} is in a mill, and not all are.
""")  # fmt: skip


class PlaceMan(Action, frozen=True):
    """Place a man on a free point."""

    point: Point


def judge_place(board: Board, seat: str, action: PlaceMan, no: Refusals = PLACING) -> Verdict:
    if action.point not in board.men:
        return no("no-point", point=action.point)
    return no("not-free", point=action.point) if board.men[action.point] else LEGAL


def place(course: Course, seat: str, action: PlaceMan) -> None:
    course.emit(ManPlaced(seat, action.point))
    close_mill(course, seat, action.point)


def places(board: Board, seat: str) -> Iterator[PlaceMan]:
    return map(PlaceMan, board.points_held(""))


class MoveMan(Action, frozen=True):
    """Move a man along a line to the next point; with three men left, to any free point."""

    origin: Point
    target: Point


def judge_move(board: Board, seat: str, action: MoveMan) -> Verdict:
    if board.men.get(action.origin) != seat:
        return MOVING("not-yours", origin=action.origin)
    verdict = judge_place(board, seat, PlaceMan(action.target), PLACING.under(MOVING.rule))
    if verdict.legal and action.target not in board.targets(seat, action.origin):
        return MOVING("too-far", origin=action.origin, target=action.target)
    return verdict


def move(course: Course, seat: str, action: MoveMan) -> None:
    course.emit(ManMoved(seat, action.origin, action.target))
    close_mill(course, seat, action.target)


def moves(board: Board, seat: str) -> Iterator[MoveMan]:
    men = board.points_held(seat)
    return (MoveMan(origin, target) for origin in men for target in board.targets(seat, origin))


class TakeMan(Action, frozen=True):
    """Take a man of your rival off the board."""

    point: Point


def close_mill(course: Course, seat: str, point: str) -> None:
    """Emit that a seat closed a mill, if its man on this point completes one and there is a man
    that it may take."""
    if course.board.is_in_mill(point) and course.board.takeable(seat):
        course.emit(MillClosed(seat, point))


def judge_take(board: Board, seat: str, action: TakeMan) -> Verdict:
    rival = board.rival(seat)
    if board.men.get(action.point) != rival:
        return MILLS("no-rival", rival=board.setting.name(rival), point=action.point)
    return LEGAL if action.point in board.takeable(seat) else MILLS("in-mill", point=action.point)


def take(course: Course, seat: str, action: TakeMan) -> None:
    course.emit(ManTaken(seat, action.point))


def takes(board: Board, seat: str) -> Iterator[TakeMan]:
    return map(TakeMan, board.takeable(seat))


PLACES = Text("places a man on {point}")
MOVES_ON = Text("moves a man from {origin} to {target}")
TAKES = Text("takes the man on {point}")
MOVES = (
    Move(PlaceMan, ("placing",), judge_place, place, places, PLACES, Text("Place a man")),
    Move(MoveMan, ("moving",), judge_move, move, moves, MOVES_ON, Text("Move a man")),
    Move(TakeMan, ("taking",), judge_take, take, takes, TAKES, Text("Take a man")),
)
