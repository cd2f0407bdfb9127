"""Chance: sealed dice, dealt cards and table dice behind one interface.

Rules call `dice`, `draw` or `ask`; each game chooses the source of the values:

- `SealedChance` draws from the game's dice key by HMAC-SHA256 with rejection sampling (the audit's
  specification of dice). The roll number enters every draw, is dense and never rewinds, so a service
  cannot choose the dice.
- `DealtChance` draws from a deal that several games share, one stream for each kind of roll: equal
  choices meet equal cards.
- `TableChance` takes the values people rolled at the real table. A missing value raises
  `ChanceNeeded`, which names exactly what to roll, so that a page can ask for it.

    ChanceError
    ├── ChanceNeeded    the table has to roll first: `asks` says which rolls, `given` how many it entered
    └── BadValues       a value the die or the pool does not have, too many or too few values"""

import hashlib
import hmac
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from domain.kernel.text import Text, TextError

SEED_SIZE = 32

Value = int | str
Source = Literal["sealed", "dealt", "table", "attested"]


def new_seed() -> bytes:
    """A random seed for the sealed dice of one game."""
    return os.urandom(SEED_SIZE)


class Ask(Struct, frozen=True):
    """A request of the rules for chance: `count` values out of `pool`. If `replace`, a value can
    come up several times (dice); otherwise at most once (a draw of cards). `label` names it for
    people."""

    kind: str
    label: Text
    count: int
    pool: tuple[Value, ...]
    replace: bool

    @property
    def spec(self) -> str:
        """The short form of the request, from which sealed picks are derived: `2d6` for two dice of
        six faces, `1of13` for a draw."""
        return f"{self.count}{'d' if self.replace else 'of'}{len(self.pool)}"

    @property
    def how(self) -> Text:
        """The short form in words: `2 dice of 6 faces`, `1 of 13`."""
        n, faces = self.count, len(self.pool)
        if self.replace:
            return Text("{n:die|dice} of {faces} faces", n=n, faces=faces)
        return Text("{n} of {faces}", n=n, faces=faces)


class Roll(Struct, frozen=True, gc=False, omit_defaults=True):
    """A recorded use of chance. `picks` are indices into the pool, and `values` the pool's values
    at these indices. `of` is the number of an earlier roll that this one repeats, because a ruling
    annulled that roll's action and kept its dice (`domain/game/aggregate/standing_rolls.py`); else
    0."""

    number: int
    kind: str
    spec: str
    picks: tuple[int, ...]
    values: tuple[Value, ...]
    source: Source
    of: int = 0


class ChanceError(Exception):
    """Base of errors of chance."""


class ChanceNeeded(ChanceError):
    """The people at the table have to roll first. `asks`: the rolls still needed; `given`: how many
    rolls they have entered already."""

    def __init__(self, asks: tuple[Ask, ...], entered: int) -> None:
        super().__init__(
            "table values are needed: " + ", ".join(f"{a.label.en} ({a.spec})" for a in asks)
        )
        self.asks = asks
        self.given = entered


class BadValues(TextError, ChanceError):
    """Values entered by the table that do not fit the requested roll; `text` says why."""


class Chance(ABC):
    """The interface through which rules use chance. `rolls` lists the rolls made through it, in
    order."""

    def __init__(self, number: int = 0) -> None:
        """`number`: the number of the game's last roll so far; the next roll gets the number after
        it."""
        self.number = number
        self.rolls: list[Roll] = []

    def dice(self, kind: str, label: Text, count: int, faces: Sequence[Value]) -> tuple[Value, ...]:
        return self.ask(Ask(kind, label, count, tuple(faces), True))[0]

    def die(self, kind: str, label: Text, sides: int) -> int:
        return int(self.dice(kind, label, 1, range(1, sides + 1))[0])

    def draw(
        self, kind: str, label: Text, pool: Sequence[Value], count: int = 1
    ) -> tuple[Value, ...]:
        """Draw `count` values of `pool` without replacement. Returns them in the order drawn, so
        drawing the whole pool shuffles it."""
        return self.ask(Ask(kind, label, count, tuple(pool), False))[0]

    def ask(self, *asks: Ask) -> tuple[tuple[Value, ...], ...]:
        """Make one roll for each request. Returns the values of each roll, in the order of the
        requests. If the table has to roll, it is asked for all missing rolls at once
        (`ChanceNeeded`)."""
        self._prepare(asks)
        return tuple(self._make_roll(a) for a in asks)

    def check_all_used(self) -> None:
        """Check that nothing is left over; called once the rules have decided an action. Raises
        `BadValues` if the table entered more rolls than the action used."""
        return

    def _prepare(self, asks: tuple[Ask, ...]) -> None:
        """Prepare the rolls for these requests; `ask` calls this before the first. Table chance
        raises `ChanceNeeded` for all rolls that people have not entered."""
        return

    @abstractmethod
    def _make_roll(self, ask: Ask) -> tuple[Value, ...]:
        """Make the roll for one request, add it to `rolls`, and return its values."""


