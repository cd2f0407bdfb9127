"""Stored records and the store's interface. A row contains the JSON bytes of a record under its
topic; they are parsed only when needed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from eventsourcing.persistence import (
    ApplicationRecorder,
    Mapper,
    Notification,
    NotSupportedError,
    StoredEvent,
    Subscription,
)
from msgspec import Struct

from domain.kernel.registry import FIRST, REGISTRY, Record, version_of
from domain.kernel.text import Text
from domain.kernel.trace_context import Cause

Kind = TypeVar("Kind", bound=Record)

encode = msgspec.json.Encoder().encode


class _Tag(Struct, frozen=True, gc=False):
    type: str


_tags = msgspec.json.Decoder(_Tag)


def as_bytes(state: bytes) -> bytes:
    """The bytes of a stored column. Raises `DamagedRecord` if a text or a number was stored in
    their place."""
    if type(state) is not bytes:
        raise DamagedRecord(f"its bytes are stored as {type(state).__name__}")
    return state


class DamagedRecord(ValueError):
    """A stored record cannot be read, does not follow from the records before it, or is missing.
    `newer`: it is of a kind that only newer versions know. `stream` and `seq` name it if they are
    known; `text` is the sentence for readers."""

    def __init__(self, why: str, stream: str = "", seq: int = 0, *, newer: bool = False) -> None:
        super().__init__(why)
        self.why, self.stream, self.seq, self.newer = why, stream, seq, newer

    def named(self, stream: str, seq: int) -> DamagedRecord:
        """This error with the stream and seq of its record filled in, unless it has them
        already."""
        return self if self.seq else DamagedRecord(self.why, stream, seq, newer=self.newer)

    @property
    def text(self) -> Text:
        """The sentence that names the damaged record and the last record before it that can be
        read."""
        if not self.seq:
            return Text("A stored record is damaged.")
        place: dict[str, Any] = {"seq": self.seq, "stream": self.stream}
        if self.newer:
            sentence = Text(
                "Record {seq} of {stream} is of a kind that only newer versions of Greffe know, so "
                "this one has to be updated",
                **place,
            )
        else:
            sentence = Text(
                "Record {seq} of {stream} is damaged or gone, and nothing after it can be shown",
                **place,
            )
        if self.seq > 2:
            return Text(
                "{told}: positions 1 to {last} are whole.", told=sentence, last=self.seq - 1
            )
        return Text("{told}.", told=sentence)


def decode(topic: str, state: bytes) -> Record:
    """Decode stored bytes to a record of its topic's newest version. Raises `DamagedRecord`."""
    if not REGISTRY.kind_of(topic):
        raise DamagedRecord(f"this version of Greffe knows no {topic}", newer=True)
    newest = REGISTRY.newest_version(topic)
    try:
        current = _upcast(topic, newest, as_bytes(state)) if newest > 1 else as_bytes(state)
        body: Record = REGISTRY.decoder(topic).decode(current)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e), newer=_version(topic, state) > newest) from None
    named = REGISTRY.topics[type(body)]
    if named != topic:
        raise DamagedRecord(f"it is stored as {topic} but says it is {named}")
    return body


def _version(topic: str, state: bytes) -> int:
    """The version that stored bytes declare; 0 if they declare another topic or none."""
    try:
        named, version = version_of(_tags.decode(state).type)
    except (ValueError, RecursionError):
        return 0
    return version if named == topic else 0


def _upcast(topic: str, newest: int, state: bytes) -> bytes:
    """Stored bytes converted to the newest version; returned unchanged if they are of that version
    or of an unknown one. Raises `DamagedRecord`."""
    version = _version(topic, state)
    if not 0 < version < newest:
        return state
    form = msgspec.json.decode(state)
    try:
        for step in range(version, newest):
            form = REGISTRY.upcasters[topic, step](form)
        return encode({**form, "type": f"{topic}@{newest}"})
    except Exception as e:  # noqa: BLE001  whatever it is: this record is damaged, and the rest goes on
        raise DamagedRecord(
            f"version {version} of {topic} cannot be read: {type(e).__name__}: {e}"
        ) from None


class StoredRecord:
    """A record in its stream: the stream's id, its seq, its topic, and its stored bytes.

    `body` is decoded on first use, so a long stream is loaded without parsing all of it.
    """

    __slots__ = ("originator_id", "originator_version", "parsed", "state", "topic")

    def __init__(
        self, stream: str, seq: int, topic: str, state: bytes, body: Record | None = None
    ) -> None:
        self.originator_id = stream
        self.originator_version = seq
        self.topic = topic
        self.state = state
        self.parsed = body

    @classmethod
    def new(cls, stream: str, seq: int, body: Record) -> StoredRecord:
        return cls(stream, seq, REGISTRY.topics[type(body)], encode(body), body)

    @classmethod
    def from_row(cls, row: StoredEvent) -> StoredRecord:
        return cls(str(row.originator_id), row.originator_version, row.topic, row.state)

    @property
    def stream(self) -> str:
        return self.originator_id

    @property
    def seq(self) -> int:
        return self.originator_version

    @property
    def body(self) -> Record:
        """The decoded record. Raises `DamagedRecord` if the bytes are not a record of this
        topic."""
        if self.parsed is None:
            try:
                self.parsed = decode(self.topic, self.state)
            except DamagedRecord as e:
                raise e.named(self.stream, self.seq) from None
        return self.parsed

    def body_as(self, kind: type[Kind]) -> Kind:
        """The decoded record, which the caller knows to be of type `kind`. Raises `DamagedRecord` as
        `body` does, and `AssertionError` for another type."""
        body = self.body
        assert isinstance(body, kind)
        return body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StoredRecord) and (
            self.stream,
            self.seq,
            self.topic,
            self.state,
        ) == (
            other.stream,
            other.seq,
            other.topic,
            other.state,
        )

    def __hash__(self) -> int:
        return hash((self.originator_id, self.originator_version))

    def __repr__(self) -> str:
        return f"StoredRecord({self.stream}/{self.seq} {self.topic})"


