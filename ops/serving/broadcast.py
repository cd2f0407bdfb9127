"""Sending live streams from the web process's event loop, to thousands of readers without a thread
for each.

A change of a game marks its readers as due. In rounds, at most fifty a second, one thread makes the
new events for all due readers, each event once; then the loop sends them. So under load more is
sent in each round, not more often. For a slow reader only one piece waits here, and it is
disconnected after `PATIENCE`.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic, time_ns
from typing import Any

from api.web.live.streams import HEARTBEAT, PIECE, Stream, Streams, why_ended
from ops.serving.connections import Connection

PACE, SWEEP = 0.02, 0.25
"""Seconds between two rounds, and between two checks for readers without news."""
PATIENCE = 30.0
"""Seconds in which a slow reader must accept the data sent; else it is disconnected, and may resume
there."""
BUFFER = 65_536
"""Bytes that the kernel may buffer for a reader."""

Step = Callable[[list[tuple[str, int]], int], None]


class Reader:
    """A reader of a stream. `beat`: when it needs a heartbeat (`monotonic`). `next`: a future of
    the bytes to send next, or of the reason why the stream ends (str); None while bytes are being
    sent."""

    def __init__(self, stream: Stream, beat: float) -> None:
        self.stream, self.beat = stream, beat
        self.next: asyncio.Future[bytes | str] | None = None
        self.task = asyncio.current_task()

    def give(self, news: bytes | str) -> None:
        if self.next is not None and news and not self.next.done():
            self.next.set_result(news)


class StreamReaders:
    """The readers of one game or tournament. `wake` is called after its changes; `newest` is the
    newest record sent to any of the readers (None: none yet)."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self.readers: dict[Reader, None] = {}
        self.newest: int | None = None


class Broadcast:
    """The live streams of this process. All methods but `_make_events` and `_rehearse` run in the
    loop's thread."""

    def __init__(self, streams: Streams, step: Step | None = None) -> None:
        """`step` is called after each round with the records that were sent for the first time, as
        (id, seq), and the time when the round began (`time_ns`)."""
        self._streams, self._step = streams, step
        self._followed: dict[str, StreamReaders] = {}
        self._due: dict[Reader, None] = {}
        self._thread = ThreadPoolExecutor(1, "streams")
        self._running: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()

    def stop(self) -> None:
        self._streams.stopping = True
        for reader in [
            reader for followed in self._followed.values() for reader in followed.readers
        ]:
            if reader.next is None and reader.task is not None:
                reader.task.cancel()  # it takes nothing
            reader.give("the server stops")

    async def follow(
        self, stream: Stream, connection: Connection, send: Callable[[Any], Awaitable[None]]
    ) -> None:
        connection.counted.drop(connection)
        transport = connection.transport
        transport.set_write_buffer_limits(high=PIECE)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        reader = Reader(stream, 0.0)
        connection.gone = lambda: reader.give("gone")
        followed = self._add_reader(reader)
        news: bytes | str = stream.opening()
        try:
            while isinstance(news, bytes):
                await send({"type": "http.response.body", "body": news, "more_body": True})
                async with asyncio.timeout(PATIENCE):
                    await connection.flow.drain()
                reader.beat = monotonic() + self._streams.heartbeat
                if transport.is_closing():
                    news = "gone"
                else:
                    self._streams.metrics.stream_events.inc(stream.mark_sent())
                    news = await self._next_piece(reader)
        except TimeoutError:
            news = "the reader is too slow"
        except asyncio.CancelledError:
            news = "the server stops"
        finally:
            del followed.readers[reader]
            self._due.pop(reader, None)
            if not followed.readers:
                del self._followed[stream.following.id]
                self._streams.unwatch(stream.following.id, followed.wake)
            stream.close(str(news))
        if connection.flow.write_paused:
            transport.abort()

    def _add_reader(self, reader: Reader) -> StreamReaders:
        self._running = self._running or asyncio.get_running_loop().create_task(self._run())
        id = reader.stream.following.id
        followed = self._followed.get(id)
        if followed is None:
            loop = asyncio.get_running_loop()

            def wake() -> None:
                loop.call_soon_threadsafe(self._mark_all_due, id)

            followed = self._followed[id] = StreamReaders(wake)
            self._streams.watch(id, wake)
            self._thread.submit(self._rehearse, reader.stream)
        followed.readers[reader] = None
        return followed

    async def _next_piece(self, reader: Reader) -> bytes | str:
        if reader.stream.ended or self._streams.stopping:
            return "the game is closed" if reader.stream.ended else "the server stops"
        reader.next = asyncio.get_running_loop().create_future()
        if reader.stream.more:
            self._mark_due(reader)
        try:
            return await reader.next
        finally:
            reader.next = None

    def _mark_all_due(self, id: str) -> None:
        if id in self._followed:
            for reader in self._followed[id].readers:
                reader.stream.more = True
                self._mark_due(reader)

    def _mark_due(self, reader: Reader) -> None:
        if reader.next is not None:  # one that still takes something is due again once it has that
            self._due[reader] = None
            self._woken.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP if self._followed else None):
                    await self._woken.wait()
            self._woken.clear()
            began = monotonic()
            readers = (
                reader for followed in self._followed.values() for reader in followed.readers
            )
            self._due.update(
                (reader, None)
                for reader in readers
                if reader.next is not None and began >= reader.beat
            )
            due, self._due = list(self._due), {}
            if due:
                for reader, news in await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._make_events, due
                ):
                    reader.give(news)
                await asyncio.sleep(PACE - (monotonic() - began))

    def _rehearse(self, stream: Stream) -> None:
        """Compute a game's newest event and discard it, before anybody waits for it, since the
        first takes long."""
        with suppress(Exception):  # it is said to the first who is to be told something
            self._streams.new_reading().rehearse(stream.following)

    def _make_events(self, due: list[Reader]) -> list[tuple[Reader, bytes | str]]:
        look, now, began = self._streams.new_reading(), monotonic(), time_ns()
        ready: list[tuple[Reader, bytes | str]] = []
        fresh: dict[tuple[str, int], None] = {}
        for reader in due:
            try:
                piece = reader.stream.next(look)
                ready.append((reader, piece.data or (HEARTBEAT if now >= reader.beat else b"")))
                if followed := self._followed.get(reader.stream.following.id):
                    first = piece.seq if followed.newest is None else followed.newest
                    fresh.update(
                        ((reader.stream.following.id, seq), None)
                        for seq in range(first + 1, piece.seq + 1)
                    )
                    followed.newest = max(first, piece.seq)
            except Exception as e:  # noqa: BLE001  one reader's fault is not the others'
                ready.append((reader, why_ended(reader.stream, e)))
        if self._step is not None:
            self._step(list(fresh), began)
        return ready
