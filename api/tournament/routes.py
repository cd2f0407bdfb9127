"""The tournament as a whole in the API: opening it, its rules, lots and stages, closing it, and its
links."""

from typing import cast

from flask import Response

from api.admin.routes import SVG, qr_picture
from api.game.request import check_options
from api.game.subject import game_clerk
from api.tournament.links import Duty, event_links
from api.tournament.reading import (
    TournamentReader,
    answer_to_write,
    cached_answer,
    tournament_write,
    tournaments_of,
)
from api.tournament.schemas import (
    Advance,
    AmendRules,
    Confirmable,
    DutyLink,
    DutyLinks,
    OpenTournament,
    TournamentListQuery,
    TournamentPage,
)
from api.tournament.subject import directing
from api.web import body
from api.web.access.caller import DUTY_NAMES
from api.web.access.links import Link, link_state, trial_end
from api.web.problems.problem import Problem, requested_language
from api.web.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint, idempotency_key
from api.web.request.parameters import RequestedRecord
from api.web.request.responses import reply
from api.web.request.service import caller, service
from domain.game.commands import Order
from domain.kernel.text import Text
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import TournamentOpening
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.records import EXTERNAL

blueprint = Blueprint(
    "tournaments",
    __name__,
    description="Tournaments: rounds, tables, results, and the order they make.",
)


@blueprint.route("/tournaments", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenTournament, example={"title": "Spring open"})
@blueprint.opens
@blueprint.answers(
    201, "TournamentWritten", "The tournament is open.", headers={**ETAG, **LOCATION, **REPLAY}
)
def open_tournament(opening: OpenTournament) -> Response:
    """Open a tournament with all its rules, and a commitment to the seed from which everything in
    it is drawn."""
    wish = {
        n: getattr(opening, n)
        for n in opening.__struct_fields__
        if n in TournamentOpening.__struct_fields__
    }
    answer = directing().whole.open(
        checked_opening(TournamentOpening(**wish)),
        caller().id,
        idempotency_key(),
        body.current_request().digest(),
        opening.client_at,
    )
    return answer_to_write(answer, Location=f"/api/v1/tournaments/{answer.tournament.id}")


def checked_opening(wish: TournamentOpening) -> TournamentOpening:
    """The same opening of a tournament, after checking it. Raises `invalid-fields` for options that
    the title does not have."""
    if wish.ruleset != EXTERNAL:
        check_options(wish.ruleset, wish.options)
    return wish


@blueprint.route("/tournaments")
@blueprint.needs("organiser")
@blueprint.asks(TournamentListQuery)
@blueprint.answers(200, "TournamentPage")
@blueprint.refuses("store-unavailable")
def list_tournaments(query: TournamentListQuery) -> Response:
    """List the tournaments, most recently written first. An organiser sees those opened with their
    own key."""
    page = tournaments_of(caller(), query.after, query.limit)
    return reply(TournamentPage(page.items, page.after or None, page.unreadable))


