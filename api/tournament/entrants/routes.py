"""Entrants in the API: entering, leaving, who is present, byes, who is kept apart."""

from flask import Response

from api.tournament.entrants.schemas import (
    AmendEntrant,
    AskBye,
    BindPart,
    CloseCheckIn,
    EnterAll,
    Expel,
    GiveReason,
    Presence,
    Separate,
    ShowPart,
)
from api.tournament.reading import (
    TournamentReader,
    cached_answer,
    need_may_report_for,
    tournament_write,
)
from api.tournament.subject import directing
from api.web.request.blueprint import ETAG, Blueprint
from api.web.request.service import caller
from domain.game.commands import Order
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.records import PartBy

blueprint = Blueprint("entrants", __name__, description="Entrants of a tournament.")


@blueprint.route("/tournaments/<tournament>/entrants")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "EntrantPage", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_entrants(tournament: str) -> Response:
    """List the entrants. Only the director sees their contacts."""
    return cached_answer(tournament, TournamentReader.entrants)


@tournament_write(
    blueprint,
    "/entrants",
    EnterAll,
    "They are in.",
    example={"entrants": [{"name": "Ada"}, {"name": "Blaise", "club": "Rouen"}]},
)
def add_entrants(body: EnterAll, order: Order) -> TournamentAnswer:
    """Add entrants under the next numbers, either all of them or none. After the first pairing they
    are late entries."""
    return directing().entering.add(order, [entrant.entry for entrant in body.entrants])


@tournament_write(blueprint, "/entrants/<int:number>", AmendEntrant, "It is so from here on.")
def amend_entrant(body: AmendEntrant, order: Order, number: int) -> TournamentAnswer:
    """Replace an entrant's data. An empty name or contact does not change the old one."""
    return directing().entering.amend(order, number, body.entry, body.reason)


@tournament_write(
    blueprint,
    "/entrants/<int:number>/withdraw",
    GiveReason,
    "The entrant plays no more.",
    "check-in",
    "table",
    refuses=("not-your-table",),
    required=False,
)
def withdraw_entrant(body: GiveReason, order: Order, number: int) -> TournamentAnswer:
    """Withdraw an entrant; the results still count. An entrant's own link may withdraw that entrant
    if the rules allow it."""
    return directing().entering.withdraw(order, number, body.reason, own=by_own_link(number))


@tournament_write(
    blueprint,
    "/entrants/<int:number>/reinstate",
    GiveReason,
    "The entrant plays again.",
    "table",
    refuses=("not-your-table",),
    required=False,
)
def reinstate_entrant(body: GiveReason, order: Order, number: int) -> TournamentAnswer:
    """Let an entrant who left, or was expelled, play again. An entrant's own link may bring that
    entrant back after leaving if the rules allow it."""
    return directing().entering.reinstate(order, number, body.reason, own=by_own_link(number))


@tournament_write(
    blueprint, "/entrants/<int:number>/expel", Expel, "The entrant is excluded.", required=False
)
def expel_entrant(body: Expel, order: Order, number: int) -> TournamentAnswer:
    """Exclude an entrant; the results still count."""
    return directing().entering.expel(order, number, body.confirm.confirmation)


@tournament_write(
    blueprint,
    "/presence",
    Presence,
    "It is noted.",
    "check-in",
    "table",
    refuses=("not-your-table",),
    example={"round": 1, "entrants": [1, 2]},
)
def note_presence(body: Presence, order: Order) -> TournamentAnswer:
    """Note entrants as present or absent before a round. An entrant's own link may note that
    entrant only."""
    own = by_own_link(*body.entrants)
    return directing().entering.note(
        order, body.round, body.entrants, present=body.present, own=own
    )


@tournament_write(
    blueprint,
    "/check-in",
    CloseCheckIn,
    "Nobody else is paired in this round.",
    "check-in",
    example={"round": 1},
)
def close_check_in(body: CloseCheckIn, order: Order) -> TournamentAnswer:
    """Close the check-in of a round: only the entrants in the request, or else those noted as
    present, are paired."""
    return directing().entering.close_check_in(order, body.round, body.present)


@tournament_write(
    blueprint,
    "/parts",
    BindPart,
    "It is bound: show it once the check-in is closed.",
    "check-in",
    "table",
    refuses=("not-your-table",),
    example={"entrant": 1, "commitment": "5a" * 32},
)
def bind_part(body: BindPart, order: Order) -> TournamentAnswer:
    """Commit an entrant to a part of the seed before a check-in is closed. An entrant's own link
    may do this for that entrant only."""
    need_may_report_for(body.entrant)
    return directing().parts.bind(order, body.entrant, body.commitment, part_by())


@tournament_write(
    blueprint,
    "/parts/shown",
    ShowPart,
    "What is drawn from here on rests on it, too.",
    "check-in",
    "table",
    refuses=("not-your-table",),
    example={"entrant": 1, "value": "5a" * 16},
)
def show_part(body: ShowPart, order: Order) -> TournamentAnswer:
    """Reveal an entrant's part of the seed, between the end of a check-in and the pairing of its
    round."""
    need_may_report_for(body.entrant)
    return directing().parts.show(order, body.entrant, body.value, part_by())


@tournament_write(
    blueprint,
    "/byes",
    AskBye,
    "It is noted.",
    "check-in",
    "table",
    refuses=("not-your-table",),
    example={"entrant": 3, "round": 2},
)
def ask_bye(body: AskBye, order: Order) -> TournamentAnswer:
    """Note that an entrant asks not to play a round, for half a point or none. An entrant's own
    link may ask for half a point if the rules allow it for this round and have a bye left."""
    own = by_own_link(body.entrant)
    return directing().entering.ask_bye(
        order, body.entrant, body.round, body.kind, body.reason, own=own
    )


@tournament_write(
    blueprint, "/separations", Separate, "They are kept apart.", example={"club": "Rouen"}
)
def set_separation(body: Separate, order: Order) -> TournamentAnswer:
    """Keep two entrants, or all entrants of a club, apart in pairings; or no longer."""
    return directing().entering.separate(order, body.apart, body.reason)


def by_own_link(*entrants: int) -> bool:
    """Whether the caller is an entrant's own link. Raises `not-your-table` if it is not the link of
    all these entrants."""
    need_may_report_for(*entrants)
    return caller().duty == "table"


def part_by() -> PartBy:
    """Who makes up a part of the seed: the entrant if the caller is the entrant's own link, else
    the desk."""
    return "entrant" if caller().duty == "table" else "desk"
