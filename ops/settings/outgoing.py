"""Connections to other services: always to the address that their name was resolved to first."""

from __future__ import annotations

import socket
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult

UNREACHABLE = (OSError, HTTPException, UnicodeError)
"""What goes wrong while somebody is asked: a name that can be none is refused by the codec that looks it up."""


class OneServer:
    """Connects to a name's address, and from then on to that same one. Between two look-ups a name can come to mean another server:
    it would serve the rest of somebody else's log, or be sent a link that another was given."""

    def __init__(self) -> None:
        self._at: tuple[str, int] | None = None

    def __call__(
        self, address: tuple[str, int], timeout: float | None = None, source_address: tuple[str, int] | None = None
    ) -> socket.socket:
        """A connection, in the place of `socket.create_connection`; raises `OSError`, and `UnicodeError` for what is no name."""
        found = socket.create_connection(self._at or address, timeout, source_address)
        self._at = found.getpeername()[:2]
        return found


def connection(parts: SplitResult, seconds: float, server: OneServer | None = None) -> HTTPConnection:
    """A connection to the host of an address, made when it is first used; each step of a request may take so long. TLS is held
    against the name, whatever `server` connects to. Raises `HTTPException` for what can be no host."""
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    made = kind(parts.hostname or "", parts.port, timeout=seconds)
    if server is not None:
        made._create_connection = server  # type: ignore[attr-defined]  # where the library has it replaced
    return made
