"""What a reader can ask the index of games, and what comes back."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

MOST = 200
"""Games on one page."""


class BadCursor(ValueError):
    """A cursor that no page ended with."""


class Query(Struct, frozen=True, kw_only=True):
    """Which games to list; everything that is given has to hold.

    `ruleset` and `status` are taken literally, `tags` whole but without case, `seats` is the number of seats at the table,
    automas included. The times are half-open: from the first on, before the second. `words` are looked for in the ids of game and
    campaign, in title (in both languages), ruleset and tags, without case and accents; a word of three letters or more also finds
    the words that begin with it. `called` is somebody who sat there, by an id or a name, of which `players` are
    made before the search. `players` are ids of persons of whom one sat there at any time; `owner` is the key
    that a game belongs to. `public` asks for those that anybody may watch, `irregular` and `open_claim` for games that are so now,
    `branch_of` for those that grew from a game, `tournament` for those played in one. `branches` says whether branches are listed
    beside the games that were played.

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
    players: tuple[str, ...] | None = None
    called: str = ""
    owner: str = ""
    public: bool = False
    irregular: bool = False
    open_claim: bool = False
    branch_of: str = ""
    tournament: str = ""
    branches: Literal["no", "only", "all"] = "no"
    after: str = ""
    limit: int = 50

    def wanted(self) -> list[tuple[str, ...]]:
        """The sets that a game has to be in (`projections/search/terms.py`), as alternatives: one of each."""
        names = [f"tag:{tag.casefold()}" for tag in self.tags]
        names += [f"ruleset:{self.ruleset}"] if self.ruleset else []
        names += [f"status:{self.status}"] if self.status else []
        names += [f"seats:{self.seats}"] if self.seats is not None else []
        names += [f"owner:{self.owner}"] if self.owner else []
        names += ["public"] if self.public else []
        names += ["irregular"] if self.irregular else []
        names += ["claim:open"] if self.open_claim else []
        names += [f"branch-of:{self.branch_of}"] if self.branch_of else []
        names += [f"tournament:{self.tournament}"] if self.tournament else []
        names += {"no": ["official"], "only": ["branch"], "all": []}[self.branches]
        players = [] if self.players is None else [tuple(f"player:{player}" for player in self.players)]
        return [*((name,) for name in names), *players]


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
