"""What all pages of a tournament share: decorators, rendering, processing of forms, the page that
asks to confirm departures, and names and results in words."""

import unicodedata
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any, Literal
from zlib import crc32

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.tournament.links import Duty
from api.tournament.reading import TournamentReader, may_direct, read_tournament
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.pages.assets import assets_digest as version
from api.web.pages.pages import (
    TOKEN,
    _,
    duty,
    label_of,
    lang,
    needs,
    number_in,
    page,
    same_moment,
    site,
    tell,
)
from api.web.request.service import caller
from domain.game.commands import Order
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.values import PERCENTAGES, Amount, Entry, TableResult, exact

LONGEST = 15  # characters of a fraction that is shown beside its decimals

ASKED_AGAIN = (
    TOKEN,
    "key",
    "seq",
    "times",
    "reason",
    "shown",
    "row",
)  # fields that the page asking for a confirmation does not take over from the form


View = Callable[..., Response]
Again = Callable[[TournamentReader, Trouble], Response]


def page_at(path: str, *duties: Duty) -> Callable[[View], View]:
    """A decorator that routes a page of a tournament, open to its organiser, its director, and
    holders of links with these duties. The view receives the `TournamentReader` of the caller."""
    return _page("GET", path, duties)


def form_at(path: str, *duties: Duty) -> Callable[[View], View]:
    """A decorator that routes a form of a tournament, open to the same callers as in `page_at`."""
    return _page("POST", path, duties)


