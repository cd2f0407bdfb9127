"""Results: typed one after the other, table by table, taken from a game; corrected with what comes
of it; a table re-opened."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.game.dice import Rolls, rolls
from api.tournament.pages.frame import Here, here, said_result, show, take
from api.tournament.pages.rounds.page import finished_in, show_round_again
from api.tournament.routes.results import CorrectResult, TakeResult, result_of
from api.web.body import read_as
from api.web.forms.controls import Given, whole
from api.web.forms.submission import Trouble, attempt, sent
from api.web.pages.pages import duty, go, needs, say, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.game.clerk.opening import setting_for
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import need_table
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.entrants import whole_numbers
from domain.tournament.directing.games import opening_of
from domain.tournament.records import EXTERNAL
from domain.tournament.values import TableResult

MOST = 500  # tables whose results are taken from one form


class Place(Struct, frozen=True):
    entrant: int
    place: str
    score: str
    absent: bool


@site.post("/tournaments/<tournament>/rounds/<int:round>/quick")
@needs("organiser")
@duty("scorer")
def take_quickly(tournament: str, round: int) -> Response:
    """Take the result of the table that was typed, by the places of its seats in order, and go on
    to the next without one."""
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        at = here(tournament)
        shown = at.reader.visible(round)
        table = need_table(shown, _number(form, "table"))
        typed = _typed(at, shown, table, form)
        return service().tournaments.results.take(
            order, round, table.number, typed, given, published=not caller().directs
        )

    def on(answer: TournamentAnswer) -> str:
        shown = answer.tournament.round(round)
        left = shown.missing if shown is not None else ()
        table = int(form["table"])
        following = next((number for number in left if number > table), left[0] if left else 0)
        return f"/tournaments/{tournament}/rounds/{round}" + (
            f"?table={following}#quick" if following else "#tables"
        )

    back = f"/tournaments/{tournament}/rounds/{round}"
    return take(
        tournament, write, back, lambda trouble: show_round_again(tournament, round, trouble), on
    )


@site.post("/tournaments/<tournament>/rounds/<int:round>/finished")
@needs("organiser")
@duty()
def take_finished(tournament: str, round: int) -> Response:
    """Take the results of the tables that the page named as finished, each from its game. What one
    table refuses keeps no other."""
    form, results, refused = sent(), service().tournaments.results, None
    for table in whole_numbers(form.form.get("tables", ""), "/tables")[:MOST]:
        order = form.order(tournament)
        order = msgspec.structs.replace(order, key=f"{order.key}-{table}")
        answer = attempt(partial(results.take, order, round, table))
        refused = refused or (answer if isinstance(answer, Trouble) else None)
    return (
        show_round_again(tournament, round, refused)
        if refused
        else go(f"/tournaments/{tournament}/rounds/{round}#tables")
    )


@site.get("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>")
@needs("organiser")
@duty("scorer")
def show_table(tournament: str, round: int, table: int) -> Response:
    return _table(tournament, round, table)


@site.post("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result")
@needs("organiser")
@duty("scorer")
def take_result(tournament: str, round: int, table: int) -> Response:
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        typed = (
            None if form.get("do") == "game" else read_result(here(tournament), round, table, form)
        )
        return service().tournaments.results.take(
            order, round, table, typed, given, published=not caller().directs
        )

    return _taken(tournament, round, table, write)


@site.post("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/correct")
@needs("organiser")
@duty()
def correct_result(tournament: str, round: int, table: int) -> Response:
    """Put another result in the place of one that was taken; what comes of it is shown before it is
    confirmed."""
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        asked = read_as(CorrectResult, {"effect": form.get("effect", "")})
        typed = (
            None if form.get("do") == "game" else read_result(here(tournament), round, table, form)
        )
        agreed = form.get("agreed") is not None
        return service().tournaments.results.correct(
            order, round, table, asked.effect, typed, given, agreed=agreed
        )

    def becomes(at: Here) -> str:
        seated = need_table(at.reader.visible(round), table)
        now = (
            said_result(at, seated, read_result(at, round, table, form))
            if form.get("do") != "game"
            else ""
        )
        return say(
            "correction.becomes",
            table=table,
            now=now or say("correction.as-game"),
            before=said_result(at, seated),
        )

    return _taken(tournament, round, table, write, becomes)


@site.post("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/game")
@needs("organiser")
@duty()
def open_table_game(tournament: str, round: int, table: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        at = here(tournament)
        rolled = _rolled(
            at, at.reader.visible(round), need_table(at.reader.visible(round), table), request.form
        )
        if rolled.values is None:
            raise BadRequest(
                "/values",
                Text("Enter everything that table {table} rolled for its set-up.", table=table),
            )
        return service().tournaments.rounds.open_games(order, round, [table], rolled.values)

    return _taken(tournament, round, table, write)


@site.post("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/reopen")
@needs("organiser")
@duty()
def reopen_table(tournament: str, round: int, table: int) -> Response:
    on = service().tournaments.results
    return _taken(
        tournament, round, table, lambda order, given: on.reopen(order, round, table, given)
    )


# -- what was entered ------------------------------------------------------------------------------


def read_result(at: Here, round: int, number: int, form: Given) -> TableResult:
    """The result that a form has of a table; raises `invalid-fields`, `TournamentRefused`."""
    table = need_table(at.reader.visible(round), number)
    kind = form.get("kind", "played")
    if kind == "adjourned":
        return TableResult(number, (), "adjourned")
    entries = []
    for line in lines_of(table, form):
        given: dict[str, Any] = {"entrant": line.entrant, "absent": line.absent}
        given["place"] = whole(line.place) if line.place else 0
        if line.score:
            given["score"] = whole(line.score.replace("\N{MINUS SIGN}", "-"))
        entries.append(given)
    if kind == "double-forfeit":
        entries = [{"entrant": entry["entrant"], "place": 1, "absent": True} for entry in entries]
    scores = [score for entry in entries if isinstance(score := entry.get("score"), int)]
    if scores and len(scores) == len(entries) and not any(entry["place"] for entry in entries):
        for one, place in zip(
            entries, _by_points(at, at.reader.visible(round), scores), strict=True
        ):
            one["place"] = place
    missing = next((entry["entrant"] for entry in entries if entry["place"] == 0), 0)
    if missing:
        raise BadRequest(
            f"/entries/{missing}",
            Text(
                "Entrant {missing} has no place yet: enter one for everybody, or the points of "
                "everybody.",
                missing=missing,
            ),
        )
    asked = read_as(TakeResult, {"kind": kind, "entries": entries})
    return result_of(number, asked.entries or (), asked.kind)


def lines_of(table: TableAt, form: Mapping[str, str]) -> list[Place]:
    if any(name.startswith("place-") for name in form) or "winner" in form:
        return [_entered(table, number, form) for number in table.entrants]
    result = table.result.exported if table.result is not None else None
    known = {entry.entrant: entry for entry in result.entries} if result is not None else {}
    found = []
    for number in table.entrants:
        entry = known.get(number)
        score = "" if entry is None or entry.score is None else str(entry.score)
        found.append(
            Place(
                number, str(entry.place) if entry else "", score, entry.absent if entry else False
            )
        )
    return found


def _entered(table: TableAt, number: int, form: Mapping[str, str]) -> Place:
    place, winner = form.get(f"place-{number}", "").strip(), form.get("winner", "")
    if not place and winner:
        place = "1" if winner in ("draw", str(number)) else "2"
    return Place(
        number,
        place,
        form.get(f"score-{number}", "").strip(),
        form.get(f"absent-{number}") is not None,
    )


def _by_points(at: Here, round: RoundAt, scores: Sequence[int]) -> tuple[int, ...]:
    """The places of seats by their points alone: equal points share one. Fewer are better where the
    title's sheet says so."""
    sign = 1
    if at.t.opened.ruleset != EXTERNAL:
        rules, _, setting = setting_for(
            opening_of(at.t, round, len(scores)), service().clerk.key_values
        )
        sign = -1 if rules.lowest_wins(rules.blank(setting)) else 1
    return tuple(1 + sum(sign * other > sign * score for other in scores) for score in scores)


