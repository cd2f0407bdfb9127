"""The pages of a round: its pairing and tables, games and clocks, hall, and closing."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, partial
from typing import Any

from flask import Response, request
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from api.game.search import found_page
from api.game.seat_clocks import SeatClock, seat_clocks
from api.game.subject import game_clerk
from api.hall.pages import (
    HallTable,
    State,
    WaitingDecision,
    hall_state_text,
    is_about_time,
    names_to_act,
    table_of,
    tables_by_state,
)
from api.tournament.frame import (
    Write,
    form_at,
    page_at,
    process_form,
    said_result,
    show_live_page,
    show_page,
)
from api.tournament.reading import TournamentReader, changes_by_own_link, may_direct, why_unreadable
from api.tournament.rounds.beacon import beacon_round_after, beacon_round_time, fetch_signature
from api.tournament.schemas import DepartureAt
from api.tournament.subject import directing
from api.web.forms.submission import Trouble, number
from api.web.pages.pages import PART, _, go, label_of, lang, number_in
from api.web.pages.parts import digest
from api.web.request.service import caller
from domain.game.aggregate.game import Game
from domain.game.commands import Order
from domain.game.refusals import UNREADABLE
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.text import Text
from domain.titles.contract.time_control import clock_text
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.citations import pairing_paragraph
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.games import match_at, result_of_games, seats_and_entrants
from domain.tournament.results.conditions import may_type_over
from domain.tournament.results.offered import offered
from domain.tournament.rounds.seating import left_out, playing, undecided
from domain.tournament.values import Cost, Match, PairingReason
from projections.boards.positions import SeatAt, Summary, read_summary, summary_of
from projections.search.query import MOST, Query

BLOCK = 8  # tables whose rows are a part of the page


class RoundClock(Struct, frozen=True):
    """A round's clock now: the seconds left (negative: over), and whether it runs."""

    seconds: int
    running: bool

    @property
    def over(self) -> bool:
        return self.seconds < 0

    @property
    def words(self) -> str:
        """The time left as text: `1:05:00`, `4:59`, or `−0:30` when the time is over."""
        return clock_text(self.seconds)


class ExplainedPairing(Struct, frozen=True):
    """How a round was paired: the record of the pairing (`record`, `body`), its cost, and notes by
    table (0: on the round). Tables that were changed since have no notes, and then the round has no
    cost."""

    record: int
    body: r.RoundPaired
    cost: tuple[Cost, ...]
    notes: Mapping[int, tuple[PairingReason, ...]]


@page_at("/rounds", "scorer", "check-in", "table", "screen")
def show_last_round(reader: TournamentReader) -> Response:
    """Redirect to the last round that the reader may see. If there is none, a director is
    redirected to the round to be paired; others get a page that says so."""
    if reader.rounds:
        return go(f"{reader.base}/rounds/{reader.rounds[-1].round}")
    return (
        go(f"{reader.base}/rounds/1")
        if may_direct(caller())
        else show_page("rounds/no_rounds", reader)
    )


