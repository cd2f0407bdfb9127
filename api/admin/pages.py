"""Pages of the operator, and of those who hand out links: the first page, sign-in, links,
followers."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

import msgspec
from flask import Response, request
from msgspec import Struct

from api.admin.routes import IssueLink, issue_once, issued_link, requested_link, steer
from api.game.cards import GameCard, game_cards
from api.game.links import LinkAt, LinkRole, all_links, hall_links, link_at
from api.game.looks import Look, looks_page
from api.game.naming import naming
from api.game.opening.opening_form import MOST_TABLES
from api.game.opening.own_sheet import ready_made_sheets
from api.game.search import (
    ASKED,
    STATUSES,
    found_page,
    games_csv,
    may_search_people,
    player_names,
    query_in_address,
    restricted_to_public,
    unreadable_in,
    usual_separator,
)
from api.game.subject import game_clerk, games_here
from api.web.access.access import is_from_own_page
from api.web.access.caller import Caller, Group
from api.web.access.links import IssuedLink, Link, page_qr_svg
from api.web.access.subjects import COOKIE, GROUP, landing_address
from api.web.body import current_request
from api.web.forms.submission import Trouble, digest, key_of_form_again, sent, submit
from api.web.pages.labels import add_labels
from api.web.pages.pages import (
    YEAR,
    _,
    anybody,
    go,
    keep_link,
    label_of,
    lang,
    needs,
    page,
    site,
    tell,
    visitor,
)
from api.web.pages.ways_back import own_tables
from api.web.problems.problem import Problem
from api.web.request.service import Service, caller, service
from domain.game.aggregate.game import Game, seat_name
from domain.game.clerk.demonstrations import demonstration_id, demonstration_is_closed
from domain.game.clerk.people import People
from domain.game.commands import Answer
from domain.game.names import matches_name, name_words
from domain.game.refusals import UnknownGame
from domain.kernel.refusals import BadRequest
from domain.kernel.sentences import Sentences
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.contract.types import TALL
from domain.titles.drawing.palette import COLOURS
from projections.boards.pictures import Pictures, pictures
from projections.boards.positions import Summary, read_summary, summary_of
from projections.search.query import MOST, Page, Query

add_labels(
    {
        "events": Sentences("""
            record = Record, version
            stream = Stream
            meaning = What it says
            since = Since version
            writes = Written by
            reads = Read by
        """),
        "links-for": Sentences("""
            all = everybody
            seat [links] = players
            arbiter = arbiters
            spectator = spectators
        """),
        "links-role": Sentences("""
            seat = a player, or a scribe for several
            arbiter = an arbiter
            spectator = spectators
        """),
        "projections-name": Sentences("""
            views = Views
            log = Signed log
            messages = Messages
        """),
        "projections-state": Sentences("""
            paused = It is paused.
            forgotten
              It is paused for more than an hour: let it go on, or it falls further behind.
            frozen
              It stands still although the record goes on: see what went wrong last, and start it
                again.
            unknown = It cannot be asked: what it keeps does not answer.
        """),
    }
)


DEMONSTRATION = "demonstration"
LISTED = 30  # games on a page of the search
SHOWN = 12  # games of each kind on the first page


@site.get("/")
@anybody
def home() -> Response:
    who = visitor()
    titles = [(id, registry.ruleset(id).about) for id in registry.ids()]
    demo = next(
        iter(
            summaries(
                found_page(None, Query(public=True, tags=(DEMONSTRATION,), limit=1), soon=True)
            )
        ),
        None,
    )
    criteria = _criteria(who)
    if any(criteria.get(name) for name in ASKED):
        sought = name_words(criteria["text"])
        nothing = bool(criteria["text"]) and not sought
        result = Page((), "", 0) if nothing else _search(who, query_in_address(criteria, LISTED))
        return page(
            "admin/search.html",
            who=who,
            titles=titles,
            nothing=nothing,
            sought=sought,
            own=[way for way in own_tables() if sought and matches_name(sought, way.text)],
            people=_names_beginning(who, criteria["text"], sought),
            named=[
                (id, about)
                for id, about in titles
                if sought and matches_name(sought, f"{about.title.en} {about.title.fr}")
            ],
            found=game_cards(result, who),
            unreadable=result.unreadable,
            after=result.after,
            criteria=criteria,
        )
    examples = [
        (id, about, demonstration_id(id), demonstration_is_closed(game_clerk(), id))
        for id, about in titles
    ]
    pages = [_search(who, Query(status=status, limit=SHOWN)) for status in STATUSES]
    live, ended, closed = (game_cards(listed, who) for listed in pages)
    return page(
        "admin/home.html",
        who=who,
        titles=titles,
        examples=examples,
        may_try=bool(service().settings.rates.trial),
        demo=demo,
        sheets=ready_made_sheets(of_games=True),
        watched=next(_with_boards([*live, *ended, *closed], who), None),
        live=live,
        finished=[
            card for card in (*ended, *closed) if card.game.id not in {row[2] for row in examples}
        ][:SHOWN],
        unreadable=unreadable_in(pages),
    )


def _names_beginning(who: Caller | None, text: str, sought: tuple[str, ...]) -> list[str]:
    """The names, beginning with the words `sought`, of people in the games that the reader may see;
    empty unless the reader may search for people."""
    if not may_search_people(who) or not sought:
        return []
    games = summaries(_search(who, Query(called=text, limit=MOST, branches="all")))
    tables = player_names([game.id for game in games]).values()
    return sorted(
        {name for seated in tables for name in seated.values() if matches_name(sought, name)}
    )


def _with_boards(listed: list[GameCard], who: Caller | None) -> Iterator[tuple[GameCard, Pictures]]:
    """Pairs of a card and its game's public board, for those of the listed games that can be read.
    A board is drawn when its pair is requested. For an organiser, the board has people's names."""
    for card in listed:
        try:
            game = game_clerk().game(card.game.id)
        except (UnknownGame, DamagedRecord):
            continue
        named = who is not None and who.at_least("organiser")
        yield card, pictures(game, PUBLIC, naming(lang(), game) if named else lang(), (TALL,))


