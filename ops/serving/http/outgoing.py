"""Outgoing bytes: written as far as the connection takes them, and kept for later where it takes no more.

A thread that answers never waits for a slow client: what is left over is sent by the worker's loop (`ops/serving/worker.py`).
Only an answer that is made piece by piece, an export for one, waits between its pieces once much is left over.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from time import monotonic

from ops.serving.http.intake import GRACE, LEAST

MUCH = 1_048_576
"""Bytes left over, after which a thread waits before it makes more."""


class TooSlow(OSError):
    """The reader takes bytes more slowly than the least rate."""


class Outgoing:
    """The output side of one connection; takes the place of its socket where gunicorn writes an answer."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._ready: list[bytes] = []
        self._left: deque[memoryview] = deque()
        self._size = 0
        self._began = self._sent = 0.0

    @property
    def left(self) -> int:
        """Bytes that the connection did not take yet."""
        return self._size

    @property
    def due(self) -> float:
        """When what is left over has to be further, on the monotonic clock."""
        return self._began + GRACE + self._sent / LEAST

    def sendall(self, data: bytes) -> None:
        """Have bytes sent with the next `flush`: head and body in one piece."""
        self._ready.append(data)

    def flush(self) -> None:
        """Send as much as the connection takes; waits for a slow reader only once `MUCH` is left over."""
        if self._ready:
            data = self._ready[0] if len(self._ready) == 1 else b"".join(self._ready)
            self._ready.clear()
            if not self._left:
                self._began, self._sent = monotonic(), 0.0
            self._left.append(memoryview(data))
            self._size += len(data)
        self.push()
        while self._size > MUCH:
            self._wait()
            self.push()

    def taken(self) -> bytes:
        """What would be sent with the next `flush`, for somebody else to send."""
        data = b"".join(self._ready)
        self._ready.clear()
        return data

    def push(self) -> None:
        """Send what is left over, as far as it goes."""
        while self._left:
            piece = self._left[0]
            try:
                sent = self._connection.send(piece)
            except BlockingIOError:
                return
            self._size -= sent
            self._sent += sent
            if sent < len(piece):
                self._left[0] = piece[sent:]
            else:
                self._left.popleft()

    def _wait(self) -> None:
        left = self.due - monotonic()
        poll = select.poll()
        poll.register(self._connection, select.POLLOUT)
        if left <= 0 or not poll.poll(left * 1000):
            raise TooSlow
