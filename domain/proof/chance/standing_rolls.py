"""Standing rolls. A ruling that annuls can let the rolls it crosses stand; then the next of their kind is no new roll but one of
these, and says `of` which. A roll may repeat another only if that one stands, and nothing may be rolled anew while one stands
that it would have repeated.

A roll that stands waits on the position that its ruling led to, and goes with it; once an action in force has repeated it, it
waits no more. Overturning a ruling brings back what waited before it. The earliest roll that fits is repeated first, and it fits
where kind and spec are the same and the pool has its values at its picks. The pool is known from the rolls alone: dice of one
kind and spec have the same faces unless they show others; of the pool of a draw, an audit without the rules knows the values that
came up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.proof.chance.chain import Chain, Turn
from domain.proof.errors import Misspelt

MOST_STANDING = 1 << 14

MOST_REPEATS = 1 << 14


class Told(NamedTuple):
    """What a roll says, but for its number."""

    kind: str
    spec: str
    picks: tuple[int, ...]
    values: tuple[int | str, ...]

    @property
    def shows(self) -> dict[int, int | str]:
        """What stands where in the pool, as far as the roll shows it."""
        return dict(zip(self.picks, self.values, strict=True))


class Standing:
    def __init__(self) -> None:
        self.chain = Chain()
        self.waits = False
        self._bases: Mapping[int, int] = {}
        self._before: dict[int, Mapping[int, int]] = {}
        self._repeats: list[tuple[int, int]] = []
        self._now: list[int] | None = None

    def annul(self, turn: Turn, crossed: Iterable[int]) -> None:
        """A ruling that moved the chain; `crossed` are the rolls that it takes out of force, each by the number of the first that
        it repeats. Raises `Misspelt`."""
        self._before[turn.seq], self._now = self._bases, None
        if not turn.rolls:
            return
        line, was, over = self.chain.on_line, self._bases, set(crossed)
        if turn.rolls == "reroll":
            self._bases = {n: base for n, base in was.items() if n not in over and line(base, turn.now)}
            return
        kept = {n: base if line(base, turn.now) else turn.now for n, base in was.items() if line(base, turn.was)}
        self._bases = dict.fromkeys(over, turn.now) | kept
        self.waits = self.waits or bool(self._bases)
        if len(self._bases) > MOST_STANDING:
            raise Misspelt("more rolls stand than an audit follows", "il y a plus de jets maintenus qu'un audit n'en suit")

    def overturn(self, turn: Turn) -> None:
        self._bases, self._now = self._before[turn.seq], None

    def moved(self) -> None:
        self._now = None

    @property
    def now(self) -> list[int]:
        """The rolls that stand on the position as it is, in the order in which they are repeated."""
        if not self._bases:
            return []
        tip, line = self.chain.tip, self.chain.on_line
        if self._now is None:
            done = {of for seq, of in self._repeats if seq <= tip and line(seq, tip)}
            self._now = sorted(n for n, base in self._bases.items() if n not in done and line(base, tip))
        return self._now

    def repeat(self, seq: int, of: int) -> None:
        """A roll in record `seq` repeats roll `of`, which stands. Raises `Misspelt`."""
        if len(self._repeats) >= MOST_REPEATS:
            raise Misspelt("more rolls come again than an audit follows", "plus de jets sont répétés qu'un audit n'en suit")
        self._repeats.append((seq, of))
        self.now.remove(of)


def owed(mine: Told, other: Told) -> bool | None:
    """Whether the roll `other`, which stands, had to be repeated where `mine` was made: no; yes; or none where only the rules can
    tell what was drawn from."""
    if (mine.kind, mine.spec) != (other.kind, other.spec):
        return False
    shown, there = mine.shows, other.shows
    if any(pick in shown and shown[pick] != value for pick, value in there.items()):
        return False
    return True if "d" in mine.spec or there.keys() <= shown.keys() else None
