"""Pages about tournaments for organisers: listing and opening them, their rules, the director's
desk, and links to hand out."""

import hashlib
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.admin.pages import loopback_host
from api.game.opening.opening_form import (
    OpeningChoices,
    opening_choices,
    opening_fields,
    shown_options,
)
from api.game.subject import game_clerk
from api.tournament import rules_form
from api.tournament.frame import form_at, page_at, process_form, show_live_page, show_page
from api.tournament.reading import TournamentReader, changes_by_own_link, seat_links, tournaments_of
from api.tournament.routes import checked_opening, duty_links, revoke_link
from api.tournament.subject import directing
from api.web.access.links import Link, link_state, page_qr_svg
from api.web.body import read_as
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.pages.pages import (
    _,
    anybody,
    fresh_key,
    go,
    keep_link,
    label_of,
    needs,
    number_in,
    page,
    site,
)
from api.web.request.parameters import cursor_in
from api.web.request.service import caller, count_trial, service
from domain.game.commands import Order
from domain.kernel.registry import TRIAL
from domain.titles import registry
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import TableAt
from domain.tournament.aggregate.wishes import LONGEST, TournamentOpening
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.games import seats_and_entrants
from domain.tournament.formats.common import MOST_BYTES
from domain.tournament.lifecycle.report_files import MOST_AT_ONCE, report_of, understood
from domain.tournament.records import EXTERNAL
from domain.tournament.rounds.conditions import need_round, need_table


@page_at("")
def show_desk(reader: TournamentReader, trouble: Trouble | None = None) -> Response:
    """The page of the director's desk. Its script requests it again and again."""
    t, whole = reader.tournament, reader.whole()
    parts: dict[str, Any] = {
        "rounds": whole.rounds,
        "rules": rules_form.rules_in_words(t.rules),
        "phoned": changes_by_own_link(reader, t.next_round - 1),
        "waiting": [protest for protest in t.protests if not protest.decided],
        "departures": whole.departures,
        "offered": [
            (offer, need_table(need_round(t, offer.round), offer.table)) for offer in whole.offered
        ],
        "stages": len(t.rules.stages) > 1,
        "lots": [reader.called[number] for number in t.lots],
    }
    offers = [(offer.game, offer.seq) for offer in whole.offered]
    return show_live_page("desk", reader, parts, offers, trouble=trouble)


@form_at("/lots")
def draw_lots(reader: TournamentReader) -> Response:
    return process_form(reader, directing().rounds.draw_lots, "#lots", show_desk)


@form_at("/advance")
def advance(reader: TournamentReader) -> Response:
    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        declined = reader.called.numbers(request.form.get("declined", ""), "/declined", ranges=True)
        return directing().rounds.advance(order, declined, confirmation)

    return process_form(reader, write, "", show_desk)


@form_at("/close")
def close_tournament(reader: TournamentReader) -> Response:
    return process_form(reader, directing().whole.close, "", show_desk)


LISTED = 24  # tournaments on a page


@site.get("/organise/tournaments")
@needs("organiser")
def list_own_tournaments(trouble: Trouble | None = None) -> Response:
    listed = tournaments_of(caller(), cursor_in(request.args.get("after", "")), LISTED)
    titles = [(id, registry.ruleset(id).about) for id in registry.ids()]
    return page(
        "tournament/setup/list.html",
        tournaments=listed.items,
        after=listed.after,
        unreadable=listed.unreadable,
        titles=titles,
        key=fresh_key(),
        trouble=trouble,
        faults=getattr(trouble.cause, "faults", ()) if trouble is not None else (),
        status=trouble.status if trouble is not None else 200,
    )


@site.post("/organise/tournaments/report-file")
@needs("organiser")
def open_from_a_report_file() -> Response:
    file = request.files.get("file")
    data = file.read(MOST_BYTES + 1) if file else b""

    def write() -> Response:
        report_file, submission = report_of(data, most=MOST_AT_ONCE), sent()
        digest = hashlib.sha256(data).hexdigest()[:32]
        opened = directing().report_files.open(report_file, caller().id, submission.key, digest)
        report = understood(report_file)
        return page("tournament/setup/imported.html", id=opened.id, report=report)

    return submit(write, str, list_own_tournaments)


@site.get("/organise/tournaments/open")
@needs("organiser")
def tournament_form() -> Response:
    return _opening_page(request.args.get("ruleset", "") or EXTERNAL, request.args)


@site.post("/organise/tournaments")
@needs("organiser")
def open_own_tournament() -> Response:
    form = request.form
    ruleset = form.get("ruleset", "") or EXTERNAL
    if form.get("do") == "more" or "preset" in form:
        return _opening_page(ruleset, form)
    offers = _game_choices(ruleset)

    def write() -> TournamentAnswer:
        submission = sent()
        entered = {"title": submission.text("title"), "rules": rules_form.entered_data(form)}
        if offers is not None:
            entered |= opening_fields(form, offers)
            entered.pop("players", None)  # the rules say how many sit at a table
            entered |= {name: form.get(name) is not None for name in ("seals", "public")}
        wish = checked_opening(read_as(TournamentOpening, entered))
        return directing().whole.open(wish, caller().id, submission.key, submission.digest())

    return submit(
        write,
        lambda answer: f"/tournaments/{answer.tournament.id}",
        lambda trouble: _opening_page(ruleset, form, trouble),
    )


