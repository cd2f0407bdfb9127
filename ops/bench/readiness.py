"""`/readyz` under load: beside idle and half-sent connections, a slow reader, eight clients that write."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection as ConnectionOf
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import msgspec

from ops.bench.measure import Row, percentile
from ops.bench.server import Connection, serving
from ops.serving.listening import open_files

REACH = 100.0
"""Milliseconds within which it is to answer."""
WRITERS = 8


def readiness(folder: Path, idle: int = 1_000, seconds: float = 20.0) -> list[Row]:
    """Asked for so long while nothing else happens, and as long beside `idle` connections of which every second has sent half a
    request, a client that reads the largest page of the service a byte at a time, and clients that write as fast as they may."""
    data = folder / "readiness"
    data.mkdir()
    open_files(idle + 500)
    with serving(data, GREFFE_OPERATOR_RATE="off") as (port, key):
        alone = _asked(port, seconds)
        with ExitStack() as stack:
            for n in range(idle):
                stack.callback(idler(port, n).close)
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            slow.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            stop, written = Event(), [0] * WRITERS
            threads = [Thread(target=_write, args=(port, key, n, stop, written)) for n in range(WRITERS)]
            for one in threads:
                one.start()
            beside = _asked(port, seconds, slow)
            stop.set()
            for one in threads:
                one.join()
    middle = f"median {percentile(beside, 0.5) * 1e3:.1f} ms, p99 {percentile(beside, 0.99) * 1e3:.1f} ms"
    detail = f"{len(beside)} asked, {middle}; {idle:,} idle or half-sent connections, {sum(written) / seconds:,.0f} writes a second"
    return [
        Row("/readyz, slowest while nothing else happens", max(alone) * 1e3, "ms", detail=f"{len(alone)} asked"),
        Row("/readyz, slowest beside all that", max(beside) * 1e3, "ms", REACH, at_least=False, detail=detail),
    ]


def idler(port: int, n: int) -> socket.socket:
    """A connection that sends nothing, or half of a request; a hundred from each address."""
    one = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(f"127.0.0.{2 + n // 100}", 0))
    if n % 2:
        one.sendall(b"GET /readyz HTTP/1.1\r\nHost: a\r\nX-Never: ")
    return one


@contextmanager
def asking(port: int) -> Iterator[list[float]]:
    """Ask `/readyz` all the while, each time on a connection of its own, from a process of its own: threads that write would hold
    up the one that asks. The seconds that each answer took are there at the end."""
    took: list[float] = []
    here, there = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_ask, args=(port, there))
    process.start()
    here.recv()
    try:
        yield took
    finally:
        here.send(None)
        took += here.recv()
        process.join()


def _ask(port: int, there: ConnectionOf[object, object]) -> None:
    """Ask until told to stop, once at least, and tell how long each answer took."""
    took = list[float]()
    there.send(None)
    while not (took and there.poll(0.05)):
        begin = monotonic()
        connection = Connection(port, "")
        connection.send("GET", "/readyz")
        connection.close()
        took.append(monotonic() - begin)
    there.send(took)


def _asked(port: int, seconds: float, slow: socket.socket | None = None) -> list[float]:
    """What `/readyz` took for so long; meanwhile a slow reader takes a byte now and then."""
    with asking(port) as took:
        end = monotonic() + seconds
        while monotonic() < end:
            Event().wait(0.05)
            if slow is not None:
                slow.recv(1)
    return took


def _write(port: int, key: str, n: int, stop: Event, written: list[int]) -> None:
    """Write into a game until told to stop; counts what was recorded."""
    connection = Connection(port, key)
    body = msgspec.json.encode({"ruleset": "northgard-training"})
    _, opened = connection.send("POST", "/api/v1/games", body, f"Idempotency-Key: ready-{n}\r\n")
    game, seq = msgspec.json.decode(opened)["id"], 1
    while not stop.is_set():
        headers = f'If-Match: "{seq}"\r\nIdempotency-Key: {n}-{seq}\r\n'
        status, said = connection.send("POST", f"/api/v1/games/{game}/notes", b'{"text":"ready?"}', headers)
        if status != 201:
            raise RuntimeError(said.decode())
        seq += 1
        written[n] += 1
    connection.close()
