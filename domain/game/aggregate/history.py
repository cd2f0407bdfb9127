"""A game's records as columns: what is in force after each record, and the boards folded so far.

Loading a long game should cost little more than reading its bytes. The actions and corrections in
force after a record form a *chain*: each step follows the step before it. For every record the
history stores only the last step of that chain (the `tip`; 0: none). It folds a board when a caller
asks for one, from the nearest board it has. Retracting moves the tip back along the chain and
restoring moves it forward, in constant time. A history only grows; all versions of a game share it,
each up to its own seq.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from domain.game.aggregate.correction import corrected_board
from domain.game.record.headers import RecordHeader, need_rolls_in_place
from domain.game.record.kinds import GAME_KINDS, GameKind, IncomingRecord
from domain.game.record.records import FIRST, ActionTaken, Correct, GameOpened, Record, remedy_of
from domain.kernel.kinds import unchanged
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.titles.codec import facts_in
from domain.titles.contract.ruleset import AnyRuleset, Board, Fact, Setting

Node = tuple[int, int, Any]
"""A ruling, the tip it left, and the node of the next older ruling that the position before it
rested on (None: there is none)."""


class RulingsBelow:
    """For each record of a history, the rulings that moved the tip and that the position after the
    record still rests on. Only changes are stored."""

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._nodes: list[Node | None] = []

    def after(self, seq: int) -> Iterator[int]:
        """The rulings that the position after record `seq` rests on, newest first."""
        node = self._newest_node(seq)
        while node is not None:
            yield node[0]
            node = node[2]

    def add_ruling(self, seq: int, tip: int) -> None:
        """Add that ruling `seq` moved the tip to `tip`."""
        self._put(seq, (seq, tip, self._newest_node(seq)))

    def add_cut(self, seq: int, holds: Callable[[int], bool]) -> None:
        """Add that record `seq` takes back the last steps. `holds` says whether a tip is still in
        force: the newest rulings are dropped until one whose tip is."""
        was = node = self._newest_node(seq)
        while node is not None and not holds(node[1]):
            node = node[2]
        if node is not was:
            self._put(seq, node)

    def add_return(self, seq: int, before: int) -> None:
        """Add that after record `seq` the position is again that before record `before`, which
        rests on the same rulings."""
        self._put(seq, self._newest_node(before - 1))

    def _newest_node(self, seq: int) -> Node | None:
        at = bisect_right(self._seqs, seq)
        return self._nodes[at - 1] if at else None

    def _put(self, seq: int, node: Node | None) -> None:
        if node is not self._newest_node(seq):
            self._seqs.append(seq)
            self._nodes.append(node)


SPACING = 16
"""A fold of more steps than this keeps one board in so many, and the last. A shorter fold keeps all
its boards, since readers of a game's end mostly step back through it."""

LONG = 50
"""The least number of steps to fold for which a stored board is looked up."""

RECORD, BOARD = 700, 1_500
"""Approximate bytes in memory: of a record besides twice its stored bytes, and of a board besides
what it shares with its neighbours. Measured over games of all titles."""

BoardLookup = Callable[["History", Iterable[int]], "tuple[int, Board] | None"]
"""A function that finds a stored board of a history at one of the given steps, newest first.
Returns the step and its board, or None."""

Restorable = tuple[int, int, Any]
"""A retraction that can be restored: its seq, the tip before it, and the next older restorable
retraction (or None)."""

_ACTION = ActionTaken.__name__

Row = tuple[str, bytes, RecordHeader]
"""A record to add to a history: topic, stored bytes, header."""


T = TypeVar("T")


class Memo(Generic[T]):
    """A cache that keeps one result for each history: the result last computed from the first
    `count` of its proceedings."""

    def of(self, history: History, count: int, compute: Callable[[], T]) -> T:
        """The result for the first `count` proceedings of a history. Calls `compute` and caches its
        result unless the cached result is for this `count`."""
        known: tuple[int, T] | None = history.memos.get(self)
        if known is None or known[0] != count:
            known = history.memos[self] = count, compute()
        return known[1]


def tip_after_cut(history: History, seq: int, from_seq: int, tip: int) -> int:
    """The tip once record `seq` takes back every step from step `from_seq` on. `tip`: the tip
    before that. Raises `ValueError` if step `from_seq` is not in force."""
    gone = next((at for at in history.chain(tip) if at <= from_seq), 0)
    if not gone or gone != from_seq:
        raise ValueError(f"record {seq} retracts record {from_seq}, which is not in force")
    return history.before[gone - 1]


