"""The director's desk of a tournament: what comes next, its rounds, lots, stages and the end; what
departs from the rules."""

from typing import Any, Literal

from flask import Response, request
from msgspec import Struct

from api.tournament.pages.frame import Here, here, live, show, take
from api.tournament.pages.setup import rules_form
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, site
from api.web.request.service import service
from domain.tournament.aggregate.conditions import need_round, need_table
from domain.tournament.directing.entrants import whole_numbers

Step = Literal["entrants", "advance", "pair", "publish", "results", "close-round", "close", "over"]


class Next(Struct, frozen=True):
    """What the director does next, about which round (0: none), and where."""

    step: Step
    round: int
    href: str


@site.get("/tournaments/<tournament>")
@needs("organiser")
@duty()
def show_desk(tournament: str) -> Response:
    """The desk. Its script asks for it again while the hall plays."""
    return _desk(tournament)


@site.post("/tournaments/<tournament>/lots")
@needs("organiser")
@duty()
def draw_lots(tournament: str) -> Response:
    on = service().tournaments.rounds.draw_lots
    return take(
        tournament,
        on,
        f"/tournaments/{tournament}#lots",
        lambda trouble: _desk(tournament, trouble),
    )


@site.post("/tournaments/<tournament>/advance")
@needs("organiser")
@duty()
def advance(tournament: str) -> Response:
    declined = request.form.get("declined", "")
    return take(
        tournament,
        lambda order, _: service().tournaments.rounds.advance(
            order, whole_numbers(declined, "/declined")
        ),
        f"/tournaments/{tournament}",
        lambda trouble: _desk(tournament, trouble),
    )


@site.post("/tournaments/<tournament>/close")
@needs("organiser")
@duty()
def close_tournament(tournament: str) -> Response:
    """Close the tournament: its last standings and the seed."""
    on = service().tournaments.whole.close
    return take(
        tournament, on, f"/tournaments/{tournament}", lambda trouble: _desk(tournament, trouble)
    )


def _desk(tournament: str, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    t, whole = at.t, at.reader.whole()
    parts: dict[str, Any] = {
        "next": _next(at),
        "rounds": whole.rounds,
        "rules": rules_form.summary(t.rules),
        "waiting": [protest for protest in t.protests if not protest.decided],
        "departures": whole.departures,
        "offered": [
            (one, need_table(need_round(t, one.round), one.table)) for one in whole.offered
        ],
        "stages": len(t.rules.stages) > 1,
    }
    return (
        show("desk", at, trouble, **parts)
        if trouble
        else live("desk", at, [(one.game, one.seq) for one in whole.offered], **parts)
    )


def _next(at: Here) -> Next:
    t, base = at.t, at.base
    if t.closed:
        return Next("over", 0, f"{base}/standings")
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.published:
        return Next("publish", last.round, f"{base}/rounds/{last.round}")
    if last is not None and last.missing:
        return Next("results", last.round, f"{base}/rounds/{last.round}")
    if last is not None and not last.closed:
        return Next("close-round", last.round, f"{base}/rounds/{last.round}#end")
    if t.next_round > t.rules.rounds:
        return Next("close", 0, "#end")
    if len(t.entrants) < 2:
        return Next("entrants", 0, f"{base}/entrants")
    stage = t.rules.stage_of(t.next_round)
    if stage and (not t.advanced or t.advanced[-1].stage != stage):
        return Next("advance", t.next_round, "#stages")
    return Next("pair", t.next_round, f"{base}/rounds/{t.next_round}")
