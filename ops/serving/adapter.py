"""The WSGI application behind an asynchronous server: each request is read whole, then answered by one of a pool of threads."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextvars import copy_context
from functools import lru_cache, partial
from io import BytesIO
from queue import SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import unquote_to_bytes

from api.live.streams import STREAM
from ops.serving.broadcast import Broadcast
from ops.serving.connections import Connection

PIECE = 1_048_576
"""Bytes of a long answer that are made before its reader has taken those before."""
PROXIES = frozenset(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").split(","))
"""Addresses of proxies that may say, by `X-Forwarded-Proto`, that they were asked through TLS; `*`: all."""

Environ = dict[str, Any]
WSGI = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Threads:
    """Threads that answer, started when they are needed, so many at most. All but the calls belongs to the loop."""

    def __init__(self, most: int) -> None:
        self._most, self._started, self._busy = most, 0, 0
        self._calls: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()

    def run(self, call: Callable[[], Any]) -> asyncio.Future[Any]:
        """Have a thread call something; its answer."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        if self._busy == self._started < self._most:
            Thread(target=self._work, args=(loop,), name=f"web-{self._started + 1}", daemon=True).start()
            self._started += 1
        self._busy += 1
        self._calls.put((call, answer))
        return answer

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            call, answer = self._calls.get()
            try:
                settle, result = answer.set_result, call()
            except BaseException as e:  # noqa: BLE001  `SystemExit` too: a thread that ended would be missing for good
                settle, result = answer.set_exception, e if not isinstance(e, StopIteration) else RuntimeError(repr(e))
            loop.call_soon_threadsafe(self._answered, answer, settle, result)
            del call, answer, settle, result

    def _answered(self, answer: asyncio.Future[Any], settle: Callable[[Any], None], result: Any) -> None:
        self._busy -= 1
        if not answer.cancelled():
            settle(result)


class Answer:
    """An answer of the application, as far as it was made. Its methods run in threads, one at a time."""

    def __init__(self, application: WSGI, environ: Environ) -> None:
        self._application, self._environ = application, environ
        self._pieces: Iterable[bytes] = ()
        self._rest: Iterator[bytes] | None = None
        self.status, self.headers, self.body = 500, list[tuple[bytes, bytes]](), b""
        self.whole = False
        """Whether `body` is the last piece."""

    def start(self, status: str, headers: list[tuple[str, str]], *_: object) -> None:
        """Take note of the head, as WSGI has it."""
        self.status = int(status[:3])
        self.headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    def make(self) -> None:
        """Make the next `PIECE` bytes of the body, or its end."""
        if self._rest is None:
            self._pieces = self._application(self._environ, self.start)
            self._rest = iter(self._pieces)
        ready, size = list[bytes](), 0
        for piece in self._rest:
            ready.append(piece)
            size += len(piece)
            if size >= PIECE:
                break
        else:
            self.close()
        self.body = ready[0] if len(ready) == 1 else b"".join(ready)

    def close(self) -> None:
        """End it."""
        if not self.whole:
            self.whole = True
            if hasattr(self._pieces, "close"):
                self._pieces.close()


class Adapter:
    """The application, as uvicorn calls it."""

    def __init__(self, application: WSGI, threads: int, broadcast: Broadcast) -> None:
        self._application, self._broadcast = application, broadcast
        self._threads = Threads(threads)

    async def __call__(self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Awaitable[None]]) -> None:
        """Answer a request."""
        connection: Connection = scope["connection"]
        cycle = scope["cycle"]
        body = await connection.body(scope, receive) if cycle.more_body or cycle.body else b""
        if body is None:
            return
        environ = environ_of(scope, body)
        answer = Answer(self._application, environ)
        make = partial(copy_context().run, answer.make)
        await self._threads.run(make)
        stream = environ[STREAM]
        unframed = scope["http_version"] == "1.0" and (stream is not None or not answer.whole)
        if unframed:  # such a client knows no chunks: the answer ends with the connection
            cycle.chunked_encoding, cycle.expected_content_length = False, sys.maxsize
        if stream is not None:
            cycle.keep_alive = False
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if stream is not None:
            await self._broadcast.follow(stream, connection, send)
        try:
            while not answer.whole and not connection.lost:
                await send({"type": "http.response.body", "body": answer.body, "more_body": True})
                await self._threads.run(make)
        finally:
            if not answer.whole:
                await self._threads.run(answer.close)
        if unframed:
            cycle.expected_content_length = len(answer.body)
        await send({"type": "http.response.body", "body": answer.body})


@lru_cache(256)
def _key(name: bytes) -> str:
    """The name of a header in an environment."""
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def environ_of(scope: Any, body: bytes) -> Environ:
    """The environment of a request (PEP 3333). A header whose name has a `_` is left out: it could pass for another."""
    path, query = scope["raw_path"], scope["query_string"]
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "RAW_URI": (path + b"?" + query if query else path).decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        STREAM: None,
    }
    for name, value in scope["headers"]:
        if b"_" not in name:
            key, text = _key(name), value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    if environ.get("HTTP_X_FORWARDED_PROTO") == "https" and not PROXIES.isdisjoint(("*", client[0])):
        environ["wsgi.url_scheme"] = "https"
    return environ
