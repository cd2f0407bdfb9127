"""What a reader can ask the index of games, and what comes back."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

MOST = 200
"""Games on one page."""


class BadCursor(ValueError):
    """A cursor that no page ended with."""


class Query(Struct, frozen=True, kw_only=True):
    """Which games to list; everything that is given has to hold.

    `ruleset`, `status` and `tags` are taken literally, `seats` is the number of seats at the table, automas included. The
    times are half-open: from the first on, before the second. `words` are looked for in the ids of game and campaign, in title
    (in both languages), ruleset and tags, without case and accents; a word of three letters or more also finds the words that
    begin with it.

    Pages go from the game updated last to the one untouched longest. `after` is the cursor that the page before ended with.
    """

    ruleset: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    seats: int | None = None
    opened_from: datetime | None = None
    opened_before: datetime | None = None
    updated_from: datetime | None = None
    updated_before: datetime | None = None
    words: str = ""
    after: str = ""
    limit: int = 50


class Page(Struct, frozen=True):
    """Summaries as JSON, the cursor for the page after (empty: this is the last), and how many games the query finds in all
    (none where counting them would take longer than finding the page)."""

    games: tuple[bytes, ...]
    after: str
    total: int | None


def cursor(after: str) -> float:
    """The notification id below which a page begins; raises `BadCursor`."""
    if not after:
        return float("inf")
    if not (after.isascii() and after.isdigit() and len(after) < 16):  # what a score of a sorted set holds exactly
        raise BadCursor(after)
    return int(after)
