"""Rows of the event store: as records, every game's opening, and the newest of each stream.

A row holds msgspec JSON bytes under a short topic, the record's name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent
from msgspec import Struct

from domain.record.records import GameOpened
from domain.record.stored import Filed

AT_ONCE = 1_000
"""Rows read in one go."""


class RecordMapper(Mapper[str]):
    """Rows hold exactly the bytes that were made when the record was; nothing is encoded again."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The row of a filed record."""
        filed: Filed = domain_event
        return StoredEvent(filed.originator_id, filed.originator_version, filed.topic, filed.state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The filed record of a row."""
        return filed_of(stored_event)


def filed_of(row: StoredEvent) -> Filed:
    """The filed record of a row. Its bytes are read when somebody asks for its body."""
    return Filed(str(row.originator_id), row.originator_version, row.topic, row.state)


def openings(recorder: ApplicationRecorder, topic: str = GameOpened.__name__) -> Iterator[Filed]:
    """The first record of every game, or of all that a record of another `topic` opens, in the order they were opened. Nothing is
    taken in hand."""
    last = 0
    while rows := recorder.select_notifications(last, AT_ONCE, topics=[topic], inclusive_of_start=False):
        yield from map(filed_of, rows)
        last = rows[-1].id


def newest_first(recorder: ApplicationRecorder, topics: Collection[str]) -> list[tuple[int, str]]:
    """Every stream with records of these topics, the one written to last first: the number of its newest row, and its id."""
    newest: dict[str, int] = {}
    last = 0
    while rows := recorder.select_notifications(last, AT_ONCE, topics=sorted(topics), inclusive_of_start=False):
        newest |= {str(row.originator_id): row.id for row in rows}
        last = rows[-1].id
    return sorted(((n, id) for id, n in newest.items()), reverse=True)


class _Titled(Struct, frozen=True):
    ruleset: str


def title_of(opening: Filed) -> str:
    """The title of a game or a tournament, from its first record, of which nothing else is read; raises `msgspec.DecodeError`."""
    return msgspec.json.decode(opening.state, type=_Titled).ruleset
