"""The search among games, as its form asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from api.request.service import service
from domain.clerk.people import People
from projections.search.query import Query

STATUSES = ("open", "ended", "closed")

ASKED = ("text", "ruleset", "status", "player", "irregular", "open_claim", "after")
"""What the form of every such page asks for, and the cursor of the page that follows."""


def query(asked: Mapping[str, str], limit: int) -> Query:
    """The search in an address; what is no choice of the form is left out, as a page may."""
    status, player = asked.get("status", ""), asked.get("player", "").strip()[:200]
    return Query(
        words=asked.get("text", "")[:200],
        ruleset=asked.get("ruleset", "")[:64],
        status=status if status in STATUSES else "",
        players=(player, *(one.player for one in People(service().clerk).find(player))) if player else None,
        irregular=bool(asked.get("irregular")),
        open_claim=bool(asked.get("open_claim")),
        after=asked.get("after", "")[:15],
        limit=limit,
    )