@page_at("/rounds/<int:round>", "scorer", "check-in", "table", "screen")
def show_round(reader: TournamentReader, round: int, trouble: Trouble | None = None) -> Response:
    t, directs = reader.tournament, may_direct(caller())
    if (
        directs
        and t.round(round) is None
        and round == t.next_round <= t.rules.rounds
        and not t.closed
    ):
        return show_page("rounds/pairing", reader, trouble, **_pairing_parts(reader, round))
    shown = reader.visible.round(round)
    missing = [table for table in shown.tables if table.missing]
    typed = number_in(request.args.get("table", ""))
    next_table = next((table for table in missing if table.number == typed), None)
    clock, external = round_clock(reader, round), t.opened.ruleset == r.EXTERNAL
    moment = hall_state_text() if directs else clocks_moment(reader, shown)
    parts: dict[str, Any] = {
        "round": shown,
        "stage": t.rules.stages[shown.stage],
        **clock_parts(clock),
        "explained": cache(lambda: _explained_pairing(reader, shown)) if directs else None,
        "hands": _departures_by_hand(reader, shown),
        "why": reason_sentence,
        "cost_part_name": cost_part_name,
        "missing": [table.number for table in missing],
        "undecided": undecided(t, shown),
        "next_table": next_table or next(iter(missing), None),
        "last": shown is t.rounds[-1],
        "external": external,
        "to_open": not external and any(not table.game for table in missing),
        "quick": bool(typed) and not request.headers.get(PART),
        "duels": all(len(table.entrants) == 2 for table in shown.tables),
        "apart": _exception_sentences(reader, round) if directs and not shown.published else (),
        "links": {
            table.number: f"/organise/links?game={table.game}"
            for table in shown.tables
            if directs and table.game
        },
        "to_close": cache(lambda: _games_to_close(shown) if directs else ()),
        "blocks": [
            (f"rows{n}", shown.tables[n : n + BLOCK]) for n in range(0, len(shown.tables), BLOCK)
        ],
        "mark": partial(table_token, shown),
    }

    now, actor = game_clerk().clock(), caller().id
    own = {table.number for table in shown.tables if may_type_over(t, shown, table, actor, now)}

    def whole() -> dict[str, Any]:
        clocks = table_clocks(reader, shown.tables, all=directs) if moment else {}
        over = finished_tables(t, shown, missing if directs else ())
        finished, going = over["finished"], over["going"]
        points = t.rules.stages[shown.stage].scoring.points
        named = digest("".join(named.commitment for named in t.named.values()))
        who = caller(), str(lang()), len(reader.called.erased), named
        match = match_at(t, shown)
        bound = reader.base, t.closed, points, match, shown.by_hand, *who

        def row(table: TableAt) -> tuple[Hashable, ...]:
            """The key by which the table's row is cached; empty (not cached) if results can be
            typed in it or it has clocks."""
            if trouble or parts["quick"] or table.number in clocks:
                return ()
            names = (
                (reader.called[n], *reader.rating_and_points(round, n)) for n in table.entrants
            )
            n = table.number
            stands = n in finished, n in going, n in own, n in parts["undecided"]
            return table_token(shown, table), *stands, *bound, *names

        return parts | {"clocks": clocks, **over, "own": own, "row": row}

    over = clock is not None and clock.over
    return show_live_page(
        "rounds/round", reader, whole, moment, over, round, sorted(own), trouble=trouble
    )


def table_token(shown: RoundAt, table: TableAt) -> str:
    """A token for a table's state in a round. A form contains it, so that its result is taken only
    if the table is still in the state that its author saw."""
    return digest(f"{shown.paired}\n{encode(table).decode()}")


@form_at("/beacon")
def name_beacon(reader: TournamentReader) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        beacon = beacon_round_after(number(request.form, "minutes") or 0)
        return directing().parts.name_beacon(order, beacon)

    return _process_beacon_form(reader, write)


@form_at("/beacon/shown")
def show_beacon(reader: TournamentReader) -> Response:
    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        signature = request.form.get("signature", "").strip() or fetch_signature(reader.tournament)
        return directing().parts.show_beacon(order, signature)

    return _process_beacon_form(reader, write)


def _process_beacon_form(reader: TournamentReader, write: Write) -> Response:
    round = min(reader.tournament.next_round, reader.tournament.rules.rounds)
    return process_form(
        reader, write, f"/rounds/{round}", lambda now, trouble: show_round(now, round, trouble)
    )


@form_at("/rounds/<int:round>/pair")
def pair_round(reader: TournamentReader, round: int) -> Response:
    form = request.form

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        lines = [line for line in form.get("tables", "").splitlines() if line.strip()]
        tables = (
            [reader.called.numbers(line, "/tables") for line in lines]
            if form.get("do") == "hand"
            else None
        )
        byes = reader.called.numbers(form.get("byes", ""), "/byes") if tables is not None else ()
        if tables is not None and not tables:
            raise BadRequest("/tables", Text("Enter who sits where: a line a table."))
        return directing().rounds.pair(order, round, tables, byes, confirmation)

    return _process_round_form(reader, round, write)


