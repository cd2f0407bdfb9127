"""The pages `/organise`, `/record`, `/look` and `/disputes`: searching games, closing several,
opening one, a title's demonstration; and games with open claims."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any
from zlib import crc32

from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.cards import GameCard, game_cards, load_game_card
from api.game.dice import SetUpRolls, set_up_rolls
from api.game.opening.opening_form import (
    MOST_TABLES,
    OpeningChoices,
    entered_opening,
    entered_time_control,
    opening_choices,
    shown_options,
    shown_time_control,
)
from api.game.opening.own_sheet import (
    OWN,
    SHEET,
    draw_up_sheet,
    entered_sheet,
    example_grid,
    is_drawn_up,
    ready_made_sheets,
    sheet_controls,
)
from api.game.search import (
    ASKED,
    MalformedDay,
    found_page,
    games_csv,
    midnight_of_field,
    query_in_address,
    usual_separator,
)
from api.game.sheet import RefusedEntry, Sheet, sheet_from_grid
from api.game.subject import game_clerk
from api.web.access.links import Link, trial_end
from api.web.forms.controls import DrawnControl, Given, whole_number
from api.web.forms.submission import (
    Sent,
    Trouble,
    attempt,
    faults_within,
    key_of_form_again,
    sent,
    submit,
)
from api.web.pages.pages import (
    _,
    anybody,
    fresh_key,
    go,
    keep_link,
    lang,
    needs,
    number_in,
    page,
    same_moment,
    site,
    tell,
)
from api.web.problems.problem import Problem
from api.web.request.service import caller, count_trial, service
from domain.game.clerk.demonstrations import demonstrate, demonstration_id
from domain.game.commands import Answer, Opening, Order, game_id, setting_for
from domain.game.names import checked_name
from domain.game.refusals import UnknownCatalog
from domain.game.seats.use_cases import Seats
from domain.game.store.catalogs import Catalogs
from domain.kernel.commitments import MOST
from domain.kernel.faults import Fault
from domain.kernel.log import WitnessState
from domain.kernel.refusals import BadRequest
from domain.kernel.registry import TRIAL
from domain.kernel.text import Text, listed, same
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import BadOpening, Setting, open_setting
from projections.boards.positions import read_summary
from projections.search.query import Page, Query

LISTED = 60  # Games on a page: a hall's tables.

BRANCHES = ("no", "only", "all")
DAYS = ("opened_from", "opened_to", "updated_from", "updated_to")
MORE = (
    "player",
    "irregular",
    "open_claim",
    "tag",
    *DAYS,
    "branches",
)  # Search fields that are folded up at first.


class SearchResult(Struct, frozen=True):
    """The result of a search: games as cards, the next page's cursor (empty: none), and the total
    (None: not known)."""

    games: list[GameCard]
    after: str
    total: int | None


@site.get("/organise")
@needs("organiser")
def organise() -> Response:
    """The organiser's page: open games, and search the games that were opened.

    Its script requests it again and again, with the ETag of what it shows. While no record is
    written and no witness changes its state, such a request only reads the newest record's id and
    the witnesses' states, and gets 304."""
    witnesses = _failing_witnesses()
    witnesses_digest = crc32(repr(witnesses).encode())
    moment = f"{game_clerk().recorder.max_notification_id() or 0}-{witnesses_digest:x}"
    if same := same_moment(moment):
        return same
    wrong = ""
    try:
        search_page: Page = found_page(caller(), _requested_query(), soon=True)
    except MalformedDay as e:
        wrong, search_page = e.name, Page((), "", None)
    return page(
        "game/opening/page.html",
        422 if wrong else 200,
        moment=moment,
        titles=[(id, registry.ruleset(id).about) for id in registry.ids()],
        witnesses=witnesses,
        operates=caller().role == "operator",
        found=SearchResult(game_cards(search_page, caller()), search_page.after, search_page.total),
        criteria=request.args,
        searched=any(request.args.get(name) for name in (*ASKED, *MORE)),
        more=any(request.args.get(name) for name in MORE),
        wrong=wrong,
        unreadable=search_page.unreadable,
    )


