"""The page of a hall: all tables of an evening by state, whose turn it is since when, and what waits for a decision."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from flask import Response, request
from msgspec.structs import replace

from api.game.routes.search import found_among, sitters
from api.hall.tables import Events, grouped, summaries, table_of, with_players
from api.web.access.caller import Caller
from api.web.pages.pages import PART, go, lang, needs, page, site
from api.web.request.caller import caller
from api.web.request.service import service
from projections.search.query import MOST, Query

TABLES = 1_000
"""The most tables that are listed of those not closed: an evening with more is looked at tag by tag."""

CLOSED = 60
"""The most that are listed of those that are closed, the newest."""

HALF_A_MINUTE = 30


@site.get("/hall")
@needs("arbiter")
def show_hall() -> Response:
    """The games of a hall, for whoever has its link; an organiser's own, all or those of one tag (`?tag=`); the arbiter of one game
    goes on to its desk.

    Its script asks for it again and again, with the ETag of what it shows. Something else is shown after every record and, since
    how long turns last is told in minutes and requests lapse, after half a minute."""
    who = caller()
    if who.game:
        return go(f"/games/{who.game}/desk")
    tag = who.hall.tag if who.hall is not None else request.args.get("tag", "").strip()[:64]
    etag = moment_etag(who.id, tag, lang())
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    now = service().clerk.clock()
    wanted = Query(limit=MOST, tags=(tag,) if tag and who.hall is None else ())
    found = [one for status in ("open", "ended") for one in _all(who, replace(wanted, status=status))]
    closed = found_among(who, replace(wanted, status="closed", limit=CLOSED))
    games = list(summaries((*found, *closed.games)))
    players, events = sitters([game["id"] for game in games]), Events()
    groups = grouped(table_of(with_players(one, players.get(one["id"], {})), now, events[one["id"]]) for one in games)
    total = None if closed.total is None else len(found) + closed.total
    answer = page("hall/hall.html", tag=tag, groups=groups, total=total, closed=closed.total, etag=etag, full=len(found) >= TABLES)
    answer.headers["ETag"] = etag
    return answer


def moment_etag(*seen: Any) -> str:
    """The ETag of a page of a hall: the newest record of all, the half minute, and what else it shows."""
    clerk = service().clerk
    half = int(clerk.clock().timestamp()) // HALF_A_MINUTE
    return f'"{clerk.recorder.max_notification_id() or 0}-{crc32(repr((half, seen)).encode()):x}"'


def _all(who: Caller, query: Query) -> list[bytes]:
    """The summaries of all games that a query finds, page after page."""
    found: list[bytes] = []
    while len(found) < TABLES:
        one = found_among(who, query)
        found += one.games
        if not one.after:
            break
        query = replace(query, after=one.after)
    return found
