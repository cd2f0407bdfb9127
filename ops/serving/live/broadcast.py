"""Sending live streams: one loop, thousands of readers, no thread for any of them.

News of a game marks its readers as due. In rounds, at most fifty a second, all that are due are told what is new: each event is
made once in a round and sent to all. So a busy service sends more at a time, not more often. No write waits: what a reader's
connection does not take is kept, one piece at most, and nothing more is sent to the reader until that is gone.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic, time_ns

from api.live.events import HEARTBEAT
from api.live.following import Look, chunk
from api.live.streams import Stream, Streams, why_ended
from ops.serving.threads import Calls

PACE = 0.02
"""Seconds between two rounds."""
SWEEP = 0.25
"""Seconds between two looks at who is silent or slow."""
PATIENCE = 30.0
"""Seconds in which a slow reader has to take something; then it is let go, and may come back to where it was."""
BUFFER = 65_536
"""Bytes that the kernel keeps for a reader who is slow."""

Told = Callable[[Sequence[tuple[str, int]], int], None]


class Reader:
    """One reader's connection."""

    __slots__ = ("beat", "chunked", "connection", "heard", "left", "since", "stream", "watched")

    def __init__(self, connection: socket.socket, stream: Stream, silence: float, *, chunked: bool) -> None:
        """`silence`: seconds after which a reader whose machine answers nothing at all counts as gone."""
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        if connection.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(silence * 1000))
        self.connection, self.stream, self.chunked = connection, stream, chunked
        self.left: memoryview | bytes = b""
        """What the connection did not take yet."""
        self.since = self.beat = monotonic()
        self.heard = True
        """Whether the reader may still send; mostly one who does not is gone."""
        self.watched = 0

    def framed(self, data: bytes) -> bytes:
        """Bytes of the body, as they are sent."""
        return chunk(data) if self.chunked else data


