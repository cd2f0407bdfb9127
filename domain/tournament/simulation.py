"""Simulates tournaments with absent entrants and random results. Equal seeds give equal
tournaments."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import combinations
from random import Random

from msgspec.structs import replace

from domain.tournament.pairing.engines import engine_of
from domain.tournament.standings.match_results import placed
from domain.tournament.values import (
    EDITION,
    Bye,
    ByeKind,
    Entrant,
    Entry,
    Field,
    Match,
    Pairing,
    Question,
    RoundHistory,
    Rules,
    Stage,
    Table,
    TableResult,
)

SINGLE = Match()
REQUESTED: tuple[ByeKind, ByeKind] = ("half", "zero")


def entered(count: int, stage: Stage, edition: int = EDITION) -> Field:
    """A tournament of one stage with `count` entrants, of which no round is paired."""
    numbers = range(1, count + 1)
    return Field(
        Rules((stage,)),
        tuple(Entrant(number) for number in numbers),
        lots=tuple(numbers),
        edition=edition,
    )


def question_of(
    field: Field, round: int, present: Iterable[int], byes: tuple[Bye, ...] = (), seed: int = 0
) -> Question:
    """The question by which an engine pairs a round; its seed in hex is derived from `seed` and the
    round."""
    derived = sha256(f"{seed}/{round}".encode()).hexdigest()
    return Question(field, field.rules.stage_of(round), round, tuple(present), byes, derived)


def with_round(field: Field, round: int, pairing: Pairing, results: Iterable[TableResult]) -> Field:
    history = RoundHistory(
        field.rules.stage_of(round), round, pairing.tables, pairing.byes, tuple(results)
    )
    return replace(field, rounds=(*field.rounds, history))


def by_chance(
    rng: Random, forfeits: int = 0, match: Match = SINGLE
) -> Callable[[Table], TableResult]:
    """A function that makes random results of tables. Places are random; 30 % of games of two are
    drawn, `forfeits` % of tables forfeited. Better places have more victory points. Tables of a
    match of several games get a random score, sometimes with time over."""

    def result(table: Table) -> TableResult:
        seats = list(table.entrants)
        if rng.randrange(100) < forfeits:
            absent = rng.sample(seats, rng.choice((1, len(seats))))
            entries = tuple(Entry(n, 2 if n in absent else 1, absent=n in absent) for n in seats)
            return TableResult(
                table.number, entries, "double-forfeit" if len(absent) == len(seats) else "forfeit"
            )
        if match.several:
            return _match_by_chance(rng, match, table)
        if len(seats) == 2 and rng.randrange(10) < 3:
            return TableResult(table.number, tuple(Entry(n, 1, 10) for n in seats))
        rng.shuffle(seats)
        place = {n: at for at, n in enumerate(seats, 1)}
        entries = tuple(
            Entry(n, place[n], 40 - 5 * place[n] + rng.randrange(5)) for n in table.entrants
        )
        return TableResult(table.number, entries)

    return result


def _match_by_chance(rng: Random, match: Match, table: Table) -> TableResult:
    won, drawn, over = dict.fromkeys(table.entrants, 0), 0, False
    while not (over or match.decided(won.values(), drawn)):
        over = rng.randrange(20) == 0
        if match.draws and rng.randrange(10) == 0:
            drawn += 1
        else:
            won[rng.choice(table.entrants)] += 1
    entries = tuple(Entry(n, 0, won[n]) for n in table.entrants)
    over = not match.decided(won.values(), drawn)
    return placed(TableResult(table.number, entries, drawn=drawn, time_over=over))


def played(
    count: int,
    stage: Stage,
    seed: int = 0,
    *,
    missing: int = 0,
    forfeits: int = 0,
    leaving: int = 0,
    own_tables: int = 0,
    rounds: int = 0,
    edition: int = EDITION,
) -> tuple[Field, list[Pairing]]:
    """Play a tournament of one stage with `count` entrants. Returns it, and the pairings of its
    engine. In percent: `missing`, the entrants absent from a round, some with a requested bye;
    `forfeits`, the tables that are forfeited; `leaving`, the entrants who leave before a round or,
    if they had left, come back; `own_tables`, the entrants with a table of their own. `rounds`: how
    many are played (0: all). Raises `CannotPair`."""
    rng = Random(seed)
    field, pairings = entered(count, stage, edition), []
    tables = dict(enumerate(rng.sample(range(1, count + 1), count * own_tables // 100), 1))
    field = replace(
        field, entrants=tuple(replace(e, table=tables.get(e.number, 0)) for e in field.entrants)
    )
    result = by_chance(rng, forfeits, stage.match)
    for round in range(1, (rounds or stage.rounds) + 1):
        field = replace(
            field,
            entrants=tuple(
                _left_or_back(e) if leaving and rng.randrange(100) < leaving else e
                for e in field.entrants
            ),
        )
        away = [entrant.number for entrant in field.entrants if rng.randrange(100) < missing]
        byes = tuple(Bye(number, rng.choice(REQUESTED)) for number in away if rng.randrange(10) < 6)
        gone = {e.number for e in field.entrants if e.status != "in"}
        byes = tuple(bye for bye in byes if bye.entrant not in gone)
        present = [e.number for e in field.entrants if e.status == "in" and e.number not in away]
        pairings.append(
            engine_of(stage, edition).pair(question_of(field, round, present, byes, seed))
        )
        field = with_round(field, round, pairings[-1], map(result, pairings[-1].tables))
    return field, pairings


def _left_or_back(entrant: Entrant) -> Entrant:
    return replace(entrant, status="withdrawn" if entrant.status == "in" else "in")


def repeats(field: Field) -> int:
    """How often, in all, two entrants sat at one table who had done so before."""
    met: set[tuple[int, int]] = set()
    again = 0
    for history in field.rounds:
        for table in history.tables:
            for two in combinations(sorted(table.entrants), 2):
                again += two in met
                met.add(two)
    return again
