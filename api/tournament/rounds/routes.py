"""Rounds in the API, from pairing to closing, and their results; penalties and protests."""

from flask import Response

from api.tournament.reading import (
    TournamentReader,
    cached_answer,
    may_direct,
    need_may_report_for,
    read_tournament,
    tournament_write,
)
from api.tournament.rounds.beacon import beacon_round_after, fetch_signature
from api.tournament.rounds.results import typed_score
from api.tournament.rounds.schemas import (
    ChangeTables,
    CloseRound,
    ComparisonQuery,
    CorrectResult,
    DecideProtest,
    FileProtest,
    FileSlip,
    Lift,
    NameBeacon,
    OpenGames,
    PairRound,
    Penalise,
    PlaceGiven,
    Reopen,
    SetClock,
    ShowBeacon,
    TakeResult,
    WithdrawRound,
)
from api.tournament.schemas import ComparisonAt, Confirmable
from api.tournament.subject import directing
from api.web.request.blueprint import ETAG, Blueprint
from api.web.request.service import caller
from domain.game.commands import Order
from domain.kernel.text import Text
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.refusals import need
from domain.tournament.rounds.conditions import need_named_once
from domain.tournament.values import Entry, TableResult

blueprint = Blueprint("rounds", __name__, description="Rounds of a tournament.")
results = Blueprint("results", __name__, description="Results of a tournament's tables.")


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "RoundAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_round(tournament: str, round: int) -> Response:
    """Show a round: its tables, games and results. The director also sees an unpublished round, and
    the reasons for its pairing."""
    return cached_answer(tournament, lambda reader: reader.round(round))


@tournament_write(blueprint, "/beacon", NameBeacon, "The next draw waits for it.", required=False)
def name_beacon(body: NameBeacon, order: Order) -> TournamentAnswer:
    """Let the next pairing or drawing of lots wait for a round of a public beacon, whose value
    nobody can choose. A draw waits for at most one round of it."""
    beacon = body.beacon or beacon_round_after(body.minutes)
    return directing().parts.name_beacon(order, beacon)


@tournament_write(
    blueprint,
    "/beacon/shown",
    ShowBeacon,
    "What is drawn from here on rests on it.",
    required=False,
)
def show_beacon(body: ShowBeacon, order: Order) -> TournamentAnswer:
    """Record the beacon's signature of the round for which a draw waits, after verifying it."""
    signature = body.signature or fetch_signature(read_tournament(order.stream).tournament)
    return directing().parts.show_beacon(order, signature)


@tournament_write(
    blueprint,
    "/rounds/<int:round>/pairing",
    PairRound,
    "The round is paired, and not yet published.",
    refuses=("seed-missing",),
    required=False,
)
def pair_round(body: PairRound, order: Order, round: int) -> TournamentAnswer:
    """Pair a round. If it is paired by hand, the engine's own pairing is recorded, too; every
    attempt is counted. For the first round of a stage the ranks are looked up again: if other
    entrants go on than were named, the problem names who comes and who goes, and asks to confirm
    it."""
    return directing().rounds.pair(order, round, body.tables, body.byes, body.confirm.confirmation)


@tournament_write(
    blueprint,
    "/rounds/<int:round>/publish",
    Confirmable,
    "Everybody may see it.",
    required=False,
)
def publish_round(body: Confirmable, order: Order, round: int) -> TournamentAnswer:
    """Publish a round's pairing. Its departures from the rules have to be confirmed as their levels
    require, those of the engine too, except those noted or confirmed when it was paired or
    changed."""
    return directing().rounds.publish(order, round, body.confirm.confirmation)


@tournament_write(
    blueprint,
    "/rounds/<int:round>/withdraw",
    WithdrawRound,
    "The round can be paired again.",
    required=False,
)
def withdraw_round(body: WithdrawRound, order: Order, round: int) -> TournamentAnswer:
    """Withdraw the last round while it has no results. Its games are broken off by the same
    write."""
    return directing().rounds.withdraw(order, round, body.confirm.confirmation, agreed=body.agreed)


@tournament_write(
    blueprint,
    "/rounds/<int:round>/tables",
    ChangeTables,
    "They sit like this.",
    example={"tables": [{"table": 1, "entrants": [2, 1]}]},
)
def change_tables(body: ChangeTables, order: Order, round: int) -> TournamentAnswer:
    """Change the entrants of tables that have no game and no result yet."""
    need_named_once([table.table for table in body.tables])
    tables = {table.table: table.entrants for table in body.tables}
    return directing().rounds.change(order, round, tables, body.byes, body.confirm.confirmation)


@tournament_write(
    blueprint,
    "/rounds/<int:round>/games",
    OpenGames,
    "The games are open; here are their links.",
    refuses=(
        "values-needed",
        "values-refused",
    ),
    required=False,
)
def open_games(body: OpenGames, order: Order, round: int) -> TournamentAnswer:
    """Open the games of a round's tables in one write, at most 200, each with its entrants in their
    seats."""
    return directing().rounds.open_games(order, round, body.tables, body.values)


@tournament_write(
    blueprint, "/rounds/<int:round>/clock", SetClock, "The clock is set.", example={"seconds": 3600}
)
def set_clock(body: SetClock, order: Order, round: int) -> TournamentAnswer:
    """Set a round's clock, stop it, or extend it."""
    return directing().rounds.set_clock(order, round, body.seconds, running=body.running)