class DrawnChance(Chance):
    """Chance that makes new rolls by picking from the pool."""

    def _make_roll(self, ask: Ask) -> tuple[Value, ...]:
        if (
            ask.count < 0
            or (not ask.replace and ask.count > len(ask.pool))
            or (ask.count and not ask.pool)
        ):
            raise ValueError(f"rules asked for {ask.spec}, which cannot be had")
        picks = self._pick(self.number + 1, ask)
        values = tuple(ask.pool[p] for p in picks)
        self.number += 1
        self.rolls.append(Roll(self.number, ask.kind, ask.spec, picks, values, self._source()))
        return values

    @abstractmethod
    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        """The indices into the request's pool that roll `number` picks."""

    @abstractmethod
    def _source(self) -> Source:
        """The `source` that is recorded with the rolls."""


Contribution = tuple[str, bytes]
"""A seat's id, and the random bytes that it contributed to the dice."""


def dice_key(seed: bytes, game: str, contributions: Sequence[Contribution] = ()) -> bytes:
    """The game's dice key, made from its seed and the seats' contributions. `contributions` are in
    the seat order of the opening record."""
    text = f"greffe/dice-key@v1\n{game}\n" + "".join(
        f"{seat} {v.hex()}\n" for seat, v in contributions
    )
    return hmac.digest(seed, text.encode(), "sha256")


def seed_commitment(seed: bytes, game: str) -> str:
    """The commitment to the seed in the opening record: a SHA-256 in hex, bound to this game."""
    return hashlib.sha256(b"greffe/seed@v1\n" + game.encode() + b"\n" + seed).hexdigest()


class _RollBytes:
    """The pseudo-random bytes of one roll, made from key, roll number and spec in blocks of HMAC as
    needed."""

    def __init__(self, key: bytes, number: int, spec: str) -> None:
        self._key, self._head, self._j = key, f"greffe/roll@v1\n{number} {spec}\n", 0
        self._left = b""

    def below(self, n: int) -> int:
        """The next uniform number from 0 to n-1. It is read from as few bytes as can hold n-1;
        values that would bias it are skipped."""
        size = ((n - 1).bit_length() + 7) // 8
        if size == 0:
            return 0
        limit = 256**size // n * n
        while True:
            while len(self._left) < size:
                self._left += hmac.digest(self._key, f"{self._head}{self._j}\n".encode(), "sha256")
                self._j += 1
            word, self._left = int.from_bytes(self._left[:size], "big"), self._left[size:]
            if word < limit:
                return word % n


