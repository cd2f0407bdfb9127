"""Results: taken, reported, corrected; penalties and protests."""

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.tournament.request import UNCONFIRMED, Confirmed, speak_for, told
from api.tournament.routes.entrants import Number, Round
from api.web.request.blueprint import ETAG, REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import Words
from api.web.request.service import service
from api.web.request.writes import order
from domain.tournament.directing.results import Results
from domain.tournament.records import Effect
from domain.tournament.values import Entry, ResultKind, TableResult

blueprint = Blueprint("results", __name__, description="Results of a tournament's tables.")


class PlaceGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """What an entrant came to: the place, equal for those who share it, and the victory points, if
    they were counted."""

    entrant: Number
    place: Annotated[int, Meta(ge=1, le=8)]
    score: int | None = None
    absent: bool = False


Entries = Annotated[
    tuple[PlaceGiven, ...],
    Meta(description="Everybody who sits there, with the place.", max_length=8),
]
Kind = Annotated[
    ResultKind, Meta(description="Played, forfeited by somebody or by all, or adjourned.")
]


class TakeResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a table: typed; or, without `entries`, from its game's record as it stands."""

    entries: Entries | None = None
    kind: Kind = "played"
    confirm: Confirmed = UNCONFIRMED


class FileSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """What an entrant reports from the own table."""

    entrant: Number
    entries: Entries
    kind: Kind = "played"


class CorrectResult(Struct, frozen=True, forbid_unknown_fields=True):
    """Another result in the place of one that was taken; without `entries`, that of the game as it
    stands now."""

    effect: Annotated[
        Effect,
        Meta(
            description="`recompute` standings from now on; `repair` the next round; `report` "
            "alone."
        ),
    ]
    entries: Entries | None = None
    kind: Kind = "played"
    agreed: Annotated[
        bool, Meta(description="With `repair`: all who had begun the next round agree.")
    ] = False
    confirm: Confirmed = UNCONFIRMED


class Reopen(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be re-opened; it is confirmed, with a reason."""

    confirm: Confirmed = UNCONFIRMED


class Penalise(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that an entrant loses."""

    entrant: Number
    points: Annotated[
        str, Meta(description="A whole number or a fraction such as `1/2`.", max_length=32)
    ]
    reason: Words = ""


class Lift(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a penalty holds no more."""

    reason: Words = ""


class FileProtest(Struct, frozen=True, forbid_unknown_fields=True):
    """A protest against a table's result."""

    entrant: Number
    round: Round
    table: Annotated[int, Meta(ge=1)]
    text: Words
    confirm: Confirmed = UNCONFIRMED


class DecideProtest(Struct, frozen=True, forbid_unknown_fields=True):
    """The decision on a protest; a result that changes is corrected by itself."""

    upheld: bool
    text: Words = ""


@blueprint.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result", methods=["POST"]
)
@blueprint.needs("organiser")
@blueprint.duty("scorer")
@blueprint.takes(TakeResult, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The result is taken.", headers={**ETAG, **REPLAY})
def take_result(body: TakeResult, tournament: str, round: int, table: int) -> Response:
    """Take the result of a table: from its game's record, which from then on cannot be taken back;
    or as it is typed. A scorer does so once the round is published."""
    typed = (
        None
        if body.entries is None and body.kind == "played"
        else result_of(table, body.entries or (), body.kind)
    )
    return told(
        _results().take(
            order(tournament),
            round,
            table,
            typed,
            body.confirm.said,
            published=not caller().directs,
        )
    )


@blueprint.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/slip", methods=["POST"]
)
@blueprint.needs("organiser")
@blueprint.duty("table")
@blueprint.takes(FileSlip)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The slip is filed; once all agree, the result is taken.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("not-your-table")
def file_slip(body: FileSlip, tournament: str, round: int, table: int) -> Response:
    """Report the result of one's table. Once everybody who sits there has reported the same, it is
    taken; else the director decides."""
    speak_for(body.entrant)
    return told(
        _results().file_slip(
            order(tournament), round, body.entrant, result_of(table, body.entries, body.kind)
        )
    )


@blueprint.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/correct", methods=["POST"]
)
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(
    CorrectResult,
    example={
        "effect": "report",
        "entries": [{"entrant": 1, "place": 1}, {"entrant": 2, "place": 2}],
    },
)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The result is this one.", headers={**ETAG, **REPLAY})
def correct_result(body: CorrectResult, tournament: str, round: int, table: int) -> Response:
    """Correct a result that was taken. Nothing is overwritten; before it is confirmed, the problem
    says who gains and loses places."""
    result = None if body.entries is None else result_of(table, body.entries, body.kind)
    answer = _results().correct(
        order(tournament), round, table, body.effect, result, body.confirm.said, agreed=body.agreed
    )
    return told(answer)


@blueprint.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/reopen", methods=["POST"]
)
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Reopen, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The table has no result, and its game can be taken back.",
    headers={**ETAG, **REPLAY},
)
def reopen_table(body: Reopen, tournament: str, round: int, table: int) -> Response:
    """Take a table's result back, in the last round."""
    return told(_results().reopen(order(tournament), round, table, body.confirm.said))


@blueprint.route("/tournaments/<tournament>/penalties", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Penalise, example={"entrant": 1, "points": "1/2", "reason": "Late."})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The points are taken.", headers={**ETAG, **REPLAY})
def give_penalty(body: Penalise, tournament: str) -> Response:
    """Take points from an entrant in the standings."""
    return told(_results().penalise(order(tournament), body.entrant, body.points, body.reason))


@blueprint.route("/tournaments/<tournament>/penalties/<int:penalty>/lift", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Lift, required=False)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "The penalty holds no more.", headers={**ETAG, **REPLAY}
)
def lift_penalty(body: Lift, tournament: str, penalty: int) -> Response:
    """Lift a penalty, by the record that gave it."""
    return told(_results().lift(order(tournament), penalty, body.reason))


@blueprint.route("/tournaments/<tournament>/protests", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("table")
@blueprint.takes(FileProtest)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "The protest waits for the director.", headers={**ETAG, **REPLAY}
)
@blueprint.refuses("not-your-table")
def file_protest(body: FileProtest, tournament: str) -> Response:
    """Protest against a table's result, within the time that its round gives."""
    speak_for(body.entrant)
    on, at = _results(), order(tournament)
    return told(
        on.protest(
            at,
            body.entrant,
            body.round,
            body.table,
            body.text,
            body.confirm.said,
            own=caller().duty == "table",
        )
    )


@blueprint.route("/tournaments/<tournament>/protests/<int:protest>/decide", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(DecideProtest)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is decided.", headers={**ETAG, **REPLAY})
def decide_protest(body: DecideProtest, tournament: str, protest: int) -> Response:
    """Decide on a protest, also once the tournament is closed."""
    return told(_results().decide(order(tournament), protest, body.text, upheld=body.upheld))


def result_of(table: int, entries: tuple[PlaceGiven, ...], kind: ResultKind) -> TableResult:
    return TableResult(
        table,
        tuple(Entry(entry.entrant, entry.place, entry.score, entry.absent) for entry in entries),
        kind,
    )


def _results() -> Results:
    return service().tournaments.results
