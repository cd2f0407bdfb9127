from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from domain.tournament.pairing.engines import engine_of
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import standings
from domain.tournament.standings.tree import Term, adds_up, results_in
from domain.tournament.values import (
    EDITION,
    Bye,
    Entry,
    Field,
    Key,
    Pairing,
    Penalty,
    Points,
    Rules,
    Scoring,
    Shared,
    Stage,
    Table,
    TableResult,
    amount,
    exact,
    spelt,
)
from tests.amount import count, slow_but
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import entered, played, question_of, with_round

DUEL = Stage(rounds=3, keys=("points",))
FOUR = Stage(
    rounds=3, least=3, preferred=4, most=4, scoring=Scoring(points="places"), keys=("points",)
)


def seated(
    field: Field,
    round: int,
    *tables: tuple[tuple[int, int, int | None], ...],
    byes: tuple[Bye, ...] = (),
) -> Field:
    pairing = Pairing(
        tuple(Table(at, tuple(n for n, _, _ in table)) for at, table in enumerate(tables, 1)), byes
    )
    results = []
    for at, table in enumerate(tables, 1):
        absent = [n for n, place, _ in table if not place]
        kind = (
            "played" if not absent else "double-forfeit" if len(absent) == len(table) else "forfeit"
        )
        entries = tuple(
            Entry(n, place or len(table), score, absent=not place) for n, place, score in table
        )
        results.append(TableResult(at, entries, kind))  # type: ignore[arg-type]
    return with_round(field, round, pairing, results)


def duels(
    field: Field, round: int, *games: tuple[int, int, str], byes: tuple[Bye, ...] = ()
) -> Field:
    """The field with one more round of duels. The last item of each is `1`, `=` or `0` for the
    first player, `+` or `-` for a win or loss by forfeit, or `x` if both lost."""
    places = {"1": (1, 2), "0": (2, 1), "=": (1, 1), "+": (1, 0), "-": (0, 1), "x": (0, 0)}
    return seated(
        field,
        round,
        *(((a, places[r][0], None), (b, places[r][1], None)) for a, b, r in games),
        byes=byes,
    )


def with_keys(field: Field, *keys: Key) -> Field:
    return replace(
        field, rules=Rules(tuple(replace(stage, keys=keys) for stage in field.rules.stages))
    )


def values(field: Field, key: Key) -> dict[int, Fraction]:
    table = standings(with_keys(field, key))
    return {row.entrant: table.tree(row.entrant, key).number for row in table.rows}


Won = dict[tuple[int, int], Fraction]
"""The points that the first made against the second: the mean of their games."""


def naive_direct(group: set[int], won: Won, win: Fraction) -> dict[int, int]:
    """Ranks from 0, by FIDE C.07 article 6."""
    made = {a: sum(won.get((a, b), Fraction(0)) for b in group) for a in group}
    missing = {a: sum((a, b) not in won for b in group - {a}) for a in group}
    parts: list[set[int]] = []
    if any(missing.values()):
        rest = set(group)
        while len(rest) > 1 and (
            ahead := {
                a for a in rest if all(made[a] > made[b] + missing[b] * win for b in rest - {a})
            }
        ):
            parts.append(ahead)
            rest -= ahead
        parts.append(rest)
    else:
        scores = sorted(set(made.values()), reverse=True)
        parts = [{a for a in group if made[a] == score} for score in scores]
    if len(parts) == 1:
        return dict.fromkeys(group, 0)
    ranks: dict[int, int] = {}
    for part in parts:
        ranks |= {a: len(ranks) + rank for a, rank in naive_direct(part, won, win).items()}
    return ranks


