"""Period I: the preparation of a turn, and who defends which sections. In the rule text: "Période de Préparation"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.titles.contract.verdict import Field, Template
from domain.titles.convicted import actions as a
from domain.titles.convicted.board import Board
from domain.titles.convicted.facts import preparation as f
from domain.titles.convicted.field import SECTIONS, section_name
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict, entry

NO = Refusals("Période de Préparation", """
section-taken = A section has one defender: {section} is with {who}.
wrong-share = You choose {due} sections to defend, not {count}.
""")  # fmt: skip
ALREADY = Text("this choice already")


def prepare_turn(course: Course, first_of_all: bool) -> None:
    """Period I. The very first preparation moves neither the turn marker nor the first player's (A-CV-2, A-CV-3)."""
    board = course.board
    players = board.setting.players
    turn, first = board.turn, board.first
    if not first_of_all:
        turn, first = turn + 1, players[(players.index(first) + 1) % len(players)]
    share = dict(zip(turn_order(players, first), board.setting.values.sharing.markers[len(players) - 1], strict=True))
    course.tell(f.TurnPrepared(turn, first, tuple(share[p] for p in players)), f.ChoiceBegun(first))
    _take_the_rest(course)


def turn_order(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    at = players.index(first)
    return players[at:] + players[:at]


def choosing(board: Board) -> int:
    order = turn_order(board.setting.players, board.first)
    return board.setting.values.sharing.sections[len(order) - 1][order.index(board.go)]


def _take_the_rest(course: Course) -> None:
    """The seat that chooses last gets the sections that are left; then the first player's actions begin."""
    board = course.board
    if board.go == turn_order(board.setting.players, board.first)[-1]:
        course.tell(f.SectionsTaken(board.go, tuple(s for s in SECTIONS if not board.sections[s].seat)))
        course.tell(f.ActionsBegun(board.first))


def following(board: Board) -> str:
    order = turn_order(board.setting.players, board.first)
    at = order.index(board.go) + 1
    return order[at] if at < len(order) else ""


def judge_sections(board: Board, seat: str, action: a.ChooseSections) -> Verdict:
    for section, times in Counter(action.sections).items():
        owner = board.sections[section].seat
        if owner or times > 1:
            return NO("section-taken", section=section_name(section), who=board.setting.name(owner) if owner else ALREADY)
    due = choosing(board)
    return LEGAL if len(action.sections) == due else NO("wrong-share", due=due, count=len(action.sections))


def choose_sections(course: Course, seat: str, action: a.ChooseSections) -> None:
    course.tell(f.SectionsTaken(seat, action.sections), f.ChoiceBegun(following(course.board)))
    _take_the_rest(course)


def section_form(board: Board, seat: str) -> Iterator[Template]:
    free, due = tuple(s for s in SECTIONS if not board.sections[s].seat), choosing(board)
    label = Text("Choose {due} sections to defend", due=due)
    yield entry(label, a.ChooseSections(free[:due]), sections=Field(Text("sections"), choices=free))


MOVES = (
    Move(
        a.ChooseSections, ("sections",), judge_sections, choose_sections, lambda board, seat: (),
        Text("defends {letters}"), Text("Choose sections"), forms=section_form,
    ),
)  # fmt: skip