@site.get("/organise/games.csv")
@needs("organiser")
def export_games() -> Response:
    """The games that the search finds, as a CSV file; for a malformed day, the search page, which
    names the field."""
    try:
        return games_csv(caller(), _requested_query(), lang(), usual_separator(lang()))
    except MalformedDay:
        return organise()


def _failing_witnesses() -> tuple[WitnessState, ...]:
    book = service().receipts.book
    try:
        return (
            tuple(witness for witness in book.witness_states() if witness.state != "ok")
            if book
            else ()
        )
    except PersistenceError:  # the log cannot be read, which `/readyz` says
        return ()


def _requested_query() -> Query:
    """The search that the address describes. Choices that are not offered are ignored; a malformed
    date raises `MalformedDay`."""
    args = request.args
    tag, branches = args.get("tag", "").strip()[:64], args.get("branches", "")
    return replace(
        query_in_address(args, LISTED),
        tags=(tag,) if tag else (),
        opened_from=midnight_of_field(args, "opened_from"),
        opened_before=midnight_of_field(args, "opened_to", later=1),
        updated_from=midnight_of_field(args, "updated_from"),
        updated_before=midnight_of_field(args, "updated_to", later=1),
        branches=branches if branches in BRANCHES else "no",
    )


class GameToClose(Struct, frozen=True):
    """A game on the page that closes games: its card, the record that closed it with this form (0:
    none), or why it could not be closed."""

    card: GameCard
    done: int = 0
    trouble: Trouble | None = None

    @property
    def ticked(self) -> bool:
        """Whether its box is ticked at first: the game has ended and no claim is open."""
        return self.card.game.status == "ended" and not self.card.game.open_claims


@site.get("/organise/close")
@needs("organiser")
def look_at_closings() -> Response:
    return _closings_page(
        [
            GameToClose(load_game_card(id))
            for id in _distinct_own_games(request.args.getlist("game"))
        ]
    )


@site.post("/organise/close")
@needs("organiser")
def close_games() -> Response:
    """Close the ticked games. A game stays open if something was recorded since the page was shown.
    If the form is sent twice, each is closed once."""
    submission, clerk = sent(), game_clerk()
    form, ticked, closings = (
        submission.form,
        _distinct_own_games(submission.form.getlist("game")),
        list[GameToClose](),
    )

    def close(order: Order) -> Answer:
        return clerk.close_game(order, submission.text("text")[:MOST])

    for id in _distinct_own_games(form.getlist("shown")):
        if id not in ticked:
            closings.append(GameToClose(load_game_card(id)))
            continue
        order = Order(
            id,
            number_in(form.get(f"seq-{id}", "")),
            caller().id,
            f"{submission.key}-{id}",
            submission.digest(),
        )
        answer = attempt(partial(close, order))
        closed = 0 if isinstance(answer, Trouble) else answer.record.seq
        closings.append(
            GameToClose(load_game_card(id), closed, answer if isinstance(answer, Trouble) else None)
        )
    return _closings_page(closings)


def _distinct_own_games(ids: list[str]) -> list[str]:
    """The distinct ids among `ids`, at most twice `MOST_TABLES`. Raises `not-covered` if a game is
    not the caller's."""
    own, who = list(dict.fromkeys(ids))[: 2 * MOST_TABLES], caller()
    for id in own:
        if who.role != "operator" and not service().subjects["game"].owned(id, who.id):
            raise Problem("not-covered")
    return own


def _closings_page(result: list[GameToClose]) -> Response:
    result.sort(key=lambda item: (item.card.table == 0, item.card.table))
    return page(
        "game/opening/close.html",
        found=result,
        key=fresh_key(),
        longest=MOST,
        words=request.form.get("text", ""),
    )


SEATS, SHOWN = 12, 4  # Names that can be given, and those that are asked for at once.
CLAIMED, EARLIER = (
    20,
    3,
)  # Games of each kind on the page of disputes; own sheets that the form offers again.


@site.get("/record")
@needs("organiser")
def record_form() -> Response:
    return _record_form_page(request.args)


@site.post("/record")
@needs("organiser")
def open_recorded_game() -> Response:
    form = request.form
    if form.get("do") in ("more", "example"):
        return _record_form_page(form)
    return submit(
        lambda: _open_and_seat(sent(), *_recorded_opening(form)),
        _play_address,
        lambda trouble: _record_form_page(form, trouble),
    )


