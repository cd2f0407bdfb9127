"""The director's rulings: penalties given and lifted, protests filed and decided, and every
correction with the standings as published and as corrected, who gained and lost places, and the
pairings that would have differed."""

from collections.abc import Callable
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.tournament.pages.frame import Here, here, live, show, take
from api.tournament.routes.results import FileProtest, Penalise
from api.web.forms.struct_form import StructForm
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.kernel.text import Text
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.correction_effects import Ranked, correction_effects
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.records import ResultCorrected
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.ranking import Row

PENALTY = StructForm(
    "penalty", Penalise, {name: f"rulings.{name}" for name in ("entrant", "points", "reason")}
)
PROTEST = StructForm(
    "protest",
    FileProtest,
    {name: f"rulings.{name}" for name in ("entrant", "round", "table", "text")},
)


@site.get("/tournaments/<tournament>/rulings")
@needs("organiser")
@duty()
def show_rulings(tournament: str) -> Response:
    return _rulings(tournament)


@site.post("/tournaments/<tournament>/penalties")
@needs("organiser")
@duty()
def give_penalty(tournament: str) -> Response:
    """Take points from an entrant in the standings."""

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        asked: Penalise = PENALTY.read(request.form)
        return service().tournaments.results.penalise(
            order, asked.entrant, asked.points, asked.reason
        )

    return _taken(tournament, write, "#penalties")


@site.post("/tournaments/<tournament>/penalties/<int:penalty>/lift")
@needs("organiser")
@duty()
def lift_penalty(tournament: str, penalty: int) -> Response:
    on = service().tournaments.results
    return _taken(
        tournament, lambda order, said: on.lift(order, penalty, said.reason), "#penalties"
    )


@site.post("/tournaments/<tournament>/protests")
@needs("organiser")
@duty()
def file_protest(tournament: str) -> Response:
    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        asked: FileProtest = PROTEST.read(request.form)
        return service().tournaments.results.protest(
            order, asked.entrant, asked.round, asked.table, asked.text, given
        )

    return _taken(tournament, write, "#protests")


@site.post("/tournaments/<tournament>/protests/<int:protest>/decide")
@needs("organiser")
@duty()
def decide_protest(tournament: str, protest: int) -> Response:
    """Uphold a protest or reject it; a result that changes is corrected by itself."""
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        text = form.get("text", "")
        return service().tournaments.results.decide(
            order, protest, text, upheld=form.get("do") == "uphold"
        )

    return _taken(tournament, write, "#protests")


def _taken(
    tournament: str, write: Callable[[Order, Confirmation], TournamentAnswer], to: str
) -> Response:
    return take(
        tournament,
        write,
        f"/tournaments/{tournament}/rulings{to}",
        lambda trouble: _rulings(tournament, trouble),
    )


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


WHOLE = 40  # entrants of whom the whole order is shown; of more, those who are elsewhere


class Beside(Struct, frozen=True):
    """A place in an order as it was published, and as it is on the corrected result."""

    then: Row | None
    now: Row | None


@site.get("/tournaments/<tournament>/corrections")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_corrections(tournament: str) -> Response:
    at = here(tournament)
    return live("rounds/corrections", at, corrections=list(reversed(corrections_of(at))))


@site.get("/tournaments/<tournament>/corrections/<int:record>")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_correction(tournament: str, record: int) -> Response:
    at = here(tournament)
    corrected = next((body for seq, body in corrections_of(at) if seq == record), None)
    if corrected is None:
        raise TournamentRefused(
            Text("Record {record} corrects no result.", record=record), "/record"
        )
    desk = service().tournaments.desk
    found = correction_effects(desk, tournament, record)
    shown_round = at.t.round(corrected.round)
    table = shown_round.table(corrected.result.table) if shown_round is not None else None
    parts: dict[str, Any] = {
        "found": found,
        "body": corrected,
        "table": table,
        "reason": reason_of(corrected),
        "ranked": [
            (one, _beside(one))
            for one in found.ranked
            if at.reader.was_shown(one.round, one.record or record - 1)
        ],
        "paired": [one for one in found.paired if at.reader.was_shown(one.round, one.record)],
    }
    return show("rounds/correction", at, **parts)


def corrections_of(at: Here) -> list[tuple[int, ResultCorrected]]:
    return [
        (one.seq, one.body) for one in at.reader.noted() if isinstance(one.body, ResultCorrected)
    ]


def reason_of(corrected: ResultCorrected) -> str:
    return (
        (service().clerk.words(corrected.reason) or "")
        if caller().directs and corrected.reason
        else ""
    )


def _beside(one: Ranked) -> list[Beside]:
    pairs = [Beside(then, now) for then, now in zip(one.then.rows, one.now.rows, strict=True)]
    if len(pairs) <= WHOLE:
        return pairs
    return [
        two
        for two in pairs
        if two.then is None or two.now is None or two.then.entrant != two.now.entrant
    ][: 2 * WHOLE]
