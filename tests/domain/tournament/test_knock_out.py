"""Knock-outs in which entrants leave at any time and both may lose a match, compared with a bracket
played on paper."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament import simulation
from domain.tournament.pairing.engines import engine_of
from domain.tournament.standings.ranking import standings
from domain.tournament.standings.tree import adds_up
from domain.tournament.values import CannotPair, Entry, Field, ResultKind, Stage, TableResult
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import entered, with_round

Match = tuple[int, int]


def bracket(entrants: int) -> list[Match]:
    """The first matches: the best seed against the last, and so on, with the first two in different
    halves. 0 stands for no opponent."""
    seeds, size = [1, 2], max(2, 1 << (entrants - 1).bit_length())
    while len(seeds) < size:
        seeds = [seed for best in seeds for seed in (best, 2 * len(seeds) + 1 - best)]
    there = [seed if seed <= entrants else 0 for seed in seeds]
    return list(zip(there[::2], there[1::2], strict=True))


def result(rng: Random, number: int, match: Match) -> tuple[TableResult, int]:
    """A random result of a match, and its winner: by play, by forfeit, or 0 if both lost."""
    kind: ResultKind = rng.choice(("played", "played", "forfeit", "double-forfeit"))
    first = 0 if kind == "double-forfeit" else rng.choice(match)
    absent = {"played": (), "forfeit": {*match} - {first}, "double-forfeit": match}[kind]
    entries = tuple(Entry(n, 2 if first and n != first else 1, absent=n in absent) for n in match)
    return TableResult(number, entries, kind), first


def played(entrants: int, stage: Stage, luck: int) -> tuple[Field, dict[int, int]]:
    """A random knock-out with each round paired as on paper, and the ranks that its last matches
    give."""
    rng, field, gone = Random(luck), entered(entrants, stage), set[int]()
    matches, losers, places = bracket(entrants), [0, 0], dict[int, int]()
    for round in range(1, stage.rounds + 1):
        if round == stage.rounds > 1 and stage.third_place:
            matches.append((losers[0], losers[1]))
        here = [[n for n in match if n and n not in gone] for match in matches]
        winners = [match[0] if match else 0 for match in here]
        if any(here):
            present = [n for match in here for n in match]
            pairing = engine_of(stage).pair(simulation.question_of(field, round, present))
            assert [{*table.entrants} for table in pairing.tables] == [
                {*match} for match in here if len(match) == 2
            ]
            assert [[bye.entrant] for bye in pairing.byes] == [m for m in here if len(m) == 1]
            results = [
                result(rng, t.number, (t.entrants[0], t.entrants[1])) for t in pairing.tables
            ]
            field = with_round(field, round, pairing, [taken for taken, _ in results])
            for at, (_, first) in zip(
                (at for at, m in enumerate(here) if len(m) == 2), results, strict=True
            ):
                winners[at] = first
        if round == stage.rounds:
            for place, match, first in zip((2, 4), matches, winners, strict=False):
                places |= {n: place - (n == first) for n in match if n}
        losers = [
            sum(match) - first if first and len(match) == 2 else 0
            for match, first in zip(here, winners, strict=True)
        ]
        matches = list(zip(winners[::2], winners[1::2], strict=False))
        gone |= {n for n in range(1, entrants + 1) if rng.random() < 0.15}
    out = (replace(e, status="withdrawn" if e.number in gone else "in") for e in field.entrants)
    return replace(field, entrants=tuple(out)), places


@pytest.mark.parametrize("entrants", range(2, 10))
def test_a_knock_out_ends_with_the_places_of_its_last_matches(entrants: int) -> None:
    rounds = (entrants - 1).bit_length()
    for luck in range(count(60, 240)):
        third = luck % 2 == 0
        stage = Stage(format="knock-out", rounds=rounds, third_place=third, keys=("points",))
        field, places = played(entrants, stage, luck)
        table = standings(field)
        ranks = {row.entrant: row.rank for row in table.rows}
        assert {n: rank for n, rank in ranks.items() if n in places} == places, luck
        behind = 1 + max([2, *places.values()])
        assert all(rank >= behind for n, rank in ranks.items() if n not in places)
        assert all(adds_up(tree) for trees in table.trees for tree in trees)
        if len(field.rounds) == rounds:
            before = standings(field, through=rounds - 1)
            assert {row.values[0] for row in before.rows} == {""}
            refused_with(
                CannotPair,
                "decided",
                engine_of(stage).pair,
                replace(simulation.question_of(field, rounds, (1, 2)), round=rounds + 1),
            )
