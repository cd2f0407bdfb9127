"""Rounds, from pairing to closing, and their results; penalties and protests."""

from flask import Response

from api.tournament.reading import answered, reader, shown, speak_for
from api.tournament.rounds.beacon import fetched, round_in
from api.tournament.rounds.schemas import (
    ChangeTables,
    CloseRound,
    Compared,
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
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint, order
from api.web.request.service import caller, service
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import need_once
from domain.tournament.refusals import TournamentRefused
from domain.tournament.values import Entry, ResultKind, TableResult

blueprint = Blueprint("rounds", __name__, description="Rounds of a tournament.")
results = Blueprint("results", __name__, description="Results of a tournament's tables.")


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "RoundAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_round(tournament: str, round: int) -> Response:
    """Show a round: its tables, games and results. One that is not published is there for the
    director, who also sees why it was paired so."""
    at = reader(tournament)
    return shown(at.round(round), at.tournament.seq)


@blueprint.route("/tournaments/<tournament>/beacon", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(NameBeacon, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The next draw waits for it.", headers=WRITTEN)
def name_beacon(body: NameBeacon, tournament: str) -> Response:
    """Let the next pairing or drawing of lots wait for a round of a public beacon, which nobody can
    choose. One is named for a draw."""
    beacon = body.beacon or round_in(body.minutes)
    return answered(service().tournaments.parts.name_beacon(order(tournament), beacon))


@blueprint.route("/tournaments/<tournament>/beacon/shown", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(ShowBeacon, required=False)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "What is drawn from here on rests on it.", headers=WRITTEN
)
def show_beacon(body: ShowBeacon, tournament: str) -> Response:
    """Record what the beacon signed in the round that is waited for; its signature is checked."""
    signature = body.signature or fetched(reader(tournament).tournament)
    return answered(service().tournaments.parts.show_beacon(order(tournament), signature))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/pairing", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(PairRound, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The round is paired, and not yet published.",
    headers=WRITTEN,
)
@blueprint.refuses("seed-missing")
def pair_round(body: PairRound, tournament: str, round: int) -> Response:
    """Pair a round. A pairing made by hand is recorded with the engine's own beside it; every
    attempt is counted."""
    return answered(
        service().tournaments.rounds.pair(
            order(tournament), round, body.tables, body.byes, body.confirm.confirmation
        )
    )


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/publish", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "Everybody may see it.", headers=WRITTEN)
def publish_round(tournament: str, round: int) -> Response:
    """Publish a round's pairing."""
    return answered(service().tournaments.rounds.publish(order(tournament), round))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/withdraw", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(WithdrawRound, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The round can be paired again.", headers=WRITTEN)
def withdraw_round(body: WithdrawRound, tournament: str, round: int) -> Response:
    """Withdraw the last round, as long as it has no results; its games are broken off in the same
    write."""
    return answered(
        service().tournaments.rounds.withdraw(
            order(tournament), round, body.confirm.confirmation, agreed=body.agreed
        )
    )


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/tables", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(ChangeTables, example={"tables": [{"table": 1, "entrants": [2, 1]}]})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They sit like this.", headers=WRITTEN)
def change_tables(body: ChangeTables, tournament: str, round: int) -> Response:
    """Seat others at tables that have no game and no result yet."""
    need_once([table.table for table in body.tables])
    tables = {table.table: table.entrants for table in body.tables}
    return answered(
        service().tournaments.rounds.change(
            order(tournament), round, tables, body.byes, body.confirm.confirmation
        )
    )


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/games", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(OpenGames, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The games are open; here are their links.",
    headers=WRITTEN,
)
@blueprint.refuses("values-needed", "values-refused")
def open_games(body: OpenGames, tournament: str, round: int) -> Response:
    """Open the games of a round's tables in one write, each with its entrants in their seats; at
    most 200 at once."""
    return answered(
        service().tournaments.rounds.open_games(order(tournament), round, body.tables, body.values)
    )


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/clock", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(SetClock, example={"seconds": 3600})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The clock is set.", headers=WRITTEN)
def set_clock(body: SetClock, tournament: str, round: int) -> Response:
    """Set a round's clock, stop it, or extend it."""
    return answered(
        service().tournaments.rounds.set_clock(
            order(tournament), round, body.seconds, running=body.running
        )
    )


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/close", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(CloseRound, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The round is closed.", headers=WRITTEN)
def close_round(body: CloseRound, tournament: str, round: int) -> Response:
    """Close a round: the digest of its standings, and for how long protests are heard."""
    return answered(service().tournaments.rounds.close(order(tournament), round, body.minutes))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/compare")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Compared)
@blueprint.keeps
@blueprint.answers(200, "ComparisonAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def compare_games(query: Compared, tournament: str, round: int) -> Response:
    """Compare two entrants' games of a challenge move by move: how many steps they did alike, and
    every step of both. Without `a` and `b`, the two with the best scores; for a table's link, its
    own entrant and the best other. Once the round is closed; for the director at any time."""
    at = reader(tournament)
    paired, there, a, b = at.comparable(round, query.a or 0, query.b or 0)
    if not there:
        raise TournamentRefused(
            Text("Round {round} has no games to compare.", round=round), "/round"
        )
    return shown(at.comparison(paired, a, b), at.tournament.seq)


@results.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result", methods=["POST"]
)
@results.needs("organiser")
@results.duty("scorer")
@results.takes(TakeResult, required=False)
@results.directs
@results.answers(201, "TournamentWritten", "The result is taken.", headers=WRITTEN)
def take_result(body: TakeResult, tournament: str, round: int, table: int) -> Response:
    """Take the result of a table: from its game's record, which from then on cannot be taken back;
    or as it is typed. A scorer does so once the round is published."""
    typed = (
        None
        if body.entries is None and body.kind == "played"
        else _result(table, body.entries or (), body.kind)
    )
    return answered(
        service().tournaments.results.take(
            order(tournament),
            round,
            table,
            typed,
            body.confirm.confirmation,
            published=not caller().directs,
        )
    )