@site.post("/try/tournament")
@anybody
def try_tournament() -> Response:
    """Open a trial tournament for somebody without a key, who gets its director's link. If the form
    is sent twice, one is opened."""
    form = sent()
    count_trial("tournament", directing().store.new_id(TRIAL, form.key))
    entered = {
        "title": _("Trial tournament"),
        "rules": rules_form.preset_rules("duels", EXTERNAL),
        "tags": [TRIAL],
    }
    wish = checked_opening(read_as(TournamentOpening, entered))
    t = directing().whole.open(wish, TRIAL, form.key, form.digest()).tournament
    answer = go(f"/tournaments/{t.id}")
    keep_link(answer, t.id, service().access.links.token(duty_links(t)[0]))
    return answer


@page_at("/rules")
def show_rules(
    reader: TournamentReader, trouble: Trouble | None = None, *, entered: bool = False
) -> Response:
    value = (
        rules_form.entered_data(request.form)
        if entered
        else msgspec.to_builtins(reader.tournament.rules)
    )
    return show_page(
        "setup/rules",
        reader,
        trouble,
        **rules_form.rules_variables(value, trouble),
        longest=LONGEST,
    )


@form_at("/rules")
def change_rules(reader: TournamentReader) -> Response:
    if request.form.get("do") == "more":
        return show_rules(reader, entered=True)

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        return directing().whole.amend(order, rules_form.entered_rules(request.form), confirmation)

    return process_form(
        reader, write, "", lambda now, trouble: show_rules(now, trouble, entered=True)
    )


def _game_choices(ruleset: str) -> OpeningChoices | None:
    """The options with which a title's games can be opened; None if the tournament has no title."""
    return opening_choices(ruleset) if ruleset != EXTERNAL else None


def _opening_page(ruleset: str, entered: Given, trouble: Trouble | None = None) -> Response:
    """The page with the form for opening a tournament, with the rules and options `entered`."""
    offers = _game_choices(ruleset)
    if "key" not in entered:
        entered = MultiDict({"undo": "consent", **entered.to_dict()})
    chosen, typed = entered.get("preset", ""), "key" in entered
    read = typed and not chosen
    value = rules_form.entered_data(entered) if read else rules_form.preset_rules(chosen, ruleset)
    return page(
        "tournament/setup/open.html",
        trouble.status if trouble else 200,
        offers=offers,
        entered=entered,
        trouble=trouble,
        ruleset=ruleset,
        presets=tuple(rules_form.PRESETS) if offers is None else (),
        chosen=chosen or ("" if typed else "duels"),
        **rules_form.rules_variables(value, trouble),
        options=shown_options(offers, entered, trouble) if offers else (),
        key=key_of_form_again(trouble),
        longest=LONGEST,
    )


CARDS = 24  # cards of entrants on a page


class LinkCard(Struct, frozen=True):
    """A link on the page of links to hand out: its owner's name, the owner's number as an entrant
    (0: none), and its address (empty if it has expired or was revoked)."""

    link: Link
    whose: str
    entrant: int
    address: str


class SeatCard(Struct, frozen=True):
    """A seat of a table's game: its entrant's name and number, the seat's name, and its link's
    address and QR code (both empty if the link was revoked)."""

    whose: str
    entrant: int
    seat: str
    address: str
    code: str


@page_at("/links")
def show_links(reader: TournamentReader) -> Response:
    whole = [
        link
        for link in duty_links(reader.tournament)
        if caller().role in ("organiser", "operator") or link.duty != "director"
    ]
    duties = [_link_card(reader, link) for link in whole if not link.speaks_for]
    own = [link for link in whole if link.speaks_for]
    last = max(1, -(-len(own) // CARDS))
    number = min(max(number_in(request.args.get("page", "1")), 1), last)
    cards = [_link_card(reader, link) for link in own[(number - 1) * CARDS : number * CARDS]]
    return show_page(
        "setup/links",
        reader,
        duties=duties,
        cards=cards,
        number=number,
        last=last,
        loopback_host=loopback_host(service().address),
    )


@page_at("/rounds/<int:round>/seats")
def print_seats(reader: TournamentReader, round: int) -> Response:
    """The page that prints the links to the seats of a round's games."""
    shown = reader.visible.round(round)
    linked = [table for table in shown.tables if table.linked is not None]
    on_page = max(1, CARDS // max((len(seats_and_entrants(table)) for table in linked), default=1))
    last = max(1, -(-len(linked) // on_page))
    number = min(max(number_in(request.args.get("page", "1")), 1), last)
    tables = [
        (table, _seat_cards(reader, table))
        for table in linked[(number - 1) * on_page : number * on_page]
    ]
    return show_page(
        "setup/seats",
        reader,
        round=shown,
        tables=tables,
        number=number,
        last=last,
        loopback_host=loopback_host(service().address),
    )


@site.post("/tournaments/<tournament>/links/<link>/revoke")
@needs("organiser")
def revoke_duty(tournament: str, link: str) -> Response:
    """Revoke a link to the tournament, and return to the page of links."""
    revoke_link(tournament, link)
    return go(f"/tournaments/{tournament}/links")


def _seat_cards(reader: TournamentReader, table: TableAt) -> list[SeatCard]:
    seats = []
    for seat, entrant, path in seat_links(table):
        address = path and service().address + path
        code = page_qr_svg(address) if address else ""
        seats.append(SeatCard(reader.called[entrant], entrant, seat, address, code))
    return seats


def _link_card(reader: TournamentReader, link: Link) -> LinkCard:
    app = service()
    links = app.access.links
    good = link_state(link, links.revocation(link), game_clerk().clock()) == "good"
    entrant = int(link.speaks_for[0]) if link.speaks_for else 0
    whose = reader.called[entrant] if entrant else label_of("duties", link.duty or "")
    return LinkCard(link, whose, entrant, f"{app.address}/seat/{links.token(link)}" if good else "")
