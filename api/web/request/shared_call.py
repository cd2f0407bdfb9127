"""A call that may never come back, such as one to a database, for threads that do not wait so long."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Makes one call at a time, in a thread, for all who ask meanwhile."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._lock = Lock()
        self._answer: Future[T] | None = None

    def answer(self, seconds: float) -> T | None:
        """What the call returns or raises; none where it takes longer than so many seconds."""
        with self._lock:
            if self._answer is None or self._answer.done():
                self._answer = Future()
                Thread(target=self._run, args=(self._answer,), name="shared-call", daemon=True).start()
            answer = self._answer
        try:
            return answer.result(seconds)
        except TimeoutError:
            return None

    def _run(self, answer: Future[T]) -> None:
        try:
            answer.set_result(self._call())
        except BaseException as e:  # noqa: BLE001  whoever waits for it hears of it
            answer.set_exception(e)
