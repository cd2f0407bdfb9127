"""Server-sent events of a live stream, as `EventSource` in HTML reads them.

    id: 25                  the seq of the last record told, which a reader who comes back sends as `Last-Event-ID`
    event: record           or `closed`
    data: {"game": …}       one line of JSON

A block without data only sets the id and how soon to come back; a line that begins with a colon is a heartbeat.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from api.answers.games import Status
from api.answers.records import Entry
from api.answers.tournaments import TournamentEntry
from api.reading.changed_entries import reread
from api.reading.entries import EntryReader
from api.reading.tournaments import TournamentReader
from domain.game.game import Game
from domain.kernel.stored import Filed
from domain.rules.ruleset import Outcome

RETRY = 2_000
"""Milliseconds after which a reader who was cut off comes back."""

HEARTBEAT = b":\n\n"

_encode = msgspec.json.Encoder().encode


class Happened(Struct, frozen=True):
    """The data of an event `record`: its entry as `/records` shows it now, whose turn it is after it, and the earlier records whose
    entry reads differently since (`changed`): taken out of force, put back, uncovered or covered. Read those again."""

    game: str
    seq: int
    audience: str
    entry: Entry
    changed: tuple[int, ...]
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None


class Closed(Struct, frozen=True):
    """The data of an event `closed`, the last of a stream: the game gets no more records."""

    game: str
    seq: int
    outcome: Outcome | None


class TournamentHappened(Struct, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    tournament: str
    seq: int
    entry: TournamentEntry


HAPPENINGS: tuple[type[Struct], ...] = (Happened, Closed, TournamentHappened)
"""The data of events."""


def opening(seq: int) -> bytes:
    """The first bytes of a stream that goes on after record `seq`: a reader who is cut off before an event comes back to it."""
    return b"retry: %d\nid: %d\n\n" % (RETRY, seq)


def happened(entry_reader: EntryReader, seq: int) -> bytes:
    """The event of one record."""
    head = entry_reader.head
    then = Game(head.history, head.checks, seq)
    data = Happened(
        head.id,
        seq,
        entry_reader.audience,
        entry_reader.entry(seq),
        reread(head, seq, entry_reader.audience),
        then.to_act,
        then.status,
        then.outcome,
    )
    return _event(seq, b"record", data)


def closed(head: Game) -> bytes:
    """The event of a game's end."""
    return _event(head.seq, b"closed", Closed(head.id, head.seq, head.outcome))


def happened_in_tournament(reader: TournamentReader, filed: Filed) -> bytes:
    """The event of one record of a tournament."""
    return _event(filed.seq, b"record", TournamentHappened(reader.tournament.id, filed.seq, reader.entry(filed)))


def _event(seq: int, name: bytes, data: Struct) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, name, _encode(data))
