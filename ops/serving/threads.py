"""The pool of threads that answers requests for an event loop."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any


class ThreadPool:
    """A bounded pool of threads for one event loop. The loop is woken once for all results that are
    ready by then.

    `ThreadPoolExecutor` wakes the loop for each job and locks at every step;
    `ops/decisions/serving.md` has the cost.
    """

    def __init__(self, count: int) -> None:
        self._count, self._threads = count, list[Thread]()
        self._busy = 0  # jobs of which the loop has not heard yet that they are done
        self._jobs = SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None]()
        self._done = deque[tuple[Future[Any], Callable[[Any], None], Any]]()
        self._told = False

    def run(self, job: Callable[[], Any]) -> Future[Any]:
        """Run a job in a thread. Returns the future of its result. Call it in the loop's thread."""
        if self._busy >= len(self._threads) < self._count:
            self._threads.append(Thread(target=self._work, name="web", daemon=True))
            self._threads[-1].start()
        future = get_running_loop().create_future()
        self._busy += 1
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Wait until all jobs have ended. Call `run` no more."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (given := self._jobs.get()) is not None:
            job, future = given
            try:
                self._done.append((future, future.set_result, job()))
            except BaseException as e:  # noqa: BLE001  whatever it is, the loop is told
                self._done.append((future, future.set_exception, e))
            if not self._told:
                self._told = True
                with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                    future.get_loop().call_soon_threadsafe(self._set_results)
            del given, job, future  # what a request held is free before the next one comes

    def _set_results(self) -> None:
        self._told = False  # from here on whoever is done tells again
        while self._done:
            future, tell, what = self._done.popleft()
            self._busy -= 1
            if not future.done():
                tell(what)
