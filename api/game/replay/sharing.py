"""Sharing a position: a revocable spectator's link, the preview that messengers show, and the
replay embedded in another site's page.

Anyone who opens a shared link is a spectator of its game; a messenger's preview shows what a
spectator may know. Without the extra `previews` a preview has words and no picture.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from urllib.parse import urlencode, urlsplit

from flask import Response, request
from msgspec import Struct

from api.game.cards import result_in_words
from api.game.links import all_links, find_link
from api.game.naming import naming
from api.game.sheet import position_pictures
from api.game.subject import game_clerk, games_here
from api.settings import app_settings
from api.web.access.links import Link, link_state
from api.web.access.subjects import COOKIE
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.middleware import CSP
from api.web.pages.pages import (
    POLICY,
    YEAR,
    anybody,
    lang,
    needs,
    number_in,
    page,
    record_in_address,
    site,
)
from api.web.problems.problem import Problem
from api.web.request.service import caller, service
from domain.game.aggregate.game import Game, seat_name
from domain.kernel.text import Text, listed
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.contract.types import TALL
from domain.titles.drawing.card import day_stylesheet, picture_card
from domain.titles.drawing.svg import WIDE
from projections.boards.pictures import picture
from projections.boards.positions import score_at, summary_of

PNG = "image/png"
# Preview pictures that a process caches: if a link is sent to a group, the messenger of every phone
# may request its picture.
KEPT = 16


class LinkPreview(Struct, frozen=True):
    address: str
    title: str
    sentence: str
    picture: str


# -- the link --------------------------------------------------------------------------------------


@site.get("/games/<game>/share")
@needs("organiser")
def share(game: str, trouble: Trouble | None = None) -> Response:
    """The page that shares a position: the game's valid spectators' links, and a form for one
    more."""
    head = game_clerk().game(game)
    at = record_in_address("at", head.seq, head.seq)
    links, now = service().access.links, game_clerk().clock()
    shared = [
        issued.link
        for issued in all_links(links, game, games_here().opened(game))
        if issued.link.role == "spectator"
        and link_state(issued.link, links.revocation(issued.link), now) == "good"
    ]
    chosen = next((link for link in shared if link.id == request.args.get("link", "")), None)
    return page(
        "game/replay/share.html",
        trouble.status if trouble else 200,
        game=summary_of(head),
        at=at,
        head=head.seq,
        public=games_here().public(game),
        issued=_shared_address(chosen, at) if chosen else "",
        links=[(link.id, _shared_address(link, at)) for link in shared],
        key=key_of_form_again(trouble),
        trouble=trouble,
        embed=f"{service().address}/embed/{game}?at={at}"
        if app_settings().embed_origins and games_here().public(game)
        else "",
    )


@site.post("/games/<game>/share")
@needs("organiser")
def issue(game: str) -> Response:
    """Issue a spectator's link. If the form is sent twice, one link is issued."""
    head = game_clerk().game(game)
    at = record_in_address("at", number_in(request.form.get("at", "")) or head.seq, head.seq)

    def write() -> Link:
        submission = sent()
        issued = service().access.links.issue(
            Link("", game, "spectator"),
            game_clerk().clock(),
            caller().id,
            submission.key,
            submission.digest(),
        )
        return issued.link

    return submit(
        write,
        lambda link: f"/games/{game}/share?at={at}&link={link.id}#issued",
        lambda trouble: share(game, trouble),
    )


@site.post("/games/<game>/share/<link>/withdraw")
@needs("organiser")
def revoke_shared(game: str, link: str) -> Response:
    """Revoke a spectator's link: it no longer opens the game, and its preview shows nothing."""
    app = service()

    def write() -> str:
        issued = find_link(app.access.links, game, games_here().opened(game), link)
        if issued is None or issued.link.role != "spectator":
            raise Problem("unknown-link", Text("This game has no link {id}.", id=link))
        app.access.links.revoke(issued.link, game_clerk().clock(), caller().id)
        return game

    return submit(write, lambda _: f"/games/{game}/share", lambda trouble: share(game, trouble))


def _shared_address(link: Link, at: int) -> str:
    return f"{service().address}/watch/{service().access.links.token(link)}?at={at}"


