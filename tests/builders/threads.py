"""Run functions or servers in threads of their own during a test."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseServer
from threading import Event, Thread
from typing import Any

from tests.builders.servers import joined


@contextmanager
def running(
    *runs: Callable[..., object], orders: Any = None, wake: Callable[[], object] = int
) -> Iterator[None]:
    """Run each function in a thread during the `with` block. Each is called with an event, and with
    `orders` if that is given. At the end of the block the event is set, on which the functions have
    to return, and `wake` is called to interrupt those that are waiting."""
    stop, more = Event(), {} if orders is None else {"orders": orders}
    threads = [Thread(target=run, args=(stop,), kwargs=more) for run in runs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        wake()
        joined(*threads)


@contextmanager
def answering(server: BaseServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        joined(thread)


@contextmanager
def serving(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        there: list[socket.socket] = []

        def serve() -> None:
            with suppress(OSError):  # the listener was shut down
                while True:
                    there.append(listener.accept()[0])
                    Thread(target=quietly, args=(there[-1],), daemon=True).start()

        def quietly(sock: socket.socket) -> None:
            with suppress(OSError):  # whoever asked went away
                answer(sock)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        joined(thread)
        for sock in there:
            sock.close()
