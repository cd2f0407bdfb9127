"""Streams of records: the states in memory, each folded from the records of its stream.

Reads are optimistic: a state in memory is correct but perhaps not the newest. The store's unique
key refuses a write that follows an older record; the writer then refreshes and decides again
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
"""The most states of one kind of stream in memory."""
MOST_BYTES = 8_000_000
"""The most bytes of the records that those states were folded from. A state takes several times as
much memory."""


class State(Protocol):
    """The fields that the states of all kinds of streams have."""

    @property
    def seq(self) -> int:
        """The seq of the newest record."""

    @property
    def at(self) -> datetime:
        """The time of the newest record."""

    @property
    def keys(self) -> Mapping[tuple[str, str], int]:
        """The seq of the record that was written under each (actor, idempotency key)."""


Folded = TypeVar("Folded", bound=State)
S_co = TypeVar("S_co", covariant=True)


class Held(Protocol[S_co]):
    """A stream in memory. Writers hold its lock."""

    lock: Any

    @property
    def head(self) -> S_co:
        """The newest state. Raises `DamagedRecord` if it cannot be computed."""

    @property
    def seq(self) -> int:
        """The seq of the newest record. Raises `DamagedRecord`."""

    @property
    def newest_at(self) -> datetime:
        """The time of the newest record. Raises `DamagedRecord`."""

    @property
    def keys(self) -> Mapping[tuple[str, str], int]:
        """The seq of the record that was written under each (actor, idempotency key)."""

    def records(self, after: int, upto: int) -> Sequence[StoredRecord]:
        """The records `after` + 1 to `upto`."""

    def at(self, seq: int) -> S_co:
        """The state after record `seq`."""

    def put(self, stored: StoredRecord) -> S_co:
        """Add a record that was stored just now. Returns the state after it, which is the newest
        from then on."""


class Streams(Protocol[S_co]):
    """The streams of one kind, by id."""

    noun: Text
    """The stream in a sentence: "the game"."""

    def held(self, id: str) -> Held[S_co]:
        """The stream from memory, or loaded from the store. Raises a `Refusal` if no stream of this
        kind has the id."""

    def refresh(self, held: Any, /) -> None:
        """Add to a stream in memory the records that were stored since."""


class _FoldedStream(Generic[Folded]):
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
        """The first damaged or missing record; the state is the one before it."""

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
        return self._recorder.records_of(self.id, gt=after, lte=upto)

    def at(self, seq: int) -> Folded:
        state = (
            self._state
            if self._state is not None and seq == self._state.seq
            else self._fold(self._recorder.records_of(self.id, lte=seq), None)
        )
        assert state is not None
        return state

    def put(self, stored: StoredRecord) -> Folded:
        self._state = self._fold([stored], self._state)
        self.size += len(stored.state)
        return self.head

    def refresh(self) -> None:
        with self.lock:
            if self.fault is not None:  # it may have been put back meanwhile
                self._state, self.size = None, 0
            fault, after = None, self._state.seq if self._state is not None else 0
            try:
                rows = self._recorder.records_of(self.id, gt=after)
                self._state = self._fold(rows, self._state) if rows else self._state
            except DamagedRecord as e:
                fault = e.named(self.id, after + 1)
                rows = self._recorder.records_of(self.id, gt=after, lte=fault.seq - 1)
                self._state = self._fold(rows, self._state) if rows else self._state
            self.fault = fault
            self.size += sum(len(row.state) for row in rows)


class FoldedStreams(Generic[Folded]):
    """The streams of one kind, each folded from all its records. The most recently used stay in
    memory. `opened` is the type of a stream's first record; `unknown` makes the refusal for an id
    that no stream has. Thread-safe."""

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
        self._streams: OrderedDict[str, _FoldedStream[Folded]] = OrderedDict()

    def held(self, id: str, *, fresh: bool = False) -> _FoldedStream[Folded]:
        """The stream from memory, or loaded from the store. With `fresh`, records stored since are
        added to it."""
        with self._lock:
            held = self._streams.get(id)
            if held is not None:
                self._streams.move_to_end(id)
        if held is not None:
            if fresh:
                held.refresh()
            return held
        self.need_stream(id)
        held = _FoldedStream(id, self._recorder, self._fold)
        held.refresh()
        with self._lock:
            held = self._streams.setdefault(id, held)
            size = sum(one.size for one in self._streams.values())
            while len(self._streams) > MOST_STREAMS or (
                size > MOST_BYTES and len(self._streams) > 1
            ):
                size -= self._streams.popitem(last=False)[1].size
        return held

    def need_stream(self, id: str) -> None:
        """Raise a `Refusal` unless the stream exists."""
        if self._recorder.opening_topic(id) != REGISTRY.topics[self._opened]:
            raise self._unknown(id)

    def refresh(self, held: _FoldedStream[Folded], /) -> None:
        held.refresh()

    def state(self, id: str, at: int | None = None) -> Folded:
        """The newest state of a stream. If a record of the stream is damaged, this is the state
        after record `at`, provided that `at` is given and before the damaged record; otherwise
        raises `DamagedRecord`."""
        held = self.held(id, fresh=True)
        damaged = held.fault is not None and FIRST <= (at or 0) < held.fault.seq
        return held.at(at or 0) if damaged else held.head

    def at(self, id: str, seq: int) -> Folded:
        if seq < FIRST:
            raise self._unknown(id)
        return self.held(id).at(seq)
