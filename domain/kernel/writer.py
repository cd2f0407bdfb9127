"""The writer: the only way by which records of any stream are made and stored.

An order names the record it was made on and an idempotency key of its actor. A repeated order gets
the record it made the first time; another order with the same key is refused. Orders are decided on
the newest state. Their records, and records of other streams that belong to them, are stored
together or not at all. If two writers make the same record, the store's unique key refuses the
second, which then decides again. Names and words are stored before the records that commit to them,
and erased if those records are not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from eventsourcing.persistence import EventStore, IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.refusals import KeyReused, Refusal, Stale
from domain.kernel.registry import FIRST, Record
from domain.kernel.stored import RecordStore, StoredRecord
from domain.kernel.stream import Held, Streams

S = TypeVar("S")
Now = Callable[[], tuple[datetime, timedelta]]
"""A function that returns the service's time, and how far the machine's clock is behind it."""

Stamp = dict[str, Any]

Place = tuple[str, str]
"""A place in the key-value store: kind and key."""

MOST_TRIES = 20
"""How often a write is decided, since others may write first."""

NOTED = timedelta(seconds=1)
"""A record states that the clock was set back only if it was by more than this."""


class Order(Struct, frozen=True):
    """A request to write to a `stream` by an `actor`. `seq` is the newest record the actor has
    seen, `key` the idempotency key, `request` a digest of the request, `client_at` the time by the
    device's clock."""

    stream: str
    seq: int
    actor: str
    key: str
    request: str = ""
    client_at: datetime | None = None


class Decision(Struct, Generic[S], frozen=True):
    """What an order leads to: records of its stream, the last of which answers the order, and
    records of other streams (`beside`). After they are stored, `then` is called with the new state,
    for example to store a snapshot."""

    records: Sequence[Record]
    beside: Sequence[StoredRecord] = ()
    then: Callable[[S], None] | None = None


class WriteResult(Struct, Generic[S], frozen=True):
    """The result of a write: the record that answers the order, the state after it, and the records
    of the stream that this write stored (`rows`). A repeated order stores none (`again`)."""

    record: StoredRecord
    state: S
    rows: Sequence[StoredRecord] = ()

    @property
    def again(self) -> bool:
        return not self.rows


class Unit:
    """A unit of work on one order: the fields its records have in common, and the words stored for
    them."""

    __slots__ = ("_kept", "_writer", "order", "stamp")

    def __init__(self, writer: Writer, order: Order, newest: datetime | None) -> None:
        self._writer = writer
        self.order = order
        self.stamp = writer.stamp(order, newest)
        """The common fields of the record that answers the order."""
        self._kept: dict[Place, bytes] = {}
        """Words with their salt, by their place in the key-value store."""

    @property
    def unkeyed_stamp(self) -> Stamp:
        """The common fields of the order's other records, without key and request."""
        return {**self.stamp, "key": "", "request": "", "client_at": None}

    def stamp_after(self, newest: datetime) -> Stamp:
        """The common fields of a record in another stream, whose newest record has the time
        `newest`."""
        return self.stamp if newest <= self.stamp["at"] else self._writer.stamp(self.order, newest)

    def keep_text(self, text: str, pointer: str = "/text") -> str:
        """Store words and return their commitment (empty for no words). Raises `BadRequest` at the
        pointer for characters that are not allowed."""
        return self.keep(
            commitments.checked_text(text, pointer), lambda commitment: ("text", commitment)
        )

    def keep(self, words: str, place: Callable[[str], Place]) -> str:
        """Store words and return their commitment (empty for no words). `place` returns, for the
        commitment, the kind and key under which the key-value store gets the words."""
        if not words:
            return ""
        commitment, data = commitments.commit_anew(words)
        there = place(commitment)
        self._writer.key_values.keep(*there, data)
        self._kept[there] = data
        return commitment

    def record_at(self, stream: str, seq: int, body: Record) -> StoredRecord:
        """The body as record `seq` of a stream, not stored yet. If the request brought words, the
        record's digest of the request (`request`) is bound to the salt of the words."""
        if self._kept and body.request and not body.request.startswith(commitments.SALTED):
            words = next(filter(None, map(self._kept.get, self._writer.places(body))), None)
            body = replace(
                body,
                request=commitments.SALTED
                if words is None
                else commitments.salted_digest(body.request, words),
            )
        return StoredRecord.new(stream, seq, body)

    def forget(self) -> None:
        """Erase the words stored for this unit. Called if its records were not stored."""
        for place in self._kept:
            self._writer.key_values.erase(*place)


