"""Access to a game: its links, and who has looked at what is hidden."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from flask import Response
from msgspec import UNSET, Meta, Struct

from api.web.access.answers import CallerAt, LinkPage, LinkRole, LookPage
from api.web.access.caller import NAMES
from api.web.access.link_answers import given, sheet as qr_sheet, standing, state_of
from api.web.access.links import Issued, Link, Links
from api.web.access.looks import looks
from api.web.body import NO_PAGE, Moment, asked, invalid, invalid_parameters
from api.web.problems.problem import Problem, language
from api.web.request.blueprint import REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.responses import reply
from api.web.request.service import Service, service
from api.web.request.writes import key
from domain.game.record.records import GameOpened
from domain.kernel.text import Lang, Text
from domain.titles.contract.catalogs.faults import Fault
from projections.search.query import BadCursor

blueprint = Blueprint(
    "access", __name__, description="Links to a game, and the log of looks at what is hidden."
)

LONGEST = timedelta(
    days=3660
)  # how long a link can be issued for at most; without a time it holds until it is revoked

MOST = 500
SVG = "image/svg+xml"


class IssueLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Another link to a game. A scribe's names every seat that the scribe enters for."""

    role: Annotated[LinkRole, Meta(description="What its bearer may do.")]
    seats: Annotated[
        tuple[str, ...],
        Meta(description="With role `seat`: the players' seats it speaks for.", max_length=64),
    ] = ()
    expires: Annotated[Moment | None, Meta(description="When it runs out; never, without it.")] = (
        None
    )


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[str, Meta(description="The `next` of the page before.", max_length=64)] = ""
    limit: Annotated[int, Meta(description="The most entries on a page.", ge=1, le=MOST)] = 100


@blueprint.route("/caller")
@blueprint.needs("spectator")
@blueprint.answers(200, "CallerAt")
def show_caller() -> Response:
    """Say what one's key or link is good for: the role, and of a link the game and the seats."""
    who = caller()
    return reply(
        CallerAt(who.id, who.role, who.game or None, who.seats, who.hall.tag if who.hall else UNSET)
    )


@blueprint.route("/games/<game>/links")
@blueprint.needs("organiser")
@blueprint.answers(200, "LinkPage")
@blueprint.refuses("unknown-game", "store-unavailable")
def list_links(game: str) -> Response:
    """List the links to a game: whose they are, whether they hold, and the links themselves to hand
    out again."""
    app = service()
    links, now = app.access.links, app.clerk.clock()
    return reply(
        LinkPage(
            game, tuple(standing(links, one, now) for one in links.all(game, app.opened(game)))
        )
    )


