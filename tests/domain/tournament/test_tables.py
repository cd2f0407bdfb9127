from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament.pairing.designs import DESIGNS
from domain.tournament.pairing.engines import compared, engine, engine_of
from domain.tournament.pairing.position import Position
from domain.tournament.pairing.schedules import designed
from domain.tournament.pairing.sizes import seated_sizes, sizes
from domain.tournament.pairing.table_costs import TableCosts
from domain.tournament.simulation import repeats
from domain.tournament.values import (
    Bye,
    CannotPair,
    Entrant,
    Entry,
    Pairing,
    Question,
    Scoring,
    Separation,
    Stage,
    TableResult,
)
from tests.amount import slow
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import by_chance, entered, played, question_of, with_round

FOUR = Stage(
    rounds=5, least=3, preferred=4, most=4, scoring=Scoring(points="places"), keys=("points",)
)


def every_way(count: int, least: int, most: int, tables: int) -> list[tuple[int, ...]]:
    if tables == 0:
        return [()] if count == 0 else []
    return [
        (size, *rest)
        for size in range(least, most + 1)
        for rest in every_way(count - size, least, size, tables - 1)
    ]


@pytest.mark.parametrize(
    ("least", "preferred", "most"),
    [(3, 4, 5), (3, 4, 4), (3, 3, 6), (4, 5, 6), (2, 4, 6), (3, 6, 6)],
)
def test_sizes_depart_the_least_from_the_preferred_one(
    least: int, preferred: int, most: int
) -> None:
    for count in range(1, 24):
        ways = [
            way for tables in range(1, count + 1) for way in every_way(count, least, most, tables)
        ]
        even = sizes(count, least, preferred, most)
        assert bool(even) == bool(ways)
        if even:
            assert (
                sum(even) == count
                and min(even) >= least
                and max(even) <= most
                and list(even) == sorted(even, reverse=True)
            )
            assert sum(abs(s - preferred) for s in even) == min(
                sum(abs(s - preferred) for s in way) for way in ways
            )


def test_eleven_at_three_to_five_are_four_four_and_three() -> None:
    assert sizes(11, 3, 4, 5) == (4, 4, 3)
    assert seated_sizes(5, FOUR) == ((4,), 1)
    refused_with(CannotPair, "2 entrants for tables of 3 to 4", seated_sizes, 2, FOUR)


def no_swap_betters(question: Question, pairing: Pairing, costs: TableCosts) -> None:
    seating = [list(table.entrants) for table in pairing.tables]
    now = costs.totals(seating)
    assert now == tuple(cost.value for cost in pairing.cost)
    seats = [(t, i) for t, table in enumerate(seating) for i in range(len(table))]
    for (t, i), (u, j) in combinations(seats, 2):
        seating[t][i], seating[u][j] = seating[u][j], seating[t][i]
        assert costs.totals(seating) >= now
        seating[t][i], seating[u][j] = seating[u][j], seating[t][i]


@pytest.mark.parametrize("count", [7, 11, 13, 18])
def test_no_swap_betters_the_recorded_cost(count: int) -> None:
    field = entered(count, FOUR)
    field = replace(
        field,
        separations=(
            Separation(1, 2, hard=True),
            Separation(3, 4),
            Separation(5, 6, hard=True, since=2),
        ),
    )
    rng = Random(count)
    for round in range(1, 4):
        question = question_of(field, round, luck=count)
        pairing = engine_of(FOUR).pair(question)
        no_swap_betters(question, pairing, TableCosts(Position(question), FOUR.weights.table))
        sizes_there = sorted((len(table.entrants) for table in pairing.tables), reverse=True)
        assert tuple(sizes_there) == seated_sizes(count, FOUR)[0]
        field = with_round(field, round, pairing, map(by_chance(rng), pairing.tables))


@pytest.mark.parametrize(
    "lucks", [range(1), pytest.param(range(1, 4), marks=slow("many; the quick case is a sample"))]
)
def test_repeats_are_rare_at_24_and_none_at_40_and_96(lucks: range) -> None:
    assert sum(repeats(played(24, FOUR, luck)) for luck in lucks) * 150 <= len(lucks) * 180
    for count, luck in product((40, 96), lucks[:5]):
        assert repeats(played(count, FOUR, luck)) == 0


