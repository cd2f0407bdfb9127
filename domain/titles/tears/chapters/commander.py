"""The move of the Enemy's leader (Capacité "Commandant"), which he makes only out of a wedge that
has been taken."""

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import Board, line_of, wedge_of
from domain.titles.tears.chapters.placement import first_in


def must_move(board: Board) -> bool:
    """Whether the Enemy's leader is in a wedge that has been taken."""
    space = board.leader_space("enemy")
    return space is not None and bool(board.wedges[space % 3].taken)


def move(course: Course) -> None:
    """Move the Enemy's leader to the wedge, among those not taken, in which the Enemy has the least
    might. If there are several wedges, the table is asked for the might; the player breaks ties."""
    board = course.board
    wedges = board.standing_wedges()
    if len(wedges) == 1:
        move_to(course, wedges[0])
    elif board.turn.might is None:
        course.emit(f.asked("might", board.leader("enemy"), wedges))
    else:
        least = min(m.enemy for m in board.turn.might)
        weakest = [m.wedge for m in board.turn.might if m.enemy == least]
        if len(weakest) == 1:
            move_to(course, weakest[0])
        else:
            course.emit(f.asked("leader-wedge", board.leader("enemy"), weakest))


def move_to(course: Course, wedge: int) -> None:
    """Move the Enemy's leader to the first free space of a wedge. If there is none, he replaces the
    cheapest card there; the player breaks ties."""
    board = course.board
    free = tuple(at for at in board.free_spaces("enemy") if wedge_of(at) == wedge)
    if free:
        _step(course, first_in(free, wedge))
        return
    there = board.enemy.in_wedge(wedge)
    lowest = min(board.card(id).cost for id in there)
    cheapest = [id for id in there if board.card(id).cost == lowest]
    if len(cheapest) == 1:
        replace(course, cheapest[0])
    else:
        course.emit(f.asked("leader-space", board.leader("enemy"), cheapest))


def replace(course: Course, leaving: str) -> None:
    """Move the Enemy's leader to the space of a card, which is discarded."""
    space = course.board.enemy.space_of(leaving)
    course.emit(f.Replaced(leaving, course.board.leader("enemy")))
    _step(course, space)


def _step(course: Course, space: int) -> None:
    """Emit the move of the Enemy's leader, and the end of its turn if that is its whole turn."""
    course.emit(f.LeaderMoved(course.board.leader("enemy"), wedge_of(space), line_of(space)))
    turn, options = course.board.turn, course.board.setting.options
    if turn and not turn.passing and options.commander == "whole-turn":
        course.emit(f.EnemyTurnEnded())
