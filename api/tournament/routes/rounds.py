"""Rounds: pairing, publishing, withdrawing, tables, games, the clock, closing."""

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.tournament.reading import compared_first, comparison
from api.tournament.request import UNCONFIRMED, Confirmed, reader, shown, told
from api.tournament.routes.entrants import Number
from api.web.request.blueprint import ETAG, REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import Values
from api.web.request.service import service
from api.web.request.writes import order
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import need_once
from domain.tournament.directing.comparison import need_comparable
from domain.tournament.directing.entrants import MOST_ENTRANTS
from domain.tournament.directing.rounds import Rounds
from domain.tournament.refusals import TournamentRefused

blueprint = Blueprint("rounds", __name__, description="Rounds of a tournament.")

Seated = Annotated[
    tuple[Number, ...], Meta(description="In the order of their seats.", min_length=1, max_length=8)
]
Byes = Annotated[
    tuple[Number, ...],
    Meta(description="Who has a pairing-allocated bye.", max_length=MOST_ENTRANTS),
]


class PairRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to pair: by the engine; or, with `tables`, by hand."""

    tables: Annotated[tuple[Seated, ...], Meta(max_length=MOST_ENTRANTS)] | None = None
    byes: Byes = ()
    confirm: Confirmed = UNCONFIRMED


class WithdrawRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to give up; its games are broken off."""

    agreed: Annotated[bool, Meta(description="All who had begun to play agree.")] = False
    confirm: Confirmed = UNCONFIRMED


class OtherTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a table now."""

    table: Annotated[int, Meta(ge=1)]
    entrants: Seated


class ChangeTables(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that are others now, and who then has a pairing-allocated bye (without it: as
    before)."""

    tables: Annotated[tuple[OtherTable, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
    byes: Byes | None = None
    confirm: Confirmed = UNCONFIRMED


class OpenGames(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables whose games are to be opened; those without one, if none are named. `values` are what
    the table rolled for the set-up."""

    tables: Annotated[tuple[int, ...], Meta(max_length=200)] | None = None
    values: Values = ()


class SetClock(Struct, frozen=True, forbid_unknown_fields=True):
    """A round's clock: how many seconds are left now, and whether it runs."""

    seconds: Annotated[int, Meta(ge=0, le=604_800)]
    running: bool = True


class CloseRound(Struct, frozen=True, forbid_unknown_fields=True):
    """For how long protests are heard; the rules' own time without it."""

    minutes: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class Compared(Struct, frozen=True, forbid_unknown_fields=True):
    a: Annotated[Number | None, Meta(description="An entrant.")] = None
    b: Annotated[Number | None, Meta(description="Another one.")] = None


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "RoundAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_round(tournament: str, round: int) -> Response:
    """Show a round: its tables, games and results. One that is not published is there for the
    director, who also sees why it was paired so."""
    found = reader(tournament)
    return shown(found.round(round), found.tournament.seq)


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/pairing", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(PairRound, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The round is paired, and not yet published.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("seed-missing")
def pair_round(body: PairRound, tournament: str, round: int) -> Response:
    """Pair a round. A pairing made by hand is recorded with the engine's own beside it; every
    attempt is counted."""
    return told(_rounds().pair(order(tournament), round, body.tables, body.byes, body.confirm.said))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/publish", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "Everybody may see it.", headers={**ETAG, **REPLAY})
def publish_round(tournament: str, round: int) -> Response:
    """Publish a round's pairing."""
    return told(_rounds().publish(order(tournament), round))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/withdraw", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(WithdrawRound, required=False)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "The round can be paired again.", headers={**ETAG, **REPLAY}
)
def withdraw_round(body: WithdrawRound, tournament: str, round: int) -> Response:
    """Withdraw the last round, as long as it has no results; its games are broken off in the same
    write."""
    return told(_rounds().withdraw(order(tournament), round, body.confirm.said, agreed=body.agreed))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/tables", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(ChangeTables, example={"tables": [{"table": 1, "entrants": [2, 1]}]})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They sit like this.", headers={**ETAG, **REPLAY})
def change_tables(body: ChangeTables, tournament: str, round: int) -> Response:
    """Seat others at tables that have no game and no result yet."""
    need_once([table.table for table in body.tables])
    tables = {table.table: table.entrants for table in body.tables}
    return told(_rounds().change(order(tournament), round, tables, body.byes, body.confirm.said))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/games", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(OpenGames, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The games are open; here are their links.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("values-needed", "values-refused")
def open_games(body: OpenGames, tournament: str, round: int) -> Response:
    """Open the games of a round's tables in one write, each with its entrants in their seats; at
    most 200 at once."""
    return told(_rounds().open_games(order(tournament), round, body.tables, body.values))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/clock", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(SetClock, example={"seconds": 3600})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The clock is set.", headers={**ETAG, **REPLAY})
def set_clock(body: SetClock, tournament: str, round: int) -> Response:
    """Set a round's clock, stop it, or extend it."""
    return told(_rounds().set_clock(order(tournament), round, body.seconds, running=body.running))


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/close", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(CloseRound, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The round is closed.", headers={**ETAG, **REPLAY})
def close_round(body: CloseRound, tournament: str, round: int) -> Response:
    """Close a round: the digest of its standings, and for how long protests are heard."""
    return told(_rounds().close(order(tournament), round, body.minutes))


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
    found, who = reader(tournament), caller()
    at = found.visible(round)
    need_comparable(found.tournament, round, director=who.directs)
    there = compared_first(at.tables, int(who.seats[0]) if who.duty == "table" and who.seats else 0)
    if not there:
        raise TournamentRefused(
            Text("Round {round} has no games to compare.", round=round), "/round"
        )
    a = query.a or there[0]
    b = query.b or next((number for number in there if number != a), a)
    return shown(
        comparison(service().tournaments.desk, found.tournament, at, a, b), found.tournament.seq
    )


def _rounds() -> Rounds:
    return service().tournaments.rounds
