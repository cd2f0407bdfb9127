"""Live streams: how many a process has open, and how one goes from its first record to its end.

A stream sends what the store has after the last record it sent, then waits until it is woken, and
looks again. It may be woken too early, twice or not at all: what is sent follows from the store
alone, in the order of seq.

The server sends to thousands of readers from its loop (`ops/serving/broadcast.py`). Without that,
in a test, a stream is the body of an answer and keeps the thread that iterates over it.

Events are server-sent, as `EventSource` in HTML reads them:

    id: 25                  the seq of the last record told, which a reader who comes back sends as
                            `Last-Event-ID`
    event: record           or `closed`
    data: {…}               one line of JSON

A block without data only sets the id and how soon to come back; a line that begins with a colon is
a heartbeat.
"""

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


def opening(seq: int) -> bytes:
    """The first bytes of a stream that goes on after record `seq`: a reader who is cut off before
    an event comes back to it."""
    return b"retry: %d\nid: %d\n\n" % (RETRY, seq)


def event_of(seq: int, name: bytes, data: Struct) -> bytes:
    """One event, with a struct as its data."""
    return framed(seq, name, _encode(data))


def framed(seq: int, name: bytes, data: bytes) -> bytes:
    """One event, with a line of JSON as its data."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, name, data)


PIECE = 16_384  # bytes after which no further record is added to what is sent at a time


class Following(Struct, frozen=True):
    """What one reader follows: the records of a stream `after` one of them, of the `kind` that its
    subject knows it by, for an `audience` of it, with what people wrote where `words` says
    so; of any `stream`, the records as they are stored. `token` is the reader's key or link. A
    stranger has none; the stream is `watched` then: followed as long as it is public."""

    kind: str
    id: str
    after: int
    audience: str
    words: bool = True
    token: str = ""
    watched: bool = False
    request: str = ""  # the number of the request, under which the log has it


class Told(NamedTuple):
    """What is new to a reader: the bytes of the events, the last record in them, whether there is
    more, whether that is the end."""

    data: bytes
    seq: int
    more: bool
    ended: bool


class Look(Protocol):
    """One look at the store, in which each stream is read once, however many readers are told
    something in it."""

    def holds(self, following: Following) -> bool:
        """Whether a reader may still follow. Raises `PersistenceError`."""

    def read(self, following: Following, after: int) -> Told:
        """The next events after a record, `PIECE` bytes and one event at most. Raises
        `PersistenceError`, `DamagedRecord`."""

    def rehearse(self, following: Following) -> None:
        """Make the newest event of a stream, for nobody. Raises as `told` does."""


LATER = {
    "Retry-After": "5"
}  # sent with a refusal: a reader may come back soon, to the record it had reached

WINDOWS = 16  # the most streams of one person, who may have a few windows open

# where a server that sends streams itself finds the stream in the WSGI environment
STREAM = "greffe.stream"

Kind = Literal["operator", "person", "crowd"]

_log = structlog.get_logger("greffe.stream")


class Holder(NamedTuple):
    """Who has streams open: who comes by a link of their own, one `person`; a key, a spectators'
    link, and all strangers of a public thing together, a `crowd`."""

    id: str
    kind: Kind

    def share(self, most: int) -> int:
        """How many of `most` streams they may have: a person an eighth, a crowd a half, so that no
        link takes them all. The operator's are not counted."""
        if self.kind == "operator":
            return most
        return min(WINDOWS, max(2, most // 8)) if self.kind == "person" else max(1, most // 2)


def holder(who: Caller) -> Holder:
    """Whose streams those of a caller are counted with."""
    if who.role == "operator":
        return Holder("", "operator")
    if RANK[SPECTATOR] < RANK[who.role] < RANK["organiser"]:
        return Holder(who.id, "person")
    return Holder(who.to if who.stranger else who.id, "crowd")


class Streams:
    """The open streams of this process, at most `most`; made after it forked."""

    def __init__(
        self, look: Callable[[], Look], news: News, metrics: Metrics, most: int, heartbeat: float
    ) -> None:
        self.news, self.heartbeat = news, heartbeat
        self.stopping = False
        self.look = look  # makes a new look at the store
        self.metrics = metrics
        self._most = most
        self._held: Counter[Holder] = Counter()
        self._waking: dict[Callable[[], None], str] = {}
        self._lock = Lock()

    @contextmanager
    def place(self, holder: Holder) -> Iterator[Counted]:
        """A `with` block's room for one stream; a place that was not used is given back. Raises
        `too-many-streams` where there is room for no more, `too-many-own-streams` where its holder
        has its share."""
        with self._lock:
            if self._held.total() >= self._most:
                self.metrics.streams_refused.inc()
                raise Problem("too-many-streams", headers=LATER, limit=self._most)
            share = holder.share(self._most)
            if holder.id and self._held[holder] >= share:
                self.metrics.streams_refused.inc()
                raise Problem("too-many-own-streams", headers=LATER, limit=share)
            self._count(holder, 1)
        counted = Counted(self, holder)
        try:
            yield counted
        finally:
            if not counted.used:
                counted.leave()

    def leave(self, holder: Holder) -> None:
        with self._lock:
            self._count(holder, -1)

    def watch(self, id: str, wake: Callable[[], None]) -> None:
        """Call `wake` whenever there may be something to tell of what is followed, or who may
        read it may have changed. It is called from other threads, and must not block."""
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
        """Have the streams of one thing, or all (`""`), see at once whether their readers may
        still read."""
        with self._lock:
            there = [wake for wake, id in self._waking.items() if followed in ("", id)]
        for wake in there:
            wake()

    def stop(self) -> None:
        if not self.stopping:
            self.stopping = True
            self.look_again("")

    def _count(self, holder: Holder, by: int) -> None:
        self._held[holder] += by
        if not self._held[holder]:
            del self._held[holder]
        self.metrics.streams_open.set(self._held.total())


class Over(Exception):
    """Ends a stream; the name says why."""


class Counted:
    def __init__(self, streams: Streams, holder: Holder) -> None:
        self._streams, self._holder = streams, holder
        self.used = self._left = False

    def follow(self, following: Following, environ: dict[str, Any]) -> Iterable[bytes]:
        """Begin the stream: the answer's body, which is empty where the server sends it."""
        self.used = True
        stream = Stream(self, following)
        if STREAM in environ:
            environ[STREAM] = stream
            return iter(())  # its length is not known
        return Body(self._streams, stream)

    def leave(self) -> None:
        if not self._left:
            self._left = True
            self._streams.leave(self._holder)


class Stream:
    """One open stream: how far its reader is, and what comes next. For one thread."""

    def __init__(self, place: Counted, following: Following) -> None:
        self.following = following
        self.seq = following.after  # the last record that the reader has taken
        self.more = True  # whether there is more to tell than was told last
        self.ended = False  # whether what was told last is the end
        self._place = place
        self._reaches = following.after
        self._since, self._over = monotonic(), False

    def opening(self) -> bytes:
        return opening(self.seq)

    def next(self, look: Look) -> Told:
        """What comes next; without bytes where nothing is new. Call `sent` when the reader has it.
        Raises `Over`, `PersistenceError`."""
        if self.ended:
            raise Over("the game is closed")
        if not look.holds(self.following):
            raise Over("the reader may read no more")
        texts = look.read(self.following, self.seq)
        self._reaches, self.more, self.ended = texts.seq, texts.more, texts.ended
        return texts

    def sent(self) -> int:
        """The reader has what came next: how many records."""
        records = self._reaches - self.seq
        self.seq = self._reaches
        return records

    def close(self, why: str) -> None:
        if self._over:
            return
        self._over = True
        self._place.leave()
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
    """Why a stream ends with this error; a fault is said to the log, because the answer has
    begun."""
    if isinstance(error, Over):
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


class Body:
    """A stream as the body of an answer: it keeps the thread that iterates over it, and has to be
    closed."""

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
                while data := stream.next(self._streams.look()).data:
                    yield data
                    self._streams.metrics.stream_events.inc(stream.sent())
                if self._streams.stopping:
                    return stream.close("the server stops")
                if not self._woken.wait(self._streams.heartbeat):
                    yield HEARTBEAT
        except Exception as e:  # noqa: BLE001  the answer has begun: all that can be said of a fault is said to the log
            stream.close(why_ended(stream, e))
