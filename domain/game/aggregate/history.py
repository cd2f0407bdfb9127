"""A game's records as columns: what is in force after each of them, and the boards that were folded
so far.

Loading a long game must not cost more than a few times the reading of its bytes, so a history
keeps, for every record, only where the chain of actions in force ends after it (its `tip`); boards
are folded when somebody looks, from the nearest board that is known. Retracting moves the tip back
along the chain and restoring moves it forward, whatever the game's length. A history only grows.
All versions of a game share one, and each looks at it up to its own seq.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from domain.game.aggregate.correction import corrected
from domain.game.record.headers import RecordHeader, need_in_place
from domain.game.record.kinds import GAME_KINDS, GameKind, Turn
from domain.game.record.records import FIRST, ActionTaken, Correct, GameOpened, Record, remedy_of
from domain.kernel.kinds import stays
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.titles.codec import facts_in
from domain.titles.contract.ruleset import AnyRuleset, Board, Fact, Setting

Node = tuple[int, int, Any]
"""A ruling, the tip it left, and the node of the rulings that the position before it rested on (or
none)."""


class Moves:
    """For every record of a history, the rulings that the position after it rests on. Only records
    that change them are kept."""

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._nodes: list[Node | None] = []

    def after(self, seq: int) -> Iterator[int]:
        """The rulings that the position after record `seq` rests on, newest first."""
        node = self._node(seq)
        while node is not None:
            yield node[0]
            node = node[2]

    def ruled(self, seq: int, tip: int) -> None:
        """Record `seq` is a ruling that moved the chain's end to `tip`."""
        self._put(seq, (seq, tip, self._node(seq)))

    def cut(self, seq: int, holds: Callable[[int], bool]) -> None:
        """With record `seq` everything from some action on is taken back; `holds` tells whether a
        tip is still on the line."""
        was = node = self._node(seq)
        while node is not None and not holds(node[1]):
            node = node[2]
        if node is not was:
            self._put(seq, node)

    def back(self, seq: int, before: int) -> None:
        """With record `seq` the position from before record `before` is back."""
        self._put(seq, self._node(before - 1))

    def _node(self, seq: int) -> Node | None:
        at = bisect_right(self._seqs, seq)
        return self._nodes[at - 1] if at else None

    def _put(self, seq: int, node: Node | None) -> None:
        if node is not self._node(seq):
            self._seqs.append(seq)
            self._nodes.append(node)


SPACING = 16
"""Boards kept while folding a longer stretch: one in so many, and the last. Of a shorter one all
are kept: who looks at the end of a game mostly looks at the steps before it, too."""

LONG = 50
"""Steps to fold from which on it pays to ask whether a board is kept on the way."""

RECORD, BOARD = 700, 1_500
"""Bytes that a record in memory takes besides its own, twice, and a board beside those it shares
most with, about: measured over games of all titles."""

BoardLookup = Callable[["History", Iterable[int]], "tuple[int, Board] | None"]
"""Looks for kept boards of a history at some of its steps, newest first: the step of the first that
is there, and that board."""

Undone = tuple[int, int, Any]
"""A retraction that can be restored: its seq, the tip before it, and the older ones below (or
none)."""

_ACTION = ActionTaken.__name__

Row = tuple[str, bytes, RecordHeader]
"""A record as a history takes it: topic, stored bytes, record_header."""


T = TypeVar("T")


class Memo(Generic[T]):
    """One result computed from a history's proceedings, cached with each history until it has more
    of them."""

    def __init__(self, nothing: T) -> None:
        self._nothing = nothing

    def known(self, history: History) -> tuple[int, int, T]:
        return history.memos.get(self, (0, 0, self._nothing))

    def keep(self, history: History, count: int, upto: int, state: T) -> None:
        history.memos[self] = count, upto, state


def cut(history: History, seq: int, from_seq: int, tip: int) -> int:
    """Where the chain that ends at `tip` ends once record `seq` takes back all from record
    `from_seq` on; raises `ValueError` where that is not in force."""
    gone = next((at for at in history.line(tip) if at <= from_seq), 0)
    if not gone or gone != from_seq:
        raise ValueError(f"record {seq} retracts record {from_seq}, which is not in force")
    return history.before[gone - 1]