@form_at("/rounds/<int:round>/publish")
def publish_round(reader: TournamentReader, round: int) -> Response:
    on = directing().rounds
    return _process_round_form(
        reader, round, lambda order, confirmed: on.publish(order, round, confirmed)
    )


@form_at("/rounds/<int:round>/withdraw")
def withdraw_round(reader: TournamentReader, round: int) -> Response:
    agreed, on = request.form.get("agreed") is not None, directing().rounds
    return _process_round_form(
        reader, round, lambda order, confirmed: on.withdraw(order, round, confirmed, agreed=agreed)
    )


@form_at("/rounds/<int:round>/tables")
def change_tables(reader: TournamentReader, round: int) -> Response:
    form = request.form

    def write(order: Order, confirmation: Confirmation) -> TournamentAnswer:
        paired = reader.tournament.round(round)
        tables = paired.tables if paired is not None else ()
        entered = {
            table.number: tuple(
                number
                for seat in range(len(table.entrants))
                for number in reader.called.numbers(
                    form.get(f"t-{table.number}-{seat}", ""), f"/tables/{table.number}"
                )
            )
            for table in tables
            if f"t-{table.number}-0" in form
        }
        now = {table.number: table.entrants for table in tables}
        changed = {
            table: entrants for table, entrants in entered.items() if now.get(table) != entrants
        }
        byes = reader.called.numbers(form.get("byes", ""), "/byes")
        same = paired is not None and set(byes) == {
            bye.entrant for bye in paired.byes if bye.kind == "pairing"
        }
        if not changed and same:
            raise BadRequest("/tables", Text("They sit like this already."))
        return directing().rounds.change(
            order, round, changed, None if same else byes, confirmation
        )

    return _process_round_form(reader, round, write, "#change")


@form_at("/rounds/<int:round>/games")
def open_round_games(reader: TournamentReader, round: int) -> Response:
    return _process_round_form(
        reader, round, lambda order, _: directing().rounds.open_games(order, round)
    )


@form_at("/rounds/<int:round>/clock")
def set_clock(reader: TournamentReader, round: int) -> Response:
    form = request.form

    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        now, do = round_clock(reader, round), form.get("do", "")
        left = max(0, now.seconds) if now is not None else 0
        minutes = number(form, "minutes")
        if do in ("start", "extend") and (minutes is None or not 0 <= minutes <= 10_080):
            raise BadRequest("/minutes", Text("Enter 0 to 10080 minutes."))
        seconds = (
            60 * (minutes or 0) + (left if do == "extend" else 0)
            if do in ("start", "extend")
            else left
        )
        running = now is not None and now.running if do == "extend" else do in ("start", "resume")
        return directing().rounds.set_clock(order, round, seconds, running=running)

    return _process_round_form(reader, round, write, "#clock")


@form_at("/rounds/<int:round>/close")
def close_round(reader: TournamentReader, round: int) -> Response:
    def write(order: Order, _: Confirmation) -> TournamentAnswer:
        minutes = number(request.form, "minutes")
        if minutes is not None and not 0 <= minutes <= 100_000:
            raise BadRequest("/minutes", Text("Enter 0 to 100000 minutes."))
        return directing().rounds.close(order, round, minutes)

    return _process_round_form(reader, round, write, "#end")


# -- inside ----------------------------------------------------------------------------------------


def round_clock(reader: TournamentReader, round: int) -> RoundClock | None:
    """A round's clock at the server's time; None if it was not set."""
    clock = reader.tournament.clock
    if clock is None or clock.round != round:
        return None
    now: datetime = game_clerk().clock()
    return RoundClock(
        clock.seconds - int((now - clock.at).total_seconds()) if clock.running else clock.seconds,
        clock.running,
    )


def clock_parts(clock: RoundClock | None) -> dict[str, Any]:
    return {"clock": clock, "clock_said": clock.words if clock is not None else ""}


