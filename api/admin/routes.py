"""Keys and links, steering of followers, and streams of any kind, in the API."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, cast

from flask import Response
from msgspec import UNSET, Meta, Struct

from api.game.links import (
    CallerAt,
    LinkPage,
    LinkRole,
    Role,
    all_links,
    find_link,
    link_at,
    link_given,
)
from api.game.looks import LookPage, looks_page
from api.game.opening.routes import BATCH, CLOUD_EVENTS, NDJSON, cloud_events_response
from api.game.replay.routes import EVENTS, StreamQuery, stream_begins_after, stream_response
from api.game.request import note_whole_copy
from api.game.schemas import Followers
from api.game.subject import game_clerk, games_here
from api.web.access.access import token_of
from api.web.access.caller import NAMES
from api.web.access.links import IssuedLink, Link, link_state, printable_qr
from api.web.body import Moment, current_request, invalid_fields
from api.web.live.streams import FollowRequest, holder
from api.web.problems.problem import Problem, requested_language
from api.web.request.blueprint import ETAG, REPLAY, Blueprint, idempotency_key
from api.web.request.responses import etag, reply
from api.web.request.service import Service, caller, service
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST, GAME, GameOpened
from domain.kernel.faults import Fault
from domain.kernel.log import LogBook
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import ARBITER
from domain.transfer.exports import record_line
from projections.messages import subscriptions
from projections.messages.subscriptions import SubscriptionStore
from projections.read.views import Views
from projections.steering import Name, Source, Steering

links = Blueprint(
    "access", __name__, description="Links to a game, and the log of looks at what is hidden."
)

LONGEST = timedelta(
    days=3660
)  # the longest time for which a link can be issued; without one it is valid until revoked

REUSED = Text(
    "This idempotency key came before with another request. Nothing was issued.",
)

MOST = 500
SVG = "image/svg+xml"


class IssueLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The request for another link to a game. A link for a scribe names every seat for which the
    scribe enters."""

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


@links.route("/caller")
@links.needs("spectator")
@links.answers(200, "CallerAt")
def show_caller() -> Response:
    """Show what the caller's key or link is valid for: the role and, for a link, the game and the
    seats."""
    who = caller()
    return reply(
        CallerAt(
            who.id,
            cast(Role, who.role),
            who.to or None,
            who.speaks_for,
            who.group.tag if who.group else UNSET,
        )
    )


@links.route("/games/<game>/links")
@links.needs("organiser")
@links.answers(200, "LinkPage")
@links.refuses("unknown-game", "store-unavailable")
def list_links(game: str) -> Response:
    """List the links to a game: their roles and seats, whether they are valid, and the links
    themselves to hand out again."""
    links, now = service().access.links, game_clerk().clock()
    return reply(
        LinkPage(
            game,
            tuple(
                link_at(links, item, now)
                for item in all_links(links, game, games_here().opened(game))
            ),
        )
    )


@links.route("/games/<game>/links", methods=["POST"])
@links.needs("organiser")
@links.takes(IssueLink, example={"role": "spectator"})
@links.opens
@links.answers(201, "LinkGiven", "The link holds from now on.", headers=REPLAY)
@links.refuses("unknown-game")
def issue_link(body: IssueLink, game: str) -> Response:
    """Issue another link to a game, such as for a scribe who enters for several seats, or for a
    guest for a day."""
    opened = games_here().opened(game)
    return answer_link(
        *issue_once(
            game,
            idempotency_key(),
            current_request().digest(),
            lambda now: requested_link(game, body, opened, now),
        )
    )


def issue_once(
    place: str, key: str, request: str, link: Callable[[datetime], Link], reused: Text = REUSED
) -> tuple[IssuedLink, bool]:
    """Issue the link that `link` makes, unless this idempotency key has issued one before. Returns
    the issued link, and whether it was issued before. `place` is as in `Link.place`, `request` is
    the digest of the request. Raises `key-reused` if the key came with another request before."""
    app, who = service(), caller().id
    links, now = app.access.links, game_clerk().clock()
    before = links.issued(place, who, key)
    issued = before or links.issue(link(now), now, who, key, request)
    if issued.request != request:
        raise Problem("key-reused", reused)
    return issued, before is not None


def whole_seconds(expires: datetime | None) -> datetime | None:
    """An expiry time as a token can contain it: in UTC, in whole seconds."""
    return expires and expires.astimezone(UTC).replace(microsecond=0)


