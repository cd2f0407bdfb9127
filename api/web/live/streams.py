"""Live streams: how many a process has open, and the life of one from its first record to its end.

A stream sends what the store has after the last record it sent, waits until it is woken, and looks
again. It may be woken too early, twice or not at all: the store alone determines what is sent, in
the order of seq.

The server sends to thousands of readers from its loop (`ops/serving/broadcast.py`). Without that,
in tests, a stream is the body of an answer and occupies the thread that iterates over it.

Events are server-sent, as `EventSource` in HTML reads them:

    id: 25                  the seq of the last record in the event; a reader who reconnects sends it
                            as `Last-Event-ID`
    event: record           or `closed`
    data: {…}               one line of JSON

A block without data only sets the id and the time until reconnecting; a line that begins with a
colon is a heartbeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from api.web.access.caller import RANK, SPECTATOR, Caller
from api.web.live.news import News
from api.web.metrics import Metrics
from api.web.problems.problem import Problem

RETRY = 2_000  # milliseconds after which a reader who was cut off comes back

HEARTBEAT = b":\n\n"

_encode = msgspec.json.Encoder().encode


def opening_bytes(seq: int) -> bytes:
    """The first bytes of a stream after record `seq`: a block without data. A reader who is cut off
    before the first event reconnects with this number."""
    return b"retry: %d\nid: %d\n\n" % (RETRY, seq)


def event_bytes(seq: int, name: bytes, data: Struct) -> bytes:
    """The bytes of an event with a struct as its data; `seq` is its id."""
    return framed_event(seq, name, _encode(data))


def framed_event(seq: int, name: bytes, data: bytes) -> bytes:
    """The bytes of an event with a line of JSON as its data; `seq` is its id."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, name, data)


PIECE = 16_384  # bytes after which no further record is added to what is sent at a time


class FollowRequest(Struct, frozen=True):
    """A reader's request for the records of the stream `id` that come after record `after`.

    - `kind`: the subject that makes the events; `stream`: the records are sent as they are stored.
    - `audience`: for whom the events are made; `words`: whether they contain people's words.
    - `token`: the reader's key or link. A stranger has none and may follow while the thing is
      public (`watched`)."""

    kind: str
    id: str
    after: int
    audience: str
    words: bool = True
    token: str = ""
    watched: bool = False
    request: str = ""  # the number of the request, under which the log has it


class NextEvents(NamedTuple):
    """The next events for a reader: their bytes, the last record in them (`seq`), whether there are
    `more`, and whether the stream has ended."""

    data: bytes
    seq: int
    more: bool
    ended: bool


class StoreReading(Protocol):
    """One reading of the store, in which each stream is read once for all its readers."""

    def may_follow(self, following: FollowRequest) -> bool:
        """Whether a reader may still follow the stream. Raises `PersistenceError`."""

    def read(self, following: FollowRequest, after: int) -> NextEvents:
        """The next events after record `after`: events until `PIECE` bytes are exceeded, at least
        one if there is any. Raises `PersistenceError`, `DamagedRecord`."""

    def rehearse(self, following: FollowRequest) -> None:
        """Make the event of a stream's newest record in advance, so that reading it is fast. Raises
        what `read` raises."""


LATER = {
    "Retry-After": "5"
}  # sent with a refusal: a reader may reconnect soon, and resumes after the last record it has

WINDOWS = 16  # the most streams of one person, who may have a few windows open

# where a server that sends streams itself finds the stream in the WSGI environment
STREAM = "greffe.stream"

Kind = Literal["operator", "person", "crowd"]

_log = structlog.get_logger("greffe.stream")