def _process_round_form(
    reader: TournamentReader, round: int, write: Write, to: str = ""
) -> Response:
    return process_form(
        reader,
        write,
        f"/rounds/{round}{to}",
        lambda now, reason_sentence: show_round(now, round, reason_sentence),
    )


def _pairing_parts(reader: TournamentReader, round: int) -> dict[str, Any]:
    """The variables of the page on which the director pairs the next round."""
    t = reader.tournament
    stage = t.rules.stages[t.rules.stage_of(round)]
    expected = sorted(playing(t, round))
    byes = [
        t.requested_byes[round, number]
        for number in expected
        if (round, number) in t.requested_byes
    ]
    engine = directing().rounds.engine(t, round)
    return {
        "round": round,
        "stage": stage,
        "expected": expected,
        "requested_byes": byes,
        "over": t.checked_in.get(round),
        "apart": _exception_sentences(reader, round),
        "names_beacon": t.opened.derivation > 1 and not (t.beacons and not t.beacons[-1].over),
        "beacon_at": beacon_round_time(t.awaited) if t.awaited else None,
        "attempt": t.attempts.get(("pair", t.rules.stage_of(round), round), 0) + 1,
        "engine": engine,
        "missing": [(earlier.round, earlier.missing) for earlier in t.rounds if earlier.missing],
        "undecided": undecided(t, t.rounds[-1]) if t.rounds else (),
    }


def _exception_sentences(reader: TournamentReader, round: int) -> tuple[str, ...]:
    """A sentence for each exception in an unpublished round: who is left out and why, who has a
    bye, who is late."""
    t, paired = reader.tournament, reader.tournament.round(round)
    requested = (bye for (next_round, _), bye in t.requested_byes.items() if next_round == round)
    here, absent = t.checked_in.get(round), t.absent.get(round, frozenset())
    sentences, outside = [], left_out(t, round)
    for out in outside:
        if out in absent:
            sentence = _("{name} was noted as absent.", name=reader.called[out])
        elif here is not None and out not in here:
            sentence = _("{name} was not seen at the check-in.", name=reader.called[out])
        else:
            sentence = _("{name} does not play this round.", name=reader.called[out])
        sentences.append(sentence)
    for bye in paired.byes if paired is not None else requested:
        byes = {
            "half": _("{name} asked for a bye.", name=reader.called[bye.entrant]),
            "zero": _("{name} asked for a bye, for no point.", name=reader.called[bye.entrant]),
        }
        by_pairing = _("{name} has the bye of the pairing.", name=reader.called[bye.entrant])
        said = t.phoned.get(bye.entrant)
        if said is not None and isinstance(said.body, r.ByeAsked) and said.round == round:
            continue  # that is told with who asked
        sentences.append(byes.get(bye.kind, by_pairing))
    for late in t.entrants:
        if late.status != "in" or late.since <= 1 or late.since < round or late.number in outside:
            continue
        table = paired.table_of(late.number) if paired is not None else None
        name = reader.called[late.number]
        if table is not None:
            sentences.append(
                _("{name} plays from this round on: table {table}.", name=name, table=table.number)
            )
        elif late.since > round:
            sentences.append(_("{name} plays from round {round} on.", name=name, round=late.since))
        elif paired is None:
            sentences.append(_("{name} plays from this round on.", name=name))
    otherwise = _seating_sentences(reader, paired) if paired is not None else ()
    return (*sentences, *changes_by_own_link(reader, round), *otherwise)


def _seating_sentences(reader: TournamentReader, paired: RoundAt) -> Iterator[str]:
    """A sentence for each entrant who has a seat in an unpublished round although they have left,
    or who sits at another table than the one reserved for them."""
    entrants = reader.tournament.entrants
    for table in paired.tables:
        for entrant in (entrants[n - 1] for n in table.entrants):
            called = {"name": reader.called[entrant.number], "table": table.number}
            if entrant.status != "in":
                yield _(
                    "{name} has left, and sits at table {table}: take this pairing back, and pair "
                    "again.",
                    **called,
                )
            elif entrant.table not in (0, table.number):
                yield _("{name} sits at table {table}, not at {own}.", own=entrant.table, **called)


