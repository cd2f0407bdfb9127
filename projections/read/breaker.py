"""A circuit breaker: while Redis is down most reads fail at once, and one of them tries again from
time to time."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TypeVar

import redis

T = TypeVar("T")

SHORTEST, LONGEST = 0.25, 5.0
"""Seconds until the next try; doubled after each failure up to `LONGEST`."""


class ViewsDown(Exception):
    """The views cannot be read, because Redis does not answer or they are still being built. Read
    the record instead."""


class Breaker:
    """Guards calls to Redis; shared by all threads of a process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._wait = 0.0
        self._until = 0.0

    def call(self, read: Callable[[], T]) -> T:
        """Call `read`. Raises `ViewsDown` if it raises `redis.RedisError`, or without calling it
        soon after a failure."""
        if self._wait and not self._try_again():
            raise ViewsDown("Redis did not answer a moment ago")
        try:
            answer = read()
        except redis.ResponseError as e:
            self._wait = 0.0  # Redis answered: something else stands where this was looked for
            raise ViewsDown(f"Redis has something else there: {e}") from e
        except redis.RedisError as e:
            self._failed()
            raise ViewsDown(f"Redis does not answer: {e}") from e
        self._wait = 0.0
        return answer

    def _try_again(self) -> bool:
        """Whether this caller is the one to try; the others fail until it has succeeded."""
        with self._lock:
            if self._clock() < self._until:
                return False
            self._until = self._clock() + self._wait
            return True

    def _failed(self) -> None:
        with self._lock:
            self._wait = min(self._wait * 2, LONGEST) if self._wait else SHORTEST
            self._until = self._clock() + self._wait
