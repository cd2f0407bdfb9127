"""A host name that leads to another server at each look-up, and servers at the same port of several
addresses of this machine."""

import socket
from collections.abc import Callable
from random import SystemRandom
from typing import Any

import pytest

FIRST, SECOND = "127.0.0.1", "127.0.0.2"


def move_host(monkeypatch: pytest.MonkeyPatch, name: str, *addresses: str) -> Callable[[], int]:
    """Have each look-up of a name give the next of these addresses, and then always the last.
    Returns a function that counts the look-ups."""
    real, made = socket.getaddrinfo, 0

    def look_up(host: str, port: int, *rest: Any, **more: Any) -> Any:
        nonlocal made
        if host != name:
            return real(host, port, *rest, **more)
        made += 1
        return real(addresses[min(made, len(addresses)) - 1], port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return lambda: made


PORTS = range(10_000, 32_000)
"""Ports outside of the system's automatic range: a port in that range could be taken before a
server listens on it."""


def free_port() -> int:
    for port in SystemRandom().sample(PORTS, len(PORTS)):
        try:
            with socket.create_server((FIRST, port)), socket.create_server((SECOND, port)):
                return port
        except OSError:
            continue
    raise AssertionError("no port is free")
