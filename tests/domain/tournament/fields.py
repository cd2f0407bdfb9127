"""Tournaments to pair and rank: fields of entrants, rounds played by chance, questions to engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from random import Random

from msgspec.structs import replace

from domain.tournament.pairing.engines import engine_of
from domain.tournament.values import (
    Bye,
    Entrant,
    Entry,
    Field,
    Pairing,
    Question,
    RoundHistory,
    Rules,
    Stage,
    Table,
    TableResult,
)


def entered(count: int, stage: Stage, **more: object) -> Field:
    """A field of so many entrants, before its first round, for one stage."""
    return Field(Rules((stage,)), tuple(Entrant(n) for n in range(1, count + 1)), lots=tuple(range(1, count + 1)), **more)  # type: ignore[arg-type]


def asked(field: Field, round: int, present: Iterable[int] = (), byes: tuple[Bye, ...] = (), luck: int = 0) -> Question:
    """Everybody, or those named, to be paired for a round."""
    there = tuple(present) or tuple(one.number for one in field.entrants if all(bye.entrant != one.number for bye in byes))
    seed = sha256(f"{luck}/{round}".encode()).hexdigest()
    return Question(field, field.rules.stage_of(round), round, there, byes, seed)


def with_round(field: Field, round: int, pairing: Pairing, results: Iterable[TableResult]) -> Field:
    """The field with one more round."""
    history = RoundHistory(field.rules.stage_of(round), round, pairing.tables, pairing.byes, tuple(results))
    return replace(field, rounds=(*field.rounds, history))


def by_chance(rng: Random, *, draws: bool = True, forfeits: float = 0.0) -> Callable[[Table], TableResult]:
    """Results as they come: places by lot, at tables of two some of them drawn, some forfeited; victory points by place."""

    def result(table: Table) -> TableResult:
        seats = list(table.entrants)
        if rng.random() < forfeits:
            absent = rng.sample(seats, rng.choice((1, len(seats))))
            places = {n: (2 if n in absent else 1) for n in seats}
            entries = tuple(Entry(n, places[n], absent=n in absent) for n in seats)
            return TableResult(table.number, entries, "double-forfeit" if len(absent) == len(seats) else "forfeit")
        if draws and len(seats) == 2 and rng.random() < 0.3:
            return TableResult(table.number, tuple(Entry(n, 1, 10) for n in seats))
        rng.shuffle(seats)
        place = {n: at for at, n in enumerate(seats, 1)}
        return TableResult(table.number, tuple(Entry(n, place[n], 40 - 5 * place[n] + rng.randrange(5)) for n in table.entrants))

    return result


def played(count: int, stage: Stage, luck: int = 0, *, missing: float = 0.0, forfeits: float = 0.0, rounds: int = 0) -> Field:
    """A whole tournament paired by its stage's engine; in each round some may be missing, with a bye asked for or without."""
    rng = Random(luck)
    field = entered(count, stage)
    result = by_chance(rng, forfeits=forfeits)
    for round in range(1, (rounds or stage.rounds) + 1):
        away = [n for n in range(1, count + 1) if rng.random() < missing]
        byes = tuple(Bye(n, rng.choice(("half", "zero"))) for n in away if rng.random() < 0.6)
        present = [n for n in range(1, count + 1) if n not in away]
        pairing = engine_of(stage).pair(asked(field, round, present, byes, luck))
        field = with_round(field, round, pairing, map(result, pairing.tables))
    return field