class History:
    """One game's records. Index `seq - 1` of every column speaks of record `seq`; a tip of 0 is the
    board after set-up."""

    def __init__(
        self, filed: StoredRecord, rules: AnyRuleset, setting: Setting, start: Board
    ) -> None:
        opened = filed.body_as(GameOpened)
        need_in_place(
            filed.seq,
            filed.topic,
            [roll.number for roll in opened.rolls],
            0,
            branch=opened.lineage is not None,
        )
        self.id = filed.stream
        self.opened, self.rules, self.setting, self.start = opened, rules, setting, start
        self.states: list[bytes] = [filed.state]
        self.size = len(filed.state)
        self.topics: list[str] = [filed.topic]
        self.seats: list[str] = [""]
        self.tips: list[int] = [0]
        self.before: list[int] = [0]
        self.undone: list[Undone | None] = [None]
        self.rolls: list[int] = [len(opened.rolls)]
        self.unchecked = 0
        self.handed = 0
        self.results: list[int] = []
        self.reopenings: list[int] = []
        self.proceedings: list[int] = []
        """Proposals, claims, rulings and what was answered to them
        (`domain/game/aggregate/proceedings.py`), with the retractions agreed to."""
        self.parts: list[int] = []
        self.sealed: list[int] = []
        self.listings: list[int] = []
        self.seatings: list[int] = []
        self.opened_at: dict[int, int] = {}
        """Seals that were opened, each with the first action that did, in force or not."""
        self.illegal: list[int] = []
        self.moves = Moves()
        self.overturned: dict[int, int] = {}
        self.repeats: list[tuple[int, int]] = []
        self.keys: dict[tuple[str, str], int] = (
            {(opened.actor, opened.key): FIRST} if opened.key else {}
        )
        self.prints: list[tuple[int, str]] = [(FIRST, opened.board)] if opened.board else []
        self._boards: dict[int, Board] = {}
        self._to_act: dict[int, tuple[str, ...]] = {}
        self.board_lookup: BoardLookup | None = None
        """Where boards are looked for that were folded before this process began
        (`domain/game/store/snapshots.py`)."""
        self.vouched = 0
        """The record up to which all fingerprints were matched when a board that was found there
        was folded."""
        self._read: dict[int, Record] = {}
        self.memos: dict[object, tuple[int, int, Any]] = {}

    def __len__(self) -> int:
        return len(self.states)

    def apart(self) -> History:
        """A copy of the history, to try what one more record would lead to. Costs a copy of the
        columns, and folds nothing."""
        other = object.__new__(History)
        for name, value in vars(self).items():
            mine = (
                value.copy()
                if isinstance(value, (list, dict))
                else deepcopy(value)
                if isinstance(value, Moves)
                else value
            )
            setattr(other, name, mine)
        return other

    def extend(self, rows: Iterable[Row]) -> None:
        """Put records on top, in order; raises `ValueError` for one that does not follow from those
        before it.

        A correction by the arbiter stands on the chain like an action; every other record leaves it
        or moves its end."""
        states, topics, seats, tips = (
            self.states.append,
            self.topics.append,
            self.seats.append,
            self.tips.append,
        )
        befores, undones, numbers, keys = (
            self.before.append,
            self.undone.append,
            self.rolls.append,
            self.keys,
        )
        seq, tip, undone, rolled = len(self.states), self.tips[-1], self.undone[-1], self.rolls[-1]
        size = self.size
        for topic, state, seen in rows:
            seq += 1
            rolls = seen.rolls
            if rolls:
                need_in_place(seq, topic, [roll.number for roll in rolls], rolled)
            if topic == _ACTION:
                befores(tip)
                tip, undone = seq, None
                self.unchecked += 1
                if seen.verdict is not None:
                    self.illegal.append(seq)
                if seen.opens is not None:
                    self.opened_at.setdefault(seen.opens.record, seq)
            else:
                kind = self._kind(seq, topic)
                column = "proceedings" if seen.asked else kind.column
                if column:
                    getattr(self, column).append(seq)
                before = tip
                if kind.fold is not stays:
                    tip, undone = kind.fold(self, seq, Turn(seen, state, tip, undone))
                befores(before if tip == seq else 0)
            if rolls:
                rolled += len(rolls)
                for roll in rolls:
                    if roll.of:
                        self.repeats.append((seq, roll.of))
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
            size += len(state)
        self.size = size

    def _kind(self, seq: int, topic: str) -> GameKind:
        kind = GAME_KINDS.get(topic)
        if kind is None or kind.record is GameOpened:
            raise DamagedRecord(
                f"record {seq} is a {topic}, which this version of Greffe does not know", newer=True
            )
        return kind

    def filed(self, seq: int) -> StoredRecord:
        return StoredRecord(self.id, seq, self.topics[seq - 1], self.states[seq - 1])

    def matter(self, seq: int) -> Record:
        """What record `seq` of `proceedings`, `sealed`, `listings` or `seatings` says: read once,
        because writes ask for them again and again."""
        body = self._read.get(seq)
        if body is None:
            body = self._read[seq] = self.filed(seq).body
        return body

    def line(self, tip: int) -> Iterator[int]:
        """The steps in force where the chain ends at `tip`, newest first."""
        while tip:
            yield tip
            tip = self.before[tip - 1]

    def on_line(self, tip: int, later: int) -> bool:
        """Whether the position at `tip` is one that the position at `later` grew from, or the
        same."""
        while later > tip:
            later = self.before[later - 1]
        return later == tip

    def facts(self, seq: int) -> tuple[Fact, ...]:
        """The facts of action `seq`; raises `DamagedRecord`."""
        try:
            return facts_in(self.rules, self.states[seq - 1])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise DamagedRecord(str(e), self.id, seq) from None

    def after(self, seq: int, board: Board) -> Board:
        """The board after step `seq` of the chain, an action or a correction, from the board before
        it."""
        if self.topics[seq - 1] != _ACTION:
            remedy = remedy_of(self.filed(seq).body)
            assert isinstance(remedy, Correct)
            return corrected(self.rules, board, remedy.facts, remedy.patch)
        evolve = self.rules.evolve
        for fact in self.facts(seq):
            board = evolve(board, fact)
        return board

    def board(self, tip: int) -> Board:
        """The board where the chain of actions in force ends at `tip`."""
        if not tip:
            return self.start
        known = self._boards.get(tip)
        return self._fold(tip) if known is None else known

    def to_act(self, tip: int) -> tuple[str, ...]:
        known = self._to_act.get(tip)
        if known is None:
            known = self._to_act[tip] = self.rules.to_act(self.board(tip))
        return known

    def know(self, tip: int, board: Board) -> None:
        """Take a board that was folded elsewhere from the same facts."""
        self._boards[tip] = board

    def thin(self) -> None:
        """Drop all boards but the newest and one in so many: for readers that look at each position
        once, in order. What is asked for again is folded from the one before it."""
        newest = self.tips[-1]
        for seq in [seq for seq in self._boards if seq % SPACING and seq != newest]:
            del self._boards[seq]

    def fold_anew(self) -> None:
        """Drop all boards, and take none that was kept: for checks of the boards that follow from
        the records. One that was told (`know`) is the same position, but may list what it holds in
        another order."""
        self._boards.clear()
        self._to_act.clear()
        self.board_lookup = None

    def recall(self, tip: int) -> int:
        """Look for a kept board on the line that ends at `tip`, unless folding from a known one is
        short; answers the record up to which fingerprints need no comparing, or 0."""
        if self.board_lookup is not None and sum(1 for _ in islice(self._steps(tip), LONG)) == LONG:
            memo = self.board_lookup(self, self._steps(tip))
            if memo is not None:
                self.know(*memo)
                self.vouched = max(self.vouched, memo[0])
        return self.vouched

    @property
    def weight(self) -> int:
        """Bytes of memory that the history takes, about."""
        return 2 * self.size + RECORD * len(self.states) + BOARD * len(self._boards)

    def _fold(self, tip: int) -> Board:
        boards = self._boards
        self.recall(tip)
        path = list(self._steps(tip))
        known = self.before[path[-1] - 1] if path else tip
        board, short = boards[known] if known else self.start, len(path) <= SPACING
        for seq in reversed(path):
            board = self.after(seq, board)
            if short or not seq % SPACING:
                boards[seq] = board
        boards[tip] = board
        return board

    def _steps(self, tip: int) -> Iterator[int]:
        while tip and tip not in self._boards:
            yield tip
            tip = self.before[tip - 1]
