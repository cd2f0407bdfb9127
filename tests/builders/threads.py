"""What runs in a thread of its own for as long as a test has it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Event, Thread
from typing import Any

from tests.builders.servers import joined


@contextmanager
def running(
    *runs: Callable[..., object], rein: Any = None, wake: Callable[[], object] = int
) -> Iterator[None]:
    """What runs until an event is set, from now on; `wake` has it look whether that is so."""
    stop, more = Event(), {} if rein is None else {"rein": rein}
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
