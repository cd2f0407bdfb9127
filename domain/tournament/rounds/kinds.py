"""The rows of rounds: pairing, publishing, withdrawing, games and clock, lots, closing, who goes
on."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.kinds import Notice, Subjects
from domain.kernel.text import Text, joined
from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.conditions import CONFIRMED, departure
from domain.tournament.aggregate.kinds import PUBLISHED, TOURNAMENT_KINDS, Telling, kind
from domain.tournament.aggregate.tournament import (
    ClockAt,
    GivenUp,
    RoundAt,
    TableAt,
    Tournament,
    with_round,
    with_table,
)
from domain.tournament.values import Table


def _paired(t: Tournament, seq: int, body: r.RoundPaired) -> Tournament:
    if not 0 < body.round <= t.rules.rounds:
        raise KeyError(f"round {body.round}")
    numbers = [table.number for table in body.pairing.tables]
    tables = tuple(TableAt(table) for table in sorted(body.pairing.tables, key=_number))
    parts, withheld = t.shown_parts, t.hidden_parts
    paired = RoundAt(
        body.stage,
        body.round,
        seq,
        tables,
        body.pairing.byes,
        body.present,
        order=() if numbers == sorted(numbers) else tuple(numbers),
        engine_pairing=body.pairing if body.by == "engine" else body.engine_pairing,
        known_departures=tuple(
            departed
            for departed in body.departures
            if body.by == "hand" or departed.level < CONFIRMED
        ),
        parts=parts,
        withheld=withheld,
        beacons=t.beacons,
    )
    attempts = {**t.attempts, ("pair", body.stage, body.round): body.attempt}
    return replace(after_draw(t), rounds=(*t.rounds, paired), attempts=attempts, showing=False)


def _number(table: Table) -> int:
    return table.number


def _withdrawn(t: Tournament, seq: int, body: r.RoundWithdrawn) -> Tournament:
    gone = tuple(
        GivenUp(paired.round, paired.paired, seq)
        for paired in t.rounds
        if paired.round == body.round and paired.published
    )
    return replace(
        t,
        rounds=tuple(paired for paired in t.rounds if paired.round != body.round),
        given_up=(*t.given_up, *gone),
    )


def _changed(t: Tournament, seq: int, body: r.TableChanged) -> Tournament:
    def change(round: RoundAt) -> RoundAt:
        tables = {table.number: table for table in round.tables} | {
            table.number: TableAt(table) for table in body.tables
        }
        return replace(
            round,
            tables=tuple(tables[number] for number in sorted(tables)),
            byes=body.byes,
            known_departures=(*round.known_departures, *body.departures),
        )

    return with_round(t, body.round, change)


def _closed_round(t: Tournament, seq: int, body: r.RoundClosed) -> Tournament:
    return with_round(
        with_standings_of(t, seq, body), body.round, lambda paired: replace(paired, closed=seq)
    )


def with_standings_of(
    t: Tournament, seq: int, body: r.RoundClosed | r.ResultCorrected
) -> Tournament:
    """The tournament after a record `seq` that has the digest of its round's standings: the round
    names this record, and its time for protests begins anew. Unchanged if the record has no such
    digest."""
    return with_round(
        t,
        body.round,
        lambda paired: (
            replace(paired, proven=seq, closed_at=body.at, protest_minutes=body.minutes)
            if body.standings
            else paired
        ),
    )


def _lots(t: Tournament, seq: int, body: r.LotsDrawn) -> Tournament:
    attempts = {**t.attempts, ("lots", body.stage, body.round): body.attempt}
    return replace(after_draw(t), lots=body.lots, attempts=attempts)


def after_draw(t: Tournament) -> Tournament:
    """The tournament with a draw noted: no beacon round is awaited any more, and if it was drawn
    with parts or a beacon, no part can be added."""
    over = tuple(replace(named, over=True) for named in t.beacons)
    return replace(t, beacons=over, settled=bool(t.drawn_with))


def about_round(body: Any) -> Subjects:
    return frozenset({s.ROUNDS, s.of_round(body.round)})


def about_seats(body: Any) -> Subjects:
    return frozenset({s.ROUNDS, s.of_round(body.round), s.of_seats(body.round)})


def _publication_departures(t: Tournament, body: r.RoundPublished) -> tuple[r.Departure, ...]:
    """The departures that come with publishing a round. `by-hand`: it differs from the engine's
    pairing, and none of its records says so (in editions 1 to 4 of the tournament rules none ever
    does). `published-late`: it has results already. `left-seated`: for each of its entrants who has
    left."""
    paired, departed = t.round(body.round), departure("by-hand", body.round)
    told = (
        paired is None
        or not paired.by_hand
        or departed in (*paired.known_departures, *body.departures)
    )
    played = paired is not None and any(not table.missing for table in paired.tables)
    late = (departure("published-late", body.round),) if played else ()
    out = {entrant.number for entrant in t.entrants if entrant.status != "in"}
    left = (
        departure("left-seated", body.round, table.number, (number,))
        for table in (paired.tables if paired is not None else ())
        for number in table.entrants
        if number in out
    )
    return (*(() if told else (departed,)), *late, *left)


def _protests_run(t: Tournament, body: r.RoundPaired) -> tuple[r.Departure, ...]:
    """The departure `protests-run`, if a round is paired while protests about earlier rounds can
    still be filed, or are pending; else nothing."""
    heard = any(
        paired.heard_until > body.at
        if paired.heard_until
        else _heard_for(t, paired) and not paired.closed_at
        for paired in t.rounds
    )
    waits = any(not protest.decided for protest in t.protests)
    return (departure("protests-run", body.round),) if heard or waits else ()


def _ask_paired(
    on: Any, order: Order, body: r.RoundPaired, said: r.StageAdvanced | None = None
) -> object:
    if body.by == "engine":
        return on.rounds.pair(order, body.round)
    tables = [table.entrants for table in body.pairing.tables]
    return on.rounds.pair(order, body.round, tables, _allocated(body.pairing.byes))


def _allocated(byes: Any) -> list[int]:
    return [bye.entrant for bye in byes if bye.kind == "pairing"]


def _ask_changed(on: Any, order: Order, body: r.TableChanged) -> object:
    tables = {table.number: table.entrants for table in body.tables}
    return on.rounds.change(order, body.round, tables, _allocated(body.byes))


def _heard_for(t: Tournament, body: r.RoundClosed | RoundAt) -> int:
    """For how many minutes after a round the rules let entrants protest (0: without end)."""
    return t.rules.stages[t.rules.stage_of(body.round)].protest_minutes


def _closes(on: Telling, body: r.RoundClosed) -> Text:
    due = _heard_for(on.t, body)
    if body.minutes == due:
        return (
            Text("Round {round} is closed; protests are heard for {minutes} minutes.")
            if due
            else Text("Round {round} is closed; protests have no end.")
        )
    if not due:
        return Text(
            "Round {round} is closed; protests are heard for {minutes} minutes, where the rules "
            "set no end."
        )
    return (
        Text("Round {round} is closed; protests are heard for {minutes} minutes instead of {due}.")
        if body.minutes
        else Text("Round {round} is closed; protests have no end, where the rules set one.")
    ).filled({"due": due})


def _goes_on(on: Telling, body: r.StageAdvanced) -> Text:
    going = on.names(place.entrant for place in body.going)
    if not body.declined:
        return Text("Into stage {number} go {going}.", number=body.stage + 1, going=going)
    return Text(
        "Into stage {number} go {going}; {declined} declined.",
        number=body.stage + 1,
        going=going,
        declined=on.names(body.declined),
    )


def _notices_of_published(t: Tournament, body: r.RoundPublished) -> Iterator[Notice]:
    paired = t.round(body.round)
    if paired is None:
        return
    for table in paired.tables:
        yield _pairing_notice(body.round, table.entrants, table.number)
    if paired.byes:
        yield _pairing_notice(body.round, tuple(bye.entrant for bye in paired.byes))
    yield Notice("pairing", officials=True, place=(body.round, 0))


def _notices_of_changed(t: Tournament, body: r.TableChanged) -> Iterator[Notice]:
    paired = t.round(body.round)
    for changed in body.tables if paired is not None and paired.published else ():
        yield _pairing_notice(body.round, changed.entrants, changed.number)


def _pairing_notice(round: int, entrants: tuple[int, ...], table: int = 0) -> Notice:
    return Notice("pairing", tuple(map(str, entrants)), place=(round, table))


_PAIRED = {
    ("engine", False): Text("Round {round} is paired."),
    ("engine", True): Text("Round {round} is paired again, attempt {attempt}."),
    ("hand", False): Text("Round {round} is paired by hand."),
    ("hand", True): Text("Round {round} is paired again, by hand, attempt {attempt}."),
}

TOURNAMENT_KINDS.add(
    kind(
        r.RoundPaired,
        says=lambda on, body: _PAIRED[body.by, body.attempt > 1],
        by_hand=lambda t, body: body.by == "hand",
        departs=_protests_run,
        part="pairings",
        fold=_paired,
        about=about_seats,
        asks=_ask_paired,
        reads=PUBLISHED,
    ),
    kind(
        r.RoundPublished,
        says=Text("Round {round} is published."),
        by_hand=lambda t, body: bool(body.departures),
        departs=_publication_departures,
        fold=lambda t, seq, body: with_round(
            t, body.round, lambda paired: replace(paired, published=seq)
        ),
        about=about_round,
        asks=lambda on, order, body: on.rounds.publish(order, body.round),
        notices=_notices_of_published,
    ),
    kind(
        r.RoundWithdrawn,
        says=Text("Round {round} is withdrawn."),
        by_hand=True,
        answered_by=r.ResultCorrected,
        fold=_withdrawn,
        about=about_seats,
        asks=lambda on, order, body: on.rounds.withdraw(order, body.round, agreed=body.agreed),
        reads=PUBLISHED,
    ),
    kind(
        r.TableChanged,
        says=lambda on, body: Text(
            "Tables of round {round} are changed. {tables}.",
            tables=joined(
                [
                    Text(
                        "Table {number}: {names}",
                        number=table.number,
                        names=on.names(table.entrants),
                    )
                    for table in body.tables
                ],
                Text("; "),
            ),
        ),
        by_hand=True,
        fold=_changed,
        about=about_seats,
        asks=_ask_changed,
        notices=_notices_of_changed,
        reads=PUBLISHED,
    ),
    kind(
        r.GameLinked,
        says=Text("The game of table {table} in round {round} is opened."),
        by_hand=False,
        fold=lambda t, _, body: with_table(
            t,
            body.round,
            body.table,
            lambda table: replace(table, linked=body, before=table.games),
        ),
        about=lambda body: frozenset({s.of_games(body.round)}),
        asks=lambda on, order, body: on.rounds.open_games(order, body.round, (body.table,)),
        reads=PUBLISHED,
    ),
    kind(
        r.ClockSet,
        says=lambda on, body: (
            Text("The clock of round {round} is set to {left} and runs.")
            if body.running
            else Text("The clock of round {round} is set to {left} and stands.")
        ).filled({"left": "{}:{:02}".format(*divmod(body.seconds, 60))}),
        by_hand=True,
        fold=lambda t, _, body: replace(
            t, clock=ClockAt(body.round, body.seconds, body.running, body.at)
        ),
        about=lambda body: frozenset({s.CLOCK}),
        asks=lambda on, order, body: on.rounds.set_clock(
            order, body.round, body.seconds, running=body.running
        ),
    ),
    kind(
        r.LotsDrawn,
        says=lambda on, body: (
            Text("Lots are drawn again.") if on.t.lots else Text("Lots are drawn.")
        ),
        by_hand=True,
        part="lots",
        fold=_lots,
        about=lambda body: frozenset({s.LOTS}),
        asks=lambda on, order, body: on.rounds.draw_lots(order),
    ),
    kind(
        r.RoundClosed,
        says=_closes,
        by_hand=lambda t, body: body.minutes != _heard_for(t, body),
        departs=lambda t, body: (
            (departure("protest-time", body.round),)
            if 0 < body.minutes < _heard_for(t, body)
            else ()
        ),
        part="standings",
        fold=_closed_round,
        about=about_round,
        asks=lambda on, order, body: on.rounds.close(order, body.round, body.minutes),
        reads=PUBLISHED,
    ),
    kind(
        r.StageAdvanced,
        says=_goes_on,
        by_hand=lambda t, body: bool(body.declined and body.key),
        answered_by=r.RoundPaired,
        fold=lambda t, _, body: replace(t, advanced=(*t.advanced, body)),
        about=lambda body: frozenset({s.ENTRANTS, s.ROUNDS}),
        asks=lambda on, order, body: on.rounds.advance(order, body.declined),
    ),
)
