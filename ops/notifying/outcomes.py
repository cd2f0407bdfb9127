"""Outcomes of sending a message: it was taken, it failed and is tried again, it was refused for good and waits until somebody
resumes it, or the receiver wants nothing more."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import Message as Headers
from email.utils import parsedate_to_datetime
from random import Random

STEPS = (30, 60, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400)
"""Seconds between two attempts, from 30 seconds to a day; after the last, nothing is tried any more."""

JITTER = 0.2
"""By how much of it a pause is longer at most, so that receivers that failed together are not asked together."""

LONGEST = STEPS[-1]
"""The most seconds that a receiver can put us off for."""


class Failed(Exception):
    """It was not taken: why, in a few words without anything of the receiver's, and in how many seconds the receiver wants to be
    asked again (none: it did not say)."""

    def __init__(self, said: str, after: float | None = None) -> None:
        super().__init__(said)
        self.said, self.after = said, after


class Refused(Exception):
    """It was not taken, and would not be if it were sent again as it is: why. Its receiver's messages are parked at once."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class Over(Exception):
    """The receiver wants nothing more, or nothing may be sent to it: why."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def pause(failures: int, after: float | None, chance: Random) -> float | None:
    """Seconds until the next attempt after so many failures in a row, the last of which asked to wait `after` seconds; none once
    it is enough."""
    if failures > len(STEPS):
        return None
    if after is not None:
        return min(max(after, 1.0), LONGEST)
    return STEPS[failures - 1] * (1 + JITTER * chance.random())


def retry_after(headers: Headers, now: datetime) -> float | None:
    """The seconds that a `Retry-After` names, as a number or as a date; none without one that can be read."""
    raw = headers.get("Retry-After", "").strip()
    try:
        return max(0.0, float(raw)) if raw.replace(".", "", 1).isdigit() else (_date(raw) - now).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None


def _date(raw: str) -> datetime:
    found = parsedate_to_datetime(raw)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def judged(status: int, headers: Headers, now: datetime, gone: tuple[int, ...] = (410,)) -> None:
    """Take a receiver's status: 2xx is taken. Raises `Failed`, or `Over` for those that say that it wants nothing more."""
    if 200 <= status < 300:
        return
    if status in gone:
        raise Over("it wants nothing more")
    if 300 <= status < 400:
        raise Failed(f"it answers {status} and sends us elsewhere, which is not followed")
    raise Failed(f"it answers {status}", retry_after(headers, now))
