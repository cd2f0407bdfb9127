"""The content of live streams: one reading of the store serves all streams that are due."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from api.game.entries import Closed, EntryReader, Happened, closed_event, record_event
from api.game.subject import Games
from api.tournament.reading import TournamentHappened, TournamentReader, tournament_record_event
from api.web.live.streams import PIECE, FollowRequest, NextEvents, framed_event
from api.web.problems.problem import Problem
from api.web.request.service import Service
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.direction import TournamentStore
from domain.transfer.exports import record_line

HAPPENINGS: tuple[type[Struct], ...] = (Happened, Closed, TournamentHappened)  # the data of events


ROWS = 100  # records of a stream read at a time


class Source(NamedTuple):
    clerk: Clerk
    store: TournamentStore
    may_follow: Callable[[FollowRequest], bool]


class SharedReading:
    """One reading of the store for many readers: each game is read once, each key or link is looked
    up once, and each event is made once for each audience. Not thread-safe; a new one is made each
    time that streams are served."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._may_follow: dict[tuple[str, str, str, bool], bool] = {}
        self._told: dict[tuple[str, str, str, bool, int], NextEvents] = {}
        self._heads: dict[str, Game] = {}
        self._readers: dict[tuple[str, str, bool], tuple[int, EntryReader]] = {}
        self._tournament_readers: dict[tuple[str, str], TournamentReader] = {}
        self._events: dict[tuple[str, str, bool, int], bytes] = {}

    def may_follow(self, following: FollowRequest) -> bool:
        """Whether a reader may still follow the stream. The answer for a key or link and stream is
        cached in this object. Raises `PersistenceError`."""
        key = (following.kind, following.id, following.token, following.watched)
        result = self._may_follow.get(key)
        if result is None:
            result = self._may_follow[key] = self._source.may_follow(following)
        return result

    def read(self, following: FollowRequest, after: int) -> NextEvents:
        """The next events after record `after`: events until `PIECE` bytes are exceeded, at least
        one if there is any. Raises `PersistenceError`, `DamagedRecord`."""
        key = (following.kind, following.id, following.audience, following.words, after)
        result = self._told.get(key)
        if result is None:
            read = {
                "game": self._of_game,
                "tournament": self._of_tournament,
                "stream": self._of_stream,
            }[following.kind]
            result = read(following, after)
            self._told[key] = result
        return result

    def rehearse(self, following: FollowRequest) -> None:
        """Make a game's newest event in advance, since a game's first event takes long. Raises what
        `read` raises."""
        if following.kind == "game":
            self._of_game(following, max(0, self._head(following.id).seq - 1))

    def _head(self, id: str) -> Game:
        result = self._heads.get(id)
        if result is None:
            result = self._heads[id] = self._source.clerk.load(id).head
        return result

    def _of_game(self, following: FollowRequest, after: int) -> NextEvents:
        head = self._head(following.id)
        ready: list[bytes] = []
        size, seq = 0, after
        while seq < head.seq and size < PIECE:
            seq += 1
            ready.append(self._event(following, head, seq))
            size += len(ready[-1])
        ended = head.closed and seq >= head.seq
        if ended:
            ready.append(closed_event(head))
        return NextEvents(b"".join(ready), seq, more=seq < head.seq, ended=ended)

    def _event(self, following: FollowRequest, head: Game, seq: int) -> bytes:
        key = (following.id, following.audience, following.words)
        result = self._events.get((*key, seq))
        if result is None:
            since, reader = self._readers.get(key, (seq + 1, None))
            if (
                reader is None or seq < since
            ):  # a reader of entries knows what stands since its first record
                reader = EntryReader(
                    self._source.clerk, head, following.audience, seq, words=following.words
                )
                self._readers[key] = (seq, reader)
            result = self._events[(*key, seq)] = record_event(reader, seq)
        return result

    def _of_stream(self, following: FollowRequest, after: int) -> NextEvents:
        ready: list[bytes] = []
        size, seq = 0, after
        rows = self._source.clerk.recorder.records_of(following.id, gt=after, limit=ROWS)
        for stored in rows:
            ready.append(framed_event(stored.seq, b"record", record_line(stored).rstrip()))
            size, seq = size + len(ready[-1]), stored.seq
            if size >= PIECE:
                break
        return NextEvents(
            b"".join(ready),
            seq,
            more=bool(rows) and (seq < rows[-1].seq or len(rows) == ROWS),
            ended=False,
        )

    def _of_tournament(self, following: FollowRequest, after: int) -> NextEvents:
        key = (following.id, following.audience)
        reader = self._tournament_readers.get(key)
        if reader is None:
            tournament = self._source.store.tournament(following.id)
            reader = self._tournament_readers[key] = TournamentReader(
                self._source.store, tournament, director=following.audience == "director"
            )
        if after >= reader.tournament.seq:
            return NextEvents(b"", after, more=False, ended=False)
        ready: list[bytes] = []
        size, seq = 0, after
        for stored in self._source.store.records_of(following.id, after):
            if stored.seq > reader.tournament.seq or size >= PIECE:
                break
            ready.append(tournament_record_event(reader, stored))
            size += len(ready[-1])
            seq = stored.seq
        return NextEvents(
            b"".join(ready), seq, more=seq < reader.tournament.seq and bool(ready), ended=False
        )


def may_follow(service: Service, following: FollowRequest) -> bool:
    """Whether a reader may still follow: the key or link is still valid, a stranger's game still
    public, and the game still in the hall of a hall's link. Raises `PersistenceError`."""
    group = None
    try:
        if following.token:
            group = service.access.caller_of(following.token).group
    except Problem:
        return False
    if following.kind != "game":
        return True
    known = service.of(Games)
    if following.watched:
        return known.public(following.id)
    return group is None or known.within(following.id, group)