@site.post("/record/<ruleset>")
@needs("organiser")
def begin(ruleset: str) -> Response:
    """Open a game of a title with all defaults, and redirect to its page. `/organise/open` offers
    the choices."""
    opening_choices(ruleset)

    def open_with_choices(trouble: Trouble) -> Response:
        return go(f"/organise/open?ruleset={ruleset}")

    return submit(
        lambda: _open_and_seat(sent(), Opening(ruleset=ruleset)), _play_address, open_with_choices
    )


@site.post("/look/<ruleset>")
@anybody
def open_demonstration(ruleset: str) -> Response:
    """Redirect to the title's demonstration game. If it does not exist yet, it is played first.
    There is one for each title, whoever asks and however often."""
    opening_choices(ruleset)
    demonstrate(game_clerk(), ruleset)
    return go(f"/games/{demonstration_id(ruleset)}?at=1")


@site.post("/try/sheet")
@anybody
def try_sheet() -> Response:
    """Open a trial game on a score sheet for somebody without a key, who gets a link to all its
    seats. If the form is sent twice, one game is opened."""
    form, clerk = sent(), game_clerk()
    count_trial("game", game_id(TRIAL, form.key))
    named = dict(ready_made_sheets())
    sheet = form.text("sheet") if form.text("sheet") in named else next(iter(named))
    name = _("Trial: {what}", what=tell(named[sheet]))
    opening = Opening(ruleset=SHEET, catalog=sheet, name=name, tags=(TRIAL,))
    game = clerk.open_game(opening, TRIAL, form.key, form.digest()).state
    links, opened = service().access.links, game.opened
    seats = tuple(seat.id for seat in opened.seats if seat.role == "player")
    link = Link("", game.id, "seat", seats, trial_end(TRIAL, opened.at))
    answer = go(_play_address(game.id))
    keep_link(answer, game.id, links.token(links.issue(link, opened.at, TRIAL, form.key, "").link))
    return answer


@site.get("/disputes")
@needs("organiser")
def disputes() -> Response:
    claimed = game_cards(found_page(caller(), Query(open_claim=True, limit=CLAIMED)), caller())
    disputed = {card.game.id for card in claimed}
    played = found_page(caller(), Query(status="open", limit=CLAIMED))
    return page(
        "game/opening/disputes.html",
        claimed=claimed,
        live=[card for card in game_cards(played, caller()) if card.game.id not in disputed],
        unreadable=played.unreadable,
    )


def _play_address(game: str) -> str:
    return f"/games/{game}/play"


def _open_and_seat(form: Sent, opening: Opening, names: Iterable[str] = (), key: str = "") -> str:
    """Open a game and seat its players (`names` in seat order; `""`: nobody). Returns its id. A
    repeated form opens no second one. `key` distinguishes several games of one form."""
    clerk, who, key, digest = game_clerk(), caller().id, key or form.key, form.digest()
    game = clerk.open_game(opening, who, key, digest).state
    seats = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    for seat, name in zip(seats, names, strict=False):
        if name:
            seq = clerk.game(game.id).seq
            Seats(clerk).take(Order(game.id, seq, who, f"{key}-{seat}", digest), seat, name)
    return game.id


# -- a game of one's own ---------------------------------------------------------------------------


def _recorded_opening(form: Given) -> tuple[Opening, tuple[str, ...]]:
    """The opening and the players' names in a form. Raises `Problem` with all faults. If a sheet
    was drawn up in the form, it is stored once everything else is valid."""
    wrong: list[Fault] = []
    names, name = tuple(_entered_names(form, wrong)), _game_name(form, wrong)
    drawn = draw_up_sheet(form) if is_drawn_up(form) else None
    wrong += drawn.wrong if drawn else ()
    if wrong:
        errors = [{"pointer": fault.pointer, "detail": fault.text} for fault in wrong]
        raise Problem("invalid-fields", wrong[0].text, pointer=wrong[0].pointer, errors=errors)
    clock = entered_time_control(form)
    catalog = _store_sheet(drawn.file, len(names)) if drawn else form.get("sheet", "default")
    opening = Opening(
        ruleset=SHEET,
        catalog=catalog,
        name=name,
        players=len(names) or None,
        time_control=clock,
    )
    return opening, names


