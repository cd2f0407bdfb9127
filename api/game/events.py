"""api.game.events"""

from __future__ import annotations

from msgspec import Struct

from api.game.reading.entries import EntryReader, reread
from api.game.schemas.games import Status
from api.game.schemas.records import Entry
from api.web.live.streams import event_of
from domain.game.aggregate.game import Game
from domain.titles.contract.ruleset import Outcome


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
    return event_of(seq, b"record", data)


def closed(head: Game) -> bytes:
    """The event of a game's end."""
    return event_of(head.seq, b"closed", Closed(head.id, head.seq, head.outcome))
