"""Statistics of a game's dice: how often each face came up, and how often it was expected.

They inform and prove nothing: one in a hundred tables of honest dice is flagged. Dice with the same
faces are counted together, whatever they were rolled for. A die with repeated faces (three shields,
two swords, a skull) is measured by its own faces. Each table covers one source (sealed, table,
attested), either for the whole game or for one seat whose actions rolled. Rolls that were taken
back have tables of their own, so that an undo hides no dice. A roll that a ruling preserved counts
once. Draws without replacement (cards, tiles) are counted but not tested, since each depends on the
earlier ones.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from domain.game.aggregate.game import Game, taken_back
from domain.game.record.records import FIRST, ActionTaken, GameOpened
from domain.kernel.text import Text
from domain.titles.codec import decode_action
from domain.titles.contract.chance import Ask, RecordedChance, Roll, Source, Value, fits_pool


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> float:
    """Pearson's chi-square statistic of observed `counts`. `weights` are the positive weights of
    their expected shares."""
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True)) if total else 0.0


def p_value(statistic: float, degrees: int) -> float:
    """The probability that chance alone gives at least this statistic, for `degrees` of freedom ≥ 1
    (Abramowitz and Stegun, 26.4.4 and 26.4.5)."""
    if degrees < 1 or not statistic >= 0:
        raise ValueError(f"no chi-square of {statistic} with {degrees} degrees of freedom")
    half, odd = statistic / 2, degrees % 2
    if not half or math.isinf(half):
        return float(not half)
    powers = (n + odd / 2 for n in range(degrees // 2))
    logs = (n * math.log(half) - half - math.lgamma(n + 1) for n in powers)
    return min(1.0, math.fsum(map(math.exp, logs)) + odd * math.erfc(math.sqrt(half)))


UNLIKELY = 0.01
LEAST_EXPECTED = 5.0
"""The expected count every face needs for the test to be meaningful (Cochran's rule)."""


class Throw(Struct, frozen=True):
    """A roll of dice: the seat its record was entered for, the label of its kind, and all faces
    that such a die has. `in_force`: whether its action, or an action that repeats the roll, is in
    force."""

    roll: Roll
    seat: str
    label: Text
    faces: tuple[Value, ...]
    in_force: bool


class FaceCount(Struct, frozen=True):
    """A face of a die: the number of `sides` that show it, how often it came up (`count`), and how
    often it was expected."""

    face: Value
    sides: int
    count: int
    expected: float


class DiceTable(Struct, frozen=True):
    """Statistics of all dice with the same faces, of one source, and either in force or taken back.

    `seat` is the seat that rolled them; `""`: all seats and the set-up. `kinds` are the kinds of
    rolls, with their `labels`. `p` is the probability of so great a deviation, null for a die with
    a single face. `few`: too few dice for the test. `flagged`: `p` is below 0.01."""

    kinds: tuple[str, ...]
    labels: tuple[Text, ...]
    seat: str
    source: Source
    in_force: bool
    rolls: int
    dice: int
    faces: tuple[FaceCount, ...]
    chi_square: float
    degrees: int
    p: float | None
    few: bool
    flagged: bool


class TakenBack(Struct, frozen=True):
    """A roll that is out of force. `seq` is its record; `by` is the record that took it out of
    force."""

    number: int
    seq: int
    seat: str
    kind: str
    values: tuple[Value, ...]
    by: int


class DiceStatistics(Struct, frozen=True):
    """The tables of a game's dice, the rolls that are out of force (`retracted`), and the numbers
    of rolls that no table has:

    - `draws`: not dice, but cards or tiles.
    - `repeated`: repetitions of a roll that a ruling preserved.
    - `hidden`: the reader may not know the values.
    - `unknown`: the rules can no longer say with which die they were rolled."""

    tables: tuple[DiceTable, ...]
    retracted: tuple[TakenBack, ...]
    draws: int
    repeated: int
    hidden: int
    unknown: int
    note: Text


NOTE = Text(
    "Information, not proof: of a hundred tables of honest dice one is flagged. Draws without "
    "putting back are not tested.",
)


def tabulate(throws: Iterable[Throw]) -> tuple[DiceTable, ...]:
    groups: dict[tuple[bool, Source, frozenset[tuple[Value, int]]], list[Throw]] = {}
    for throw in throws:
        die = frozenset(Counter(throw.faces).items())
        groups.setdefault((not throw.in_force, throw.roll.source, die), []).append(throw)
    tables = []
    for _, group in sorted(
        groups.items(), key=lambda group: (group[0][:2], group[1][0].roll.number)
    ):
        seats = sorted({throw.seat for throw in group})
        tables.append(_table(group, seats[0] if len(seats) == 1 else ""))
        if len(seats) > 1:
            tables += [
                _table([throw for throw in group if throw.seat == seat], seat)
                for seat in seats
                if seat
            ]
    return tuple(tables)


def _table(group: Sequence[Throw], seat: str) -> DiceTable:
    first = group[0]
    sides = Counter(first.faces)
    counts = Counter(value for throw in group for value in throw.roll.values)
    dice, degrees = counts.total(), len(sides) - 1
    faces = tuple(
        FaceCount(face, n, counts[face], dice * n / len(first.faces)) for face, n in sides.items()
    )
    statistic = chi_square([face.count for face in faces], [face.sides for face in faces])
    p = p_value(statistic, degrees) if degrees else None
    few = any(face.expected < LEAST_EXPECTED for face in faces)
    labels = {throw.roll.kind: throw.label for throw in reversed(group)}
    return DiceTable(
        kinds=tuple(sorted(labels)),
        labels=tuple(labels[kind] for kind in sorted(labels)),
        seat=seat,
        source=first.roll.source,
        in_force=first.in_force,
        rolls=len(group),
        dice=dice,
        faces=faces,
        chi_square=statistic,
        degrees=degrees,
        p=p,
        few=few,
        flagged=p is not None and p < UNLIKELY and not few,
    )


# -- the dice of a recorded game -------------------------------------------------------------------


Die = tuple[tuple[Value, ...], Text]


def dice_statistics(
    game: Game, shown: Callable[[int, Roll], bool] = lambda _seq, _roll: True
) -> DiceStatistics:
    """The statistics of a game's dice up to its record `seq`. `shown(seq, roll)`: whether the
    reader may know the roll's values. Takes time linear in the game's length.

    Records store the values but not the die. So the rules are run again on the board of each action
    with its recorded rolls, to learn which dice they asked for.
    """
    gone = taken_back(game)
    rolled = [(seq, roll) for seq in _rolling_seqs(game) for roll in _rolls(game, seq)]
    dice = [(seq, roll) for seq, roll in rolled if "d" in roll.spec]
    standing = {roll.of or roll.number for seq, roll in dice if seq not in gone}
    throws, retracted, hidden, unknown = [], [], 0, 0
    pools = _DiceOfRolls(game)
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
            throws.append(Throw(roll, seat, label, faces, in_force))
    repeated = sum(1 for _, roll in dice if roll.of)
    return DiceStatistics(
        tabulate(throws), tuple(retracted), len(rolled) - len(dice), repeated, hidden, unknown, NOTE
    )


def _rolling_seqs(game: Game) -> list[int]:
    numbers = game.history.rolls[: game.seq]
    return [
        seq
        for seq, (before, now) in enumerate(zip([0, *numbers], numbers, strict=False), start=FIRST)
        if now != before
    ]


def _rolls(game: Game, seq: int) -> tuple[Roll, ...]:
    rolls: tuple[Roll, ...] = getattr(game.history.record(seq).body, "rolls", ())
    return rolls


class _DiceOfRolls:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[str, int], Die] = {}

    def die(self, seq: int, roll: Roll) -> Die | None:
        key = roll.kind, int(roll.spec.partition("d")[2])
        known = self._known.get(key)
        if known is None or not fits_pool(roll, known[0]):
            known = self._dice_asked(seq).get(roll.number)
            if known is not None:
                self._known[key] = known
        return known

    def _dice_asked(self, seq: int) -> dict[int, Die]:
        game, body = self._game, self._game.history.record(seq).body
        rules, again = game.rules, _RecordedDice(_rolls(game, seq))
        try:
            if isinstance(body, GameOpened):
                rules.setup(rules.blank(game.setting), again)
            elif isinstance(body, ActionTaken):
                before = Game(game.history, game.checks, seq - 1)
                rules.decide(before.board, body.seat, decode_action(rules, body.action), again)
        except Exception:  # noqa: BLE001  rules that have forgotten how they rolled: the report says for how many rolls
            return {}
        return again.asks


class _RecordedDice(RecordedChance):
    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        super().__init__(rolls)
        self.asks: dict[int, Die] = {}

    def _check(self, ask: Ask, roll: Roll) -> None:
        super()._check(ask, roll)
        self.asks[roll.number] = ask.pool, ask.label
