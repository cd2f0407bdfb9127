"""Standing rolls. A ruling that annuls actions can preserve their rolls. The next roll of their
kind then repeats one of them and names it in `of`. A roll may repeat only a standing one, and no
new roll may be made where a standing one had to be repeated.

A standing roll belongs to the position its ruling led to and becomes void with it. Once an action
in force has repeated it, it no longer stands. Overturning a ruling restores the rolls that stood
before it. The earliest roll that fits is repeated first. A roll fits if kind and spec are the same
and the pool has its values at its picks. The pool is inferred from rolls alone: dice of one kind
and spec have the same faces unless they show others; of a draw's pool only the values that came up
are known.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.proof.errors import Misspelt, Unproven
from domain.proof.stored import Stored, list_in, number_in, object_in

MOST_RULINGS = 256
"""The most rulings in one game that annul or correct."""

MOST_UNDONE = 1 << 16
"""The most retractions in a row that can be restored."""


class ChainMove(NamedTuple):
    """How a ruling that annulled or corrected moved the tip: the tip before it and after it.
    `rests_before`: the older rulings on which the position before it rested, each with the tip that
    it had set. If the ruling annuls, `from_seq` is the first record it annuls and `rolls` is
    `stands` or `reroll`; otherwise they are 0 and empty."""

    seq: int
    tip_before: int
    tip_after: int
    rests_before: tuple[tuple[int, int], ...]
    from_seq: int = 0
    rolls: str = ""


class ActionChain:
    """The actions of a game that are in force, followed from record to record without its rules.

    Each action or correction is a step that follows the step before it. `tip` is the last step in
    force; step 0 is the set-up. Taking back, annulling and overturning move the tip to an earlier
    step; restoring moves it forward. Long stretches of steps that each follow the record before
    them are stored as one run, so a million actions take little memory. Methods raise `Unproven`
    for a record that names a record which does not exist or is not in force.
    """

    def __init__(self) -> None:
        self.tip = 0
        self.moves: dict[int, ChainMove] = {}
        """The rulings that moved the tip, by record."""
        self._last = 1
        self._starts, self._ends, self._bases = array("Q"), array("Q"), array("Q")
        self._undone: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
        self._rests: tuple[tuple[int, int], ...] = ()
        self._rulings: set[int] = set()
        self._overturned: dict[int, int] = {}

    # -- records -----------------------------------------------------------------------------------

    def reach(self, seq: int) -> None:
        """Count the records between the last one and `seq` as actions, each a step."""
        if seq > self._last + 1:
            self._add_steps(self._last + 1, seq - 1)
        self._last = seq

    def add_action(self, seq: int) -> None:
        self._add_steps(seq, seq)

    def take_ruling(self, seq: int, stored: Stored) -> ChainMove | None:
        """Apply a `RulingGiven`. Returns how it moved the tip, or None if it did not."""
        remedy = object_in(stored, "remedy")
        self._rulings.add(seq)
        kind, was = remedy.get("type"), self.tip
        if kind not in ("annul", "correct"):
            return None
        if len(self.moves) >= MOST_RULINGS:
            raise Misspelt(
                "there are more rulings than an audit follows",
                "il y a plus de décisions qu'un audit n'en suit",
            )
        rests = self._rests
        if kind == "correct":
            self._add_steps(seq, seq)
            move = ChainMove(seq, was, seq, rests)
        else:
            start = number_in(remedy, "from_seq")
            self._begin_run(start)
            move = ChainMove(
                seq,
                was,
                self.tip,
                rests,
                start,
                "stands" if remedy.get("rolls") == "stands" else "reroll",
            )
        self._undone = []
        self._rests = (*self._rests, (seq, self.tip))
        self.moves[seq] = move
        return move

    def overturn_ruling(self, seq: int, stored: Stored) -> ChainMove | None:
        """Apply a `RulingOverturned`. If that ruling moved the tip, the tip goes back to where it
        was before the ruling, and that ruling's move is returned; else None."""
        ruling = number_in(stored, "ruling")
        if ruling not in self._rulings:
            raise Unproven(
                f"it overturns record {ruling}, which is no ruling",
                f"elle infirme l'écriture {ruling}, qui n'est pas une décision",
            )
        if ruling in self._overturned:
            at = self._overturned[ruling]
            raise Unproven(
                f"it overturns ruling {ruling}, which record {at} has overturned",
                f"elle infirme la décision {ruling}, que l'écriture {at} a infirmée",
            )
        self._overturned[ruling] = seq
        move = self.moves.get(ruling)
        if move is None:
            return None
        if ruling not in {at for at, _ in self._rests}:
            raise Unproven(
                f"it overturns ruling {ruling}, whose position was taken back",
                f"elle infirme la décision {ruling}, dont la position a été annulée",
            )
        self.tip, self._rests, self._undone = move.tip_before, move.rests_before, []
        return move

    def retract_actions(self, seq: int, stored: Stored) -> None:
        actions, was, rests = list_in(stored, "actions"), self.tip, self._rests
        if not all(type(action) is int for action in actions):
            raise Misspelt(
                "it retracts what is no record", "elle annule ce qui n'est pas une écriture"
            )
        self._begin_run(number_in(stored, "from_seq"))
        if len(actions) > seq or actions != list(self.between(was, self.tip))[::-1]:
            raise Unproven(
                "it does not name the actions that it takes back, all of them and no other",
                "elle ne nomme pas les actions qu'elle annule, toutes et elles seules",
            )
        if len(self._undone) >= MOST_UNDONE:
            raise Misspelt(
                "more is taken back, one after the other, than an audit follows",
                "il y a plus d'annulations à la suite qu'un audit n'en suit",
            )
        self._undone.append((seq, was, rests))

    def restore_actions(self, stored: Stored) -> None:
        """Apply an `ActionsRestored`. Raises `Unproven` unless it names the newest retraction, and
        nothing was played since."""
        retraction = number_in(stored, "retraction")
        if not self._undone or self._undone[-1][0] != retraction:
            raise Unproven(
                f"it restores retraction {retraction}, which cannot be restored",
                f"elle rétablit l'annulation {retraction}, qui ne peut l'être",
            )
        _, self.tip, self._rests = self._undone.pop()

    # -- looking -----------------------------------------------------------------------------------

    def in_chain(self, tip: int, later: int) -> bool:
        """Whether step `tip` is in the chain that ends at `later`. If so, the position at `later`
        is that at `tip` or grew from it."""
        while later > tip:
            at = self._run_of(later)
            if tip >= self._starts[at]:
                return True
            later = self._bases[at]
        return later == tip

    def runs(self, tip: int, down_to: int) -> Iterator[tuple[int, int]]:
        """The steps of the chain from `tip` down to `down_to` (excluded), newest first, as pairs of
        the first and the last step of a run."""
        while tip > down_to:
            at = self._run_of(tip)
            yield max(self._starts[at], down_to + 1), tip
            tip = self._bases[at] if self._starts[at] > down_to else down_to

    def between(self, tip: int, down_to: int) -> Iterator[int]:
        for first, last in self.runs(tip, down_to):
            yield from range(last, first - 1, -1)

    # -- inside ------------------------------------------------------------------------------------

    def _add_steps(self, first: int, last: int) -> None:
        if self._ends and self._ends[-1] == self.tip == first - 1:
            self._ends[-1] = last
        else:
            self._starts.append(first)
            self._ends.append(last)
            self._bases.append(self.tip)
        self.tip, self._undone = last, []

    def _begin_run(self, start: int) -> None:
        if not 0 < start <= self.tip or not self.in_chain(start, self.tip):
            raise Unproven(
                f"it takes back from record {start} on, which is not in force",
                f"elle annule à partir de l'écriture {start}, qui n'est pas en vigueur",
            )
        at = self._run_of(start)
        self.tip = start - 1 if start > self._starts[at] else self._bases[at]
        self._rests = tuple(rest for rest in self._rests if self.in_chain(rest[1], self.tip))

    def _run_of(self, step: int) -> int:
        return bisect_right(self._starts, step) - 1


