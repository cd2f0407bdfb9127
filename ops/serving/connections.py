"""HTTP connections of the web process: uvicorn's protocol with limits of time, size and number.
Requests refused before they reach the application are answered with problem documents in
English."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import inf
from typing import Any

import msgspec
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from werkzeug.http import HTTP_STATUS_CODES

from api.web.access.rate_limits import network_of
from api.web.middleware import HEADERS, NOTHING
from api.web.problems.problem import TYPE, Problem

HEAD_MOST, SMALL = 32_768, 65_536
"""HEAD_MOST: the largest head of a request in bytes. SMALL: bodies up to this size are always
accepted; longer ones share a budget of twice the largest imported file."""
IMPORT = "/api/v1/games/import"
"""The path to which files are sent for import."""
SHARE = 4
"""One address, or IPv6 network, may have one SHARE-th of the connections."""
IDLE, HEAD, LINGER, LONG = 15, 10.0, 1.0, 30.0
"""Seconds. IDLE: a connection may wait between requests. HEAD: a head may take. LINGER: a client
may still send at the end. LONG: for the rest of a refused body."""
GRACE, LEAST = 10.0, 16_384
"""A body may take GRACE seconds, and one more for every LEAST bytes that have arrived."""


class Limits(Struct, frozen=True):
    """The most connections of a process; the largest body, and the largest imported file, in
    bytes."""

    connections: int
    body: int
    file: int


class CountedConnections:
    """The connections of a process. If there are too many, in all or from one address, the one that
    has waited longest for its client is closed, so nobody is locked out. `proxies`: whether an
    address is a trusted proxy, which may use all connections. Streams are not counted."""

    def __init__(self, limits: Limits, proxies: Callable[[str], bool]) -> None:
        self.limits, self.stopping, self.proxies = limits, False, proxies
        self.long = 0
        """Bytes of long bodies being received."""
        self.all: dict[Connection, None] = {}
        """The connections, ordered by when they were opened or last answered."""
        self.networks = defaultdict[str, dict[Connection, None]](dict)

    def add(self, connection: Connection) -> None:
        """Count a new connection. If there are too many, refuse the one that has waited longest for
        its client, or else this one."""
        network, most = connection.network, self.limits.connections
        among, limit = (self.networks[network], most // SHARE) if network else (self.all, most)
        if len(among) < limit:
            among, limit = self.all, most
        if len(among) >= limit:
            goes = waiting_longest(among) or connection
            self.drop(goes)
            if goes.refused:
                goes.transport.abort()
            goes.refuse("too-many-connections", limit=limit)
        if not connection.refused:
            self._put(connection)

    def note_answered(self, connection: Connection) -> None:
        """Move a connection whose request was answered to the end of the order of waiting."""
        if connection in self.all:
            self.drop(connection)
            self._put(connection)

    def _put(self, connection: Connection) -> None:
        self.all[connection] = self.networks[connection.network][connection] = None

    def drop(self, connection: Connection) -> None:
        """Stop counting a connection, without closing it."""
        self.all.pop(connection, None)
        theirs = self.networks[connection.network]
        theirs.pop(connection, None)
        if not theirs:
            del self.networks[connection.network]

    def end_overdue(self, now: float) -> None:
        """Refuse or close every connection whose client has missed its deadline (`due`)."""
        for connection in [late for late in self.all if now > late.due]:
            if connection.is_busy or connection.head:
                connection.refuse("request-timeout")
            else:
                connection.transport.close()


def waiting_longest(among: Iterable[Connection]) -> Connection | None:
    """The first of these connections that waits for its client to send something; None if all are
    being answered."""
    return next((each for each in among if each.waits_for_client), None)


class Connection(HttpToolsProtocol):
    """A client's connection. The scope of a request contains it as `connection`, and uvicorn's
    state of that request as `cycle`."""

    counted: CountedConnections
    """Set by the process on a subclass."""
    gone: Callable[[], None] | None = None
    """Called when the client has gone; set once a stream has begun."""
    refused, head, due, came, long, network = False, 0, inf, False, 0, ""
    """`head`: bytes of an unfinished head. `due`: the deadline of the client's current step.
    `came`: whether more of a refused body came since the last check. `long`: bytes of a long body
    being received. `network`: the client's network; empty for a proxy."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.due = self.loop.time() + IDLE
        host = self.client[0] if self.client else ""
        self.network = "" if self.counted.proxies(host) else network_of(host)
        self.counted.add(self)

    @property
    def is_busy(self) -> bool:
        return self.refused or (self.cycle is not None and not self.cycle.response_complete)

    @property
    def waits_for_client(self) -> bool:
        """Whether the client has to send something now: a request, or the rest of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted.drop(self)
        super().connection_lost(exc)
        if self.gone is not None:
            self.gone()

    def data_received(self, data: bytes) -> None:
        self.came = True
        if self.refused or self.gone is not None:
            return
        if not self.is_busy and not self.head:
            self.due = self.loop.time() + HEAD
        self.head += len(data)
        super().data_received(data)
        if self.head > HEAD_MOST:
            self.refuse("head-too-long")

    def on_headers_complete(self) -> None:
        self.head, self.due = 0, self.loop.time() + GRACE
        if slug := _head_problem_slug(self.url, self.headers, self.parser.get_http_version()):
            self.refuse(slug)
        if not self.refused:
            super().on_headers_complete()
            self.scope.update(connection=self, cycle=self.cycle)  # type: ignore[call-arg]
            self.cycle.keep_alive &= not self.counted.stopping and not self.parser.should_upgrade()

    def on_body(self, body: bytes) -> None:
        self.head, self.due = 0, self.due + len(body) / LEAST
        if not self.refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.head, self.due = 0, inf
        if not self.refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.refused:
            self._drop_rest(LONG)
        else:
            self.counted.note_answered(self)
            super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        self.refuse("bad-request")

    def shutdown(self) -> None:
        """End the connection because the process stops: after the running request, or one that
        arrives within `LINGER` seconds."""
        if self.is_busy:
            self.cycle.keep_alive = False
        self.loop.call_later(
            LINGER,
            lambda: None if self.is_busy and not self.cycle.more_body else self.transport.close(),
        )

    def refuse(self, slug: str, cycle: Any = None, **members: Any) -> None:
        """Answer with a problem and close the connection, after the client has had time to read the
        answer. `cycle`: the request whose body is refused while it arrives. If an earlier request
        is still being answered, only that answer is sent."""
        if self.refused or self.transport.is_closing():
            return
        answering = cycle is None and self.is_busy and (self.pipeline or not self.cycle.more_body)
        self.refused, self.due = True, inf
        if answering:
            return
        if (cycle := cycle or self.cycle) is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.write(_problem_bytes(Problem(slug, **members)))
        self._drop_rest(LONG if slug == "body-too-large" else LINGER)

    def skip_body(self) -> bytes:
        """Stop reading a request whose sender may not send its body. The request is answered as if
        it had no body, and the connection ends. Returns the empty body."""
        self.refused, self.due = True, inf
        return b""

    def _drop_rest(self, seconds: float) -> None:
        """End the answer and discard what still arrives, for at most `seconds`."""
        if not self.transport.is_closing():
            self.transport.write_eof()
            self.flow.resume_reading()
            self._end(self.loop.time() + seconds)

    def _end(self, latest: float) -> None:
        """Close the connection when nothing more arrives, or at the `latest` time. Closing it while
        the client sends would lose the answer."""
        if self.loop.time() < latest and self.came:
            self.came = False
            self.loop.call_later(2 * LINGER, self._end, latest)
        else:
            self.transport.abort()

    def _count(self, long: int) -> None:
        self.counted.long += long - self.long
        self.long = long

    async def body(self, scope: Any, receive: Callable[[], Any]) -> bytes | None:
        """Read the whole body of a request. None if it was refused here for its size or for lack of
        memory, or if the client has gone."""
        limits = self.counted.limits
        most = limits.file if scope["path"] == IMPORT else limits.body
        length = next(
            (int(value) for name, value in scope["headers"] if name == b"content-length"), 0
        )
        body = bytearray()
        try:
            while max(length, len(body)) <= most:
                self._count(len(body) if len(body) > SMALL else 0)
                while self.counted.long > 2 * limits.file:
                    goes = waiting_longest(each for each in self.counted.all if each.long) or self
                    goes.refuse("too-many-connections", goes.cycle)
                    goes._count(0)
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message["body"]
                if not message["more_body"] and len(body) <= most:
                    return bytes(body)
            self.refuse("body-too-large", scope["cycle"], limit=most)
            return None
        finally:
            self._count(0)


def _head_problem_slug(address: bytes, headers: list[tuple[bytes, bytes]], version: str) -> str:
    """The slug of the problem with a request's head; empty if it is good. HTTP/1.1 requires exactly
    one host (RFC 9112, 3.2); the only supported transfer coding is chunked."""
    if len(address) + sum(len(name) + len(value) for name, value in headers) > HEAD_MOST:
        return "head-too-long"
    hosts = sum(name == b"host" for name, _ in headers)
    coded = any(
        name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in headers
    )
    return "bad-request" if coded or hosts > 1 or (not hosts and version == "1.1") else ""


def _problem_bytes(problem: Problem) -> bytes:
    body, status = msgspec.json.encode(problem.body("en")), problem.kind.status
    fixed = {
        "Content-Type": TYPE,
        "Content-Language": "en",
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    headers = [*fixed.items(), ("Content-Length", len(body)), *HEADERS, NOTHING]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {HTTP_STATUS_CODES[status]}\r\n{lines}\r\n".encode("latin-1") + body
