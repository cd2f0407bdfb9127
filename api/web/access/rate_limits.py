"""Rate limits: of requests with a key or a link, and of failed sign-ins from an address.

Counted in the Redis of the views, so that all processes count together, and in this process alone
while Redis is away. The counting is done by flask-limiter's engine without its Flask extension,
whose hooks run for every request, counted or not, and take almost as long as all the rest of an
empty one (`ops/decisions/access.md`).
"""

from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic, time
from typing import Any, Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, storage_from_string
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
    """What limits count of an address: itself, or its network of 64 bits, of which IPv6 gives
    everybody at least one."""
    with suppress(ValueError):
        address = ip_address(remote)
        if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
            return str(ip_network((int(address), 64), strict=False))
    return remote


_SCOPES = {"organiser": "key", "operator": "operator"}


class Rates(Struct, frozen=True):
    """How many requests are answered in a while, such as `600/minute`; none given: as many as come.
    `link` is for each link (a spectators' link is shared, and counted for each address by itself),
    `key` for each organiser's key, `operator` for each operator's, `failed` for requests with a
    wrong key or link from one address, `register` for registrations for an event from one, `trial` for what
    is opened there without a key, which nobody may without it."""

    link: str = ""
    key: str = ""
    operator: str = ""
    failed: str = ""
    register: str = ""
    trial: str = ""


class Meter:
    """Counts requests; for all threads of a process, made after it forked. `redis_url` is where
    processes count together, if they do."""

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

    def limits(self, role: str) -> bool:
        return _SCOPES.get(role, "link") in self._items

    def count(self, who: Caller, remote: str) -> None:
        """Count a caller's request; raises `too-many-requests` if it is one too many."""
        scope = _SCOPES.get(who.role, "link")
        item = self._items.get(scope)
        if item is not None:
            self._count(
                item, scope, f"{who.id} {network_of(remote)}" if who.role == SPECTATOR else who.id
            )

    def count_address(self, remote: str, scope: Literal["failed", "register", "trial"]) -> None:
        """Count a request with a wrong key or link, a registration, or a trial; raises `too-many-requests`
        if its address has sent too many."""
        item = self._items.get(scope)
        if item is not None:
            self._count(item, scope, network_of(remote))

    def _count(self, item: RateLimitItem, scope: str, subject: str) -> None:
        """Count in the window that it is now by a clock that nobody sets: the window's number is
        part of what is counted, so a counter that outlives its window, as it does in Redis and in
        the engine when their clocks are set back, counts no more."""
        length = item.get_expiry()
        now = steady()
        window = int(now // length)
        try:
            good = self._breaker.call(lambda: self._shared.hit(item, scope, subject, str(window)))
        except ViewsDown:
            good = self._own.hit(item, scope, subject, str(window))
        if not good:
            raise _too_many(max(1, ceil((window + 1) * length - now)))


_START = time() - monotonic()


def steady() -> float:
    """Seconds of 1970 by the clock as it was when this process started, and the time that has
    passed since: much the same in all processes, so that they count together, and never set back or
    forward."""
    return _START + monotonic()


def _storage(redis_url: str) -> Any:
    """Redis as the counter's store; it gets no more time than the views do, and is not asked
    twice."""
    url = f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url
    return storage_from_string(
        url,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=Retry(NoBackoff(), 0),  # type: ignore[arg-type]
    )  # typed as text alone


def _too_many(seconds: int) -> Problem:
    text = Text(
        "Too many requests: the next one is answered in {seconds} s.",
        seconds=seconds,
    )
    return Problem(
        "too-many-requests", text, headers={"Retry-After": str(seconds)}, retry_after=seconds
    )
