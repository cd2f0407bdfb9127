"""The dice of a recorded game, as `dice_statistics.py` counts them.

A record keeps what came up, not what else the die has on it. So the rules are asked again, on the board each action was taken on
and with the very rolls it was recorded with, which dice they wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.dice_statistics import NOTE, DiceStatistics, TakenBack, Throw, tabulate
from domain.game.game import Game, taken_back
from domain.record.records import FIRST, ActionTaken, GameOpened
from domain.rules.chance import Ask, Roll, Value
from domain.rules.codec import decode_action
from domain.rules.replayed_chance import RecordedChance, stands
from domain.rules.text import Text

Die = tuple[tuple[Value, ...], Text]
"""What stands on a die, and the words for what it is rolled for."""


def dice_statistics(game: Game, shown: Callable[[int, Roll], bool] = lambda _seq, _roll: True) -> DiceStatistics:
    """The statistics of a game's dice at its record `seq`; `shown` says whether the reader may know what a roll of a record came
    to. Costs the length of the game."""
    gone = taken_back(game)
    rolled = [(seq, roll) for seq in _records(game) for roll in _rolls(game, seq)]
    dice = [(seq, roll) for seq, roll in rolled if "d" in roll.spec]
    standing = {roll.of or roll.number for seq, roll in dice if seq not in gone}
    throws, retracted, hidden, unknown = [], [], 0, 0
    pools = _Pools(game)
    for seq, roll in dice:
        if roll.of:
            continue
        seat, in_force = game.history.seats[seq - 1], roll.number in standing
        die = pools.die(seq, roll)
        if not shown(seq, roll):
            hidden += 1
            continue
        if not in_force:
            retracted.append(TakenBack(roll.number, seq, seat, roll.kind, roll.values, gone[seq]))
        if die is None:
            unknown += 1
        else:
            faces, label = die
            throws.append(Throw(roll.number, seq, seat, roll.kind, label, roll.source, faces, roll.values, in_force))
    repeated = sum(1 for _, roll in dice if roll.of)
    return DiceStatistics(tabulate(throws), tuple(retracted), len(rolled) - len(dice), repeated, hidden, unknown, NOTE)


def _records(game: Game) -> list[int]:
    """The records with rolls."""
    numbers = game.history.rolls[: game.seq]
    return [seq for seq, (before, now) in enumerate(zip([0, *numbers], numbers, strict=False), start=FIRST) if now != before]


def _rolls(game: Game, seq: int) -> tuple[Roll, ...]:
    body: Any = game.history.filed(seq).body
    rolls: tuple[Roll, ...] = getattr(body, "rolls", ())
    return rolls


class _Pools:
    """The faces of the dice that a game's rules wanted, each kind looked up once where that is enough."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[str, int], Die] = {}

    def die(self, seq: int, roll: Roll) -> Die | None:
        """The die of a roll; none where the rules do not say it any more."""
        key = roll.kind, int(roll.spec.partition("d")[2])
        known = self._known.get(key)
        if known is None or not stands(roll, known[0]):
            known = self._asked(seq).get(roll.number)
            if known is not None:
                self._known[key] = known
        return known

    def _asked(self, seq: int) -> dict[int, Die]:
        """The dice of a record's rolls, by number."""
        game, body = self._game, self._game.history.filed(seq).body
        rules, again = game.rules, _Again(_rolls(game, seq))
        try:
            if isinstance(body, GameOpened):
                rules.setup(rules.blank(game.setting), again)
            elif isinstance(body, ActionTaken):
                before = Game(game.history, game.checks, seq - 1)
                rules.decide(before.board, body.seat, decode_action(rules, body.action), again)
        except Exception:  # noqa: BLE001  rules that have forgotten how they rolled: the report says for how many rolls
            return {}
        return again.asked


class _Again(RecordedChance):
    """The rolls of one record, rolled again as they were; it remembers out of which pools."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        super().__init__(rolls)
        self.asked: dict[int, Die] = {}

    def _check(self, ask: Ask, roll: Roll) -> None:
        super()._check(ask, roll)
        self.asked[roll.number] = ask.pool, ask.label
