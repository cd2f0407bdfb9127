"""The hall of a tournament: the tables of a round by state, whose turn it is since when, what waits
for the director."""

from collections.abc import Iterator
from typing import Any

from flask import Response
from msgspec.structs import replace

from api.hall.pages import moment_etag
from api.hall.reading import Game, HallTable, State, Wait, acting, grouped, of_time, table_of
from api.tournament.pages.frame import Here, here, live_later, said_result
from api.tournament.pages.rounds.page import clock_of, clock_words
from api.tournament.pages.table_clocks import named_after, round_games
from api.web.pages.pages import duty, needs, say, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.offered import offered


@site.get("/tournaments/<tournament>/hall")
@needs("organiser")
@duty()
def show_tournament_hall(tournament: str) -> Response:
    """The tables of the last round that is paired, by state; its clock; protests and corrections
    that wait. Its script asks for it again and again, as for an evening's hall."""
    at = here(tournament)
    shown = at.t.rounds[-1] if at.t.rounds else None
    clock = clock_of(at, shown.round) if shown is not None else None
    over = clock is not None and clock.seconds < 0 and shown is not None and not shown.closed

    def parts() -> dict[str, Any]:
        return {
            "round": shown,
            "clock": clock,
            "clock_said": clock_words(clock) if clock is not None else "",
            "over": over,
            "waits": tuple(_waits(at, shown, over=over)),
            "groups": grouped(_tables(at, shown, over=over)) if shown is not None else [],
        }

    return live_later("hall", at, parts, moment_etag(), over)


def _waits(at: Here, shown: RoundAt | None, *, over: bool) -> Iterator[Wait]:
    if over and shown is not None:
        yield Wait(
            f"over:{shown.round}", say("event-hall.over"), f"{at.base}/rounds/{shown.round}#clock"
        )
    for one in at.t.protests:
        if not one.decided:
            text = say("event-hall.protest", name=at.called[one.filed.entrant])
            yield Wait(f"protest:{one.seq}", text, f"{at.base}/rulings#protests")
    for offer in offered(service().tournaments.desk, at.t):
        text = say("results.offered", round=offer.round, table=offer.table)
        yield Wait(
            f"offered:{offer.record}:{offer.seq}",
            text,
            f"{at.base}#offered-{offer.round}-{offer.table}",
        )


def _tables(at: Here, shown: RoundAt, *, over: bool) -> Iterator[HallTable]:
    games = round_games(at, {one.game for one in shown.tables if one.game})
    for table in shown.tables:
        yield _table(at, shown, table, games.get(table.game), over=over)


def _table(at: Here, shown: RoundAt, table: TableAt, game: Game | None, *, over: bool) -> HallTable:
    page = f"{at.base}/rounds/{shown.round}/tables/{table.number}"
    mine = (
        game is not None and caller().duty is None
    )  # a link to the tournament leads to none of its games
    if game is not None:
        game = named_after(at, table, game)
    made = table_of(game, service().clerk.clock()) if game is not None else None
    waits = list(made.waits) if made is not None else []
    if table.disputed:
        waits.append(Wait(f"slips:{shown.round}:{table.number}", say("event-hall.slips"), page))
    if game is not None and game["status"] != "open" and table.missing:
        waits = [wait for wait in waits if not wait.key.startswith("ended:")]
        entry = f"{at.base}/rounds/{shown.round}?table={table.number}#quick"
        waits.append(Wait(f"ended:{game['id']}", say("event-hall.take"), entry))
    elif not table.missing:
        waits = [wait for wait in waits if not wait.key.startswith("ended:")]
    said = said_result(at, table)
    return HallTable(
        table.number,
        " – ".join(at.called[entrant] for entrant in table.entrants),
        table.game or f"{shown.round}-{table.number}",
        _state(table, game, waits, over=over or any(map(of_time, waits))),
        tuple(
            wait if mine or wait.href.startswith(at.base) else replace(wait, href=page)
            for wait in waits
        ),
        acting(game) if game is not None and table.missing else "",
        made.since if made is not None else None,
        made.lasted if made is not None else "",
        said or (made.end if made is not None else ""),
        made.signed if made is not None else "",
        made.desk if made is not None and mine else page,
        made.game if made is not None and mine else "",
        made.irregular if made is not None else False,
        made.clocks if made is not None and table.missing else (),
    )


def _state(table: TableAt, game: Game | None, waits: list[Wait], *, over: bool) -> State:
    if any(not wait.key.startswith("ended:") and not of_time(wait) for wait in waits):
        return "waiting"
    if not table.missing:
        return "done"
    if game is not None and game["status"] != "open":
        return "finished"
    if over:
        return "over"
    return "begins" if game is None or game["turn_since"] == game["opened_at"] else "playing"
