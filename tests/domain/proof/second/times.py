"""Section 6: the times of records, and their bounds."""

import re
from collections.abc import Sequence
from datetime import date

from .spelling import Rejected

DAY = 86_400 * 1_000_000
"""The largest error of an honest service's clock, in microseconds."""

_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6}))?"
    r"(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))",
)


def moment(text: str) -> int:
    """A time in microseconds since 1970. Refuses text that is no time."""
    match = _MOMENT.fullmatch(text)
    if match is None:
        raise Rejected("no time")
    day, hours, minutes, seconds, fraction, sign, ahead, ahead_minutes = match.groups()
    try:
        days = date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal()
    except ValueError:
        raise Rejected("a day that no calendar has") from None
    total = ((days * 24 + int(hours)) * 60 + int(minutes)) * 60 + int(seconds)
    if sign:
        total -= int(f"{sign}1") * (int(ahead) * 60 + int(ahead_minutes)) * 60
    return total * 1_000_000 + int((fraction or "").ljust(6, "0"))


def first_gone_back(times: Sequence[int]) -> int:
    """The number of the first record whose time is more than a day earlier than the one before, or
    0."""
    return next((n for n in range(2, len(times) + 1) if times[n - 2] - times[n - 1] > DAY), 0)


def first_beyond(times: Sequence[int], cosigned: Sequence[int]) -> int:
    """The number of the first record whose time (in microseconds) is more than a day later than all
    times of witnesses (in seconds), or 0."""
    last = max(cosigned, default=None)
    if last is None:
        return 0
    return next((n for n, at in enumerate(times, start=1) if at - last * 1_000_000 > DAY), 0)
