"""The page of a hall: all tables of an evening by state, whose turn it is since when, and what
waits for a decision."""

from typing import Any
from zlib import crc32

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.admin.link_pages import REUSED, drawn, only_here, until
from api.game.routes.search import found_among, sitters
from api.hall.reading import Events, grouped, summaries, table_of, with_players
from api.hall.routes import IssueHall, find_hall, halls_of, issue
from api.web.access.answers import LinkAt
from api.web.access.caller import Caller
from api.web.access.link_answers import standing
from api.web.access.links import Issued
from api.web.forms.submission import Trouble, key_again, sent, submit
from api.web.pages.pages import PART, go, lang, needs, page, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import Service, service
from domain.game.procedure.notes import need_tag
from projections.search.query import MOST, Query

# The most tables that are listed of those not closed: an evening with more is looked at tag by tag.
TABLES = 1_000

CLOSED = 60  # The most that are listed of those that are closed, the newest.

HALF_A_MINUTE = 30


@site.get("/hall")
@needs("arbiter")
def show_hall() -> Response:
    """The games of a hall, for whoever has its link; an organiser's own, all or those of one tag
    (`?tag=`); the arbiter of one game goes on to its desk.

    Its script asks for it again and again, with the ETag of what it shows. Something else is shown
    after every record and, since how long turns last is told in minutes and requests lapse, after
    half a minute."""
    who = caller()
    if who.game:
        return go(f"/games/{who.game}/desk")
    tag = who.hall.tag if who.hall is not None else request.args.get("tag", "").strip()[:64]
    etag = moment_etag(who.id, tag, lang())
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    now = service().clerk.clock()
    query = Query(limit=MOST, tags=(tag,) if tag and who.hall is None else ())
    found = [
        one for status in ("open", "ended") for one in _all(who, replace(query, status=status))
    ]
    closed = found_among(who, replace(query, status="closed", limit=CLOSED))
    games = list(summaries((*found, *closed.games)))
    players, events = sitters([game["id"] for game in games]), Events()
    groups = grouped(
        table_of(with_players(game, players.get(game["id"], {})), now, events[game["id"]])
        for game in games
    )
    total = None if closed.total is None else len(found) + closed.total
    answer = page(
        "hall/hall.html",
        tag=tag,
        groups=groups,
        total=total,
        closed=closed.total,
        etag=etag,
        full=len(found) >= TABLES,
    )
    answer.headers["ETag"] = etag
    return answer


def moment_etag(*seen: Any) -> str:
    """The ETag of a page of a hall: the newest record of all, the half minute, and what else it
    shows."""
    clerk = service().clerk
    half = int(clerk.clock().timestamp()) // HALF_A_MINUTE
    return f'"{clerk.recorder.max_notification_id() or 0}-{crc32(repr((half, seen)).encode()):x}"'


def _all(who: Caller, query: Query) -> list[bytes]:
    games: list[bytes] = []
    while len(games) < TABLES:
        batch = found_among(who, query)
        games += batch.games
        if not batch.after:
            break
        query = replace(query, after=batch.after)
    return games


class HallCode(Struct, frozen=True):
    """A link to a hall as it stands: its tag, how many games carry it now, where it leads, and the
    code to scan; the last two are empty for one that holds no more."""

    link: LinkAt
    tag: str
    games: int | None
    address: str = ""
    drawn: str = ""


@site.get("/organise/halls")
@needs("organiser")
def show_halls() -> Response:
    return _halls()


@site.post("/organise/halls")
@needs("organiser")
def issue_for_hall() -> Response:
    """Issue a link to a hall. Sent twice, it is issued once."""
    return submit(_issued, lambda issued: f"/organise/halls#h-{issued.link.id}", _halls)


@site.post("/organise/halls/<link>/revoke")
@needs("organiser")
def revoke_for_hall(link: str) -> Response:
    found = service()
    found.access.links.revoke(find_hall(found, link).link, found.clerk.clock(), caller().id)
    return go("/organise/halls")


def _issued() -> Issued:
    submission = sent()
    tag, digest = submission.text("tag"), submission.digest()
    need_tag("/tag", tag)
    issued, _again = issue(
        IssueHall(tag, until(submission.text("expires"))), submission.key, digest
    )
    if issued.request != digest:
        raise Problem("key-reused", REUSED)
    return issued


def _halls(trouble: Trouble | None = None) -> Response:
    found = service()
    codes = [_code(found, issued) for issued in halls_of(found)]
    return page(
        "hall/links.html",
        trouble.status if trouble else 200,
        codes=[code for code in codes if code.drawn],
        over=[code for code in codes if not code.drawn],
        trouble=trouble,
        form=request.form,
        key=key_again(trouble),
        only_here=only_here(found.address),
    )


def _code(found: Service, issued: Issued) -> HallCode:
    link, hall = standing(found.access.links, issued, found.clerk.clock()), issued.link.hall
    tag = hall.tag if hall else ""
    if link.href is None or hall is None:
        return HallCode(link, tag, None)
    address = found.address + link.href
    there = found_among(None, Query(owner=hall.owner, tags=(tag,), limit=1))
    return HallCode(link, tag, there.total, address, drawn(address))
