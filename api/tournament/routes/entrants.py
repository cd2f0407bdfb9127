"""Entrants: entering, leaving, who is present, byes, who is kept apart."""

from typing import Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.tournament.request import UNCONFIRMED, Confirmed, reader, shown, speak_for, told
from api.web.request.blueprint import ETAG, REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import Words
from api.web.request.service import service
from api.web.request.writes import order
from domain.kernel.names import LONGEST as LONGEST_NAME
from domain.tournament.directing.entrants import (
    LARGEST_TEAM,
    LONGEST,
    MOST_ENTRANTS,
    Apart,
    Entrants,
    Entry,
)
from domain.tournament.records import PartBy

blueprint = Blueprint("entrants", __name__, description="Entrants of a tournament.")

Number = Annotated[int, Meta(description="An entrant's number.", ge=1)]
Round = Annotated[int, Meta(description="A round, numbered from 1 through all stages.", ge=1)]
_HOW = 'SHA-256 of `"greffe/contribution@v1\\n" tournament "\\n" entrant "\\n" value`, in hex.'
Club = Annotated[str, Meta(description="The club.", max_length=LONGEST)]


class EntrantGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, or a team. Everything may be left out."""

    name: Annotated[
        str, Meta(description="The name; it can be erased later.", max_length=4 * LONGEST_NAME)
    ] = ""
    club: Club = ""
    seed_rank: Annotated[
        int, Meta(description="Orders those without results; 0: by number.", ge=0, le=100_000)
    ] = 0
    rating: Annotated[int, Meta(description="A rating.", ge=0, le=100_000)] = 0
    group: Annotated[str, Meta(description="A class or category.", max_length=LONGEST)] = ""
    team: Annotated[
        int,
        Meta(
            description="Seats of a challenge's game that are a team's; 0: as the stage says.",
            ge=0,
            le=LARGEST_TEAM,
        ),
    ] = 0
    contact: Words = ""
    player: Annotated[str, Meta(description="The id of somebody known here.", max_length=64)] = ""

    @property
    def entry(self) -> Entry:
        return Entry(
            self.name,
            self.club,
            self.seed_rank,
            self.rating,
            self.group,
            self.contact,
            self.player,
            self.team,
        )


class AmendEntrant(EntrantGiven, frozen=True, forbid_unknown_fields=True):
    """What holds of an entrant from here on; an empty name and contact stay as they were."""


class EnterAll(Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants, all or none."""

    entrants: Annotated[
        tuple[EntrantGiven, ...],
        Meta(description="In the order of their numbers.", min_length=1, max_length=MOST_ENTRANTS),
    ]


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """A body that may say why, and nothing else."""

    reason: Words = ""


class Expel(Struct, frozen=True, forbid_unknown_fields=True):
    """An expulsion; it is confirmed, with its reason."""

    confirm: Confirmed = UNCONFIRMED


class Presence(Struct, frozen=True, forbid_unknown_fields=True):
    """Who was seen before a round, or found absent."""

    round: Round
    entrants: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
    present: bool = True


class CloseCheckIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a round: those who were noted as present, unless others are named."""

    round: Round
    present: Annotated[tuple[Number, ...], Meta(max_length=MOST_ENTRANTS)] | None = None


class BindPart(Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant binds a part of what tables, lots and deals are drawn from."""

    entrant: Number
    commitment: Annotated[
        str, Meta(description=_HOW, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
    ]


class ShowPart(Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant shows the part that was bound."""

    entrant: Number
    value: Annotated[
        str,
        Meta(
            description="At least 16 bytes, in hex.",
            min_length=32,
            max_length=2048,
            pattern="^[0-9a-f]*$",
        ),
    ]


class AskBye(Struct, frozen=True, forbid_unknown_fields=True):
    """A bye that an entrant asks for; `none` takes it back."""

    entrant: Number
    round: Round
    kind: Literal["half", "zero", "none"] = "half"
    reason: Words = ""


class Separate(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is kept apart: entrants `a` and `b`, or a club."""

    a: Annotated[int, Meta(ge=0)] = 0
    b: Annotated[int, Meta(ge=0)] = 0
    club: Club = ""
    hard: Annotated[bool, Meta(description="In any case; else where it can be.")] = False
    since: Round = 1
    lifted: Annotated[bool, Meta(description="No more.")] = False
    reason: Words = ""


@blueprint.route("/tournaments/<tournament>/entrants")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "EntrantPage", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_entrants(tournament: str) -> Response:
    """List the entrants. How they are reached is for the director."""
    found = reader(tournament)
    return shown(found.entrants(), found.tournament.seq)


@blueprint.route("/tournaments/<tournament>/entrants", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(
    EnterAll, example={"entrants": [{"name": "Ada"}, {"name": "Blaise", "club": "Rouen"}]}
)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They are in.", headers={**ETAG, **REPLAY})
def add_entrants(body: EnterAll, tournament: str) -> Response:
    """Add entrants under the next numbers, all or none. Once a round is paired it is a late
    entry."""
    return told(_entering().add(order(tournament), [entrant.entry for entrant in body.entrants]))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(AmendEntrant)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is so from here on.", headers={**ETAG, **REPLAY})
def amend_entrant(body: AmendEntrant, tournament: str, number: int) -> Response:
    """Say of an entrant what holds from here on; an empty name and contact stay."""
    return told(_entering().amend(order(tournament), number, body.entry))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/withdraw", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(Why, required=False)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "The entrant plays no more.", headers={**ETAG, **REPLAY}
)
def withdraw_entrant(body: Why, tournament: str, number: int) -> Response:
    """Withdraw an entrant; the results stand."""
    return told(_entering().withdraw(order(tournament), number, body.reason))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/reinstate", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Why, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The entrant plays again.", headers={**ETAG, **REPLAY})
def reinstate_entrant(body: Why, tournament: str, number: int) -> Response:
    """Let an entrant who left, or was expelled, play again."""
    return told(_entering().reinstate(order(tournament), number, body.reason))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/expel", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Expel, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The entrant is excluded.", headers={**ETAG, **REPLAY})
