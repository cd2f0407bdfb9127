"""What goes on by itself between the player's decisions: the Enemy's turn, and one phase after another."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.enemy import turn as enemy
from domain.games.tears.rounds.phases import begin_round, close_deployment, facing
from domain.kit import Course


def go_on(course: Course) -> None:
    """Everything that needs nobody's decision: the Enemy's turn once it has begun, and the next phase once one is finished."""
    while True:
        board = course.board
        if board.ending or board.question:
            return
        if board.turn is not None:
            if not board.turn.begun or enemy.card_wanted(board):
                return
            _enemy_step(course)
        elif board.phase == "wedges" and not board.left and facing(board):
            course.tell(f.PhaseBegan("objectives", facing(board)))
        elif board.phase in ("wedges", "objectives") and not board.left:
            begin_round(course)
        else:
            return


def _enemy_step(course: Course) -> None:
    """The next step of the Enemy's turn. At its end play returns to the player, or deployment is over if he has passed."""
    if enemy.next_step(course.board) != "end":
        enemy.take_step(course)
    elif course.board.turn.passing:
        close_deployment(course)
    else:
        course.tell(f.EnemyTurnEnded())
