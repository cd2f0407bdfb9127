"""Links to halls on the organiser's pages: issued, printed and withdrawn."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from api.admin.link_pages import REUSED, drawn, only_here, until
from api.game.routes.search import found_among
from api.hall.routes import IssueHall, find_hall, halls_of, issue
from api.web.access.answers import LinkAt
from api.web.access.link_answers import standing
from api.web.access.links import Issued
from api.web.forms.submission import Trouble, key_again, sent, submit
from api.web.pages.pages import go, needs, page, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import Service, service
from domain.game.procedure.notes import need_tag
from projections.search.query import Query


class HallCode(Struct, frozen=True):
    """A link to a hall as it stands: its tag, how many games carry it now, where it leads, and the code to scan; the last two are
    empty for one that holds no more."""

    link: LinkAt
    tag: str
    games: int | None
    address: str = ""
    drawn: str = ""


@site.get("/organise/halls")
@needs("organiser")
def show_halls() -> Response:
    """The links to halls, each with its code to scan, and a form to issue another."""
    return _halls()


@site.post("/organise/halls")
@needs("organiser")
def issue_for_hall() -> Response:
    """Issue a link to a hall. Sent twice, it is issued once."""
    return submit(_issued, lambda issued: f"/organise/halls#h-{issued.link.id}", _halls)


@site.post("/organise/halls/<link>/revoke")
@needs("organiser")
def revoke_for_hall(link: str) -> Response:
    """Withdraw a link to a hall, at once and for good."""
    found = service()
    found.access.links.revoke(find_hall(found, link).link, found.clerk.clock(), caller().id)
    return go("/organise/halls")


def _issued() -> Issued:
    one = sent()
    tag, told = one.text("tag"), one.digest()
    need_tag("/tag", tag)
    issued, _again = issue(IssueHall(tag, until(one.text("expires"))), one.key, told)
    if issued.request != told:
        raise Problem("key-reused", REUSED)
    return issued


def _halls(trouble: Trouble | None = None) -> Response:
    found = service()
    codes = [_code(found, one) for one in halls_of(found)]
    return page(
        "hall/links.html",
        trouble.status if trouble else 200,
        codes=[one for one in codes if one.drawn],
        over=[one for one in codes if not one.drawn],
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
