"""From a write's answer to its event at a few who follow the game."""

import socket
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep

import msgspec

from tests.bench.measure import Row, percentile
from tests.bench.table import TITLE
from tests.builders.servers import Server

PACE = 0.02
"""Seconds between two writes, on average: irregular, so that no rhythm of the service is met by
chance."""


class Connection:
    """One HTTP/1.1 connection that is kept open; it reads answers with a Content-Length and nothing
    more."""

    def __init__(self, port: int, key: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"Host: localhost\r\nAuthorization: Bearer {key}\r\nAccept: application/json\r\n"
        )

    def send(
        self, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> tuple[int, bytes]:
        sized = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._socket.sendall(
            f"{method} {path} HTTP/1.1\r\n{self._head}{headers}{sized}\r\n".encode() + body
        )
        return self._answer()

    def _answer(self) -> tuple[int, bytes]:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, rest = data.partition(b"\r\n\r\n")
        sizes = [
            int(line[15:])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        ]
        length = sizes[0] if sizes else 0  # 204 has none
        while len(rest) < length:
            rest += self._more()
        return int(head[9:12]), rest

    def _more(self) -> bytes:
        data = self._socket.recv(65_536)
        if not data:
            raise ConnectionError("the service closed the connection")
        return data

    def close(self) -> None:
        self._socket.close()


class Subscriber:
    def __init__(self, port: int, key: str, game: str, last: int) -> None:
        self.came: dict[int, float] = {}
        self._last = last
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        request = (
            f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
            f"Bearer {key}\r\n\r\n"
        )
        self._socket.sendall(request.encode())
        self._lines = self._socket.makefile("rb")
        while not self._lines.readline().startswith(b"id:"):  # the stream has begun
            pass
        self._thread = Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        for line in self._lines:
            if line.startswith(b"id: "):
                seq = int(line[4:])
                self.came[seq] = perf_counter()
                if seq == self._last:
                    return

    def done(self) -> dict[int, float]:
        self._thread.join()
        self._lines.close()
        self._socket.close()
        return self.came


def latency(folder: Path, writes: int, subscribers: int, processes: int) -> Row:
    """Remarks, one after the other, to a game that some follow; the streams are spread over the web
    processes."""
    data = folder / f"live-{processes}"
    with Server(
        data, GREFFE_DEMO="no", GREFFE_LOG="warning", GREFFE_WORKERS=str(processes)
    ) as server:
        port, key = int(server.address.rpartition(":")[2]), server.key
        writer, rng, game, answered = Connection(port, key), Random(1), "", {}
        status, answer = writer.send(
            "POST",
            "/api/v1/games",
            msgspec.json.encode({"ruleset": TITLE}),
            "Idempotency-Key: game\r\n",
        )
        if status != 201:
            raise RuntimeError(answer.decode())
        game = msgspec.json.decode(answer)["id"]
        listening = [Subscriber(port, key, game, writes + 1) for _ in range(subscribers)]
        for seq in range(1, writes + 1):
            sleep(rng.uniform(0, 2 * PACE))
            headers = f'If-Match: "{seq}"\r\nIdempotency-Key: note-{seq}\r\n'
            status, answer = writer.send(
                "POST", f"/api/v1/games/{game}/notes", b'{"text": "hm"}', headers
            )
            answered[seq + 1] = perf_counter()
            if status != 201:
                raise RuntimeError(answer.decode())
        behind = [
            max(0.0, came - answered[seq])
            for watcher in listening
            for seq, came in watcher.done().items()
        ]
        writer.close()
    where = "one web process" if processes == 1 else f"{processes} web processes"
    detail = (
        f"{subscribers} subscribers, {1 / PACE:.0f} writes/s, median "
        f"{percentile(behind, 0.5) * 1e3:.1f} ms"
    )
    what = f"from an answer to its event at a subscriber, {where}, p99"
    return Row(what, percentile(behind, 0.99) * 1e3, "ms", 50, at_least=False, detail=detail)


def live(folder: Path, writes: int, subscribers: int = 8) -> list[Row]:
    return [latency(folder, writes, subscribers, processes) for processes in (1, 2)]
