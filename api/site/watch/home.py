"""The list of games: what Greffe is, what is played, what was played, and the search."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from api.access.caller import Caller
from api.request.service import service
from api.resources.play.search import found_among
from api.site.kit.cards import cards
from api.site.kit.pages import anybody, page, site, visitor
from domain import games
from domain.clerk.people import People
from projections.search.query import Page, Query

DEMONSTRATION = "demonstration"
SHOWN = 12
"""Games of each kind on the first page."""

Game = dict[str, Any]


@site.get("/")
@anybody
def home() -> Response:
    """What Greffe is, and the games that the visitor may see."""
    who = visitor()
    titles = [(id, games.ruleset(id).about.title) for id in games.ids()]
    demo = next(iter(shown(found_among(None, Query(public=True, tags=(DEMONSTRATION,), limit=1)))), None)
    if _searched():
        found = _seen(who, _query())
        return page(
            "watch/home.html", who=who, titles=titles, demo=demo, found=cards(found, who), after=found.after, asked=request.args
        )
    live, ended, closed = (cards(_seen(who, Query(status=status, limit=SHOWN)), who) for status in ("open", "ended", "closed"))
    finished = [*ended, *closed]
    return page("watch/home.html", who=who, titles=titles, demo=demo, live=live, finished=finished[:SHOWN], asked={})


def _searched() -> bool:
    return any(request.args.get(name) for name in ("text", "ruleset", "status", "player", "irregular", "open_claim", "after"))


def _query() -> Query:
    """The search in the address; what it does not understand it leaves out, as a page may."""
    asked = request.args
    status = asked.get("status", "")
    player = asked.get("player", "").strip()[:200]
    return Query(
        words=asked.get("text", "")[:200],
        ruleset=asked.get("ruleset", "")[:64],
        status=status if status in ("open", "ended", "closed") else "",
        players=(player, *(one.player for one in People(service().clerk).find(player))) if player else None,
        irregular=bool(asked.get("irregular")),
        open_claim=bool(asked.get("open_claim")),
        after=asked.get("after", "")[:15],
        limit=30,
    )


def _seen(who: Caller | None, query: Query) -> Page:
    """What a visitor finds: organisers among their own games, the operator among all, everybody else among public ones."""
    if who is None or not who.at_least("organiser"):
        query = msgspec.structs.replace(query, public=True, players=None, irregular=False, open_claim=False)
    return found_among(who, query)


def shown(found: Page) -> list[Game]:
    """The games of a page of a search, as plain data."""
    return [msgspec.json.decode(game) for game in found.games]