class History:
    """A game's records in columns: record `seq` has index `seq - 1`. Tip 0 is the board after
    set-up."""

    def __init__(
        self, stored: StoredRecord, rules: AnyRuleset, setting: Setting, start: Board
    ) -> None:
        opened = stored.body_as(GameOpened)
        need_rolls_in_place(
            stored.seq,
            stored.topic,
            [roll.number for roll in opened.rolls],
            0,
            branch=opened.lineage is not None,
        )
        self.id = stored.stream
        self.opened, self.rules, self.setting, self.start = opened, rules, setting, start
        self.states: list[bytes] = [stored.state]
        self.size = len(stored.state)
        self.topics: list[str] = [stored.topic]
        self.seats: list[str] = [""]
        self.tips: list[int] = [0]
        self.before: list[int] = [0]
        self.undone: list[Restorable | None] = [None]
        self.rolls: list[int] = [len(opened.rolls)]
        self.unchecked = 0
        self.handed = 0
        self.results: list[int] = []
        self.reopenings: list[int] = []
        self.proceedings: list[int] = []
        """Proposals, claims, rulings and their answers (`domain/game/aggregate/proceedings.py`),
        and retractions by consent."""
        self.parts: list[int] = []
        self.sealed: list[int] = []
        self.listings: list[int] = []
        self.seatings: list[int] = []
        self.opened_at: dict[int, int] = {}
        """For the record of each seal, the first action that opened it, in force or not."""
        self.illegal: list[int] = []
        self.rulings_below = RulingsBelow()
        self.overturned: dict[int, int] = {}
        self.repeats: list[tuple[int, int]] = []
        self.keys: dict[tuple[str, str], int] = (
            {(opened.actor, opened.key): FIRST} if opened.key else {}
        )
        self.prints: list[tuple[int, str]] = [(FIRST, opened.board)] if opened.board else []
        self._boards: dict[int, Board] = {}
        self._to_act: dict[int, tuple[str, ...]] = {}
        self.board_lookup: BoardLookup | None = None
        """Finds boards that another process stored (`domain/game/store/snapshots.py`)."""
        self.vouched = 0
        """The record up to which all fingerprints had matched when the stored board in use was
        folded."""
        self._read: dict[int, Record] = {}
        self._reveals: dict[int, bool] = {}
        self.memos: dict[object, tuple[int, Any]] = {}

    def __len__(self) -> int:
        return len(self.states)

    def copy(self) -> History:
        """A copy of the history, to which a caller adds further records without changing this one.
        Copies the columns and folds nothing."""
        other = object.__new__(History)
        for name, value in vars(self).items():
            mine = (
                value.copy()
                if isinstance(value, (list, dict))
                else deepcopy(value)
                if isinstance(value, RulingsBelow)
                else value
            )
            setattr(other, name, mine)
        return other

    def extend(self, rows: Iterable[Row]) -> None:
        """Append records in order. Raises `ValueError` for a record that does not follow.

        An action or an arbiter's correction is a step: it extends the chain. Any other record
        leaves the chain as it is, or moves its tip.
        """
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
        for topic, state, header in rows:
            seq += 1
            rolls = header.rolls
            if rolls:
                need_rolls_in_place(seq, topic, [roll.number for roll in rolls], rolled)
            if topic == _ACTION:
                befores(tip)
                tip, undone = seq, None
                self.unchecked += 1
                if header.verdict is not None:
                    self.illegal.append(seq)
                if header.opens is not None:
                    self.opened_at.setdefault(header.opens.record, seq)
            else:
                kind = self._kind(seq, topic)
                column = "proceedings" if header.asked else kind.column
                if column:
                    getattr(self, column).append(seq)
                before = tip
                if kind.fold is not unchanged:
                    tip, undone = kind.fold(self, seq, IncomingRecord(header, state, tip, undone))
                befores(before if tip == seq else 0)
            if rolls:
                rolled += len(rolls)
                for roll in rolls:
                    if roll.of:
                        self.repeats.append((seq, roll.of))
            if header.key:
                keys[header.actor, header.key] = seq
            if header.board:
                self.prints.append((seq, header.board))
                self.unchecked = 0
            seats(header.seat)
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

    def record(self, seq: int) -> StoredRecord:
        """Record `seq`. Each caller that reads its body decodes it anew."""
        return StoredRecord(self.id, seq, self.topics[seq - 1], self.states[seq - 1])

    def cached_body(self, seq: int) -> Record:
        """The body of record `seq`, which must be one of those listed in `proceedings`, `sealed`,
        `listings` or `seatings`. It is cached, since each write reads these bodies again."""
        body = self._read.get(seq)
        if body is None:
            body = self._read[seq] = self.record(seq).body
        return body

    def chain(self, tip: int) -> Iterator[int]:
        """The steps of the chain that ends at `tip`, newest first."""
        while tip:
            yield tip
            tip = self.before[tip - 1]

    def in_chain(self, tip: int, later: int) -> bool:
        """Whether step `tip` is in the chain that ends at `later`. If so, the position at `later`
        is that at `tip` or grew from it."""
        while later > tip:
            later = self.before[later - 1]
        return later == tip

    def facts(self, seq: int) -> tuple[Fact, ...]:
        """The facts of action `seq`. Raises `DamagedRecord`."""
        try:
            return facts_in(self.rules, self.states[seq - 1])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise DamagedRecord(str(e), self.id, seq) from None

    def reveals(self, seq: int) -> bool:
        """Whether a fact of action `seq` reveals something. Cached, since each page asks it of the
        last actions. Raises `DamagedRecord`."""
        known = self._reveals.get(seq)
        if known is None:
            known = self._reveals[seq] = any(fact.reveals for fact in self.facts(seq))
        return known

    def after(self, seq: int, board: Board) -> Board:
        """The board after step `seq`, an action or a correction, from the board before it."""
        if self.topics[seq - 1] != _ACTION:
            remedy = remedy_of(self.record(seq).body)
            assert isinstance(remedy, Correct)
            return corrected_board(self.rules, board, remedy.facts, remedy.patch)
        evolve = self.rules.evolve
        for fact in self.facts(seq):
            board = evolve(board, fact)
        return board

    def board(self, tip: int) -> Board:
        """The board at the end of the chain that ends at `tip`."""
        if not tip:
            return self.start
        known = self._boards.get(tip)
        return self._fold(tip) if known is None else known

    def to_act(self, tip: int) -> tuple[str, ...]:
        known = self._to_act.get(tip)
        if known is None:
            known = self._to_act[tip] = self.rules.to_act(self.board(tip))
        return known

    def add_board(self, tip: int, board: Board) -> None:
        """Add to the cache a board that was folded elsewhere from the same facts."""
        self._boards[tip] = board

    def thin_boards(self) -> None:
        """Drop all cached boards but the newest and one in `SPACING`, for readers that look at each
        position once, in order."""
        newest = self.tips[-1]
        for seq in [seq for seq in self._boards if seq % SPACING and seq != newest]:
            del self._boards[seq]

    def drop_boards(self) -> None:
        """Drop all cached boards and use no stored ones, for checks that fold from the records
        alone. A board added from elsewhere is the same position, but may list its contents in
        another order."""
        self._boards.clear()
        self._to_act.clear()
        self.board_lookup = None

    def recall_board(self, tip: int) -> int:
        """Look up a stored board in the chain that ends at `tip`, unless a cached one is near, and
        cache it. Returns the record up to which fingerprints need no comparison, or 0."""
        if (
            self.board_lookup is not None
            and sum(1 for _ in islice(self._unfolded_steps(tip), LONG)) == LONG
        ):
            memo = self.board_lookup(self, self._unfolded_steps(tip))
            if memo is not None:
                self.add_board(*memo)
                self.vouched = max(self.vouched, memo[0])
        return self.vouched

    @property
    def weight(self) -> int:
        """The approximate size of the history in memory, in bytes."""
        return 2 * self.size + RECORD * len(self.states) + BOARD * len(self._boards)

    def _fold(self, tip: int) -> Board:
        boards = self._boards
        self.recall_board(tip)
        path = list(self._unfolded_steps(tip))
        known = self.before[path[-1] - 1] if path else tip
        board, short = boards[known] if known else self.start, len(path) <= SPACING
        for seq in reversed(path):
            board = self.after(seq, board)
            if short or not seq % SPACING:
                boards[seq] = board
        boards[tip] = board
        return board

    def _unfolded_steps(self, tip: int) -> Iterator[int]:
        while tip and tip not in self._boards:
            yield tip
            tip = self.before[tip - 1]
