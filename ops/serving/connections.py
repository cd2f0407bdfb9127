"""Connections of the web process: uvicorn's protocol with limits of time, size and number."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ops.serving.refusals import HEAD_MOST, answer, wrong

SMALL = 65_536
"""Bytes of a body that are always taken; what is longer shares a room of four files."""
IDLE, HEAD, LINGER, TAKES = 15.0, 10.0, 1.0, 30.0
"""Seconds that a connection may wait between two requests, that a head may take, that a client may still send at the end, that a
slow reader has to take what waits for it, or `LEAST` bytes for each."""
GRACE, LEAST = 10.0, 16_384
"""A body may take so many seconds, and one more for so many bytes that have come."""


class Limits(Struct, frozen=True):
    """Connections in all; bytes of a body, and of a file that is imported."""

    connections: int
    body: int
    file: int


class House:
    """The connections of a process. Where there are too many, the one that has waited longest makes room for the next, so nobody
    is locked out; a proxy bounds those of one address. Streams are not counted."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.stopping = limits, False
        self.long = 0
        """Bytes of long bodies that are coming."""
        self._all: dict[Connection, None] = {}

    def add(self, connection: Connection) -> None:
        """Count a connection in; where there are too many, another goes, or it is refused."""
        if len(self._all) >= self.limits.connections:
            waiting = (other for other in self._all if not other.busy)
            goes = min(waiting, key=lambda other: (other.head > 0, other.since), default=connection)
            self.drop(goes)
            if goes.head or goes is connection:
                goes.refuse("too-many-connections", limit=self.limits.connections)
            else:
                goes.transport.close()
        if not connection.refused:
            self._all[connection] = None

    def drop(self, connection: Connection) -> None:
        """Count a connection out."""
        self._all.pop(connection, None)

    def look(self) -> None:
        """End what is late."""
        for connection in list(self._all):
            connection.look(monotonic())


class Connection(HttpToolsProtocol):
    """One client's connection. A request's scope has it as `connection`, and what uvicorn knows of the request as `cycle`."""

    house: House
    """Set by the process, on a class of its own."""
    stream: Callable[[str], None] | None = None
    """Hears `gone`, or `half` where the client sends no more; set once a stream has begun."""
    refused = lost = False
    head = size = 0
    """Bytes of a head that is not whole; of a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self.since = monotonic()
        """When what the connection does now began."""
        self._unsent = (0, self.since)
        self.house.add(self)

    @property
    def busy(self) -> bool:
        """Whether a request is being read whole, answered or refused."""
        return self.refused or (self.cycle is not None and not self.cycle.response_complete)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.lost = True
        self.house.drop(self)
        super().connection_lost(exc)
        if self.stream is not None:
            self.stream("gone")

    def eof_received(self) -> bool:  # type: ignore[override]
        """The client sends no more; whether it is still answered."""
        if self.stream is not None:
            self.stream("half")
        return self.stream is not None or (self.busy and not self.refused and not self.cycle.more_body)

    def data_received(self, data: bytes) -> None:
        """The client has sent something."""
        if self.refused or self.stream is not None:
            return
        if not self.busy and not self.head:
            self.since = monotonic()
        self.head += len(data)
        self.size += len(data)
        super().data_received(data)
        if self.head > HEAD_MOST:
            self.refuse("head-too-long")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["connection"] = self  # type: ignore[typeddict-unknown-key]

    def on_headers_complete(self) -> None:
        """A head is whole."""
        self.head, self.size, self.since = 0, 0, monotonic()
        if slug := wrong(self.url, self.headers, self.parser.get_http_version()):
            self.refuse(slug)
        if not self.refused:
            super().on_headers_complete()
            self.scope["cycle"] = self.cycle  # type: ignore[typeddict-unknown-key]
            self.cycle.keep_alive &= not self.house.stopping and not self.parser.should_upgrade()

    def on_body(self, body: bytes) -> None:
        """A piece of a body."""
        self.head = 0
        if not self.refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole."""
        self.head = 0
        if not self.refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request is answered."""
        if self.refused:
            self.transport.close()
            return
        super().on_response_complete()
        self._unset_keepalive_if_required()  # `look` sees to it
        self.since = monotonic()

    def send_400_response(self, msg: str) -> None:
        """The parser refuses what was sent."""
        self.refuse("bad-request")

    def shutdown(self) -> None:
        """The process stops: a request that is under way, or comes within `LINGER`, is the last."""
        if self.busy:
            self.cycle.keep_alive = False
        self.loop.call_later(LINGER, lambda: None if self.busy and not self.cycle.more_body else self.transport.close())

    def refuse(self, slug: str, cycle: Any = None, **members: Any) -> None:
        """Answer with a problem, and close once the client has had time to read it. `cycle` is the request that is refused, where
        it was read; what comes behind a request that is being answered gets no answer of its own."""
        answering = cycle is None and self.busy and (self.pipeline or not self.cycle.more_body)
        if self.refused or self.lost:
            return
        self.refused = True
        if answering:
            return
        if (cycle := cycle or self.cycle) is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.write(answer(slug, **members))
        self.transport.write_eof()
        self.loop.call_later(2 * LINGER, self.transport.abort)

    async def body(self, scope: Any, receive: Callable[[], Any]) -> bytes | None:
        """The body of a request, whole; none where it is refused, or its sender has gone."""
        limits = self.house.limits
        most = limits.file if "/api/v1/games/import" in scope["path"] else limits.body
        length = next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
        body, counted = bytearray(), 0
        try:
            while max(length, len(body)) <= most:
                if len(body) > SMALL:
                    self.house.long += len(body) - counted
                    counted = len(body)
                    if self.house.long > 4 * limits.file:
                        self.refuse("too-many-connections", scope["cycle"], limit=limits.connections)
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message["body"]
                if not message["more_body"] and len(body) <= most:
                    return bytes(body)
            self.refuse("body-too-large", scope["cycle"], limit=most)
            return None
        finally:
            self.house.long -= counted

    def look(self, now: float) -> None:
        """End the connection where it is late."""
        unsent, (before, since) = self.transport.get_write_buffer_size(), self._unsent
        if not unsent or not before or not before - TAKES * LEAST < unsent <= before:
            self._unsent = (unsent, now)
        elif now > since + TAKES:
            self.transport.abort()
        if unsent or self.refused or (self.busy and not self.cycle.more_body):
            return
        if self.busy or self.head:
            if now > self.since + (GRACE + self.size / LEAST if self.busy else HEAD):
                self.refuse("request-timeout")
        elif now > self.since + IDLE:
            self.transport.close()
