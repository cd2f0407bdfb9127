"""The organiser's page: the titles to open, and the search among the games that were opened."""

from __future__ import annotations

from zlib import crc32

from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.cards import Card, cards
from api.game.routes.search import found_among, games_csv
from api.game.search_form import ASKED, Wrong, day, query, separator_in
from api.web.pages.pages import PART, lang, needs, page, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.kernel.log import WitnessAt
from domain.titles import registry
from projections.search.query import Page, Query

LISTED = 60
"""Games on a page: a hall's tables."""

BRANCHES = ("no", "only", "all")
DAYS = ("opened_from", "opened_to", "updated_from", "updated_to")
MORE = ("tag", *DAYS, "branches")
"""What the search asks for that is not shown at once."""


class Found(Struct, frozen=True):
    """What the search has found: games as cards, the cursor of the page that follows, and how many there are in all, if that is
    known."""

    games: list[Card]
    after: str
    total: int | None


@site.get("/organise")
@needs("organiser")
def organise() -> Response:
    """Open games, and find those that were opened: by words, title, status, player, tag, days, irregularity and open claim.

    Its script asks for it again and again, with the ETag of what it shows: as long as nothing was recorded, and no witness's word
    changed, that costs one look at the end of the record and one at what is noted of witnesses."""
    witnesses = _witnesses()
    shown = crc32(repr(witnesses).encode())
    etag = f'"{service().clerk.recorder.max_notification_id() or 0}-{shown:x}"'
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    wrong = ""
    try:
        found: Page = found_among(caller(), _query())
    except Wrong as e:
        wrong, found = e.name, Page((), "", None)
    answer = page(
        "game/opening/page.html",
        422 if wrong else 200,
        titles=[(id, registry.ruleset(id).about) for id in registry.ids()],
        witnesses=witnesses,
        operates=caller().role == "operator",
        found=Found(cards(found, caller()), found.after, found.total),
        etag=etag,
        asked=request.args,
        searched=any(request.args.get(name) for name in (*ASKED, *MORE)),
        more=any(request.args.get(name) for name in MORE),
        wrong=wrong,
    )
    answer.headers["ETag"] = etag
    return answer


@site.get("/organise/games.csv")
@needs("organiser")
def write_games() -> Response:
    """What the search finds, as CSV; a day that is none leads to the page that says so."""
    try:
        return games_csv(caller(), _query(), lang(), separator_in(lang()))
    except Wrong:
        return organise()


def _witnesses() -> tuple[WitnessAt, ...]:
    """The witnesses of the log that refuse to cosign it or do not answer."""
    book = service().receipts.book
    try:
        return tuple(one for one in book.witnessing() if one.state != "ok") if book else ()
    except PersistenceError:  # the log cannot be read, which `/readyz` says
        return ()


def _query() -> Query:
    """The search in the address; a choice that is not offered is left out, a day that is none is `Wrong`."""
    asked = request.args
    tag, branches = asked.get("tag", "").strip()[:64], asked.get("branches", "")
    return replace(
        query(asked, LISTED),
        tags=(tag,) if tag else (),
        opened_from=day(asked, "opened_from"),
        opened_before=day(asked, "opened_to", later=1),
        updated_from=day(asked, "updated_from"),
        updated_before=day(asked, "updated_to", later=1),
        branches=branches if branches in BRANCHES else "no",
    )
