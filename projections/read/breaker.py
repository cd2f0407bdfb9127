"""A circuit breaker: after a failure of Redis, reads fail at once for some time; then one read
tries Redis again."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TypeVar

import redis

T = TypeVar("T")

SHORTEST, LONGEST = 0.25, 5.0
"""Seconds until Redis is tried again after a failure: SHORTEST at first, twice as long after each
further failure, at most LONGEST."""


class ViewsDown(Exception):
    """The views cannot be read, because Redis does not answer or they are still being built. Read
    the record instead."""


class Breaker:
    """Guards the calls to Redis of all threads of a process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._wait = 0.0
        self._until = 0.0

    def call(self, read: Callable[[], T]) -> T:
        """The result of `read`. Raises `ViewsDown` if it raises `redis.RedisError`; soon after such
        a failure also without calling `read`."""
        if self._wait and not self._claim_try():
            raise ViewsDown("Redis did not answer a moment ago")
        try:
            answer = read()
        except redis.ResponseError as e:
            self._wait = 0.0  # Redis answered: something else stands where this was looked for
            raise ViewsDown(f"Redis has something else there: {e}") from e
        except redis.RedisError as e:
            self._note_failure()
            raise ViewsDown(f"Redis does not answer: {e}") from e
        self._wait = 0.0
        return answer

    def _claim_try(self) -> bool:
        """Let one caller try again after each wait. Returns whether this caller is the one; the
        others fail until it has succeeded or the next wait is over."""
        with self._lock:
            if self._clock() < self._until:
                return False
            self._until = self._clock() + self._wait
            return True

    def _note_failure(self) -> None:
        with self._lock:
            self._wait = min(self._wait * 2, LONGEST) if self._wait else SHORTEST
            self._until = self._clock() + self._wait
