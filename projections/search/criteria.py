"""The conditions of a query, each as a few commands to Redis."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol

from projections.search.query import Query
from projections.search.terms import words
from projections.store.keys import micros, prefix

SHORTEST = 3
"""Letters from which on a word also finds the words that begin with it."""

BEGINNINGS = 100
"""Words that may begin with it: where there are more, only the word itself is looked for."""


class Criterion(Protocol):
    """One condition."""

    def size(self, redis: Any) -> int:
        """How many games fulfil it, at most."""

    def members(self, redis: Any) -> list[bytes]:
        """Every game that fulfils it."""

    def test(self, redis: Any, ids: list[bytes]) -> list[bool]:
        """Which of some games fulfil it."""


class AnyOf:
    """A game is in one of some sets."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = keys

    def size(self, redis: Any) -> int:
        """The sizes of the sets together."""
        if not self.keys:
            return 0
        with redis.pipeline(transaction=False) as pipe:
            for key in self.keys:
                pipe.scard(key)
            return sum(pipe.execute())

    def members(self, redis: Any) -> list[bytes]:
        """The union of the sets."""
        return list(redis.sunion(self.keys)) if self.keys else []

    def test(self, redis: Any, ids: list[bytes]) -> list[bool]:
        """Membership in any of them."""
        if not self.keys:
            return [False] * len(ids)
        with redis.pipeline(transaction=False) as pipe:
            for key in self.keys:
                pipe.smismember(key, ids)
            return [any(column) for column in zip(*pipe.execute(), strict=True)]


class Between:
    """A time of the game lies from `low` on and before `high`."""

    def __init__(self, key: str, low: datetime | None, high: datetime | None) -> None:
        self.key = key
        self.low = float("-inf") if low is None else micros(low)
        self.high = float("inf") if high is None else micros(high)

    def size(self, redis: Any) -> int:
        """Games in the range."""
        return int(redis.zcount(self.key, self.low, f"({self.high}"))

    def members(self, redis: Any) -> list[bytes]:
        """The ids of the games in the range."""
        return list(redis.zrange(self.key, self.low, f"({self.high}", byscore=True))

    def test(self, redis: Any, ids: list[bytes]) -> list[bool]:
        """Whether each is in the range."""
        return [score is not None and self.low <= score < self.high for score in redis.zmscore(self.key, ids)]


def criteria(redis: Any, epoch: str, query: Query) -> list[Criterion]:
    """Everything a query asks for."""
    start = prefix(epoch)
    wanted = query.wanted()
    if ("official",) in wanted and not redis.scard(start + "found:branch"):
        wanted.remove(("official",))  # every game is: no need to look
    found: list[Criterion] = [AnyOf([f"{start}found:{name}" for name in names]) for names in wanted]
    for word in words(query.words):
        found += [AnyOf([f"{start}found:word:{w}" for w in _completed(redis, start + "words", word)])]
    if query.opened_from or query.opened_before:
        found.append(Between(start + "opened", query.opened_from, query.opened_before))
    if query.updated_from or query.updated_before:
        found.append(Between(start + "updated", query.updated_from, query.updated_before))
    return found


def _completed(redis: Any, key: str, word: str) -> list[str]:
    """The word itself, and the words in use that begin with it."""
    if len(word) < SHORTEST:
        return [word]
    longer = redis.zrange(key, f"[{word}", f"[{word}\U0010ffff", bylex=True, offset=0, num=BEGINNINGS + 1)
    return sorted({word, *(w.decode() for w in longer)}) if len(longer) <= BEGINNINGS else [word]
