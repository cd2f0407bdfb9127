"""Stored records: their bytes, of which only what is asked for is parsed.

Rows of the event store: as records, every opening, and the newest of each stream.

A row holds msgspec JSON bytes under a short topic, the record's name.
"""

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
    """Stored bytes, which somebody may have made a text or a number of; raises `DamagedRecord`."""
    if type(state) is not bytes:
        raise DamagedRecord(f"its bytes are stored as {type(state).__name__}")
    return state


class DamagedRecord(ValueError):
    """A stored record that is none, that does not follow from those before it, or that is gone; or,
    `newer`, of a kind that this version does not know. `stream` and `seq` name it where that is
    known, and `text` is the sentence for the reader."""

    def __init__(self, why: str, stream: str = "", seq: int = 0, *, newer: bool = False) -> None:
        super().__init__(why)
        self.why, self.stream, self.seq, self.newer = why, stream, seq, newer

    def named(self, stream: str, seq: int) -> DamagedRecord:
        """This damage, with the stream and the record that it is in."""
        return self if self.seq else DamagedRecord(self.why, stream, seq, newer=self.newer)

    @property
    def text(self) -> Text:
        """What is wrong, and how far the stream can be read all the same."""
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
    """A record from the topic and the bytes that it is stored as, in its newest version; raises
    `DamagedRecord`."""
    if not REGISTRY.kind_of(topic):
        raise DamagedRecord(f"this version of Greffe knows no {topic}", newer=True)
    newest = REGISTRY.newest(topic)
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
    """The version of a topic that stored bytes say they are; 0 where they say another topic or
    none."""
    try:
        named, version = version_of(_tags.decode(state).type)
    except (ValueError, RecursionError):
        return 0
    return version if named == topic else 0


def _upcast(topic: str, newest: int, state: bytes) -> bytes:
    """What is stored as an older version, as if it had been written as the newest; raises
    `DamagedRecord`."""
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
    """A record in its place: the stream's id, its seq, the kind of record (its topic), and the exact
    bytes it is stored as.

    `body` is read from the bytes when it is first asked for: a long stream is loaded without parsing
    all of it.
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

    @property
    def stream(self) -> str:
        return self.originator_id

    @property
    def seq(self) -> int:
        return self.originator_version

    @property
    def body(self) -> Record:
        """What the record says; raises `DamagedRecord` for bytes that are none, or another kind
        than the topic names."""
        if self.parsed is None:
            try:
                self.parsed = decode(self.topic, self.state)
            except DamagedRecord as e:
                raise e.named(self.stream, self.seq) from None
        return self.parsed

    def body_as(self, kind: type[Kind]) -> Kind:
        """What a record says that is known to be of this kind; raises `DamagedRecord` as `body`
        does."""
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
    """Rows hold exactly the bytes that were made when the record was; nothing is encoded again."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The filed record itself: it has what a row has, by the same names."""
        row: StoredEvent = domain_event
        return row

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return filed_of(stored_event)


def filed_of(row: StoredEvent) -> StoredRecord:
    """The filed record of a row. Its bytes are read when somebody asks for its body."""
    return StoredRecord(str(row.originator_id), row.originator_version, row.topic, row.state)


class Mismatch(Struct, frozen=True):
    """A cell of another type than its column's: the row, the column, what belongs there and what
    stands there."""

    table: str
    row: str
    column: str
    belongs: str
    stands: str


class RecordStore(ApplicationRecorder):
    """What a store of records offers beside what the library asks of one."""

    def filed(
        self, id: str, *, gt: int | None = None, lte: int | None = None, limit: int | None = None
    ) -> list[StoredRecord]:
        """The records of a stream: those after `gt`, up to
        `lte`, at most `limit`. Raises `DamagedRecord` where one of them is gone: what follows a gap
        does not follow from what is before it."""
        rows = list(map(filed_of, self.select_events(id, gt=gt, lte=lte, limit=limit)))
        for seq, row in enumerate(rows, start=(gt or 0) + 1):
            if row.seq != seq:
                raise DamagedRecord("it is gone", id, seq)
        return rows

    def opened_as(self, id: str) -> str:
        """The topic of a stream's first record; empty where there is no such stream. Raises
        `DamagedRecord` where it is gone."""
        rows = self.select_events(id, limit=1)
        if rows and rows[0].originator_version != FIRST:
            raise DamagedRecord("it is gone", id, FIRST)
        return rows[0].topic if rows else ""

    def kind_of(self, row: StoredEvent) -> str:
        """The kind of stream that a row is of: by its topic, or, where this program does not know
        that, by its stream's opening. Empty where it knows neither: the row is passed by, and stays
        what it is."""
        kind = REGISTRY.kind_of(row.topic)
        if kind or row.originator_version == FIRST:
            return kind
        rows = self.select_events(str(row.originator_id), limit=1)
        return REGISTRY.kind_of(rows[0].topic) if rows else ""

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Not offered: who follows the record asks for what is new, and waits for a change."""
        raise NotSupportedError("no subscriptions: select_notifications and await_change")

    @abstractmethod
    def select_rows(self, stream: str) -> Iterator[tuple[int, str, bytes]]:
        """Seq, topic and stored bytes of all records of a stream, in order: what taking it in hand
        needs, and no object more."""

    @abstractmethod
    def select_outline(
        self, since: int, stop: int, topics: Sequence[str], limit: int
    ) -> Sequence[Notification]:
        """The first record of each stream and the records under `topics`, with notification ids
        after `since` and up to `stop`, at most `limit`, in the order of the log."""

    @abstractmethod
    def newest_ids(self, stop: int) -> list[tuple[str, int]]:
        """Every stream with the notification id of its newest record, of those up to `stop`."""

    @abstractmethod
    def newest_of(self, stream: str) -> Notification | None:
        """The newest row of a stream that has its id, or none."""

    @abstractmethod
    def newest_as(self, id: str, topic: str) -> StoredEvent | None:
        """The newest record of a stream under a topic, or none; where the schema has an index for
        the topic, as fast for a stream that has none, or that there is not."""

    @abstractmethod
    def causes(self, places: Sequence[tuple[str, int]]) -> list[Cause]:
        """The requests that wrote the records in these places, each once; records without a cause
        are left out."""

    @abstractmethod
    def await_change(self, newer_than: int, seconds: float) -> bool:
        """Wait until there is a notification with a greater id, written by any process; false if
        time ran out first."""

    @abstractmethod
    def confirm(self) -> None:
        """Wait until all that can be read now is stored as durably as what is acknowledged."""

    @abstractmethod
    def trouble(self, seconds: float | None = None) -> str:
        """Why nothing can be written now; empty where it can. Where that has to be tried, it is
        waited for at most so long."""

    @abstractmethod
    def mismatches(self) -> list[Mismatch]:
        """Cells of another type than their column's, in all tables."""

    @abstractmethod
    def unsound(self) -> list[str]:
        """Faults in the store's own pages."""


def openings(recorder: ApplicationRecorder, topic: str) -> Iterator[StoredRecord]:
    """The first record of every stream that a record of this topic opens, in the order they were
    opened."""
    last = 0
    while rows := recorder.select_notifications(
        last, AT_ONCE, topics=[topic], inclusive_of_start=False
    ):
        yield from map(filed_of, rows)
        last = rows[-1].id
