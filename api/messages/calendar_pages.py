"""Links to calendars on the organiser's pages: issued, copied and withdrawn; and the calendar that a program reads."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from api.messages.calendar_routes import IssueCalendar, feed, issue, own_tournaments, revoke, shown
from api.web.access.answers import CalendarAt
from api.web.access.calendar_links import CalendarLink
from api.web.forms.submission import Trouble, key_again, sent, submit
from api.web.pages.pages import anybody, go, needs, page, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.procedure.notes import need_tag


class Line(Struct, frozen=True):
    link: CalendarAt
    called: str


@site.get("/calendars/<token>.ics")
@anybody
def read_calendar(token: str) -> Response:
    return feed(token)


@site.get("/organise/calendars")
@needs("organiser")
def show_calendars() -> Response:
    return _calendars()


@site.post("/organise/calendars")
@needs("organiser")
def issue_for_calendar() -> Response:
    return submit(_issued, lambda link: f"/organise/calendars#c-{link.id}", _calendars)


@site.post("/organise/calendars/<link>/revoke")
@needs("organiser")
def revoke_for_calendar(link: str) -> Response:
    revoke(link)
    return go("/organise/calendars")


def _issued() -> CalendarLink:
    one = sent()
    tag, tournament = one.text("tag"), one.text("tournament")
    if tag:
        need_tag("/tag", tag)
    return issue(IssueCalendar(tag or None, tournament or None), one.key, one.digest())[0]


def _calendars(trouble: Trouble | None = None) -> Response:
    found, who = service(), caller()
    titles = own_tournaments(who)
    there = [shown(found, one) for one in found.access.calendars.issued(who.id)]
    lines = [Line(one, one.tag or titles.get(one.tournament or "") or one.tournament or "") for one in there]
    return page(
        "messages/calendars.html",
        trouble.status if trouble else 200,
        lines=[one for one in lines if one.link.href],
        over=[one for one in lines if not one.link.href],
        tournaments=titles,
        trouble=trouble,
        form=request.form,
        key=key_again(trouble),
    )