@pytest.mark.parametrize("win", ["1", "3"])
def test_direct_encounter_ranks_whoever_met_or_is_ahead_whatever_the_missing_games_bring(
    win: str,
) -> None:
    rng, unsettled = Random(3), 0
    for edition in (1, EDITION) * count(60, 180):
        size = rng.randint(2, 6)
        field = entered(size, replace(DUEL, rounds=99, scoring=Scoring(win=win)), edition)
        games: dict[tuple[int, int], list[Fraction]] = {}
        often = rng.choice(((1,), (0, 1, 1, 1), (0, 1, 1, 2), (0, 1)))
        for a, b in combinations(range(1, size + 1), 2):
            for _ in range(rng.choice(often)):
                result = rng.choice("110=")
                field = duels(field, len(field.rounds) + 1, (a, b, result))
                got = {"1": (Fraction(win), 0), "0": (0, Fraction(win)), "=": (Fraction(1, 2),) * 2}
                for two, points in zip(((a, b), (b, a)), got[result], strict=True):
                    games.setdefault(two, []).append(Fraction(points))
        won = {two: sum(points, Fraction(0)) / len(points) for two, points in games.items()}
        most = max((point for points in games.values() for point in points), default=Fraction(1))
        ranks = naive_direct(set(range(1, size + 1)), won, max(most, Fraction(1)))
        settled = len(set(ranks.values())) > 1 or len(won) == size * (size - 1)
        table = standings(with_keys(field, "direct"))
        for number, rank in ranks.items():
            said = str(rank + 1) if settled or edition == 1 else ""
            assert table.tree(number, "direct").value == said, (field.rounds, ranks)
            assert {(term.entrant, term.value) for term in table.tree(number, "direct").terms} == {
                (b, spelt(points)) for (a, b), points in won.items() if a == number
            }
        unsettled += not settled
    assert unsettled > 5


def test_at_tables_every_key_is_a_naive_sum_whoever_was_met_and_however_little_was_made() -> None:
    """Tables have one to four players, some of whom stay away. Some scores were not counted, and
    some are all 0."""
    rng = Random(5)
    for _ in range(count(40, 120)):
        field, games = entered(6, FOUR), []
        for round in range(1, 4):
            numbers = rng.sample(range(1, 7), 6)
            tables = []
            while numbers:
                size, scores = rng.randint(1, 4), rng.choice(((0,), (None,), (0, 3, 7, None)))
                seats = [numbers.pop() for _ in range(min(size, len(numbers)))]
                places = [rng.choice((0, 1, 1, 2, 3)) for _ in seats]
                tables.append(
                    tuple((n, at, rng.choice(scores)) for n, at in zip(seats, places, strict=True))
                )
            field = seated(field, round, *tables)
            games += [(t, [seat for seat in t if seat[1]]) for t in tables]
        naive = {key: dict.fromkeys(range(1, 7), Fraction(0)) for key in get_args(Key)}
        for table, came in games:
            for n, place, score in came if len(came) > 1 else ():
                others = [seat for seat in came if seat[0] != n]
                theirs = [Fraction(seat[2] or 0) for seat in others]
                mine, all_ = Fraction(score or 0), sum(theirs, Fraction(score or 0))
                first = all(place < seat[1] for seat in others)
                naive["wins"][n] += first
                naive["wins-second"][n] += first and len(table) == 2 and table[1][0] == n
                naive["score-sum"][n] += mine
                naive["share"][n] += mine / all_ if all_ else Fraction(1, len(came))
                naive["margin"][n] += mine - sum(theirs, Fraction(0)) / len(theirs)
        for key in ("wins", "wins-second", "score-sum", "share", "margin"):
            assert values(field, key) == naive[key], (key, games)
        trees = [
            tree for trees in standings(with_keys(field, *get_args(Key))).trees for tree in trees
        ]
        there = {(round, table) for round in (1, 2, 3) for table in range(7)}
        assert all(adds_up(tree) and results_in(tree) <= there for tree in trees)
    wrong = replace(trees[0], value="99")
    assert not adds_up(wrong) and not adds_up(Term("points", "99", "sum", terms=(wrong,)))


@pytest.mark.parametrize(("shared", "level"), [("mean", "3"), ("higher", "4")])
def test_points_by_place_and_shared_places(shared: Shared, level: str) -> None:
    stage = replace(FOUR, scoring=Scoring(points="places", shared=shared))
    field = seated(entered(4, stage), 1, ((1, 1, 30), (2, 2, 20), (3, 2, 20), (4, 4, 10)))
    assert [row.values[0] for row in standings(field).rows] == ["6", level, level, "1"]


