"""Entrants: entering, leaving, who is present, byes, who is kept apart."""

from flask import Response

from api.tournament.entrants.schemas import (
    AmendEntrant,
    AskBye,
    BindPart,
    CloseCheckIn,
    EnterAll,
    Expel,
    Presence,
    Separate,
    ShowPart,
    Why,
)
from api.tournament.reading import answered, reader, shown, speak_for
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint, order
from api.web.request.service import caller, service
from domain.tournament.records import PartBy

blueprint = Blueprint("entrants", __name__, description="Entrants of a tournament.")


@blueprint.route("/tournaments/<tournament>/entrants")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "EntrantPage", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_entrants(tournament: str) -> Response:
    """List the entrants. How they are reached is for the director."""
    at = reader(tournament)
    return shown(at.entrants(), at.tournament.seq)


@blueprint.route("/tournaments/<tournament>/entrants", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(
    EnterAll, example={"entrants": [{"name": "Ada"}, {"name": "Blaise", "club": "Rouen"}]}
)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They are in.", headers=WRITTEN)
def add_entrants(body: EnterAll, tournament: str) -> Response:
    """Add entrants under the next numbers, all or none. Once a round is paired it is a late
    entry."""
    return answered(
        service().tournaments.entering.add(
            order(tournament), [entrant.entry for entrant in body.entrants]
        )
    )


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(AmendEntrant)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is so from here on.", headers=WRITTEN)
def amend_entrant(body: AmendEntrant, tournament: str, number: int) -> Response:
    """Say of an entrant what holds from here on; an empty name and contact stay."""
    return answered(service().tournaments.entering.amend(order(tournament), number, body.entry))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/withdraw", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(Why, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The entrant plays no more.", headers=WRITTEN)
def withdraw_entrant(body: Why, tournament: str, number: int) -> Response:
    """Withdraw an entrant; the results stand."""
    return answered(service().tournaments.entering.withdraw(order(tournament), number, body.reason))


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/reinstate", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Why, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The entrant plays again.", headers=WRITTEN)
def reinstate_entrant(body: Why, tournament: str, number: int) -> Response:
    """Let an entrant who left, or was expelled, play again."""
    return answered(
        service().tournaments.entering.reinstate(order(tournament), number, body.reason)
    )


@blueprint.route("/tournaments/<tournament>/entrants/<int:number>/expel", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Expel, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The entrant is excluded.", headers=WRITTEN)
def expel_entrant(body: Expel, tournament: str, number: int) -> Response:
    """Exclude an entrant; the results stand."""
    return answered(
        service().tournaments.entering.expel(order(tournament), number, body.confirm.confirmation)
    )


@blueprint.route("/tournaments/<tournament>/presence", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in", "table")
@blueprint.takes(Presence, example={"round": 1, "entrants": [1, 2]})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is noted.", headers=WRITTEN)
@blueprint.refuses("not-your-table")
def note_presence(body: Presence, tournament: str) -> Response:
    """Note who is present before a round, or absent. An entrant's own link says so of that entrant
    alone."""
    speak_for(*body.entrants)
    own = caller().duty == "table"
    return answered(
        service().tournaments.entering.note(
            order(tournament), body.round, body.entrants, present=body.present, own=own
        )
    )


@blueprint.route("/tournaments/<tournament>/check-in", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(CloseCheckIn, example={"round": 1})
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "Nobody else is paired in this round.", headers=WRITTEN
)
def close_check_in(body: CloseCheckIn, tournament: str) -> Response:
    """Close the check-in of a round: only who is present is paired."""
    return answered(
        service().tournaments.entering.close_check_in(order(tournament), body.round, body.present)
    )


@blueprint.route("/tournaments/<tournament>/parts", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in", "table")
@blueprint.takes(BindPart, example={"entrant": 1, "commitment": "5a" * 32})
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "It is bound: show it once the check-in is closed.",
    headers=WRITTEN,
)
@blueprint.refuses("not-your-table")
def bind_part(body: BindPart, tournament: str) -> Response:
    """Bind an entrant's part of the draw, before a check-in is closed. An entrant's own link does
    so for that entrant alone."""
    speak_for(body.entrant)
    return answered(
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
    headers=WRITTEN,
)
@blueprint.refuses("not-your-table")
def show_part(body: ShowPart, tournament: str) -> Response:
    """Show an entrant's part, between the end of a check-in and the pairing of its round."""
    speak_for(body.entrant)
    return answered(
        service().tournaments.parts.show(order(tournament), body.entrant, body.value, part_by())
    )


@blueprint.route("/tournaments/<tournament>/byes", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("check-in")
@blueprint.takes(AskBye, example={"entrant": 3, "round": 2})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "It is noted.", headers=WRITTEN)
def ask_bye(body: AskBye, tournament: str) -> Response:
    """Note that an entrant does not want to play a round, for half a point or none."""
    return answered(
        service().tournaments.entering.ask_bye(
            order(tournament), body.entrant, body.round, body.kind, body.reason
        )
    )


@blueprint.route("/tournaments/<tournament>/separations", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Separate, example={"club": "Rouen"})
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They are kept apart.", headers=WRITTEN)
def set_separation(body: Separate, tournament: str) -> Response:
    """Keep two entrants, or all of a club, apart."""
    return answered(
        service().tournaments.entering.separate(order(tournament), body.apart, body.reason)
    )


def part_by() -> PartBy:
    """Whose a part is: an entrant's own link brings its own, everybody else the desk's."""
    return "entrant" if caller().duty == "table" else "desk"
