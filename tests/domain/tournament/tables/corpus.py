"""The corpus of events at tables: random ones, and ones with a fault. `python -m
tests.domain.tournament.tables.corpus` writes it anew."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

from msgspec.structs import replace

from domain.tournament.checking_tables import TableEvent, event_of, spelt_event
from domain.tournament.pairing.engines import engine_of
from domain.tournament.pairing.position import Position
from domain.tournament.simulation import by_chance, entered, question_of, with_round
from domain.tournament.values import (
    Bye,
    Entry,
    Field,
    Key,
    Penalty,
    Points,
    RoundHistory,
    Scoring,
    Separation,
    Stage,
    Table,
    TableResult,
)

EVENTS, VERDICTS = (Path(__file__).with_name(name) for name in ("events.jsonl.gz", "verdicts.json"))

RIGHT, MUTATED = 200, 50
SIZES = ((3, 4, 5), (3, 3, 4), (4, 4, 4), (4, 5, 6), (3, 4, 4), (5, 6, 6))
POINTS: tuple[Points, ...] = ("places", "raw", "share", "margin")
KEYS: tuple[tuple[Key, ...], ...] = (
    ("points", "opponents", "wins", "lots"),
    ("points", "sonneborn-berger", "share", "direct", "lots"),
    ("points", "buchholz-cut-1", "margin", "score-sum"),
    ("points", "wins", "final", "lots"),
)
Verdict = list[tuple[int, str]]
"""The departures of an event: each the round (0 for its standings) and the number of the rule."""


def event(luck: int) -> Field:
    rng = Random(luck)
    least, preferred, most = SIZES[luck % len(SIZES)]
    shared = rng.choice(("mean", "higher"))
    stage = Stage(
        format="heats" if luck % 7 == 6 else "planned" if luck % 11 == 10 else "swiss",
        rounds=3 + luck % 2,
        least=least,
        preferred=preferred,
        most=most,
        scoring=Scoring(points=POINTS[luck // 6 % 4], shared=shared, bye="2", half="1"),
        keys=KEYS[luck % 4],
    )
    count = rng.randrange(max(9, 2 * least), 20)
    field = entered(count, stage, 3)
    seeds = rng.sample(range(1, count + 1), count)
    if luck % 2 or stage.format == "heats":
        field = replace(
            field,
            entrants=tuple(
                replace(entrant, seed_rank=seed)
                for entrant, seed in zip(field.entrants, seeds, strict=True)
            ),
        )
    a, b, c, d = rng.sample(range(1, count + 1), 4)
    field = replace(
        field,
        separations=(Separation(a, b, hard=True), Separation(c, d, since=2)) if luck % 3 else (),
        lots=tuple(rng.sample(range(1, count + 1), count)),
        penalties=(Penalty(a, "1/2", 2),) if luck % 4 == 0 else (),
    )
    result = by_chance(rng, luck % 5)
    for round in range(1, stage.rounds + 1):
        away = [n for n in range(1, count + 1) if rng.randrange(100) < luck % 9]
        byes = tuple(Bye(n, rng.choice(("half", "zero"))) for n in away)
        present = [n for n in range(1, count + 1) if n not in away]
        pairing = engine_of(stage).pair(question_of(field, round, present, byes, luck))
        field = with_round(field, round, pairing, map(result, pairing.tables))
    return field


# -- the costs once more, plainly ------------------------------------------------------------------


def cost(field: Field, history: RoundHistory) -> list[tuple[str, int]]:
    """The parts of a Swiss round's cost by T3.2 to T3.9, each with the number of its rule, the most
    important first."""
    met: Counter[frozenset[int]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    for earlier in field.rounds[: history.round - 1]:
        for table in earlier.tables:
            taken = earlier.result(table.number)
            out = {entry.entrant for entry in taken.entries if entry.absent} if taken else set()
            there = [n for n in table.entrants if n not in out]
            met.update(map(frozenset, combinations(there, 2)))
            for n in there if len(there) > 1 else ():
                seats[n, table.entrants.index(n)] += 1
                places[n, table.number] += 1
    question = question_of(field, history.round, [n for t in history.tables for n in t.entrants])
    scores = Position(question).scores
    pairs = [frozenset(two) for table in history.tables for two in combinations(table.entrants, 2)]
    apart = {
        frozenset((separation.a, separation.b)): separation.hard
        for separation in field.separations
        if separation.since <= history.round
    }
    spread = 0
    for table in history.tables:
        points = [scores[n] for n in table.entrants]
        spread += (max(points) - min(points)) ** 2
    return [
        ("T3.2", sum(apart.get(two) is True for two in pairs)),
        ("T3.3", sum(met[two] ** 2 for two in pairs)),
        ("T3.5", sum(apart.get(two) is False for two in pairs)),
        ("T3.7", spread),
        ("T3.8", sum(seats[n, at] ** 2 for t in history.tables for at, n in enumerate(t.entrants))),
        ("T3.9", sum(places[n, t.number] ** 2 for t in history.tables for n in t.entrants)),
    ]


def swapped(history: RoundHistory, a: int, b: int) -> RoundHistory:
    """A round in which two entrants changed places, results included."""
    other = {a: b, b: a}
    return replace(
        history,
        tables=tuple(
            replace(table, entrants=tuple(other.get(n, n) for n in table.entrants))
            for table in history.tables
        ),
        byes=tuple(
            replace(bye, entrant=other.get(bye.entrant, bye.entrant)) for bye in history.byes
        ),
        results=tuple(
            replace(
                result,
                entries=tuple(
                    replace(entry, entrant=other.get(entry.entrant, entry.entrant))
                    for entry in result.entries
                ),
            )
            for result in history.results
        ),
    )


def best_swap(field: Field, history: RoundHistory) -> str:
    """The rule of the most important part of the cost that the best swap of two entrants improves;
    "" if no swap improves the cost."""
    now = cost(field, history)
    sitting = [n for table in history.tables for n in table.entrants]
    best = min(cost(field, swapped(history, a, b)) for a, b in combinations(sitting, 2))
    better = (rule for (rule, then), (_, own) in zip(best, now, strict=True) if then != own)
    return next(better) if best < now else ""


# -- mutations -------------------------------------------------------------------------------------


def with_last(field: Field, history: RoundHistory) -> Field:
    return replace(field, rounds=(*field.rounds[:-1], history))


def mutated(luck: int, field: Field) -> tuple[TableEvent, Verdict] | None:
    """The event with one fault in its last round or its standings, and the verdict on it. `luck`
    chooses the fault. None if that fault is not possible in this event."""
    rng, last, name = Random(luck), field.rounds[-1], f"mutated-{luck}"
    swiss = field.rules.stages[0].format == "swiss"
    sitting = [n for table in last.tables for n in table.entrants]
    kind = luck % 6
    if kind == 0 and swiss:
        aimed = ("T3.3", "T3.7", "T3.8", "T3.9")[luck // 6 % 4]
        for _ in range(40):
            other = swapped(last, *rng.sample(sitting, 2))
            if (rule := best_swap(field, other)) == aimed:
                return event_of(name, with_last(field, other)), [(last.round, rule)]
    if kind == 1 and swiss:
        a, b = rng.choice(last.tables).entrants[:2]
        more = Separation(a, b, hard=True, since=last.round)
        apart = replace(field, separations=(*field.separations, more))
        if best_swap(apart, last) == "T3.2":
            return event_of(name, apart), [(last.round, "T3.2")]
    if kind == 2:
        waiting = [bye.entrant for bye in last.byes if bye.kind == "pairing"]
        had = Counter(
            bye.entrant for at in field.rounds[:-1] for bye in at.byes if bye.kind == "pairing"
        )
        again = [n for n in sitting if had[n]]
        question = question_of(field, last.round, [*sitting, *waiting])
        scores = Position(question).scores
        first = max(sitting, key=lambda n: (not Position(question).bye_rank(n), scores[n]))
        if luck % 12 == 8 and waiting and scores[first] > scores[waiting[0]]:
            other = swapped(last, waiting[0], first)
            if not (had[waiting[0]] or Position(question).bye_rank(first)):
                return event_of(name, with_last(field, other)), [(last.round, "T2.1")]
        if luck % 12 == 2 and waiting and again and not had[waiting[0]]:
            other = swapped(last, waiting[0], again[0])
            return event_of(name, with_last(field, other)), [(last.round, "T2.2")]
    if kind == 3:
        small = [table for table in last.tables if len(table.entrants) > 3]
        if len(small) > 1:
            return event_of(
                name, with_last(field, _with_last_entrant_moved(last, small[-1], small[0]))
            ), [(last.round, "T1.2")]
    if kind == 4:
        a, b = last.tables[0].entrants[0], last.tables[1].entrants[0]
        tables = tuple(
            replace(table, entrants=tuple(a if n == b else n for n in table.entrants))
            for table in last.tables
        )
        return event_of(name, with_last(field, replace(last, tables=tables))), [
            (last.round, "T1.1")
        ]
    right = event_of(name, field)
    if kind == 5:
        n = rng.randrange(len(right.standings))
        row = right.standings[n]
        if luck % 12 == 5:
            wrong, rule = replace(row, rank=row.rank + 1), "T5.1"
        else:
            wrong, rule = replace(row, values=("99", *row.values[1:])), "T4.1"
        rows = (*right.standings[:n], wrong, *right.standings[n + 1 :])
        return replace(right, standings=rows), [(0, rule)]
    return None


def _with_last_entrant_moved(history: RoundHistory, source: Table, target: Table) -> RoundHistory:
    """A round in which the last entrant of table `source` sits at table `target` instead, and comes
    last there."""
    gone = source.entrants[-1]

    def entries(result: TableResult) -> TableResult:
        played = [entry for entry in result.entries if entry.entrant != gone]
        if result.table == target.number:
            played.append(Entry(gone, 1))
        return TableResult(
            result.table, tuple(Entry(e.entrant, at, 20) for at, e in enumerate(played, 1))
        )

    return replace(
        history,
        tables=tuple(
            replace(table, entrants=table.entrants[:-1])
            if table is source
            else replace(table, entrants=(*table.entrants, gone))
            if table is target
            else table
            for table in history.tables
        ),
        results=tuple(
            entries(result) if result.table in (source.number, target.number) else result
            for result in history.results
        ),
    )


def made() -> Iterator[tuple[TableEvent, Verdict]]:
    for luck in range(RIGHT):
        yield event_of(f"right-{luck}", event(luck)), []
    luck, count = 1_000, 0
    while count < MUTATED:
        wrong = mutated(luck, event(luck))
        if wrong is not None:
            count += 1
            yield wrong
        luck += 1


def write() -> None:
    corpus = list(made())
    lines = "".join(f"{spelt_event(event_made)}\n" for event_made, _ in corpus)
    EVENTS.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
    verdicts = (
        f"{json.dumps(event_made.id)}: {json.dumps(verdict)}" for event_made, verdict in corpus
    )
    VERDICTS.write_text("{\n" + ",\n".join(verdicts) + "\n}\n", "utf-8")


if __name__ == "__main__":
    write()
