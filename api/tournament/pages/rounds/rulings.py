"""The director's rulings: penalties given and lifted, protests filed and decided, and every correction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from api.tournament.pages.frame import here, show, take
from api.tournament.routes.results import FileProtest, Penalise
from api.web.forms.struct_form import StructForm
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, site
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.direction import TournamentAnswer

PENALTY = StructForm("penalty", Penalise, {name: f"rulings.{name}" for name in ("entrant", "points", "reason")})
PROTEST = StructForm("protest", FileProtest, {name: f"rulings.{name}" for name in ("entrant", "round", "table", "text")})


@site.get("/tournaments/<tournament>/rulings")
@needs("organiser")
@duty()
def show_rulings(tournament: str) -> Response:
    """Penalties and protests."""
    return _rulings(tournament)


@site.post("/tournaments/<tournament>/penalties")
@needs("organiser")
@duty()
def give_penalty(tournament: str) -> Response:
    """Take points from an entrant in the standings."""

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        asked: Penalise = PENALTY.read(request.form)
        return service().tournaments.results.penalise(order, asked.entrant, asked.points, asked.reason)

    return _taken(tournament, write, "#penalties")


@site.post("/tournaments/<tournament>/penalties/<int:penalty>/lift")
@needs("organiser")
@duty()
def lift_penalty(tournament: str, penalty: int) -> Response:
    """Say that a penalty does not hold any more."""
    on = service().tournaments.results
    return _taken(tournament, lambda order, said: on.lift(order, penalty, said.reason), "#penalties")


@site.post("/tournaments/<tournament>/protests")
@needs("organiser")
@duty()
def file_protest(tournament: str) -> Response:
    """File a protest for an entrant who came to the desk."""

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        asked: FileProtest = PROTEST.read(request.form)
        return service().tournaments.results.protest(order, asked.entrant, asked.round, asked.table, asked.text, given)

    return _taken(tournament, write, "#protests")


@site.post("/tournaments/<tournament>/protests/<int:protest>/decide")
@needs("organiser")
@duty()
def decide_protest(tournament: str, protest: int) -> Response:
    """Uphold a protest or reject it; a result that changes is corrected by itself."""
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        text = form.get("text", "")
        return service().tournaments.results.decide(order, protest, text, upheld=form.get("do") == "uphold")

    return _taken(tournament, write, "#protests")


def _taken(tournament: str, write: Callable[[Order, Confirmation], TournamentAnswer], to: str) -> Response:
    return take(tournament, write, f"/tournaments/{tournament}/rulings{to}", lambda trouble: _rulings(tournament, trouble))


def _rulings(tournament: str, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    whole = at.reader.whole()
    last = at.t.rounds[-1].round if at.t.rounds else 1
    parts: dict[str, Any] = {
        "penalties": whole.penalties,
        "protests": whole.protests,
        "penalty": PENALTY.shown(trouble, {"points": "1"}),
        "protest": PROTEST.shown(trouble, {"round": last}),
    }
    return show("rounds/rulings", at, trouble, **parts)
