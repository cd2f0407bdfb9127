"""Games that share a deal: how far each has come in it, and whether its rolls are the deal's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from domain.game.game import Game
from domain.rules.chance import Roll, dealt_picks


def used_of_deal(game: Game) -> Counter[str]:
    """How many values of each kind have come in a game, taken back or not: none comes twice. Rolls that repeat another are no new
    ones."""
    used: Counter[str] = Counter()
    for _, roll in dealt_rolls(game):
        used[roll.kind] += len(roll.picks)
    return used


def wrong_rolls(game: Game, deal: bytes) -> tuple[int, ...]:
    """The numbers of the rolls of a game that are not those of a deal."""
    used: Counter[str] = Counter()
    wrong = []
    for _, roll in dealt_rolls(game):
        if dealt_picks(deal, roll.kind, used[roll.kind], roll.spec) != roll.picks:
            wrong.append(roll.number)
        used[roll.kind] += len(roll.picks)
    return tuple(wrong)


def dealt_rolls(game: Game) -> Iterator[tuple[int, Roll]]:
    """Each roll of a game that repeats none, with its record."""
    rolls = game.history.rolls
    for seq in range(1, game.seq + 1):
        if rolls[seq - 1] != (rolls[seq - 2] if seq > 1 else 0):
            body: Any = game.history.filed(seq).body
            for roll in body.rolls:
                if not roll.of:
                    yield seq, roll
