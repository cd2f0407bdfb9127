"""A tournament for strangers: its public page, registration, the page of somebody who registered,
and the director's settings for these."""

from itertools import islice

from flask import Response, request
from msgspec import Struct

from api.admin.pages import loopback_host
from api.game.subject import games_here
from api.tournament import rules_form
from api.tournament.frame import (
    form_at,
    name_key,
    page_at,
    process_form,
    seats_by_name,
    show_live_page,
)
from api.tournament.links import entrant_link, registration_id
from api.tournament.public.pages import standings_parts, visible_standings
from api.tournament.reading import TournamentReader, may_direct, read_tournament
from api.tournament.subject import Events, directing
from api.web.access.caller import Caller
from api.web.access.links import page_qr_svg
from api.web.access.subjects import ListEntry
from api.web.body import current_request
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.pages.pages import _, anybody, duty, go, needs, page, site, visitor
from api.web.pages.ways_back import link_callers
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.game.commands import Order
from domain.game.names import matches_name
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.entrants.registering import BEST_RATING, Offer, Registration
from domain.tournament.refusals import UnknownTournament

LISTED = 12  # public tournaments on the first page

BEST = 10  # lines of the standings on the public page


@site.app_template_global()
def public_events() -> list[TournamentReader]:
    """The first public tournaments, at most `LISTED`, those in progress before the closed ones."""
    store, listed = directing().store, []
    for id in directing().registering.public_ids()[:LISTED]:
        try:
            listed.append(TournamentReader(store, store.tournament(id), director=False))
        except (UnknownTournament, DamagedRecord):
            continue  # an operator is told of it elsewhere (`greffe fsck`)
    return sorted(listed, key=lambda reader: reader.tournament.closed)


SEARCHED, HITS = 100, 40  # tournaments that the search looks through, and of what it shows most


class FoundEvents(Struct, frozen=True):
    """The result of a search: tournaments, and entrants with their tables. `more`: there may be
    more than those."""

    events: list[ListEntry]
    people: list[ListEntry]
    more: bool


@site.app_template_global()
def found_events(sought: tuple[str, ...]) -> FoundEvents:
    """Search the tournaments that the visitor may see, and their entrants. A tournament is found if
    each word of `sought` is the beginning of a word in its title, or is its id; an entrant if each
    is the beginning of a word in the entrant's name."""
    events, people, store = list[ListEntry](), list[ListEntry](), directing().store
    may = _visible_tournaments(visitor())
    for id, directs in islice(may.items(), SEARCHED):
        try:
            reader = TournamentReader(store, store.tournament(id), director=directs)
        except (UnknownTournament, DamagedRecord):
            continue
        seats = _round_and_table(reader)
        if matches_name(sought, f"{reader.title} {id}"):
            won = _("Won by {names}", names=", ".join(reader.winners)) if reader.winners else ""
            events.append(ListEntry(reader.base if directs else f"/events/{id}", reader.title, won))
        people += (
            ListEntry(
                f"{reader.base}/{'entrants' if directs else 'standings'}/{number}",
                reader.called[number],
                " · ".join((reader.title, *seats.get(number, ()))),
            )
            for number in reader.tournament.named
            if matches_name(sought, reader.called[number])
            and reader.store.name(reader.tournament, number)
        )
    more = len(may) > SEARCHED or max(len(events), len(people)) > HITS
    return FoundEvents(events[:HITS], people[:HITS], more)


def _visible_tournaments(who: Caller | None) -> dict[str, bool]:
    """For each tournament that a visitor may see, by id: whether the visitor may direct it. They
    may see those of their key and of the browser's links, and public ones."""
    may: dict[str, bool] = {}
    if who is not None and who.at_least("organiser"):
        owner = "" if who.at_least("operator") else who.id
        may = {id: True for _, id in games_here().index.streams("tournament", owner)}
    for link in link_callers():
        if link.place == Events.place:
            may.setdefault(link.to, may_direct(link))
    for id in directing().registering.public_ids():
        may.setdefault(id, False)
    return may


def _round_and_table(reader: TournamentReader) -> dict[int, tuple[str, str]]:
    """The round and table, in words, of each entrant in the last visible round; empty after the
    end."""
    if not reader.rounds or reader.over:
        return {}
    last = reader.rounds[-1]
    return {
        number: (
            _("Round {round}", round=last.round),
            _("Table {table}", table=table.number),
        )
        for table in last.tables
        for number in table.entrants
    }


@site.get("/events/<tournament>")
@needs("organiser")
@duty("director", "scorer", "check-in", "table", "screen")
def show_event(tournament: str) -> Response:
    """The public page of a tournament: for holders of a link and, if the director has made it
    public, for everybody."""
    whole = read_tournament(tournament)
    reader = TournamentReader(whole.store, whole.tournament, director=False)
    on, t = directing().registering, reader.tournament
    offer, waiting = on.offer(t.id), on.waiting(t)
    last, order = reader.rounds[-1] if reader.rounds else None, visible_standings(reader)
    return show_live_page(
        "public/event",
        reader,
        {
            "offer": offer,
            "waiting": waiting,
            "round": last,
            "names": seats_by_name(reader, last) if last is not None else [],
            "playing": sorted((reader.called[n] for n in reader.playing), key=name_key),
            "best": order.rows[:BEST] if last is not None else (),
            "rules": rules_form.rules_in_words(t.rules),
            **standings_parts(reader, order),
        },
        offer,
        waiting,
    )


