"""The organiser's page: open games, several tables at once, and hand out their links."""

from __future__ import annotations

from typing import Any, cast, get_args

from flask import Response, request
from msgspec import Struct

from api import access_print
from api.access_answers import LinkAt, standing
from api.access_links import Link, LinkRole
from api.body import asked
from api.caller import caller
from api.games import check_options
from api.links import IssueLink, base, check_link
from api.problems import Problem
from api.refusals import problem_of
from api.search import found_among
from api.service import service
from api.site.home import shown
from api.site.opening_forms import MOST_TABLES, POLICIES, entered, options_of
from api.site.web import fresh_key, go, needs, page, say, site, tell
from domain import games
from domain.catalogs import Catalogs
from domain.chance import Ask, Value
from domain.errors import Refusal, ValuesNeeded
from domain.game import seat_name
from domain.orders import Opening
from domain.words import Text
from projections.query import Query
from projections.shapes import summary_shape


class Code(Struct, frozen=True):
    """A link as it is printed: whose, where it leads, and the code."""

    name: str
    address: str
    drawn: str
    link: LinkAt


@site.get("/organise")
@needs("organiser")
def organise() -> Response:
    """Open games, and find those that were opened."""
    found = shown(found_among(caller(), Query(limit=20)))
    titles = [(id, games.ruleset(id).about) for id in games.ids()]
    return page("organise.html", titles=titles, found=found)


@site.get("/organise/open")
@needs("organiser")
def opening_form() -> Response:
    """The form for games of `?ruleset=`."""
    return _form(request.args.get("ruleset", ""), {}, None)


@site.post("/organise/open")
@needs("organiser")
def open_games() -> Response:
    """Open as many tables as were asked for; sent twice, they are opened once."""
    form, who, clerk = request.form, caller(), service().clerk
    key = form.get("key", "") or fresh_key()
    try:
        opening = opening_of(form)
        check_options(opening.ruleset, opening.options)
        tables = _tables(form.get("tables", "1"))
        opened = [clerk.open_game(opening, who.id, f"{key}-{n}", asked().digest()).game.id for n in range(1, tables + 1)]
    except ValuesNeeded as needed:
        return _form(form.get("ruleset", ""), dict(form), problem_of(needed), needed.asks)
    except Refusal as refusal:
        return _form(form.get("ruleset", ""), dict(form), problem_of(refusal))
    except Problem as problem:
        return _form(form.get("ruleset", ""), dict(form), problem)
    return go("/organise/links?" + "&".join(f"game={id}" for id in opened))


def _form(ruleset: str, given: dict[str, str], problem: Problem | None, asks: tuple[Ask, ...] = ()) -> Response:
    if ruleset not in games.ids():
        raise Problem("unknown-ruleset", Text(f"There is no title {ruleset}.", f"Il n'y a pas de titre {ruleset}."))
    rules = games.ruleset(ruleset)
    return page(
        "open.html",
        problem.kind.status if problem else 200,
        rules=rules,
        options=options_of(rules),
        catalogs=list(Catalogs(service().clerk.drawer).listed(ruleset)),
        policies=POLICIES,
        given=given,
        key=given.get("key") or fresh_key(),
        problem=problem,
        asks=asks,
        values=[given[f"values-{n}"] for n in range(len(given)) if f"values-{n}" in given],
        most=MOST_TABLES,
    )


def opening_of(form: Any) -> Opening:
    """What a form asks to open."""
    ruleset = form.get("ruleset", "")
    rules = games.ruleset(ruleset) if ruleset in games.ids() else None
    players = form.get("players", "")
    return Opening(
        ruleset=ruleset,
        catalog=form.get("catalog", "default"),
        options=entered(options_of(rules), form) if rules else {},
        players=int(players) if players.isascii() and players.isdigit() and len(players) < 4 else None,
        chance="table" if form.get("chance") == "table" else "sealed",
        undo=form.get("undo", "free"),
        values=values_of(form),
        tags=tuple(tag.strip() for tag in form.get("tags", "").split(",") if tag.strip()),
        public=form.get("public") is not None,
    )


def values_of(form: Any) -> tuple[tuple[Value, ...], ...]:
    """What the table rolled, field by field."""
    return tuple(_values(form[f"values-{n}"]) for n in range(64) if f"values-{n}" in form)


def _values(entered: str) -> tuple[Value, ...]:
    """What the table rolled, as it was written: values parted by commas or spaces, whole numbers as such."""
    parts = entered.replace(",", " ").split()
    return tuple(int(part) if part.isascii() and part.isdigit() and len(part) < 10 else part for part in parts)


def _tables(given: str) -> int:
    if given.isascii() and given.isdigit() and 1 <= int(given) <= MOST_TABLES:
        return int(given)
    raise Problem(
        "invalid-fields",
        Text(
            f"Open 1 to {MOST_TABLES} tables at once, not {given}.", f"Ouvrez de 1 à {MOST_TABLES} tables à la fois, pas {given}."
        ),
        pointer="/tables",
    )


# -- links ---------------------------------------------------------------------------------------------------------


@site.get("/organise/links")
@needs("organiser")
def print_links() -> Response:
    """The links of `?game=…&game=…` as sheets to print, one code a seat."""
    found, who = service(), caller()
    wanted = request.args.getlist("game")[:MOST_TABLES]
    for id in wanted:
        if who.role != "operator" and found.owner(id, "game") != who.id:
            raise Problem("not-covered")
    tables = [(summary_shape(found.clerk.game(id)), _codes(id)) for id in wanted]
    return page("links.html", tables=tables)


@site.post("/organise/links/<game>")
@needs("organiser")
def issue_another(game: str) -> Response:
    """Issue another link: for a scribe who enters for several seats, a second arbiter, a screen for spectators."""
    found, form = service(), request.form
    if form.get("role") not in get_args(LinkRole):
        raise Problem("invalid-fields", Text("Say whom the link is for.", "Dites pour qui est le lien."), pointer="/role")
    wanted = IssueLink(cast(LinkRole, form["role"]), tuple(form.getlist("seats")))
    check_link(wanted, found.opened(game), found.clerk.clock())
    link = Link("", game, wanted.role, wanted.seats, None)
    found.access.links.issue(link, found.clerk.clock(), caller().id, form.get("key") or fresh_key(), asked().digest())
    return go(f"/organise/links?game={game}")


@site.post("/organise/links/<game>/<link>/revoke")
@needs("organiser")
def revoke_printed(game: str, link: str) -> Response:
    """Revoke a link, at once and for good."""
    found = service()
    issued = found.access.links.find(game, found.opened(game), link)
    if issued is None:
        raise Problem("unknown-link")
    found.access.links.revoke(issued.link, found.clerk.clock(), caller().id)
    return go(f"/organise/links?game={game}")


def _codes(id: str) -> list[Code]:
    found = service()
    game = found.clerk.game(id)
    codes = []
    for issued in found.access.links.all(id, game.opened):
        link = standing(found.access.links, issued, found.clerk.clock())
        if link.href is None:
            continue
        address = base(found) + link.href
        seats = ", ".join(tell(seat_name(game, seat)) for seat in link.seats)
        drawn = access_print.code(address).svg_inline(border=2, light="#fff", omitsize=True, svgclass="qr", lineclass=None)
        codes.append(Code(seats or say(f"role.{link.role}"), address, drawn, link))
    return codes
