"""Marks of the service's own time, kept so that a start with a clock that was set back does not go
back with it.

What has run out stays so only if the service's time never goes back. Within a process `MonotonicClock` sees to that;
a new process goes on from the newest mark. Marks are of the service's clock alone: no record's time
is taken for one, for records can be imported.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from time import monotonic
from typing import NamedTuple

from domain.kernel.key_values import KeyValueStore

KIND = "time"
"""Where the key-value store keeps them: the time is the key, so that they sort by it; what is kept
is the machine's clock then."""

_SPELLED = "%Y-%m-%dT%H:%M:%S.%fZ"


Clock = Callable[[], datetime]

_NOT_BEHIND = timedelta()


class Mark(NamedTuple):
    """The service's time, and what the machine's clock said then."""

    at: datetime
    machine: datetime


class MonotonicClock:
    """A clock that never goes back: where the one it asks does, it goes on from where it was, by
    the seconds that pass, until the other has caught up. So a proposal that has lapsed stays
    lapsed, and a link that has run out stays so. `behind` is how far the other clock has been set
    back. `passed` counts seconds whatever the other is set to: one that is set right in steps has
    not had the time of each step pass."""

    def __init__(self, clock: Clock, passed: Callable[[], float] = monotonic) -> None:
        self.machine = clock
        self.behind = timedelta()
        self._passed = passed
        self._since: float | None = None
        """When `_last` was so, by `passed`; none where another process had come to it."""
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = Lock()

    def go_on_from(self, mark: Mark) -> None:
        """Go on from where another process of this service has been: as far behind as the machine's
        clock was then, or further."""
        with self._lock:
            self._last, self.behind, self._since = mark.at, mark.at - mark.machine, None

    def mark(self) -> Mark:
        """The time it has come to, for the next process."""
        at = self()
        return Mark(at, at - self.behind)

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


def newest_mark(key_values: KeyValueStore) -> Mark | None:
    """The newest mark; one that is damaged, which `fsck` names, is passed over."""
    return next(iter(sorted(filter(None, marks(key_values).values()), reverse=True)), None)


def marks(key_values: KeyValueStore) -> dict[str, Mark | None]:
    """The marks by their keys; none in the place of one that is damaged."""
    return {key: _mark(key, data) for key, data in key_values.items(KIND)}


def keep_mark(key_values: KeyValueStore, mark: Mark) -> None:
    """Mark a time, unless a newer one is marked; it takes the place of older ones."""
    there, newest = list(key_values.keys(KIND)), newest_mark(key_values)
    if newest is not None and newest.at >= mark.at:
        return
    key_values.keep(KIND, _spelled(mark.at), _spelled(mark.machine).encode())
    for key in there:
        key_values.erase(KIND, key)


def mark_anew(key_values: KeyValueStore, at: datetime) -> None:
    """Mark a time in the place of all that were marked, newer ones too: the operator says that they
    were mistaken."""
    key_values.clear(KIND)
    keep_mark(key_values, Mark(at, at))


def _spelled(at: datetime) -> str:
    return at.astimezone(UTC).strftime(_SPELLED)


def _mark(key: str, data: bytes) -> Mark | None:
    try:
        return Mark(_read(key), _read(data.decode()))
    except ValueError:
        return None


def _read(key: str) -> datetime:
    return datetime.strptime(key, _SPELLED).replace(tzinfo=UTC)
