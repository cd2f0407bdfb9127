"""The search among games, as its form asks for it."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from msgspec.structs import replace

from api.web.access.caller import Caller
from domain.titles.contract.csv_file import Separator
from projections.search.query import Query

STATUSES = ("open", "ended", "closed")

# What the form of every such page asks for, and the cursor of the page that follows.
ASKED = ("text", "ruleset", "status", "player", "irregular", "open_claim", "after")


def query(requested: Mapping[str, str], limit: int) -> Query:
    """The search in an address; what is no choice of the form is left out, as a page may."""
    status, player = requested.get("status", ""), requested.get("player", "").strip()[:200]
    return Query(
        words=requested.get("text", "")[:200],
        ruleset=requested.get("ruleset", "")[:64],
        status=status if status in STATUSES else "",
        called=player,
        irregular=bool(requested.get("irregular")),
        open_claim=bool(requested.get("open_claim")),
        after=requested.get("after", "")[:64],
        limit=limit,
    )


class Wrong(Exception):
    """A day that is none, in the field of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def day(requested: Mapping[str, str], name: str, later: int = 0) -> datetime | None:
    """Midnight of the day in a field, in UTC, or so many days later; none where it is empty. Raises
    `Wrong`."""
    text = requested.get(name, "").strip()
    if not text:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC) + timedelta(days=later)
    except (ValueError, OverflowError):
        raise Wrong(name) from None


def knows_people(who: Caller | None) -> bool:
    return who is not None and who.at_least("organiser")


def open_to(who: Caller | None, query: Query) -> Query:
    """A query that finds what a visitor may see: organisers search among their own games, the
    operator among all (`api/game/search.py`), everybody else among public ones."""
    if knows_people(who):
        return query
    return replace(query, public=True, players=None, called="", irregular=False, open_claim=False)


def separator_in(lang: str) -> Separator:
    return ";" if lang == "fr" else ","
