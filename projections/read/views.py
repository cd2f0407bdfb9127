"""The reading side of the views: what the API reads from Redis.

Redis is never trusted. Its values are sealed (`projections/store/keys.py`), and readers compare the
seq of a view with the record's. If a view is missing, old or not written by the follower, or if
Redis is down, the caller folds the record instead.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Any, TypeVar

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from domain.titles.contract.ruleset import Audience
from projections.numbers.counters import Sums
from projections.read.breaker import Breaker, ViewsDown
from projections.search.query import Page, Query
from projections.search.search import search, tallies
from projections.steering import SHOWN, Parked, Source
from projections.store.epochs import as_number
from projections.store.keys import (
    ALIKE,
    BUILDING,
    CLOSED_FOR,
    LIVE,
    NOT_SHOWN,
    PUBLIC_BOARD,
    SETS,
    SUMMARY,
    BadCursor,
    NotSealed,
    Sealer,
    closed_key,
    game_key,
    log_key,
    mend_key,
    prefix,
    sums_key,
)

__all__ = ["BadCursor", "Page", "Query", "Views", "ViewsDown"]

TIMEOUT = 0.04
"""Seconds that Redis has to answer. If it is down, a request loses no more than that, and most
requests nothing."""

LOOK = 0.002
"""Seconds between two checks while waiting."""

T = TypeVar("T")

_BAD = b"?"
"""Stands for fields that cannot be read, since their key contains something else than a game's
views."""


class Views:
    """The views in the Redis at `redis_url`, for any number of threads of one process. Create it
    after forking.

    Every method but `is_up` raises `ViewsDown` if Redis does not answer, unless stated otherwise.
    """

    def __init__(self, redis_url: str, key: bytes, timeout: float | None = None) -> None:
        """`key`: the key with which the follower seals the views. `timeout`: in seconds (None:
        `TIMEOUT`)."""
        timeout = TIMEOUT if timeout is None else timeout
        self.redis_url = redis_url
        self.on_unverified: Callable[[], None] = lambda: None
        self._key = key
        self._sealer = Sealer(key, "")
        once = Retry(NoBackoff(), 0)  # a server that does not answer is not asked twice
        self._redis: Any = redis.Redis.from_url(
            redis_url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=once
        )
        self._breaker = Breaker()
        self._epoch = ""

    def board(self, game: str, audience: Audience) -> tuple[int, bytes] | None:
        """A game's board for an audience: the seq of its position, and the board as JSON. None if
        there is no such view (yet)."""
        field = f"board:{audience}"
        if field == PUBLIC_BOARD:
            return self._expiring_view(game, field)
        epoch, (seq, value, alike, public) = self._game_fields(
            game, "seq", field, ALIKE, PUBLIC_BOARD
        )
        if value is None and alike is not None:
            views = self._verified(epoch, game, ALIKE, seq, alike)
            if views is None or field not in msgspec.json.decode(views[1], type=list[str]):
                return None
            field, value = PUBLIC_BOARD, public
        return self._verified(epoch, game, field, seq, value)

    def score(self, game: str) -> tuple[int, bytes] | None:
        return self._expiring_view(game, "score")

    def summary(self, game: str) -> tuple[int, bytes] | None:
        return self._view(game, SUMMARY)

    def search(self, query: Query) -> Page:
        """The page of games that a query finds. Raises `BadCursor`, and `ViewsDown` also while the
        index is being built for the first time."""
        return self._read(
            lambda epoch: search(self._redis, epoch, query, partial(self._unseal, epoch))
        )

    def tallies(self, query: Query, most: int) -> tuple[int, list[bytes] | None]:
        """The number of games that a query finds, and the tallies of the finished ones
        (`projections/numbers/tally.py`) as JSON, or None in their place if it finds more than
        `most`. Raises `ViewsDown` also while the index is being built for the first time."""
        return self._read(
            lambda epoch: tallies(self._redis, epoch, query, partial(self._unseal, epoch), most)
        )

    def open_games(self) -> int:
        """The number of games that are not closed. Raises `ViewsDown` also while the index is being
        built for the first time."""

        def count(epoch: str) -> int:
            closed: int = self._redis.scard(f"{prefix(epoch)}found:status:closed")
            return int(self._redis.zcard(f"{prefix(epoch)}order")) - closed

        return self._read(count)

    def sums(self, scope: str, read: Callable[[Sums], T]) -> T:
        """The result of `read`, called with the sums of a scope (`scopes` in
        `projections/search/query.py`). It may be called several times. Raises `ViewsDown` also
        while they are being built for the first time."""

        def part(epoch: str, name: str) -> dict[str, int]:
            found = self._redis.hgetall(sums_key(epoch, scope, name))
            return {field.decode(): int(n) for field, n in found.items()}

        try:
            return self._read(lambda epoch: read(partial(part, epoch)))
        except ValueError as e:
            raise ViewsDown(f"Redis has something else than sums there: {e}") from e

    def position(self) -> int:
        """The log position up to which the views are written; 0 before they were built."""
        epoch = self._breaker.call(self._live)
        seq: Any = (
            self._breaker.call(lambda: self._redis.hget(log_key(epoch), "position"))
            if epoch
            else None
        )
        return as_number(seq) or 0

    def is_up(self) -> bool:
        """Whether Redis answers and has views."""
        try:
            return bool(self._breaker.call(self._live))
        except ViewsDown:
            return False

    def building(self) -> int | None:
        """The log position of the views that are being built beside the live ones. None if none
        are, or if Redis does not answer."""
        return self._if_up(self._building_position)()

    def await_position(self, position: int, timeout: float) -> bool:
        """Wait until the views contain all records up to a log position, at most `timeout` seconds.
        Returns whether they do. False at once if there are no views yet."""
        until = monotonic() + timeout
        while 0 < (at := self.position()) < position and monotonic() < until:
            sleep(LOOK)
        return at >= position

    def source(self) -> Source:
        """The state of the views' follower, for the operator. Games that cannot be shown count as
        parked. Never raises."""
        return Source(
            self._if_up(self.position),
            self.building,
            lambda: self._if_up(self._parked)() or [],
        )

    def close(self) -> None:
        self._redis.close()

    # -- inside ------------------------------------------------------------------------------------

    def _if_up(self, read: Callable[[], T]) -> Callable[[], T | None]:
        """A function that returns the result of `read`, or None if the views cannot be read."""

        def answer() -> T | None:
            with contextlib.suppress(ViewsDown):
                return read()
            return None

        return answer

    def _building_position(self) -> int | None:
        """The log position of the views that are being built beside the live ones; None if none
        are."""
        epoch: Any = self._breaker.call(lambda: self._redis.get(BUILDING))
        return (
            as_number(
                self._breaker.call(lambda: self._redis.hget(log_key(epoch.decode()), "position"))
            )
            if epoch
            else None
        )

    def _parked(self) -> list[Parked]:
        """Games that cannot be shown, each with the seq up to which it was folded and the reason;
        at most `SHOWN`."""
        epoch = self._breaker.call(self._live)
        key = f"{prefix(epoch)}found:{NOT_SHOWN}"
        ids: Any = self._breaker.call(lambda: self._redis.srandmember(key, SHOWN)) if epoch else []
        faults = (
            (id, self._view(id, "fault"))
            for id in sorted(id.decode("utf-8", "replace") for id in ids)
        )
        return [
            Parked(id, fault[0], fault[1].decode("utf-8", "replace"))
            for id, fault in faults
            if fault is not None
        ]

    def _view(self, game: str, field: str) -> tuple[int, bytes] | None:
        """A field of a game: the seq of its position, and the value. None if it is missing or not
        written by the follower."""
        epoch, (seq, value) = self._fields(game, "seq", field)
        return self._verified(epoch, game, field, seq, value)

    def _expiring_view(self, game: str, field: str) -> tuple[int, bytes] | None:
        """Like `_view`, for a field that expires after the game is closed."""
        epoch, (seq, value) = self._game_fields(game, "seq", field)
        return self._verified(epoch, game, field, seq, value)

    def _game_fields(self, game: str, *fields: str) -> tuple[str, list[bytes | None]]:
        """The live epoch, and fields of a game in it, `seq` first. Fields that expire after the
        game is closed are renewed for a day by reading. If they have expired, the follower is asked
        to write them again, for the next reader."""
        epoch, values = self._fields(game, *fields)
        if values[0] is None or any(value is not None for value in values[1:]):
            return epoch, values
        closed = closed_key(epoch, game)

        def look() -> list[bytes | None]:
            with self._redis.pipeline(transaction=False) as pipe:
                pipe.hmget(closed, fields)
                pipe.expire(closed, CLOSED_FOR)
                pipe.hexists(game_key(epoch, game), SETS)
                lasting, _, shown = pipe.execute(raise_on_error=False)
            if isinstance(lasting, redis.ResponseError):
                lasting = [None] * len(fields)
            elif isinstance(lasting, Exception):
                raise lasting
            if (
                lasting[0] is None and shown is True
            ):  # without sets it is a game that cannot be shown
                self._redis.sadd(mend_key(epoch), game)
            return lasting if lasting[0] is not None else values

        return epoch, self._breaker.call(look)

    def _verified(
        self, epoch: str, game: str, field: str, seq: bytes | None, value: bytes | None
    ) -> tuple[int, bytes] | None:
        """The seq and the content of a sealed value; None if it is missing, or was not written by
        the follower, which is reported."""
        if value is None:
            return None
        stands_at = as_number(seq)
        if stands_at is None:
            self._report_unverified(epoch, game)
            return None
        content = self._unseal(epoch, game, field, stands_at, value)
        return None if content is None else (stands_at, content)

    def _unseal(self, epoch: str, game: str, field: str, seq: int, value: bytes) -> bytes | None:
        """The content of a sealed value; None if the follower did not write it, which is
        reported."""
        try:
            return self._sealer_of(epoch).open(value, game, field, seq)
        except NotSealed:
            self._report_unverified(epoch, game)
            return None

    def _report_unverified(self, epoch: str, game: str) -> None:
        self.on_unverified()
        with contextlib.suppress(ViewsDown):
            self._breaker.call(lambda: self._redis.sadd(mend_key(epoch), game))

    def _sealer_of(self, epoch: str) -> Sealer:
        sealer = self._sealer
        if sealer.epoch != epoch:
            sealer = self._sealer = Sealer(self._key, epoch)
        return sealer

    def _fields(self, game: str, *fields: str) -> tuple[str, list[bytes | None]]:
        """The live epoch, and fields of a game in it (None: missing), read together. All are `_BAD`
        if the game's key contains something else."""

        while True:
            epoch = self._epoch
            values, live = self._breaker.call(partial(self._ask, epoch, game, fields))
            if live is None:
                return epoch, [None] * len(fields)
            if live == epoch:
                return epoch, values
            self._epoch = live

    def _ask(
        self, epoch: str, game: str, fields: tuple[str, ...]
    ) -> tuple[list[bytes | None], str | None]:
        """Fields of a game in an epoch, and the epoch that is live after they were read (None:
        there is none)."""
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.hmget(game_key(epoch, game), fields)
            pipe.get(
                LIVE
            )  # asked last: what is the live epoch now was so when the fields were read
            values, live = pipe.execute(raise_on_error=False)
        if isinstance(live, Exception):
            raise live
        if isinstance(values, redis.ResponseError):
            values = [_BAD] * len(fields)
        elif isinstance(values, Exception):
            raise values
        return values, None if live is None else live.decode("utf-8", "replace")

    def _live(self) -> str:
        """The live epoch; empty if there is none."""
        live = self._redis.get(LIVE)
        return live.decode("utf-8", "replace") if live else ""

    def _read(self, read: Callable[[str], T]) -> T:
        """The result of `read`, called with the live epoch, and called again if another epoch has
        become live meanwhile."""

        def attempt() -> T:
            epoch = self._live()
            while True:
                if not epoch:
                    raise ViewsDown("the views are being built")
                answer, after = read(epoch), self._live()
                if after == epoch:
                    return answer
                epoch = after

        return self._breaker.call(attempt)