def _explained_pairing(reader: TournamentReader, shown: RoundAt) -> ExplainedPairing:
    body = reader.store.records_of(reader.id, shown.paired - 1, shown.paired)[0].body_as(
        r.RoundPaired
    )
    changed = replace(shown, engine_pairing=body.pairing).by_hand
    notes: dict[int, list[PairingReason]] = {}
    for note in body.pairing.explanation:
        if note.table not in (changed | {0} if changed else changed):
            notes.setdefault(note.table, []).append(note)
    cost = () if changed else body.pairing.cost
    whole = {table: tuple(listed) for table, listed in notes.items()}
    return ExplainedPairing(shown.paired, body, cost, whole)


def _departures_by_hand(reader: TournamentReader, shown: RoundAt) -> list[DepartureAt]:
    """The departures from the rules because somebody was seated by hand in the current pairing of a
    round."""
    return [
        noted
        for noted in (reader.departures() if shown.by_hand else ())
        if noted.departure.code == "by-hand"
        if noted.departure.round == shown.round and noted.record >= shown.paired
    ]


def cost_part_name(engine: str, part: str) -> str:
    """The name of a part of a pairing's cost, with the number of its rule."""
    rule = pairing_paragraph(engine, part)
    return f"{label_of('pairing-part', part)} [{rule}]" if rule else label_of("pairing-part", part)


def reason_sentence(reader: TournamentReader, note: PairingReason, engine: str) -> str:
    """A sentence for a reason of the engine's pairing."""
    names = ", ".join(reader.called[number] for number in note.entrants)
    if note.part == "bye" and not note.table:
        return _why_bye(reader, names, note)
    part = cost_part_name(engine, note.part)
    if note.instead:
        instead = " · ".join(
            " – ".join(reader.called[number] for number in table) for table in note.instead if table
        )
        if note.part == "lots":
            return _("{instead} would have been as good: lots decided.", instead=instead)
        return _(
            "The best alternative, {instead}, would cost more. {part}: {then} in place of {now}.",
            instead=instead,
            part=part,
            now=note.value,
            then=note.alternative,
        )
    return (
        _("{part}: {value} ({names})", part=part, value=note.value, names=names)
        if names
        else _("{part}: {value}", part=part, value=note.value)
    )


def _why_bye(reader: TournamentReader, names: str, note: PairingReason) -> str:
    had, needed = (
        ", ".join(reader.called[number] for number in numbers) for numbers in note.instead
    )
    lower = [
        *(
            [_("Fewer points, and a bye or a win by forfeit before: {names}.", names=had)]
            if had
            else []
        ),
        *(
            [
                _(
                    "Fewer points, and the others cannot be paired without them: {names}.",
                    names=needed,
                )
            ]
            if needed
            else []
        ),
    ]
    return " ".join(
        [_("{names} has the bye: the fewest points of all who can have it.", names=names), *lower]
    )


def finished_tables(
    t: Tournament, shown: RoundAt, tables: Sequence[TableAt]
) -> dict[str, frozenset[int]]:
    """The numbers of those of `tables` whose games are over (`finished`), and of those whose match
    continues with its next game (`going`)."""
    match = match_at(t, shown)
    over = [
        table
        for table in tables
        if (game := _readable_game(table)) is not None and game.status != "open"
    ]
    going = {table.number for table in over if match.several and _match_goes_on(t, match, table)}
    finished = frozenset(table.number for table in over) - going
    return {"finished": finished, "going": frozenset(going)}


def _match_goes_on(t: Tournament, match: Match, table: TableAt) -> bool:
    try:
        return result_of_games(t, match, table, game_clerk().game).time_over
    except Refusal:
        return False


def _games_to_close(shown: RoundAt) -> tuple[str, ...]:
    """The ids of games that are not closed although their tables have results."""
    return tuple(
        table.game
        for table in shown.tables
        if not table.missing and (game := _readable_game(table)) is not None and not game.closed
    )