@results.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/slip", methods=["POST"]
)
@results.needs("organiser")
@results.duty("table")
@results.takes(FileSlip)
@results.directs
@results.answers(
    201,
    "TournamentWritten",
    "The slip is filed; once all agree, the result is taken.",
    headers=WRITTEN,
)
@results.refuses("not-your-table")
def file_slip(body: FileSlip, tournament: str, round: int, table: int) -> Response:
    """Report the result of one's table. Once everybody who sits there has reported the same, it is
    taken; else the director decides."""
    speak_for(body.entrant)
    return answered(
        service().tournaments.results.file_slip(
            order(tournament), round, body.entrant, _result(table, body.entries, body.kind)
        )
    )


@results.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/correct", methods=["POST"]
)
@results.needs("organiser")
@results.duty()
@results.takes(
    CorrectResult,
    example={
        "effect": "report",
        "entries": [{"entrant": 1, "place": 1}, {"entrant": 2, "place": 2}],
    },
)
@results.directs
@results.answers(201, "TournamentWritten", "The result is this one.", headers=WRITTEN)
def correct_result(body: CorrectResult, tournament: str, round: int, table: int) -> Response:
    """Correct a result that was taken. Nothing is overwritten; before it is confirmed, the problem
    says who gains and loses places."""
    result = None if body.entries is None else _result(table, body.entries, body.kind)
    answer = service().tournaments.results.correct(
        order(tournament),
        round,
        table,
        body.effect,
        result,
        body.confirm.confirmation,
        agreed=body.agreed,
    )
    return answered(answer)


@results.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/reopen", methods=["POST"]
)
@results.needs("organiser")
@results.duty()
@results.takes(Reopen, required=False)
@results.directs
@results.answers(
    201,
    "TournamentWritten",
    "The table has no result, and its game can be taken back.",
    headers=WRITTEN,
)
def reopen_table(body: Reopen, tournament: str, round: int, table: int) -> Response:
    """Take a table's result back, in the last round."""
    return answered(
        service().tournaments.results.reopen(
            order(tournament), round, table, body.confirm.confirmation
        )
    )


@results.route("/tournaments/<tournament>/penalties", methods=["POST"])
@results.needs("organiser")
@results.duty()
@results.takes(Penalise, example={"entrant": 1, "points": "1/2", "reason": "Late."})
@results.directs
@results.answers(201, "TournamentWritten", "The points are taken.", headers=WRITTEN)
def give_penalty(body: Penalise, tournament: str) -> Response:
    """Take points from an entrant in the standings."""
    return answered(
        service().tournaments.results.penalise(
            order(tournament), body.entrant, body.points, body.reason
        )
    )


@results.route("/tournaments/<tournament>/penalties/<int:penalty>/lift", methods=["POST"])
@results.needs("organiser")
@results.duty()
@results.takes(Lift, required=False)
@results.directs
@results.answers(201, "TournamentWritten", "The penalty holds no more.", headers=WRITTEN)
def lift_penalty(body: Lift, tournament: str, penalty: int) -> Response:
    """Lift a penalty, by the record that gave it."""
    return answered(service().tournaments.results.lift(order(tournament), penalty, body.reason))


@results.route("/tournaments/<tournament>/protests", methods=["POST"])
@results.needs("organiser")
@results.duty("table")
@results.takes(FileProtest)
@results.directs
@results.answers(201, "TournamentWritten", "The protest waits for the director.", headers=WRITTEN)
@results.refuses("not-your-table")
def file_protest(body: FileProtest, tournament: str) -> Response:
    """Protest against a table's result, within the time that its round gives."""
    speak_for(body.entrant)
    return answered(
        service().tournaments.results.protest(
            order(tournament),
            body.entrant,
            body.round,
            body.table,
            body.text,
            body.confirm.confirmation,
            own=caller().duty == "table",
        )
    )


@results.route("/tournaments/<tournament>/protests/<int:protest>/decide", methods=["POST"])
@results.needs("organiser")
@results.duty()
@results.takes(DecideProtest)
@results.directs
@results.answers(201, "TournamentWritten", "It is decided.", headers=WRITTEN)
def decide_protest(body: DecideProtest, tournament: str, protest: int) -> Response:
    """Decide on a protest, also once the tournament is closed."""
    return answered(
        service().tournaments.results.decide(
            order(tournament), protest, body.text, upheld=body.upheld
        )
    )


def _result(table: int, entries: tuple[PlaceGiven, ...], kind: ResultKind) -> TableResult:
    return TableResult(
        table,
        tuple(Entry(entry.entrant, entry.place, entry.score, entry.absent) for entry in entries),
        kind,
    )
