"""Rows of the event store: as records, every game's opening, and the newest of each stream.

A row holds msgspec JSON bytes under a short topic, the record's name.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from eventsourcing.persistence import (
    ApplicationRecorder,
    Mapper,
    Notification,
    NotSupportedError,
    StoredEvent,
    Subscription,
)
from msgspec import Struct

from domain.kernel.registry import FIRST, REGISTRY
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.trace_context import Cause

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
        """The records of a game, a tournament, a campaign or a study: those after `gt`, up to
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
    def select_rows(self, game: str) -> Iterator[tuple[int, str, bytes]]:
        """Seq, topic and stored bytes of all records of a game, in order: what taking it in hand
        needs, and no object more."""

    @abstractmethod
    def newest_of(self, game: str) -> Notification | None:
        """The newest row of a game that has its id, or none."""

    @abstractmethod
    def newest_as(self, id: str, topic: str) -> StoredEvent | None:
        """The newest record of a stream under a topic, or none; where the schema has an index for
        the topic, as fast for a stream that has none, or that there is not."""

    @abstractmethod
    def causes(self, places: Sequence[tuple[str, int]]) -> list[Cause]:
        """For which requests the records of some games with some numbers were written, each once;
        of those that say it."""

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