def _readable_game(table: TableAt) -> Game | None:
    """A table's game; None if it has none or the game cannot be read."""
    return game_clerk().game(table.game) if table.game and not why_unreadable(table) else None


PAGES = 20  # the most pages of games that are looked through for those of the round

# The clocks of a round's tables, by the number of the table and of the entrant: one each, or those
# of a team's seats.
TableClocks = Mapping[int, Mapping[int, tuple[SeatClock, ...]]]


def round_games(reader: TournamentReader, ids: Collection[str]) -> dict[str, Summary]:
    """The summaries of these games of the tournament, by id."""
    games: dict[str, Summary] = {}
    query, pages = Query(tournament=reader.id, limit=MOST), 0
    while set(ids) - games.keys() and pages < PAGES:
        batch = found_page(None, query)
        games |= {game.id: game for game in map(read_summary, batch.items) if game.id in ids}
        if not batch.after:
            break
        query, pages = replace(query, after=batch.after), pages + 1
    for id in (
        set(ids) - games.keys()
    ):  # of a tournament with very many games, or one that is damaged
        with suppress(*UNREADABLE):
            games[id] = summary_of(game_clerk().game(id))
    return games


def with_entrant_names(reader: TournamentReader, table: TableAt, game: Summary) -> Summary:
    """A game's summary whose seats have their entrants' names; if an entrant has several seats,
    followed by the seat's name."""
    seated = dict(seats_and_entrants(table))
    several = len(table.entrants) < len(seated)

    def named(seat: SeatAt) -> SeatAt:
        if seat.id not in seated:
            return seat
        called = reader.called[seated[seat.id]]
        own = Text("{called} ({name})", "{called} ({name})", called=called, name=seat.name)
        return replace(seat, name=own if several else Text(called, called))

    return replace(game, seats=tuple(map(named, game.seats)))


def table_clocks(
    reader: TournamentReader, tables: Collection[TableAt], *, all: bool
) -> TableClocks:
    """The clocks of games in progress at these tables, by table and entrant. With `all`, of all
    these games, else of the public ones."""
    games = round_games(reader, {table.game for table in tables if table.game and table.missing})
    now = game_clerk().clock()
    return {
        table.number: _clocks_by_entrant(table, seat_clocks(games[table.game], now))
        for table in tables
        if table.game in games
        and (all or games[table.game].public)
        and games[table.game].status == "open"
    }


def clocks_moment(reader: TournamentReader, shown: RoundAt | None) -> str:
    """A text for a page's ETag that changes with every half minute and every new record, so that
    the clocks of a round's games are drawn anew. Empty if the games have no clocks."""
    t = reader.tournament
    if shown is None or (t.rules.stages[shown.stage].time_control is None and not t.amended):
        return ""
    return hall_state_text()


def _clocks_by_entrant(
    table: TableAt, clocks: tuple[SeatClock, ...]
) -> dict[int, tuple[SeatClock, ...]]:
    by_seat = {clock.seat: clock for clock in clocks}
    seated = [
        (entrant, by_seat[seat]) for seat, entrant in seats_and_entrants(table) if seat in by_seat
    ]
    return {
        entrant: tuple(clock for other, clock in seated if other == entrant)
        for entrant, _ in seated
    }


@page_at("/hall")
def show_tournament_hall(reader: TournamentReader) -> Response:
    """The page of the hall: the tables of the last paired round by state, its clock, and the
    protests and corrections that wait. Its script requests it again and again."""
    shown = reader.tournament.rounds[-1] if reader.tournament.rounds else None
    clock = round_clock(reader, shown.round) if shown is not None else None
    over = clock is not None and clock.over and shown is not None and not shown.closed

    def parts() -> dict[str, Any]:
        return {
            "round": shown,
            **clock_parts(clock),
            "over": over,
            "waits": tuple(_waiting_decisions(reader, shown, over=over)),
            "groups": tables_by_state(_hall_tables(reader, shown, over=over))
            if shown is not None
            else [],
        }

    return show_live_page("hall", reader, parts, hall_state_text(), over)


