"""The listening socket, the banner that a server prints when it has started, and the limit of open
files."""

import errno
import resource
import socket
from collections.abc import Iterator, Sequence

from domain.kernel.text import Lang, Text
from ops.settings.errors import CannotServe, reason

TAKES = 30.0
"""Seconds after which the kernel closes a connection whose client does not accept the data sent."""

_UNUSABLE = {
    errno.EADDRINUSE: Text(
        "Port {port} is in use on {host}: stop what serves there, or choose another with --port."
    ),
    errno.EACCES: Text(
        "Port {port} needs more rights than this user has: choose one above 1023 with --port."
    ),
    errno.EADDRNOTAVAIL: Text("This machine has no address {host}: choose another with --host."),
}
_CLOSED = Text("Port {port} on {host} cannot be opened: {why}.")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on a host and port. Raises `CannotServe` with the reason."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=1024)
    except socket.gaierror:
        raise CannotServe(
            Text(
                "The host {host} is not known: choose an address of this machine with --host.",
                host=host,
            )
        ) from None
    except OSError as e:
        known = _UNUSABLE.get(e.errno or 0, _CLOSED)
        raise CannotServe(known.filled({"port": port, "host": host, "why": reason(e)})) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections have it from the listener
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1_000 * TAKES))
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """The URL of a server: `host` with the port of its listening socket."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def banner_lines(head: Text, rows: Sequence[tuple[Text, str]], lang: Lang) -> Iterator[str]:
    """The lines that a server prints when it has started. `rows`: names and values, printed as two
    columns."""
    width = max(len(name.to(lang)) for name, _ in rows)
    yield head.to(lang)
    for name, value in rows:
        yield f"  {name.to(lang):{width}}  {value}"
    yield Text("Ctrl-C stops it.").to(lang)


def raise_file_limit(most: int) -> int:
    """Raise this process's limit of open files to `most`, as far as the system allows. Returns the
    limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
