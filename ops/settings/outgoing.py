"""Outgoing connections. Each is made to the address that was resolved and checked first, and only
into networks that the operator allows."""

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from typing import Any, NamedTuple, TypeVar
from urllib.parse import SplitResult, urlsplit

LookUp = Callable[..., Sequence[Any]]
"""A function that resolves a name, like `socket.getaddrinfo`."""

UNREACHABLE = (OSError, HTTPException, UnicodeError)
"""The exceptions of a failed request. `UnicodeError`: the host's name is malformed."""


class SameServer:
    """Connects to a host, and from then on always to the same address. Otherwise the name could
    later point to another server, which would send the rest of another log, or receive a link meant
    for the first."""

    def __init__(self) -> None:
        self._at: tuple[str, int] | None = None

    def __call__(
        self,
        address: tuple[str, int],
        timeout: float | None = None,
        source_address: tuple[str, int] | None = None,
    ) -> socket.socket:
        """Connect, like `socket.create_connection`; after the first time `address` is ignored.
        Raises `OSError`, and `UnicodeError` for a malformed name."""
        sock = socket.create_connection(self._at or address, timeout, source_address)
        self._at = sock.getpeername()[:2]
        return sock


def connection(
    parts: SplitResult, seconds: float, server: Callable[..., socket.socket] | None = None
) -> HTTPConnection:
    """A connection to the host of a URL, opened on first use. `seconds`: the time limit of each
    step. `server` opens the socket (None: as usual); TLS verifies the URL's host name in any case.
    Raises `HTTPException` for an impossible host."""
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    made = kind(parts.hostname or "", parts.port, timeout=seconds)
    if server is not None:
        made._create_connection = server  # type: ignore[attr-defined]  # where the library has it replaced
    return made


T = TypeVar("T")


def ask_with_retry(connection: HTTPConnection, ask: Callable[[], T]) -> T:
    """Call `ask`, which uses a connection, and return its result. If it fails on a connection that
    was open before, call it once more on a new one, unless it ran out of time. Any other failure
    closes the connection and raises one of `UNREACHABLE`."""
    for again in (connection.sock is not None, False):
        try:
            return ask()
        except UNREACHABLE as e:
            connection.close()
            if not again or isinstance(e, TimeoutError):
                raise
    raise AssertionError("the second time it answers or raises")


class NotAllowed(OSError):
    """The operator does not allow connections to this address."""


Network = IPv4Network | IPv6Network


class AllowedNetworks:
    """Opens sockets to public internet addresses and to networks that the operator lists. A name is
    resolved once, and the checked address is used. If a name has several addresses, all must be
    allowed: a private one beside a public one may be an attack.

    Requests without TLS are allowed only into the listed networks.
    """

    def __init__(
        self,
        networks: Sequence[Network] = (),
        *,
        plain: bool = False,
        look_up: LookUp = socket.getaddrinfo,
    ) -> None:
        """`plain`: the request has no TLS."""
        self._networks, self._plain, self._look_up = networks, plain, look_up

    def __call__(
        self,
        address: tuple[str, int],
        timeout: float | None = None,
        source_address: tuple[str, int] | None = None,
    ) -> socket.socket:
        return socket.create_connection(
            (self.need_allowed(address), address[1]), timeout, source_address
        )

    def need_allowed(self, address: tuple[str, int]) -> str:
        """Resolve a host and port. Returns the first IP address. Raises `NotAllowed` unless all its
        addresses are allowed, and `OSError` or `UnicodeError` if the name cannot be resolved."""
        host = address[0].rstrip(".")  # a dot at its end makes no other host of it
        addresses = self._look_up(host, address[1], type=socket.SOCK_STREAM)
        literals = [str(address_info[4][0]) for address_info in addresses]
        if not literals or not all(map(self._is_allowed, literals)):
            public = (
                self._plain
                and bool(literals)
                and all(is_public(ip_address(literal.partition("%")[0])) for literal in literals)
            )
            if public:
                raise NotAllowed("its address has to begin with https")
            raise NotAllowed("its address is in a private network, or is none that may be asked")
        return literals[0]

    def _is_allowed(self, literal: str) -> bool:
        ip = ip_address(literal.partition("%")[0])
        if any(ip.version == network.version and ip in network for network in self._networks):
            return True
        return not self._plain and is_public(ip)