@tournament_write(
    blueprint, "/rounds/<int:round>/close", CloseRound, "The round is closed.", required=False
)
def close_round(body: CloseRound, order: Order, round: int) -> TournamentAnswer:
    """Close a round: records the digest of its standings, and how long protests can be filed."""
    return directing().rounds.close(order, round, body.minutes)


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/compare")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.asks(ComparisonQuery)
@blueprint.keeps
@blueprint.answers(200, "ComparisonAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def compare_games(query: ComparisonQuery, tournament: str, round: int) -> Response:
    """Compare two entrants' games of a challenge move by move: how many steps they have in common,
    and every step of both. Without `a` and `b`, these are the two with the best scores; for an
    entrant's link, its own entrant and the best other. Only the director may do so before the round
    is closed."""

    def comparison(reader: TournamentReader) -> ComparisonAt:
        paired, there, a, b = reader.chosen_to_compare(round, query.a or 0, query.b or 0)
        need(there, Text("Round {round} has no games to compare.", round=round), "/round")
        return reader.comparison(paired, a, b)

    return cached_answer(tournament, comparison)


@tournament_write(
    results,
    "/rounds/<int:round>/tables/<int:table>/result",
    TakeResult,
    "The result is taken.",
    "scorer",
    required=False,
)
def take_result(body: TakeResult, order: Order, round: int, table: int) -> TournamentAnswer:
    """Take the result of a table: from its game, whose actions can then no longer be taken back, or
    as typed in this request. A scorer may do so once the round is published. Within a minute, and
    until the round is closed, the same key may replace a result that it typed; this is recorded as
    a correction with the departure `mistyped`, of level 2."""
    typed = (
        None
        if body.entries is None and body.kind == "played"
        else _table_result(table, body, body.entries or ())
    )
    return directing().results.take(
        order,
        round,
        table,
        typed,
        body.confirm.confirmation,
        only_published=not may_direct(caller()),
    )


@tournament_write(
    results,
    "/rounds/<int:round>/tables/<int:table>/slip",
    FileSlip,
    "The slip is filed; once all agree, the result is taken.",
    "table",
    refuses=("not-your-table",),
)
def file_slip(body: FileSlip, order: Order, round: int, table: int) -> TournamentAnswer:
    """Report the result of an entrant's own table. It is taken once everybody at the table has
    reported the same; if reports differ, the director decides."""
    need_may_report_for(body.entrant)
    return directing().results.file_slip(
        order, round, body.entrant, _table_result(table, body, body.entries)
    )


@tournament_write(
    results,
    "/rounds/<int:round>/tables/<int:table>/correct",
    CorrectResult,
    "The result is this one.",
    example={
        "effect": "report",
        "entries": [{"entrant": 1, "place": 1}, {"entrant": 2, "place": 2}],
    },
)
def correct_result(body: CorrectResult, order: Order, round: int, table: int) -> TournamentAnswer:
    """Correct a result that was taken. The old one stays in the record. The problem that asks to
    confirm it lists who gains and loses ranks."""
    result = None if body.entries is None else _table_result(table, body, body.entries)
    return directing().results.correct(
        order,
        round,
        table,
        body.effect,
        result,
        body.confirm.confirmation,
        agreed=body.agreed,
    )


@tournament_write(
    results,
    "/rounds/<int:round>/tables/<int:table>/reopen",
    Reopen,
    "The table has no result, and its game can be taken back.",
    required=False,
)
def reopen_table(body: Reopen, order: Order, round: int, table: int) -> TournamentAnswer:
    """Remove a table's result, in the last round."""
    return directing().results.reopen(order, round, table, body.confirm.confirmation)


@tournament_write(
    results,
    "/penalties",
    Penalise,
    "The points are taken.",
    example={"entrant": 1, "points": "1/2", "reason": "Late."},
)
def give_penalty(body: Penalise, order: Order) -> TournamentAnswer:
    """Take points from an entrant in the standings."""
    return directing().results.penalise(order, body.entrant, body.points, body.reason)


@tournament_write(
    results, "/penalties/<int:penalty>/lift", Lift, "The penalty holds no more.", required=False
)
def lift_penalty(body: Lift, order: Order, penalty: int) -> TournamentAnswer:
    """Lift a penalty; `penalty` is the number of the record that gave it."""
    return directing().results.lift(order, penalty, body.reason)


@tournament_write(
    results,
    "/protests",
    FileProtest,
    "The protest waits for the director.",
    "table",
    refuses=("not-your-table",),
)
def file_protest(body: FileProtest, order: Order) -> TournamentAnswer:
    """Protest against a table's result, within the round's time for protests."""
    need_may_report_for(body.entrant)
    return directing().results.protest(
        order,
        body.entrant,
        body.round,
        body.table,
        body.text,
        body.confirm.confirmation,
        own=caller().duty == "table",
    )


@tournament_write(results, "/protests/<int:protest>/decide", DecideProtest, "It is decided.")
def decide_protest(body: DecideProtest, order: Order, protest: int) -> TournamentAnswer:
    """Decide on a protest, also after the tournament is closed. If it changes a result, that has to
    be corrected separately."""
    return directing().results.decide(order, protest, body.text, upheld=body.upheld)


def _table_result(
    table: int, body: TakeResult | FileSlip | CorrectResult, entries: tuple[PlaceGiven, ...]
) -> TableResult:
    return TableResult(
        table,
        tuple(
            Entry(
                entry.entrant,
                entry.place,
                None
                if entry.score is None
                else typed_score(str(entry.score), f"/entries/{n}/score"),
                entry.absent,
            )
            for n, entry in enumerate(entries)
        ),
        body.kind,
        body.drawn,
        body.time_over,
    )
