"""Entrants for the director: typed, pasted or from a CSV file; late, leaving and coming back; byes,
and who is kept apart; the check-in before a round."""

import hashlib
from collections.abc import Callable
from typing import Any

from flask import Response, request
from msgspec.structs import replace

from api.tournament.pages.frame import Here, Write, here, live, show, take
from api.tournament.routes.entrants import AmendEntrant, AskBye, EntrantGiven, Separate
from api.web.access.link_answers import state_of
from api.web.forms.controls import Shown
from api.web.forms.struct_form import StructForm
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, number_in, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.entrants import Apart, entries_of, need_entrant, whole_numbers
from domain.tournament.formats.common import MOST_BYTES
from domain.tournament.refusals import EntrantsRefused

WHO = {
    "name": "entrants.name",
    "club": "entrants.club",
    "group": "entrants.group",
    "rating": "entrants.rating",
    "seed_rank": "entrants.seed",
    "team": "entrants.team",
    "contact": "entrants.contact",
}
ONE = StructForm("one", EntrantGiven, WHO)
AMENDED = StructForm("amended", AmendEntrant, WHO)
APART = StructForm(
    "apart",
    Separate,
    {
        name: f"entrants.apart-{name}"
        for name in ("a", "b", "club", "hard", "since", "lifted", "reason")
    },
)


@site.get("/tournaments/<tournament>/entrants")
@needs("organiser")
@duty()
def show_entrants(tournament: str) -> Response:
    return _entrants(tournament)


@site.post("/tournaments/<tournament>/entrants")
@needs("organiser")
@duty()
def add_entrant(tournament: str) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        given: EntrantGiven = ONE.read(request.form)
        if not given.name:
            raise BadRequest("/name", Text("Enter a name."))
        return service().tournaments.entering.add(order, [given.entry])

    return take(
        tournament,
        write,
        f"/tournaments/{tournament}/entrants#add",
        lambda trouble: _entrants(tournament, trouble),
    )


@site.post("/tournaments/<tournament>/entrants/import")
@needs("organiser")
@duty()
def add_from_file(tournament: str) -> Response:
    """Add the entrants of a CSV file, or of what was pasted; all, or none with every fault and its
    line."""
    file = request.files.get("file")
    data = file.read(MOST_BYTES + 1) if file else b""
    data = data or request.form.get("pasted", "").encode()

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        told = hashlib.sha256(data).hexdigest()[
            :32
        ]  # what tells this file sent again from another one
        return service().tournaments.entering.add(replace(order, request=told), entries_of(data))

    return take(
        tournament,
        write,
        f"/tournaments/{tournament}/entrants",
        lambda trouble: _entrants(tournament, trouble),
    )


@site.post("/tournaments/<tournament>/separations")
@needs("organiser")
@duty()
def keep_apart(tournament: str) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        asked: Separate = APART.read(request.form)
        wish = Apart(asked.a, asked.b, asked.club, asked.hard, asked.since, asked.lifted)
        return service().tournaments.entering.separate(order, wish, asked.reason)

    return take(
        tournament,
        write,
        f"/tournaments/{tournament}/entrants#apart",
        lambda trouble: _entrants(tournament, trouble),
    )


@site.get("/tournaments/<tournament>/entrants/<int:number>")
@needs("organiser")
@duty()
def show_entrant(tournament: str, number: int) -> Response:
    return _entrant(tournament, number)


