"""Streams of records: the states of one kind that a process has in memory, each folded from its
records.

A stream is read optimistically: what is in memory is true, though perhaps not the newest. Who
writes against an older record is refused by the store's unique key, and looks again
(`domain/kernel/writer.py`).
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from threading import Lock, RLock
from typing import Any, Generic, Protocol, TypeVar

from domain.kernel.refusals import Refusal
from domain.kernel.registry import FIRST, REGISTRY, Record
from domain.kernel.stored import DamagedRecord, RecordStore, StoredRecord
from domain.kernel.text import Text

MOST_STREAMS = 64
"""States of one kind in memory."""
MOST_BYTES = 8_000_000
"""Bytes of the records that they were folded from; a state takes a few times as much."""


class State(Protocol):
    """What every stream comes to: the seq and the time of its newest record, and the record that
    each actor's key made."""

    @property
    def seq(self) -> int:
        """The seq of the newest record."""

    @property
    def at(self) -> datetime:
        """When that was written."""

    @property
    def keys(self) -> Mapping[tuple[str, str], int]:
        """The seq of the record that each actor's idempotency key made."""


Folded = TypeVar("Folded", bound=State)
S_co = TypeVar("S_co", covariant=True)


class Held(Protocol[S_co]):
    """One stream in memory. Who writes to it holds its lock."""

    lock: Any

    @property
    def head(self) -> S_co:
        """Its newest state; raises `DamagedRecord` where that cannot be known."""

    @property
    def seq(self) -> int:
        """The seq of its newest record; raises `DamagedRecord`."""

    @property
    def newest_at(self) -> datetime:
        """When its newest record was written."""

    @property
    def keys(self) -> Mapping[tuple[str, str], int]:
        """The seq of the record that each actor's idempotency key made."""

    def records(self, after: int, upto: int) -> Sequence[StoredRecord]:
        """Its records after one, up to another."""

    def at(self, seq: int) -> S_co:
        """Its state at a record."""

    def put(self, filed: StoredRecord) -> S_co:
        """Its state with a record more, which is its newest from now on."""


class Stream(Protocol[S_co]):
    noun: Text
    """What one of them is called, for its readers: "the game"."""

    def held(self, id: str) -> Held[S_co]:
        """A stream as it is in memory, or else in the store; raises a `Refusal` where there is none
        of this kind."""

    def refresh(self, held: Any, /) -> None:
        """Take in what was stored since."""


class _Held(Generic[Folded]):
    def __init__(
        self,
        id: str,
        recorder: RecordStore,
        fold: Callable[[Iterable[StoredRecord], Folded | None], Folded | None],
    ) -> None:
        self.id, self.lock, self.size = id, RLock(), 0
        self._recorder, self._fold = recorder, fold
        self._state: Folded | None = None
        self.fault: DamagedRecord | None = None
        """The first record that is damaged or gone: the state is that before it."""

    @property
    def head(self) -> Folded:
        if self.fault is not None:
            raise self.fault
        assert self._state is not None
        return self._state

    @property
    def seq(self) -> int:
        return self.head.seq

    @property
    def newest_at(self) -> datetime:
        return self.head.at

    @property
    def keys(self) -> Mapping[tuple[str, str], int]:
        return self.head.keys

    def records(self, after: int, upto: int) -> Sequence[StoredRecord]:
        return self._recorder.filed(self.id, gt=after, lte=upto)

    def at(self, seq: int) -> Folded:
        state = (
            self._state
            if self._state is not None and seq == self._state.seq
            else self._fold(self._recorder.filed(self.id, lte=seq), None)
        )
        assert state is not None
        return state

    def put(self, filed: StoredRecord) -> Folded:
        self._state = self._fold([filed], self._state)
        self.size += len(filed.state)
        return self.head

    def refresh(self) -> None:
        with self.lock:
            if self.fault is not None:  # it may have been put back meanwhile
                self._state, self.size = None, 0
            fault, after = None, self._state.seq if self._state is not None else 0
            try:
                rows = self._recorder.filed(self.id, gt=after)
                self._state = self._fold(rows, self._state) if rows else self._state
            except DamagedRecord as e:
                fault = e.named(self.id, after + 1)
                rows = self._recorder.filed(self.id, gt=after, lte=fault.seq - 1)
                self._state = self._fold(rows, self._state) if rows else self._state
            self.fault = fault
            self.size += sum(len(row.state) for row in rows)


class FoldedStream(Generic[Folded]):
    """The streams of a kind whose states are folded from all their records; those used last are
    kept in memory. `opened` is the type of their first record, `unknown` is raised where there is
    no such stream. Shared by all threads."""

    def __init__(
        self,
        recorder: RecordStore,
        opened: type[Record],
        fold: Callable[[Iterable[StoredRecord], Folded | None], Folded | None],
        unknown: Callable[[str], Refusal],
        noun: Text,
    ) -> None:
        self._recorder, self._opened, self._fold, self._unknown = recorder, opened, fold, unknown
        self.noun = noun
        self._lock = Lock()
        self._streams: OrderedDict[str, _Held[Folded]] = OrderedDict()

    def held(self, id: str, *, fresh: bool = False) -> _Held[Folded]:
        """A stream as it is in memory, or else in the store; a `fresh` one as the store has it in
        any case."""
        with self._lock:
            held = self._streams.get(id)
            if held is not None:
                self._streams.move_to_end(id)
        if held is not None:
            if fresh:
                held.refresh()
            return held
        self.need(id)
        held = _Held(id, self._recorder, self._fold)
        held.refresh()
        with self._lock:
            held = self._streams.setdefault(id, held)
            size = sum(one.size for one in self._streams.values())
            while len(self._streams) > MOST_STREAMS or (
                size > MOST_BYTES and len(self._streams) > 1
            ):
                size -= self._streams.popitem(last=False)[1].size
        return held

    def need(self, id: str) -> None:
        """Raise a `Refusal` unless there is such a stream."""
        if self._recorder.opened_as(id) != REGISTRY.topics[self._opened]:
            raise self._unknown(id)

    def refresh(self, held: _Held[Folded], /) -> None:
        held.refresh()

    def state(self, id: str, at: int | None = None) -> Folded:
        """The newest state of a stream, as the store has it; where a record is damaged, that after
        record `at`, which is before it. Raises `DamagedRecord`."""
        held = self.held(id, fresh=True)
        damaged = held.fault is not None and FIRST <= (at or 0) < held.fault.seq
        return held.at(at or 0) if damaged else held.head

    def at(self, id: str, seq: int) -> Folded:
        if seq < FIRST:
            raise self._unknown(id)
        return self.held(id).at(seq)