AT_ONCE = 1_000


class RecordMapper(Mapper[str]):
    """A mapper of the eventsourcing library that stores a record's bytes as they are."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The record itself, since it has the attributes of a row."""
        row: StoredEvent = domain_event
        return row

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return StoredRecord.from_row(stored_event)


class MistypedCell(Struct, frozen=True):
    """A cell of the database whose value is of another type than its column: table, row and column,
    and the names of the two types: that of the column, and that of the value."""

    table: str
    row: str
    column: str
    expected: str
    found: str


class RecordStore(ApplicationRecorder):
    """The interface of a record store, beyond the library's `ApplicationRecorder`."""

    def records_of(
        self, id: str, *, gt: int | None = None, lte: int | None = None, limit: int | None = None
    ) -> list[StoredRecord]:
        """The records of a stream after `gt` and up to `lte`, at most `limit`. Raises
        `DamagedRecord` if one of them is missing, since those after a gap do not follow."""
        rows = list(map(StoredRecord.from_row, self.select_events(id, gt=gt, lte=lte, limit=limit)))
        for seq, row in enumerate(rows, start=(gt or 0) + 1):
            if row.seq != seq:
                raise DamagedRecord("it is gone", id, seq)
        return rows

    def opening_topic(self, id: str) -> str:
        """The topic of a stream's first record; empty if the stream does not exist. Raises
        `DamagedRecord` if the first record is missing and later ones exist."""
        rows = self.select_events(id, limit=1)
        if rows and rows[0].originator_version != FIRST:
            raise DamagedRecord("it is gone", id, FIRST)
        return rows[0].topic if rows else ""

    def kind_of(self, row: StoredEvent) -> str:
        """The kind of stream that a row belongs to: by its topic or, if that is unknown, by the
        topic of its stream's first record. Empty if both are unknown; readers then skip the row."""
        kind = REGISTRY.kind_of(row.topic)
        if kind or row.originator_version == FIRST:
            return kind
        rows = self.select_events(str(row.originator_id), limit=1)
        return REGISTRY.kind_of(rows[0].topic) if rows else ""

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Raise `NotSupportedError`: followers poll for new rows and wait for changes instead."""
        raise NotSupportedError("no subscriptions: select_notifications and await_change")

    @abstractmethod
    def select_rows(self, stream: str) -> Iterator[tuple[int, str, bytes]]:
        """Seq, topic and bytes of all records of a stream, in order, without creating objects."""

    @abstractmethod
    def select_openings_and_topics(
        self, since: int, stop: int, topics: Sequence[str], limit: int
    ) -> Sequence[Notification]:
        """The first record of each stream and all records of `topics`, with notification ids from
        `since` + 1 to `stop`, at most `limit`, in order of these ids."""

    @abstractmethod
    def newest_notification_ids(self, stop: int) -> list[tuple[str, int]]:
        """Every stream with the notification id of its newest record, counting no id above
        `stop`."""

    @abstractmethod
    def newest_below(self, stop: int, limit: int) -> Sequence[Notification]:
        """The newest row of each stream, newest first, at most `limit`, for streams whose newest
        notification id is below `stop`."""

    @abstractmethod
    def openings(self, topics: Sequence[str]) -> Sequence[StoredEvent]:
        """The first records of all streams that begin with one of these topics, except games. They
        are read from an index, so the time does not grow with the log."""

    @abstractmethod
    def newest_of(self, stream: str) -> Notification | None:
        """The newest row of a stream with its notification id, or None."""

    @abstractmethod
    def newest_with_topic(self, id: str, topic: str) -> StoredEvent | None:
        """The newest record of a stream with this topic, or None. Takes constant time for topics
        that have an index in the schema."""

    @abstractmethod
    def causes(self, places: Sequence[tuple[str, int]]) -> list[Cause]:
        """The requests that wrote the records at these `places` (stream and seq), each once.
        Records without a known request are skipped."""

    @abstractmethod
    def await_change(self, newer_than: int, seconds: float) -> bool:
        """Wait until any process has written a notification id above `newer_than`. Returns False if
        none has after `seconds`."""

    @abstractmethod
    def await_durability(self) -> None:
        """Wait until everything that can be read now is as durable as acknowledged writes are."""

    @abstractmethod
    def trouble(self, seconds: float | None = None) -> str:
        """Why the store accepts no writes now; empty if it does. If that needs a trial write, waits
        at most `seconds` for it."""

    @abstractmethod
    def mistyped_cells(self) -> list[MistypedCell]:
        """The cells of all tables whose value is of another type than their column."""

    @abstractmethod
    def file_faults(self) -> list[str]:
        """The faults in the pages of the store's file, as sentences."""


def openings(recorder: ApplicationRecorder, topic: str) -> Iterator[StoredRecord]:
    """All records with this topic, which only ever opens a stream, in the order they were
    written."""
    last = 0
    while rows := recorder.select_notifications(
        last, AT_ONCE, topics=[topic], inclusive_of_start=False
    ):
        yield from map(StoredRecord.from_row, rows)
        last = rows[-1].id
