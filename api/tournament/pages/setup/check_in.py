"""Who is there before a round: ticked or typed at the check-in, or said by entrants on their phones; byes that are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from api.tournament.pages.frame import here, live, show, take
from api.tournament.routes.entrants import AskBye
from api.web.forms.struct_form import StructForm
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, number_in, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.entrants import whole_numbers

BYE = StructForm("bye", AskBye, {"entrant": "checkin.entrant", "kind": "checkin.kind", "reason": "event.reason"})


@site.get("/tournaments/<tournament>/check-in")
@needs("organiser")
@duty("check-in")
def show_check_in(tournament: str) -> Response:
    """Who is there before the round that is paired next."""
    return _check_in(tournament)


@site.post("/tournaments/<tournament>/check-in/presence")
@needs("organiser")
@duty("check-in")
def note_presence(tournament: str) -> Response:
    """Note those who were ticked, or whose numbers were typed, as there or as absent."""
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        typed = whole_numbers(form.get("numbers", ""), "/numbers")
        named = tuple(dict.fromkeys((*typed, *map(number_in, form.getlist("entrant")))))
        round = number_in(form.get("round", ""))
        return service().tournaments.entering.note(order, round, named, present=form.get("do") != "absent")

    return _taken(tournament, write)


@site.post("/tournaments/<tournament>/check-in/close")
@needs("organiser")
@duty("check-in")
def close_check_in(tournament: str) -> Response:
    """Close the check-in: only who was noted is paired."""
    round = number_in(request.form.get("round", ""))
    return _taken(tournament, lambda order, _: service().tournaments.entering.close_check_in(order, round))


@site.post("/tournaments/<tournament>/check-in/bye")
@needs("organiser")
@duty("check-in")
def ask_bye(tournament: str) -> Response:
    """Note that an entrant does not want to play the next round."""

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        asked: AskBye = BYE.read(request.form, round=number_in(request.form.get("round", "")))
        return service().tournaments.entering.ask_bye(order, asked.entrant, asked.round, asked.kind, asked.reason)

    return _taken(tournament, write)


def _taken(tournament: str, write: Callable[[Order, Confirmation], TournamentAnswer]) -> Response:
    on = f"/tournaments/{tournament}/check-in"
    return take(tournament, write, on, lambda trouble: _check_in(tournament, trouble))


def _check_in(tournament: str, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    t = at.t
    round = t.next_round
    open_now = not t.closed and round <= t.rules.rounds
    there, gone = t.present.get(round, frozenset()), t.absent.get(round, frozenset())
    playing = [one for one in t.entrants if one.status == "in"]
    states = {one.number: "present" if one.number in there else "absent" if one.number in gone else "unknown" for one in playing}
    parts: dict[str, Any] = {
        "round": round,
        "open_now": open_now,
        "playing": playing,
        "states": states,
        "over": t.checked_in.get(round),
        "byes": [bye for (at_round, _), bye in t.asked.items() if at_round == round],
        "bye": BYE.shown(trouble),
        "desk": caller().duty != "table",
    }
    return show("setup/check_in", at, trouble, **parts) if trouble else live("setup/check_in", at, **parts)
