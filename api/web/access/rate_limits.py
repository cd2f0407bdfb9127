"""Rate limits: of requests with a key or link, and of failed sign-ins from an address.

Counts are in the Redis of the views, shared by all processes; while Redis is away each process
counts for itself. They use flask-limiter's engine without its Flask extension, whose hooks would
almost double the time of an empty request (`ops/decisions/access.md`).
"""

from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic, time
from typing import Any, Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import FixedWindowRateLimiter
from msgspec import Struct
from redis.backoff import NoBackoff
from redis.retry import Retry

from api.web.access.caller import SPECTATOR, Caller
from api.web.problems.problem import Problem
from domain.kernel.text import Text
from projections.read.breaker import Breaker, ViewsDown
from projections.read.views import TIMEOUT


@lru_cache(1_024)
def network_of(remote: str) -> str:
    """The name under which limits count an IP address: the address itself, or its /64 network for
    IPv6, since each internet subscriber has at least one such network."""
    with suppress(ValueError):
        address = ip_address(remote)
        if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
            return str(ip_network((int(address), 64), strict=False))
    return remote


_SCOPES = {"organiser": "key", "operator": "operator"}


class Rates(Struct, frozen=True):
    """How many requests are answered in a period, such as `600/minute`; empty: unlimited.

    - `link`: with one link; with a spectators' link, which many people share, from one address.
      `key`: with one organiser's key. `operator`: with one operator's key.
    - `failed`: with a wrong key or link, from one address. `register`: registrations for an event,
      from one address. `trial`: trials opened without a key, from one address; empty: none are
      allowed.
    """

    link: str = ""
    key: str = ""
    operator: str = ""
    failed: str = ""
    register: str = ""
    trial: str = ""


class Meter:
    """Counts requests against the rates; thread-safe, created after forking. The processes share
    their counts in the Redis at `redis_url`; empty: each process counts for itself."""

    def __init__(self, rates: Rates, redis_url: str = "") -> None:
        self._items = {
            name: parse(getattr(rates, name))
            for name in rates.__struct_fields__
            if getattr(rates, name)
        }
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared = (
            FixedWindowRateLimiter(_storage(redis_url)) if redis_url and self._items else self._own
        )
        self._breaker = Breaker()

    def is_limited(self, role: str) -> bool:
        return _SCOPES.get(role, "link") in self._items

    def count(self, who: Caller, remote: str) -> None:
        """Count a caller's request. Raises `too-many-requests`."""
        scope = _SCOPES.get(who.role, "link")
        item = self._items.get(scope)
        if item is not None:
            self._count(
                item, scope, f"{who.id} {network_of(remote)}" if who.role == SPECTATOR else who.id
            )

    def count_address(self, remote: str, scope: Literal["failed", "register", "trial"]) -> None:
        """Count a request of the kind `scope` from an IP address: one with a wrong key or link
        (`failed`), a registration, or a trial. Raises `too-many-requests`."""
        item = self._items.get(scope)
        if item is not None:
            self._count(item, scope, network_of(remote))

    def _count(self, item: RateLimitItem, scope: str, subject: str) -> None:
        """Count a request of `subject` in the current time window, by `steady_time`. Raises
        `too-many-requests`. The window's number is part of the counter's name, so a counter that
        outlives its window has no effect. This happens in Redis when clocks are set back."""
        length = item.get_expiry()
        now = steady_time()
        window = int(now // length)
        try:
            good = self._breaker.call(lambda: self._shared.hit(item, scope, subject, str(window)))
        except ViewsDown:
            good = self._own.hit(item, scope, subject, str(window))
        if not good:
            raise _too_many(max(1, ceil((window + 1) * length - now)))


_START = time() - monotonic()


def steady_time() -> float:
    """Seconds since 1970: the clock's time at this process's start plus the time elapsed since.
    Nearly equal in all processes, and never set back or forward."""
    return _START + monotonic()


class _Storage(RedisStorage):
    """The library's store of counters, without the second Redis client that the library would
    import."""

    def __init__(self, uri: str, **options: Any) -> None:
        self.DEPENDENCIES = {"redis": None}
        super().__init__(uri, **options)


def _storage(redis_url: str) -> RedisStorage:
    """A store of counters in Redis with the timeout of the views and no retries."""
    return _Storage(
        redis_url,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )


def _too_many(seconds: int) -> Problem:
    text = Text(
        "Too many requests: the next one is answered in {seconds} s.",
        seconds=seconds,
    )
    return Problem(
        "too-many-requests", text, headers={"Retry-After": str(seconds)}, retry_after=seconds
    )
