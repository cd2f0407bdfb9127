"""Calendars of games and rounds behind links: issued, listed, revoked, and read by calendar
programs (RFC 5545)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec
from flask import Response, request
from msgspec import Meta, Struct
from msgspec.structs import replace

from api.game.parameters import Tag
from api.game.search import found_page
from api.game.subject import game_clerk
from api.messages.calendar_links import CalendarAt, CalendarLink, CalendarLinks, CalendarPage
from api.tournament.reading import tournaments_of
from api.tournament.subject import directing
from api.web.access.caller import Caller
from api.web.access.links import Forged
from api.web.body import current_request, invalid_fields
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.pages.pages import anybody, go, needs, page, site
from api.web.problems.problem import Problem, requested_language
from api.web.request.blueprint import REPLAY, Blueprint, idempotency_key
from api.web.request.responses import PRIVATE, reply
from api.web.request.service import Service, caller, service
from domain.game.notes.conditions import need_tag
from domain.kernel.faults import Fault
from domain.kernel.text import Lang, Text
from domain.tournament.formats import icalendar
from domain.tournament.papers import Papers
from projections.search.query import MOST, Query

blueprint = Blueprint(
    "calendars", __name__, description="Calendars of games and rounds, behind links."
)

GAMES = 1_000  # the most games in a calendar, those written to last

KINDS = "text/calendar; charset=utf-8"


class IssueCalendar(Struct, frozen=True, forbid_unknown_fields=True):
    """The request for a calendar: either of your games that have a tag, or of the rounds of a
    tournament of yours."""

    tag: Annotated[
        Tag | None, Meta(description="The tag of the games, whole; its case does not matter.")
    ] = None
    tournament: Annotated[str | None, Meta(description="The id of the tournament.")] = None


@blueprint.route("/calendars")
@blueprint.needs("organiser")
@blueprint.answers(200, "CalendarPage")
@blueprint.refuses("store-unavailable")
def list_calendars() -> Response:
    """List the links to calendars that this key has issued."""
    app = service()
    return reply(
        CalendarPage(
            tuple(
                calendar_at(app, link) for link in service().of(CalendarLinks).issued(caller().id)
            )
        )
    )


@blueprint.route("/calendars", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(IssueCalendar, example={"tag": "spring open"})
@blueprint.opens
@blueprint.answers(201, "CalendarAt", "The link holds from now on.", headers=REPLAY)
def issue_calendar(body: IssueCalendar) -> Response:
    """Issue a link to a calendar, which calendar programs read again and again. The calendar has
    titles, table numbers and times; it has no names, no results, and nothing of unpublished
    pairings."""
    link, again = issue_calendar_link(body, idempotency_key(), current_request().digest())
    return reply(
        calendar_at(service(), link), 201, **({"Idempotent-Replay": "true"} if again else {})
    )


@blueprint.route("/calendars/<link>/revoke", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.answers(200, "CalendarAt", "The link holds no more.")
@blueprint.refuses("unknown-link", "store-unavailable")
def revoke_calendar(link: str) -> Response:
    """Revoke a link to a calendar, at once and for good; revoking it again changes nothing."""
    return reply(calendar_at(service(), revoke_calendar_link(link)))


# -- what pages do, too ----------------------------------------------------------------------------


def issue_calendar_link(wish: IssueCalendar, key: str, digest: str) -> tuple[CalendarLink, bool]:
    """Issue a link to a calendar of the caller's games or of their tournament. Returns it, and
    whether this idempotency key had issued it before. `digest` is that of the request. Raises
    `invalid-fields`, `key-reused`."""
    who = caller()
    if bool(wish.tag) == bool(wish.tournament):
        raise invalid_fields(
            (
                Fault(
                    "/tag",
                    Text("Name a tag of your games or one of your tournaments: one of the two."),
                ),
            )
        )
    if wish.tournament and wish.tournament not in own_tournaments(who):
        raise invalid_fields((Fault("/tournament", Text("This is none of your tournaments.")),))
    tag, tournament = wish.tag or "", wish.tournament or ""
    link, again = (
        service()
        .of(CalendarLinks)
        .issue(who.id, key, digest, game_clerk().clock(), tag=tag, tournament=tournament)
    )
    if link.request != digest:
        raise Problem(
            "key-reused",
            Text("This idempotency key came before with another request. Nothing was issued."),
        )
    return link, again


def own_tournaments(who: Caller) -> dict[str, str]:
    """The titles of a caller's tournaments by id; for the operator, of all tournaments."""
    titles: dict[str, str] = {}
    after = ""
    while True:
        page = tournaments_of(who, after, MOST)
        titles |= {item.id: item.title or item.id for item in page.items}
        if not page.after:
            return titles
        after = page.after


