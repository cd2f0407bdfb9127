"""Whom a game waits for: the seats to act and since when, and who has signed how it ended.

All of it follows from the records; nothing here looks at a clock.
"""

from datetime import datetime

from domain.game.aggregate.game import Game
from domain.game.record.records import FIRST, PositionSigned

LONGEST = 24
"""Changes of the position that the beginning of a turn is looked for in; a longer turn counts from
the oldest of them."""


def turn_since(game: Game) -> datetime | None:
    """When the turn began: since then at least one of the seats that may act has been able to,
    without a break. None where nobody may act. Who plays alone is always to act: theirs counts from
    the last change of the position."""
    acting = set(game.to_act)
    if not acting:
        return None
    history, changes = game.history, 0
    alone = sum(spec.role == "player" for spec in game.setting.seat_specs) == 1
    for seq in range(game.seq, FIRST, -1):
        before, after = history.tips[seq - 2], history.tips[seq - 1]
        if before == after:
            continue
        changes += 1
        there = acting.intersection(history.to_act(before))
        if alone or not there or changes == LONGEST:
            return history.filed(seq).body.at
        acting = there
    return game.opened.at


def signers(game: Game) -> tuple[str, ...]:
    """The seats that signed the last step in force, or a record after it, in the game's record;
    sorted."""
    step = game.step
    since = step.seq if step is not None else FIRST
    signed = [
        seq
        for seq in range(since, game.seq + 1)
        if game.history.topics[seq - 1] == PositionSigned.__name__
    ]
    bodies = [game.history.filed(seq).body for seq in signed]
    return tuple(
        sorted(
            {
                body.seat
                for body in bodies
                if isinstance(body, PositionSigned) and body.about >= since
            }
        )
    )
