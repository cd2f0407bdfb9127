"""TA 3: king and queen, and the royal guard that they take from the troops beside them."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.fief import actions as a
from domain.games.fief.board import Board
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.forms import Pick, Suggest, declared
from domain.games.fief.lords import own_lord
from domain.games.fief.values import Guards
from domain.games.fief.words import counts
from domain.kit import LEGAL, Action, Course, Refusals, Text, Verdict

Crown = a.ElectKing | a.CrownQueen

NO = Refusals("TA 3", """
wrong-sex = {name} cannot become {title}.
crown-taken = {name} is {title} already.
guard-limit = The guard is at most {limit}.
not-beside = Only troops beside the new sovereign are replaced: {there} of the family.
guard-box = The box has only {left}.
""")  # fmt: skip


def king_guard(board: Board) -> Guards:
    """The most that a king may have."""
    return board.setting.values.guard.king


def queen_guard(board: Board) -> Guards:
    """The most that a queen may have."""
    return board.setting.values.guard.queen


def judge_king(board: Board, seat: str, action: a.ElectKing) -> Verdict:
    """A man who is free; there is one king."""
    return _crown(board, seat, action, board.setting.king, "man", king_guard(board))


def judge_queen(board: Board, seat: str, action: a.CrownQueen) -> Verdict:
    """A lady who is free; there is one queen."""
    return _crown(board, seat, action, board.setting.queen, "lady", queen_guard(board))


def _crown(board: Board, seat: str, action: Crown, crown: str, sex: str, most: Guards) -> Verdict:
    owned = own_lord(board, seat, action.lord)
    if not owned.legal:
        return owned
    called = board.word("title", crown)
    title = Text(called.en.lower(), called.fr.lower())
    if board.setting.lords[action.lord].sex != sex:
        return NO("wrong-sex", name=board.word("lord", action.lord), title=title)
    reigning = board.holder_of(crown)
    if reigning:
        return NO("crown-taken", name=board.word("lord", reigning), title=title)
    return _escort(board, seat, action, most)


def _escort(board: Board, seat: str, action: Crown, most: Guards) -> Verdict:
    wanted, box = action.guard, board.guard_box
    if wanted.knight > most.knight or wanted.sergeant > most.sergeant:
        return NO("guard-limit", limit=most.said)
    beside = board.troops(seat, board.lords[action.lord].place)
    if wanted.knight > beside.knight or wanted.sergeant > beside.sergeant:
        return NO("not-beside", there=counts(knight=beside.knight, sergeant=beside.sergeant))
    if wanted.knight > box.knight or wanted.sergeant > box.sergeant:
        return NO("guard-box", left=box.said)
    return LEGAL


def crown(course: Course, seat: str, action: Crown) -> None:
    """Take the title; the troops beside become guards at once and for nothing."""
    setting = course.board.setting
    course.tell(f.TitleTaken(action.lord, setting.king if isinstance(action, a.ElectKing) else setting.queen))
    if action.guard.any:
        course.tell(t.GuardRaised(action.lord, action.guard))


def _suggest(kind: type[Crown], sex: str, most: Callable[[Board], Guards]) -> Suggest:
    def suggest(board: Board, seat: str, pick: Pick) -> Action | None:
        lords = [id for id in board.lords_of(seat) if board.setting.lords[id].sex == sex]
        if not lords:
            return None
        lord = pick(lords)
        limit, box, beside = most(board), board.guard_box, board.troops(seat, board.lords[lord].place)
        knights = min(limit.knight, box.knight, beside.knight)
        sergeants = min(limit.sergeant, box.sergeant, beside.sergeant)
        return kind(lord, pick(range(knights, -1, -1)), pick(range(sergeants, -1, -1)))

    return suggest


MOVES = (
    declared(
        a.ElectKing, ("oyez",), judge_king, crown, _suggest(a.ElectKing, "man", king_guard),
        Text("has {lord} elected king with {guard}"), Text("Elect the king"), Text("Election of a king"),
        Text("The vote is the table's. Enter who was elected, and the troops beside him that become his guard."), rule=NO.rule,
        most={"knight": lambda board, seat: king_guard(board).knight, "sergeant": lambda board, seat: king_guard(board).sergeant},
    ),
    declared(
        a.CrownQueen, ("oyez",), judge_queen, crown, _suggest(a.CrownQueen, "lady", queen_guard),
        Text("has {lord} become queen with {guard}"), Text("Crown the queen"), Text("A lady becomes queen"),
        Text("Who became queen, and the troops beside her that become her guard."), rule=NO.rule,
        most={"knight": lambda board, seat: queen_guard(board).knight, "sergeant": lambda board, seat: queen_guard(board).sergeant},
    ),
)  # fmt: skip
