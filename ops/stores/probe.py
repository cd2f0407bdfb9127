"""Finding out whether a store takes writes: a trial write is made from time to time, in a separate
thread."""

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic

BETWEEN, AFTER_FAILED = 5.0, 0.5
"""Seconds between two trial writes: while the store takes writes, and while it does not."""

SLOW_AFTER = 5.0
"""Seconds after which an unfinished trial write counts as trouble."""

SLOW = "the store has not confirmed a write for some time"


class WriteProbe:
    """Makes trial writes to one store, each in a separate thread, so that an unresponsive disk or
    database blocks nothing else."""

    def __init__(self, attempt: Callable[[], str]) -> None:
        """`attempt` makes a trial write, which nobody reads. It returns why that was not possible,
        or an empty string."""
        self._attempt = attempt
        self._lock = Lock()
        self._done = Event()
        self._done.set()
        self._found: str | None = None  # nothing is known before the first try has come back
        self._began, self._again = 0.0, float("-inf")

    def trouble(self, seconds: float | None = None, *, failed: bool = False) -> str:
        """Why the store takes no writes now; empty if it does. Begins a trial write if the last one
        is old, or if another write has `failed` since. The caller that begins it waits for at most
        `seconds` (None: until it ends); after that, like all other callers, it gets the previous
        result. Before there is any result, all callers wait for at most `SLOW_AFTER` seconds, since
        an unknown state is not reported as good."""
        with self._lock:
            now = monotonic()
            mine = self._done.is_set() and (now >= self._again or (failed and not self._found))
            if mine:
                self._began = now
                self._done.clear()
                Thread(target=self._run, name="probe", daemon=True).start()
        if mine:
            self._done.wait(seconds)
        if self._found is None:
            self._done.wait(self._began + SLOW_AFTER - monotonic())
        if self._found is None:
            return SLOW
        late = not self._done.is_set() and monotonic() > self._began + SLOW_AFTER
        return self._found or (SLOW if late else "")

    def _run(self) -> None:
        try:
            self._found = self._attempt()
        finally:
            self._again = monotonic() + (AFTER_FAILED if self._found else BETWEEN)
            self._done.set()
