"""Lords and ladies: to which family they belong, whom they are married to, and what ends with their
death."""

from domain.titles.fief import facts as f
from domain.titles.fief.board import Board
from domain.titles.fief.values import Guards
from domain.titles.kit import LEGAL, Course, Refusals, Verdict

NO = Refusals("Lords", """
no-lord = There is no lord {lord}.
lord-used = {name} is or was already in play.
not-your-lord = {name} is no living lord of your family.
captive = {name} is a captive of {by}.
""")  # fmt: skip


def judge_unused_lord(board: Board, lord: str) -> Verdict:
    """Refuse a lord who does not exist or has come into play before."""
    if lord not in board.setting.lords:
        return NO("no-lord", lord=lord)
    return NO("lord-used", name=board.word("lord", lord)) if lord in board.lords else LEGAL


def judge_own_lord(board: Board, seat: str, lord: str, free: bool = True) -> Verdict:
    """Refuse a lord who is dead or of another family; if `free`, also a captive."""
    there = board.lords.get(lord)
    if there is None or there.dead or there.family != seat:
        return NO("not-your-lord", name=board.word("lord", lord))
    if free and there.captor:
        return NO("captive", name=board.word("lord", lord), by=board.word("captor", there.captor))
    return LEGAL


def ally(board: Board, family: str) -> str:
    """The family into which a lord of this family is married; empty if there is none."""
    for there in board.lords.values():
        if there.family == family and there.spouse:
            spouse = board.lords[there.spouse]
            if spouse.family != family:
                return spouse.family
    return ""


def victory_points(board: Board, family: str) -> int:
    """Victory points of the titles recorded for a family's living lords."""
    cards = board.setting.titles
    return sum(
        cards[t].points
        for lord in board.lords.values()
        if lord.family == family
        for t in lord.titles
    )


def dissolve_guard(course: Course, lord: str) -> None:
    """Turn a lord's guard into ordinary troops of the same family, as far as its stock has tokens
    (TA 3)."""
    there = course.board.lords[lord]
    guard, stock = there.guard, course.board.families[there.family].stock
    if guard.has_any:
        replaced = Guards(min(guard.knight, stock.knight), min(guard.sergeant, stock.sergeant))
        course.emit(f.GuardStoodDown(lord, guard, replaced))


def kill_lord(course: Course, lord: str) -> None:
    dissolve_guard(course, lord)
    course.emit(f.LordDied(lord))
