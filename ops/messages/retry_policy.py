"""Outcomes of sending a message: accepted; failed, to be retried; refused permanently, so that the
receiver's messages are parked until somebody resumes them; or unwanted, which ends the
subscription."""

from datetime import datetime
from email.message import Message as Headers
from random import Random

from werkzeug.http import parse_date

FIRST, LONGEST, ATTEMPTS = 30, 3600, 80
"""FIRST: seconds until the second attempt. The pause doubles with each attempt, up to LONGEST
seconds. ATTEMPTS: the number of attempts, which take about three days together."""

JITTER = 0.2
"""The largest random share added to a pause, so that receivers that failed together are not retried
together."""

DAY = 86_400
"""The most seconds for which a receiver can make us wait."""


class NotAccepted(Exception):
    """The message was not accepted. `said`: the reason in a few words, which quote nothing from the
    receiver. `after`: in how many seconds the receiver wants another attempt (None: not said)."""

    def __init__(self, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.said, self.after = sentence, after


class RefusedForGood(NotAccepted):
    """The message would be refused again, so it is not retried: all messages to its receiver are
    parked at once."""


class ReceiverGone(NotAccepted):
    """The receiver wants no more messages, or none can be sent to it: the subscription ends."""


def seconds_until_retry(attempts: int, after: float | None, chance: Random) -> float | None:
    """Seconds until the next attempt, after `attempts` failed ones; None if there shall be no more.
    `after`: the seconds that the receiver asked for (None: none). `chance`: adds up to a fifth at
    random."""
    if attempts >= ATTEMPTS:
        return None
    if after is not None:
        return min(max(after, 1.0), DAY)
    return min(FIRST * 2.0 ** (attempts - 1), LONGEST) * (1 + JITTER * chance.random())


def retry_after(headers: Headers, now: datetime) -> float | None:
    """The value of a `Retry-After` header, which may be a number or a date, in seconds from now.
    None if the header is missing or malformed."""
    raw = headers.get("Retry-After", "").strip()
    if raw.replace(".", "", 1).isdecimal():
        return float(raw)
    date = parse_date(raw)
    return (date - now).total_seconds() if date is not None else None


def need_accepted(
    status: int, headers: Headers, now: datetime, gone: tuple[int, ...] = (410,)
) -> None:
    """Raise `ReceiverGone` if the status is one of `gone`, and `NotAccepted` if it is any other but
    2xx, with the seconds of a `Retry-After` header."""
    if status in gone:
        raise ReceiverGone("it wants nothing more")
    if 300 <= status < 400:
        raise NotAccepted(f"it answers {status} and sends us elsewhere, which is not followed")
    if not 200 <= status < 300:
        raise NotAccepted(f"it answers {status}", retry_after(headers, now))
