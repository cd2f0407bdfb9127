"""Whom a game waits for: since when the seats to act have been to act, and which seats have signed
the final position.

Everything follows from the records; no clock is read.
"""

from datetime import datetime

from domain.game.aggregate.game import Game
from domain.game.record.records import FIRST, PositionSigned

LONGEST = 24
"""How many changes of the position are searched for the beginning of a turn. A longer turn counts
from the oldest of them."""


def turn_since(game: Game) -> datetime | None:
    """The time since which some seat that may act now could act without interruption; None if
    nobody may act. In a game with one player's seat: the time of the last change of the
    position."""
    acting = set(game.to_act)
    if not acting:
        return None
    history, changes = game.history, 0
    alone = len(game.player_seats) == 1
    for seq in range(game.seq, FIRST, -1):
        before, after = history.tips[seq - 2], history.tips[seq - 1]
        if before == after:
            continue
        changes += 1
        there = acting.intersection(history.to_act(before))
        if alone or not there or changes == LONGEST:
            return history.record(seq).body.at
        acting = there
    return game.opened.at


def position_signers(game: Game) -> tuple[str, ...]:
    """The seats that signed the position: the last step in force or a later record. Sorted."""
    step = game.step
    since = step.seq if step is not None else FIRST
    signed = [
        seq
        for seq in range(since, game.seq + 1)
        if game.history.topics[seq - 1] == PositionSigned.__name__
    ]
    bodies = [game.history.record(seq).body for seq in signed]
    return tuple(
        sorted(
            {
                body.seat
                for body in bodies
                if isinstance(body, PositionSigned) and body.about >= since
            }
        )
    )
