"""A tournament's links: for the director, the scorer, the check-in and the screens, and one for
each entrant on a card with its code; to print, and to withdraw."""

from flask import Response, request
from msgspec import Struct

from api.admin.link_pages import drawn, only_here
from api.tournament.pages.frame import Here, here, show
from api.tournament.routes.desk import duty_link, duty_links
from api.web.access.link_answers import state_of
from api.web.access.links import Link
from api.web.pages.pages import duty, go, needs, number_in, say, site, tell
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.game import seat_name
from domain.tournament.aggregate.tournament import TableAt
from domain.tournament.directing.games import sitting

CARDS = 24  # cards of entrants on a page


class Card(Struct, frozen=True):
    """A link to hand out: whose it is, where it leads (empty: it holds no more)."""

    link: Link
    whose: str
    entrant: int
    address: str


class Seat(Struct, frozen=True):
    """A seat of a table's game: who sits there, what it is called, where its link leads, and its
    code (both empty: the link holds no more)."""

    whose: str
    entrant: int
    seat: str
    address: str
    code: str


@site.get("/tournaments/<tournament>/links")
@needs("organiser")
@duty()
def show_links(tournament: str) -> Response:
    at, found = here(tournament), service()
    whole = [
        link
        for link in duty_links(tournament)
        if caller().role in ("organiser", "operator") or link.duty != "director"
    ]
    duties = [_card(at, link) for link in whole if not link.seats]
    own = [link for link in whole if link.seats]
    last = max(1, -(-len(own) // CARDS))
    number = min(max(number_in(request.args.get("page", "1")), 1), last)
    cards = [_card(at, link) for link in own[(number - 1) * CARDS : number * CARDS]]
    return show(
        "setup/links",
        at,
        duties=duties,
        cards=cards,
        number=number,
        last=last,
        only_here=only_here(found.address),
    )


@site.get("/tournaments/<tournament>/rounds/<int:round>/seats")
@needs("organiser")
@duty()
def print_seats(tournament: str, round: int) -> Response:
    at = here(tournament)
    shown = at.reader.visible(round)
    tables = [(table, _seats(at, table)) for table in shown.tables if table.linked is not None]
    return show(
        "setup/seats", at, round=shown, tables=tables, only_here=only_here(service().address)
    )


@site.post("/tournaments/<tournament>/links/<link>/revoke")
@needs("organiser")
def revoke_duty(tournament: str, link: str) -> Response:
    app = service()
    app.access.links.revoke(duty_link(tournament, link), app.clerk.clock(), caller().id)
    return go(f"/tournaments/{tournament}/links")


def _seats(at: Here, table: TableAt) -> list[Seat]:
    app = service()
    links, game = app.access.links, app.clerk.game(table.game)
    own = {
        one.seats: one
        for one in links.standard(table.game, app.opened(table.game))
        if one.role == "seat"
    }
    seats = []
    for seat, entrant in sitting(table):
        link = own.get((seat,))
        good = link is not None and links.revocation(link) is None
        address = f"{app.address}/seat/{links.token(link)}" if link is not None and good else ""
        seats.append(
            Seat(
                at.called[entrant],
                entrant,
                tell(seat_name(game, seat)),
                address,
                drawn(address) if address else "",
            )
        )
    return seats


def _card(at: Here, link: Link) -> Card:
    app = service()
    links = app.access.links
    good = state_of(link, links.revocation(link), app.clerk.clock()) == "good"
    entrant = int(link.seats[0]) if link.seats else 0
    whose = at.called[entrant] if entrant else say(f"duties.{link.duty}")
    return Card(link, whose, entrant, f"{app.address}/seat/{links.token(link)}" if good else "")
