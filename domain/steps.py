"""The chain of actions in force, and the fingerprints met on the way.

A step knows its board, or how to come by it: from the nearest earlier step whose board is known, through the facts between.
So a long game is taken in hand at the price of its outline, and a board is folded when somebody looks at it, once.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from domain.games import AnyRuleset
from domain.ruleset import Board, Fact
from domain.titles import decode_facts

LOOK = 8
"""Fingerprints after a position that are tried to vouch for it: the next one nearly always does."""


class Step:
    """An action in force: its record, the seat, how many actions are in force with it, and the step before.

    To everybody outside it is a frozen value; inside, what was worked out once is kept.
    """

    __slots__ = ("_board", "_facts", "_origin", "before", "depth", "rolled", "seat", "seq")

    def __init__(
        self, origin: Origin, seq: int, seat: str, rolled: bool, facts: Raw | tuple[Fact, ...], before: Step | None
    ) -> None:
        self.seq = seq
        self.seat = seat
        self.rolled = rolled
        self.before = before
        self.depth: int = 1 if before is None else before.depth + 1
        self._origin = origin
        self._facts = facts
        self._board: Board | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The action's facts."""
        return self._facts if isinstance(self._facts, tuple) else decode_facts(self._origin.rules, self._facts)

    @property
    def sealed(self) -> bool:
        """Whether undo alone may not go back across it: it rolled, or showed something hidden."""
        return self.rolled or any(fact.reveals for fact in self.facts)

    @property
    def board(self) -> Board:
        """The board after the action."""
        if self._board is None:
            self._fold()
        assert self._board is not None
        return self._board

    def known(self, board: Board) -> None:
        """Take a board that was folded elsewhere from the same facts."""
        self._board = board

    def _fold(self) -> None:
        path = [self]
        step = self.before
        while step is not None and step._board is None:
            path.append(step)
            step = step.before
        board = self._origin.board if step is None or step._board is None else step._board
        evolve = self._origin.rules.evolve
        for ahead in reversed(path):
            for fact in ahead.facts:
                board = evolve(board, fact)
            ahead._board = board


class Origin:
    """Where a game's chain begins: its rules, and the board after set-up."""

    __slots__ = ("board", "rules")

    def __init__(self, rules: AnyRuleset, board: Board) -> None:
        self.rules = rules
        self.board = board


class Checks:
    """The fingerprints that a game's records carry, compared with the replay when somebody asks.

    All versions of a game share one list, which only grows; each looks at it up to its own seq.
    """

    __slots__ = ("_done", "_found", "_matched", "diverged")

    def __init__(self) -> None:
        self._found: list[tuple[int, Any, str]] = []
        self._done = 0
        self._matched: dict[int, Any] = {}
        self.diverged = 0

    def note(self, seq: int, game: Any, fingerprint: str) -> None:
        """Record `seq` carries a fingerprint of the board of `game`."""
        self._found.append((seq, game, fingerprint))

    def settle(self, upto: int) -> int:
        """Compare all fingerprints up to a seq; answers the first record whose fingerprint the replay missed, or 0."""
        while self._done < len(self._found) and self._found[self._done][0] <= upto and not self.diverged:
            seq, game, fingerprint = self._found[self._done]
            self._done += 1
            if game.rules.fingerprint(game.board) == fingerprint:
                self._matched[seq] = game.step
            else:
                self.diverged = seq
        return self.diverged if self.diverged <= upto else 0

    def trust(self, upto: int) -> None:
        """Take the fingerprints up to a seq as matched: they were when the board kept for it was folded by this program."""
        while self._done < len(self._found) and self._found[self._done][0] <= upto:
            seq, game, _ = self._found[self._done]
            self._matched[seq] = game.step
            self._done += 1

    def vouched(self, seq: int, step: Step | None) -> bool:
        """Whether a matched fingerprint at `seq` or soon after it stands on the line of `step`."""
        self.settle(seq + 10 * LOOK)
        later = [at for at, _, _ in self._found[: self._done] if at >= seq and at in self._matched][:LOOK]
        return any(same_line(step, self._matched[at]) for at in later)


def same_line(step: Step | None, later: Step | None) -> bool:
    """Whether `step` is `later` or one of the steps it grew from."""
    if step is None:
        return True
    while later is not None and later.seq > step.seq:
        later = later.before
    return later is step