@blueprint.route("/tournaments/<tournament>")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.asks(RequestedRecord)
@blueprint.keeps
@blueprint.answers(200, "TournamentAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def show_tournament(_: RequestedRecord, tournament: str) -> Response:
    """Show a tournament: its rules, its rounds, the results that are missing, and every departure
    from the rules."""
    return cached_answer(tournament, TournamentReader.whole)


@tournament_write(blueprint, "/rules", AmendRules, "The rules are these.")
def amend_rules(amended: AmendRules, order: Order) -> TournamentAnswer:
    """Change the rules. After the start this has to be confirmed twice, and is listed among the
    departures."""
    return directing().whole.amend(order, amended.rules, amended.confirm.confirmation)


@tournament_write(
    blueprint,
    "/lots",
    Confirmable,
    "The lots are drawn.",
    refuses=("seed-missing",),
    required=False,
)
def draw_lots(confirmable: Confirmable, order: Order) -> TournamentAnswer:
    """Draw lots among all entrants from the committed seed. Lots rank entrants whom no other key
    separates."""
    return directing().rounds.draw_lots(order, confirmable.confirm.confirmation)


@tournament_write(blueprint, "/advance", Advance, "The next stage has its field.", required=False)
def advance(advancing: Advance, order: Order) -> TournamentAnswer:
    """Name the entrants of the next stage: the first by rank, with alternates for those who
    declined or left. Entrants who decline have to be confirmed. The ranks are looked up again when
    the stage's first round is paired; if others go on then, that has to be confirmed, too."""
    return directing().rounds.advance(order, advancing.declined, advancing.confirm.confirmation)


@tournament_write(
    blueprint,
    "/close",
    Confirmable,
    "The tournament is closed, and its seed is shown.",
    refuses=("seed-missing",),
    required=False,
)
def close_tournament(confirmable: Confirmable, order: Order) -> TournamentAnswer:
    """Close the tournament, which records its last standings and the seed. Afterwards, only
    corrections of reports and decisions on protests can be recorded."""
    return directing().whole.close(order, confirmable.confirm.confirmation)


# -- links -----------------------------------------------------------------------------------------


@blueprint.route("/tournaments/<tournament>/links")
@blueprint.needs("organiser")
@blueprint.duty("director")
@blueprint.answers(200, "DutyLinks")
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_duty_links(tournament: str) -> Response:
    """List the links to a tournament: for the director, the scorer, the check-in, the screens, and
    one for each entrant."""
    t = directing().store.tournament(tournament)
    return reply(DutyLinks(tournament, tuple(map(_duty_link, duty_links(t)))))


@blueprint.route("/tournaments/<tournament>/links/<link>/revoke", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.answers(200, "DutyLinks")
@blueprint.refuses("unknown-tournament", "unknown-link", "store-unavailable")
def revoke_duty_link(tournament: str, link: str) -> Response:
    """Revoke a link, at once and for good; revoking it again changes nothing."""
    return reply(DutyLinks(tournament, (_duty_link(revoke_link(tournament, link)),)))


@blueprint.route("/tournaments/<tournament>/links/<link>/qr.svg")
@blueprint.needs("organiser")
@blueprint.duty("director")
@blueprint.answers(200, {"type": "string"}, "The picture.", content_type=SVG)
@blueprint.refuses("unknown-tournament", "unknown-link", "link-over", "store-unavailable")
def show_duty_qr(tournament: str, link: str) -> Response:
    """Draw a link to a tournament as a QR code to print, with its owner's name below: 80 by 96
    mm."""
    app, store = service(), directing().store
    t = store.tournament(tournament)
    duty_link = _find_duty_link(t, link)
    assert duty_link.duty is not None
    whose = DUTY_NAMES[duty_link.duty].to(requested_language()).capitalize()
    if duty_link.speaks_for:
        number = int(duty_link.speaks_for[0])
        whose = f"{number} · {store.name(t, number) or whose}"
    return qr_picture(app, duty_link, (whose, store.title(t), tournament))


def revoke_link(tournament: str, id: str) -> Link:
    """Revoke a link of a tournament, and return it. Raises `UnknownTournament`, `unknown-link`."""
    link = _find_duty_link(directing().store.tournament(tournament), id)
    service().access.links.revoke(link, game_clerk().clock(), caller().id)
    return link


def duty_links(t: Tournament) -> tuple[Link, ...]:
    until = trial_end(t.opened.actor, t.opened.at)
    return event_links(service().access.links, t.id, len(t.entrants), until)


def _find_duty_link(t: Tournament, id: str) -> Link:
    link = next((link for link in duty_links(t) if link.id == id), None)
    if link is None:
        raise Problem("unknown-link", Text("This tournament has no link {id}.", id=id))
    return link


def _duty_link(link: Link) -> DutyLink:
    links = service().access.links
    state = link_state(link, links.revocation(link), game_clerk().clock())
    token = links.token(link) if state == "good" else None
    assert link.duty is not None
    href = f"/seat/{token}" if token is not None else None
    qr = f"/api/v1/tournaments/{link.to}/links/{link.id}/qr.svg" if token is not None else None
    return DutyLink(link.id, cast(Duty, link.duty), link.speaks_for, state, token, href, qr)
