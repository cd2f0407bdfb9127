"""The listening socket, and how many files a process may have open."""

import errno
import resource
import socket

from ops.settings.errors import CannotServe

TAKES = 30.0
"""Seconds after which the kernel closes a connection whose client does not read what was sent."""


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises `CannotServe` with the reason."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=1024)
    except socket.gaierror:
        raise CannotServe(
            f"The host {host} is not known: choose an address of this machine with --host."
        ) from None
    except OSError as e:
        why = {
            errno.EADDRINUSE: f"Port {port} is in use on {host}: stop what serves there, or "
            f"choose another with --port.",
            errno.EACCES: f"Port {port} needs more rights than this user has: choose one above "
            f"1023 with --port.",
            errno.EADDRNOTAVAIL: f"This machine has no address {host}: choose another with --host.",
        }
        raise CannotServe(
            why.get(e.errno or 0, f"Port {port} on {host} cannot be opened: {e.strerror}.")
        ) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections have it from the listener
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1_000 * TAKES))
    return listener


def open_files(most: int) -> int:
    """The number of files this process may open, after raising the limit towards `most`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