class Broadcast:
    """The loop. All but `news` belongs to its thread."""

    def __init__(self, streams: Streams, told: Told | None = None) -> None:
        """`told` hears of the records that readers were told of in a round as they were written, and since when (`time_ns`)."""
        self.streams = streams
        self._told = told
        self._news: set[str] = set()
        """What there was news of since the last round."""
        self._newest: dict[str, int] = {}
        """The newest record that somebody was told of."""
        self.calls = Calls()
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.calls, selectors.EVENT_READ, self.calls.run)
        self._games: dict[str, dict[Reader, None]] = {}
        self._wakes: dict[str, partial[None]] = {}
        self._due: dict[Reader, None] = {}
        self._count = self._records = 0
        self._now = monotonic()
        """When the loop last woke: near enough for who is silent or slow."""
        self._round = self._sweep = 0.0

    def __len__(self) -> int:
        return self._count

    def take(self, connection: socket.socket, head: bytes, stream: Stream, *, chunked: bool) -> None:
        """Take a reader in; the connection is ours from now on."""
        reader = Reader(connection, stream, 2 * self.streams.heartbeat, chunked=chunked)
        id = stream.following.id
        first = id not in self._games
        if first:
            self._games[id], self._wakes[id] = {}, partial(self.news, id)
            self.streams.watch(id, self._wakes[id])
        self._games[id][reader] = None
        self._count += 1
        self._watch(reader)
        self._send(reader, head + reader.framed(stream.opening()))
        if first:
            with suppress(Exception):  # it is told to the first who is to be told something
                self.streams.look().rehearse(stream.following)

    def news(self, id: str) -> None:
        """There may be something new to tell of a game or a tournament; from any thread."""
        self.calls.ask(partial(self._heard, id))

    def turn(self) -> None:
        """Wait until something happens, and do what is due."""
        for key, _ in self.selector.select(self._wait()):
            key.data()
        now = self._now = monotonic()
        if self._due and now >= self._round:
            self._tell()
            self._round = monotonic() + PACE
        if self._records:
            self.streams.metrics.told(self._records)
            self._records = 0
        if self._count and now >= self._sweep:
            self._look_over(now)
            self._sweep = now + SWEEP

    def close(self) -> None:
        """End all streams, whole where they are."""
        for reader in self._all():
            self._end(reader, "the server stops")
        self.selector.close()

    # -- inside --------------------------------------------------------------------------------------------------

    def _all(self) -> list[Reader]:
        return [reader for readers in self._games.values() for reader in readers]

    def _wait(self) -> float | None:
        if self._due:
            return max(0.0, self._round - monotonic())
        return max(0.0, self._sweep - monotonic()) if self._count else None

    def _heard(self, id: str) -> None:
        self._due.update(self._games.get(id, {}))
        if self._told is not None:
            self._news.add(id)

    def _tell(self) -> None:
        due, self._due = self._due, {}
        began = time_ns()
        look = self.streams.look()
        for reader in due:
            if reader.left:
                reader.stream.more = True  # it is due again when it has taken that
            else:
                self._next(reader, look)
        if self._told is not None:
            self._told(self._fresh(due), began)

    def _fresh(self, due: Iterable[Reader]) -> list[tuple[str, int]]:
        """The records that were new to all readers in this round. What a reader was told who has just come is old, unless there was
        news: then of that the last."""
        reached: dict[str, int] = {}
        for reader in due:
            id = reader.stream.following.id
            reached[id] = max(reached.get(id, 0), reader.stream.seq)
        fresh: list[tuple[str, int]] = []
        for id, last in reached.items():
            if id in self._news:
                fresh += [(id, seq) for seq in range(self._newest.get(id, last - 1) + 1, last + 1)]
            if id in self._games:
                self._newest[id] = max(last, self._newest.get(id, 0))
        self._news.clear()
        return fresh

    def _next(self, reader: Reader, look: Look) -> None:
        try:
            told = reader.stream.next(look)
        except Exception as e:  # noqa: BLE001  one reader's fault is not the others'
            self._end(reader, why_ended(reader.stream, e))
            return
        if told.data:
            self._send(reader, told.framed(chunked=reader.chunked))

    def _send(self, reader: Reader, data: bytes) -> None:
        """Send as much as the connection takes at once, and keep the rest: mostly there is none."""
        reader.since = self._now
        try:
            taken = reader.connection.send(data)
        except BlockingIOError:
            taken = 0
        except OSError:
            self._end(reader, "gone")
            return
        if taken == len(data):
            self._has_taken(reader)
        else:
            reader.left = memoryview(data)[taken:]
            self._watch(reader)

    def _push(self, reader: Reader) -> None:
        """Send what is left, as far as it goes."""
        try:
            while reader.left:
                reader.left = reader.left[reader.connection.send(reader.left) :]
                reader.since = self._now
        except BlockingIOError:
            return
        except OSError:
            self._end(reader, "gone")
            return
        self._watch(reader)
        self._has_taken(reader)

    def _has_taken(self, reader: Reader) -> None:
        """All that was sent is with the kernel: what comes next may be told."""
        stream = reader.stream
        self._records += stream.sent()
        reader.beat = self._now + self.streams.heartbeat
        if stream.ended:
            self._end(reader, "the game is closed")
        elif stream.more:
            self._due[reader] = None

    def _watch(self, reader: Reader) -> None:
        """Hear of a reader who sends or goes, and, where something is left, of one who takes more."""
        events = (selectors.EVENT_READ if reader.heard else 0) | (selectors.EVENT_WRITE if reader.left else 0)
        if events == reader.watched:
            return
        if not reader.watched:
            self.selector.register(reader.connection, events, partial(self._happened, reader))
        elif events:
            self.selector.modify(reader.connection, events, partial(self._happened, reader))
        else:
            self.selector.unregister(reader.connection)
        reader.watched = events

    def _happened(self, reader: Reader) -> None:
        if reader.heard and not self._hears(reader):
            return
        if reader.left:
            self._push(reader)

    def _hears(self, reader: Reader) -> bool:
        """Read what a reader sends, which is thrown away; whether it is still there. Who sends no more may only have closed its
        half: a heartbeat finds out."""
        try:
            if reader.connection.recv(4096):
                return True
        except BlockingIOError:
            return True
        except OSError:
            self._end(reader, "gone")
            return False
        reader.heard = False
        self._watch(reader)
        if not reader.left:
            self._send(reader, reader.framed(HEARTBEAT))
        return False

    def _look_over(self, now: float) -> None:
        """Let go who takes nothing, and say to who has heard nothing for long that we are there."""
        look = self.streams.look()
        for reader in self._all():
            if reader.left:
                if now - reader.since > PATIENCE:
                    self._end(reader, "the reader is too slow")
            elif now >= reader.beat:
                try:
                    reader.stream.need_permit(look)
                except Exception as e:  # noqa: BLE001  as in `_next`
                    self._end(reader, why_ended(reader.stream, e))
                    continue
                self._send(reader, reader.framed(HEARTBEAT))

    def _end(self, reader: Reader, why: str) -> None:
        id = reader.stream.following.id
        readers = self._games.get(id, {})
        if reader not in readers:
            return
        del readers[reader]
        self._due.pop(reader, None)
        self._count -= 1
        if not readers:
            del self._games[id]
            self._newest.pop(id, None)
            self.streams.unwatch(id, self._wakes.pop(id))
        if reader.watched:
            self.selector.unregister(reader.connection)
        with suppress(OSError):  # the reader was faster
            if reader.chunked and not reader.left and why != "gone":
                reader.connection.send(b"0\r\n\r\n")
            reader.connection.shutdown(socket.SHUT_WR)
        reader.connection.close()
        reader.stream.close(why)