def sealed_picks(key: bytes, number: int, ask_spec: str) -> tuple[int, ...]:
    """The picks of a sealed roll, computed from the dice key, the roll's number and its spec alone,
    as an auditor does it.

    For a spec `NdM`: N independent indices below M. For `NofM`: the first N values that a
    Fisher-Yates shuffle of 0 … M-1 fixes, running from the last index down, in the order in which
    it fixes them."""
    dice = "d" in ask_spec
    count, size = (int(x) for x in ask_spec.split("d" if dice else "of"))
    stream = _RollBytes(key, number, ask_spec)
    if dice:
        return tuple(stream.below(size) for _ in range(count))
    order = list(range(size))
    for last in range(size - 1, size - 1 - count, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(reversed(order[size - count :]))


def deal_commitment(deal: bytes) -> str:
    """The commitment to a deal, a SHA-256 in hex; the opening record of every game of the deal has
    it."""
    return hashlib.sha256(b"greffe/deal@v1\n" + deal).hexdigest()


def dealt_picks(deal: bytes, kind: str, used: int, ask_spec: str) -> tuple[int, ...]:
    """The picks of a roll from a deal. `used`: how many values of the kind `kind` this game has
    drawn before. Each value is drawn separately, so a deck has the same order however many cards
    are drawn at once."""
    dice = "d" in ask_spec
    count, size = (int(x) for x in ask_spec.split("d" if dice else "of"))
    key = hmac.digest(deal, f"greffe/deal-kind@v1\n{kind}\n".encode(), "sha256")
    free = list(range(size))
    picks = []
    for n in range(used + 1, used + count + 1):
        at = _RollBytes(key, n, f"1d{len(free)}").below(len(free))
        picks.append(free[at] if dice else free.pop(at))
    return tuple(picks)


class DealtChance(DrawnChance):
    """Rolls from a deal (`dealt_picks`). `used`: how many values of each kind the game has drawn
    before."""

    def __init__(self, deal: bytes, used: Mapping[str, int], number: int = 0) -> None:
        super().__init__(number)
        self._deal, self._used = deal, Counter(used)

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        picks = dealt_picks(self._deal, ask.kind, self._used[ask.kind], ask.spec)
        self._used[ask.kind] += ask.count
        return picks

    def _source(self) -> Source:
        return "dealt"


class SealedChance(DrawnChance):
    """Dice drawn by the service from the game's dice key."""

    def __init__(self, key: bytes, number: int = 0) -> None:
        super().__init__(number)
        self._key = key

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        return sealed_picks(self._key, number, ask.spec)

    def _source(self) -> Source:
        return "sealed"


Values = Sequence[Sequence[Value]] | Mapping[str, Sequence[Sequence[Value]]]
"""The rolls that the table entered: a list of values for each request in order, or such lists by
kind of roll."""


class TableChance(DrawnChance):
    """Rolls that people typed in from the real table."""

    def __init__(self, values: Values = (), number: int = 0) -> None:
        super().__init__(number)
        self._named = isinstance(values, Mapping)
        self._values = (
            {kind: list(lists) for kind, lists in values.items()}
            if isinstance(values, Mapping)
            else {"": list(values)}
        )
        self._given = sum(map(len, self._values.values()))

    def _unused_rolls(self, ask: Ask) -> list[Sequence[Value]]:
        """The rolls entered for this kind of request and not used yet; `_pick` removes the
        first."""
        return self._values.get(ask.kind if self._named else "", [])

    def _prepare(self, asks: tuple[Ask, ...]) -> None:
        expected: Counter[str] = Counter()
        missing = []
        for ask in asks:
            of = ask.kind if self._named else ""
            expected[of] += 1
            if expected[of] > len(self._unused_rolls(ask)):
                missing.append(ask)
        if missing:
            raise ChanceNeeded(tuple(missing), self._given)

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        values = self._unused_rolls(ask).pop(0)
        if len(values) != ask.count:
            raise BadValues(
                Text(
                    "{label}: {count} values are needed, {count2} were given.",
                    label=ask.label,
                    count=ask.count,
                    count2=len(values),
                )
            )
        free = list(range(len(ask.pool)))
        picks = []
        for value in values:
            matching = [
                i for i in free if type(ask.pool[i]) is type(value) and ask.pool[i] == value
            ]
            if not matching:
                raise BadValues(_impossible_value_text(ask, value))
            picks.append(matching[0])
            if not ask.replace:
                free.remove(matching[0])
        return tuple(picks)

    def check_all_used(self) -> None:
        left = sorted(kind for kind, lists in self._values.items() if lists)
        if left and self._named:
            kinds = ", ".join(left)
            raise BadValues(
                Text(
                    "Table values were given for {kinds}, more than the action used: send only "
                    "what was asked for.",
                    kinds=kinds,
                )
            )
        if left:
            n, used = self._given, len(self.rolls)
            raise BadValues(
                Text(
                    "{n} table values were given but the action used {used}: send only what was "
                    "asked for.",
                    n=n,
                    used=used,
                )
            )

    def _source(self) -> Source:
        return "table"


def _impossible_value_text(ask: Ask, value: Value) -> Text:
    """The sentence that refuses a value which this request cannot give."""
    faces = ", ".join(str(v) for v in dict.fromkeys(ask.pool))
    return Text(
        "{label}: {value} cannot come up here; possible are {faces}.",
        label=ask.label,
        value=value,
        faces=faces,
    )


class DiceMismatch(Exception):
    """The rules asked for different rolls from those that were recorded."""


class RecordedChance(Chance):
    """Replays a record: answers each request with its recorded roll. `left`: the recorded rolls
    that the rules have not requested yet. Raises `DiceMismatch` for a request that does not match the
    next roll."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        super().__init__(rolls[0].number - 1 if rolls else 0)
        self.left = list(rolls)

    def check_all_used(self) -> None:
        """Raise `DiceMismatch` if the rules left some recorded rolls unused."""
        if self.left:
            raise DiceMismatch(self.left[0].kind)

    def _make_roll(self, ask: Ask) -> tuple[Value, ...]:
        if not self.left or (self.left[0].kind, self.left[0].spec) != (ask.kind, ask.spec):
            raise DiceMismatch(ask.kind)
        roll = self.left.pop(0)
        self._check(ask, roll)
        self.number = roll.number
        self.rolls.append(roll)
        return roll.values

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not fits_pool(roll, ask.pool):
            raise DiceMismatch(ask.kind)


def fits_pool(roll: Roll, pool: tuple[Value, ...]) -> bool:
    """Whether a recorded roll fits a pool: for each pick, the pool has the recorded value at that
    index."""
    places = list(zip(roll.picks, roll.values, strict=False))
    return len(roll.picks) == len(roll.values) and all(
        0 <= n < len(pool) and pool[n] == value for n, value in places
    )
