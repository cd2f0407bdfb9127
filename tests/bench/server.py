"""The service itself, started on a data folder of the benchmark's own, and a client that costs little."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 60
"""Seconds the service has to become ready."""


class Connection:
    """One HTTP/1.1 connection that is kept open; it reads answers with a Content-Length and nothing more."""

    def __init__(self, port: int, key: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = f"Host: localhost\r\nAuthorization: Bearer {key}\r\nAccept: application/json\r\n"

    def send(self, method: str, path: str, body: bytes = b"", headers: str = "") -> tuple[int, bytes]:
        """One request; the status and the body of its answer."""
        sized = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._socket.sendall(f"{method} {path} HTTP/1.1\r\n{self._head}{headers}{sized}\r\n".encode() + body)
        return self._answer()

    def _answer(self) -> tuple[int, bytes]:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, rest = data.partition(b"\r\n\r\n")
        sizes = [int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
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
        """Close the connection."""
        self._socket.close()


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[tuple[int, str]]:
    """The service on a free port over a data folder, with more settings by their variables: its port and the operator's key."""
    port = _free_port()
    log = (folder.parent / f"{folder.name}.log").open("wb")
    command = [sys.executable, "-m", "ops.cli", "serve", "--port", str(port), "--data", str(folder)]
    env = {**os.environ, "GREFFE_DEMO": "no", "GREFFE_LOG": "warning", **settings}
    with log, subprocess.Popen(command, stdout=log, stderr=log, env=env) as process:
        try:
            yield port, _ready(port, folder, process)
        finally:
            process.send_signal(signal.SIGTERM)


def _ready(port: int, folder: Path, process: subprocess.Popen[bytes]) -> str:
    until = monotonic() + PATIENCE
    while monotonic() < until and process.poll() is None:
        try:
            connection = Connection(port, "")
            status, _ = connection.send("GET", "/readyz")
            connection.close()
        except OSError:
            status = 0
        if status == 200:
            return (folder / "operator.key").read_text().strip()
        sleep(0.05)
    raise RuntimeError(f"the service did not start: see {folder}.log")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
