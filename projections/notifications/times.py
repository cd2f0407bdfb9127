"""When a message may go: after a turn's quiet, outside quiet hours, with the day's digest. Pure; times have their zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from projections.notifications.subscriptions import Subscription

QUIET = timedelta(seconds=30)
"""How long nothing has to be recorded in a game before a seat is told that it is its turn: people at the table need no
message."""

LONGEST = timedelta(minutes=5)
"""How long others who play on can put that off."""


def turn_due(since: datetime, last: datetime) -> datetime:
    """When to tell of a turn that began at a time, in a game whose last record is of another."""
    return min(last + QUIET, since + LONGEST)


def zone(name: str) -> ZoneInfo | None:
    """A time zone by its IANA name; none if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def not_before(one: Subscription, now: datetime, since: datetime) -> datetime:
    """When a message that was made `since` may go to a subscription, as it looks `now`: at once, at the end of the quiet hours, or
    with the next digest."""
    at = now
    if one.digest is not None:
        at = max(at, _next(since, one.digest.at, one.digest.zone))
    if one.quiet is not None and one.quiet.start != one.quiet.end:
        end = _next(at, one.quiet.end, one.quiet.zone)
        begun = _next(at, one.quiet.start, one.quiet.zone)
        if end < begun:  # the next thing to come is the end: it is quiet now
            at = end
    return at


def _next(after: datetime, clock: str, name: str) -> datetime:
    """The first time after another at which it is this time of the day somewhere."""
    there = after.astimezone(zone(name) or ZoneInfo("UTC"))
    hour, minute = map(int, clock.split(":"))
    found = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if found <= there:
        found = (found + timedelta(days=1)).replace(hour=hour, minute=minute)
    return found.astimezone(after.tzinfo)