def _page(method: str, path: str, duties: tuple[Duty, ...]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def opened(tournament: str, **named: Any) -> Response:
            return view(read_tournament(tournament), **named)

        site.route(f"/tournaments/<tournament>{path}", methods=[method])(
            needs("organiser")(duty("director", *duties)(opened))
        )
        return view

    return decorate


Step = Literal["entrants", "advance", "pair", "publish", "results", "close-round", "close", "over"]


class NextStep(Struct, frozen=True):
    """The director's next step in running the tournament, its round (0: none), and the address
    where it is done."""

    step: Step
    round: int
    href: str


def next_step(reader: TournamentReader) -> NextStep:
    t, base = reader.tournament, reader.base
    if t.closed:
        return NextStep("over", 0, f"{base}/paper/final")
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.published:
        return NextStep("publish", last.round, f"{base}/rounds/{last.round}")
    if last is not None and last.missing:
        return NextStep("results", last.round, f"{base}/rounds/{last.round}")
    if last is not None and not last.closed:
        return NextStep("close-round", last.round, f"{base}/rounds/{last.round}#end")
    if t.next_round > t.rules.rounds:
        return NextStep("close", 0, f"{base}/paper/final")
    if len(t.entrants) < 2:
        return NextStep("entrants", 0, f"{base}/entrants")
    stage = t.rules.stage_of(t.next_round)
    if stage and (not t.advanced or t.advanced[-1].stage != stage):
        return NextStep("advance", t.next_round, "#stages")
    return NextStep("pair", t.next_round, f"{base}/rounds/{t.next_round}")


def show_page(
    template: str,
    reader: TournamentReader,
    trouble: Trouble | None = None,
    status: int = 200,
    **parts: Any,
) -> Response:
    """Render a page of a tournament. If a form was refused (`trouble`), the page shows it with its
    entries and the reason."""
    who = caller()
    return page(
        f"tournament/{template}.html",
        trouble.status if trouble else status,
        at=reader,
        t=reader.tournament,
        called=reader.called,
        directs=may_direct(who),
        scores=may_direct(who) or who.duty == "scorer",
        duty=who.duty or "director",
        trouble=trouble,
        form=request.form if trouble else {},
        key=key_of_form_again(trouble),
        said_result=said_result,
        next=next_step(reader) if may_direct(who) else None,
        **parts,
    )


def show_live_page(
    template: str,
    reader: TournamentReader,
    parts: Callable[[], dict[str, Any]] | dict[str, Any],
    *also: object,
    trouble: Trouble | None = None,
) -> Response:
    """Render a page that keeps itself up to date: its script requests it again with the ETag of
    what it shows, and gets 304 while no record was written, no name erased and `also` is the same.
    `parts` may be a function; it is not called for a 304. If a form was refused (`trouble`), the
    page shows its entries."""
    query = request.query_string if request.method == "GET" else b""
    seen = (version(), len(reader.called.erased), caller().duty, lang(), template, query, *also)
    moment = f"{reader.tournament.seq}-{crc32(repr(seen).encode()):x}"
    if not trouble and (same := same_moment(moment)):
        return same
    parts = parts() if callable(parts) else parts
    if trouble:
        return show_page(template, reader, trouble, **parts)
    return show_page(template, reader, moment=moment, **parts)


def preselected_entrant(reader: TournamentReader) -> dict[str, str]:
    """The entrant that the page's address preselects in its forms (`?entrant=`), as the form field
    and its value; empty if there is none."""
    number = number_in(request.args.get("entrant", ""))
    return {"entrant": reader.called.choice(number)} if reader.tournament.entrant(number) else {}


# -- forms -----------------------------------------------------------------------------------------


Write = Callable[[Order, Confirmation], TournamentAnswer | Response]


def process_form(
    reader: TournamentReader,
    write: Write,
    on: str,
    again: Again,
    after: Callable[[TournamentAnswer], str | Response] | None = None,
    what: Callable[[TournamentReader], str] = lambda _: "",
    seen: int = 0,
) -> Response:
    """Process a form: call `write`, then redirect to `on` within the tournament, or to the address
    (or response) that `after` returns.

    If the form is refused, return the page from `again` for the current tournament. If `write`
    needs departures confirmed, return a page that asks for this and contains all entries; `what`
    describes the change on it. `seen` is the record that the sender has seen, if the form has none.
    """

    def refused(trouble: Trouble) -> Response:
        needed, now = trouble.cause, read_tournament(reader.id)
        if isinstance(needed, ConfirmationNeeded):
            return _ask_confirmation(now, needed, reader.base + on, what(now))
        return again(now, _with_entrant_names(now, trouble))

    def do() -> TournamentAnswer | Response:
        form = sent()
        times = min(number_in(form.form.get("times", "")), 2)
        confirmation = Confirmation(times, form.text("reason"), form.form.get("shown", "")[:64])
        return write(form.order(reader.id, seen), confirmation)

    def leads_to(answer: TournamentAnswer) -> str | Response:
        to = after(answer) if after else on
        return reader.base + to if isinstance(to, str) else to

    return submit(do, leads_to, refused)


def with_names(text: Text, called: Callable[[int], str]) -> Text:
    """A text about entrants with their names: in place of "Entrant 3", and in brackets after an
    entrant's number. `called` returns the name for a number, or "" if there is none."""

    def named(place: str, value: Any) -> Any:
        if place == "entrant" and isinstance(value, Text):
            number = value.values.get("number")
            return called(number) if isinstance(number, int) else value
        if type(value) is int and f"ntrant {{{place}}}" in text.written[0]:
            name = called(value)
            return f"{value} ({name})" if name else value
        return value

    return text.with_values({place: named(place, value) for place, value in text.values.items()})


def _with_entrant_names(reader: TournamentReader, trouble: Trouble) -> Trouble:
    """A refusal whose sentences also have the names of the entrants."""
    if not isinstance(trouble.cause, TournamentRefused):
        return trouble
    t = reader.tournament
    text = with_names(
        trouble.cause.text,
        lambda number: (reader.store.name(t, number) or "") if t.entrant(number) else "",
    )
    places = tuple((pointer, tell(text)) for pointer, _ in trouble.at)
    return replace(trouble, text=tell(text), at=places)


def _ask_confirmation(
    reader: TournamentReader, needed: ConfirmationNeeded, back: str, what: str
) -> Response:
    """The page that asks to confirm departures, with their consequences and a reason. If they must
    be confirmed twice, the second page shows the consequences at that time."""
    form: Given = request.form
    times = min(number_in(form.get("times", "")) + 1, needed.times)
    reasoned = bool(form.get("reason", "").strip())
    return page(
        "tournament/confirm.html",
        409,
        at=reader,
        t=reader.tournament,
        what=what,
        consequences=[with_names(text, reader.called.__getitem__) for text in needed.consequences],
        needed=needed,
        times=times if reasoned else 1,
        second=times == 2 and reasoned,
        fields=[(name, value) for name, value in form.items(multi=True) if name not in ASKED_AGAIN],
        reason=form.get("reason", ""),
        missing="times" in form and not reasoned,
        seq=form.get("seq") or reader.tournament.seq,
        key=key_of_form_again(None),
        back=back,
        action=request.path,
    )


# -- words -----------------------------------------------------------------------------------------


def said_result(reader: TournamentReader, table: TableAt, result: TableResult | None = None) -> str:
    """A result of a table (default: its own) in a line: `1. Ada (12), 2. Blaise`; for two who
    played `Ada beat Blaise`, or a draw. Empty if there is none."""
    result = result or (table.result.exported if table.result is not None else None)
    if result is None:
        return ""
    if result.kind in ("adjourned", "double-forfeit"):
        return label_of("results-kind", result.kind)
    if len(result.entries) == 2 and not any(entry.absent for entry in result.entries):
        first, second = sorted(result.entries, key=lambda entry: entry.place)
        names = {"first": reader.called[first.entrant], "second": reader.called[second.entrant]}
        drawn = first.place == second.place
        line = (
            _("{first} and {second} drew", **names)
            if drawn
            else _("{first} beat {second}", **names)
        )
        scores = [entry.shown for entry in (first, second) if entry.score is not None]
        scores += [str(result.drawn)] if result.drawn else []
        over = ", " + _("time over") if result.time_over else ""
        return line + (f" ({' – '.join(scores)}{over})" if len(scores) > 1 else "")
    lines = []
    for entry in sorted(result.entries, key=lambda e: (e.place, table.entrants.index(e.entrant))):
        score = f" ({entry.shown})" if entry.score is not None else ""
        gone = " – " + _("absent") if entry.absent else ""
        place = (
            f"{entry.place}. " if len(table.entrants) > 1 else ""
        )  # alone at a table, nobody is placed
        lines.append(f"{place}{reader.called[entry.entrant]}{score}{gone}")
    return " · ".join(lines)


@site.app_template_global()
def entries_in_seat_order(table: TableAt) -> list[Entry]:
    """The entries of a table's result in the order of its seats; results taken from slips have
    another order."""
    entries = table.result.exported.entries if table.result is not None else ()
    return sorted(entries, key=lambda entry: table.entrants.index(entry.entrant))


@site.app_template_global()
def by_hand_text(round: RoundAt) -> str:
    """A sentence that names the tables seated by hand, and the byes if they were given by hand;
    empty if the engine made all of them."""
    tables = ", ".join(str(number) for number in sorted(round.by_hand) if number)
    if not tables:
        return _("The byes are given by hand.") if round.by_hand else ""
    if 0 in round.by_hand:
        return _("Seated by hand: tables {tables}, and the byes.", tables=tables)
    return _("Seated by hand: tables {tables}.", tables=tables)


@site.app_template_global()
def shown_value(value: Amount, what: str = "", *, whole: bool = False) -> str:
    """A value as people read it: whole, with ½, or with two decimals; with one decimal if `what` is
    a percentage; a dash if it is empty. With `whole`, decimals are followed by the exact fraction,
    or by an ellipsis if that is long."""
    if not value:
        return "–"
    points = exact(value)
    comma = "," if lang() == "fr" else "."
    if what in PERCENTAGES or what in ("share-won", "floor"):
        tenths = (points * 2000 + 1) // 2
        space = "\u00a0" if lang() == "fr" else ""
        shown = f"{tenths // 10}{comma}{tenths % 10}{space}%"
        return f"{shown} ({value})" if whole and len(value) <= LONGEST else shown
    ones, rest = divmod(abs(points), 1)
    sign = "−" if points < 0 else ""
    if rest == 0:
        return f"{sign}{ones}"
    if rest == Fraction(1, 2):
        return f"{sign}{ones or ''}½"
    cents = (abs(points) * 200 + 1) // 2
    shown = f"{sign}{cents // 100}{comma}{cents % 100:02}"
    if not whole:
        return shown
    return f"{shown} ({value})" if len(value) <= LONGEST else f"{shown}…"


def seats_by_name(reader: TournamentReader, round: RoundAt) -> list[tuple[str, int, int, int]]:
    """A line for each entrant of a round, sorted by name: name, number, table and seat. Table and
    seat are 0 for a bye."""
    seated = [
        (reader.called[number], number, table.number, seat)
        for table in round.tables
        for seat, number in enumerate(table.entrants, 1)
    ]
    away = [(reader.called[bye.entrant], bye.entrant, 0, 0) for bye in round.byes]
    return sorted((*seated, *away), key=lambda line: name_key(line[0]))


@site.app_template_global()
def name_parts(name: str) -> tuple[str, str, str]:
    """A name in three parts, which together are the name. The second is the surname by which lists
    are sorted: the part before a comma (`Last, First`), the first word if only that is in capitals
    (`LAST First`), else the last word that begins with a letter (`First Last`)."""
    first, comma, _rest = name.partition(",")
    words = name.split()
    if not comma:
        capital = len(words) > 1 and words[0].isupper() and not words[-1].isupper()
        lettered = [word for word in words if word[0].isalpha()]
        first = words[0] if capital or not lettered else lettered[-1]
    at = name.rindex(first)
    return name[:at], first, name[at + len(first) :]


def name_key(name: str) -> tuple[str, str]:
    """The sort key of a name: the surname, then the rest, without accents and case, so that
    Évariste comes between Emmy and Zu; then the name itself, to distinguish equal ones."""
    before, surname, after = name_parts(name)
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", f"{surname} {before}{after}".casefold())
        if not unicodedata.combining(letter)
    )
    for letters, sorted_as in (
        ("œ", "oe"),
        ("æ", "ae"),
        ("ø", "o"),
        ("ł", "l"),
        ("đ", "d"),
        ("ð", "d"),
        ("þ", "th"),
    ):
        plain = plain.replace(letters, sorted_as)
    return plain, name
