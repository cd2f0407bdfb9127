"""The pages `/record`, `/look` and `/disputes`: start a game, look at one, find open claims."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from api.game.cards import cards
from api.game.opening.opening_form import asked_clock, offered, shown_clock
from api.game.opening.own_sheet import OWN, SHEET, controls, drawn_up, entered, is_drawn_up
from api.game.request import opening_of
from api.game.routes.games import OpenGame
from api.game.routes.search import found_among
from api.web.body import read_as
from api.web.forms.controls import Given, Shown
from api.web.forms.submission import Sent, Trouble, key_again, sent, submit, within
from api.web.pages.pages import go, needs, page, site, tell
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.game.clerk.seats import Seats
from domain.game.store.catalogs import Catalogs
from domain.game.table.demonstrations import demonstrate, demonstration_id
from domain.kernel.names import checked
from domain.kernel.refusals import BadRequest
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.catalogs.faults import Fault
from domain.titles.contract.ruleset import BadOpening, open_setting
from projections.search.query import Query

SEATS, SHOWN = 12, 4  # Names that can be given, and those that are asked for at once.
LISTED, EARLIER = (
    20,
    3,
)  # Games of each kind on the page of disputes; sheets of one's own that can be had again.

_IN_TAG = re.compile(r"[^\w .:/-]+")


class Begun(Struct, frozen=True):
    catalog: str
    names: tuple[str, ...]
    tags: tuple[str, ...]


@site.get("/record")
@needs("organiser")
def record_own() -> Response:
    return _form(request.args)


@site.post("/record")
@needs("organiser")
def begin_own() -> Response:
    form = request.form
    if form.get("do") == "more":
        return _form(form)
    return submit(
        lambda: _open(sent(), SHEET, _begun(form)), _to_table, lambda trouble: _form(form, trouble)
    )


@site.post("/record/<ruleset>")
@needs("organiser")
def begin(ruleset: str) -> Response:
    """Open a game of a title as it usually is, and go to its page: everything else can be chosen at
    `/organise/open`."""
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
    claimed = cards(found_among(caller(), Query(open_claim=True, limit=LISTED)), caller())
    there = {card.game["id"] for card in claimed}
    played = cards(found_among(caller(), Query(status="open", limit=LISTED)), caller())
    live = [card for card in played if card.game["id"] not in there]
    return page("game/opening/disputes.html", claimed=claimed, live=live)


def _to_table(game: str) -> str:
    return f"/games/{game}/play"


def _open(form: Sent, ruleset: str, begun: Begun) -> str:
    """Open a game and sit down who plays there; answers its id. Sent twice, it is opened once."""
    clerk, who, digest = service().clerk, caller().id, form.digest()
    body: dict[str, Any] = {"ruleset": ruleset, "catalog": begun.catalog, "tags": list(begun.tags)}
    body |= {"players": len(begun.names)} if begun.names else {}
    body |= asked_clock(form.form)
    game = clerk.open_game(opening_of(read_as(OpenGame, body)), who, form.key, digest).game
    seats = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    for seat, name in zip(seats, begun.names, strict=False):
        Seats(clerk).take(
            Order(game.id, clerk.game(game.id).seq, who, f"{form.key}-{seat}", digest), seat, name
        )
    return game.id


# -- a game of one's own
# -------------------------------------------------------------------------------------------------


def _begun(form: Given) -> Begun:
    """What a form asks to open; raises `Problem` with all that is wrong. A sheet of one's own is
    kept once all else is in order."""
    wrong: list[Fault] = []
    names = tuple(_names(form, wrong))
    called = " ".join(_IN_TAG.sub(" ", form.get("game", "")).split())[:64].strip(" .:/-_")
    drawn = drawn_up(form) if is_drawn_up(form) else None
    wrong += drawn.wrong if drawn else ()
    if wrong:
        errors = [{"pointer": fault.pointer, "detail": fault.text} for fault in wrong]
        raise Problem("invalid-fields", wrong[0].text, pointer=wrong[0].pointer, errors=errors)
    catalog = _kept(drawn.file, len(names)) if drawn else form.get("sheet", "default")
    return Begun(catalog, names, (called,) if called else ())


def _names(form: Given, wrong: list[Fault]) -> Iterator[str]:
    for n in range(1, SEATS + 1):
        try:
            if name := checked(form.get(f"name-{n}", "")):
                yield name
        except BadRequest as e:
            wrong.append(Fault(f"/name-{n}", e.text))


def _kept(file: bytes, players: int) -> str:
    """Keep a sheet that so many can sit down to, or as many as it says; answers its SHA-256. What
    the game is called does not stand in it: sheets are listed to every organiser."""
    try:
        open_setting(registry.ruleset(SHEET), Catalog(file), {}, players or None)
    except BadOpening as e:
        raise BadRequest(e.pointer, e.text) from None
    return Catalogs(service().clerk.key_values).keep(file)[0].catalog.sha256


def _earlier() -> dict[str, str]:
    clerk = service().clerk
    ready = {catalog.sha256 for catalog in registry.ruleset(SHEET).catalogs().values()}
    sheets: dict[str, str] = {}
    for game in msgspec.json.decode(
        b"[%s]" % b",".join(found_among(caller(), Query(ruleset=SHEET, limit=LISTED)).games)
    ):
        sheet = clerk.game(game["id"]).setting
        if sheet.catalog.sha256 not in ready and len(sheets) < EARLIER:
            lines = ", ".join(tell(category.name) for category in sheet.values.categories[:SHOWN])
            sheets.setdefault(
                sheet.catalog.sha256,
                f"{', '.join(game['tags'])} ({lines})" if game["tags"] else lines,
            )
    return sheets


def _by_field(row: tuple[Shown, ...]) -> dict[str, Shown]:
    return {control.name.rpartition(".")[2]: control for control in row}


def _form(given: Given, trouble: Trouble | None = None) -> Response:
    editions = registry.ruleset(SHEET).about.editions
    sheet = controls().row(OWN, entered(given), within(trouble, f"/{OWN}"))
    titles = [(id, registry.ruleset(id).about) for id in registry.ids() if id != SHEET]
    filled = max((n for n in range(1, SEATS + 1) if given.get(f"name-{n}")), default=0)
    return page(
        "game/opening/record.html",
        trouble.status if trouble else 200,
        trouble=trouble,
        given=given,
        clock=shown_clock(given, trouble),
        key=key_again(trouble),
        sheets=list(editions.items()),
        earlier=_earlier(),
        sheet=_by_field(sheet),
        named=_by_field,
        titles=titles,
        seats=SEATS,
        shown=max(SHOWN, filled),
    )
