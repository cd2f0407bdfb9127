"""Whether a store takes writes: a write is tried now and then, in a thread of its own."""

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic

BETWEEN, AFTER_FAILED = 5.0, 0.5
"""Seconds between two tries whether the store can be written: while it can, and while it cannot."""

SLOW_AFTER = 5.0
"""Seconds after which a try that has not come back is trouble."""

SLOW = "the store has not confirmed a write for some time"


class WriteProbe:
    """Tries writes to one store, each in a thread of its own: a disk or a database that does not
    answer keeps only that waiting."""

    def __init__(self, attempt: Callable[[], str]) -> None:
        """`attempt` writes something that nobody reads, and answers why that cannot be done; empty
        where it can."""
        self._attempt = attempt
        self._lock = Lock()
        self._done = Event()
        self._done.set()
        self._found: str | None = None  # nothing is known before the first try has come back
        self._began, self._again = 0.0, float("-inf")

    def trouble(self, seconds: float | None = None, *, failed: bool = False) -> str:
        """Why nothing can be written now; empty where it can. A write is tried where the last try
        is old, or where somebody's write `failed` since one went well. Who has it tried waits so
        many seconds for it, or (None) to its end, and is told what was found before where it takes
        longer; who asks meanwhile does not wait. Before anything was found everybody waits, for
        `SLOW_AFTER` seconds at most: what is not known yet is not well."""
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
