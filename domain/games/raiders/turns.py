"""The end of a turn: limits, the end of the game being triggered, the last turns."""

from __future__ import annotations

from domain.games.raiders import facts as f
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.field import PLAYER, Trigger
from domain.games.raiders.wording import TRIGGERS
from domain.rules.ruleset import Fact, Resolution


def close(course: Resolution[RaidersBoard, Fact]) -> None:
    """If the player has nothing left to do, keep the limits and end his turn."""
    board = course.board
    if board.stage != "close":
        return
    limits, player = board.setting.values.limits, board.player
    silver, provisions = max(0, player.silver - limits.silver), max(0, player.provisions - limits.provisions)
    cards = max(0, player.cards - limits.cards)
    if silver or provisions or cards:
        course.tell(f.SurplusReturned(silver, provisions, cards))
    end_turn(course, PLAYER)


def end_turn(course: Resolution[RaidersBoard, Fact], seat: str) -> None:
    """A seat's turn is over; if it met a condition of the end, both have one more turn, the other one first."""
    course.tell(f.TurnEnded(seat))
    if not course.board.trigger:
        trigger = end_met(course.board)
        if trigger:
            course.tell(f.EndTriggered(trigger, seat))


def end_met(board: RaidersBoard) -> Trigger:
    """Which condition of the end of the base game is met: few fortresses left to plunder, no offering in the stack, or no
    Valkyrie on the board."""
    return next((trigger for trigger in TRIGGERS if met(board, trigger)), "")


def met(board: RaidersBoard, trigger: Trigger) -> bool:
    """Whether a condition of the end is met; once it is, it stays so."""
    spaces = board.spaces
    if trigger == "fortresses":
        return sum(spaces[s].plunder > 0 for s in board.setting.fortresses) <= board.setting.values.fortresses_left
    if trigger == "offerings":
        return not board.tiles_left
    return not any(space.valkyries for space in spaces.values())
