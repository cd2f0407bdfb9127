"""Pages about results: typed, taken from a game, corrected, re-opened; penalties, protests, and the
effects of corrections."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from api.game.dice import SetUpRolls, set_up_rolls
from api.game.subject import game_clerk
from api.tournament.frame import (
    Write,
    form_at,
    page_at,
    preselected_entrant,
    process_form,
    said_result,
    show_live_page,
    show_page,
)
from api.tournament.reading import TournamentReader, may_direct, read_tournament
from api.tournament.rounds.pages import finished_tables, show_round, table_token
from api.tournament.rounds.schemas import FileProtest, Penalise
from api.tournament.subject import directing
from api.web.forms.controls import Given
from api.web.forms.from_types import StructForm
from api.web.forms.submission import Trouble, amount, attempt, sent
from api.web.pages.pages import PART, _, go, number_in
from api.web.request.service import caller
from domain.game.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.games import match_at, opening_of
from domain.tournament.entrants.use_cases import whole_numbers
from domain.tournament.records import EXTERNAL, Effect, ResultCorrected
from domain.tournament.refusals import TournamentRefused
from domain.tournament.results.correction_effects import Ranked, correction_effects
from domain.tournament.rounds.conditions import need_table
from domain.tournament.rounds.seating import undecided
from domain.tournament.standings.ranking import Row
from domain.tournament.values import Entry, ResultKind, TableResult, score_in

MOST = 500  # tables whose results are taken from one form
RUN = re.compile("[1-9]{2,}")  # places of the seats without spaces, such as 2143
SCORE = re.compile(
    r"(\d\d?)[ :,;–-]+(\d\d?)(?:[ :,;–-]+(\d\d?))?", re.ASCII
)  # games won, and drawn
SEATED = re.compile("score-([0-9]{1,6})")  # a field that a form has for everybody at a table


class ResultLine(Struct, frozen=True):
    """An entrant's line in a table's form: the place and the points as text, and whether the
    entrant was absent."""

    entrant: int
    place: str
    score: str
    absent: bool


@form_at("/rounds/<int:round>/quick", "scorer")
def take_quickly(reader: TournamentReader, round: int) -> Response:
    """Take the result that was typed for a table in the form for all tables (`_result_in_order`),
    and redirect to the next table without a result."""

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        result = _result_in_order(reader, round, request.form)
        return _take_result(order, round, result.table, result, confirmation)

    def on(answer: TournamentAnswer) -> str | Response:
        if request.headers.get(PART):
            return show_round(read_tournament(reader.id), round)
        paired, table = answer.tournament.round(round), int(request.form["table"])
        left = paired.missing if paired is not None else ()
        following = next((number for number in left if number > table), left[0] if left else 0)
        return f"/rounds/{round}" + (
            f"?table={following}#t-{following}" if following else "#tables"
        )

    def again(now: TournamentReader, trouble: Trouble) -> Response:
        typed = attempt(
            lambda: _with_computed_places(now, round, _result_in_order(now, round, request.form))
        )
        number = number_in(request.form.get("table", ""))
        paired, table = now.round_and_table(round, number)
        if table is not None and table.result is not None and table.result.exported == typed:
            # both desks say the same
            to = f"{now.base}/rounds/{round}#t-{number}"
            return show_round(now, round) if request.headers.get(PART) else go(to)
        trouble = _add_others_entry(now, round, number, trouble)
        if paired is None and not may_direct(caller()):
            last = now.last_round
            return (
                show_round(now, last, trouble)
                if last
                else show_page("rounds/no_rounds", now, trouble)
            )
        return show_round(now, round, trouble)

    seen = _newest_seen(reader, round, number_in(request.form.get("table", "")))
    return process_form(reader, write, f"/rounds/{round}", again, on, seen=seen)


def _add_others_entry(
    reader: TournamentReader, round: int, number: int, trouble: Trouble
) -> Trouble:
    """The refusal `trouble` of a table's result. If somebody else has withdrawn the round, entered
    a result or changed the table meanwhile, its sentence says so."""
    paired, table = reader.round_and_table(round, number)
    if paired is None and round <= reader.tournament.next_round:
        sentence = _(
            "Round {round} was withdrawn meanwhile: the result of table {table} was not taken.",
            round=round,
            table=number,
        )
    elif trouble.slug != "stale" or table is None:
        return trouble
    elif table.result is not None:
        sentence = _(
            "Table {table} has a result meanwhile: {result}. Yours was not taken: the director "
            "corrects what is wrong.",
            table=number,
            result=said_result(reader, table),
        )
    else:
        sentence = _(
            "Table {table} was changed meanwhile: see who sits there, and enter its result again.",
            table=number,
        )
    return replace(trouble, title=_("Somebody else was faster"), text=sentence, at=())


@form_at("/rounds/<int:round>/finished")
def take_finished(reader: TournamentReader, round: int) -> Response:
    """Take the results of the tables that the form lists as finished, each from its game. If a
    table is refused, the others are still taken; the page shows the first refusal."""
    form, results, refused = sent(), directing().results, None
    for table in whole_numbers(form.form.get("tables", ""), "/tables")[:MOST]:
        order = form.order(reader.id)
        order = replace(order, key=f"{order.key}-{table}")
        answer = attempt(partial(results.take, order, round, table))
        refused = refused or (answer if isinstance(answer, Trouble) else None)
    if refused:
        return show_round(read_tournament(reader.id), round, refused)
    return go(f"{reader.base}/rounds/{round}#tables")


@form_at("/rounds/<int:round>/tables/<int:table>/result", "scorer")
def take_result(reader: TournamentReader, round: int, table: int) -> Response:
    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        return _take_result(order, round, table, _typed_result(table), confirmation)

    return _process_table_form(reader, round, table, write)


@form_at("/rounds/<int:round>/tables/<int:table>/correct")
def correct_result(reader: TournamentReader, round: int, table: int) -> Response:
    """Replace a result that was taken by another one. The page that asks to confirm this shows its
    consequences."""
    form = request.form

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        return directing().results.correct(
            order,
            round,
            table,
            cast(Effect, form.get("effect", "")),
            _typed_result(table),
            confirmation,
            agreed=form.get("agreed") is not None,
        )

    def becomes(reader: TournamentReader) -> str:
        seated, result = need_table(reader.visible.round(round), table), _typed_result(table)
        now = (
            said_result(reader, seated, _with_computed_places(reader, round, result))
            if result is not None
            else ""
        )
        return _(
            "Correction of table {table}: {now} (was: {before}).",
            table=table,
            now=now or _("as its game says now"),
            before=said_result(reader, seated),
        )

    return _process_table_form(reader, round, table, write, becomes)


@form_at("/rounds/<int:round>/tables/<int:table>/game")
def open_table_game(reader: TournamentReader, round: int, table: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        paired = reader.visible.round(round)
        rolled = _next_game_rolls(reader, paired, need_table(paired, table), request.form)
        if rolled.values is None:
            raise BadRequest(
                "/values",
                Text("Enter everything that table {table} rolled for its set-up.", table=table),
            )
        return directing().rounds.open_games(order, round, [table], rolled.values)

    return _process_table_form(reader, round, table, write)


@form_at("/rounds/<int:round>/tables/<int:table>/reopen")
def reopen_table(reader: TournamentReader, round: int, table: int) -> Response:
    on = directing().results
    return _process_table_form(
        reader, round, table, lambda order, why: on.reopen(order, round, table, why)
    )


@page_at("/rounds/<int:round>/tables/<int:table>", "scorer")
def show_table(
    reader: TournamentReader, round: int, table: int, trouble: Trouble | None = None
) -> Response:
    paired, directs = reader.visible.round(round), may_direct(caller())
    if paired.table(table) is None:
        return go(f"{reader.base}/rounds/{round}")
    seated = need_table(paired, table)
    slips = [
        (reader.called[entrant], slip.result, seq)
        for entrant, (seq, slip) in sorted(seated.slips.items())
    ]
    result = seated.result.exported if seated.result is not None else None
    over: dict[str, Any] = finished_tables(reader.tournament, paired, [seated])
    entered = request.form if trouble else MultiDict()
    return show_page(
        "rounds/table",
        reader,
        trouble,
        round=paired,
        table=seated,
        lines=result_lines(seated, entered),
        kind=entered.get("kind") or (result.kind if result is not None else "played"),
        slips=slips if directs or caller().duty == "scorer" else [],
        **over,
        several=match_at(reader.tournament, paired).several,
        rolled=_next_game_rolls(reader, paired, seated, entered).asked if directs else (),
        last=paired is reader.tournament.rounds[-1],
        later=reader.tournament.rounds[-1].round - round,
        source=seated.result.body.source if seated.result is not None else "",
        undecided=undecided(reader.tournament, paired),
    )


# -- what was entered ------------------------------------------------------------------------------


def entered_result(table: int, form: Given) -> TableResult:
    """A table's result as entered in a form; entrants without a place have place 0. Raises
    `BadRequest`."""
    kind = cast(ResultKind, form.get("kind", "played"))
    seated = dict.fromkeys(int(field[1]) for name in form if (field := SEATED.fullmatch(name)))
    if kind == "adjourned":
        return TableResult(table, (), kind)
    if kind == "double-forfeit":
        return TableResult(table, tuple(Entry(n, 1, absent=True) for n in seated), kind)
    drawn = typed_score(form.get("drawn", ""), "/drawn") or 0
    return TableResult(
        table,
        tuple(
            Entry(
                line.entrant,
                number_in(line.place),
                typed_score(line.score, f"/entries/{line.entrant}"),
                line.absent,
            )
            for line in (_entered_line(number, form) for number in seated)
        ),
        kind,
        drawn if isinstance(drawn, int) else -1,
        form.get("time-over") is not None,
    )


def _with_computed_places(reader: TournamentReader, round: int, result: TableResult) -> TableResult:
    """A result in which places 0 are replaced by the ranks that follow from the points."""
    return directing().games.with_places(reader.tournament, reader.visible.round(round), result)


def _typed_result(table: int) -> TableResult | None:
    """The result typed in the current form; None if the form says to take it from the game."""
    form = request.form
    return None if form.get("do") == "game" else entered_result(table, form)


def typed_score(text: str, pointer: str) -> int | str | None:
    """The typed victory points, which may be a fraction; None for an empty text. Raises
    `BadRequest` at the JSON pointer."""
    points = amount(text, pointer)
    return None if points is None else score_in(points)


def result_lines(table: TableAt, form: Given) -> list[ResultLine]:
    """The lines of a table's form, one for each entrant: as entered, else as in the current
    result."""
    if any(name.startswith(("place-", "score-")) for name in form) or "winner" in form:
        return [_entered_line(number, form) for number in table.entrants]
    result = table.result.exported if table.result is not None else None
    known = {entry.entrant: entry for entry in result.entries} if result is not None else {}
    return [
        ResultLine(
            entrant,
            str(entry.place) if entry else "",
            entry.shown if entry else "",
            entry.absent if entry else False,
        )
        for entrant, entry in ((number, known.get(number)) for number in table.entrants)
    ]


def _entered_line(number: int, form: Given) -> ResultLine:
    place, winner = form.get(f"place-{number}", "").strip(), form.get("winner", "")
    if not place and winner:
        place = "1" if winner in ("draw", str(number)) else "2"
    return ResultLine(
        number,
        place,
        form.get(f"score-{number}", "").strip(),
        form.get(f"absent-{number}") is not None,
    )


def _result_in_order(reader: TournamentReader, round: int, form: Given) -> TableResult:
    """The result that was typed in one line for a table (`table`). Raises `BadRequest`.

    It is the rank of each seat in order (`places`: `2 1 3`, `213`), its points (`scores`), or both;
    without ranks, these follow from the points (place 0). At a table of two, `1` or `2` names the
    winner, `=` a draw. For a match it is the games that each won, `2 1` or `21`, then how many were
    drawn."""
    number = number_in(form.get("table", ""))
    if not number:
        raise BadRequest("/table", Text("Enter the number of a table."))
    paired = reader.visible.round(round)
    table, typed = need_table(paired, number), form.get("places", "").replace("½", "=").strip()
    if match_at(reader.tournament, paired).several:
        return _match_in_order(table, form)
    places: tuple[int, ...]
    if len(table.entrants) == 2 and typed in ("1", "2", "="):
        places = {"1": (1, 2), "2": (2, 1), "=": (1, 1)}[typed]
    elif len(typed) == len(table.entrants) and RUN.fullmatch(typed):
        places = tuple(map(int, typed))
    else:
        places = whole_numbers(typed, "/places")
    words = [word.strip(",") for word in form.get("scores", "").replace(";", " ").split()]
    if len(words) == 1 < len(table.entrants):  # commas part them, unless they are decimal commas
        words = words[0].split(",")
    scores = tuple(typed_score(word, "/scores") for word in words)
    if not typed and scores:
        places = (0,) * len(scores)
    for pointer, entered in (("/places", places), ("/scores", scores or places)):
        if len(entered) != len(table.entrants):
            raise BadRequest(
                pointer,
                Text(
                    "Table {number} has {count} seats: enter a number for each, in their order.",
                    number=number,
                    count=len(table.entrants),
                ),
            )
    lines = zip(table.entrants, places, scores or (None,) * len(places), strict=True)
    return TableResult(number, tuple(Entry(*line) for line in lines))


def _match_in_order(table: TableAt, form: Given) -> TableResult:
    typed = form.get("scores", "").strip()
    said = SCORE.fullmatch(" ".join(typed) if typed.isdecimal() and len(typed) < 4 else typed)
    if said is None:
        raise BadRequest(
            "/scores",
            Text(
                "Table {number}: enter the games that each seat won, such as 2 1; behind them how many "
                "were drawn, such as 1 1 1.",
                number=table.number,
            ),
        )
    won = zip(table.entrants, (0, 0), map(int, said.group(1, 2)), strict=True)
    entries = tuple(Entry(*line) for line in won)
    drawn, over = int(said[3] or 0), form.get("time-over") is not None
    return TableResult(table.number, entries, drawn=drawn, time_over=over)


# -- inside ----------------------------------------------------------------------------------------


def _take_result(
    order: Order, round: int, table: int, result: TableResult | None, confirmation: Confirmation
) -> TournamentAnswer:
    return directing().results.take(
        order, round, table, result, confirmation, only_published=not may_direct(caller())
    )


def _process_table_form(
    reader: TournamentReader,
    round: int,
    table: int,
    write: Write,
    what: Callable[[TournamentReader], str] = lambda _: "",
) -> Response:
    return process_form(
        reader,
        write,
        f"/rounds/{round}#t-{table}",
        lambda now, why: show_table(now, round, table, why),
        what=what,
        seen=_newest_seen(reader, round, table),
    )


def _newest_seen(reader: TournamentReader, round: int, number: int) -> int:
    """The newest record that counts as seen by the sender of a form with a table's token (`row`):
    the tournament's newest if the table is still in the state of the token, else 1, so that the
    form is refused as stale. 0 if the form has no token."""
    if "row" not in request.form:
        return 0
    paired, table = reader.round_and_table(round, number)
    stands = paired and table and table_token(paired, table) == request.form["row"]
    return reader.tournament.seq if stands else 1


def _next_game_rolls(
    reader: TournamentReader, round: RoundAt, table: TableAt, form: Given
) -> SetUpRolls:
    """The rolls that a table's next game needs for its set-up, as entered in the form. There are
    none if no game can be opened at the table, or its dice are not rolled by hand."""
    t = reader.tournament
    if (
        t.opened.ruleset == EXTERNAL
        or t.opened.chance != "table"
        or (table.game and not match_at(t, round).several)
        or table.result is not None
        or t.closed
    ):
        return SetUpRolls()
    players = t.rules.stages[round.stage].seats or len(table.entrants)
    return set_up_rolls(opening_of(t, round, players), form, "roll")


# -- rulings ---------------------------------------------------------------------------------------


PENALTY = StructForm(
    "penalty",
    Penalise,
    {
        "entrant": Text("Entrant"),
        "points": Text("Points, such as 1 or 1/2"),
        "reason": Text("Reason"),
    },
    people=("entrant",),
)
PROTEST = StructForm(
    "protest",
    FileProtest,
    {
        "entrant": Text("Entrant"),
        "round": Text("Round"),
        "table": Text("Table"),
        "text": Text("What it is about"),
    },
    people=("entrant",),
)


@page_at("/rulings")
def show_rulings(reader: TournamentReader, trouble: Trouble | None = None) -> Response:
    whole = reader.whole()
    last = reader.tournament.rounds[-1].round if reader.tournament.rounds else 1
    parts: dict[str, Any] = {
        "corrections": _corrections(reader),
        "penalties": whole.penalties,
        "protests": whole.protests,
        "penalty": PENALTY.shown(trouble, {"points": "1", **preselected_entrant(reader)}),
        "protest": PROTEST.shown(trouble, {"round": last, **preselected_entrant(reader)}),
    }
    return show_page("rounds/rulings", reader, trouble, **parts)


@form_at("/penalties")
def give_penalty(reader: TournamentReader) -> Response:

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        penalty: Penalise = PENALTY.read(request.form, reader.called.number)
        return directing().results.penalise(order, penalty.entrant, penalty.points, penalty.reason)

    return process_form(reader, write, "/rulings#penalties", show_rulings)


@form_at("/penalties/<int:penalty>/lift")
def lift_penalty(reader: TournamentReader, penalty: int) -> Response:
    return process_form(
        reader,
        lambda order, confirmation: directing().results.lift(order, penalty, confirmation.reason),
        "/rulings#penalties",
        show_rulings,
    )


@form_at("/protests")
def file_protest(reader: TournamentReader) -> Response:
    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        protest: FileProtest = PROTEST.read(request.form, reader.called.number)
        return directing().results.protest(
            order, protest.entrant, protest.round, protest.table, protest.text, confirmation
        )

    return process_form(reader, write, "/rulings#protests", show_rulings)


@form_at("/protests/<int:protest>/decide")
def decide_protest(reader: TournamentReader, protest: int) -> Response:
    """Uphold a protest or reject it. The result does not change by this: it is corrected
    separately."""

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        text, upheld = request.form.get("text", ""), request.form.get("do") == "uphold"
        return directing().results.decide(order, protest, text, upheld=upheld)

    return process_form(reader, write, "/rulings#protests", show_rulings)


WHOLE = 40  # entrants of whom the whole order is shown; of more, those who are elsewhere


class RankThenAndNow(Struct, frozen=True):
    """The rows at one position of the standings: as published (`then`), and with the corrected
    result (`now`)."""

    then: Row | None
    now: Row | None


@page_at("/corrections", "scorer", "check-in", "table", "screen")
def show_corrections(reader: TournamentReader) -> Response:
    return show_live_page("rounds/corrections", reader, {"corrections": _corrections(reader)})


def _corrections(reader: TournamentReader) -> list[tuple[int, Any, Any]]:
    return [
        (seq, body, _corrected_table(reader, body)) for seq, body in corrections_of(reader)[::-1]
    ]


@page_at("/corrections/<int:record>", "scorer", "check-in", "table", "screen")
def show_correction(reader: TournamentReader, record: int) -> Response:
    corrected = next((body for seq, body in corrections_of(reader) if seq == record), None)
    if corrected is None:
        raise TournamentRefused(
            Text("Record {record} corrects no result.", record=record), "/record"
        )
    effects = correction_effects(reader.store, reader.id, record)
    parts: dict[str, Any] = {
        "effects": effects,
        "body": corrected,
        "table": _corrected_table(reader, corrected),
        "reason": reason_of(corrected),
        "ranked": [
            (ranked, _ranks_then_and_now(ranked))
            for ranked in effects.ranked
            if reader.was_shown(ranked.round, ranked.record or record - 1)
        ],
        "paired": [
            again for again in effects.paired if reader.was_shown(again.round, again.record)
        ],
    }
    return show_page("rounds/correction", reader, **parts)


def _corrected_table(reader: TournamentReader, body: ResultCorrected) -> TableAt | None:
    """The table of a corrected result; None if its round was withdrawn."""
    paired = reader.tournament.round(body.round)
    return paired.table(body.result.table) if paired is not None else None


def corrections_of(reader: TournamentReader) -> list[tuple[int, ResultCorrected]]:
    return [
        (noted.seq, noted.body)
        for noted in reader.visible.noted()
        if isinstance(noted.body, ResultCorrected)
    ]


def reason_of(corrected: ResultCorrected) -> str:
    """The words of a correction's reason; empty if it has none or the caller may not direct."""
    return (
        (game_clerk().words(corrected.reason) or "")
        if may_direct(caller()) and corrected.reason
        else ""
    )


def _ranks_then_and_now(ranked: Ranked) -> list[RankThenAndNow]:
    """The standings before and after a correction, beside each other; in long ones, only the
    positions that another entrant holds now."""
    pairs = [
        RankThenAndNow(then, now)
        for then, now in zip(ranked.then.rows, ranked.now.rows, strict=True)
    ]
    if len(pairs) <= WHOLE:
        return pairs
    return [
        pair
        for pair in pairs
        if pair.then is None or pair.now is None or pair.then.entrant != pair.now.entrant
    ][: 2 * WHOLE]
