"""Links to halls. Such a link names an organiser and a tag. Its bearer is the arbiter of all the
organiser's games that have this tag, also of games tagged later."""

from datetime import datetime
from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.admin.routes import (
    REUSED,
    SVG,
    answer_link,
    expiry_faults,
    issue_once,
    qr_picture,
    until_day,
    whole_seconds,
)
from api.game.links import HallPage, hall_links, link_at
from api.game.parameters import Tag
from api.game.search import found_page, games_reply
from api.game.subject import game_clerk
from api.web.access.caller import Group
from api.web.access.links import IssuedLink, Link, place_of
from api.web.body import Moment, current_request, invalid_fields
from api.web.problems.problem import Problem, requested_language
from api.web.request.blueprint import REPLAY, Blueprint, idempotency_key
from api.web.request.responses import reply
from api.web.request.service import Service, caller, service
from domain.kernel.text import Text
from projections.boards.positions import encode, summary_of
from projections.search.query import MOST, Page, Query

blueprint = Blueprint(
    "halls", __name__, description="One arbiter's link for all games that carry a tag."
)


class IssueHall(Struct, frozen=True, forbid_unknown_fields=True):
    """The request for a link that makes its bearer the arbiter of all your games that have a
    tag."""

    tag: Annotated[
        Tag, Meta(description="The tag of the hall's games, whole; its case does not matter.")
    ]
    expires: Annotated[Moment | None, Meta(description="When it runs out; never, without it.")] = (
        None
    )


class GamePageQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a page of games."""

    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most games on a page.", ge=1, le=MOST)] = 50


@blueprint.route("/halls")
@blueprint.needs("organiser")
@blueprint.answers(200, "HallPage")
@blueprint.refuses("store-unavailable")
def list_halls() -> Response:
    """List the links to halls that were issued with this key; for the operator, all."""
    app = service()
    links, now = app.access.links, game_clerk().clock()
    return reply(
        HallPage(tuple(link_at(links, issued, now) for issued in revocable_hall_links(app)))
    )


@blueprint.route("/halls", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(IssueHall, example={"tag": "spring open"})
@blueprint.opens
@blueprint.answers(201, "LinkGiven", "The link holds from now on.", headers=REPLAY)
def issue_hall(wish: IssueHall) -> Response:
    """Issue an arbiter's link for all games that were opened with this key and have a tag. It
    includes games opened or tagged later, and no longer those whose tag is removed. It never
    includes branches."""
    return answer_link(*issue_hall_link(wish, idempotency_key(), current_request().digest()))


@blueprint.route("/halls/<link>/revoke", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.answers(200, "LinkAt", "The link holds no more.")
@blueprint.refuses("unknown-link", "store-unavailable")
def revoke_hall(link: str) -> Response:
    """Revoke a link to a hall, at once and for good; revoking it again changes nothing."""
    app = service()
    links, now = app.access.links, game_clerk().clock()
    issued = find_hall_link(app, link)
    links.revoke(issued.link, now, caller().id)
    return reply(link_at(links, issued, now))


@blueprint.route("/halls/<link>/qr.svg")
@blueprint.needs("organiser")
@blueprint.answers(200, {"type": "string"}, "The picture.", content_type=SVG)
@blueprint.refuses("unknown-link", "link-over", "store-unavailable")
def show_hall_qr(link: str) -> Response:
    """Draw a link to a hall as a QR code to print, with the tag below: 80 by 96 mm."""
    app, lang = service(), requested_language()
    hall_link = find_hall_link(app, link).link
    tag = hall_link.group.tag if hall_link.group else ""
    who, which = Text("Arbiter"), Text("all games with this tag")
    return qr_picture(
        app, hall_link, (who.to(lang), tag, which.to(lang) + until_day(hall_link, lang))
    )


@blueprint.route("/hall")
@blueprint.needs("arbiter")
@blueprint.asks(GamePageQuery)
@blueprint.answers(200, "GamePage")
@blueprint.refuses("store-unavailable")
def list_hall(paging: GamePageQuery) -> Response:
    """List the games whose arbiter the caller is: with a link to a hall, those that have its tag
    now; with a link to one game, that game; with an organiser's key, all games opened with it; with
    the operator's, all games."""
    who = caller()
    if who.to:
        return games_reply(Page((encode(summary_of(game_clerk().game(who.to))),), "", 1))
    return games_reply(found_page(who, Query(after=paging.after, limit=paging.limit)))


def revocable_hall_links(app: Service) -> list[IssuedLink]:
    """The links to halls that the caller may revoke: their own, for the operator all."""
    who = caller()
    return hall_links(app.access.links, "" if who.role == "operator" else who.id)


def find_hall_link(app: Service, id: str) -> IssuedLink:
    """A link to a hall that the caller may revoke, by id. Raises `unknown-link`."""
    hall_link = next((issued for issued in revocable_hall_links(app) if issued.link.id == id), None)
    if hall_link is None:
        raise Problem("unknown-link", Text("There is no link {id} to a hall.", id=id))
    return hall_link


def issue_hall_link(
    wish: IssueHall, key: str, request: str, reused: Text = REUSED
) -> tuple[IssuedLink, bool]:
    """Issue a link to a hall of the caller's. Returns the issued link, and whether this idempotency
    key had issued it before. `request` is the digest of the request. Raises `invalid-fields` and
    `key-reused`."""
    hall = Group(caller().id, wish.tag)

    def link(now: datetime) -> Link:
        faults = expiry_faults(wish.expires, now)
        if faults:
            raise invalid_fields(tuple(faults))
        return Link("", "", "arbiter", (), whole_seconds(wish.expires), hall)

    return issue_once(place_of(hall), key, request, link, reused)
