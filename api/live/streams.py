"""Live streams: how many a process has open, and how one goes from its first record to its end.

A stream sends what the store has after the last record it sent, then waits until somebody says that there may be more, and looks
again. What wakes it may come too early, twice or not at all: what is sent follows from the store alone, in the order of seq.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from threading import Lock
from time import monotonic
from typing import NamedTuple

import structlog
from eventsourcing.persistence import PersistenceError

from api.access.caller import Caller
from api.http.metrics import Metrics
from api.live.connection import PIECE, Line
from api.live.events import HEARTBEAT, closed, happened, opening
from api.problems.problem import Problem
from api.reading.entries import EntryReader
from domain.clerk.clerk import Clerk
from projections.store.pubsub import News

PATIENCE = 30.0
"""Seconds in which a slow reader has to take something; then it is let go, and may come back to where it was."""

_log = structlog.get_logger("greffe.stream")


LATER = {"Retry-After": "5"}
"""Sent with a refusal: a reader may come back soon, to the record it had reached."""


class Holder(NamedTuple):
    """Who has streams open, and how many of a process's they may have: a seat or an arbiter, who is one person with a few windows,
    an eighth; a key, a spectators' link, and all strangers of a public game together, a half. So no link takes them all. The
    operator's (`""`) are not counted."""

    id: str
    share: int


class Streams:
    """The open streams of this process, at most `most`; made after it forked."""

    def __init__(self, clerk: Clerk, news: News, metrics: Metrics, most: int, heartbeat: float) -> None:
        self.clerk, self.news, self.heartbeat = clerk, news, heartbeat
        self.stopping = False
        self._metrics = metrics
        self._most = most
        self._open: set[Stream] = set()
        self._lock = Lock()

    def holder(self, who: Caller) -> Holder:
        """Whose streams those of a caller are counted with."""
        if who.role == "operator":
            return Holder("", self._most)
        if who.role in ("seat", "arbiter"):
            return Holder(who.id, max(2, self._most // 8))
        return Holder(who.game if who.stranger else who.id, max(1, self._most // 2))

    def need_room(self, holder: Holder) -> None:
        """Raise `too-many-streams` where there is room for no more, `too-many-own-streams` where its holder has its share."""
        if len(self._open) >= self._most:
            self._metrics.stream_refused()
            raise Problem("too-many-streams", headers=LATER, limit=self._most)
        if holder.id and sum(stream.holder == holder for stream in self._open) >= holder.share:
            self._metrics.stream_refused()
            raise Problem("too-many-own-streams", headers=LATER, limit=holder.share)

    def enter(self, stream: Stream) -> None:
        """Count a stream in; raises as `need_room` does."""
        with self._lock:
            self.need_room(stream.holder)
            self._open.add(stream)
            self._metrics.streams_open(len(self._open))

    def leave(self, stream: Stream) -> None:
        """Count a stream out."""
        with self._lock:
            self._open.discard(stream)
            self._metrics.streams_open(len(self._open))

    def look_again(self, game: str) -> None:
        """Have the streams of a game, or of all games (`""`), see at once whether their readers may still read; those of other
        processes see it with their next heartbeat, or before they send anything."""
        with self._lock:
            there = [stream.line for stream in self._open if game in ("", stream.game)]
        for line in there:
            line.wake()

    def stop(self) -> None:
        """The process stops: every stream ends at once. Safe in a signal handler: it takes no lock that the interrupted thread
        could hold, because the threads that stream get no signals."""
        if not self.stopping:
            self.stopping = True
            for stream in list(self._open):
                stream.line.wake()


class Over(Exception):
    """Ends a stream; the name says why."""


class Stream:
    """One open stream: the bytes of an answer, piece by piece. A caller that does not iterate to the end has to `close` it."""

    def __init__(
        self,
        streams: Streams,
        holder: Holder,
        line: Line,
        game: str,
        audience: str,
        seq: int,
        allowed: Callable[[], bool],
        *,
        words: bool = True,
    ) -> None:
        """Goes on after record `seq`, as long as the reader is `allowed` to read; with what people wrote, where `words` says so.
        Raises as `Streams.need_room` does."""
        self.line, self.holder = line, holder
        self.seq = seq
        self._streams = streams
        self.game, self._audience = game, audience
        self._allowed, self._words = allowed, words
        self._from, self._since, self._why = seq, monotonic(), "gone"
        self._beat = self._since
        self._over = False
        self._pieces = self._run()
        try:
            streams.enter(self)
        except Problem:
            line.close()
            raise
        if not streams.stopping:  # a stream that is asked for now tells what is there, and waits for nothing
            streams.news.watch(self.game, line.wake)

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._pieces)
        except StopIteration:
            self.close()
            raise

    def close(self) -> None:
        """End the stream, for whatever reason."""
        if self._over:
            return
        self._over = True
        self._pieces.close()
        self._streams.news.leave(self.game, self.line.wake)
        self._streams.leave(self)
        if self._streams.stopping:
            self.line.hang_up()
        self.line.close()
        seconds = round(monotonic() - self._since, 3)
        _log.info("a stream ended", game=self.game, records=self.seq - self._from, seconds=seconds, why=self._why)

    # -- inside --------------------------------------------------------------------------------------------------

    def _run(self) -> Generator[bytes, None, None]:
        try:
            yield from self._write(opening(self.seq))
            while True:
                yield from self._tell()
                yield from self._wait()
        except Over as over:
            self._why = str(over)
        except PersistenceError as e:
            self._why = f"the store does not answer: {e}"
        except Exception as e:  # noqa: BLE001  the answer has begun: all that can be said of a fault is said to the log
            self._why = "fault"
            _log.error("a stream broke", game=self.game, seq=self.seq, exc_info=e)

    def _tell(self) -> Iterator[bytes]:
        """Send all records that the store has after the last one sent."""
        if not self._allowed():
            raise Over("the reader may read no more")
        head = self._streams.clerk.file(self.game).head
        entry_reader = EntryReader(self._streams.clerk, head, self._audience, self.seq + 1, words=self._words)
        ready: list[bytes] = []
        size = 0
        for seq in range(self.seq + 1, head.seq + 1):
            ready.append(happened(entry_reader, seq))
            size += len(ready[-1])
            if size >= PIECE or seq == head.seq:
                yield from self._write(b"".join(ready))
                ready, size, self.seq = [], 0, seq
        if head.closed:
            yield from self._write(closed(head))
            raise Over("the game is closed")

    def _wait(self) -> Iterator[bytes]:
        """Wait until there may be something to send; send a heartbeat when it is time, or if the reader seems to be gone."""
        if self._streams.stopping:
            raise Over("the server stops")
        heard = self.line.wait(self._beat - monotonic())
        if heard == "gone":
            raise Over("gone")
        if heard == "hung up" or monotonic() >= self._beat:
            yield from self._write(HEARTBEAT)

    def _write(self, data: bytes) -> Iterator[bytes]:
        """Send bytes to a reader who may still read, and takes them."""
        for start in range(0, len(data), PIECE):
            self._take()
            if not self._allowed():
                raise Over("the reader may read no more")
            yield data[start : start + PIECE]
        self._beat = monotonic() + self._streams.heartbeat

    def _take(self) -> None:
        """Wait until the reader takes more."""
        until = monotonic() + PATIENCE
        while (heard := self.line.ready(until - monotonic())) != "ready":
            if heard == "gone":
                raise Over("gone")
            if monotonic() >= until:
                raise Over("the reader is too slow")
            if self._streams.stopping:
                raise Over("the server stops")
