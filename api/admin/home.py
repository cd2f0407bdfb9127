"""The first page: what Greffe is, the games that are being played and those that were, and the
search."""

from typing import Any

import msgspec
from flask import Response, request

from api.game.cards import cards
from api.game.routes.search import found_among, games_csv
from api.game.search_form import ASKED, knows_people, open_to, query, separator_in
from api.web.access.caller import Caller
from api.web.pages.pages import anybody, lang, page, site, visitor
from api.web.request.service import service
from domain.game.table.demonstrations import demonstration_id, is_there
from domain.titles import registry
from projections.search.query import Page, Query

DEMONSTRATION = "demonstration"
LISTED = 30  # games on a page of the search
SHOWN = 12  # games of each kind on the first page

Game = dict[str, Any]


@site.get("/")
@anybody
def home() -> Response:
    who = visitor()
    titles = [(id, registry.ruleset(id).about) for id in registry.ids()]
    demo = next(
        iter(shown(found_among(None, Query(public=True, tags=(DEMONSTRATION,), limit=1)))), None
    )
    if any(request.args.get(name) for name in ASKED):
        found = _seen(who, query(_asked(who), LISTED))
        return page(
            "admin/home.html",
            who=who,
            titles=titles,
            demo=demo,
            found=cards(found, who),
            after=found.after,
            asked=request.args,
        )
    examples = [
        (id, about, demonstration_id(id), is_there(service().clerk, id)) for id, about in titles
    ]
    live, ended, closed = (
        cards(_seen(who, Query(status=status, limit=SHOWN)), who)
        for status in ("open", "ended", "closed")
    )
    finished = [*ended, *closed]
    shown_to: dict[str, Any] = {"who": who, "titles": titles, "examples": examples, "demo": demo}
    return page("admin/home.html", **shown_to, live=live, finished=finished[:SHOWN], asked={})


@site.get("/games.csv")
@anybody
def write_found_games() -> Response:
    who = visitor()
    return games_csv(who, open_to(who, query(_asked(who), LISTED)), lang(), separator_in(lang()))


def _asked(who: Caller | None) -> dict[str, str]:
    """What is searched for: names are not for everybody, and looking through them takes time."""
    asked = dict(request.args)
    if not knows_people(who):
        asked.pop("player", None)
    return asked


def _seen(who: Caller | None, query: Query) -> Page:
    return found_among(who, open_to(who, query))


def shown(found: Page) -> list[Game]:
    return [msgspec.json.decode(game) for game in found.games]