@blueprint.route("/games/<game>/links", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(IssueLink, example={"role": "spectator"})
@blueprint.opens
@blueprint.answers(201, "LinkGiven", "The link holds from now on.", headers=REPLAY)
@blueprint.refuses("unknown-game")
def issue_link(body: IssueLink, game: str) -> Response:
    """Issue another link to a game: for a scribe who enters for several seats, for a guest, for a
    day."""
    found, who, request = service(), caller().id, asked().digest()
    links, opened = found.access.links, found.opened(game)
    before = links.issued(game, who, key())
    if before is None:
        now = found.clerk.clock()
        check_link(body, opened, now)
        issued = links.issue(
            Link("", game, body.role, body.seats, whole(body.expires)), now, who, key(), request
        )
    else:
        issued = before
    return handed(links, issued, request, again=before is not None)


def whole(expires: datetime | None) -> datetime | None:
    """When a link runs out, as its token can say it: in UTC, in whole seconds."""
    return expires and expires.astimezone(UTC).replace(microsecond=0)


def handed(links: Links, issued: Issued, request: str, *, again: bool) -> Response:
    """The answer with a link that was issued; raises `key-reused` where that was for another
    request with the same key."""
    if issued.request != request:
        raise Problem("key-reused", _REUSED)
    return reply(given(links, issued.link), 201, **({"Idempotent-Replay": "true"} if again else {}))


@blueprint.route("/games/<game>/links/<link>/revoke", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.answers(200, "LinkAt", "The link holds no more.")
@blueprint.refuses("unknown-game", "unknown-link", "store-unavailable")
def revoke_link(game: str, link: str) -> Response:
    """Revoke a link, at once and for good; revoking it again changes nothing. Issue another one in
    its place."""
    app = service()
    links, now = app.access.links, app.clerk.clock()
    one = issued_link(app, game, link)
    links.revoke(one.link, now, caller().id)
    return reply(standing(links, one, now))


@blueprint.route("/games/<game>/links/<link>/qr.svg")
@blueprint.needs("organiser")
@blueprint.answers(200, {"type": "string"}, "The picture.", content_type=SVG)
@blueprint.refuses("unknown-game", "unknown-link", "link-over", "store-unavailable")
def show_qr(game: str, link: str) -> Response:
    """Draw a link as a QR code to print, with whose it is under it: 80 by 96 mm."""
    app = service()
    one = issued_link(app, game, link).link
    return drawn(app, one, _caption(app, one, language()))


def drawn(found: Service, link: Link, caption: tuple[str, str, str]) -> Response:
    """The picture of a link to print; raises `link-over` for one that holds no more."""
    links = found.access.links
    if state_of(link, links.revocation(link), found.clerk.clock()) != "good":
        raise Problem("link-over")
    sheet = qr_sheet(f"{found.address}/seat/{links.token(link)}", caption)
    return Response(
        sheet, 200, {"Cache-Control": "no-store", "Content-Language": language()}, content_type=SVG
    )


@blueprint.route("/games/<game>/looks")
@blueprint.needs("organiser")
@blueprint.asks(Pages)
@blueprint.answers(200, "LookPage")
@blueprint.refuses("unknown-game", "store-unavailable")
def list_looks(query: Pages, game: str) -> Response:
    """Read the access log: who has looked at what is hidden from the public, as whom, at which
    record, and when."""
    app = service()
    app.opened(game)
    try:
        page, following = looks(app.clerk.key_values, game, query.after, query.limit)
    except BadCursor:
        raise invalid_parameters({"after": NO_PAGE}) from None
    return reply(LookPage(game, page, following or None))


_REUSED = Text(
    "This idempotency key came before with another request. Nothing was issued.",
)


def issued_link(app: Service, game: str, id: str) -> Issued:
    """A link of a game by its id; raises the problem `unknown-link`."""
    issued = app.access.links.find(game, app.opened(game), id)
    if issued is None:
        raise Problem("unknown-link", Text("This game has no link {id}.", id=id))
    return issued


def check_link(wanted: IssueLink, opened: GameOpened, now: datetime) -> None:
    """Raise `invalid-fields` for a link that cannot be: seats that the game does not have, a time
    that is past."""
    faults: list[Fault] = []
    players = [seat.id for seat in opened.seats if seat.role == "player"]
    there = ", ".join(players)
    if wanted.role == "seat" and not wanted.seats:
        faults.append(Fault("/seats", Text("Name the seats: there are {there}.", there=there)))
    elif wanted.role != "seat" and wanted.seats:
        text = Text("A link of role {role} has no seats: leave them out.", role=NAMES[wanted.role])
        faults.append(Fault("/seats", text))
    elif len(set(wanted.seats)) < len(wanted.seats):
        faults.append(Fault("/seats", Text("A seat is named twice.")))
    else:
        for n, seat in enumerate(wanted.seats):
            if seat not in players:
                en, fr = (
                    f"No player has the seat {seat}: there are {there}.",
                    f"Aucun joueur n'a le siège {seat} : il y a {there}.",
                )
                faults.append(Fault(f"/seats/{n}", Text(en, fr)))
    faults += late(wanted.expires, now)
    if faults:
        raise invalid(tuple(faults))


def late(expires: datetime | None, now: datetime) -> list[Fault]:
    """What is wrong with when a link is to run out, if something is."""
    if expires is None or now < expires <= now + LONGEST:
        return []
    text = Text("A link runs out in the future, within ten years.")
    return [Fault("/expires", text)]


def until_day(link: Link, lang: Lang) -> str:
    """The end of a caption: until when the link holds; nothing where it holds for good."""
    if link.expires is None:
        return ""
    day, month = f"{link.expires:%d}", f"{link.expires:%m}"
    return Text(", until {year}-{month}-{day}", year=link.expires.year, month=month, day=day).to(
        lang
    )


def _caption(found: Service, link: Link, lang: Lang) -> tuple[str, str, str]:
    game = found.clerk.game(link.game)
    whose = (
        ", ".join(game.setting.name(seat).to(lang) for seat in link.seats)
        or NAMES[link.role].to(lang).capitalize()
    )
    until = until_day(link, lang)
    return (
        whose,
        game.rules.about.title.to(lang),
        Text("game {game}{until}", game=link.game, until=until).to(lang),
    )
