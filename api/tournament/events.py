"""api.tournament.events"""

from __future__ import annotations

from msgspec import Struct

from api.tournament.reading import TournamentReader
from api.tournament.schemas import TournamentEntry
from api.web.live.following import event_of
from domain.kernel.stored import Filed


class TournamentHappened(Struct, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    tournament: str
    seq: int
    entry: TournamentEntry


def happened_in_tournament(reader: TournamentReader, filed: Filed) -> bytes:
    """The event of one record of a tournament."""
    return event_of(filed.seq, b"record", TournamentHappened(reader.tournament.id, filed.seq, reader.entry(filed)))
