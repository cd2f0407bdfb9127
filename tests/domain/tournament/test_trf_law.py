from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament.checking import checked
from domain.tournament.formats.common import Event
from domain.tournament.formats.trf_reading import read
from domain.tournament.formats.trf_report import written
from domain.tournament.formats.trf_writing import KEYS
from domain.tournament.pairing.engines import engine_of
from domain.tournament.pairing.fixed import still_in
from domain.tournament.simulation import by_chance, entered, question_of, with_round
from domain.tournament.standings.ranking import standings
from domain.tournament.values import (
    Bye,
    CannotPair,
    Field,
    Key,
    Penalty,
    Rules,
    Scoring,
    Separation,
    Stage,
)
from tests.amount import slow
from tests.domain.tournament.test_trf import computed_by_gacrux

OPEN = Event("Open", "Lyon", "FRA")
KEYED: tuple[Key, ...] = (
    "points",
    "buchholz-cut-1",
    "buchholz",
    "sonneborn-berger",
    "wins",
    "wins-second",
    "score-sum",
    "margin",
    "lots",
)
THREE = Scoring(win="3", draw="1", bye="1", half="1", forfeit="3")
BY_PLACE = Scoring(points="places", places=("5", "2"), bye="5", half="2", forfeit="4")


def stages(luck: int) -> tuple[Stage, ...]:
    scoring = (Scoring(), THREE, replace(THREE, forfeit="2", half="1/2", zero="0"), BY_PLACE)[
        luck % 4
    ]
    swiss = Stage(rounds=3 + luck % 4, keys=KEYED, scoring=scoring)
    return (
        (swiss,),
        (replace(swiss, engine="fide-dutch", scoring=(Scoring(), THREE)[luck % 2]),),
        (replace(swiss, format="round-robin", rounds=6),),
        (replace(swiss, format="round-robin", meetings=2, rounds=10),),
        (replace(swiss, format="knock-out", rounds=3, third_place=luck % 2 == 0),),
        (replace(swiss, rounds=3), replace(swiss, format="knock-out", rounds=2, advance=4)),
    )[luck // 4 % 6]


@cache
def event(luck: int) -> Field:
    """A random tournament with late entrants, absences, byes, forfeits, withdrawals, separations,
    penalties and lots."""
    rng, rules = Random(luck), Rules(stages(luck))
    count = 6 if rules.stages[0].format == "round-robin" else 7 + luck % 10
    field = replace(
        entered(count, rules.stages[0]),
        rules=rules,
        lots=tuple(rng.sample(range(1, count + 1), count)),
    )
    if rules.stages[0].format == "swiss":
        field = replace(
            field,
            entrants=tuple(
                replace(entrant, seed_rank=1 + rng.randrange(4)) for entrant in field.entrants
            ),
        )
    field = replace(field, separations=(Separation(1, 2, hard=True, since=2),) if luck % 3 else ())
    late, gone = (
        (1 + rng.randrange(count), 1 + rng.randrange(count))
        if rules.stages[0].format == "swiss"
        else (0, rules.stages[0].format == "round-robin" and luck % 2 * (1 + luck % count))
    )
    for round in range(1, rules.rounds + 1):
        stage = rules.stages[rules.stage_of(round)]
        if stage.advance and not field.qualified:
            field = replace(
                field,
                qualified=tuple(row.entrant for row in standings(field).rows)[: stage.advance],
            )
        field = played(
            field, round, stage, rng, {late} if round == 1 else {gone} if round > 2 else set()
        )
    if rules.stages[0].format == "round-robin":
        out = (replace(e, status="withdrawn" if e.number == gone else "in") for e in field.entrants)
        field = replace(field, entrants=tuple(out))
    lost = [("1", count), ("1/2", 1 + luck % count), ("-1", 2), ("1/3", 3)]
    return replace(
        field, penalties=tuple(Penalty(n, points, 1 + luck % 3) for points, n in lost[: luck % 5])
    )


def played(field: Field, round: int, stage: Stage, rng: Random, away: set[int]) -> Field:
    numbers = [
        n
        for n in field.qualified or [entrant.number for entrant in field.entrants]
        if n not in away
    ]
    byes: list[Bye] = []
    if stage.format == "swiss":
        byes = [Bye(n, rng.choice(("half", "zero"))) for n in numbers if rng.randrange(10) == 0]
    present = tuple(n for n in numbers if all(bye.entrant != n for bye in byes))
    question = question_of(field, round, present, tuple(byes), rng.randrange(1000))
    if stage.format == "knock-out":
        question = replace(question, present=still_in(question))
    pairing = engine_of(stage).pair(question)
    result = by_chance(rng, 0 if stage.format == "knock-out" else 12)
    results = [result(table) for table in pairing.tables]
    if stage.format == "knock-out":  # somebody has to win
        results = [
            replace(
                drawn, entries=tuple(replace(e, place=at) for at, e in enumerate(drawn.entries, 1))
            )
            for drawn in results
        ]
    return with_round(field, round, pairing, results)


def events(lucks: range) -> Iterator[tuple[int, Field]]:
    for luck in lucks:
        with suppress(CannotPair):  # a small field that has met: the Dutch system knows no rematch
            yield luck, event(luck)


@pytest.mark.parametrize(
    "lucks",
    [range(0, 24, 3), pytest.param(range(36, 48), marks=slow("many; the quick case is a sample"))],
)
def test_whatever_is_exported_holds_in_our_own_check_and_gacrux_ranks_it_alike(
    lucks: range,
) -> None:
    named, count = [key for key in KEYED if key in KEYS], 0
    for luck, field in events(lucks):
        for year in (2026, 2016):
            text = written(OPEN, field, year=year)
            report = checked(again := read(text.encode()))
            assert report.holds and report.known, (luck, year, report)
            refused = [paired.refused for paired in report.rounds]
            assert refused == [None] * len(field.rounds), (luck, year, report)
            out = written(again.event, again.field, year=year, comments=again.comments)
            assert out == text, (luck, year)
        count += 1
        staged = tuple(replace(stage, keys=tuple(named)) for stage in field.rules.stages)
        text, stage = written(OPEN, replace(field, rules=Rules(staged), qualified=())), staged[-1]
        computed = computed_by_gacrux(text, named, round_robin=stage.format == "round-robin")
        if (
            stage.format == "swiss"
            and stage.scoring != BY_PLACE
            and stage.scoring.forfeit == stage.scoring.win
            and luck % 5 < 4
        ):
            assert {row["cid"]: row["rank"] for row in computed} == read(text.encode()).ranks, luck
    assert count > len(lucks) * 3 / 4
