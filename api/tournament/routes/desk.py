"""The tournament as a whole: opening it, its rules, lots and stages, closing it, and its links."""

from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api.admin.link_routes import SVG, drawn
from api.game.request import check_options
from api.tournament.request import UNCONFIRMED, Confirmed, reader, shown, told, tournaments_of
from api.tournament.schemas import DutyLink, DutyLinks, TournamentPage
from api.web import body
from api.web.access.caller import DUTY_NAMES
from api.web.access.link_answers import state_of
from api.web.access.links import Link
from api.web.body import Moment
from api.web.problems.problem import Problem, language
from api.web.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import Tag
from api.web.request.responses import reply
from api.web.request.service import service
from api.web.request.writes import key, order
from domain.game.record.base import AnyChance
from domain.game.record.records import UndoPolicy
from domain.kernel.text import Text
from domain.tournament.directing.lifecycle import LONGEST, OpeningOf
from domain.tournament.records import EXTERNAL
from domain.tournament.values import Rules
from projections.search.query import MOST

blueprint = Blueprint(
    "tournaments",
    __name__,
    description="Tournaments: rounds, tables, results, and the order they make.",
)

TheRules = Annotated[
    Rules, Meta(description="The stages with their formats, table sizes, scoring and keys.")
]


class OpenTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament: its title, its rules, and what its games are opened with."""

    title: Annotated[str, Meta(description="What it is called.", min_length=1, max_length=LONGEST)]
    rules: TheRules = Rules()
    ruleset: Annotated[
        str, Meta(description="The games' title by its id; `external`: they are played elsewhere.")
    ] = EXTERNAL
    catalog: Annotated[
        str, Meta(description="A catalog of the title by name, or one kept here by its SHA-256.")
    ] = "default"
    options: Annotated[
        dict[str, Any], Meta(description="The title's options, for every game alike.")
    ] = {}
    chance: Annotated[
        AnyChance,
        Meta(
            description="Whether the service draws, each round shares a deal (challenges alone), "
            "or the tables roll."
        ),
    ] = "sealed"
    undo: Annotated[UndoPolicy, Meta(description="What may be taken back in the games.")] = (
        "consent"
    )
    seals: Annotated[
        bool, Meta(description="Whether what is chosen in secret is sealed first.")
    ] = False
    tags: Annotated[
        tuple[Tag, ...],
        Meta(description="Words to find the tournament and its games by.", max_length=32),
    ] = ()
    public: Annotated[bool, Meta(description="Whether anybody may watch its games.")] = False
    client_at: Annotated[Moment | None, Meta(description="The time by the sender's clock.")] = None


class AmendRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Other rules from here on; confirmed twice once a round was paired."""

    rules: TheRules
    confirm: Confirmed = UNCONFIRMED


