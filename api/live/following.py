"""What a live stream follows, and the one reading of the store from which all streams that are due get what is new; as server-sent
events, as `EventSource` in HTML reads them.

    id: 25                  the seq of the last record told, which a reader who comes back sends as `Last-Event-ID`
    event: record           or `closed`
    data: {"game": …}       one line of JSON

A block without data only sets the id and how soon to come back; a line that begins with a colon is a heartbeat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from api.answers.games import Status
from api.answers.records import Entry
from api.answers.tournaments import TournamentEntry
from api.reading.entries import EntryReader, reread
from api.reading.tournaments import TournamentReader
from domain.clerk.clerk import Clerk
from domain.directing.directing import Directing
from domain.game.game import Game
from domain.kernel.stored import Filed
from domain.rules.ruleset import Outcome
from domain.transfer.exports import record_line

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
    return _framed(seq, name, _encode(data))


def _framed(seq: int, name: bytes, data: bytes) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, name, data)


PIECE = 16_384
"""Bytes after which no further record is added to what is sent at a time."""

ROWS = 100
"""Records of a stream read at a time."""


class Following(Struct, frozen=True):
    """What one reader follows: the records of a game or a tournament `after` one of them, for an `audience` (of a tournament:
    `director` or `screen`), with what people wrote where `words` says so; of any `stream`, the records as they are stored. `token`
    is the reader's key or link. A stranger has none; the game is `watched` then: followed as long as it is public."""

    kind: Literal["game", "tournament", "stream"]
    id: str
    after: int
    audience: str
    words: bool = True
    token: str = ""
    watched: bool = False
    request: str = ""
    """The number of the request, under which the log has it."""


class Told(NamedTuple):
    """What is new to a reader: the bytes of the events, the last record in them, whether there is more, whether that is the end."""

    data: bytes
    seq: int
    more: bool
    ended: bool


class Source(NamedTuple):
    """Where streams read: the clerk, the desk of tournaments, and whether a reader may still follow."""

    clerk: Clerk
    desk: Directing
    holds: Callable[[Following], bool]


class Look:
    """One look at the store. However many readers are told something in it, each game is read once, each key or link is looked up
    once, and each event is made once for each audience. For one thread; made anew for every round."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._holds: dict[tuple[str, str, str, bool], bool] = {}
        self._told: dict[tuple[str, str, str, bool, int], Told] = {}
        self._heads: dict[str, Game] = {}
        self._readers: dict[tuple[str, str, bool], tuple[int, EntryReader]] = {}
        self._desks: dict[tuple[str, str], TournamentReader] = {}
        self._events: dict[tuple[str, str, bool, int], bytes] = {}

    def holds(self, following: Following) -> bool:
        """Whether a reader may still follow. Raises `PersistenceError`."""
        key = (following.kind, following.id, following.token, following.watched)
        found = self._holds.get(key)
        if found is None:
            found = self._holds[key] = self._source.holds(following)
        return found

    def told(self, following: Following, after: int) -> Told:
        """The next events after a record, `PIECE` bytes and one event at most. Raises `PersistenceError`, `DamagedRecord`."""
        key = (following.kind, following.id, following.audience, following.words, after)
        found = self._told.get(key)
        if found is None:
            read = {"game": self._of_game, "tournament": self._of_tournament, "stream": self._of_stream}[following.kind]
            found = read(following, after)
            self._told[key] = found
        return found

    def rehearse(self, following: Following) -> None:
        """Make the newest event of a game, for nobody: what that needs for the first time, the game's words and its board, takes
        long, and nobody waits for it yet. Raises as `told` does."""
        if following.kind == "game":
            self._of_game(following, max(0, self._head(following.id).seq - 1))

    def _head(self, id: str) -> Game:
        found = self._heads.get(id)
        if found is None:
            found = self._heads[id] = self._source.clerk.file(id).head
        return found

    def _of_game(self, following: Following, after: int) -> Told:
        head = self._head(following.id)
        ready: list[bytes] = []
        size, seq = 0, after
        while seq < head.seq and size < PIECE:
            seq += 1
            ready.append(self._event(following, head, seq))
            size += len(ready[-1])
        ended = head.closed and seq >= head.seq
        if ended:
            ready.append(closed(head))
        return Told(b"".join(ready), seq, more=seq < head.seq, ended=ended)

    def _event(self, following: Following, head: Game, seq: int) -> bytes:
        key = (following.id, following.audience, following.words)
        found = self._events.get((*key, seq))
        if found is None:
            since, reader = self._readers.get(key, (seq + 1, None))
            if reader is None or seq < since:  # a reader of entries knows what stands since its first record
                reader = EntryReader(self._source.clerk, head, following.audience, seq, words=following.words)
                self._readers[key] = (seq, reader)
            found = self._events[(*key, seq)] = happened(reader, seq)
        return found

    def _of_stream(self, following: Following, after: int) -> Told:
        ready: list[bytes] = []
        size, seq = 0, after
        rows = self._source.clerk.recorder.filed(following.id, gt=after, limit=ROWS)
        for filed in rows:
            ready.append(_framed(filed.seq, b"record", record_line(filed).rstrip()))
            size, seq = size + len(ready[-1]), filed.seq
            if size >= PIECE:
                break
        return Told(b"".join(ready), seq, more=bool(rows) and (seq < rows[-1].seq or len(rows) == ROWS), ended=False)

    def _of_tournament(self, following: Following, after: int) -> Told:
        key = (following.id, following.audience)
        reader = self._desks.get(key)
        if reader is None:
            tournament = self._source.desk.tournament(following.id)
            reader = self._desks[key] = TournamentReader(self._source.desk, tournament, director=following.audience == "director")
        if after >= reader.tournament.seq:
            return Told(b"", after, more=False, ended=False)
        ready: list[bytes] = []
        size, seq = 0, after
        for filed in self._source.desk.filed(following.id, after):
            if filed.seq > reader.tournament.seq or size >= PIECE:
                break
            ready.append(happened_in_tournament(reader, filed))
            size += len(ready[-1])
            seq = filed.seq
        return Told(b"".join(ready), seq, more=seq < reader.tournament.seq and bool(ready), ended=False)
