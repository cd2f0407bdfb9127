"""Pages about entrants for the director: adding them (typed, pasted or from a CSV file), their
check-in and byes; and each entrant's own page on a phone."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from api.game.subject import game_clerk
from api.tournament.entrants.routes import part_by
from api.tournament.entrants.schemas import AmendEntrant, AskBye, EntrantGiven, Separate
from api.tournament.frame import (
    Write,
    form_at,
    page_at,
    preselected_entrant,
    process_form,
    show_live_page,
    show_page,
)
from api.tournament.links import entrant_link
from api.tournament.public.pages import (
    CrossTableCell,
    cross_table_cell,
    rank_explanation,
    visible_standings,
)
from api.tournament.reading import TournamentReader, own_entrant, read_tournament, seat_links
from api.tournament.rounds.pages import (
    clock_parts,
    clocks_moment,
    finished_tables,
    round_clock,
    table_clocks,
)
from api.tournament.rounds.results import entered_result, result_lines
from api.tournament.rounds.schemas import FileProtest
from api.tournament.subject import directing
from api.web.access.links import link_state, trial_end
from api.web.forms.controls import DrawnControl
from api.web.forms.from_types import StructForm
from api.web.forms.submission import Trouble, attempt
from api.web.pages.pages import go, number_in
from api.web.request.service import caller, service
from domain.game.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.games import match_at
from domain.tournament.entrants.conditions import need_entrant
from domain.tournament.entrants.use_cases import entries_of
from domain.tournament.formats.common import MOST_BYTES
from domain.tournament.refusals import FileRefused
from domain.tournament.standings.outings import outings
from domain.tournament.values import Bye, Entrant

WHO = Sentences("""
name = Name
club = Club
group = Group
rating = Rating
seed_rank = Seed (0: by number)
team = Players of the team (0: as the rules say)
table = Own table, for who cannot move (0: any)
contact = Phone or e-mail (only the director sees it)
""")
ENTERING = StructForm("one", EntrantGiven, WHO)
WHY = {"reason": Text("Reason (only the director sees it)")}
AMENDED = StructForm("amended", AmendEntrant, WHO | WHY)
APART = StructForm(
    "apart",
    Separate,
    {
        "a": Text("Entrant"),
        "b": Text("The other"),
        "club": Text("Or all of this club"),
        "hard": Text("Never pair them"),
        "since": Text("From round"),
        "lifted": Text("Lift it"),
        "reason": Text("Reason"),
    },
    people=("a", "b"),
)


@page_at("/entrants")
def show_entrants(
    reader: TournamentReader,
    trouble: Trouble | None = None,
    notes: Sequence[FileFault] = (),
) -> Response:
    cause = trouble.cause if trouble is not None else None
    return show_page(
        "setup/entrants",
        reader,
        trouble,
        entrants=reader.entrants().entrants,
        fields=_entrant_controls(reader, ENTERING.shown(trouble)),
        teams=_may_be_teams(reader),
        apart_form=APART.shown(trouble),
        faults=cause.faults if isinstance(cause, FileRefused) else (),
        pasted=request.form.get("pasted", "") if trouble else "",
        notes=notes,
    )


@page_at("/find")
def find_entrant(reader: TournamentReader) -> Response:
    """Redirect to the page of the entrant with the name or number in `?text=`; if there is none, to
    the general search for this text."""
    text = request.args.get("text", "")
    entrant = attempt(lambda: need_entrant(reader.tournament, reader.called.number(text, "/text")))
    if isinstance(entrant, Trouble):
        return go(f"/?{urlencode({'text': text})}")
    return go(f"{reader.base}/entrants/{entrant.number}")


@form_at("/entrants")
def add_entrant(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        entrant: EntrantGiven = ENTERING.read(request.form)
        if not entrant.name:
            raise BadRequest("/name", Text("Enter a name."))
        return directing().entering.add(order, [entrant.entry])

    return process_form(reader, write, "/entrants#add", show_entrants)


@form_at("/entrants/import")
def add_from_file(reader: TournamentReader) -> Response:
    """Add the entrants of a CSV file or of pasted text, either all of them or, if there are faults,
    none. Every fault is shown with its line. If columns were ignored, the resulting page lists
    them."""
    file = request.files.get("file")
    data = file.read(MOST_BYTES + 1) if file else b""
    pasted = request.form.get("pasted", "").encode()

    def write(order: Order, _: Confirmation) -> TournamentAnswer | Response:
        # what tells this file sent again from another one
        order = replace(order, request=hashlib.sha256(data or pasted).hexdigest()[:32])
        if data and pasted.strip():
            raise BadRequest("/pasted", Text("Choose a file or paste a list, not both."))
        entries, notes = entries_of(data or pasted)
        answer = directing().entering.add(order, entries)
        return show_entrants(read_tournament(reader.id), notes=notes) if notes else answer

    return process_form(reader, write, "/entrants", show_entrants)


@form_at("/separations")
def keep_apart(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        separation: Separate = APART.read(request.form, reader.called.number)
        return directing().entering.separate(order, separation.apart, separation.reason)

    return process_form(reader, write, "/entrants#apart", show_entrants)


@page_at("/entrants/<int:number>")
def show_entrant(reader: TournamentReader, number: int, trouble: Trouble | None = None) -> Response:
    app, entrant = service(), need_entrant(reader.tournament, number)
    links = app.access.links
    link = entrant_link(
        links,
        reader.id,
        number,
        trial_end(reader.tournament.opened.actor, reader.tournament.opened.at),
    )
    good = link_state(link, links.revocation(link), game_clerk().clock()) == "good"
    shown, t = reader.entrant(entrant), reader.tournament
    last = t.rounds[-1] if t.rounds else None
    return show_page(
        "setup/entrant",
        reader,
        trouble,
        entrant=shown,
        round=last,
        table=last.table_of(number) if last is not None else None,
        amended=_entrant_controls(
            reader, AMENDED.shown(trouble, {name: getattr(shown, name) or "" for name in WHO})
        ),
        link=link if good else None,
    )


@form_at("/entrants/<int:number>")
def amend_entrant(reader: TournamentReader, number: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        amended: AmendEntrant = AMENDED.read(request.form)
        entry = amended.entry
        shown = reader.entrant(need_entrant(reader.tournament, number))
        unchanged = {
            name: ""
            for name in ("name", "contact")
            if getattr(entry, name) == (getattr(shown, name) or "")
        }
        entry = replace(entry, **unchanged)
        return directing().entering.amend(order, number, entry, amended.reason)

    return _process_entrant_form(reader, number, write)


@form_at("/entrants/<int:number>/withdraw")
def withdraw_entrant(reader: TournamentReader, number: int) -> Response:
    on = directing().entering
    return _process_entrant_form(
        reader, number, lambda order, why: on.withdraw(order, number, why.reason)
    )


@form_at("/entrants/<int:number>/reinstate")
def reinstate_entrant(reader: TournamentReader, number: int) -> Response:
    on = directing().entering
    return _process_entrant_form(
        reader, number, lambda order, why: on.reinstate(order, number, why.reason)
    )


@form_at("/entrants/<int:number>/expel")
def expel_entrant(reader: TournamentReader, number: int) -> Response:
    on = directing().entering
    return _process_entrant_form(reader, number, lambda order, why: on.expel(order, number, why))


def _process_entrant_form(reader: TournamentReader, number: int, write: Write) -> Response:
    return process_form(
        reader,
        write,
        f"/entrants/{number}",
        lambda now, trouble: show_entrant(now, number, trouble),
    )


def _may_be_teams(reader: TournamentReader) -> bool:
    """Whether any stage is a challenge, in which entrants can be teams of different sizes."""
    return any(stage.format == "challenge" for stage in reader.tournament.rules.stages)


def _entrant_controls(
    reader: TournamentReader, shown: tuple[DrawnControl, ...]
) -> tuple[DrawnControl, ...]:
    """The controls for an entrant's data, without the team's size if entrants cannot be teams."""
    return tuple(c for c in shown if c.name.rpartition(".")[2] != "team" or _may_be_teams(reader))


BYE = StructForm(
    "bye",
    AskBye,
    {"entrant": Text("Entrant"), "kind": Text("Bye"), "reason": Text("Reason")},
    people=("entrant",),
)


@page_at("/check-in", "check-in")
def show_check_in(reader: TournamentReader, trouble: Trouble | None = None) -> Response:
    t, round = reader.tournament, reader.tournament.next_round
    states = _presence_by_entrant(t, round)
    parts: dict[str, Any] = {
        "round": round,
        "open_now": not t.closed and round <= t.rules.rounds,
        "playing": [entrant for entrant in t.entrants if entrant.number in states],
        "states": states,
        "over": t.checked_in.get(round),
        "byes": [bye for (at_round, _), bye in t.requested_byes.items() if at_round == round],
        "bye": BYE.shown(trouble, {"kind": "half", **preselected_entrant(reader)}),
        "desk": caller().duty != "table",
    }
    return show_live_page("setup/check_in", reader, parts, trouble=trouble)


def _presence_by_entrant(t: Tournament, round: int) -> dict[int, str]:
    """The presence of each entrant who has not left, by number: `present`, `absent`, `unknown`, or
    `away` for an unknown one who was absent in the previous round."""
    there, gone, before = (
        t.present.get(round, ()),
        t.absent.get(round, ()),
        t.absent.get(round - 1, ()),
    )

    def state(n: int) -> str:
        if n in there:
            return "present"
        return "absent" if n in gone else "away" if n in before else "unknown"

    return {each.number: state(each.number) for each in t.entrants if each.status == "in"}


@form_at("/check-in/presence", "check-in")
def note_presence(reader: TournamentReader) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        typed = reader.called.numbers(form.get("numbers", ""), "/numbers", ranges=True)
        named = tuple(dict.fromkeys((*typed, *map(number_in, form.getlist("entrant")))))
        round, present = number_in(form.get("round", "")), form.get("do") != "absent"
        if form.get("do") == "others":
            if named:
                raise BadRequest(
                    "/numbers", Text("First note those whom you typed or ticked, then the others.")
                )
            states = _presence_by_entrant(reader.tournament, round)
            named = tuple(n for n, state in states.items() if state == "unknown")
        return directing().entering.note(order, round, named, present=present)

    return process_form(reader, write, "/check-in", show_check_in)


@form_at("/check-in/close", "check-in")
def close_check_in(reader: TournamentReader) -> Response:
    round, on = number_in(request.form.get("round", "")), directing().entering
    return process_form(
        reader, lambda order, _: on.close_check_in(order, round), "/check-in", show_check_in
    )


@form_at("/check-in/bye", "check-in")
def ask_bye(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        round = number_in(request.form.get("round", ""))
        bye: AskBye = BYE.read(request.form, reader.called.number, round=round)
        return directing().entering.ask_bye(order, bye.entrant, bye.round, bye.kind, bye.reason)

    return process_form(reader, write, "/check-in", show_check_in)


# -- an entrant's own page -------------------------------------------------------------------------


PROTEST = StructForm("protest", FileProtest, {"text": Text("What it is about")})


@page_at("/me", "table")
def show_me(reader: TournamentReader, trouble: Trouble | None = None) -> Response:
    t, me = reader.tournament, _requested_entrant(reader)
    number, following, own = me.number, t.next_round, caller().duty == "table"
    published = [paired for paired in t.rounds if paired.published]
    last = published[-1] if published else None
    table = last.table_of(number) if last is not None else None
    byes = last.byes if last is not None else ()
    order = visible_standings(reader, str(last.round) if last is not None else "0")
    clock = round_clock(reader, last.round) if last is not None else None
    parts: dict[str, Any] = {
        "me": me,
        "round": last,
        "table": table,
        "bye": next((bye for bye in byes if bye.entrant == number), None),
        "seat": table.entrants.index(number) + 1 if table is not None else 0,
        "row": next(row for row in order.rows if row.entrant == number),
        "because": rank_explanation(reader.called, order, number) if last is not None else [],
        **clock_parts(clock),
        "asks": not t.closed
        and following <= t.rules.rounds
        and me.status == "in"
        and following not in t.checked_in,
        "following": following,
        **_allowed_by_phone(t, me),
        "present": number in t.present.get(following, frozenset()),
        "absent": number in t.absent.get(following, frozenset()),
        "binds": own and t.may_bind(number),
        "added": t.parts.get(number),
        "lines": result_lines(table, request.form if trouble else MultiDict()) if table else [],
        "slips": _slips_of_others(reader, table, number),
        "mine": table.slips.get(number) if table is not None else None,
        "games": _own_seats(table, number),
        "going": table is not None
        and last is not None
        and table.missing
        and finished_tables(t, last, [table])["going"],
        "past": list(_past_rounds(reader, published, number)),
        "protest": PROTEST.shown(trouble),
        "as_director": not own,
    }
    moment = clocks_moment(reader, last) if table is not None else ""

    def whole() -> dict[str, Any]:
        clocks = table_clocks(reader, (table,), all=True) if moment and table is not None else {}
        return parts | {"clocks": clocks}

    over = clock is not None and clock.over
    return show_live_page("public/me", reader, whole, number, moment, over, trouble=trouble)


@form_at("/me/here", "table")
def note_own_presence(reader: TournamentReader) -> Response:
    form, number = request.form, _requested_entrant(reader).number
    round, present = number_in(form.get("round", "")), form.get("do") != "absent"
    on, part, own = directing().entering, form.get("commitment", ""), own_entrant() > 0
    return _process_own_form(
        reader,
        lambda order, _: on.note(order, round, [number], present=present, own=own, part=part),
    )


@form_at("/me/plays", "table")
def change_own_participation(reader: TournamentReader) -> Response:
    """Withdraw the entrant, bring them back, ask for a bye or take that back, as far as the rules
    allow it to an entrant's own link. A director who uses the page may do all of it."""
    form, number, on = request.form, _requested_entrant(reader).number, directing().entering
    round, do, own = number_in(form.get("round", "")), form.get("do"), own_entrant() > 0

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        if do in ("out", "back"):
            return (on.withdraw if do == "out" else on.reinstate)(order, number, own=own)
        return on.ask_bye(order, number, round, "none" if do == "play" else "half", own=own)

    return _process_own_form(reader, write)


