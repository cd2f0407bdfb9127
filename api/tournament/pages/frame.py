"""What every page of a tournament is made with: the tournament as its reader may see it, the names
of its entrants, forms that are taken, and the confirmation that a departure from the rules asks
for."""

import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from zlib import crc32

from flask import Response, request
from msgspec import Struct

from api.tournament.reading import TournamentReader
from api.tournament.request import reader
from api.web.forms.controls import Given
from api.web.forms.submission import Sent, Trouble, key_again, sent, submit
from api.web.pages.pages import PART, lang, number_in, page, say, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.refusals import ConfirmationNeeded
from domain.tournament.values import Amount, TableResult, exact

LONGEST = 15  # characters of a fraction that is shown beside its decimals

ASKED_AGAIN = (
    "form_token",
    "key",
    "seq",
    "times",
    "reason",
    "shown",
)  # fields of a form that its confirmation asks for anew


class Called(dict[int, str]):
    """What entrants are called, by number: a name that was erased, or never given, is the number.
    Each is read once a page."""

    def __init__(self, at: TournamentReader) -> None:
        super().__init__()
        self._at = at

    def __missing__(self, number: int) -> str:
        desk = service().tournaments.desk
        self[number] = said = desk.name(self._at.tournament, number) or say(
            "event.nameless", number=number
        )
        return said


class Here(Struct, frozen=True):
    reader: TournamentReader
    title: str
    called: Called

    @property
    def t(self) -> Tournament:
        return self.reader.tournament

    @property
    def base(self) -> str:
        return f"/tournaments/{self.t.id}"

    @property
    def rounds(self) -> tuple[RoundAt, ...]:
        return tuple(one for one in self.t.rounds if caller().directs or one.published)


def here(tournament: str) -> Here:
    """The tournament that an address names, as the caller may see it; raises
    `UnknownTournament`."""
    found = reader(tournament)
    return Here(
        found, service().tournaments.desk.title(found.tournament) or tournament, Called(found)
    )


def show(
    template: str, at: Here, trouble: Trouble | None = None, status: int = 200, **parts: Any
) -> Response:
    """A page of a tournament. A form that was refused is shown with what was entered, and why."""
    who = caller()
    given = request.form if trouble else {}
    return page(
        f"tournament/{template}.html",
        trouble.status if trouble else status,
        at=at,
        t=at.t,
        called=at.called,
        directs=who.directs,
        scores=who.directs or who.duty == "scorer",
        duty=who.duty or "director",
        trouble=trouble,
        form=given,
        key=key_again(trouble),
        said_result=said_result,
        **parts,
    )


def live(template: str, at: Here, *also: object, **parts: Any) -> Response:
    """A page that renews itself: its script asks for it again with the ETag of what it shows, and
    is answered with nothing as long as nothing was recorded and nobody's name was erased. `also`:
    what else it shows."""
    return live_later(template, at, lambda: parts, *also)


def live_later(
    template: str, at: Here, parts: Callable[[], dict[str, Any]], *also: object
) -> Response:
    """A page that renews itself (`live`), whose parts are worked out only where something is
    answered."""
    erased = len(list(service().clerk.key_values.keys("erased")))
    seen = (erased, caller().duty, lang(), request.full_path, *also)
    etag = f'"{at.t.seq}-{crc32(repr(seen).encode()):x}"'
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    answer = show(template, at, etag=etag, **parts())
    answer.headers["ETag"] = etag
    return answer


# -- forms -----------------------------------------------------------------------------------------


Write = Callable[[Order, Confirmation], TournamentAnswer]


def take(
    tournament: str,
    write: Write,
    on: str,
    again: Callable[[Trouble], Response],
    after: Callable[[TournamentAnswer], str] | None = None,
    what: Callable[[Here], str] = lambda _: "",
) -> Response:
    """Take the form that was sent: write, and lead `on`, or to where `after` says; or show its page
    again. What departs from the rules and is not confirmed is asked about on a page of its own,
    with everything that was entered, and `what` becomes what."""

    def refused(trouble: Trouble) -> Response:
        needed = trouble.cause
        return (
            _ask(tournament, needed, on, what)
            if isinstance(needed, ConfirmationNeeded)
            else again(trouble)
        )

    def do() -> TournamentAnswer:
        one = sent()
        return write(one.order(tournament), _confirmed(one))

    return submit(do, after or (lambda _: on), refused)


