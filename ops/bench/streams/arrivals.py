"""When data arrived, by the kernel's own clock: `SO_TIMESTAMPNS`, of which Linux notes one for what TCP received, too.

A client that reads late would otherwise take its own lateness for the service's. Bytes of several segments that are read together
carry the time of the last, so what is measured is never too short.
"""

from __future__ import annotations

import socket
import sys
from struct import Struct
from time import time_ns

from ops.bench.server import Connection

_SO_TIMESTAMPNS = 35
"""Of Linux (`asm-generic/socket.h`); Python names it from 3.14 on."""
_TIME = Struct("@qq")
_ROOM = socket.CMSG_SPACE(_TIME.size) if hasattr(socket, "CMSG_SPACE") else 0
STAMPS = sys.platform == "linux"
"""Whether the kernel notes when data came; elsewhere the time of reading is taken."""


def stamp(connection: socket.socket) -> socket.socket:
    """Have the kernel note from now on when data arrives on a connection, which is answered."""
    if STAMPS:
        connection.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
    return connection


def receive(connection: socket.socket, most: int = 65_536) -> tuple[bytes, int]:
    """The next bytes of a stamped connection, none at its end, and when the last of them arrived (`time_ns`)."""
    if not STAMPS:
        return connection.recv(most), time_ns()
    data, beside, _, _ = connection.recvmsg(most, _ROOM)
    for level, kind, said in beside:
        if (level, kind) == (socket.SOL_SOCKET, _SO_TIMESTAMPNS):
            seconds, nanoseconds = _TIME.unpack(said)
            return data, seconds * 1_000_000_000 + nanoseconds
    return data, time_ns()  # the end of a connection has none


class Stamped(Connection):
    """A connection that knows when its last answer arrived."""

    def __init__(self, port: int, key: str) -> None:
        super().__init__(port, key)
        stamp(self._socket)
        self.arrived = 0
        """When the answer that was read last arrived (`time_ns`)."""

    def _more(self) -> bytes:
        data, self.arrived = receive(self._socket)
        if not data:
            raise ConnectionError("the service closed the connection")
        return data
