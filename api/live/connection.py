"""One server-sent-events connection: waiting for news and for the reader at once.

A stream keeps a thread of the web server. So the thread must be free soon after its reader has gone, must never hang in a write
to a reader who reads no more, and must hear of news and of the server's stop at once. All that is one `poll` on two files: a pipe
that wakes it, and the connection. gunicorn hands the connection over as `gunicorn.socket`; without one (the test client) only
the pipe is there, and a reader who has gone is found out when a write fails.
"""

from __future__ import annotations

import os
import select
import socket
from contextlib import suppress
from threading import Lock
from typing import Any, Literal

PIECE = 16_384
"""Bytes written at a time: less than is free in a connection that says it can be written to, so that no write waits."""

BUFFER = 262_144
"""Bytes that the kernel keeps for a reader who is slow; then the stream waits."""

HUNG_UP = getattr(select, "POLLRDHUP", 0)
"""The reader sends no more: mostly it is gone, but it may only have closed its half. Where the system does not tell, a write that
fails does."""

BROKEN = select.POLLERR | select.POLLHUP | select.POLLNVAL

Heard = Literal["news", "ready", "quiet", "hung up", "gone"]


class Line:
    """One reader's connection. Used by the one thread of its stream, but for `wake`."""

    def __init__(self, connection: socket.socket | None, silence: float) -> None:
        """`silence`: seconds after which a reader whose machine answers nothing at all counts as gone."""
        self._connection = connection
        self._lock = Lock()
        self._reads, self._wakes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self._wakes, False)
        self._open = True
        self._woken = False
        self._watched = HUNG_UP
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
            if connection.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(silence * 1000))

    def wake(self) -> None:
        """Wake the stream; from any thread, also after it has ended."""
        with self._lock:
            if self._open:
                with suppress(BlockingIOError):  # it was woken so often already that the pipe is full
                    os.write(self._wakes, b"!")

    def wait(self, seconds: float) -> Heard:
        """Wait so long for something to happen: `news`, or that the reader has `hung up` (told once) or is `gone`; or `quiet`."""
        found, _ = self._poll(0.0 if self._woken else seconds, self._watched)
        if found & BROKEN:
            return self._gone()
        if self._woken:
            self._woken = False
            return "news"
        if found & HUNG_UP:
            self._watched = 0
            return "hung up"
        return "quiet"

    def ready(self, seconds: float) -> Heard:
        """Wait until `PIECE` bytes can be written without waiting (`ready`), so long at most (`quiet`); or hear that there is
        `news` (once; `wait` will tell it as well), or that the reader is `gone`."""
        if self._connection is None:
            return "ready"
        found, woken = self._poll(seconds, select.POLLOUT)
        if found & BROKEN:
            return self._gone()
        if found & select.POLLOUT:
            return "ready"
        return "news" if woken else "quiet"

    def hang_up(self) -> None:
        """Take no further request on this connection: the server stops, and would wait for one."""
        if self._connection is not None:
            with suppress(OSError):  # the reader was faster
                self._connection.shutdown(socket.SHUT_RD)

    def close(self) -> None:
        """Close the pipe and the poll; the connection belongs to the server."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._reads)
                os.close(self._wakes)

    def _poll(self, seconds: float, wanted: int) -> tuple[int, bool]:
        """What the connection says within so many seconds, or sooner if somebody wakes the stream; and whether somebody did."""
        poll = select.poll()
        poll.register(self._reads, select.POLLIN)
        if self._connection is not None:
            poll.register(self._connection, wanted)
        found = dict(poll.poll(max(0.0, seconds) * 1000))
        woken = found.pop(self._reads, 0) != 0
        if woken:
            os.read(self._reads, 65_536)
            self._woken = True
        return next(iter(found.values()), 0), woken

    def _gone(self) -> Heard:
        """The reader is gone. The error is taken off the connection, so that the server's own last write finds it closed and says
        nothing of it."""
        connection: Any = self._connection
        with suppress(OSError):
            connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        return "gone"
