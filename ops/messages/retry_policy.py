"""Outcomes of sending a message: it was taken, it failed and is tried again, it was refused for
good and waits until somebody resumes it, or the receiver wants nothing more."""

from datetime import datetime
from email.message import Message as Headers
from random import Random

from werkzeug.http import parse_date

FIRST, LONGEST, ATTEMPTS = 30, 3600, 80
"""Seconds until the second attempt, which double up to the most, and the attempts in all: they take
about three days."""

JITTER = 0.2
"""By how much of it a pause is longer at most, so that receivers that failed together are not asked
together."""

DAY = 86_400
"""The most seconds that a receiver can put us off for."""


class Failed(Exception):
    """It was not taken: why, in a few words without anything of the receiver's, and in how many
    seconds the receiver wants to be asked again (none: it did not say)."""

    def __init__(self, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.said, self.after = sentence, after


class Refused(Failed):
    """It was not taken, and would not be if it were sent again as it is. Its receiver's messages
    are parked at once."""


class Over(Failed):
    """The receiver wants nothing more, or nothing may be sent to it."""


def pause(attempts: int, after: float | None, chance: Random) -> float | None:
    """Seconds until the next attempt after so many, the last of which asked to wait `after`
    seconds; none once it is enough."""
    if attempts >= ATTEMPTS:
        return None
    if after is not None:
        return min(max(after, 1.0), DAY)
    return min(FIRST * 2.0 ** (attempts - 1), LONGEST) * (1 + JITTER * chance.random())


def retry_after(headers: Headers, now: datetime) -> float | None:
    """The seconds that a `Retry-After` names, as a number or as a date; none without one that can
    be read."""
    raw = headers.get("Retry-After", "").strip()
    if raw.replace(".", "", 1).isdecimal():
        return float(raw)
    date = parse_date(raw)
    return (date - now).total_seconds() if date is not None else None


def judged(status: int, headers: Headers, now: datetime, gone: tuple[int, ...] = (410,)) -> None:
    """Take a receiver's status: 2xx is taken. Raises `Failed`, or `Over` for those that say that it
    wants nothing more."""
    if status in gone:
        raise Over("it wants nothing more")
    if 300 <= status < 400:
        raise Failed(f"it answers {status} and sends us elsewhere, which is not followed")
    if not 200 <= status < 300:
        raise Failed(f"it answers {status}", retry_after(headers, now))