@site.post("/tournaments/<tournament>/entrants/<int:number>")
@needs("organiser")
@duty()
def amend_entrant(tournament: str, number: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        entry, shown = (
            AMENDED.read(request.form).entry,
            here(tournament).reader.entrant(need_entrant(here(tournament).t, number)),
        )
        changed = {
            name: ""
            for name in ("name", "contact")
            if getattr(entry, name) == (getattr(shown, name) or "")
        }
        return service().tournaments.entering.amend(order, number, replace(entry, **changed))

    return _one(tournament, number, write)


@site.post("/tournaments/<tournament>/entrants/<int:number>/withdraw")
@needs("organiser")
@duty()
def withdraw_entrant(tournament: str, number: int) -> Response:
    on = service().tournaments.entering
    return _one(tournament, number, lambda order, said: on.withdraw(order, number, said.reason))


@site.post("/tournaments/<tournament>/entrants/<int:number>/reinstate")
@needs("organiser")
@duty()
def reinstate_entrant(tournament: str, number: int) -> Response:
    on = service().tournaments.entering
    return _one(tournament, number, lambda order, said: on.reinstate(order, number, said.reason))


@site.post("/tournaments/<tournament>/entrants/<int:number>/expel")
@needs("organiser")
@duty()
def expel_entrant(tournament: str, number: int) -> Response:
    on = service().tournaments.entering
    return _one(tournament, number, lambda order, said: on.expel(order, number, said))


def _one(tournament: str, number: int, write: Write) -> Response:
    on = f"/tournaments/{tournament}/entrants/{number}"
    return take(tournament, write, on, lambda trouble: _entrant(tournament, number, trouble))


def _entrants(tournament: str, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    faults = (
        trouble.cause.faults
        if trouble is not None and isinstance(trouble.cause, EntrantsRefused)
        else ()
    )
    return show(
        "setup/entrants",
        at,
        trouble,
        entrants=at.reader.entrants().entrants,
        one=_fields(at, ONE.shown(trouble)),
        teams=_teams(at),
        apart_form=APART.shown(trouble),
        faults=faults,
        pasted=request.form.get("pasted", "") if trouble else "",
    )


def _entrant(tournament: str, number: int, trouble: Trouble | None = None) -> Response:
    at, found = here(tournament), service()
    entrant, links = need_entrant(at.t, number), found.access.links
    link = links.of_entrant(tournament, number)
    good = state_of(link, links.revocation(link), found.clerk.clock()) == "good"
    shown = at.reader.entrant(entrant)
    value = {
        name: getattr(shown, name) or ""
        for name in ("name", "club", "group", "rating", "seed_rank", "team", "contact")
    }
    return show(
        "setup/entrant",
        at,
        trouble,
        one=shown,
        entrant=entrant,
        amended=_fields(at, AMENDED.shown(trouble, value)),
        link=link if good else None,
    )


def _teams(at: Here) -> bool:
    """Whether an entrant can be a team of a size of its own: in a challenge alone."""
    return any(stage.format == "challenge" for stage in at.t.rules.stages)


def _fields(at: Here, shown: tuple[Shown, ...]) -> tuple[Shown, ...]:
    return tuple(one for one in shown if one.name.rpartition(".")[2] != "team" or _teams(at))


BYE = StructForm(
    "bye", AskBye, {"entrant": "checkin.entrant", "kind": "checkin.kind", "reason": "event.reason"}
)


@site.get("/tournaments/<tournament>/check-in")
@needs("organiser")
@duty("check-in")
def show_check_in(tournament: str) -> Response:
    return _check_in(tournament)


@site.post("/tournaments/<tournament>/check-in/presence")
@needs("organiser")
@duty("check-in")
def note_presence(tournament: str) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        typed = whole_numbers(form.get("numbers", ""), "/numbers")
        named = tuple(dict.fromkeys((*typed, *map(number_in, form.getlist("entrant")))))
        round = number_in(form.get("round", ""))
        return service().tournaments.entering.note(
            order, round, named, present=form.get("do") != "absent"
        )

    return _taken(tournament, write)


@site.post("/tournaments/<tournament>/check-in/close")
@needs("organiser")
@duty("check-in")
def close_check_in(tournament: str) -> Response:
    round = number_in(request.form.get("round", ""))
    return _taken(
        tournament, lambda order, _: service().tournaments.entering.close_check_in(order, round)
    )


@site.post("/tournaments/<tournament>/check-in/bye")
@needs("organiser")
@duty("check-in")
def ask_bye(tournament: str) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        asked: AskBye = BYE.read(request.form, round=number_in(request.form.get("round", "")))
        return service().tournaments.entering.ask_bye(
            order, asked.entrant, asked.round, asked.kind, asked.reason
        )

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
    playing = [entrant for entrant in t.entrants if entrant.status == "in"]
    states = {
        one.number: "present"
        if one.number in there
        else "absent"
        if one.number in gone
        else "unknown"
        for one in playing
    }
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
    return (
        show("setup/check_in", at, trouble, **parts)
        if trouble
        else live("setup/check_in", at, **parts)
    )
