"""The Enemy leader's move (Capacité "Commandant"): only out of a wedge that has been taken."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.asking import ask
from domain.games.tears.board import TearsBoard, card, existing, fielded, free_spaces, leader_space, line_of, wedge_of
from domain.games.tears.damage import Story
from domain.games.tears.placement import first_in


def must_move(board: TearsBoard) -> bool:
    """Whether the Enemy's leader stands in a taken wedge."""
    space = leader_space(board, "enemy")
    return space is not None and bool(board.wedges[space % 3].taken)


def move(course: Story) -> None:
    """The leader goes to the other wedge with the least might, which the table states; a tie is the player's to break."""
    board = course.board
    wedges = existing(board)
    if len(wedges) == 1:
        move_to(course, wedges[0])
    elif board.turn is None or board.turn.might is None:
        ask(course, "might", _leader(board), wedges)
    else:
        least = min(m.enemy for m in board.turn.might)
        weakest = [m.wedge for m in board.turn.might if m.enemy == least]
        if len(weakest) == 1:
            move_to(course, weakest[0])
        else:
            ask(course, "leader-wedge", _leader(board), weakest)


def move_to(course: Story, wedge: int) -> None:
    """He takes the first free space there; in a full wedge he replaces the cheapest card, the player choosing among equals."""
    board = course.board
    free = [at for at in free_spaces(board, "enemy") if wedge_of(at) == wedge]
    if free:
        _step(course, first_in(tuple(free), wedge))
        return
    there = [s.card for at, s in fielded(board.enemy) if wedge_of(at) == wedge]
    lowest = min(card(board, id).cost for id in there)
    cheapest = [id for id in there if card(board, id).cost == lowest]
    if len(cheapest) == 1:
        replace(course, cheapest[0])
    else:
        ask(course, "leader-space", _leader(board), cheapest)


def replace(course: Story, leaving: str) -> None:
    """He takes the place of a card, which is discarded."""
    space = next(at for at, s in fielded(course.board.enemy) if s.card == leaving)
    course.tell(f.Replaced(leaving, _leader(course.board)))
    _step(course, space)


def _step(course: Story, space: int) -> None:
    course.tell(f.LeaderMoved(_leader(course.board), wedge_of(space), line_of(space)))
    turn, options = course.board.turn, course.board.setting.options
    if turn and not turn.passing and options.commander == "whole-turn":
        course.tell(f.EnemyTurnEnded())


def _leader(board: TearsBoard) -> str:
    return board.setting.values.factions[board.enemy.faction].leader.id
