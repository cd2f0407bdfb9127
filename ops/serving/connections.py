"""Connections of a web process: how many there may be, from one address and in all; which is closed when there are too many.

When an address that has its share opens another connection, its own longest-waiting one is closed: first one that waits for
nothing, then one that has sent half a request. So no address can lock out another, a reverse proxy's idle connections are just
renewed, and a client that opens a thousand keeps the newest few hundred.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address
from typing import Generic, Protocol, TypeVar

from ops.serving.http.intake import SMALL


class Guest(Protocol):
    """A connection, as it is counted."""

    address: str
    since: float

    @property
    def waiting(self) -> bool:
        """Whether it waits for its request, and not for its answer."""
        ...

    @property
    def held(self) -> int:
        """Bytes of a request that are here."""
        ...


T = TypeVar("T", bound=Guest)


def address_of(host: str) -> str:
    """What a connection is counted by: the address it comes from; of an IPv6 address the first half, which is one household's."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return host


class Guests(Generic[T]):
    """Open connections, by address."""

    def __init__(self, most: int, share: int, room: int) -> None:
        """`most` in all, `share` from one address; `room`: bytes of long bodies that are held at once, half of them for one."""
        self._most, self._share, self._room = most, share, room
        self._there: dict[str, dict[T, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        """All of them, also while some go."""
        return iter([one for there in self._there.values() for one in there])

    def who_goes(self, address: str) -> T | None:
        """Whom a new connection from an address takes the place of; none if there is a place. Raises `Full` if there is none."""
        if len(self._there.get(address, ())) >= self._share:
            return self._oldest(address)
        if self._count >= self._most:
            return self._oldest(max(self._there, key=lambda one: len(self._there[one])))
        return None

    def add(self, guest: T) -> None:
        """Count one in."""
        self._there.setdefault(guest.address, {})[guest] = None
        self._count += 1

    def drop(self, guest: T) -> bool:
        """Count one out; answers whether it was in."""
        there = self._there.get(guest.address, {})
        if guest not in there:
            return False
        del there[guest]
        self._count -= 1
        if not there:
            del self._there[guest.address]
        return True

    def too_much(self, guest: T) -> bool:
        """Whether a long body has to be refused because too many are coming at once."""
        long: Counter[str] = Counter()
        for one in self:
            if one.held > SMALL:
                long[one.address] += one.held
        return long.total() > self._room or long[guest.address] > self._room // 2

    def _oldest(self, address: str) -> T:
        waits = [one for one in self._there[address] if one.waiting]
        if not waits:
            raise Full
        return min(waits, key=lambda one: (one.held > 0, one.since))


def open_files(wanted: int) -> int:
    """How many files this process may have open, after asking for so many, or for as many as it may have."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed


class Full(Exception):
    """No connection can be taken, and none can be closed: all are being answered."""