@pytest.mark.parametrize(("edition", "mean"), [(3, Fraction(17, 6)), (4, Fraction(35, 6))])
def test_the_worked_example_of_virtual_opponents_at_tables(edition: int, mean: Fraction) -> None:
    """By rule T5.4, a bye counts as a round against virtual opponents with the entrant's own
    points, here 7. Editions 1 to 3 gave them 1."""
    field = seated(
        entered(5, FOUR, edition),
        1,
        ((1, 1, None), (2, 2, None), (3, 3, None), (4, 4, None)),
        byes=(Bye(5),),
    )
    table = ((5, 1, None), (2, 2, None), (3, 3, None), (4, 4, None))
    field = seated(field, 2, table, byes=(Bye(1),))
    assert values(field, "points") == {1: 7, 2: 8, 3: 4, 4: 2, 5: 7}
    assert values(field, "opponents")[5] == mean


def test_points_are_the_best_of_each_stage_by_its_factor_less_penalties_naively_summed() -> None:
    """The points that a pairing reads and those in the explanation are compared after each round
    with a simple sum. There are two stages, byes, unfinished games, and penalties of entrants who
    are in no round or do not exist."""
    rng, made = Random(7), {"1": "10", "0": "01", "=": "==", "+": "10", "-": "01", "x": "00"}
    for edition in (1, 2, EDITION) * count(10, 30):
        stages = tuple(
            replace(
                DUEL, factor=rng.choice(("1", "2", "1/3")), scoring=Scoring(best=rng.randrange(4))
            )
            for _ in range(2)
        )
        penalties = tuple(
            Penalty(rng.choice((1, 4, 6, 9)), "1/4", rng.randint(1, 7)) for _ in range(3)
        )
        field = replace(entered(6, DUEL, edition), rules=Rules(stages), penalties=penalties)
        assert not any(scores(field, outings(field)).values()), "before the first round"
        won: dict[tuple[int, int], Fraction] = {}
        for round in range(1, 7):
            a, b, c, d, e = rng.sample((1, 2, 3, 4, 5), 5)
            games = (a, b, rng.choice([*made])), (c, d, rng.choice([*made]))
            field = duels(field, round, *games, byes=(Bye(e),))
            if rng.random() < 0.3:  # the second game is not over
                *before, last = field.rounds
                field = replace(field, rounds=(*before, replace(last, results=last.results[:1])))
            won[e, round] = Fraction(1)
            for first, second, result in games[: len(field.rounds[-1].results)]:
                for n, got in zip((first, second), made[result], strict=True):
                    won[n, round] = Fraction(1, 2) if got == "=" else Fraction(got)
        for through in range(7):
            naive, paired = (dict.fromkeys(range(1, 7), Fraction(0)) for _ in range(2))
            for number, at in product(naive, range(2)):
                its = range(3 * at + 1, min(3 * at + 3, through) + 1)
                mine = sorted(
                    (won.get((number, round), Fraction(0)) for round in its), reverse=True
                )
                sum_ = sum(mine[: stages[at].scoring.best or 3]) * Fraction(stages[at].factor)
                naive[number], paired[number] = naive[number] + sum_, paired[number] + sum_
            for penalty in penalties:
                if (n := penalty.entrant) in naive:
                    own = max((at for who, at in won if who == n and at <= through), default=0)
                    naive[n] -= Fraction(penalty.round <= through, 4)
                    paired[n] -= Fraction(penalty.round <= (own if edition == 1 else through), 4)
            shown = standings(field, 0, through)
            assert {n: shown.tree(n, "points").number for n in naive} == naive
            assert all(adds_up(tree) for trees in shown.trees for tree in trees)
            assert scores(field, outings(field, through), through) == paired
        assert scores(field, outings(field)) == paired


def test_the_rank_in_the_final_is_by_table_then_place() -> None:
    rules = Rules(
        (replace(DUEL, rounds=1), replace(DUEL, rounds=1, advance=4, keys=("final", "points")))
    )
    field = replace(entered(6, DUEL), rules=rules, qualified=(1, 3, 5, 2))
    field = duels(
        duels(field, 1, (1, 2, "1"), (3, 4, "1"), (5, 6, "1")), 2, (3, 1, "1"), (2, 5, "0")
    )
    assert [row.entrant for row in standings(field).rows][:4] == [3, 1, 5, 2]
    assert standings(field).row(4).parted == "stage"


