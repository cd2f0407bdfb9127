"""Checks events at tables of three and more against `TABLES-RULES.md`: who sits and who waits, the
sizes of tables, whether a swap betters a round, values and ranks.

A file has one event a line, as JSON: a `Field` without defaults, and the rows of the event's own
standings.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.text import Text
from domain.tournament.citations import TABLE_KEYS, TABLES, Departed
from domain.tournament.formats.common import MOST_BYTES, refuse
from domain.tournament.pairing.position import Position
from domain.tournament.pairing.sizes import seated_sizes
from domain.tournament.pairing.swaps import Search
from domain.tournament.pairing.table_costs import TableCosts
from domain.tournament.pairing.tables import heats_costs
from domain.tournament.standings.match_results import fault
from domain.tournament.standings.ranking import standings
from domain.tournament.values import (
    Amount,
    CannotPair,
    Field,
    Question,
    RoundHistory,
)

NO_SEED = "00" * 32
"""Used in place of an event's unknown seed. Nothing that is checked depends on lots."""


class Stated(Struct, frozen=True):
    """A row of an event's own standings: an entrant's rank, and a value for each key of the last
    stage."""

    entrant: int
    rank: int
    values: tuple[Amount, ...]


class TableEvent(Struct, frozen=True, forbid_unknown_fields=True):
    field: Field
    standings: tuple[Stated, ...] = ()
    id: str = ""


class TablesChecked(Struct, frozen=True):
    """The result of checking one event: how many rounds it has, its departures from the rules, and
    the numbers of the rounds in which no swap was tried, because they follow a plan made before the
    first round, need lots, or have tables of two."""

    id: str
    rounds: int
    departures: tuple[Departed, ...]
    unchecked: tuple[int, ...] = ()


def event_of(id: str, field: Field) -> TableEvent:
    """A tournament with its computed standings, as an event to be written to a file."""
    rows = standings(field).rows
    return TableEvent(field, tuple(Stated(row.entrant, row.rank, row.values) for row in rows), id)


def spelt_event(event: TableEvent) -> str:
    """An event as one line of JSON, without defaults."""
    return msgspec.json.encode(_without_defaults(event)).decode()


def _without_defaults(value: Any) -> Any:
    """A value for JSON: of structs only the fields that differ from their defaults, recursively.
    The edition is always included, since its default changes."""
    if isinstance(value, tuple):
        return [_without_defaults(item) for item in value]
    if not isinstance(value, Struct):
        return value
    unusual = {}
    for field in msgspec.structs.fields(type(value)):
        own = getattr(value, field.name)
        if field.required or own != field.default or field.name == "edition":
            unusual[field.name] = _without_defaults(own)
    return unusual


def checked_events(data: bytes) -> Iterator[TablesChecked]:
    """Check each event of a file. Raises `FormatRefused` with the line that cannot be read."""
    if len(data) > MOST_BYTES:
        raise refuse(0, Text("The file is larger than 5 MB."))
    for line, row in enumerate(data.split(b"\n"), 1):
        if row.strip():
            try:
                event = msgspec.json.decode(row, type=TableEvent)
                yield checked_event(event)
            except CannotPair as e:
                raise refuse(line, e.text) from None
            except (msgspec.MsgspecError, ValueError, LookupError, ArithmeticError) as e:
                raise refuse(line, Text("The event cannot be read: {why}.", why=e)) from None


def checked_event(event: TableEvent) -> TablesChecked:
    departures: list[Departed] = []
    unchecked = []
    for history in event.field.rounds:
        stage = event.field.rules.stages[history.stage]
        seated = list(_seating_departures(history)) or list(
            _waiting_departures(event.field, history)
        )
        weighed = stage.format == "swiss" or (stage.format == "heats" and _seeded(event.field))
        if not seated and weighed and not stage.duel:
            seated = list(_swap_departures(event.field, history))
        elif not seated:
            unchecked.append(history.round)
        departures += [*seated, *_score_departures(event.field, history)]
    return TablesChecked(
        event.id,
        len(event.field.rounds),
        (*departures, *_standings_departures(event)),
        tuple(unchecked),
    )


def _seeded(field: Field) -> bool:
    """Whether every entrant has a seed and no two the same, so that the snake needs no lots."""
    seeds = {entrant.seed_rank for entrant in field.entrants}
    return 0 not in seeds and len(seeds) == len(field.entrants)


def _seating_departures(history: RoundHistory) -> Iterator[Departed]:
    times = Counter(number for table in history.tables for number in table.entrants)
    times.update(bye.entrant for bye in history.byes)
    for number, often in sorted(times.items()):
        if often > 1:
            text = Text("{number} sits twice, or sits and has a bye", number=number)
            yield Departed(history.round, text, "T1.1")


