"""Dice that stand: a ruling that annuls actions can let their rolls stand, and the next rolls of the same kind repeat them.

The repeated roll gets a number of its own, dense like all others, and says in `of` which roll it repeats; so whoever checks the
dice sees that nobody rolled again. Rolls that were to be rolled again keep their numbers too, out of force.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.chance import Ask, Chance, Roll, Source, Value
from domain.game import Game
from domain.record import ActionTaken
from domain.remedies import Annul


def standing_rolls(game: Game) -> tuple[Roll, ...]:
    """The rolls that rulings in force let stand and no action in force has repeated yet, in their order."""
    found: dict[int, Roll] = {}
    repeated: set[int] = set()
    trail, tip = game.trail, game.trail.tips[game.seq - 1]
    for ruling in game.matters.holding:
        remedy = ruling.body.remedy
        if not isinstance(remedy, Annul) or remedy.rolls != "stands":
            continue
        base = trail.tips[ruling.seq - 1]
        if trail.tips[ruling.seq - 2] == base or not trail.on_line(base, tip):
            continue  # a later ruling or retraction went further back: its own rolls count
        crossed = (seq for seq in trail.line(trail.tips[ruling.seq - 2]) if seq >= remedy.from_seq)
        for roll in _rolls(game, sorted(crossed)):
            found.setdefault(roll.of or roll.number, roll)
        since = (seq for seq in trail.line(tip) if seq > ruling.seq)
        repeated |= {roll.of for roll in _rolls(game, since) if roll.of}
    return tuple(roll for number, roll in sorted(found.items()) if number not in repeated)


def _rolls(game: Game, seqs: Iterable[int]) -> list[Roll]:
    bodies = (game.trail.filed(seq).body for seq in seqs)
    return [roll for body in bodies if isinstance(body, ActionTaken) for roll in body.rolls]


class StandingChance(Chance):
    """Chance that repeats rolls that stand, and asks another source for all others."""

    def __init__(self, source: Chance, standing: Iterable[Roll]) -> None:
        super().__init__(source.number)
        self._fresh = source
        self._left = list(standing)

    def ask(self, *asks: Ask) -> tuple[tuple[Value, ...], ...]:
        """Answer uses of chance that happen together, those that stand from what was rolled."""
        taken = [self._take(ask) for ask in asks]
        self._fresh._ready(tuple(ask for ask, roll in zip(asks, taken, strict=True) if roll is None))
        return tuple(self._repeat(roll) if roll else self._new(ask) for ask, roll in zip(asks, taken, strict=True))

    def _take(self, ask: Ask) -> Roll | None:
        """The first roll that stands and answers the same question from the same pool."""
        for roll in self._left:
            if (roll.kind, roll.spec) == (ask.kind, ask.spec) and tuple(ask.pool[p] for p in roll.picks) == roll.values:
                self._left.remove(roll)
                return roll
        return None

    def _repeat(self, roll: Roll) -> tuple[Value, ...]:
        self.number += 1
        of = roll.of or roll.number
        self.rolls.append(Roll(self.number, roll.kind, roll.spec, roll.picks, roll.values, roll.source, of))
        return roll.values

    def _new(self, ask: Ask) -> tuple[Value, ...]:
        self._fresh.number = self.number
        values = self._fresh._one(ask)
        self.number = self._fresh.number
        self.rolls.append(self._fresh.rolls[-1])
        return values

    def finish(self) -> None:
        self._fresh.finish()

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        return self._fresh._pick(number, ask)

    def _source(self) -> Source:
        return self._fresh._source()
