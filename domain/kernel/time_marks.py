"""Marks of the service's own time, kept so that a start with a clock that was set back does not go
back with it.

What has run out stays so only if the service's time never goes back. Within a process `MonotonicClock` in
`domain/game/clerk/application.py` sees to that; a new process goes on from the newest mark. Marks
are of the service's clock alone: no record's time is taken for one, for records can be imported.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from domain.kernel.key_values import KeyValueStore

KIND = "time"
"""Where the key-value store keeps them: the time is the key, so that they sort by it; what is kept
is the machine's clock then."""

_SPELLED = "%Y-%m-%dT%H:%M:%S.%fZ"


class Mark(NamedTuple):
    """The service's time, and what the machine's clock said then."""

    at: datetime
    machine: datetime


def newest_mark(key_values: KeyValueStore) -> Mark | None:
    there = list(key_values.items(KIND))
    return Mark(_read(there[-1][0]), _read(there[-1][1].decode())) if there else None


def keep_mark(key_values: KeyValueStore, mark: Mark) -> None:
    """Mark a time, unless a newer one is marked; it takes the place of older ones."""
    there = list(key_values.keys(KIND))
    if there and _read(there[-1]) >= mark.at:
        return
    key_values.keep(KIND, _spelled(mark.at), _spelled(mark.machine).encode())
    for key in there:
        key_values.erase(KIND, key)


def mark_anew(key_values: KeyValueStore, at: datetime) -> None:
    """Mark a time in the place of all that were marked, newer ones too: the operator says that they
    were mistaken."""
    for key in key_values.keys(KIND):
        key_values.erase(KIND, key)
    keep_mark(key_values, Mark(at, at))


def _spelled(at: datetime) -> str:
    return at.astimezone(UTC).strftime(_SPELLED)


def _read(key: str) -> datetime:
    return datetime.strptime(key, _SPELLED).replace(tzinfo=UTC)