def _score_departures(field: Field, history: RoundHistory) -> Iterator[Departed]:
    match = field.rules.stages[history.stage].match
    for result in history.results:
        if (wrong := fault(match, result)) is not None:
            text = Text("{what} (table {table})", what=wrong[0], table=result.table)
            yield Departed(history.round, text, "G7.1")


def _question(field: Field, history: RoundHistory) -> tuple[Question, list[int]]:
    """The question that the round's engine had to answer, and the entrants with an allocated bye,
    who wait."""
    alone = [bye.entrant for bye in history.byes if bye.kind == "pairing"]
    there = [number for table in history.tables for number in table.entrants]
    requested = tuple(bye for bye in history.byes if bye.kind != "pairing")
    present = tuple(sorted((*there, *alone)))
    return Question(field, history.stage, history.round, present, requested, NO_SEED), alone


def _waiting_departures(field: Field, history: RoundHistory) -> Iterator[Departed]:
    question, alone = _question(field, history)
    position = Position(question)
    duel, count = position.stage.duel, len(question.present)
    if duel and position.stage.format != "swiss":
        return  # byes are those of the bracket, or of Berger's tables
    due, waiting = ((2,) * (count // 2), count % 2) if duel else seated_sizes(count, position.stage)
    sizes = tuple(sorted((len(table.entrants) for table in history.tables), reverse=True))
    if len(alone) != waiting:
        text = Text("{n} wait, where {due} have to", n=len(alone), due=waiting)
        yield Departed(history.round, text, "T1.3")
    elif sizes != due:
        text = Text(
            "Tables of {sizes}, where {due} depart least from {preferred}",
            sizes=" + ".join(map(str, sizes)),
            due=" + ".join(map(str, due)),
            preferred=position.stage.preferred,
        )
        yield Departed(history.round, text, "T1.2")
    qualified = {number: at for at, number in enumerate(field.qualified)}

    def bye_key(number: int) -> tuple[int, ...]:
        """The key that decides who waits: entrants with the least keys do, and lots decide among
        equal ones. In duels only earlier byes count."""
        if duel:
            return (position.bye_rank(number),)
        unseeded, seed, rating, _ = position.seeding(number)
        rank = qualified.get(number, len(qualified))
        return (
            position.bye_rank(number),
            position.scores[number],
            -rank,
            -unseeded,
            -seed,
            -rating,
        )

    for bye in alone:
        instead = [
            number
            for number in question.present
            if number not in alone and bye_key(number) < bye_key(bye)
        ]
        if instead:
            never = position.bye_rank(bye) and not min(map(position.bye_rank, instead))
            text = Text("{number} waits, and {other} sits", number=bye, other=instead[-1])
            yield Departed(history.round, text, "T2.2" if never else "T2.1")


def _swap_departures(field: Field, history: RoundHistory) -> Iterator[Departed]:
    """If a swap of two entrants would lower the cost of a round, a departure for the first part of
    the cost that the best such swap changes; else nothing. If entrants have tables of their own,
    the file must list the tables in the order of the pairing."""
    question, _ = _question(field, history)
    position = Position(question)
    own = any(entrant.table for entrant in field.entrants)
    tables = history.tables if own else sorted(history.tables, key=lambda table: table.number)
    seating = [list(table.entrants) for table in tables]
    costs = (
        heats_costs(position, seating)
        if position.stage.format == "heats"
        else TableCosts(position, position.stage.weights.table)
    )
    search = Search(costs, seating)
    best = min(search.pairs_of_seats(), key=lambda at: search.cost_change(*at), default=None)
    if best is None or search.cost_change(*best) >= 0:
        return
    t, i, u, j = best
    before = costs.totals(seating)
    search.swap(*best)
    for part, now, then in zip(costs.parts, before, costs.totals(search.seating), strict=True):
        if now != then:
            text = Text(
                "{part} costs {now}, and {then} with {a} and {b} swapped",
                part=part,
                now=now,
                then=then,
                a=seating[t][i],
                b=seating[u][j],
            )
            yield Departed(history.round, text, TABLES[part])
            return


def _standings_departures(event: TableEvent) -> Iterator[Departed]:
    table = standings(event.field)
    for stated in event.standings:
        row = table.row(stated.entrant)
        for key, value, computed in zip(table.keys, stated.values, row.values, strict=True):
            if value != computed:
                text = Text(
                    "entrant {n}: {key} {stated} in the file, {computed} computed",
                    n=stated.entrant,
                    key=key,
                    stated=value or "–",
                    computed=computed or "–",
                )
                yield Departed(0, text, TABLE_KEYS[key])
        if stated.rank != row.rank:
            text = Text(
                "entrant {n}: rank {stated} in the file, {computed} computed",
                n=stated.entrant,
                stated=stated.rank,
                computed=row.rank,
            )
            yield Departed(0, text, "T5.1")
