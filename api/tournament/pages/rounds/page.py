"""A round: paired with its explanation or by hand, published, its tables changed, its games opened,
its clock, its end. For those who do not direct, the round as everybody sees it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.hall.pages import moment_etag
from api.tournament.pages.frame import Here, here, live_later, show, take
from api.tournament.pages.table_clocks import clocks_moment, table_clocks
from api.web.forms.submission import Trouble, number
from api.web.pages.pages import duty, go, needs, number_in, say, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Order
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.titles.contract.time_control import time_said
from domain.tournament import records as r
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.aggregate.seating import left_out, playing
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.entrants import whole_numbers
from domain.tournament.values import Note


class Clock(Struct, frozen=True):
    """A round's clock as it stands: seconds left now (below 0: over), whether it runs."""

    seconds: int
    running: bool


class Explained(Struct, frozen=True):
    """How a round was paired: by whom, with what it cost, the notes by table (0: the round), and,
    of a pairing by hand, the engine's own tables."""

    record: int
    body: r.RoundPaired
    notes: Mapping[int, tuple[Note, ...]]


@site.get("/tournaments/<tournament>/rounds")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_last_round(tournament: str) -> Response:
    """The last round that there is to see; to the director, the one to be paired where there is
    none."""
    at = here(tournament)
    if at.rounds:
        return go(f"{at.base}/rounds/{at.rounds[-1].round}")
    return go(f"{at.base}/rounds/1") if caller().directs else show("rounds/no_rounds", at)


@site.get("/tournaments/<tournament>/rounds/<int:round>")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_round(tournament: str, round: int) -> Response:
    return show_round_again(tournament, round)


@site.post("/tournaments/<tournament>/rounds/<int:round>/pair")
@needs("organiser")
@duty()
def pair_round(tournament: str, round: int) -> Response:
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        lines = [line for line in form.get("tables", "").splitlines() if line.strip()]
        tables = (
            [whole_numbers(line, "/tables") for line in lines] if form.get("do") == "hand" else None
        )
        byes = whole_numbers(form.get("byes", ""), "/byes") if tables is not None else ()
        if tables is not None and not tables:
            raise BadRequest("/tables", Text("Enter who sits where: a line a table."))
        return service().tournaments.rounds.pair(order, round, tables, byes, given)

    return _taken(tournament, round, write)


@site.post("/tournaments/<tournament>/rounds/<int:round>/publish")
@needs("organiser")
@duty()
def publish_round(tournament: str, round: int) -> Response:
    return _taken(
        tournament, round, lambda order, _: service().tournaments.rounds.publish(order, round)
    )


@site.post("/tournaments/<tournament>/rounds/<int:round>/withdraw")
@needs("organiser")
@duty()
def withdraw_round(tournament: str, round: int) -> Response:
    agreed = request.form.get("agreed") is not None
    on = service().tournaments.rounds
    return _taken(
        tournament, round, lambda order, given: on.withdraw(order, round, given, agreed=agreed)
    )


@site.post("/tournaments/<tournament>/rounds/<int:round>/tables")
@needs("organiser")
@duty()
def change_tables(tournament: str, round: int) -> Response:
    form = request.form

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        at = service().tournaments.desk.tournament(tournament).round(round)
        entered = {
            number_in(name[2:]): whole_numbers(text, f"/tables/{name[2:]}")
            for name, text in form.items()
            if name[:2] == "t-"
        }
        now = {one.number: one.entrants for one in at.tables} if at is not None else {}
        changed = {
            table: entrants for table, entrants in entered.items() if now.get(table) != entrants
        }
        byes = whole_numbers(form.get("byes", ""), "/byes")
        same = at is not None and set(byes) == {
            bye.entrant for bye in at.byes if bye.kind == "pairing"
        }
        if not changed and same:
            raise BadRequest("/tables", Text("They sit like this already."))
        return service().tournaments.rounds.change(
            order, round, changed, None if same else byes, given
        )

    return _taken(tournament, round, write, "#change")


@site.post("/tournaments/<tournament>/rounds/<int:round>/games")
@needs("organiser")
@duty()
def open_round_games(tournament: str, round: int) -> Response:
    return _taken(
        tournament, round, lambda order, _: service().tournaments.rounds.open_games(order, round)
    )


@site.post("/tournaments/<tournament>/rounds/<int:round>/clock")
@needs("organiser")
@duty()
def set_clock(tournament: str, round: int) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        now, do = clock_of(here(tournament), round), form.get("do", "")
        left = max(0, now.seconds) if now is not None else 0
        minutes = number(form, "minutes")
        if do in ("start", "extend") and (minutes is None or not 0 <= minutes <= 10_080):
            raise BadRequest("/minutes", Text("Enter 0 to 10080 minutes."))
        seconds = (
            60 * (minutes or 0) + (left if do == "extend" else 0)
            if do in ("start", "extend")
            else left
        )
        running = now is not None and now.running if do == "extend" else do in ("start", "resume")
        return service().tournaments.rounds.set_clock(order, round, seconds, running=running)

    return _taken(tournament, round, write, "#clock")


