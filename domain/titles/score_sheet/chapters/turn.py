from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Phase, Refusals, Text, Verdict
from domain.titles.score_sheet import facts as f
from domain.titles.score_sheet.actions import PassTurn
from domain.titles.score_sheet.board import Board

RULE = "Turns"
NO = Refusals(RULE, """
no-turns
  This sheet has no turns: everybody enters when they like.
alone
  Nobody else is there to have a turn.
""")  # fmt: skip
PHASES = (Phase("playing", Text("may fill in the sheet")),)


def to_act(board: Board) -> tuple[str, ...]:
    if board.ending:
        return ()
    return (board.turn,) if board.turn else board.setting.seats


def judge_pass(board: Board, seat: str, action: PassTurn) -> Verdict:
    if not board.setting.values.turns:
        return NO("no-turns")
    return LEGAL if len(board.setting.seats) > 1 else NO("alone")


def pass_turn(course: Course, seat: str, action: PassTurn) -> None:
    seats = course.board.setting.seats
    course.emit(f.TurnPassed(seat, seats[(seats.index(course.board.turn) + 1) % len(seats)]))


def offers(board: Board, seat: str) -> Iterator[PassTurn]:
    yield PassTurn()


NAME = Text("Pass the turn")
MOVES = (
    Move(
        PassTurn,
        ("playing",),
        judge_pass,
        pass_turn,
        offers,
        Text("passes the turn"),
        NAME,
        weight=2,
    ),
)
