"""Standing rolls. A ruling that annuls actions can preserve their rolls; the next rolls of the same
kind then repeat them.

The repetition gets a new number, dense like all others, and its field `of` names the roll it
repeats, so that a check of the dice sees that nobody rolled again. Rolls that the ruling does not
preserve have numbers too, and are out of force.

A standing roll belongs to the position its ruling led to. When that position is taken back, by
consent or by the arbiter, the roll becomes void.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.game.aggregate.game import Game
from domain.game.aggregate.history import History, Memo
from domain.game.aggregate.proceedings import Proceedings
from domain.game.record.records import ActionTaken, Annul
from domain.titles.contract.chance import Ask, Chance, Roll, Value


class StandingRoll(NamedTuple):
    """A standing roll: the ruling that preserved it, the position it belongs to (`base`, the last
    step of the chain there), and the roll."""

    ruling: int
    base: int
    roll: Roll


StandingRolls = Mapping[int, StandingRoll]
"""Standing rolls by the number of the roll that they preserve."""

_RULED: Memo[StandingRolls] = Memo()
"""Caches the rolls that rulings preserved, without regard to what was played since."""


def standing_rolls(game: Game) -> tuple[Roll, ...]:
    """The standing rolls that no action in force has repeated yet, in order of their numbers."""
    return tuple(standing.roll for _, standing in sorted(standing_rolls_by_number(game).items()))


def standing_rolls_by_number(game: Game) -> StandingRolls:
    history, proceedings = game.history, game.proceedings
    if not any(
        isinstance(r.body.remedy, Annul) and r.body.remedy.rolls == "stands"
        for r in proceedings.rulings
    ):
        return {}
    count = bisect_right(history.proceedings, game.seq)
    standing = _RULED.of(history, count, lambda: _standing_after_rulings(history, proceedings))
    tip = history.tips[game.seq - 1]
    repeated = {of for seq, of in history.repeats if seq <= game.seq and history.in_chain(seq, tip)}
    return {
        n: roll
        for n, roll in standing.items()
        if n not in repeated and history.in_chain(roll.base, tip)
    }


def _standing_after_rulings(history: History, proceedings: Proceedings) -> StandingRolls:
    steps = [(ruling.seq, ruling) for ruling in proceedings.rulings]
    steps += [(ruling.overturned, ruling) for ruling in proceedings.rulings if ruling.overturned]
    standing: StandingRolls = {}
    before: dict[int, StandingRolls] = {}
    for seq, ruling in sorted(steps, key=lambda step: step[0]):
        if seq == ruling.seq:
            before[seq] = standing
            if isinstance(ruling.body.remedy, Annul):
                standing = _standing_after_annulment(
                    history, ruling.seq, ruling.body.remedy, standing
                )
        # overturned: the position from before a ruling that moved the chain is back
        elif history.tips[ruling.seq - 2] != history.tips[ruling.seq - 1]:
            standing = before[ruling.seq]
    return standing


def standing_rolls_lost(game: Game, tip: int) -> tuple[StandingRoll, ...]:
    """The standing rolls that would become void if every step after step `tip` were taken back, in
    order."""
    if not game.history.proceedings:
        return ()
    return tuple(
        standing
        for _, standing in sorted(standing_rolls_by_number(game).items())
        if not game.history.in_chain(standing.base, tip)
    )


def _standing_after_annulment(
    history: History, seq: int, remedy: Annul, before: StandingRolls
) -> StandingRolls:
    """The standing rolls after ruling `seq`, which annuls actions. `before`: the standing rolls
    before it. `remedy` says for two sorts of rolls, both alike, whether they stand or are
    void: those of the annulled actions, and those of `before` whose positions the ruling takes
    back."""
    was, base = history.tips[seq - 2], history.tips[seq - 1]
    gone = (
        at
        for at in history.chain(was)
        if at >= remedy.from_seq and history.rolls[at - 1] != history.rolls[at - 2]
    )
    crossed = {roll.of or roll.number: roll for at in gone for roll in _rolls(history, at)}
    if remedy.rolls == "reroll":
        return {
            n: roll
            for n, roll in before.items()
            if n not in crossed and history.in_chain(roll.base, base)
        }
    standing = {
        n: roll if history.in_chain(roll.base, base) else StandingRoll(seq, base, roll.roll)
        for n, roll in before.items()
        if history.in_chain(roll.base, was)
    }
    return {n: StandingRoll(seq, base, roll) for n, roll in crossed.items()} | standing


def _rolls(history: History, seq: int) -> tuple[Roll, ...]:
    body = history.record(seq).body
    return body.rolls if isinstance(body, ActionTaken) else ()


def roll_fits(roll: Roll, ask: Ask) -> bool:
    """Whether a standing roll can answer a request for a roll: both have one kind and spec, and the
    request's pool has the roll's values at the indexes that the roll picked."""
    same = (roll.kind, roll.spec) == (ask.kind, ask.spec)
    return same and tuple(ask.pool[p] for p in roll.picks) == roll.values


class RepeatingChance(Chance):
    """A source of chance that repeats standing rolls where they fit. Another `source` makes all
    other rolls."""

    def __init__(self, source: Chance, standing: Iterable[Roll]) -> None:
        super().__init__(source.number)
        self._fresh = source
        self._left = list(standing)

    def ask(self, *asks: Ask) -> tuple[tuple[Value, ...], ...]:
        taken = [self._take_fitting_roll(ask) for ask in asks]
        self._fresh._prepare(
            tuple(ask for ask, roll in zip(asks, taken, strict=True) if roll is None)
        )
        return tuple(
            self._repeat(roll) if roll else self._make_roll(ask)
            for ask, roll in zip(asks, taken, strict=True)
        )

    def _take_fitting_roll(self, ask: Ask) -> Roll | None:
        for roll in self._left:
            if roll_fits(roll, ask):
                self._left.remove(roll)
                return roll
        return None

    def _repeat(self, roll: Roll) -> tuple[Value, ...]:
        self.number += 1
        of = roll.of or roll.number
        self.rolls.append(
            Roll(self.number, roll.kind, roll.spec, roll.picks, roll.values, roll.source, of)
        )
        return roll.values

    def _make_roll(self, ask: Ask) -> tuple[Value, ...]:
        self._fresh.number = self.number
        values = self._fresh._make_roll(ask)
        self.number = self._fresh.number
        self.rolls.append(self._fresh.rolls[-1])
        return values

    def check_all_used(self) -> None:
        self._fresh.check_all_used()