def revoke_calendar_link(id: str) -> CalendarLink:
    """Revoke a link to a calendar that the caller has issued, and return it. Raises
    `unknown-link`."""
    who = caller().id
    link = next(
        (issued for issued in service().of(CalendarLinks).issued(who) if issued.id == id), None
    )
    if link is None:
        raise Problem("unknown-link", Text("There is no link {id} to a calendar.", id=id))
    service().of(CalendarLinks).revoke(link, game_clerk().clock(), who)
    return link


def calendar_at(app: Service, link: CalendarLink) -> CalendarAt:
    revoked = service().of(CalendarLinks).revocation(link)
    address = f"{app.address}/calendars/{service().of(CalendarLinks).token(link)}.ics"
    return CalendarAt(
        link.id,
        link.tag or None,
        link.tournament or None,
        link.at,
        revoked.at if revoked else None,
        None if revoked else address,
    )


# -- what calendar programs read -------------------------------------------------------------------


def calendar_reply(token: str) -> Response:
    """The response with the calendar behind a link; 304 if the program already has it. Raises
    `link-forged`, `link-revoked`."""
    lang = requested_language()
    try:
        link = service().of(CalendarLinks).read(token)
    except Forged:
        raise Problem("link-forged") from None
    if service().of(CalendarLinks).revocation(link) is not None:
        raise Problem("link-revoked")
    etag = f'"{game_clerk().recorder.max_notification_id() or 0}-{lang}"'
    headers = {"ETag": etag, "Cache-Control": PRIVATE, "Vary": "Accept-Language"}
    if request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers=headers)
    text = (
        _rounds_calendar(link, lang)
        if link.tournament
        else icalendar.written(link.tag, _game_entries(link, lang))
    )
    return Response(text, 200, headers, content_type=KINDS)


def _rounds_calendar(link: CalendarLink, lang: Lang) -> str:
    store = directing().store
    return Papers(store, store.tournament(link.tournament), director=False).written(
        "calendar", lang=lang
    )


def _game_entries(link: CalendarLink, lang: Lang) -> Iterator[icalendar.Entry]:
    """The calendar entries of the games with a link's tag, at most about `GAMES`. Each lasts from
    the game's opening to its newest record, whose number is the entry's revision."""
    query, count = Query(owner=link.owner, tags=(link.tag,), limit=MOST), 0
    while count < GAMES:
        page = found_page(None, query)
        for game in page.items:
            yield _game_entry(msgspec.json.decode(game), lang)
        count += len(page.items)
        if not page.after:
            return
        query = replace(query, after=page.after)


def _game_entry(game: dict[str, Any], lang: Lang) -> icalendar.Entry:
    begins, newest = datetime.fromisoformat(game["opened_at"]), datetime.fromisoformat(game["at"])
    table = next((tag for tag in game["tags"] if tag.startswith("table ")), "")
    title = Text.of(game["name"])
    name = (
        Text("{title}, table {number}", title=title, number=table.removeprefix("table "))
        if table
        else title
    )
    return icalendar.Entry(
        f"{game['id']}@greffe", begins, max(begins, newest), newest, game["seq"], name.printed(lang)
    )


class CalendarLine(Struct, frozen=True):
    """A link to a calendar, with the tag or the tournament's title by which a page lists it."""

    link: CalendarAt
    called: str


@site.get("/calendars/<token>.ics")
@anybody
def read_calendar(token: str) -> Response:
    return calendar_reply(token)


@site.get("/organise/calendars")
@needs("organiser")
def show_calendars(trouble: Trouble | None = None) -> Response:
    app, who = service(), caller()
    titles = own_tournaments(who)
    issued = [calendar_at(app, link) for link in service().of(CalendarLinks).issued(who.id)]
    lines = [
        CalendarLine(link, link.tag or titles.get(link.tournament or "") or link.tournament or "")
        for link in issued
    ]
    return page(
        "messages/calendars.html",
        trouble.status if trouble else 200,
        lines=[line for line in lines if line.link.href],
        over=[line for line in lines if not line.link.href],
        tournaments=titles,
        trouble=trouble,
        form=request.form,
        key=key_of_form_again(trouble),
    )


@site.post("/organise/calendars")
@needs("organiser")
def issue_for_calendar() -> Response:
    return submit(_issue_from_form, lambda link: f"/organise/calendars#c-{link.id}", show_calendars)


@site.post("/organise/calendars/<link>/revoke")
@needs("organiser")
def revoke_for_calendar(link: str) -> Response:
    revoke_calendar_link(link)
    return go("/organise/calendars")


def _issue_from_form() -> CalendarLink:
    form = sent()
    tag, tournament = form.text("tag"), form.text("tournament")
    if tag:
        need_tag("/tag", tag)
    return issue_calendar_link(
        IssueCalendar(tag or None, tournament or None), form.key, form.digest()
    )[0]
