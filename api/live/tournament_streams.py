"""Live streams of tournaments: like those of games, for callers who may read the tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from api.answers.tournaments import TournamentEntry
from api.live.connection import PIECE, Line
from api.live.streams import Holder, Over, Stream, Streams
from api.reading.tournaments import TournamentReader
from domain.directing.directing import Directing


class TournamentHappened(Struct, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    tournament: str
    seq: int
    entry: TournamentEntry


TOURNAMENT_HAPPENINGS: tuple[type[Struct], ...] = (TournamentHappened,)
"""The data of events."""


class TournamentStream(Stream):
    """One open stream of a tournament; its audience is a duty."""

    def __init__(
        self, streams: Streams, holder: Holder, line: Line, desk: Directing, id: str, seq: int, allowed: Callable[[], bool], *,
        director: bool,
    ) -> None:  # fmt: skip
        """Goes on after record `seq`, as long as the reader is `allowed` to read."""
        self._desk, self._director = desk, director
        super().__init__(streams, holder, line, id, "director" if director else "screen", seq, allowed)

    def _tell(self) -> Iterator[bytes]:
        if not self._allowed():
            raise Over("the reader may read no more")
        reader = TournamentReader(self._desk, self._desk.tournament(self.game), director=self._director)
        ready: list[bytes] = []
        size = 0
        rows = [one for one in self._desk.filed(self.game, self.seq) if one.seq <= reader.tournament.seq]
        for n, filed in enumerate(rows, start=1):
            data = msgspec.json.encode(TournamentHappened(self.game, filed.seq, reader.entry(filed)))
            ready.append(b"id: %d\nevent: record\ndata: %b\n\n" % (filed.seq, data))
            size += len(ready[-1])
            if size >= PIECE or n == len(rows):
                yield from self._write(b"".join(ready))
                ready, size, self.seq = [], 0, filed.seq