@site.get("/watch/<link>")
@anybody
def open_shared(link: str) -> Response:
    """The page for a shared link at the position `?at=`. It stores the link in a cookie for its
    game, and leads on to the game; messengers read the preview in it."""
    head, at = _shared_position(link)
    query = {
        name: value
        for name in ("study", "chapter", "compare")
        if (value := request.args.get(name, ""))
    }
    onward = f"/games/{head.id}?{urlencode({'at': at, **query})}"
    picture_address = (
        f"{service().address}/watch/{link}/picture.png?at={at}" if _png_renderer() else ""
    )
    shown_preview = link_preview(
        head, at, f"{service().address}/watch/{link}?at={at}", picture_address, names=True
    )
    answer = page(
        "game/replay/shared.html", preview=shown_preview, onward=onward, game=summary_of(head)
    )
    answer.set_cookie(
        f"{COOKIE}-{head.id}",
        link,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return answer


@site.get("/watch/<link>/picture.png")
@anybody
def picture_of_shared(link: str) -> Response:
    return _picture_response(*_shared_position(link))


def _shared_position(token: str) -> tuple[Game, int]:
    """The game of a spectator's link, and the record number in the address. Raises the problem of
    an invalid link, and `no-such-position`."""
    app, remote = service(), request.remote_addr or ""
    try:
        who = app.access.caller_of(token)
    except Problem:
        app.meter.count_address(remote, "failed")
        raise
    if who.role != "spectator" or not who.to or who.duty is not None:
        raise Problem("link-forged")
    if app.meter.is_limited(who.role):
        app.meter.count(who, remote)
    head = game_clerk().game(who.to)
    return head, record_in_address("at", head.seq, head.seq)


# -- the preview -----------------------------------------------------------------------------------


def public_link_preview(head: Game, at: int) -> LinkPreview | None:
    """The preview of a public game; None for any other, whose address alone must not reveal
    anything."""
    if not games_here().public(head.id):
        return None
    game_address = f"{service().address}/games/{head.id}"
    return link_preview(
        head,
        at,
        f"{game_address}?at={at}",
        f"{game_address}/picture.png?at={at}" if _png_renderer() else "",
        names=False,
    )


def link_preview(
    head: Game, at: int, address: str, picture_address: str, *, names: bool
) -> LinkPreview:
    """The preview of a position: a title and a sentence that a spectator may know. `names`: they
    name the players."""
    now = Game(head.history, head.checks, at)
    language = naming(lang(), now) if names else str(lang())
    title = head.name.printed(language)
    lines = [
        f"{seat_name(now, line.seat).printed(language)} {line.total}"
        for line in score_at(now).score
    ]
    over = result_in_words(summary_of(now), now, language)
    acting = (
        listed([seat_name(now, seat) for seat in now.to_act], Text("")).printed(language)
        if now.to_act and not over
        else ""
    )
    state = over or (Text("to act: {seats}", seats=acting).printed(language) if acting else "")
    position = Text("Record {seq} of {head}", seq=at, head=head.seq).printed(language)
    return LinkPreview(
        address,
        title,
        " · ".join(filter(None, (", ".join(lines), position, state))),
        picture_address,
    )


@site.get("/games/<game>/picture.png")
@needs("spectator")
def picture_of_game(game: str) -> Response:
    """The picture of a position as the public sees it, 1200 by 630 pixels, as PNG. The reader must
    be allowed to see the game."""
    head = game_clerk().game(game)
    return _picture_response(head, record_in_address("at", head.seq, head.seq))


def _picture_response(head: Game, at: int) -> Response:
    draw = _png_renderer()
    if draw is None:
        raise Problem("no-pictures")
    language = lang()
    drawn = picture(Game(head.history, head.checks, at), PUBLIC, language, shape=WIDE)
    title = (
        f"{head.name.printed(language)} · "
        f"{Text('Record {seq} of {head}', seq=at, head=head.seq).printed(language)}"
    )
    data = _png_of_svg(picture_card(drawn, title))
    headers = {"Cache-Control": "private, max-age=60", "ETag": f'"{sha256(data).hexdigest()[:32]}"'}
    return Response(data, 200, headers, content_type=PNG)


@lru_cache(KEPT)
def _png_of_svg(svg: str) -> bytes:
    draw = _png_renderer()
    assert draw is not None
    return bytes(
        draw(
            svg_string=svg,
            style_sheet=day_stylesheet(),
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    )


@cache
def _png_renderer() -> Callable[..., bytes] | None:
    """The function that makes PNG from SVG; None if the extra `previews` is not installed."""
    try:
        draw: Callable[..., bytes] = import_module("resvg_py").svg_to_bytes
    except ImportError:
        return None
    return draw


# -- within other sites ----------------------------------------------------------------------------


@site.get("/embed/<game>")
@needs("spectator")
def embed(game: str) -> Response:
    """A position of a public game with buttons to move along, for a frame in the page of another
    site that the operator has allowed (`GREFFE_EMBED_ORIGINS`). It needs neither scripts nor
    cookies, which browsers do not send from such a frame."""
    _need_allowed_frame(app_settings().embed_origins)
    if not games_here().public(game):
        raise Problem("embed-refused", Text("This game is not public: no other site shows it."))
    head = game_clerk().game(game)
    at = record_in_address("at", head.seq, head.seq)
    now = Game(head.history, head.checks, at)
    answer = page(
        "game/replay/embed.html",
        game=summary_of(head),
        at=at,
        head=head.seq,
        drawn=position_pictures(now, PUBLIC, lang(), (TALL,)),
        preview=link_preview(
            head, at, f"{service().address}/games/{game}?at={at}", "", names=False
        ),
    )
    answer.headers[CSP] = policy_for_frames(
        " ".join(sorted(app_settings().embed_origins)) or "'none'"
    )
    return answer


def policy_for_frames(by: str) -> str:
    return POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {by}")


def _need_allowed_frame(origins: frozenset[str]) -> None:
    """Raise `embed-refused` if a browser requests the page for a frame, and the page around the
    frame is of a site that is not allowed or not named. Requests for no frame pass. The answer's
    security policy lists the allowed sites in any case."""
    if request.headers.get("Sec-Fetch-Dest") not in ("iframe", "frame", "embed", "object"):
        return
    parts = urlsplit(request.headers.get("Referer", ""))
    origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    if "*" in origins or origin in origins or origin == service().address:
        return
    if not origins:
        raise Problem("embed-refused", Text("This service lets no other site show its games."))
    if not origin:
        raise Problem(
            "embed-refused", Text("The page around this frame does not say of which site it is.")
        )
    raise Problem("embed-refused", Text("The site {origin} may not show this game.", origin=origin))
