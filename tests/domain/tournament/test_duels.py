from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament.pairing.duels import NOBODY, DuelCosts
from domain.tournament.pairing.engines import engine, engine_of
from domain.tournament.pairing.matching import SMALL, _matched, cheapest
from domain.tournament.pairing.position import Position
from domain.tournament.values import (
    Bye,
    CannotPair,
    Entrant,
    Entry,
    Field,
    Pairing,
    Question,
    ResultKind,
    RoundHistory,
    Separation,
    Stage,
    Table,
    TableResult,
    Weights,
)
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import by_chance, entered, played, question_of, with_round

SWISS = Stage(rounds=5)


def all_pairings(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair up these numbers (one with nobody, 0, if they are odd), found without an
    engine."""
    if not numbers:
        yield []
    elif len(numbers) % 2:
        for waiting in numbers:
            for rest in all_pairings([n for n in numbers if n != waiting]):
                yield [*rest, (waiting, NOBODY)]
    else:
        first, *others = numbers
        for other in others:
            for rest in all_pairings([n for n in others if n != other]):
                yield [(first, other), *rest]


def met(question: Question) -> set[frozenset[int]]:
    return {
        frozenset(table.entrants)
        for history in question.field.rounds
        for table in history.tables
        if (result := history.result(table.number))
        and not any(entry.absent for entry in result.entries)
    }


def had_bye(question: Question) -> set[int]:
    byes = {
        bye.entrant
        for history in question.field.rounds
        for bye in history.byes
        if bye.kind == "pairing"
    }
    results = [
        result
        for history in question.field.rounds
        for result in history.results
        if result.kind == "forfeit"
    ]
    return byes | {
        entry.entrant for result in results for entry in result.entries if not entry.absent
    }


def check_against_everything(question: Question) -> None:
    pairing = engine("duels").pair(question)
    costs, before, byes = DuelCosts(Position(question)), met(question), had_bye(question)
    need_first = set(question.present) - byes
    times = Counter(
        bye.entrant
        for history in question.field.rounds
        for bye in history.byes
        if bye.kind == "pairing"
    )
    least = min((times[number] for number in question.present), default=0)

    def had_fewest_byes(number: int) -> bool:
        return times[number] == least

    lawful = [
        twos
        for twos in all_pairings(sorted(question.present))
        if all(NOBODY not in two or two[0] in need_first or not need_first for two in twos)
        and all(NOBODY not in two or need_first or had_fewest_byes(two[0]) for two in twos)
    ]
    fewest = min(sum(frozenset(two) in before for two in twos) for twos in lawful)
    chosen = [table.entrants for table in pairing.tables] + [
        (b.entrant, NOBODY) for b in pairing.byes if b.kind == "pairing"
    ]
    assert sum(frozenset(two) in before for two in chosen) == fewest
    of_parts = [
        tuple(sum(costs.part(name, *two) for two in twos) for name in costs.parts)
        for twos in lawful
    ]
    assert tuple(cost.value for cost in pairing.cost) == min(of_parts)


def questions(count: int, luck: int) -> Iterator[Question]:
    rng = Random(luck)
    field = entered(count, replace(SWISS, rounds=count))
    for round in range(1, count):
        present = [n for n in range(1, count + 1) if rng.random() < 0.9] or [1]
        question = question_of(field, round, present, luck=luck)
        yield question
        pairing = engine("duels").pair(question)
        field = with_round(field, round, pairing, map(by_chance(rng, forfeits=10), pairing.tables))


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8])
def test_no_avoidable_rematch_and_nothing_cheaper_against_every_pairing(count: int) -> None:
    for luck in range(2):
        for question in questions(count, luck):
            check_against_everything(question)


def test_clubmates_are_kept_apart_before_scores_are_level_and_softly_only_after() -> None:
    field = entered(8, SWISS)
    club = replace(
        field,
        entrants=tuple(replace(e, club="A" if e.number in (1, 5) else "") for e in field.entrants),
    )
    for hard, apart in ((True, True), (False, True)):
        separated = replace(club, separations=(Separation(club="A", hard=hard),))
        pairing = engine_of(SWISS).pair(question_of(separated, 1))
        assert all(set(table.entrants) != {1, 5} for table in pairing.tables) is apart
    late = replace(club, separations=(Separation(club="A", hard=True, since=2),))
    assert any(
        set(table.entrants) == {1, 5}
        for table in engine_of(SWISS).pair(question_of(late, 1)).tables
    )


def test_any_costs_are_paired_as_all_pairs_would_be_or_as_well() -> None:
    """In small and large fields, the pairs chosen cost no more than the best choice among all
    pairs. Some pairs are forbidden or dear; sometimes too many are forbidden for a full pairing, or
    everybody's cheapest opponents are the same few."""
    rng, large = Random(7), SMALL + 12
    each = product((8, SMALL, large), (1.0, 0.6, 3 / SMALL), (large,))
    for size, free, few in (*each, (large, 1.0, large * 2 // 5)):
        cost: list[list[int | None]] = [[None] * size for _ in range(size)]
        for u, v in combinations(range(size), 2):
            price = rng.choice((rng.randrange(1_000), 10_000 + rng.randrange(1_000)))
            price += 5_000 * (u >= few)
            if rng.random() < free:
                cost[u][v] = cost[v][u] = price
        everything = {(u, v) for u, v in combinations(range(size), 2) if cost[u][v] is not None}
        best, pairs = (
            _matched(everything, cost),
            cheapest(cost, [n % 3 * (few == large) for n in range(size)], 10_000),
        )
        paid, least = (sum(cost[u][v] or 0 for u, v in two) for two in (pairs, best))
        assert len(pairs) == len(best) and len({n for two in pairs for n in two}) == 2 * len(pairs)
        assert all(u < v and cost[u][v] is not None for u, v in pairs)
        assert paid == least


def test_a_table_says_what_it_cost_and_why_nothing_else_was_better() -> None:
    pairing = engine_of(SWISS).pair(question_of(played(10, SWISS, luck=2, rounds=4), 5))
    for table in pairing.tables:
        note = next(
            note for note in pairing.explanation if note.table == table.number and note.instead
        )
        assert note.alternative > note.value or note.part == "lots"
    assert [cost.part for cost in pairing.cost if cost.part != "bye"] == list(SWISS.weights.duel)


def test_nobody_and_one_and_an_unknown_part_of_the_cost() -> None:
    field = entered(3, SWISS)
    assert engine("duels").pair(Question(field, 0, 1, (), (), "00" * 32)).tables == ()
    assert engine("duels").pair(question_of(field, 1, [2])).byes == (Bye(2),)
    refused_with(
        CannotPair,
        "ratings",
        engine("duels").pair,
        question_of(entered(4, replace(SWISS, weights=Weights(duel=("ratings",)))), 1),
    )
    refused_with(CannotPair, "duels", engine, "nothing")


def test_a_table_of_three_made_by_hand_is_weighed_all_the_same() -> None:
    question = question_of(entered(3, SWISS), 1)
    assert engine("duels").weigh(question, Pairing((Table(1, (1, 2, 3)),))).cost[0].value == 0


def with_points(
    points: dict[int, int], *, byes: tuple[int, ...] = (), forfeits: tuple[int, ...] = ()
) -> Field:
    """A field of one stage in which each entrant has these points after three rounds, against
    opponents who have left. The first point of entrants in `byes` is from a bye, of those in
    `forfeits` from a forfeit."""
    field, gone = entered(len(points), replace(SWISS, rounds=9)), len(points) + 1
    everybody = (*field.entrants, *(Entrant(gone + at, status="withdrawn") for at in range(20)))
    rounds = []
    for round in range(1, 4):
        tables, results, allocated = [], [], []
        for at, (number, sum_) in enumerate(points.items(), 1):
            if round == 1 and number in byes:
                allocated.append(Bye(number))
                continue
            lost = round > sum_
            kind: ResultKind = "forfeit" if round == 1 and number in forfeits else "played"
            other = gone + (at + 7 * round) % 20
            tables.append(Table(at, (number, other)))
            places = (Entry(number, 1 + lost), Entry(other, 2 - lost, absent=kind == "forfeit"))
            results.append(TableResult(at, places, kind))
        rounds.append(RoundHistory(0, round, tuple(tables), tuple(allocated), tuple(results)))
    return replace(field, entrants=everybody, rounds=tuple(rounds))


def bye_of(field: Field, count: int) -> int:
    pairing = engine("duels").pair(question_of(field, 4, range(1, count + 1)))
    return next(bye.entrant for bye in pairing.byes)


def test_the_bye_goes_to_the_lowest_score_group_that_can_spare_one() -> None:
    """In edition 1, an entrant with more points got the bye if that made the differences at other
    tables smaller."""
    points = {1: 1, 2: 0, 3: 0, 4: 0, 5: 3}
    assert points[bye_of(with_points(points), 5)] == 0
    only = {1: 3, 2: 2, 3: 1, 4: 1, 5: 1}
    assert bye_of(with_points(only, byes=(3, 4, 5)), 5) == 2, "all of the lowest group have had one"
    why = next(
        note
        for note in engine("duels")
        .pair(question_of(with_points(only, byes=(3, 4, 5)), 4, range(1, 6)))
        .explanation
        if note.part == "bye"
    )
    assert (why.entrants, why.instead) == ((2,), ((3, 4, 5), ()))


def test_a_win_by_forfeit_counts_as_a_bye_had() -> None:
    points = {1: 3, 2: 2, 3: 1, 4: 1, 5: 1}
    assert bye_of(with_points(points, forfeits=(3, 4, 5)), 5) == 2
    everybody = with_points(points, forfeits=(1, 2, 3), byes=(4, 5))
    assert bye_of(everybody, 5) == 3, "nobody has a second bye while somebody has had none"


def test_ratings_seed_who_has_no_seed_and_the_first_edition_did_not_read_them() -> None:
    ratings = {1: 1500, 2: 2100, 3: 0, 4: 1900}
    field = entered(4, SWISS)
    rated = replace(
        field, entrants=tuple(replace(e, rating=ratings[e.number]) for e in field.entrants)
    )
    assert {
        frozenset(table.entrants) for table in engine("duels").pair(question_of(rated, 1)).tables
    } == {frozenset({2, 1}), frozenset({4, 3})}
    assert {
        frozenset(table.entrants) for table in engine("duels", 1).pair(question_of(rated, 1)).tables
    } == {frozenset({1, 3}), frozenset({2, 4})}
