"""Replayed chance: the recorded rolls of one record once more, to ask the rules anew about it."""

from __future__ import annotations

from domain.rules.chance import Ask, Chance, Roll, Value


class OtherDice(Exception):
    """The rules ask for other dice than were recorded."""


class RecordedChance(Chance):
    """Answers each use of chance with what was recorded for it; `left` is what was not asked for yet."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        super().__init__(rolls[0].number - 1 if rolls else 0)
        self.left = list(rolls)

    def finish(self) -> None:
        """Raise `OtherDice` where some of the dice were not asked for."""
        if self.left:
            raise OtherDice(self.left[0].kind)

    def _one(self, ask: Ask) -> tuple[Value, ...]:
        if not self.left or (self.left[0].kind, self.left[0].spec) != (ask.kind, ask.spec):
            raise OtherDice(ask.kind)
        roll = self.left.pop(0)
        self._check(ask, roll)
        self.number = roll.number
        self.rolls.append(roll)
        return roll.values

    def _check(self, ask: Ask, roll: Roll) -> None:
        """Raise `OtherDice` where the values cannot have come out of the pool; here: where they do not stand at their picks."""
        if not stands(roll, ask.pool):
            raise OtherDice(ask.kind)


def stands(roll: Roll, pool: tuple[Value, ...]) -> bool:
    """Whether the values of a roll stand at its picks in a pool."""
    places = list(zip(roll.picks, roll.values, strict=False))
    return len(roll.picks) == len(roll.values) and all(0 <= n < len(pool) and pool[n] == value for n, value in places)