@cache
def _operations_by_tag(data: bytes) -> list[tuple[str, str, list[tuple[str, str, Any]]]]:
    """The tags of the OpenAPI document `data`: each its name, its description, and its operations
    as path, method and operation object."""
    doc = msgspec.json.decode(data)
    operations = [
        (path, method, operation)
        for path, item in doc["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]
    return [
        (
            tag["name"],
            tag["description"],
            [row for row in operations if tag["name"] in row[2]["tags"]],
        )
        for tag in doc["tags"]
    ]


@site.get("/docs")
@anybody
def show_docs() -> Response:
    document = service().description()
    return page("admin/docs.html", parts=_operations_by_tag(document.data), document=document.etag)


@site.get("/style")
@needs("operator")
def show_style() -> Response:
    """A page with every component of the pages, for those who build them."""
    shown = game_cards(_search(visitor(), Query(limit=2)), visitor())
    return page("admin/style.html", colours=tuple(COLOURS), shown=shown)


@site.get("/games.csv")
@anybody
def export_found_games() -> Response:
    who = visitor()
    return games_csv(
        who,
        restricted_to_public(who, query_in_address(_criteria(who), LISTED)),
        lang(),
        usual_separator(lang()),
    )


def _criteria(who: Caller | None) -> dict[str, str]:
    """The search criteria in the query. The player's name is left out if the reader may not search
    for people."""
    criteria = {**request.args, "text": request.args.get("text", "").strip()}
    if not may_search_people(who):
        criteria.pop("player", None)
    return criteria


def _search(who: Caller | None, query: Query) -> Page:
    return found_page(who, restricted_to_public(who, query), soon=True)


def summaries(found_page: Page) -> list[Summary]:
    return list(map(read_summary, found_page.items))


Which = Literal["link", "listing"]

ROLES: tuple[LinkRole, ...] = ("seat", "arbiter", "spectator")
PAGE = 100  # looks on a page


class LinkCode(Struct, frozen=True):
    """A link with the name of its role or seats, the names of the people in these seats, its
    address and its QR code; the last two are empty if it has expired or was revoked."""

    link: LinkAt
    whose: str
    sitters: str
    address: str = ""
    drawn: str = ""


class Handout(Struct, frozen=True):
    """A game's links to hand out: the valid ones (`codes`) and the `ended` ones, and the names of
    the people in the game's seats."""

    game: Summary
    people: dict[str, str]
    codes: tuple[LinkCode, ...]
    ended: tuple[LinkCode, ...]


class RefusedForm(Struct, frozen=True):
    """A refused form on the page of links: its game, and whether it was for a link or the listing
    (`what`)."""

    game: str
    trouble: Trouble
    what: Which


@site.get("/organise/links")
@needs("organiser")
def print_links() -> Response:
    """The page that prints the links of `?game=…&game=…`, one code a seat; with `?for=seat`, only
    those of players."""
    return _links_page(request.args.getlist("game"))


@site.post("/organise/links/<game>")
@needs("organiser")
def issue_another(game: str) -> Response:
    """Issue another link: for a scribe who enters for several seats, a second arbiter, a guest for
    a day. If the form is sent twice, one is issued."""
    return _submit_form(lambda: _issue_from_form(game), game, "link")


@site.post("/organise/games/<game>/listing")
@needs("organiser")
def change_listing(game: str) -> Response:
    """Change whether anybody may watch a game, its name and its tags, whatever was recorded since
    the page was shown. If the form is sent twice, they are changed once."""
    clerk, form = game_clerk(), request.form
    tags = tuple(tag.strip() for tag in form.get("tags", "").split(",") if tag.strip())

    def write() -> Answer:
        now = clerk.game(game)
        return clerk.change_listing(
            sent().order(game, now.seq),
            public=form.get("public") == "1",
            tags=tags,
            name=None if form.get("name") == tell(now.name) else form.get("name"),
        )

    return _submit_form(write, game, "listing")


@site.post("/organise/links/<game>/<link>/revoke")
@needs("organiser")
def revoke_printed(game: str, link: str) -> Response:
    app = service()
    app.access.links.revoke(issued_link(app, game, link).link, game_clerk().clock(), caller().id)
    return go(_links_page_address(game))


@site.post("/organise/links/<game>/<link>/replace")
@needs("organiser")
def replace_printed(game: str, link: str) -> Response:
    """Revoke a link, and issue another one with the same role and seats in its place. If the form
    is sent twice, one is issued."""
    app, who = service(), caller().id
    links, now, before = (
        app.access.links,
        game_clerk().clock(),
        issued_link(app, game, link).link,
    )
    expires = before.expires if before.expires is None or before.expires > now else None
    links.issue(
        Link("", game, before.role, before.speaks_for, expires),
        now,
        who,
        f"in place of {before.id}",
        digest(request.form),
    )
    links.revoke(before, now, who)
    return go(_links_page_address(game))


@site.get("/organise/games/<game>/looks")
@needs("organiser")
def show_looks(game: str) -> Response:
    """The page of a game's access log: who has read what is hidden from the public, and when."""
    opened, head, links = games_here().opened(game), game_clerk().game(game), service().access.links
    entries, after = looks_page(
        game_clerk().key_values, game, request.args.get("after", "")[:64], PAGE
    )
    issued = (*all_links(links, game, opened), *hall_links(links, opened.administered_by))
    whose = {item.link.id: _seats_or_role_text(head, item.link) for item in issued}
    rows: list[tuple[Look, str]] = [(look, whose.get(look.actor, "")) for look in entries]
    return page("admin/looks.html", game=summary_of(head), rows=rows, after=after)


def _issue_from_form(game: str) -> None:
    submission, opened = sent(), games_here().opened(game)
    form = submission.form

    def link(now: datetime) -> Link:
        role = next((role for role in ROLES if role == form.get("role")), None)
        if role is None:
            raise BadRequest("/role", Text("Say whom the link is for."))
        seats = tuple(form.getlist("seats"))
        return requested_link(
            game, IssueLink(role, seats, end_of_day(form.get("expires", ""))), opened, now
        )

    issue_once(game, submission.key, submission.digest(), link, REUSED)


REUSED = Text(
    "This form was sent before with something else in it, and that link was issued. Send it again "
    "for this one.",
)


def end_of_day(text: str) -> datetime | None:
    """The last second (UTC) of the day that was entered; None if no day was entered. Raises
    `BadRequest`."""
    if not text.strip():
        return None
    try:
        return datetime.combine(date.fromisoformat(text.strip()), time(23, 59, 59), UTC)
    except ValueError:
        raise BadRequest(
            "/expires",
            Text("Enter a day such as 2026-11-21, not {text}.", text=text[:40]),
        ) from None


def _links_page(games: list[str], sent: RefusedForm | None = None) -> Response:
    app, who = service(), caller()
    games = list(dict.fromkeys(games))[:MOST_TABLES]
    for id in games:
        if who.role != "operator" and not games_here().owned(id, who.id):
            raise Problem("not-covered")
    only = next((role for role in ROLES if role == request.args.get("for")), "")
    tables = [_handout(app, id, only) for id in games]
    trouble = sent.trouble if sent else None
    parts: dict[str, Any] = {
        "tables": tables,
        "shown": games,
        "only": only,
        "roles": ROLES,
        "sent": sent,
    }
    status = trouble.status if trouble else 200
    return page(
        "admin/links.html",
        status,
        key=key_of_form_again(trouble),
        form=request.form,
        loopback_host=loopback_host(app.address),
        **parts,
    )


def loopback_host(address: str) -> str:
    """The host of an address if it is one that on every machine means that machine itself (such as
    `localhost`), so that phones cannot open it; empty for any other."""
    host = urlsplit(address).hostname or ""
    return (
        host
        if host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
        else ""
    )


def _handout(app: Service, id: str, only: str) -> Handout:
    head = game_clerk().game(id)
    names = {
        sitter.seat: sitter.name for sitter in People(game_clerk()).at_table(head) if sitter.name
    }
    codes = [
        _link_code(app, head, issued, names)
        for issued in all_links(app.access.links, id, head.opened)
        if only in ("", issued.link.role)
    ]
    return Handout(
        summary_of(head),
        names,
        tuple(code for code in codes if code.drawn),
        tuple(code for code in codes if not code.drawn),
    )


def _link_code(app: Service, head: Game, issued: IssuedLink, names: dict[str, str]) -> LinkCode:
    link = link_at(app.access.links, issued, game_clerk().clock())
    whose, sitters = (
        _seats_or_role_text(head, issued.link),
        ", ".join(names[seat] for seat in link.seats if seat in names),
    )
    if link.href is None:
        return LinkCode(link, whose, sitters)
    address = app.address + link.href
    return LinkCode(link, whose, sitters, address, page_qr_svg(address))


def _seats_or_role_text(head: Game, link: Link) -> str:
    if link.group:
        return _("Arbiter of the hall “{tag}”", tag=link.group.tag)
    seats = ", ".join(tell(seat_name(head, seat)) for seat in link.speaks_for)
    return seats or label_of("role", link.role).capitalize()


def _submit_form(write: Callable[[], object], game: str, what: Which) -> Response:
    return submit(
        write,
        lambda _: _links_page_address(game),
        lambda trouble: _links_page(_listed_games(game), RefusedForm(game, trouble, what)),
    )


def _listed_games(game: str) -> list[str]:
    """The games on the page from which the form was sent; `game` alone if the form does not say."""
    return request.form.getlist("shown") or [game]


def _links_page_address(game: str) -> str:
    """The address of the page of links from which the form was sent, at this game."""
    return f"/organise/links?{urlencode([('game', id) for id in _listed_games(game)[:MOST_TABLES]])}#t-{game}"


ADDRESS = "/organise/projections"


@site.get(ADDRESS)
@needs("operator")
def show_projections(trouble: Trouble | None = None) -> Response:
    followers = service().steering.follower_states()
    return page(
        "admin/projections.html",
        trouble.status if trouble else 200,
        followers=followers,
        trouble=trouble,
    )


@site.post(f"{ADDRESS}/<name>")
@needs("operator")
def steer_by_form(name: str) -> Response:
    form = request.form

    def do() -> None:
        steer(
            service().steering, name, form.get("do", ""), form.get("game", "").strip(), caller().id
        )

    return submit(do, lambda _: ADDRESS, show_projections)


# An address from the root on. Browsers take a backslash for a slash and leave out spaces and tabs,
# so none may be in it.
_OWN = re.compile(r"/(?!/)[!-\[\]-~]*")


@site.get("/seat/<link>")
@anybody
def open_link(link: str, to: str = "") -> Response:
    """Open a link: store it in a cookie for its game or group, and redirect to the page to which it
    leads, so that the address bar no longer shows it."""
    access, remote = service().access, request.remote_addr or ""
    try:
        who: Caller = access.caller_of(link)
    except Problem:
        service().meter.count_address(remote, "failed")
        raise
    answer = go(to or landing_address(who))
    options: dict[str, Any] = {"httponly": True, "samesite": "Lax", "secure": request.is_secure}
    if who.to:
        keep_link(answer, who.to, link)
    elif who.group:
        answer.set_cookie(GROUP, link, max_age=YEAR, **options)
        _forget_games_of(answer, who.group)
    else:
        answer.set_cookie(COOKIE, access.session(link), **options)
    return answer


@site.route("/enter/<link>", methods=["GET", "POST"])
@anybody
def enter_once(link: str) -> Response:
    """The page for the sign-in link that the service printed when it started. Its button signs the
    operator in and uses the link up. The page itself uses nothing up, since previews and scanners
    of links request it, too."""
    if request.method != "POST":
        return page("admin/enter_once.html")
    _need_own_site()
    try:
        session = service().access.enter_once(link)
    except Problem:
        service().meter.count_address(request.remote_addr or "", "failed")
        raise
    answer = go("/")
    answer.set_cookie(COOKIE, session, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


@site.route("/enter", methods=["GET", "POST"])
@anybody
def enter() -> Response:
    if request.method != "POST":
        return page("admin/enter.html", wanted=_own_address(request.args.get("to", "")))
    _need_own_site()
    entered = request.form.get("key", "").strip()
    entered = urlsplit(entered).path.rpartition("/seat/")[2] if "/seat/" in entered else entered
    try:
        return open_link(entered, _own_address(request.form.get("to", "")))
    except Problem as problem:
        if problem.kind.status != 401:
            raise
        return page(
            "admin/enter.html",
            401,
            refused=problem,
            wanted=_own_address(request.form.get("to", "")),
        )


@site.post("/leave")
@anybody
def leave() -> Response:
    """Sign out: end the session, and make the browser forget it, all links, and the pages stored
    for offline use. If the browser has links, a page first asks to confirm this."""
    _need_own_site()
    links = [name for name in request.cookies if name == GROUP or name.startswith(f"{COOKIE}-")]
    if links and "sure" not in request.form:
        return page("admin/leave.html", links=len(links))
    service().access.end_session(request.cookies.get(COOKIE, ""))
    answer = go("/")
    answer.headers["Clear-Site-Data"] = '"storage"'
    for name in (COOKIE, *links):
        answer.delete_cookie(name)
    return answer


def _forget_games_of(answer: Response, hall: Group) -> None:
    """Make the browser forget its links to games of a hall, so that the hall's link, which was
    opened last, is used for them."""
    for name in request.cookies:
        if name.startswith(f"{COOKIE}-") and games_here().within(
            name.removeprefix(f"{COOKIE}-"), hall
        ):
            answer.delete_cookie(name)


def _own_address(to: str) -> str:
    """The address `to` if it is a path of this service, else an empty string."""
    return to if _OWN.fullmatch(to) else ""


def _need_own_site() -> None:
    """Raise `bad-request` for a form that another site made the browser send."""
    if not is_from_own_page(current_request(), service().settings.public_url):
        raise Problem("bad-request", Text("This form was sent from another site."))