def may_be_requested(
    address: str, networks: Sequence[Network], look_up: LookUp = socket.getaddrinfo
) -> bool:
    """Whether requests to this URL are allowed: its host is in a listed network or, for https, in
    the public internet. True if the name cannot be resolved now; it is checked again when something
    is sent."""
    parts = urlsplit(address)
    try:
        AllowedNetworks(networks, plain=parts.scheme == "http", look_up=look_up).need_allowed(
            ((parts.hostname or "").partition("%")[0], parts.port or 443)
        )
    except NotAllowed:
        return False
    except UNREACHABLE:
        return True
    return True


def is_public(at: IPv4Address | IPv6Address) -> bool:
    """Whether an IP address is public. An IPv4 address that is embedded in an IPv6 address must be
    public, too."""
    if isinstance(at, IPv6Address):
        if at.ipv4_mapped is not None:
            return is_public(at.ipv4_mapped)
        if at in _TRANSLATED:
            return is_public(IPv4Address(int(at) & 0xFFFFFFFF))
        inside = at.sixtofour or (at.teredo or (None, None))[1]
        if inside is not None and not is_public(inside):
            return False
    return at.is_global and not at.is_multicast and not at.is_reserved


_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that embed IPv4 ones in IPv6-only networks (RFC 6052)."""


class NotReached(OSError):
    """No connection could be made; `fetch`: or the answer has another status than 200."""


class Answered(NamedTuple):
    status: int
    headers: Message
    body: bytes


def send(
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    server: Callable[..., socket.socket],
    seconds: float,
    *,
    method: str = "POST",
    most: int = 0,
) -> Answered:
    """Send a request, without following redirects. Returns the answer, with at most `most` bytes of
    its body. `seconds`: the time limit for all of it; `server` opens the socket. Raises
    `NotAllowed`, `NotReached`, and others of `UNREACHABLE`."""
    parts = urlsplit(url)
    made = connection(parts, seconds, server)
    late, opened = Event(), list[socket.socket]()
    timer = Timer(seconds, _shut_and_mark_late, (opened, late))
    timer.daemon = True
    timer.start()
    try:
        _connect(made)
        # an answer that ends with its connection takes the socket away from `made`, and closes it
        opened.append(made.sock)
        path = parts.path or "/"
        made.request(method, f"{path}?{parts.query}" if parts.query else path, body, dict(headers))
        with made.getresponse() as answer:
            read = answer.read(most) if most else b""
        if late.is_set():  # what was cut off reads like an end
            raise TimeoutError("it took too long")
        return Answered(answer.status, answer.headers, read)
    finally:
        timer.cancel()
        made.close()


def fetch(url: str, seconds: float, most: int) -> bytes:
    """The first `most` bytes of the body at a URL that the operator configured. Raises like `send`,
    and `NotReached` for any status but 200."""
    server = socket.create_connection
    answer = send(url, None, {"User-Agent": "greffe"}, server, seconds, method="GET", most=most)
    if answer.status != 200:
        raise NotReached(f"it answered {answer.status}")
    return answer.body


def _connect(connection: HTTPConnection) -> None:
    try:
        connection.connect()
    except (NotAllowed, ssl.SSLError):
        raise
    except OSError as e:
        raise NotReached(str(e)) from None


def _shut_and_mark_late(opened: list[socket.socket], late: Event) -> None:
    """Shut the opened sockets down when time is up, even while a thread waits for their next byte,
    and set `late`."""
    late.set()
    for connected in opened:
        with suppress(OSError):
            connected.shutdown(socket.SHUT_RDWR)