def answer_link(issued: IssuedLink, again: bool) -> Response:
    """The answer (201) with an issued link. `again`: the request is a retry."""
    links = service().access.links
    return reply(
        link_given(links, issued.link), 201, **({"Idempotent-Replay": "true"} if again else {})
    )


@links.route("/games/<game>/links/<link>/revoke", methods=["POST"])
@links.needs("organiser")
@links.answers(200, "LinkAt", "The link holds no more.")
@links.refuses("unknown-game", "unknown-link", "store-unavailable")
def revoke_link(game: str, link: str) -> Response:
    """Revoke a link, at once and for good; revoking it again changes nothing. Another one can be
    issued in its place."""
    app = service()
    links, now = app.access.links, game_clerk().clock()
    item = issued_link(app, game, link)
    links.revoke(item.link, now, caller().id)
    return reply(link_at(links, item, now))


@links.route("/games/<game>/links/<link>/qr.svg")
@links.needs("organiser")
@links.answers(200, {"type": "string"}, "The picture.", content_type=SVG)
@links.refuses("unknown-game", "unknown-link", "link-over", "store-unavailable")
def show_qr(game: str, link: str) -> Response:
    """Draw a link as a QR code to print, with the name of its role or seats below: 80 by 96 mm."""
    app = service()
    item = issued_link(app, game, link).link
    return qr_picture(app, item, _caption(app, item, requested_language()))


def qr_picture(app: Service, link: Link, caption: tuple[str, str, str]) -> Response:
    """The picture of a link to print, with a caption of three lines. Raises `link-over` if it has
    expired or was revoked."""
    links = app.access.links
    if link_state(link, links.revocation(link), game_clerk().clock()) != "good":
        raise Problem("link-over")
    sheet = printable_qr(f"{app.address}/seat/{links.token(link)}", caption)
    return Response(
        sheet,
        200,
        {"Cache-Control": "no-store", "Content-Language": requested_language()},
        content_type=SVG,
    )


@links.route("/games/<game>/looks")
@links.needs("organiser")
@links.asks(Pages)
@links.answers(200, "LookPage")
@links.refuses("unknown-game", "store-unavailable")
def list_looks(query: Pages, game: str) -> Response:
    """Read the access log: who has read what is hidden from the public, as which audience, at which
    record, and when."""
    games_here().opened(game)
    page, following = looks_page(game_clerk().key_values, game, query.after, query.limit)
    return reply(LookPage(game, page, following or None))


def issued_link(app: Service, game: str, id: str) -> IssuedLink:
    """A link to a game by id. Raises `unknown-link`."""
    issued = find_link(app.access.links, game, games_here().opened(game), id)
    if issued is None:
        raise Problem("unknown-link", Text("This game has no link {id}.", id=id))
    return issued


def requested_link(game: str, wanted: IssueLink, opened: GameOpened, now: datetime) -> Link:
    """The link that a request asks for, not stored yet. Raises `invalid-fields` for wrong seats or
    a wrong expiry."""
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
    faults += expiry_faults(wanted.expires, now)
    if faults:
        raise invalid_fields(tuple(faults))
    return Link("", game, wanted.role, wanted.seats, whole_seconds(wanted.expires))


def expiry_faults(expires: datetime | None, now: datetime) -> list[Fault]:
    """The fault of a link's expiry time (past, or too far ahead); empty if there is none."""
    if expires is None or now < expires <= now + LONGEST:
        return []
    text = Text("A link runs out in the future, within ten years.")
    return [Fault("/expires", text)]


def until_day(link: Link, lang: Lang) -> str:
    """The end of a caption that says until which day the link is valid; empty if it never
    expires."""
    if link.expires is None:
        return ""
    day, month = f"{link.expires:%d}", f"{link.expires:%m}"
    return Text(", until {year}-{month}-{day}", year=link.expires.year, month=month, day=day).to(
        lang
    )


def _caption(app: Service, link: Link, lang: Lang) -> tuple[str, str, str]:
    game = game_clerk().game(link.to)
    whose = (
        ", ".join(game.setting.name(seat).to(lang) for seat in link.speaks_for)
        or NAMES[link.role].to(lang).capitalize()
    )
    until = until_day(link, lang)
    return (
        whose,
        game.name.to(lang),
        Text("game {game}{until}", game=link.to, until=until).to(lang),
    )


followers = Blueprint(
    "projections",
    __name__,
    description="Who follows the record: the views, the signed log, the messages.",
)


