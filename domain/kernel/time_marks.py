"""Marks of the service's time. With them a new process goes on from the time of the last one, even
if the machine's clock was set back in between.

Whatever has expired stays expired only if the service's time never goes back. `MonotonicClock`
ensures this within a process; a new process continues from the newest mark. Records' times are not
used as marks, because records can be imported.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from time import monotonic
from typing import NamedTuple

from domain.kernel.key_values import KeyValueStore

KIND = "time"
"""Kind of the marks in the key-value store. The key is the service's time, so that marks sort by
it; the value is the machine's time."""

_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


Clock = Callable[[], datetime]

_NOT_BEHIND = timedelta()


class TimeMark(NamedTuple):
    """One moment by two clocks: the service's (`at`) and the machine's (`machine`)."""

    at: datetime
    machine: datetime


class MonotonicClock:
    """A clock that never goes back. If the machine's clock is set back, this one continues by
    elapsed seconds until the machine's has caught up, so that expired proposals and links stay
    expired. `behind` is how far the machine's clock is behind this one; the function `passed`
    counts elapsed seconds and does not depend on how the clock is set."""

    def __init__(self, clock: Clock, passed: Callable[[], float] = monotonic) -> None:
        self.machine = clock
        self.behind = timedelta()
        self._passed = passed
        self._since: float | None = None
        """When `_last` was read, in seconds of `passed`; None if another process read it."""
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = Lock()

    def go_on_from(self, mark: TimeMark) -> None:
        """Continue from a mark of another process. From then on this clock is never before the
        mark's time. While the machine's clock is behind that time, this clock is ahead of it by as
        much as in the mark."""
        with self._lock:
            self._last, self.behind, self._since = mark.at, mark.at - mark.machine, None

    def mark(self) -> TimeMark:
        """The current time as a mark for the next process."""
        at = self()
        return TimeMark(at, at - self.behind)

    def __call__(self) -> datetime:
        with self._lock:
            read_at, since, self._since = self.machine(), self._since, self._passed()
            if read_at >= self._last:  # as always, or the clock has caught up
                self.behind, self._last = _NOT_BEHIND, read_at
                return read_at
            if since is None:
                self._last = max(self._last, read_at + self.behind)
            else:
                self._last += timedelta(seconds=self._since - since)
            self.behind = self._last - read_at
            return self._last


def newest_mark(key_values: KeyValueStore) -> TimeMark | None:
    """The newest mark, or None. Damaged marks are skipped; `fsck` reports them."""
    return next(iter(sorted(filter(None, all_marks(key_values).values()), reverse=True)), None)


def all_marks(key_values: KeyValueStore) -> dict[str, TimeMark | None]:
    """All marks by key, with None for a damaged one."""
    return {key: _mark(key, data) for key, data in key_values.items(KIND)}


def keep_mark(key_values: KeyValueStore, mark: TimeMark) -> None:
    """Store this mark and delete all older ones. Does nothing if there is a mark as new
    or newer."""
    there, newest = list(key_values.keys(KIND)), newest_mark(key_values)
    if newest is not None and newest.at >= mark.at:
        return
    key_values.keep(KIND, _mark_key(mark.at), _mark_key(mark.machine).encode())
    for key in there:
        key_values.erase(KIND, key)


def reset_marks(key_values: KeyValueStore, moment: datetime) -> None:
    """Delete all marks, also newer ones, and store one for `moment`. Operators use it after a clock
    had run ahead by mistake."""
    key_values.clear(KIND)
    keep_mark(key_values, TimeMark(moment, moment))


def _mark_key(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_FORMAT)


def _mark(key: str, data: bytes) -> TimeMark | None:
    try:
        return TimeMark(_moment_of_key(key), _moment_of_key(data.decode()))
    except ValueError:
        return None


def _moment_of_key(key: str) -> datetime:
    return datetime.strptime(key, _FORMAT).replace(tzinfo=UTC)