@form_at("/me/part", "table")
def add_part(reader: TournamentReader) -> Response:
    """Commit the entrant to a part of the seed or, if the form has a `value`, reveal that part."""
    form, parts = request.form, directing().parts

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        number = _requested_entrant(reader).number
        if form.get("value"):
            return parts.show(order, number, form["value"], part_by())
        return parts.bind(order, number, form.get("commitment", ""), part_by())

    return _process_own_form(reader, write)


@form_at("/me/slip", "table")
def report_result(reader: TournamentReader) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        number, round = _requested_entrant(reader).number, number_in(form.get("round", ""))
        table = reader.visible.round(round).table_of(number)
        confirmed = table.slips.get(number_in(form.get("confirms", ""))) if table else None
        result = (
            confirmed[1].result
            if confirmed
            else entered_result(table.number if table is not None else 0, form)
        )
        return directing().results.file_slip(order, round, number, result)

    return _process_own_form(reader, write)


@form_at("/me/game", "table")
def open_next_game(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        last = reader.visible.round(reader.last_round)
        table = last.table_of(_requested_entrant(reader).number)
        number = table.number if table is not None and table.game else 0
        return directing().rounds.open_games(order, last.round, [number])

    return _process_own_form(reader, write)


@form_at("/me/protest", "table")
def protest(reader: TournamentReader) -> Response:
    form = request.form

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        number = _requested_entrant(reader).number
        place = {name: number_in(form.get(name, "")) for name in ("round", "table")}
        protest: FileProtest = PROTEST.read(form, entrant=number, **place)
        return directing().results.protest(
            order,
            number,
            protest.round,
            protest.table,
            protest.text,
            confirmation,
            own=own_entrant() > 0,
        )

    return _process_own_form(reader, write)


def _allowed_by_phone(t: Tournament, me: Entrant) -> dict[str, Any]:
    """What the rules let an entrant do on their own page now, as variables of the template: whether
    they can leave or come back, the rounds for which they can ask for a bye, how many byes they
    have left, and the unpaired rounds for which they have asked."""
    phones, rounds, number = t.rules.phones, range(t.next_round, t.rules.rounds + 1), me.number
    half = [
        at for (at, who), bye in t.requested_byes.items() if (who, bye.kind) == (number, "half")
    ]
    open_now, plays = not t.closed and len(rounds) > 0, me.status == "in"
    free = [
        at
        for at in rounds
        if (at, number) not in t.requested_byes and at not in t.checked_in
        if not phones.until or at <= phones.until
        if t.rules.stages[t.rules.stage_of(at)].format != "knock-out"
    ]
    return {
        "drops_out": open_now and phones.drop_out and plays,
        "comes_back": open_now and phones.come_back and me.status == "withdrawn",
        "bye_rounds": free if open_now and plays and len(half) < phones.byes else (),
        "byes_left": phones.byes - len(half),
        "byes_asked": [at for at in half if at in rounds] if phones.byes and plays else (),
    }


def _requested_entrant(reader: TournamentReader) -> Entrant:
    """The entrant whose page is requested: the entrant of the caller's own link; for a director,
    the entrant with the number `?entrant=` (default: 1)."""
    number = own_entrant() or number_in(request.values.get("entrant", "1"))
    return need_entrant(reader.tournament, number)


def _process_own_form(reader: TournamentReader, write: Write) -> Response:
    whose = "" if own_entrant() else f"?entrant={number_in(request.values.get('entrant', '1'))}"
    return process_form(reader, write, f"/me{whose}", show_me)


def _slips_of_others(
    reader: TournamentReader, table: TableAt | None, number: int
) -> list[tuple[int, str, Any]]:
    """The results that the other entrants at a table reported: each one's number, name and result.
    Empty once the table has a result."""
    if table is None or table.result is not None:
        return []
    return [
        (entrant, reader.called[entrant], slip.result)
        for entrant, (_, slip) in sorted(table.slips.items())
        if entrant != number
    ]


def _own_seats(table: TableAt | None, number: int) -> list[tuple[str, str]]:
    """The seats of an entrant in their table's game: each seat's name and the path of its link."""
    if table is None or not table.game:
        return []
    return [(seat, path) for seat, entrant, path in seat_links(table) if entrant == number and path]


class OwnRound(Struct, frozen=True):
    """An entrant's part in a published round: their table or bye, and how it ended. `seat` is 1 or
    2 at a table of two that played, else 0. `score` is the games won in a match by the entrant and
    by the opponent, then the drawn ones; empty if it is no match."""

    round: RoundAt
    table: TableAt | None
    bye: Bye | None
    ended: CrossTableCell
    seat: int
    score: str


def _past_rounds(
    reader: TournamentReader, published: list[RoundAt], number: int
) -> Iterator[OwnRound]:
    """An entrant's part in each of the `published` rounds, newest first."""
    t, through = reader.tournament, published[-1].round if published else 0
    own = {outing.round: outing for outing in outings(t.field, through).get(number, ())}
    for round in reversed(published):
        table, outing = round.table_of(number), own.get(round.round)
        duel = outing is not None and outing.played and t.rules.stages[outing.stage].duel
        yield OwnRound(
            round=round,
            table=table,
            bye=next((bye for bye in round.byes if bye.entrant == number), None),
            ended=cross_table_cell(reader, outing),
            seat=table.entrants.index(number) + 1 if table is not None and duel else 0,
            score=_games_won_text(table, number) if match_at(t, round).several else "",
        )


def _games_won_text(table: TableAt | None, number: int) -> str:
    result = table.result.exported if table is not None and table.result is not None else None
    if result is None or any(entry.score is None for entry in result.entries):
        return ""
    entries = sorted(result.entries, key=lambda entry: entry.entrant != number)
    drawn = [str(result.drawn)] if result.drawn else []
    return " – ".join([*(entry.shown for entry in entries), *drawn])