def expel_entrant(body: Expel, tournament: str, number: int) -> Response:
    """Exclude an entrant; the results stand."""
    return told(_entering().expel(order(tournament), number, body.confirm.said))


@blueprint.route("/tournaments/<tournament>/presence", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in", "table")
@blueprint.takes(Presence, example={"round": 1, "entrants": [1, 2]})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is noted.", headers={**ETAG, **REPLAY})
@blueprint.refuses("not-your-table")
def note_presence(body: Presence, tournament: str) -> Response:
    """Note who is present before a round, or absent. An entrant's own link says so of that entrant
    alone."""
    speak_for(*body.entrants)
    own = caller().duty == "table"
    return told(
        _entering().note(
            order(tournament), body.round, body.entrants, present=body.present, own=own
        )
    )


@blueprint.route("/tournaments/<tournament>/check-in", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(CloseCheckIn, example={"round": 1})
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "Nobody else is paired in this round.", headers={**ETAG, **REPLAY}
)
def close_check_in(body: CloseCheckIn, tournament: str) -> Response:
    """Close the check-in of a round: only who is present is paired."""
    return told(_entering().close_check_in(order(tournament), body.round, body.present))


@blueprint.route("/tournaments/<tournament>/parts", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in", "table")
@blueprint.takes(BindPart, example={"entrant": 1, "commitment": "5a" * 32})
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "It is bound: show it once the check-in is closed.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("not-your-table")
def bind_part(body: BindPart, tournament: str) -> Response:
    """Bind an entrant's part of the draw, before a check-in is closed. An entrant's own link does
    so for that entrant alone."""
    speak_for(body.entrant)
    return told(
        service().tournaments.parts.bind(
            order(tournament), body.entrant, body.commitment, part_by()
        )
    )


@blueprint.route("/tournaments/<tournament>/parts/shown", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in", "table")
@blueprint.takes(ShowPart, example={"entrant": 1, "value": "5a" * 16})
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "What is drawn from here on rests on it, too.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("not-your-table")
def show_part(body: ShowPart, tournament: str) -> Response:
    """Show an entrant's part, between the end of a check-in and the pairing of its round."""
    speak_for(body.entrant)
    return told(
        service().tournaments.parts.show(order(tournament), body.entrant, body.value, part_by())
    )


@blueprint.route("/tournaments/<tournament>/byes", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(AskBye, example={"entrant": 3, "round": 2})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is noted.", headers={**ETAG, **REPLAY})
def ask_bye(body: AskBye, tournament: str) -> Response:
    """Note that an entrant does not want to play a round, for half a point or none."""
    return told(
        _entering().ask_bye(order(tournament), body.entrant, body.round, body.kind, body.reason)
    )


@blueprint.route("/tournaments/<tournament>/separations", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Separate, example={"club": "Rouen"})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They are kept apart.", headers={**ETAG, **REPLAY})
def set_separation(body: Separate, tournament: str) -> Response:
    """Keep two entrants, or all of a club, apart."""
    wish = Apart(body.a, body.b, body.club, body.hard, body.since, body.lifted)
    return told(_entering().separate(order(tournament), wish, body.reason))


def part_by() -> PartBy:
    """Whose a part is: an entrant's own link brings its own, everybody else the desk's."""
    return "entrant" if caller().duty == "table" else "desk"


def _entering() -> Entrants:
    return service().tournaments.entering