def test_later_tables_have_like_scores_and_say_why_nobody_was_swapped() -> None:
    pairing = engine_of(FOUR).pair(question_of(played(24, FOUR, 3, rounds=3), 4))
    spread = {
        note.table for note in pairing.explanation if note.part == "spread" and not note.instead
    }
    assert spread and all(
        note.alternative > note.value or note.part == "lots"
        for note in pairing.explanation
        if note.instead
    )
    assert {note.table for note in pairing.explanation if note.instead} == set(range(1, 7))


def test_heats_are_a_snake_that_keeps_clubmates_apart() -> None:
    stage = replace(FOUR, format="heats")
    field = entered(12, stage)
    seeded = replace(
        field,
        entrants=tuple(replace(entrant, seed_rank=entrant.number) for entrant in field.entrants),
    )
    pairing = engine_of(stage).pair(question_of(seeded, 1))
    assert [set(table.entrants) for table in pairing.tables] == [
        {1, 6, 7, 12},
        {2, 5, 8, 11},
        {3, 4, 9, 10},
    ]
    apart = replace(seeded, separations=(Separation(1, 7, hard=True),))
    changed = engine_of(stage).pair(question_of(apart, 1))
    assert all(not {1, 7} <= set(table.entrants) for table in changed.tables)
    assert {cost.part: cost.value for cost in changed.cost}["pot"] == 0
    assert compared(question_of(apart, 1), engine_of(stage), pairing).part == "hard"


# -- plans -----------------------------------------------------------------------------------------

PLANNED = replace(FOUR, format="planned")


@pytest.mark.parametrize(
    ("count", "rounds", "most"),
    [(16, 5, 4), (9, 4, 3), (25, 6, 5), (19, 5, 4), (12, 4, 3), (28, 7, 4), (15, 7, 3), (24, 5, 4)],
)
def test_a_plan_without_repeats_is_found_where_a_field_or_a_design_gives_one(
    count: int, rounds: int, most: int
) -> None:
    stage = replace(PLANNED, rounds=rounds, most=most, preferred=most, least=min(3, most))
    field = played(count, stage, 5)
    assert repeats(field) == 0
    for history in field.rounds:
        assert sorted(n for table in history.tables for n in table.entrants) == list(
            range(1, count + 1)
        )


@pytest.mark.parametrize("which", DESIGNS, ids=str)
def test_in_a_design_nobody_meets_twice_and_fewer_may_sit(which: tuple[int, int]) -> None:
    tables, seats = which
    rounds = len(DESIGNS[which].split("\n")) - 2
    for short in range(tables + 1):
        sizes = (seats,) * (tables - short) + (seats - 1,) * short
        planned = designed(sizes, rounds)
        if planned is None:
            assert short > 1
            break
        everybody = list(range(sum(sizes)))
        assert [place for table in planned[0] for place in table] == everybody
        for round in planned:
            assert sorted(place for table in round for place in table) == everybody
            assert tuple(map(len, round)) == sizes
        pairs = [two for round in planned for t in round for two in combinations(sorted(t), 2)]
        assert len(pairs) == len(set(pairs))
    assert designed((seats,) * tables, rounds + 1) is None


def replanned(
    count: int, size: int, rounds: int, changes: dict[int, tuple[int, ...]]
) -> tuple[int, list[int]]:
    """Play a planned stage. `changes`: by round, the entrants who enter before it, or with a
    negative number leave before it. Returns how many meetings were repeats, and for each round how
    many repeats its explanation foretold."""
    least = max(3, size - 1)
    stage = replace(PLANNED, rounds=rounds, preferred=size, least=least, most=max(4, size))
    field, present = entered(count, stage), set(range(1, count + 1))
    noted = []
    for round in range(1, rounds + 1):
        for number in changes.get(round, ()):
            (present.add if number > 0 else present.discard)(abs(number))
            if number > len(field.entrants):
                field = replace(field, entrants=(*field.entrants, Entrant(number, since=round)))
        pairing = engine("planned").pair(question_of(field, round, sorted(present), luck=3))
        noted.append(next(note.value for note in pairing.explanation if note.part == "repeats"))
        field = with_round(field, round, pairing, map(by_chance(Random(round)), pairing.tables))
    return repeats(field), noted


