"""What the rules say of spaces and wedges, whoever names them: what is free, what stands, how much a wedge can take."""

from __future__ import annotations

from domain.games.tears.board import Board, space_at
from domain.games.tears.rounds.damage import may_hurt_wedges, room_on_wedge
from domain.games.tears.turn import NORMAL
from domain.kit import LEGAL, Refusals, Verdict

NO = Refusals(NORMAL, """
no-space = Say where: a wedge 1 to 3 and a line 1 to 3.
occupied = Line {line} of wedge {wedge} is occupied by {name}.
wedge-taken = There is no wedge {wedge} left to damage; {left} still stand.
too-much = Wedge {wedge} is taken with {room} more damage: {amount} cannot be placed.
""")  # fmt: skip
NO_PLACE = Refusals("Ordre de placement", """
wedge-taken = Wedge {wedge} has been taken; {left} still stand.
""")  # fmt: skip
TOO_EARLY = {
    "player": Refusals("Objectifs", """
not-at-hastings = The player cannot damage wedges before the Battle of Hastings.
"""),
    "enemy": Refusals("Objectifs", """
not-at-hastings = The enemy cannot damage wedges before the Battle of Hastings.
"""),
}  # fmt: skip


def check_space(board: Board, seat: str, wedge: int, line: int) -> Verdict:
    """Whether a space is there, free, and in an existing wedge."""
    if not wedge or not line:
        return NO("no-space")
    if wedge not in board.existing():
        return NO_PLACE("wedge-taken", wedge=wedge, left=_left(board))
    stands = board.army(seat).spaces[space_at(wedge, line)]
    return LEGAL if stands is None else NO("occupied", line=line, wedge=wedge, name=board.card(stands.card).name)


def check_wedge(board: Board, wedge: int, by: str, amount: int) -> Verdict:
    """Whether a side can place so many damage tokens on a wedge now."""
    if wedge not in board.existing():
        return NO("wedge-taken", wedge=wedge, left=_left(board))
    if amount and not may_hurt_wedges(board, by):
        return TOO_EARLY[by]("not-at-hastings")
    room = room_on_wedge(board, wedge, by)
    return LEGAL if amount <= room else NO("too-much", wedge=wedge, room=room, amount=amount)


def _left(board: Board) -> str:
    return ", ".join(map(str, board.existing()))
