"""Between records and the event store's rows: msgspec JSON bytes under short topics that are the records' names."""

from __future__ import annotations

from typing import Any

from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent

from domain.record import DamagedRecord, Filed, decode


class RecordMapper(Mapper[str]):
    """Rows hold exactly the bytes that were made when the record was; nothing is encoded again."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The row of a filed record."""
        filed: Filed = domain_event
        return StoredEvent(filed.originator_id, filed.originator_version, filed.topic, filed.state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The filed record of a row; raises `MapperDeserialisationError` for one that is no record, or is another kind
        than its topic says."""
        filed = self.read(str(stored_event.originator_id), stored_event.originator_version, stored_event.state)
        if filed.topic != stored_event.topic:
            raise MapperDeserialisationError(f"{_where(filed)} is stored as {stored_event.topic} but says it is {filed.topic}")
        return filed

    @staticmethod
    def read(game: str, seq: int, state: bytes) -> Filed:
        """A record from its bytes."""
        try:
            return Filed(game, seq, decode(state), state)
        except DamagedRecord as e:
            raise MapperDeserialisationError(f"record {seq} of game {game} cannot be read: {e}") from e


def _where(filed: Filed) -> str:
    return f"record {filed.seq} of game {filed.game}"
