"""Outcomes of sending a message: accepted; failed and retried; refused for good, and parked until
somebody resumes it; or unwanted by the receiver."""

from datetime import datetime
from email.message import Message as Headers
from random import Random

from werkzeug.http import parse_date

FIRST, LONGEST, ATTEMPTS = 30, 3600, 80
"""Seconds until the second attempt, which double up to the longest, and the number of attempts,
which take about three days together."""

JITTER = 0.2
"""The largest random share added to a pause, so that receivers that failed together are not retried
together."""

DAY = 86_400
"""The most seconds that a receiver can ask us to wait."""


class Failed(Exception):
    """The message was not accepted: why, in a few words without anything of the receiver's, and in
    how many seconds the receiver wants another attempt (None: not said)."""

    def __init__(self, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.said, self.after = sentence, after


class Refused(Failed):
    """The message would be refused again as it is. Its receiver's messages are parked at once."""


class Over(Failed):
    """The receiver wants nothing more, or nothing may be sent to it."""


def pause(attempts: int, after: float | None, chance: Random) -> float | None:
    """Seconds until the next attempt after `attempts`, the last of which asked for `after` seconds;
    None if there were enough."""
    if attempts >= ATTEMPTS:
        return None
    if after is not None:
        return min(max(after, 1.0), DAY)
    return min(FIRST * 2.0 ** (attempts - 1), LONGEST) * (1 + JITTER * chance.random())


def retry_after(headers: Headers, now: datetime) -> float | None:
    """The seconds in a `Retry-After` header, given as a number or date; None without a valid
    one."""
    raw = headers.get("Retry-After", "").strip()
    if raw.replace(".", "", 1).isdecimal():
        return float(raw)
    date = parse_date(raw)
    return (date - now).total_seconds() if date is not None else None


def judged(status: int, headers: Headers, now: datetime, gone: tuple[int, ...] = (410,)) -> None:
    """Interpret a receiver's status: 2xx is accepted. Raises `Over` for the statuses in `gone`,
    `Failed` for others."""
    if status in gone:
        raise Over("it wants nothing more")
    if 300 <= status < 400:
        raise Failed(f"it answers {status} and sends us elsewhere, which is not followed")
    if not 200 <= status < 300:
        raise Failed(f"it answers {status}", retry_after(headers, now))