def _game_name(form: Given, wrong: list[Fault]) -> str:
    try:
        return checked_name(form.get("game", ""))
    except BadRequest as e:
        wrong.append(Fault("/game", e.text))
        return ""


def _entered_names(form: Given, wrong: list[Fault]) -> Iterator[str]:
    for n in range(1, SEATS + 1):
        try:
            if name := checked_name(form.get(f"name-{n}", "")):
                yield name
        except BadRequest as e:
            wrong.append(Fault(f"/name-{n}", e.text))


def _store_sheet(file: bytes, players: int) -> str:
    """Check that a sheet can be opened for `players` players (0: its own number), and store it.
    Returns its SHA-256. Every organiser can see stored sheets, so `file` must not name the game
    (`draw_up_sheet` leaves it out)."""
    try:
        open_setting(registry.ruleset(SHEET), Catalog(file), {}, players or None)
    except BadOpening as e:
        raise BadRequest(e.pointer, e.text) from None
    return Catalogs(game_clerk().key_values).keep(file, caller().id)[0].catalog.sha256


def _earlier_sheets(chosen: str) -> dict[str, str]:
    """Sheets that organisers drew up or uploaded, as names by SHA-256: the `chosen` one, and those
    of the caller's last games."""
    clerk = game_clerk()
    ready = {catalog.sha256 for catalog in registry.ruleset(SHEET).catalogs().values()}
    sheets: dict[str, str] = {}
    if re.fullmatch("[0-9a-f]{64}", chosen) and chosen not in ready:
        with suppress(UnknownCatalog):
            sheets[chosen] = Catalogs(clerk.key_values).find(chosen).catalog.edition
    for game in map(read_summary, found_page(caller(), Query(ruleset=SHEET, limit=CLAIMED)).items):
        sheet = clerk.game(game.id).setting
        if sheet.catalog.sha256 not in ready and len(sheets) < EARLIER:
            lines = ", ".join(tell(category.name) for category in sheet.values.categories[:SHOWN])
            sheets.setdefault(
                sheet.catalog.sha256,
                f"{tell(game.name)} ({lines})",
            )
    return sheets


def _example_sheet(form: Given) -> Sheet | None:
    """The sheet drawn up in the form so far, filled in with example numbers; None if it is not
    valid."""
    drawn = draw_up_sheet(form) if "key" in form and is_drawn_up(form) else None
    grid = example_grid(drawn.file) if drawn and not drawn.wrong else None
    return sheet_from_grid(grid, lang(), RefusedEntry()) if grid else None


def _controls_by_field(row: tuple[DrawnControl, ...]) -> dict[str, DrawnControl]:
    return {control.name.rpartition(".")[2]: control for control in row}


def _record_form_page(form: Given, trouble: Trouble | None = None) -> Response:
    sheet = sheet_controls().row(OWN, entered_sheet(form), faults_within(trouble, f"/{OWN}"))
    titles = [(id, registry.ruleset(id).about) for id in registry.ids() if id != SHEET]
    filled = max((n for n in range(1, SEATS + 1) if form.get(f"name-{n}")), default=0)
    return page(
        "game/opening/record.html",
        trouble.status if trouble else 200,
        trouble=trouble,
        given=form,
        clock=shown_time_control(form, trouble),
        key=key_of_form_again(trouble),
        sheets=ready_made_sheets(),
        example=_example_sheet(form),
        earlier=_earlier_sheets(form.get("sheet", "")),
        sheet=_controls_by_field(sheet),
        named=_controls_by_field,
        titles=titles,
        seats=SEATS,
        shown=max(SHOWN, filled),
    )


MOST_NUMBERED = 9_999


class TableToOpen(Struct, frozen=True):
    """A table whose game is to be opened: its number (0: none), its opening, its players' names in
    seat order, and its rolls for the set-up."""

    number: int
    opening: Opening
    names: list[str]
    rolls: SetUpRolls = SetUpRolls()


@site.get("/organise/open")
@needs("organiser")
def opening_form() -> Response:
    return _open_form_page(opening_choices(request.args.get("ruleset", "")), request.args)