def _waiting_decisions(
    reader: TournamentReader, shown: RoundAt | None, *, over: bool
) -> Iterator[WaitingDecision]:
    if over and shown is not None:
        yield WaitingDecision(
            f"over:{shown.round}",
            _("The time of the round is over"),
            f"{reader.base}/rounds/{shown.round}#clock",
        )
    for protest in reader.tournament.protests:
        if not protest.decided:
            text = _("Protest of {name}", name=reader.called[protest.filed.entrant])
            yield WaitingDecision(f"protest:{protest.seq}", text, f"{reader.base}/rulings#protests")
    for offer in offered(reader.store, reader.tournament):
        text = _(
            "By its game, round {round}, table {table} has another result than the one that was "
            "taken.",
            round=offer.round,
            table=offer.table,
        )
        yield WaitingDecision(
            f"offered:{offer.record}:{offer.seq}",
            text,
            f"{reader.base}#offered-{offer.round}-{offer.table}",
        )


def _hall_tables(reader: TournamentReader, shown: RoundAt, *, over: bool) -> Iterator[HallTable]:
    games = round_games(reader, {table.game for table in shown.tables if table.game})
    missing = [table for table in shown.tables if table.missing]
    several = match_at(reader.tournament, shown).several
    going = finished_tables(reader.tournament, shown, missing if several else ())["going"]
    for table in shown.tables:
        going_on = table.number in going
        yield _hall_table(reader, shown, table, games.get(table.game), over=over, going_on=going_on)


def _hall_table(
    reader: TournamentReader,
    shown: RoundAt,
    table: TableAt,
    game: Summary | None,
    *,
    over: bool,
    going_on: bool,
) -> HallTable:
    page = f"{reader.base}/rounds/{shown.round}/tables/{table.number}"
    # a link to the tournament leads to none of its games
    mine = game is not None and caller().duty is None
    summary = with_entrant_names(reader, table, game) if game is not None else None
    now = game_clerk().clock()
    made = table_of(summary, now) if summary is not None else HallTable(0, "", "", "begins")
    ended = game is not None and game.status != "open"
    waits = list(made.waits)
    if table.disputed:
        waits.append(
            WaitingDecision(f"slips:{shown.round}:{table.number}", _("The slips differ"), page)
        )
    if ended or not table.missing:
        waits = [wait for wait in waits if not wait.key.startswith("ended:")]
    if ended and table.missing:
        entry = f"{reader.base}/rounds/{shown.round}?table={table.number}#quick"
        waits.append(
            WaitingDecision(f"next:{table.game}", _("Open the next game"), page)
            if going_on
            else WaitingDecision(f"ended:{table.game}", _("Take the result"), entry)
        )
    return HallTable(
        table.number,
        " – ".join(reader.called[entrant] for entrant in table.entrants),
        table.game or f"{shown.round}-{table.number}",
        _table_state(table, game, waits, over=over or any(map(is_about_time, waits))),
        tuple(
            wait if mine or wait.href.startswith(reader.base) else replace(wait, href=page)
            for wait in waits
        ),
        to_act=names_to_act(summary) if summary is not None and table.missing else "",
        since=made.since,
        lasted=made.lasted,
        end=said_result(reader, table) or made.end,
        signed=made.signed,
        desk=made.desk if mine else page,
        game=made.game if mine else "",
        irregular=made.irregular,
        clocks=made.clocks if table.missing else (),
    )


def _table_state(
    table: TableAt, game: Summary | None, waits: list[WaitingDecision], *, over: bool
) -> State:
    if any(not wait.key.startswith("ended:") and not is_about_time(wait) for wait in waits):
        return "waiting"
    if not table.missing:
        return "done"
    if game is not None and game.status != "open":
        return "finished"
    if over:
        return "over"
    return "begins" if game is None or game.turn_since == game.opened_at else "playing"