def _typed(at: Here, round: RoundAt, table: TableAt, form: Given) -> TableResult:
    """A result by the places of the seats in order, and their points, or by these alone; at a table
    of two one word is enough: `1` or `2` won, `=`."""
    said = form.get("places", "").replace("½", "=").strip()
    places: tuple[int, ...]
    if len(table.entrants) == 2 and said in ("1", "2", "="):
        places = {"1": (1, 2), "2": (2, 1), "=": (1, 1)}[said]
    else:
        places = whole_numbers(said, "/places")
    scores = whole_numbers(form.get("scores", ""), "/scores")
    if not said and len(scores) == len(table.entrants):
        places = _by_points(at, round, scores)
    for pointer, found, given in (("/places", places, True), ("/scores", scores, bool(scores))):
        if given and len(found) != len(table.entrants):
            raise BadRequest(
                pointer,
                Text(
                    "Table {number} has {count} seats: enter a number for each, in their order.",
                    number=table.number,
                    count=len(table.entrants),
                ),
            )
    entries = [
        {"entrant": number, "place": place}
        for number, place in zip(table.entrants, places, strict=True)
    ]
    for entry, score in zip(entries, scores, strict=False):
        entry["score"] = score
    asked = read_as(TakeResult, {"entries": entries})
    return result_of(table.number, asked.entries or (), asked.kind)