@site.post("/organise/open")
@needs("organiser")
def open_games() -> Response:
    """Open a game for each of the requested tables. Nothing is opened until all tables are valid
    and have their rolls. If the form is sent twice, the games are opened once."""
    form = request.form
    offers = opening_choices(form.get("ruleset", ""))

    def write() -> list[str] | Response:
        submission, tables = sent(), _tables_to_open(form, offers)
        if any(table.rolls.values is None for table in tables):
            return _open_form_page(offers, form, tables=tables)
        return [
            _open_and_seat(
                submission,
                replace(table.opening, values=table.rolls.values or ()),
                table.names,
                f"{submission.key}-{n}",
            )
            for n, table in enumerate(tables, start=1)
        ]

    def links_address(opened: list[str]) -> str:
        return "/organise/links?" + "&".join(f"game={id}" for id in opened)

    return submit(write, links_address, lambda trouble: _open_form_page(offers, form, trouble))


def _tables_to_open(form: Given, offers: OpeningChoices) -> list[TableToOpen]:
    many = _number(form, "tables", 1, MOST_TABLES) or 1
    first = _number(form, "first", 1, MOST_NUMBERED) or int(many > 1)
    opening = entered_opening(form, offers)
    setting = setting_for(opening, game_clerk().key_values)[2]
    seated = _names_of_tables(form.get("names", ""), many, setting)
    tables = []
    for n in range(many):
        number = first + n if first else 0
        table_opening = (
            replace(opening, tags=(*opening.tags, f"table {number}")) if number else opening
        )
        tables.append(
            TableToOpen(
                number,
                table_opening,
                seated[n],
                set_up_rolls(table_opening, form, f"values-{n + 1}"),
            )
        )
    return tables


def _names_of_tables(value: str, tables: int, setting: Setting) -> list[list[str]]:
    """The players' names by table, in seat order, from a text with a line for each table and names
    separated by commas. An empty name leaves a seat empty. Raises `BadRequest`."""
    seats = [seat.id for seat in setting.seat_specs if seat.role == "player"]
    lines = value.rstrip().splitlines()
    if len(lines) > tables:
        raise BadRequest(
            "/names",
            Text(
                "There are {count} lines of names for {tables} tables: give one line a table.",
                count=len(lines),
                tables=tables,
            ),
        )
    by_table: list[list[str]] = []
    for number, line in enumerate(lines, start=1):
        try:
            names = [checked_name(name) for name in line.split(",")]
        except BadRequest as e:
            raise BadRequest(
                "/names", Text("Line {number}: {text}", number=number, text=e.text)
            ) from None
        if len(names) > len(seats):
            raise BadRequest(
                "/names",
                Text(
                    "Line {number} has {count} names for {count2} seats.",
                    number=number,
                    count=len(names),
                    count2=len(seats),
                ),
            )
        by_table.append(names)
    return [*by_table, *([] for _ in range(tables - len(by_table)))]


def _number(form: Given, name: str, least: int, most: int) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    number = whole_number(text)
    if isinstance(number, int) and least <= number <= most:
        return number
    raise BadRequest(
        f"/{name}",
        Text(
            "Enter a whole number from {least} to {most}, not {text}.",
            least=least,
            most=most,
            text=text[:40],
        ),
    )


def _open_form_page(
    offers: OpeningChoices,
    form: Given,
    trouble: Trouble | None = None,
    tables: list[TableToOpen] | None = None,
) -> Response:
    status = trouble.status if trouble else 422 if tables else 200
    parts: dict[str, Any] = {
        "trouble": trouble,
        "tables": tables or [],
        "given": form,
        "seats": _seat_names(offers),
        "options": shown_options(offers, form, trouble),
        "clock": shown_time_control(form, trouble),
    }
    return page(
        "game/opening/open.html", status, offers=offers, key=key_of_form_again(trouble), **parts
    )


def _seat_names(offers: OpeningChoices) -> Text:
    opening = Opening(ruleset=offers.rules.id, players=offers.rules.about.seats[-1])
    setting = setting_for(opening, game_clerk().key_values)[2]
    return listed(
        tuple(seat.name for seat in setting.seat_specs if seat.role == "player"), same("–")
    )