def _confirmed(one: Sent) -> Confirmation:
    return Confirmation(
        min(number_in(one.form.get("times", "")), 2),
        one.text("reason"),
        one.form.get("shown", "")[:64],
    )


def _ask(
    tournament: str, needed: ConfirmationNeeded, back: str, what: Callable[[Here], str]
) -> Response:
    """The page that asks to confirm: what departs from the rules, what would come of it, and why it
    is done all the same. What has to be confirmed twice is asked for a second time once it was
    confirmed, with its consequences as they are then."""
    given: Given = request.form
    times = min(number_in(given.get("times", "")) + 1, needed.times)
    reasoned = bool(given.get("reason", "").strip())
    fields = [(name, value) for name, value in given.items(multi=True) if name not in ASKED_AGAIN]
    at = here(tournament)
    return page(
        "tournament/confirm.html",
        409,
        at=at,
        what=what(at),
        consequences=[text.with_names(at.called.__getitem__) for text in needed.consequences],
        needed=needed,
        times=1 if not reasoned else times,
        second=times == 2 and reasoned,
        fields=fields,
        reason=given.get("reason", ""),
        missing="times" in given and not reasoned,
        seq=given.get("seq", "0"),
        key=key_again(None),
        back=back,
        action=request.path,
    )


# -- words -----------------------------------------------------------------------------------------


def said_result(at: Here, table: TableAt, result: TableResult | None = None) -> str:
    """A table's result in a line: `1. Ada (12), 2. Blaise`; at a table of two the winner, or that
    they drew."""
    found = result or (table.result.exported if table.result is not None else None)
    if found is None:
        return ""
    if found.kind in ("adjourned", "double-forfeit"):
        return say(f"results.kind-{found.kind}")
    lines = []
    for entry in sorted(
        found.entries, key=lambda one: (one.place, table.entrants.index(one.entrant))
    ):
        score = f" ({entry.score})" if entry.score is not None else ""
        gone = f" – {say('results.absent')}" if entry.absent else ""
        place = (
            f"{entry.place}. " if len(table.entrants) > 1 else ""
        )  # alone at a table, nobody is placed
        lines.append(f"{place}{at.called[entry.entrant]}{score}{gone}")
    return " · ".join(lines)


@site.app_template_global()
def shown_value(value: Amount) -> str:
    """A value as people read it: whole, as a half, or with two decimals and the fraction beside it,
    unless that is long; a dash where a key says nothing."""
    if not value:
        return "–"
    found = exact(value)
    whole, rest = divmod(abs(found), 1)
    sign = "−" if found < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    cents = (abs(found) * 200 + 1) // 2
    comma = "," if lang() == "fr" else "."
    shown = f"{sign}{cents // 100}{comma}{cents % 100:02}"
    return f"{shown} ({value})" if len(value) <= LONGEST else f"{shown}…"


def seats_by_name(at: Here, round: RoundAt) -> list[tuple[str, int, int, int]]:
    """Names with the entrant's number, table and seat; table 0 for who has a bye."""
    seated = [
        (at.called[number], number, one.number, seat)
        for one in round.tables
        for seat, number in enumerate(one.entrants, 1)
    ]
    away = [(at.called[bye.entrant], bye.entrant, 0, 0) for bye in round.byes]
    return sorted((*seated, *away), key=lambda one: name_key(one[0]))


def name_key(name: str) -> tuple[str, str]:
    """What names are sorted by: letters without accents and case first, so that Évariste stands
    between Emmy and Zu; then the name itself, so that the order is always one."""
    plain = "".join(
        one
        for one in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(one)
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