def test_lots_part_whom_nothing_else_does() -> None:
    field = with_keys(
        replace(duels(entered(4, DUEL), 1, (1, 2, "="), (3, 4, "=")), lots=(3, 1, 4)),
        "points",
        "lots",
    )
    assert values(field, "lots") == {3: 1, 1: 2, 4: 3, 2: 4}, "who has no lot stands behind"
    table = standings(field)
    assert [row.entrant for row in table.rows] == [3, 1, 4, 2] and {
        row.parted for row in table.rows
    } == {"", "lots"}


def test_a_table_without_result_and_an_adjourned_one_count_for_nothing_yet() -> None:
    field = duels(entered(4, DUEL), 1, (1, 2, "1"))
    pairing = Pairing((Table(1, (1, 3)), Table(2, (2, 4))))
    field = with_round(field, 2, pairing, [TableResult(1, kind="adjourned")])
    assert [row.values[0] for row in standings(field).rows] == ["1", "0", "0", "0"]
    assert values(field, "buchholz")[3] == 0


# -- any denominators ------------------------------------------------------------------------------

PRIMES = (999_983, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917, 999_907)
"""Victory points of a table without a common factor, so that every round multiplies the
denominators of the shares."""


@pytest.mark.parametrize("points", slow_but(("share", "match"), get_args(Points)))
def test_every_scoring_and_every_key_has_a_value_whatever_the_denominators(points: Points) -> None:
    keys: tuple[Key, ...] = get_args(Key)
    challenge = points in ("match", "ranks")
    seats = 1 if challenge else 3
    scoring = Scoring(
        points=points,
        win="1/997",
        draw="1/991",
        bye="1/983",
        half="1/977",
        places=("1/971", "1/967"),
    )
    stage = Stage(
        format="challenge" if challenge else "swiss",
        rounds=len(PRIMES),
        least=seats,
        preferred=seats,
        most=seats,
        scoring=scoring,
        keys=keys,
        factor="1/953",
    )
    field = entered(7, stage)
    for round, prime in enumerate(PRIMES, 1):
        pairing = engine_of(stage).pair(question_of(field, round))
        results = [
            TableResult(
                table.number,
                tuple(
                    Entry(n, at, prime - at * table.number)
                    for at, n in enumerate(table.entrants, 1)
                ),
            )
            for table in pairing.tables
        ]
        field = with_round(field, round, pairing, results)
    order = standings(field)
    assert all(adds_up(tree) for trees in order.trees for tree in trees)
    assert [row.rank for row in order.rows] == sorted(row.rank for row in order.rows) and len(
        order.sha256
    ) == 64
    if points == "share":
        assert max(exact(row.values[0]).denominator for row in order.rows) > 10**20, (
            "the case is the one that it claims to be"
        )


def test_a_value_is_spelt_in_one_way_however_long_it_is() -> None:
    for number in (
        Fraction(0),
        Fraction(-7, 3),
        Fraction(10**9_001 - 1, 3 * 7**9_000),
        Fraction(-(10**4_000)),
        Fraction(1, 10**8_000),
    ):
        assert exact(spelt(number)) == number
    assert spelt(Fraction(-(10**4_000))) == "-1" + "0" * 4_000
    for text in ("1/12345678901", "1e9"):
        refused_with(ValueError, "", amount, text)


# -- round robins ----------------------------------------------------------------------------------


def test_the_free_round_of_an_odd_round_robin_is_a_bye_in_the_first_edition_alone() -> None:
    field = played(5, Stage(format="round-robin", rounds=5), 4)
    points, before = (
        {row.entrant: exact(row.values[0]) for row in standings(each).rows}
        for each in (field, replace(field, edition=1))
    )
    assert sum(points.values()) == 10, "as many points as games"
    assert before == {entrant: sum_ + 1 for entrant, sum_ in points.items()}
