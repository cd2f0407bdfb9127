"""A game's records as columns: what is in force after each of them, and the boards that were folded so far.

Taking a long game in hand must not cost more than a few times the reading of its bytes, so a trail keeps, for every record, only
where the chain of actions in force ends after it (its `tip`); boards are folded when somebody looks, from the nearest
board that is known. Retracting moves the tip back along the chain and restoring moves it forward, whatever the game's length.
A trail only grows. All versions of a game share one, and each looks at it up to its own seq.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.filed import DamagedRecord, Filed, Outline
from domain.games import AnyRuleset
from domain.record import (
    FIRST,
    RECORD_TYPES,
    ActionsRestored,
    ActionsRetracted,
    ActionTaken,
    GameClosed,
    GameOpened,
    SheetHandedOn,
)
from domain.ruleset import Board, Fact, Setting
from domain.titles import facts_in

SPACING = 16
"""Boards kept while folding a long stretch: one in so many, and the last."""

Undone = tuple[int, int, Any]
"""A retraction that can be restored: its seq, the tip before it, and the older ones below (or none)."""

_ACTION = ActionTaken.__name__
_BACK, _FORTH, _LAST = ActionsRetracted.__name__, ActionsRestored.__name__, GameClosed.__name__
_HANDED = SheetHandedOn.__name__
_KNOWN = {kind.__name__ for kind in RECORD_TYPES} - {GameOpened.__name__}

Row = tuple[str, bytes, Outline]
"""A record as a trail takes it: topic, stored bytes, outline."""


class Trail:
    """One game's records. Index `seq - 1` of every column speaks of record `seq`; a tip of 0 is the board after set-up."""

    def __init__(self, filed: Filed, rules: AnyRuleset, setting: Setting, start: Board) -> None:
        opened = filed.body
        assert isinstance(opened, GameOpened)
        self.id = filed.game
        self.opened, self.rules, self.setting, self.start = opened, rules, setting, start
        self.states: list[bytes] = [filed.state]
        self.topics: list[str] = [filed.topic]
        self.seats: list[str] = [""]
        self.tips: list[int] = [0]
        self.before: list[int] = [0]
        self.undone: list[Undone | None] = [None]
        self.rolls: list[int] = [opened.rolls[-1].number if opened.rolls else 0]
        self.unchecked = 0
        self.handed = 0
        """The record since which another game rests on this one's sheet, or 0."""
        self.keys: dict[tuple[str, str], int] = {(opened.actor, opened.key): FIRST} if opened.key else {}
        self.prints: list[tuple[int, str]] = [(FIRST, opened.board)] if opened.board else []
        self._boards: dict[int, Board] = {}

    def __len__(self) -> int:
        return len(self.states)

    def extend(self, rows: Iterable[Row]) -> None:
        """Put records on top, in order; raises `ValueError` for one that does not follow from those before it."""
        states, topics, seats, tips = self.states.append, self.topics.append, self.seats.append, self.tips.append
        befores, undones, numbers, keys = self.before.append, self.undone.append, self.rolls.append, self.keys
        seq, tip, undone, rolled = len(self.states), self.tips[-1], self.undone[-1], self.rolls[-1]
        for topic, state, seen in rows:
            seq += 1
            if topic == _ACTION:
                befores(tip)
                tip, undone = seq, None
                self.unchecked += 1
            else:
                tip, undone = self._turn(seq, topic, seen, tip, undone)
                befores(0)
            if seen.rolls:
                rolled = seen.rolls[-1].number
            if seen.key:
                keys[seen.actor, seen.key] = seq
            if seen.board:
                self.prints.append((seq, seen.board))
                self.unchecked = 0
            seats(seen.seat)
            topics(topic)
            tips(tip)
            undones(undone)
            numbers(rolled)
            states(state)

    def _turn(self, seq: int, topic: str, seen: Outline, tip: int, undone: Undone | None) -> tuple[int, Undone | None]:
        """The tip and what can be restored, after a record that is no action."""
        if topic == _BACK:
            gone = next((seq for seq in self.line(tip) if seq <= seen.from_seq), 0)
            if not gone or gone != seen.from_seq:
                raise ValueError(f"record {seq} retracts record {seen.from_seq}, which is not in force")
            return self.before[gone - 1], (seq, tip, undone)
        if topic == _FORTH:
            if undone is None or undone[0] != seen.retraction:
                raise ValueError(f"record {seq} restores retraction {seen.retraction}, which cannot be restored")
            return undone[1], undone[2]
        if topic == _HANDED:
            self.handed = self.handed or seq
            return tip, None
        if topic == _LAST:
            return tip, None
        if topic not in _KNOWN:
            raise DamagedRecord(f"record {seq} is a {topic}, which this version of Greffe does not know")
        return tip, undone

    def filed(self, seq: int) -> Filed:
        """Record `seq`."""
        return Filed(self.id, seq, self.topics[seq - 1], self.states[seq - 1])

    def line(self, tip: int) -> Iterator[int]:
        """The actions in force where the chain ends at `tip`, newest first."""
        while tip:
            yield tip
            tip = self.before[tip - 1]

    def on_line(self, tip: int, later: int) -> bool:
        """Whether the position at `tip` is one that the position at `later` grew from, or the same."""
        while later > tip:
            later = self.before[later - 1]
        return later == tip

    def facts(self, seq: int) -> tuple[Fact, ...]:
        """The facts of action `seq`."""
        return facts_in(self.rules, self.states[seq - 1])

    def board(self, tip: int) -> Board:
        """The board where the chain of actions in force ends at `tip`."""
        if not tip:
            return self.start
        known = self._boards.get(tip)
        return self._fold(tip) if known is None else known

    def know(self, tip: int, board: Board) -> None:
        """Take a board that was folded elsewhere from the same facts."""
        self._boards[tip] = board

    def _fold(self, tip: int) -> Board:
        boards, path = self._boards, []
        while tip and tip not in boards:
            path.append(tip)
            tip = self.before[tip - 1]
        board = boards[tip] if tip else self.start
        evolve = self.rules.evolve
        for seq in reversed(path):
            for fact in self.facts(seq):
                board = evolve(board, fact)
            if not seq % SPACING:
                boards[seq] = board
        boards[path[0]] = board
        return board