@pytest.mark.parametrize(
    ("count", "size", "rounds", "changes"),
    [
        (15, 3, 7, {}),
        (24, 4, 5, {3: (-1, -2)}),
        (24, 4, 5, {3: (25,)}),
        (16, 4, 5, {3: (-5, 17)}),
        (16, 4, 5, {2: (-3,), 3: (3,)}),
        (20, 4, 5, {2: (-1,), 4: (21, 22)}),
    ],
)
def test_the_rest_is_planned_anew_without_repeats_when_some_leave_and_come(
    count: int, size: int, rounds: int, changes: dict[int, tuple[int, ...]]
) -> None:
    assert replanned(count, size, rounds, changes) == (0, [0] * rounds)


def test_each_round_tells_how_many_meet_again_from_here_on_and_no_more_do() -> None:
    again, noted = replanned(15, 3, 7, {4: (16,)})
    assert noted[:3] == [0, 0, 0], "nobody knew of the late entry"
    assert noted[3:] == sorted(noted[3:], reverse=True), "a plan that stands costs no more later"
    assert noted[3] >= again > 0


def test_a_plan_draws_its_places_and_keeps_some_apart_in_every_round() -> None:
    apart = [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    separations = tuple(Separation(a, b, hard=True) for a, b in map(sorted, apart))
    field = replace(entered(16, PLANNED), separations=separations)
    field = replace(field, rules=replace(field.rules, stages=(replace(PLANNED, rounds=4),)))
    assert (
        len({engine("planned").pair(question_of(field, 1, luck=luck)).tables for luck in range(3)})
        == 3
    )
    for round in range(1, 5):
        pairing = engine("planned").pair(question_of(field, round))
        assert all(not two <= set(table.entrants) for two in apart for table in pairing.tables)
        field = with_round(field, round, pairing, map(by_chance(Random(round)), pairing.tables))
    assert repeats(field) == 0


# -- what follows from the first round -------------------------------------------------------------

ROBIN = Stage(format="round-robin", rounds=14)
CUP = Stage(format="knock-out", rounds=4)


def test_a_round_robin_ends_once_everybody_has_met_everybody() -> None:
    twice = replace(ROBIN, meetings=2, rounds=6)
    late = replace(question_of(played(4, twice, 3), 6), round=7)
    refused_with(CannotPair, "met everybody", engine("berger").pair, late)


def test_who_enters_a_round_robin_late_has_byes() -> None:
    field = played(6, ROBIN, 1, rounds=2)
    late = engine("berger").pair(question_of(field, 3, [1, 2, 3, 4, 5, 6, 7]))
    assert Bye(7) in late.byes and len(late.tables) == 3
    refused_with(
        CannotPair,
        "tables of two",
        engine("berger").pair,
        question_of(entered(8, replace(FOUR, format="round-robin")), 1),
    )


def test_a_knock_out_needs_winners() -> None:
    field = entered(4, CUP)
    pairing = engine("knock-out").pair(question_of(field, 1))
    drawn = [
        TableResult(table.number, tuple(Entry(n, 1) for n in table.entrants))
        for table in pairing.tables
    ]
    refused_with(
        CannotPair,
        "Table 1 of round 1 has no winner",
        engine("knock-out").pair,
        question_of(with_round(field, 1, pairing, drawn), 2),
    )


def test_seeds_of_a_later_stage_are_those_who_qualified() -> None:
    field = replace(entered(8, CUP), qualified=(7, 3, 1, 5))
    pairing = engine("knock-out").pair(question_of(field, 1, [1, 3, 5, 7]))
    assert [{*table.entrants} for table in pairing.tables] == [{7, 5}, {3, 1}]


@pytest.mark.parametrize(
    ("stage", "entrants", "luck", "part", "by_hand"),
    [(Stage(rounds=5), 8, 2, "rematch", 4), (FOUR, 8, 1, "met", 12), (ROBIN, 4, 1, "plan", 2)],
)
def test_a_pairing_made_by_hand_is_compared_with_the_engines(
    stage: Stage, entrants: int, luck: int, part: str, by_hand: int
) -> None:
    """The pairing made by hand for round 2 is that of round 1 again, so it costs more than the
    engine's."""
    field = played(entrants, stage, luck, rounds=1)
    beside = compared(question_of(field, 2), engine_of(stage), Pairing(field.rounds[0].tables))
    assert (beside.part, beside.by_hand) == (part, by_hand) and beside.by_engine < by_hand
    assert beside.by_engine == 0 or part == "met"
    assert any(note.part == part and note.value for note in beside.hand.explanation)
    assert compared(question_of(field, 2), engine_of(stage), beside.engine).part == ""