MOST_STANDING = 1 << 14

MOST_REPEATS = 1 << 14


class RollContent(NamedTuple):
    """A roll without its number."""

    kind: str
    spec: str
    picks: tuple[int, ...]
    values: tuple[int | str, ...]

    @property
    def value_at(self) -> dict[int, int | str]:
        """The drawn values by their index in the pool."""
        return dict(zip(self.picks, self.values, strict=True))


class StandingRolls:
    """The standing rolls of a game, by the number of the roll that they preserve."""

    def __init__(self) -> None:
        self.chain = ActionChain()
        self._bases: Mapping[int, int] = {}
        self._before: dict[int, Mapping[int, int]] = {}
        self._repeats: list[tuple[int, int]] = []
        self._now: list[int] | None = None

    def annul(self, move: ChainMove, crossed: Iterable[int]) -> None:
        """Apply a ruling that moved the tip. `crossed` are the numbers of the rolls that it takes
        out of force, where a repetition counts under the number of the first roll it repeats.
        Raises `Misspelt`."""
        self._before[move.seq], self._now = self._bases, None
        if not move.rolls:
            return
        in_chain, was, over = self.chain.in_chain, self._bases, set(crossed)
        if move.rolls == "reroll":
            self._bases = {
                n: base
                for n, base in was.items()
                if n not in over and in_chain(base, move.tip_after)
            }
            return
        remaining = {
            n: base if in_chain(base, move.tip_after) else move.tip_after
            for n, base in was.items()
            if in_chain(base, move.tip_before)
        }
        self._bases = dict.fromkeys(over, move.tip_after) | remaining
        if len(self._bases) > MOST_STANDING:
            raise Misspelt(
                "more rolls stand than an audit follows",
                "il y a plus de jets maintenus qu'un audit n'en suit",
            )

    def overturn_ruling(self, move: ChainMove) -> None:
        """Apply the overturning of a ruling: the rolls that stood before it stand again."""
        self._bases, self._now = self._before[move.seq], None

    def clear_cache(self) -> None:
        """Clear the cache of `stand_now`, after undo or redo moved the tip."""
        self._now = None

    @property
    def stand_now(self) -> list[int]:
        """The numbers of the rolls, preserved by rulings, that are still to be repeated at the
        current position, in that order."""
        if not self._bases:
            return []
        tip, in_chain = self.chain.tip, self.chain.in_chain
        if self._now is None:
            done = {of for seq, of in self._repeats if seq <= tip and in_chain(seq, tip)}
            self._now = sorted(
                n for n, base in self._bases.items() if n not in done and in_chain(base, tip)
            )
        return self._now

    def repeat(self, seq: int, of: int) -> None:
        """Note that record `seq` repeats the standing roll `of`, which then no longer stands. Raises
        `Misspelt` if there are too many repetitions."""
        if len(self._repeats) >= MOST_REPEATS:
            raise Misspelt(
                "more rolls come again than an audit follows",
                "plus de jets sont répétés qu'un audit n'en suit",
            )
        self._repeats.append((seq, of))
        self.stand_now.remove(of)


def should_repeat(mine: RollContent, other: RollContent) -> bool | None:
    """Whether the new roll `mine` should have repeated the standing roll `other` instead. None if
    only the rules can tell."""
    if (mine.kind, mine.spec) != (other.kind, other.spec):
        return False
    shown, there = mine.value_at, other.value_at
    if any(pick in shown and shown[pick] != value for pick, value in there.items()):
        return False
    return True if "d" in mine.spec or there.keys() <= shown.keys() else None