@site.post("/tournaments/<tournament>/rounds/<int:round>/close")
@needs("organiser")
@duty()
def close_round(tournament: str, round: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        minutes = number(request.form, "minutes")
        if minutes is not None and not 0 <= minutes <= 100_000:
            raise BadRequest("/minutes", Text("Enter 0 to 100000 minutes."))
        return service().tournaments.rounds.close(order, round, minutes)

    return _taken(tournament, round, write, "#end")


# -- inside ----------------------------------------------------------------------------------------


def clock_of(at: Here, round: int) -> Clock | None:
    """A round's clock by the server's time; none where it was not set."""
    clock = at.t.clock
    if clock is None or clock.round != round:
        return None
    now: datetime = service().clerk.clock()
    return Clock(
        clock.seconds - int((now - clock.at).total_seconds()) if clock.running else clock.seconds,
        clock.running,
    )


def clock_words(clock: Clock) -> str:
    """`1:05:00`, `4:59`; `−0:30` once the time is over."""
    return time_said(clock.seconds)


def _taken(
    tournament: str,
    round: int,
    write: Callable[[Order, Confirmation], TournamentAnswer],
    to: str = "",
) -> Response:
    on = f"/tournaments/{tournament}/rounds/{round}{to}"
    return take(tournament, write, on, lambda trouble: show_round_again(tournament, round, trouble))


def show_round_again(tournament: str, round: int, trouble: Trouble | None = None) -> Response:
    at = here(tournament)
    t = at.t
    if (
        caller().directs
        and t.round(round) is None
        and round == t.next_round <= t.rules.rounds
        and not t.closed
    ):
        return show("rounds/pairing", at, trouble, **_to_pair(at, round))
    shown = at.reader.visible(round)
    stage = t.rules.stages[shown.stage]
    missing = [table.number for table in shown.tables if table.missing]
    wanted = number_in(request.args.get("table", ""))
    next_table = shown.table(wanted if wanted in missing else missing[0]) if missing else None
    clock = clock_of(at, round)
    parts: dict[str, Any] = {
        "round": shown,
        "stage": stage,
        "clock": clock,
        "clock_said": clock_words(clock) if clock is not None else "",
        "explained": _explained(at, shown) if caller().directs else None,
        "why": why,
        "missing": missing,
        "next_table": next_table,
        "last": shown is t.rounds[-1],
        "external": t.opened.ruleset == r.EXTERNAL,
        "to_open": t.opened.ruleset != r.EXTERNAL
        and any(table.missing and not table.game for table in shown.tables),
        "quick": bool(wanted),
        "left_out": left_out(t, round) if caller().directs and not shown.published else (),
        "links": _links(at, shown) if caller().directs else {},
    }
    directs = caller().directs
    moment = moment_etag() if directs else clocks_moment(at, shown)
    parts["finished"] = (
        finished_in([table for table in shown.tables if table.missing]) if directs else frozenset()
    )
    parts["to_close"] = _to_close(shown) if directs else ()

    def whole() -> dict[str, Any]:
        return parts | {
            "clocks": table_clocks(at, shown.tables, all=caller().directs) if moment else {}
        }

    return (
        show("rounds/round", at, trouble, etag="", **whole())
        if trouble
        else live_later("rounds/round", at, whole, moment, clock is not None and clock.seconds < 0)
    )


def _to_pair(at: Here, round: int) -> dict[str, Any]:
    t = at.t
    stage = t.rules.stages[t.rules.stage_of(round)]
    expected = sorted(playing(t, round))
    asked = [t.asked[round, number] for number in expected if (round, number) in t.asked]
    engine = service().tournaments.rounds.engine(t, round)
    return {
        "round": round,
        "stage": stage,
        "expected": expected,
        "asked": asked,
        "over": t.checked_in.get(round),
        "left_out": left_out(t, round),
        "attempt": t.attempts.get(("pair", t.rules.stage_of(round), round), 0) + 1,
        "engine": engine,
        "missing": [(one.round, one.missing) for one in t.rounds if one.missing],
    }


def _explained(at: Here, shown: RoundAt) -> Explained:
    filed = service().tournaments.desk.filed(at.t.id, shown.paired - 1, shown.paired)[0]
    body = filed.body
    assert isinstance(body, r.RoundPaired)
    notes: dict[int, list[Note]] = {}
    for note in body.pairing.explanation:
        notes.setdefault(note.table, []).append(note)
    return Explained(shown.paired, body, {table: tuple(found) for table, found in notes.items()})


def why(at: Here, note: Note) -> str:
    names = ", ".join(at.called[number] for number in note.entrants)
    if note.part == "bye" and not note.table:
        return _why_bye(at, names, note)
    part = say(f"pairing.part-{note.part}")
    if note.instead:
        instead = " · ".join(
            " – ".join(at.called[number] for number in one) for one in note.instead if one
        )
        if note.part == "lots":
            return say("pairing.alike", instead=instead)
        return say(
            "pairing.instead", instead=instead, part=part, now=note.value, then=note.alternative
        )
    return (
        say("pairing.cost", part=part, value=note.value, names=names)
        if names
        else say("pairing.all", part=part, value=note.value)
    )


def _why_bye(at: Here, names: str, note: Note) -> str:
    reasons = zip(("pairing.bye-had", "pairing.bye-needed"), note.instead, strict=True)
    lower = [
        say(key, names=", ".join(at.called[number] for number in numbers))
        for key, numbers in reasons
        if numbers
    ]
    return " ".join([say("pairing.bye-lowest", names=names), *lower])


def finished_in(tables: Sequence[TableAt]) -> frozenset[int]:
    return frozenset(
        table.number
        for table in tables
        if (game := _game(table)) is not None and game.status != "open"
    )


def _to_close(shown: RoundAt) -> tuple[str, ...]:
    return tuple(
        table.game
        for table in shown.tables
        if not table.missing and (game := _game(table)) is not None and not game.closed
    )


def _game(table: TableAt) -> Game | None:
    try:
        return service().clerk.game(table.game) if table.game else None
    except (Refusal, DamagedRecord):
        return None


def _links(at: Here, shown: RoundAt) -> dict[int, str]:
    return {
        table.number: f"/organise/links?game={table.game}" for table in shown.tables if table.game
    }