# -- registering -----------------------------------------------------------------------------------


@site.get("/events/<event>/register")
@anybody
def register_form(event: str, trouble: Trouble | None = None) -> Response:
    reader = _public_tournament(event)
    on = directing().registering
    return page(
        "tournament/public/register.html",
        trouble.status if trouble else 200,
        at=reader,
        offer=on.offer(event),
        waiting=on.waiting(reader.tournament),
        trouble=trouble,
        form=request.form,
        key=key_of_form_again(trouble),
        best_rating=BEST_RATING,
    )


@site.post("/events/<event>/register")
@anybody
def register_online(event: str) -> Response:
    """Register for a tournament, and redirect to the registration's own page. Requests are limited
    for each address."""
    app = service()

    def write() -> Registration:
        form = sent()
        app.meter.count_address(current_request().remote_addr or "", "register")
        _public_tournament(event)
        return directing().registering.register(
            event,
            # with all that was entered: going back to the form for somebody else is another one
            registration_id(app.access.links, event, f"{form.key} {form.digest()}"),
            form.text("name"),
            form.text("club"),
            _whole_number(form.text("rating"), "/rating"),
        )

    return submit(
        write,
        lambda own: f"/events/{event}/own/{own.id}",
        lambda trouble: register_form(event, trouble),
    )


@site.get("/events/<event>/own/<id>")
@anybody
def show_own_entry(event: str, id: str) -> Response:
    """The page of a registration: its rank in the list of those who wait or, once it is accepted, a
    redirect to the entrant's own page."""
    reader, own, number = _own_registration(event, id)
    links = service().access.links
    link = entrant_link(links, event, number) if number else None
    if link is not None and links.revocation(link) is None:
        return go(f"/seat/{links.token(link)}")
    return page(
        "tournament/public/own.html",
        at=reader,
        own=own,
        number=number,
        address=f"{service().address}/events/{event}/own/{id}",
    )


@site.post("/events/<event>/own/<id>")
@anybody
def take_registration_back(event: str, id: str) -> Response:
    """Remove a registration, whose id the sender knows, and redirect to its page. Sent again, it
    changes nothing."""
    _own_registration(event, id)
    directing().registering.remove(event, id)
    return go(f"/events/{event}/own/{id}")


def _own_registration(
    tournament: str, id: str
) -> tuple[TournamentReader, Registration | None, int]:
    """The registration with an id: the tournament, the registration while it waits (else None), and
    the entrant's number once it is accepted (else 0). An unknown id is counted as a failed sign-in,
    which may raise `too-many-requests`; if the tournament is not public, it raises `not-found`."""
    reader, on = _tournament_for_strangers(tournament), directing().registering
    own = next(
        (registration for registration in on.waiting(reader.tournament) if registration.id == id),
        None,
    )
    number = on.entrant(tournament, id)
    if own is None and not number:
        service().meter.count_address(current_request().remote_addr or "", "failed")
        _public_tournament(tournament)
    return reader, own, number


def _tournament_for_strangers(tournament: str) -> TournamentReader:
    """The tournament as strangers would see it, public or not. Raises `not-found` if it does not
    exist."""
    try:
        store = directing().store
        return TournamentReader(store, store.tournament(tournament), director=False)
    except UnknownTournament:
        raise Problem("not-found") from None


def _public_tournament(tournament: str) -> TournamentReader:
    """The tournament as strangers see it. Raises `not-found` unless it is public."""
    reader = _tournament_for_strangers(tournament)
    if not service().subjects["tournament"].public(tournament):
        raise Problem("not-found")
    return reader


def _whole_number(text: str, pointer: str) -> int:
    """The whole number that was entered; 0 for an empty text. Raises `BadRequest`."""
    if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise BadRequest(pointer, Text("Enter a whole number, or nothing."))
    return int(text or 0)


# -- the director's side ---------------------------------------------------------------------------


@page_at("/event")
def show_offer(reader: TournamentReader, trouble: Trouble | None = None) -> Response:
    """The page on which the director decides whether the tournament is public and takes
    registrations, and accepts these."""
    on, app = directing().registering, service()
    offer, address = on.offer(reader.id), f"{app.address}/events/{reader.id}"
    return show_live_page(
        "setup/event",
        reader,
        {
            "offer": offer,
            "asking": on.waiting(reader.tournament),
            "address": address,
            "code": page_qr_svg(address),
            "loopback_host": loopback_host(app.address),
        },
        offer,
        on.waiting(reader.tournament),
        trouble=trouble,
    )


@form_at("/event")
def choose_offer(reader: TournamentReader) -> Response:
    """Set whether the tournament is public, whether it takes registrations, and its places."""

    def write() -> Offer:
        form, on = sent(), directing().registering
        ticked = {name: form.form.get(name) is not None for name in ("public", "registering")}
        offer = Offer(**ticked, places=_whole_number(form.text("places"), "/places"))
        on.choose(reader.id, offer)
        return offer

    return submit(
        write, lambda _: f"{reader.base}/event", lambda trouble: show_offer(reader, trouble)
    )


@form_at("/event/accept")
def accept_registered(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        return directing().registering.accept(order, request.form.get("ids", "").split())

    return process_form(reader, write, "/event", show_offer)


@form_at("/event/remove")
def refuse_registered(reader: TournamentReader) -> Response:
    for id in request.form.get("ids", "").split():
        directing().registering.remove(reader.id, id)
    return go(f"{reader.base}/event")
