"""The writer: the one way in which records are made and stored, whatever they are about.

An order names the record that it was made against and an idempotency key, which is its actor's own.
Sent again it is answered with the record that it made, and another order under that key is refused.
What it comes to is decided on the newest state; its records, and those of other streams that go
with them, are stored together or not at all: the store's unique key settles every race, and who
loses looks again. Names and words are kept before the records that commit to them, and forgotten
where nothing was stored.
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
from domain.kernel.stream import Held, Stream

S = TypeVar("S")
Now = Callable[[], tuple[datetime, timedelta]]
"""The time, and how far the machine's clock has been set back from it."""

Stamp = dict[str, Any]

Place = tuple[str, str]
"""Where something is in the key-value store: kind and key."""

MOST_TRIES = 20
"""How often a write is decided anew because others wrote first."""

NOTED = timedelta(seconds=1)
"""How far a clock has to be set back before that is noted: less is how clocks are kept right."""


class Order(Struct, frozen=True):
    """Who writes to which stream against which position: `seq` is the record the writer has
    seen last, `key` the idempotency key, `request` a digest of the request, `client_at` the
    device's clock."""

    stream: str
    seq: int
    actor: str
    key: str
    request: str = ""
    client_at: datetime | None = None


class Made(Struct, Generic[S], frozen=True):
    """What an order comes to: records of the stream, of which the last answers it, and rows of
    other streams; and what is done with the state that they lead to, such as keeping a snapshot of
    it."""

    records: Sequence[Record]
    beside: Sequence[StoredRecord] = ()
    then: Callable[[S], None] | None = None


class Written(Struct, Generic[S], frozen=True):
    """The result of a write: the record that answers it, the stream's state after it, and the
    stream's records that were stored. There are none in the answer to a repeated request, which is
    made `again`."""

    filed: StoredRecord
    state: S
    rows: Sequence[StoredRecord] = ()

    @property
    def again(self) -> bool:
        return not self.rows


class Unit:
    """One unit of work: the stamp of its records, and the words that are kept for them."""

    __slots__ = ("_kept", "_writer", "order", "stamp")

    def __init__(self, writer: Writer, order: Order, newest: datetime | None) -> None:
        self._writer = writer
        self.order = order
        self.stamp = writer.stamp(order, newest)
        """Of the record that answers the order."""
        self._kept: dict[Place, bytes] = {}
        """Words with their salt, by where they are kept."""

    @property
    def unkeyed(self) -> Stamp:
        """The stamp of the records before it."""
        return {**self.stamp, "key": "", "request": "", "client_at": None}

    def after(self, newest: datetime) -> Stamp:
        """The stamp of a record of another stream, whose newest was written then."""
        return self.stamp if newest <= self.stamp["at"] else self._writer.stamp(self.order, newest)

    def words(self, text: str, pointer: str = "/text") -> str:
        """Keep words; the commitment for the record, empty for none. Raises `BadRequest` for what
        nobody writes."""
        return self.keep(
            commitments.checked(text, pointer), lambda commitment: ("text", commitment)
        )

    def keep(self, words: str, place: Callable[[str], Place]) -> str:
        """Keep words at the place of their commitment; the commitment for the record, empty for
        none."""
        if not words:
            return ""
        commitment, data = commitments.write(words)
        there = place(commitment)
        self._writer.key_values.keep(*there, data)
        self._kept[there] = data
        return commitment

    def filed(self, id: str, seq: int, body: Record) -> StoredRecord:
        """A record in its place. The digest of a request that brought words says nothing of them
        without their salt."""
        if self._kept and body.request and not body.request.startswith(commitments.SALTED):
            words = next(filter(None, map(self._kept.get, self._writer.places(body))), None)
            body = replace(
                body,
                request=commitments.SALTED
                if words is None
                else commitments.salted(body.request, words),
            )
        return StoredRecord.new(id, seq, body)

    def forget(self) -> None:
        """Forget what was kept for records that were not stored."""
        for place in self._kept:
            self._writer.key_values.erase(*place)