class StreamHolder(NamedTuple):
    """The readers whose streams are counted together: a `person` with a link of their own; a
    `crowd` that shares a key, a spectators' link, or a public thing; or the `operator`."""

    id: str
    kind: Kind

    def share(self, most: int) -> int:
        """How many of `most` streams this holder may have open: a person an eighth, at most
        `WINDOWS`; a crowd half; so that no link takes them all. The operator may have all."""
        if self.kind == "operator":
            return most
        return min(WINDOWS, max(2, most // 8)) if self.kind == "person" else max(1, most // 2)


def holder(who: Caller) -> StreamHolder:
    """The holder under whom a caller's streams are counted."""
    if who.role == "operator":
        return StreamHolder("", "operator")
    if RANK[SPECTATOR] < RANK[who.role] < RANK["organiser"]:
        return StreamHolder(who.id, "person")
    return StreamHolder(who.to if who.stranger else who.id, "crowd")


class Streams:
    """The open streams of this process, at most `most`; created after forking. `heartbeat` is in
    seconds."""

    def __init__(
        self,
        new_reading: Callable[[], StoreReading],
        news: News,
        metrics: Metrics,
        most: int,
        heartbeat: float,
    ) -> None:
        self.news, self.heartbeat = news, heartbeat
        self.stopping = False
        self.new_reading = new_reading  # makes a new reading of the store
        self.metrics = metrics
        self._most = most
        self._held: Counter[StreamHolder] = Counter()
        self._waking: dict[Callable[[], None], str] = {}
        self._lock = Lock()

    @contextmanager
    def reserve(self, holder: StreamHolder) -> Iterator[Reservation]:
        """A context that reserves one stream for a holder. On leaving it, the reservation is
        released unless the stream was begun. Raises `too-many-streams` if no more may be open,
        `too-many-own-streams` if the holder has its share."""
        with self._lock:
            if self._held.total() >= self._most:
                self.metrics.streams_refused.inc()
                raise Problem("too-many-streams", headers=LATER, limit=self._most)
            share = holder.share(self._most)
            if holder.id and self._held[holder] >= share:
                self.metrics.streams_refused.inc()
                raise Problem("too-many-own-streams", headers=LATER, limit=share)
            self._count(holder, 1)
        counted = Reservation(self, holder)
        try:
            yield counted
        finally:
            if not counted.used:
                counted.release()

    def release(self, holder: StreamHolder) -> None:
        """Count one stream less for a holder."""
        with self._lock:
            self._count(holder, -1)

    def watch(self, id: str, wake: Callable[[], None]) -> None:
        """Call `wake` from other threads whenever the stream `id` may have new records or its
        readers' permission may have changed. `wake` must not block."""
        with self._lock:
            self._waking[wake] = id
        if (
            not self.stopping
        ):  # a stream that is asked for now tells what is there, and waits for nothing
            self.news.watch(id, wake)

    def unwatch(self, id: str, wake: Callable[[], None]) -> None:
        self.news.leave(id, wake)
        with self._lock:
            self._waking.pop(wake, None)

    def look_again(self, followed: str) -> None:
        """Wake the streams of the thing `followed`, or all (`""`), so that they check at once
        whether their readers may still read."""
        with self._lock:
            there = [wake for wake, id in self._waking.items() if followed in ("", id)]
        for wake in there:
            wake()

    def stop(self) -> None:
        if not self.stopping:
            self.stopping = True
            self.look_again("")

    def _count(self, holder: StreamHolder, by: int) -> None:
        self._held[holder] += by
        if not self._held[holder]:
            del self._held[holder]
        self.metrics.streams_open.set(self._held.total())


class StreamOver(Exception):
    """Raised when a stream ends; its text is the reason."""


class Reservation:
    """A stream that counts as open for its holder until it is released."""

    def __init__(self, streams: Streams, holder: StreamHolder) -> None:
        self._streams, self._holder = streams, holder
        self.used = self._left = False

    def follow(self, following: FollowRequest, environ: dict[str, Any]) -> Iterable[bytes]:
        """Begin the stream. Returns the body of the answer, which is empty if the server sends the
        stream itself."""
        self.used = True
        stream = Stream(self, following)
        if STREAM in environ:
            environ[STREAM] = stream
            return iter(())  # its length is not known
        return StreamBody(self._streams, stream)

    def release(self) -> None:
        if not self._left:
            self._left = True
            self._streams.release(self._holder)


class Stream:
    """An open stream of one reader, and how far the reader has got. Not thread-safe."""

    def __init__(self, place: Reservation, following: FollowRequest) -> None:
        self.following = following
        self.seq = following.after  # the last record that the reader has taken
        self.more = True  # whether there are more events than those of the last `next`
        self.ended = False  # whether the last event of the last `next` is the end
        self._place = place
        self._reaches = following.after
        self._since, self._over = monotonic(), False

    def opening(self) -> bytes:
        return opening_bytes(self.seq)

    def next(self, reading: StoreReading) -> NextEvents:
        """The next events for the reader; the bytes are empty if there are none. Call `mark_sent` once
        the reader has received them. Raises `StreamOver`, `PersistenceError`."""
        if self.ended:
            raise StreamOver("the game is closed")
        if not reading.may_follow(self.following):
            raise StreamOver("the reader may read no more")
        told = reading.read(self.following, self.seq)
        self._reaches, self.more, self.ended = told.seq, told.more, told.ended
        return told

    def mark_sent(self) -> int:
        """Note that the reader has received the events of the last `next`. Returns the number of
        their records."""
        records = self._reaches - self.seq
        self.seq = self._reaches
        return records

    def close(self, why: str) -> None:
        if self._over:
            return
        self._over = True
        self._place.release()
        seconds = round(monotonic() - self._since, 3)
        records = self.seq - self.following.after
        _log.info(
            "a stream ended",
            request=self.following.request,
            game=self.following.id,
            records=records,
            seconds=seconds,
            why=why,
        )


def why_ended(stream: Stream, error: Exception) -> str:
    """The reason for the log why a stream ends with this error. Logs an unexpected error in full,
    since the answer has begun and cannot report it."""
    if isinstance(error, StreamOver):
        return str(error)
    if isinstance(error, PersistenceError):
        return f"the store does not answer: {error}"
    _log.error(
        "a stream broke",
        request=stream.following.request,
        game=stream.following.id,
        seq=stream.seq,
        exc_info=error,
    )
    return "fault"


class StreamBody:
    """A stream as the body of an answer; it occupies the iterating thread and must be closed."""

    def __init__(self, streams: Streams, stream: Stream) -> None:
        self._streams, self._stream = streams, stream
        self._woken = Event()
        self._pieces = self._run()
        streams.watch(stream.following.id, self._woken.set)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._pieces)

    def close(self) -> None:
        self._pieces.close()
        self._streams.unwatch(self._stream.following.id, self._woken.set)
        self._stream.close("gone")

    def _run(self) -> Generator[bytes, None, None]:
        stream = self._stream
        try:
            yield stream.opening()
            while True:
                self._woken.clear()
                while data := stream.next(self._streams.new_reading()).data:
                    yield data
                    self._streams.metrics.stream_events.inc(stream.mark_sent())
                if self._streams.stopping:
                    return stream.close("the server stops")
                if not self._woken.wait(self._streams.heartbeat):
                    yield HEARTBEAT
        except Exception as e:  # noqa: BLE001  the answer has begun: all that can be said of a fault is said to the log
            stream.close(why_ended(stream, e))
