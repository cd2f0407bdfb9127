"""Server-sent events of a tournament's live stream."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from api.answers.tournaments import TournamentEntry
from api.reading.tournaments import TournamentReader
from domain.record.stored import Filed


class TournamentHappened(Struct, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    tournament: str
    seq: int
    entry: TournamentEntry


TOURNAMENT_HAPPENINGS: tuple[type[Struct], ...] = (TournamentHappened,)
"""The data of events."""


def told_of_tournament(reader: TournamentReader, filed: Filed) -> bytes:
    """The event of one record."""
    data = msgspec.json.encode(TournamentHappened(reader.tournament.id, filed.seq, reader.entry(filed)))
    return b"id: %d\nevent: record\ndata: %b\n\n" % (filed.seq, data)