class Writer:
    """Writes records. `places` says where the words are kept that a record commits to. Every method
    raises the `Refusal`s of `domain/kernel/refusals.py`, and then nothing was recorded."""

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
        stream: Stream[S],
        order: Order,
        make: Callable[[Unit], Record | Sequence[Record]],
    ) -> Written[S]:
        """Store the first record of a stream, which answers the order, or its first few. Its id
        follows from the actor and the key, so the same order opens one stream."""
        for _ in range(MOST_TRIES):
            again = self.opened(stream, order)
            if again is not None:
                return again
            unit = Unit(self, order, None)
            try:
                made = make(unit)
                bodies = made if isinstance(made, Sequence) else (made,)
                rows = [
                    unit.filed(order.stream, seq, body) for seq, body in enumerate(bodies, FIRST)
                ]
            except BaseException:
                unit.forget()
                raise
            if self._put(unit, rows):
                return Written(rows[0], stream.held(order.stream).at(FIRST), rows)
        raise IntegrityError(f"{order.stream} is taken by something else")

    def opened(self, stream: Stream[S], order: Order) -> Written[S] | None:
        """The first record of a stream where an order opened it before; raises `KeyReused` where
        another did."""
        try:
            held = stream.held(order.stream)
        except Refusal:
            return None
        return self._again(held, order, FIRST)

    def write(
        self,
        stream: Stream[S],
        order: Order,
        decide: Callable[[S, Unit], Made[S]],
        touches: Callable[[Record], bool] | None = None,
    ) -> Written[S]:
        """Store what an order comes to on the newest state of its stream. It is stale where its
        writer has not seen a record that `touches` what it is about; by default, where there is
        any. `decide` is called anew where others wrote first."""
        held = stream.held(order.stream)
        key = order.actor, order.key
        with held.lock:
            for _ in range(MOST_TRIES):
                now = held.seq
                if now != order.seq or key in held.keys:
                    stream.refresh(held)
                    now = held.seq
                    if key in held.keys:
                        return self._again(held, order, held.keys[key])
                if now != order.seq and not _untouched(held, order.seq, touches):
                    break
                unit = Unit(self, order, held.newest_at)
                try:
                    made = decide(held.head, unit)
                    rows = [
                        unit.filed(order.stream, seq, body)
                        for seq, body in enumerate(made.records, start=now + 1)
                    ]
                except BaseException:
                    unit.forget()
                    raise
                if self._put(unit, [*rows, *made.beside]):
                    for row in rows:
                        state = held.put(row)
                    if made.then is not None:
                        made.then(state)
                    return Written(rows[-1], state, rows)
                stream.refresh(held)
            if held.seq == order.seq:  # nobody was faster: it collides with itself, and always will
                raise IntegrityError(
                    f"what was to follow record {held.seq} of {order.stream} is taken by something "
                    f"else"
                )
            raise Stale(held.seq, order.seq, stream.noun)

    def missing(self, rows: Sequence[StoredRecord], taken: Refusal) -> Sequence[StoredRecord]:
        """The records of a stream that are not stored here; raises `taken` where others stand in
        the place of one."""
        here = self._recorder.select_events(rows[0].stream, lte=len(rows))
        if any(
            (there.topic, there.state) != (row.topic, row.state)
            for there, row in zip(here, rows, strict=False)
        ):
            raise taken
        return rows[len(here) :]

    def copy(self, rows: Sequence[StoredRecord], taken: Refusal) -> bool:
        """Store records that were made elsewhere, from the first of their stream on, as they are;
        whether all of them were here. Raises `taken` where others stand in the place of one."""
        for _ in range(MOST_TRIES):
            missing = self.missing(rows, taken)
            try:
                self._events.put(missing)
            except IntegrityError:
                continue  # somebody was faster: look again how many of them are here
            return not missing
        raise taken

    def stamp(self, order: Order, newest: datetime | None) -> Stamp:
        """What every record says of its order. Its time is never before that of the record before
        it; where the clock was set back, what it said is noted."""
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
        """Store rows; whether they are stored, and not others in the place of one."""
        try:
            self._events.put(rows)
        except IntegrityError:
            first = rows[0]
            there = self._recorder.select_events(first.stream, gt=first.seq - 1, lte=first.seq)
            if (
                there and there[0].state == first.state
            ):  # stored before the connection was lost: its salt is nobody else's
                self._recorder.confirm()
                return True
            unit.forget()
            return False
        return True

    def _again(self, held: Held[S], order: Order, seq: int) -> Written[S]:
        """The first answer to an order that was sent before. It is seen to first that what is found
        stays so: a database server that crashed may show what its standbys never had."""
        filed = held.records(seq - 1, seq)[0]
        self._recorder.confirm()
        same_key = (filed.body.actor, filed.body.key) == (order.actor, order.key)
        if not (same_key and self._answers(filed.body, order)):
            raise KeyReused(order.key, seq)
        return Written(filed, held.at(seq))

    def _answers(self, body: Record, order: Order) -> bool:
        """Whether a record was made by this request. Once its words are erased that cannot be told
        any more: then the key alone decides."""
        if not body.request.startswith(commitments.SALTED):
            return body.request == order.request
        words = (self.key_values.fetch(*place) for place in self.places(body))
        stored = next((word for word in words if word is not None), None)
        return stored is None or body.request == commitments.salted(order.request, stored)


def _untouched(held: Held[S], seen: int, touches: Callable[[Record], bool] | None) -> bool:
    """Whether an order can be decided on although its writer has not seen the newest records."""
    if touches is None or seen > held.seq:
        return False
    return not any(touches(filed.body) for filed in held.records(seen, held.seq))
