"""An entrant's own page, on a phone: my table and seat, the result to enter or confirm, where I
stand and why, that I am here for the next round."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from api.tournament.pages.frame import Here, here, live_later, show, take
from api.tournament.pages.public.standings import because, key_word, order_after
from api.tournament.pages.rounds.page import clock_of, clock_words
from api.tournament.pages.rounds.results import lines_of, read_result
from api.tournament.pages.table_clocks import clocks_moment, table_clocks
from api.tournament.routes.entrants import part_by
from api.tournament.routes.results import FileProtest
from api.web.forms.struct_form import StructForm
from api.web.forms.submission import Trouble
from api.web.pages.pages import duty, needs, number_in, site, tell
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.game import seat_name
from domain.game.clerk.commands import Order
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.entrants import need_entrant
from domain.tournament.directing.games import sitting

PROTEST = StructForm("protest", FileProtest, {"text": "rulings.text"})


@site.get("/tournaments/<tournament>/me")
@needs("organiser")
@duty("table")
def show_me(tournament: str) -> Response:
    return _me(tournament)


@site.post("/tournaments/<tournament>/me/here")
@needs("organiser")
@duty("table")
def say_here(tournament: str) -> Response:
    number, round = _mine(here(tournament)), number_in(request.form.get("round", ""))
    present = request.form.get("do") != "absent"
    on, part = service().tournaments.entering, request.form.get("commitment", "")
    return _taken(
        tournament,
        lambda order, _: on.note(order, round, [number], present=present, own=_own(), part=part),
    )


@site.post("/tournaments/<tournament>/me/part")
@needs("organiser")
@duty("table")
def add_part(tournament: str) -> Response:
    form, parts = request.form, service().tournaments.parts

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        number = _mine(here(tournament))
        if form.get("value"):
            return parts.show(order, number, form["value"], part_by())
        return parts.bind(order, number, form.get("commitment", ""), part_by())

    return _taken(tournament, write)


@site.post("/tournaments/<tournament>/me/slip")
@needs("organiser")
@duty("table")
def report_result(tournament: str) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        at = here(tournament)
        number, round = _mine(at), number_in(form.get("round", ""))
        shown = at.reader.visible(round)
        table = shown.table_of(number)
        slips = table.slips if table is not None else {}
        confirmed = slips.get(number_in(form.get("confirms", "")))
        result = (
            confirmed[1].result
            if confirmed
            else read_result(at, round, table.number if table is not None else 0, form)
        )
        return service().tournaments.results.file_slip(order, round, number, result)

    return _taken(tournament, write)


@site.post("/tournaments/<tournament>/me/protest")
@needs("organiser")
@duty("table")
def protest(tournament: str) -> Response:
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        number = _mine(here(tournament))
        fixed = {name: number_in(form.get(name, "")) for name in ("round", "table")}
        asked: FileProtest = PROTEST.read(form, entrant=number, **fixed)
        on = service().tournaments.results
        return on.protest(order, number, asked.round, asked.table, asked.text, given, own=_own())

    return _taken(tournament, write)


def _mine(at: Here) -> int:
    """The entrant whose page it is: of a table's link; a director may look at anybody's with
    `?entrant=`."""
    who = caller()
    number = (
        int(who.seats[0])
        if who.duty == "table" and who.seats
        else number_in(request.values.get("entrant", "1"))
    )
    return need_entrant(at.t, number).number


def _own() -> bool:
    return caller().duty == "table"


def _taken(tournament: str, write: Callable[[Order, Confirmation], TournamentAnswer]) -> Response:
    to = (
        ""
        if caller().duty == "table"
        else f"?entrant={number_in(request.values.get('entrant', '1'))}"
    )
    return take(
        tournament,
        write,
        f"/tournaments/{tournament}/me{to}",
        lambda trouble: _me(tournament, trouble),
    )


def _me(tournament: str, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    t, number = at.t, _mine(at)
    entrant = need_entrant(t, number)
    published = [one for one in t.rounds if one.published]
    last = published[-1] if published else None
    table = last.table_of(number) if last is not None else None
    bye = (
        next((one for one in last.byes if one.entrant == number), None)
        if last is not None
        else None
    )
    found = order_after(at, str(last.round) if last is not None else "0")
    clock = clock_of(at, last.round) if last is not None else None
    following = t.next_round
    asks = (
        not t.closed
        and following <= t.rules.rounds
        and entrant.status == "in"
        and following not in t.checked_in
    )
    parts: dict[str, Any] = {
        "me": entrant,
        "round": last,
        "table": table,
        "bye": bye,
        "seat": table.entrants.index(number) + 1 if table is not None else 0,
        "row": next(row for row in found.rows if row.entrant == number),
        "found": found,
        "because": because(at, found, number) if last is not None else [],
        "key_word": key_word,
        "clock": clock,
        "clock_said": clock_words(clock) if clock is not None else "",
        "asks": asks,
        "following": following,
        "present": number in t.present.get(following, frozenset()),
        "absent": number in t.absent.get(following, frozenset()),
        "binds": _own() and t.may_bind(number),
        "part": t.parts.get(number),
        "lines": lines_of(table, request.form if trouble else {}) if table is not None else [],
        "slips": _slips(at, table, number),
        "mine": table.slips.get(number) if table is not None else None,
        "games": _games(table, number),
        "past": _past(at, published, number),
        "protest": PROTEST.shown(trouble),
        "as_director": caller().duty != "table",
    }
    moment = clocks_moment(at, last) if table is not None else ""

    def whole() -> dict[str, Any]:
        return parts | {
            "clocks": table_clocks(at, (table,), all=True) if moment and table is not None else {}
        }

    return (
        show("public/me", at, trouble, **whole())
        if trouble
        else live_later(
            "public/me", at, whole, number, moment, clock is not None and clock.seconds < 0
        )
    )


def _slips(at: Here, table: TableAt | None, number: int) -> list[tuple[int, str, Any]]:
    if table is None or table.result is not None:
        return []
    return [
        (entrant, at.called[entrant], slip.result)
        for entrant, (_, slip) in sorted(table.slips.items())
        if entrant != number
    ]


def _games(table: TableAt | None, number: int) -> list[tuple[str, str]]:
    if table is None or not table.game:
        return []
    app = service()
    links, game = app.access.links, app.clerk.game(table.game)
    own = {
        one.seats: one
        for one in links.standard(table.game, app.opened(table.game))
        if links.revocation(one) is None
    }
    mine = [seat for seat, entrant in sitting(table) if entrant == number and (seat,) in own]
    return [(tell(seat_name(game, seat)), f"/seat/{links.token(own[seat,])}") for seat in mine]


def _past(
    at: Here, published: list[RoundAt], number: int
) -> list[tuple[RoundAt, TableAt | None, Any]]:
    found = []
    for one in reversed(published):
        bye = next((bye for bye in one.byes if bye.entrant == number), None)
        found.append((one, one.table_of(number), bye))
    return found