class Writer:
    """Makes and stores records. `places`: a function that returns, for a record, the kinds and keys
    under which the key-value store has the words that the record commits to. Methods raise the
    `Refusal`s of `domain/kernel/refusals.py`; a refused order has stored no record."""

    def __init__(
        self,
        events: EventStore[str],
        recorder: RecordStore,
        key_values: KeyValueStore,
        now: Now,
        places: Callable[[Record], Iterable[Place]],
    ) -> None:
        self._events, self._recorder = events, recorder
        self.key_values, self._now, self.places = key_values, now, places

    def open(
        self,
        streams: Streams[S],
        order: Order,
        make: Callable[[Unit], Record | Sequence[Record]],
    ) -> WriteResult[S]:
        """Open the stream `order.stream` with the record or records that `make` returns; the first
        answers the order. The stream's id is derived from actor and key, so a repeated order opens
        no second stream."""
        for _ in range(MOST_TRIES):
            again = self.opened(streams, order)
            if again is not None:
                return again
            unit = Unit(self, order, None)
            try:
                made = make(unit)
                bodies = made if isinstance(made, Sequence) else (made,)
                rows = [
                    unit.record_at(order.stream, seq, body)
                    for seq, body in enumerate(bodies, FIRST)
                ]
            except BaseException:
                unit.forget()
                raise
            if self._put(unit, rows):
                return WriteResult(rows[0], streams.held(order.stream).at(FIRST), rows)
        raise IntegrityError(f"{order.stream} is taken by something else")

    def opened(self, streams: Streams[S], order: Order) -> WriteResult[S] | None:
        """The first record of the stream if this order has opened it; None if the stream does not
        exist. Raises `KeyReused` if another order has opened it."""
        try:
            held = streams.held(order.stream)
        except Refusal:
            return None
        return self._repeated_answer(held, order, FIRST)

    def write(
        self,
        streams: Streams[S],
        order: Order,
        decide: Callable[[S, Unit], Decision[S]],
        touches: Callable[[Record], bool] | None = None,
    ) -> WriteResult[S]:
        """Decide an order on the newest state and store its records. `decide` is called again if
        others write first. Raises `Stale` if there are records that the actor has not seen and
        `touches` is true of one of them (by default: of any)."""
        held = streams.held(order.stream)
        key = order.actor, order.key
        with held.lock:
            for _ in range(MOST_TRIES):
                now = held.seq
                if now != order.seq or key in held.keys:
                    streams.refresh(held)
                    now = held.seq
                    if key in held.keys:
                        return self._repeated_answer(held, order, held.keys[key])
                if now != order.seq and not _is_untouched(held, order.seq, touches):
                    break
                unit = Unit(self, order, held.newest_at)
                try:
                    decision = decide(held.head, unit)
                    rows = [
                        unit.record_at(order.stream, seq, body)
                        for seq, body in enumerate(decision.records, start=now + 1)
                    ]
                except BaseException:
                    unit.forget()
                    raise
                if self._put(unit, [*rows, *decision.beside]):
                    for row in rows:
                        state = held.put(row)
                    if decision.then is not None:
                        decision.then(state)
                    return WriteResult(rows[-1], state, rows)
                streams.refresh(held)
            if held.seq == order.seq:  # nobody was faster: it collides with itself, and always will
                raise IntegrityError(
                    f"what was to follow record {held.seq} of {order.stream} is taken by something "
                    f"else"
                )
            raise Stale(held.seq, order.seq, streams.noun)

    def missing_records(
        self, rows: Sequence[StoredRecord], taken: Refusal
    ) -> Sequence[StoredRecord]:
        """The end of `rows`: the records that are not stored here yet. `rows` are all records of a
        stream. Raises `taken` if a different record is stored here under the seq of one of them."""
        here = self._recorder.select_events(rows[0].stream, lte=len(rows))
        if any(
            (there.topic, there.state) != (row.topic, row.state)
            for there, row in zip(here, rows, strict=False)
        ):
            raise taken
        return rows[len(here) :]

    def copy_stream(self, rows: Sequence[StoredRecord], taken: Refusal) -> bool:
        """Store records made elsewhere; `rows` are all records of a stream from the first on.
        Returns whether all were stored here already. Raises `taken` as `missing_records` does."""
        for _ in range(MOST_TRIES):
            missing = self.missing_records(rows, taken)
            try:
                self._events.put(missing)
            except IntegrityError:
                continue  # somebody was faster: look again how many of them are here
            return not missing
        raise taken

    def stamp(self, order: Order, newest: datetime | None) -> Stamp:
        """The fields that a record takes from its order. `at` is the service's time, but not before
        `newest`. `clock` is the time by the machine's clock if that was set back, else None."""
        at, behind = self._now()
        if newest is not None and at < newest:
            at, behind = newest, behind + (newest - at)
        return {
            "at": at,
            "clock": at - behind if behind and behind > NOTED else None,
            "actor": order.actor,
            "key": order.key,
            "request": order.request,
            "client_at": order.client_at,
        }

    # -- inside ------------------------------------------------------------------------------------

    def _put(self, unit: Unit, rows: Sequence[StoredRecord]) -> bool:
        """Store rows. Returns False, and erases the unit's words, if other records have their
        numbers."""
        try:
            self._events.put(rows)
        except IntegrityError:
            first = rows[0]
            there = self._recorder.select_events(first.stream, gt=first.seq - 1, lte=first.seq)
            if (
                there and there[0].state == first.state
            ):  # stored before the connection was lost: its salt is nobody else's
                self._recorder.await_durability()
                return True
            unit.forget()
            return False
        return True

    def _repeated_answer(self, held: Held[S], order: Order, seq: int) -> WriteResult[S]:
        """The answer to a repeated order: record `seq`, the one it made. Raises `KeyReused` if
        another order made it. Waits until the record is durable, since after a crash a database
        server may show records that its standbys never received."""
        stored = held.records(seq - 1, seq)[0]
        self._recorder.await_durability()
        same_key = (stored.body.actor, stored.body.key) == (order.actor, order.key)
        if not (same_key and self._is_made_by(stored.body, order)):
            raise KeyReused(order.key, seq)
        return WriteResult(stored, held.at(seq))

    def _is_made_by(self, body: Record, order: Order) -> bool:
        """Whether this order made the record, whose key is the order's. If the words of the request
        were erased, this cannot be checked, and the answer is yes."""
        if not body.request.startswith(commitments.SALTED):
            return body.request == order.request
        words = (self.key_values.fetch(*place) for place in self.places(body))
        stored = next((word for word in words if word is not None), None)
        return stored is None or body.request == commitments.salted_digest(order.request, stored)


def _is_untouched(held: Held[S], seen: int, touches: Callable[[Record], bool] | None) -> bool:
    """Whether `touches` is false of all records after record `seen`. Always False without
    `touches`."""
    if touches is None or seen > held.seq:
        return False
    return not any(touches(stored.body) for stored in held.records(seen, held.seq))
