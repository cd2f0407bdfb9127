"""News of the record: which streams have new records, for readers who wait.

While anybody waits here, one thread of the process waits at the store and reads which streams have
new records. It does not depend on the views. If the store does not answer, the thread tries again;
then it wakes all readers, since it does not know what was written meanwhile. Being woken only means
that there may be something new.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from threading import Event, Lock, Thread, current_thread
from time import monotonic

from domain.kernel.stored import RecordStore

MOST = 1_000  # records read at a time to find their streams; if there are more, all are woken

REST = 0.01  # seconds between two wakes; records written meanwhile share the next one

NOTICE = 0.2  # seconds in which the thread notices that nobody waits any more

# Seconds between two checks that the record has not become shorter, and between two attempts while
# the store does not answer.
LOOK = 1.0

Wake = Callable[[], None]

_log = logging.getLogger("greffe.news")


class News:
    """The news of this process; thread-safe, created after forking. `look` is the number of seconds
    between two attempts or checks."""

    def __init__(self, recorder: RecordStore, look: float = LOOK) -> None:
        self._recorder = recorder
        self._look = look
        self._lock = Lock()
        self._waiting: dict[str, set[Wake]] = defaultdict(set)
        self._thread: Thread | None = None
        self._closed = False
        self._idle = Event()
        self._due = 0.0

    def watch(self, id: str, wake: Wake) -> None:
        """Call `wake` from another thread whenever the stream `id` may have new records. `wake`
        must not block."""
        with self._lock:
            self._waiting[id].add(wake)
            self._idle.clear()
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._listen, name="news", daemon=True)
                self._thread.start()

    def leave(self, id: str, wake: Wake) -> None:
        """Stop calling `wake`; no call is running once this returns."""
        with self._lock:
            self._waiting[id].discard(wake)
            if not self._waiting[id]:
                del self._waiting[id]
            if not self._waiting:
                self._idle.set()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._idle.set()
            thread = self._thread
        if thread is not None:
            thread.join()

    # -- the thread --------------------------------------------------------------------------------

    def _listen(self) -> None:
        seen: int | None = None
        failed = False
        try:
            while self._has_readers():
                try:
                    seen = (
                        self._newest_waking_all() if seen is None else self._wait_for_records(seen)
                    )
                    failed = False
                except Exception as e:  # noqa: BLE001  those who wait ask the store, and get its error themselves
                    if not failed:
                        _log.warning("the record cannot be looked at: %s", e)
                    failed, seen = True, None
                    self._idle.wait(self._look)
        finally:
            with self._lock:
                if (
                    self._thread is current_thread()
                ):  # it ended by a fault: the next caller starts another
                    self._thread = None

    def _has_readers(self) -> bool:
        """Whether the thread has readers to serve. If it has none, it is noted as ended, and the
        next reader starts another one."""
        with self._lock:
            if self._waiting and not self._closed:
                return True
            self._thread = None
            return False

    def _newest_waking_all(self) -> int:
        """The id of the newest record in the store (0: none). Wakes all readers, since earlier
        writes are unknown."""
        newest = self._recorder.max_notification_id() or 0
        self._due = monotonic() + self._look
        self._wake(None)
        return newest

    def _wait_for_records(self, seen: int) -> int | None:
        """Wait a short while for records after `seen`, and wake the readers of their streams.
        Returns the newest record's id. Returns None if it is unknown what is new: the record has
        become shorter, or there are very many new records."""
        if self._recorder.await_change(seen, min(NOTICE, self._look)):
            rows = self._recorder.select_notifications(seen, MOST, inclusive_of_start=False)
            if len(rows) == MOST:
                return None
            self._wake({str(row.originator_id) for row in rows})
            self._idle.wait(REST)
            return rows[-1].id if rows else seen
        if monotonic() >= self._due:
            self._due = monotonic() + self._look
            if (self._recorder.max_notification_id() or 0) < seen:
                return None
        return seen

    def _wake(self, ids: Collection[str] | None) -> None:
        with self._lock:
            for id in list(self._waiting) if ids is None else ids:
                for wake in self._waiting.get(id, ()):
                    wake()
