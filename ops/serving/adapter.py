"""Runs a WSGI application behind an asynchronous server: each request is read completely and then
answered by a thread of a pool."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import nullcontext
from contextvars import copy_context
from functools import lru_cache, partial
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from api.web.live.streams import STREAM
from ops.serving.broadcast import Broadcast
from ops.serving.compression import HeaderList, compressed
from ops.serving.connections import IMPORT, SMALL, Connection
from ops.serving.threads import ThreadPool

PIECE = 1_048_576
"""Bytes of a long answer that are prepared ahead of the reader."""

AT_ONCE = 2
"""The most requests with long bodies that are answered at the same time, since each needs many
times its size in memory."""

Environ = dict[str, Any]
WSGI = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


def body_pieces(
    application: WSGI, environ: Environ, start: Callable[..., None]
) -> Generator[tuple[bytes, bool], None, None]:
    """Yield the body of an application's answer in pieces of at least `PIECE` bytes, the last one
    smaller, each as (bytes, whether another piece follows)."""
    made = application(environ, start)
    try:
        ready, size = list[bytes](), 0
        for piece in made:
            ready.append(piece)
            size += len(piece)
            if size >= PIECE:
                yield b"".join(ready), True
                ready, size = [], 0
    finally:
        if hasattr(made, "close"):
            made.close()
    yield b"".join(ready), False


class AsgiAdapter:
    def __init__(
        self,
        application: WSGI,
        threads: int,
        broadcast: Broadcast,
        may_import: Callable[[Environ], bool] = lambda _: True,
    ) -> None:
        """`threads`: the size of the pool. `broadcast` sends live streams. `may_import`: whether
        the sender of a request may import files; if not, its body is not read."""
        self._application, self._broadcast = application, broadcast
        self.threads, self._may_import = ThreadPool(threads), may_import
        self._long = asyncio.Semaphore(AT_ONCE)

    async def __call__(
        self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        connection: Connection = scope["connection"]
        cycle = scope["cycle"]
        run = self.threads.run
        if scope["path"] == IMPORT and not await run(
            partial(self._may_import, environ_of(scope, b""))
        ):
            body: bytes | None = connection.skip_body()
        else:
            body = await connection.body(scope, receive) if cycle.more_body or cycle.body else b""
        if body is None:
            return
        environ, head = environ_of(scope, body), dict[str, Any](type="http.response.start")

        def start(status: str, headers: HeaderList, *_: object) -> None:
            head.update(status=int(status[:3]), headers=headers)

        def begin() -> tuple[bytes, bool]:
            piece, more = next(answer)
            headers = head["headers"]
            if piece and not more:
                headers, piece = compressed(environ.get("HTTP_ACCEPT_ENCODING", ""), headers, piece)
            head["headers"] = [
                (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ]
            return piece, more

        answer, context = body_pieces(self._application, environ, start), copy_context()
        async with self._long if len(body) > SMALL else nullcontext():
            piece, more = await run(partial(context.run, begin))
        following = partial(context.run, next, answer)
        stream = environ[STREAM]
        unframed = scope["http_version"] == "1.0" and (more or stream is not None)
        if unframed:  # such a client knows no chunks: the answer ends with the connection
            cycle.chunked_encoding, cycle.expected_content_length = False, sys.maxsize
        cycle.keep_alive &= stream is None and not connection.refused
        await send(head)
        cycle.keep_alive |= connection.refused  # it ends as those that are refused do
        if stream is not None:
            await self._broadcast.follow(stream, connection, send)
        try:
            while more and not cycle.disconnected:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece, more = await run(following)
        finally:
            if more:
                await run(answer.close)
        if unframed:
            cycle.expected_content_length = len(piece)
        await send({"type": "http.response.body", "body": piece})


@lru_cache(256)
def _environ_key(name: bytes) -> str:
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def environ_of(scope: Any, body: bytes) -> Environ:
    """The WSGI environment of a request (PEP 3333) from its ASGI scope. Headers with `_` in their
    names are left out, because they could be mistaken for others."""
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0] if scope["server"] else "",
        "SERVER_PORT": str(scope["server"][1]) if scope["server"] else "0",
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
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
            key, text = _environ_key(name), value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
