"""The web process: uvicorn's event loop reads whole requests and sends live streams; the
application answers in threads.

    python -m ops.serving.web fd://N | HOST:PORT

`fd://N` is a listening socket that the process inherited.
"""

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from logging import DEBUG
from types import FrameType

import structlog
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from api.web.request.service import EXTENSION, Service
from domain.game.clerk.clerk import Clerk
from ops.serving.adapter import AsgiAdapter
from ops.serving.broadcast import Broadcast
from ops.serving.connections import IDLE, Connection, CountedConnections, Limits
from ops.serving.wsgi import TRACING, app
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.settings.listening import listen, raise_file_limit
from ops.settings.process import TRIM, return_free_memory, still_over_after_release, tune_allocator
from ops.settings.tracing import StepNotes

PROXIES = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
"""Addresses of proxies that are trusted to name the client and TLS; `*`: all."""
RESERVED = 512
"""Open files that are not connections: the store's and the log's."""
GRACEFUL = 5
"""Seconds that running answers may take when the process stops."""
TICK = 1.0
"""Seconds between two checks of memory and of late connections."""
GARBAGE = (10_000, 10, 10)
"""Thresholds of the garbage collector: a collection over the games in memory takes as long as many
answers."""


class Server(uvicorn.Server):
    """uvicorn's server, changed to end live streams before it waits for running requests."""

    def __init__(
        self, config: uvicorn.Config, counted: CountedConnections, broadcast: Broadcast
    ) -> None:
        super().__init__(config)
        self._counted, self._broadcast = counted, broadcast
        self._woken: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        """Run until the server should exit. uvicorn's own loop checks ten times a second; this one
        is woken by a signal."""
        told, loop = asyncio.Event(), asyncio.get_running_loop()
        self._woken = partial(loop.call_soon_threadsafe, told.set)
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), TICK)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._woken()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._counted.stopping = True
        self._broadcast.stop()
        await super().shutdown(sockets)


def serve(settings: Settings, listener: socket.socket) -> None:
    tune_allocator()
    application = app()
    service: Service = application.extensions[EXTENSION]
    files = settings.connections + settings.streams + RESERVED
    connections = max(64, settings.connections - files + raise_file_limit(files))
    if connections < settings.connections:
        structlog.get_logger("greffe.web").warning(
            "few files may be open: fewer connections", connections=connections
        )
    limits = Limits(connections, settings.body_limit, settings.import_limit)
    tracing = application.extensions[TRACING]
    steps = StepNotes("live", service.recorder, tracing, DEBUG)
    broadcast = Broadcast(service.streams, steps if steps.listened_to else None)
    adapter = AsgiAdapter(application.wsgi_app, settings.threads, broadcast, service.may_import)
    counted = CountedConnections(
        limits, ProxyHeadersMiddleware(adapter, PROXIES).trusted_hosts.__contains__
    )
    config = uvicorn.Config(
        adapter,
        http=type("CountedConnection", (Connection,), {"counted": counted}),
        loop="uvloop",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=PROXIES,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=GRACEFUL,
        timeout_notify=0,
    )
    gc.set_threshold(*GARBAGE)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(
            number, lambda *_: None
        )  # uvicorn raises the signal once more when it has stopped
    server = Server(config, counted, broadcast)

    trimmed = 0.0

    async def look() -> None:
        nonlocal trimmed
        now = asyncio.get_running_loop().time()
        counted.end_overdue(now)
        if now > trimmed + TRIM:
            trimmed = now
            await asyncio.to_thread(return_free_memory)
        server.should_exit |= still_over_after_release(
            settings.memory, service.of(Clerk).game_repository.release
        )

    config.callback_notify = look
    server.run([listener])
    adapter.threads.close()
    service.streams.news.close()
    if tracing is not None:
        tracing.close()


def main() -> None:
    settings = Settings.load(os.environ)
    try:
        host, _, port = sys.argv[1].rpartition(":")
        handed = port.startswith("//")
        serve(
            settings,
            socket.socket(fileno=int(port[2:])) if handed else listen(host.strip("[]"), int(port)),
        )
    except Trouble as e:
        print(f"greffe: {e}", file=sys.stderr)
        sys.exit(e.code)


if __name__ == "__main__":
    main()