class Steer(Struct, frozen=True, forbid_unknown_fields=True):
    """An order to a follower: `pause`, `resume`, or `rebuild` what it has made from the record.
    With `game`, it rebuilds only what it has made of that game. Readers see the old version until
    the new one is complete. Messages that were due before are not sent again."""

    do: Literal["pause", "resume", "rebuild"]
    game: Annotated[str, Meta(max_length=64, description="With `rebuild`: of this game alone.")] = (
        ""
    )


@followers.route("/projections")
@followers.needs("operator")
@followers.answers(200, "Followers")
@followers.refuses("store-unavailable")
def list_projections() -> Response:
    """Show how far each follower is, what went wrong last, which records it skipped, and which
    orders it got."""
    return reply(Followers(service().steering.follower_states()))


@followers.route("/projections/<name>", methods=["POST"])
@followers.needs("operator")
@followers.takes(Steer, example={"do": "pause"})
@followers.answers(200, "Followers", "It does so within a second.")
@followers.refuses("store-unavailable")
def steer_projection(body: Steer, name: str) -> Response:
    """Pause a follower, let it resume, or rebuild what it has made. If a follower is paused for an
    hour, /healthz reports it."""
    steer(service().steering, name, body.do, body.game, caller().id)
    return list_projections()


def steer(steering: Steering, name: str, do: str, game: str, by: str) -> None:
    """Give a follower an order: `pause`, `resume` or `rebuild` (of one `game`, or of all if that is
    empty). `by` is the actor. Raises `BadRequest`."""
    if do == "pause":
        steering.pause(name, by)
    elif do == "resume":
        steering.resume(name)
    elif do == "rebuild":
        steering.rebuild(name, game)
    else:
        raise BadRequest("/do", Text("A follower can pause, resume or rebuild."))


def steering_of(
    clerk: Clerk, views: Views | None, book: LogBook | None, store: SubscriptionStore | None
) -> Steering:
    """The steering of the followers that this service has: those of the given parts."""
    sources: dict[Name, Source] = {}
    if views is not None:
        sources["views"] = views.source()
    if book is not None:
        sources["log"] = Source(lambda: book.standing().position)
    if store is not None:
        sources["messages"] = subscriptions.source(store, clerk.recorder, clerk.key_values)
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)


streams = Blueprint(
    "streams", __name__, description="Any stream, whatever kind it is of, as CloudEvents."
)


@streams.route("/streams/<stream>/export")
@streams.needs("operator")
@streams.answers(
    200, {"type": "string"}, "One CloudEvent a line.", content_type=NDJSON, headers=ETAG
)
@streams.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@streams.refuses("not-found", "record-damaged", "store-unavailable")
def export_stream(stream: str) -> Response:
    """Export a game, a tournament, a campaign, a study or a stream of a kind that this version does
    not know: the stored bytes as they are, with hidden things, without names and free text."""
    rows = game_clerk().recorder.records_of(stream, lte=_newest_noting_access(stream))
    headers = {
        "ETag": etag(rows[-1].seq, ARBITER),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{stream}.jsonl"',
    }
    return cloud_events_response(
        list(map(record_line, rows)), headers
    )  # what is damaged is said before the answer begins


@streams.route("/streams/<stream>/stream")
@streams.needs("operator")
@streams.asks(StreamQuery)
@streams.resumes("not-found", "record-damaged")
@streams.answers(200, {"type": "object"}, "The records, each as a CloudEvent.", content_type=EVENTS)
def stream_of_any_kind(query: StreamQuery, stream: str) -> Response:
    """Stream the records of any stream as they are written, without a gap: `id` is the seq, `data`
    the record as a CloudEvent, as in its export."""
    request, who = current_request(), caller()
    with service().streams.reserve(holder(who)) as place:
        seq = stream_begins_after(
            _newest_noting_access(stream), query.after, request.headers.get("Last-Event-ID")
        )
        token = token_of(request, service().settings.public_url)
        return stream_response(
            place, FollowRequest("stream", stream, seq, ARBITER, token=token, request=request.id)
        )


def _newest_noting_access(stream: str) -> int:
    """The seq of the newest record of a stream. For a game whose title keeps secrets, notes in the
    access log that the caller reads it whole. Raises `not-found`."""
    recorder = game_clerk().recorder
    rows = recorder.select_events(stream, desc=True, limit=1)
    if not rows:
        raise Problem("not-found", Text("There is no stream {id}.", id=stream))
    if recorder.kind_of(rows[0]) == GAME:
        note_whole_copy(stream, max(FIRST, rows[0].originator_version))
    return rows[0].originator_version