class Confirmable(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but a confirmation."""

    confirm: Confirmed = UNCONFIRMED


class Advance(Struct, frozen=True, forbid_unknown_fields=True):
    """Who was asked to go on and declined; alternates by rank take their places."""

    declined: Annotated[
        tuple[int, ...], Meta(description="Entrants who do not go on.", max_length=2_000)
    ] = ()


class List(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most tournaments on a page.", ge=1, le=MOST)] = 50


@blueprint.route("/tournaments", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenTournament, example={"title": "Spring open"})
@blueprint.opens
@blueprint.answers(
    201, "TournamentWritten", "The tournament is open.", headers={**ETAG, **LOCATION, **REPLAY}
)
def open_tournament(asked: OpenTournament) -> Response:
    """Open a tournament, with its rules whole and a commitment to the seed that everything in it is
    drawn from."""
    answer = service().tournaments.whole.open(
        wish_of(asked), caller().id, key(), body.asked().digest(), asked.client_at
    )
    return told(answer, Location=f"/api/v1/tournaments/{answer.tournament.id}")


def wish_of(asked: OpenTournament) -> OpeningOf:
    """What a body asks to open; raises `invalid-fields` for options that the title does not
    take."""
    if asked.ruleset != EXTERNAL:
        check_options(asked.ruleset, asked.options)
    return OpeningOf(
        title=asked.title,
        rules=asked.rules,
        ruleset=asked.ruleset,
        catalog=asked.catalog,
        options=asked.options,
        chance=asked.chance,
        undo=asked.undo,
        seals=asked.seals,
        tags=asked.tags,
        public=asked.public,
    )


@blueprint.route("/tournaments")
@blueprint.needs("organiser")
@blueprint.asks(List)
@blueprint.answers(200, "TournamentPage")
@blueprint.refuses("store-unavailable")
def list_tournaments(query: List) -> Response:
    """List the tournaments, those written to last first. An organiser sees those opened with the
    same key."""
    page = tournaments_of(caller(), query.after, query.limit)
    return reply(TournamentPage(page.items, page.after or None))


@blueprint.route("/tournaments/<tournament>")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "TournamentAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def show_tournament(tournament: str) -> Response:
    """Show a tournament: its rules, its rounds, what is missing, and every departure from the
    rules."""
    found = reader(tournament)
    return shown(found.whole(), found.tournament.seq)


@blueprint.route("/tournaments/<tournament>/rules", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(AmendRules)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The rules are these.", headers={**ETAG, **REPLAY})
def amend_rules(asked: AmendRules, tournament: str) -> Response:
    """Change the rules. After the start that is confirmed twice, and stays visible."""
    return told(
        service().tournaments.whole.amend(order(tournament), asked.rules, asked.confirm.said)
    )


@blueprint.route("/tournaments/<tournament>/lots", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Confirmable, required=False)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "The lots are drawn.", headers={**ETAG, **REPLAY})
@blueprint.refuses("seed-missing")
def draw_lots(asked: Confirmable, tournament: str) -> Response:
    """Draw lots among all entrants, from the committed seed: they part those whom no other key
    does."""
    return told(service().tournaments.rounds.draw_lots(order(tournament), asked.confirm.said))


@blueprint.route("/tournaments/<tournament>/advance", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Advance, required=False)
@blueprint.directs
@blueprint.answers(
    201, "TournamentWritten", "The next stage has its field.", headers={**ETAG, **REPLAY}
)
def advance(asked: Advance, tournament: str) -> Response:
    """Say who goes on into the next stage: the first by rank, alternates for those who declined or
    left."""
    return told(service().tournaments.rounds.advance(order(tournament), asked.declined))


@blueprint.route("/tournaments/<tournament>/close", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.takes(Confirmable, required=False)
@blueprint.directs
@blueprint.answers(
    201,
    "TournamentWritten",
    "The tournament is closed, and its seed is shown.",
    headers={**ETAG, **REPLAY},
)
@blueprint.refuses("seed-missing")
def close_tournament(asked: Confirmable, tournament: str) -> Response:
    """Close the tournament: its last standings and the seed. Afterwards it takes corrections of
    reports and decisions on protests."""
    return told(service().tournaments.whole.close(order(tournament), asked.confirm.said))


# -- links -----------------------------------------------------------------------------------------


@blueprint.route("/tournaments/<tournament>/links")
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.answers(200, "DutyLinks")
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_duty_links(tournament: str) -> Response:
    """List the links to a tournament: for the director, the scorer, the check-in, the screens, and
    one for each entrant."""
    return reply(DutyLinks(tournament, tuple(map(_shown, duty_links(tournament)))))


@blueprint.route("/tournaments/<tournament>/links/<link>/revoke", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.answers(200, "DutyLinks")
@blueprint.refuses("unknown-tournament", "unknown-link", "store-unavailable")
def revoke_duty_link(tournament: str, link: str) -> Response:
    """Revoke a link, at once and for good; revoking it again changes nothing."""
    found, one = service(), duty_link(tournament, link)
    found.access.links.revoke(one, found.clerk.clock(), caller().id)
    return reply(DutyLinks(tournament, (_shown(one),)))


@blueprint.route("/tournaments/<tournament>/links/<link>/qr.svg")
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.answers(200, {"type": "string"}, "The picture.", content_type=SVG)
@blueprint.refuses("unknown-tournament", "unknown-link", "link-over", "store-unavailable")
def show_duty_qr(tournament: str, link: str) -> Response:
    """Draw a link to a tournament as a QR code to print, with whose it is under it: 80 by 96 mm."""
    found, one, lang = service(), duty_link(tournament, link), language()
    desk = found.tournaments.desk
    t = desk.tournament(tournament)
    assert one.duty is not None
    whose = DUTY_NAMES[one.duty].to(lang).capitalize()
    if one.seats:
        number = int(one.seats[0])
        whose = f"{number} · {desk.name(t, number) or whose}"
    return drawn(found, one, (whose, desk.title(t), tournament))


def duty_link(tournament: str, id: str) -> Link:
    """A link of a tournament by its id; raises `unknown-link`."""
    one = next((one for one in duty_links(tournament) if one.id == id), None)
    if one is None:
        raise Problem("unknown-link", Text("This tournament has no link {id}.", id=id))
    return one


def duty_links(tournament: str) -> tuple[Link, ...]:
    """Every link of a tournament; raises `UnknownTournament`."""
    app = service()
    entrants = len(app.tournaments.desk.tournament(tournament).entrants)
    return app.access.links.of_tournament(tournament, entrants)


def _shown(link: Link) -> DutyLink:
    app = service()
    links = app.access.links
    state = state_of(link, links.revocation(link), app.clerk.clock())
    token = links.token(link) if state == "good" else None
    assert link.duty is not None
    href = f"/seat/{token}" if token is not None else None
    qr = f"/api/v1/tournaments/{link.game}/links/{link.id}/qr.svg" if token is not None else None
    return DutyLink(link.id, link.duty, link.seats, state, token, href, qr)
