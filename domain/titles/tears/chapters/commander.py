"""The move of the Enemy's leader (Capacité "Commandant"), which he makes only out of a wedge that
has been taken."""

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import Board, line_of, wedge_of
from domain.titles.tears.chapters.placement import first_space_in


def must_move(board: Board) -> bool:
    """Whether the Enemy's leader is in a wedge that has been taken."""
    space = board.leader_space("enemy")
    return space is not None and bool(board.wedges[space % 3].taken)


def move_enemy_leader(course: Course) -> None:
    """Move the Enemy's leader to the wedge, among those not taken, in which the Enemy has the least
    might. If there are several wedges, the table is asked for the might; the player breaks ties."""
    board = course.board
    wedges = board.untaken_wedges()
    if len(wedges) == 1:
        move_leader_to(course, wedges[0])
    elif board.turn.might is None:
        course.emit(f.question_fact("might", board.leader_id("enemy"), wedges))
    else:
        least = min(m.enemy for m in board.turn.might)
        weakest = [m.wedge for m in board.turn.might if m.enemy == least]
        if len(weakest) == 1:
            move_leader_to(course, weakest[0])
        else:
            course.emit(f.question_fact("leader-wedge", board.leader_id("enemy"), weakest))


def move_leader_to(course: Course, wedge: int) -> None:
    """Move the Enemy's leader to the first free space of a wedge. If there is none, he replaces the
    cheapest card there; the player breaks ties."""
    board = course.board
    free = tuple(at for at in board.free_spaces("enemy") if wedge_of(at) == wedge)
    if free:
        _emit_move(course, first_space_in(free, wedge))
        return
    there = board.enemy.in_wedge(wedge)
    lowest = min(board.card(id).cost for id in there)
    cheapest = [id for id in there if board.card(id).cost == lowest]
    if len(cheapest) == 1:
        replace_by_leader(course, cheapest[0])
    else:
        course.emit(f.question_fact("leader-space", board.leader_id("enemy"), cheapest))


def replace_by_leader(course: Course, leaving: str) -> None:
    """Move the Enemy's leader to the space of a card, which is discarded."""
    space = course.board.enemy.space_of(leaving)
    course.emit(f.Replaced(leaving, course.board.leader_id("enemy")))
    _emit_move(course, space)


def _emit_move(course: Course, space: int) -> None:
    """Emit the move of the Enemy's leader, and the end of its turn if that is its whole turn."""
    course.emit(f.LeaderMoved(course.board.leader_id("enemy"), wedge_of(space), line_of(space)))
    turn, options = course.board.turn, course.board.setting.options
    if turn and not turn.passing and options.commander == "whole-turn":
        course.emit(f.EnemyTurnEnded())
