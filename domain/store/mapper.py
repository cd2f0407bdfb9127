"""Mapper between records and the event store's rows: msgspec JSON bytes under short topics, the records' names."""

from __future__ import annotations

from typing import Any

from eventsourcing.persistence import Mapper, StoredEvent

from domain.record.stored import Filed


class RecordMapper(Mapper[str]):
    """Rows hold exactly the bytes that were made when the record was; nothing is encoded again."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The row of a filed record."""
        filed: Filed = domain_event
        return StoredEvent(filed.originator_id, filed.originator_version, filed.topic, filed.state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The filed record of a row. Its bytes are read when somebody asks for its body."""
        return Filed(str(stored_event.originator_id), stored_event.originator_version, stored_event.topic, stored_event.state)
