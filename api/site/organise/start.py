"""The pages `/record`, `/look` and `/disputes`: start a game, look at one, find open claims."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from api.http.body import read_as
from api.request.checks import opening_of
from api.request.current import caller
from api.request.service import service
from api.resources.play.games import OpenGame
from api.resources.play.search import found_among
from api.site.forms.controls import Given
from api.site.forms.submission import Sent, Trouble, key_again, sent, submit
from api.site.kit.cards import cards
from api.site.kit.pages import go, needs, page, site
from api.site.organise.opening_form import offered
from domain.clerk.commands import Order
from domain.clerk.seats import Seats
from domain.errors import BadRequest
from domain.rules.text import Text
from domain.rules.titles import registry
from domain.store.catalogs import Catalogs
from domain.store.names import checked
from domain.table.demonstrations import demonstrate, demonstration_id
from projections.search.query import Query

SHEET = "score-sheet"
SEATS, SHOWN = 12, 4
"""Names that can be given, and those that are asked for at once."""
LINES, LETTERS = 20, 60
"""Lines of a sheet of one's own, and letters of each."""
LISTED = 20

_IN_TAG = re.compile(r"[^\w .:/-]+")


class Begun(Struct, frozen=True):
    """A game to open by its sheet: the catalog, who plays, and what the game is called."""

    catalog: str
    names: tuple[str, ...]
    tags: tuple[str, ...]


@site.get("/record")
@needs("organiser")
def record_own() -> Response:
    """The form for a game of one's own."""
    return _form(request.args)


@site.post("/record")
@needs("organiser")
def begin_own() -> Response:
    """Open a game by its score sheet, sit down who plays, and go to its page."""
    form = request.form
    return submit(lambda: _open(sent(), SHEET, _begun(form)), _to_table, lambda trouble: _form(form, trouble))


@site.post("/record/<ruleset>")
@needs("organiser")
def begin(ruleset: str) -> Response:
    """Open a game of a title as it usually is, and go to its page: everything else can be chosen at `/organise/open`."""
    offered(ruleset)

    def again(trouble: Trouble) -> Response:
        return go(f"/organise/open?ruleset={ruleset}")

    return submit(lambda: _open(sent(), ruleset, Begun("default", (), ())), _to_table, again)


@site.post("/look/<ruleset>")
@needs("organiser")
def look(ruleset: str) -> Response:
    """Play the title's game to look at, if it is not there yet, and go to it."""
    offered(ruleset)
    demonstrate(service().clerk, ruleset)
    return go(f"/games/{demonstration_id(ruleset)}?at=1")


@site.get("/disputes")
@needs("organiser")
def disputes() -> Response:
    """Where there is something to decide: games with an open claim, then those that are played."""
    claimed = cards(found_among(caller(), Query(open_claim=True, limit=LISTED)), caller())
    there = {card.game["id"] for card in claimed}
    played = cards(found_among(caller(), Query(status="open", limit=LISTED)), caller())
    live = [card for card in played if card.game["id"] not in there]
    return page("organise/disputes.html", claimed=claimed, live=live)


def _to_table(game: str) -> str:
    return f"/games/{game}/play"


def _open(form: Sent, ruleset: str, begun: Begun) -> str:
    """Open a game and sit down who plays there; answers its id. Sent twice, it is opened once."""
    clerk, who, told = service().clerk, caller().id, form.digest()
    asked: dict[str, Any] = {"ruleset": ruleset, "catalog": begun.catalog, "tags": list(begun.tags)}
    asked |= {"players": len(begun.names)} if begun.names else {}
    game = clerk.open_game(opening_of(read_as(OpenGame, asked)), who, form.key, told).game
    seats = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    for seat, name in zip(seats, begun.names, strict=False):
        Seats(clerk).take(Order(game.id, clerk.game(game.id).seq, who, f"{form.key}-{seat}", told), seat, name)
    return game.id


# -- a game of one's own -------------------------------------------------------------------------------------------------


def _begun(form: Given) -> Begun:
    """What a form asks to open; raises `BadRequest`."""
    names = tuple(checked(name) for n in range(1, SEATS + 1) if (name := form.get(f"name-{n}", "").strip()))
    called = " ".join(_IN_TAG.sub(" ", form.get("game", "")).split())[:64].strip(" .:/-_")
    lines = [line.strip() for line in form.get("lines", "").splitlines() if line.strip()]
    catalog = _drawn_up(lines, form) if lines else form.get("sheet", "default")
    return Begun(catalog, names, (called,) if called else ())


def _drawn_up(lines: list[str], form: Given) -> str:
    """Keep a sheet of one's own, a number on each line; answers its SHA-256. What the game is called does not stand in it: whoever
    may read any game may read catalogs."""
    if len(lines) > LINES or any(len(line) > LETTERS for line in lines):
        raise BadRequest(
            "/lines",
            Text(
                "A sheet has {lines} lines of {letters} letters here at most; a catalog can have more.",
                lines=LINES,
                letters=LETTERS,
            ),
        )
    per = "round" if form.get("rounds") else "once"
    categories = [{"id": f"line-{n}", "name": {"en": line, "fr": line}, "per": per} for n, line in enumerate(lines, start=1)]
    sheet: dict[str, Any] = {"categories": categories, "wins": "lowest" if form.get("lowest") else "highest"}
    sheet |= {"rounds": 0} if per == "round" else {}
    ready: dict[str, Any] = registry.ruleset(SHEET).catalogs()["default"].values
    sheet["dice"] = ready["dice"]
    file = {"game": SHEET, "edition": "A sheet of one's own", "provenance": {"": "text"}, "values": sheet}
    return Catalogs(service().clerk.key_values).keep(msgspec.json.encode(file))[0].catalog.sha256


def _form(given: Given, trouble: Trouble | None = None) -> Response:
    editions = registry.ruleset(SHEET).about.editions
    titles = [(id, registry.ruleset(id).about) for id in registry.ids() if id != SHEET]
    filled = max((n for n in range(1, SEATS + 1) if given.get(f"name-{n}")), default=0)
    return page(
        "organise/record.html",
        trouble.status if trouble else 200,
        trouble=trouble,
        given=given,
        key=key_again(trouble),
        sheets=list(editions.items()),
        titles=titles,
        seats=SEATS,
        shown=max(SHOWN, filled),
    )