def _number(form: Given, name: str) -> int:
    found = whole(form.get(name, ""))
    if not isinstance(found, int):
        raise BadRequest(f"/{name}", Text("Enter the number of a table."))
    return found


# -- inside ----------------------------------------------------------------------------------------


def _taken(
    tournament: str,
    round: int,
    table: int,
    write: Callable[[Order, Confirmation], TournamentAnswer],
    what: Callable[[Here], str] = lambda _: "",
) -> Response:
    on = f"/tournaments/{tournament}/rounds/{round}#t-{table}"
    return take(
        tournament, write, on, lambda trouble: _table(tournament, round, table, trouble), what=what
    )


def _rolled(at: Here, round: RoundAt, table: TableAt, form: Mapping[str, str]) -> Rolls:
    t = at.t
    if (
        t.opened.ruleset == EXTERNAL
        or t.opened.chance != "table"
        or table.game
        or table.result is not None
        or t.closed
    ):
        return Rolls()
    players = t.rules.stages[round.stage].seats or len(table.entrants)
    given = form if isinstance(form, MultiDict) else MultiDict(form)
    return rolls(opening_of(t, round, players), given, "roll")


def _table(tournament: str, round: int, number: int, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    shown = at.reader.visible(round)
    if not 0 < number <= len(shown.tables):
        return go(f"{at.base}/rounds/{round}")
    table = need_table(shown, number)
    slips = [
        (at.called[entrant], slip.result, seq)
        for entrant, (seq, slip) in sorted(table.slips.items())
    ]
    result = table.result.exported if table.result is not None else None
    entered = request.form if trouble else {}
    return show(
        "rounds/table",
        at,
        trouble,
        round=shown,
        table=table,
        lines=lines_of(table, entered),
        kind=entered.get("kind") or (result.kind if result is not None else "played"),
        slips=slips if caller().directs or caller().duty == "scorer" else [],
        finished=finished_in([table]),
        rolled=_rolled(at, shown, table, entered).asked if caller().directs else (),
        last=shown is at.t.rounds[-1],
        later=at.t.rounds[-1].round - shown.round,
        source=table.result.said.source if table.result is not None else "",
    )
