"""Random seasons, with totals computed again by hand."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from domain.season.records import SeasonRules
from domain.season.standing import Finish, finishes, season_standings, worth
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.standings.tree import adds_up, results_in
from domain.tournament.values import exact
from tests.domain.season.series import ONE_ROUND
from tests.domain.tournament.directing.hall import Hall

KEYS = ("points", "wins", "best", "last")


def drawn(random: Random) -> tuple[SeasonRules, dict[int, list[Finish]]]:
    """Random rules, and the finishes of each event: ranks with ties, and people who stay away."""
    held = random.randint(1, 7)
    best = random.choice((0, 0, random.randint(1, held + 2)))
    rules = SeasonRules(
        points=random.choice(("places", "field", "share", "points")),
        places=tuple(map(str, sorted(random.sample(range(40), 5), reverse=True))),
        shared=random.choice(("mean", "higher")),
        best=best,
        drops=0 if best else random.randint(0, 2),
        keys=tuple(random.sample(KEYS, random.randint(1, 4))),
    )
    events = {}
    for event in range(1, held + 1):
        there = random.sample(range(12), random.randint(1, 12))
        order = sorted((random.randint(1, 5), player) for player in there)
        ranks = [rank for rank, _ in order]
        events[event] = [
            Finish(
                entrant=n,
                player=str(player),
                place=ranks.index(rank) + 1,
                level=ranks.count(rank),
                field=len(there),
                own=str(Fraction(random.randint(-3, 9), random.choice((1, 2, 3)))),
            )
            for n, (rank, player) in enumerate(order, start=1)
        ]
    return rules, events


def by_hand(rules: SeasonRules, finish: Finish) -> Fraction:
    spots = [finish.place + n for n in range(finish.level)]
    each = {
        "places": lambda at: Fraction(rules.places[at - 1]) if at <= len(rules.places) else 0,
        "field": lambda at: finish.field + 1 - at,
        "share": lambda at: Fraction(finish.field + 1 - at, finish.field),
        "points": lambda at: Fraction(finish.own),
    }[rules.points]
    values = [Fraction(each(at)) for at in spots]
    return max(values) if rules.shared == "higher" else sum(values, Fraction(0)) / len(values)


def keys_by_hand(
    rules: SeasonRules, events: dict[int, list[Finish]], player: str
) -> dict[str, Fraction]:
    mine = {n: f for n, those in events.items() for f in those if f.player == player}
    worths = sorted((by_hand(rules, finish) for finish in mine.values()), reverse=True)
    most = rules.best or max(1, len(events) - rules.drops)
    last = max(events)
    return {
        "points": sum(worths[:most], Fraction(0)),
        "wins": Fraction(sum(f.place == 1 and f.level == 1 for f in mine.values())),
        "best": worths[0],
        "last": by_hand(rules, mine[last]) if last in mine else Fraction(0),
    }


@pytest.mark.parametrize("seed", range(200))
def test_a_season_is_added_up_as_by_hand(seed: int) -> None:
    rules, events = drawn(Random(seed))
    players = list(dict.fromkeys(f.player for those in events.values() for f in those))
    people = {
        number: {n: f for n, those in events.items() for f in those if f.player == player}
        for number, player in enumerate(players, start=1)
    }
    order = season_standings(rules, sorted(events), people)
    expected = {p: keys_by_hand(rules, events, p) for p in players}
    level = {p: tuple(-expected[p][key] for key in rules.keys) for p in players}
    for row, trees in zip(order.rows, order.trees, strict=True):
        player = players[row.entrant - 1]
        assert tuple(map(exact, row.values)) == tuple(expected[player][key] for key in rules.keys)
        assert row.rank == 1 + sum(other < level[player] for other in level.values())
        assert row.shared == (list(level.values()).count(level[player]) > 1)
        assert all(map(adds_up, trees))
        for event, entrant in frozenset().union(*map(results_in, trees)):
            assert events[event][entrant - 1].player == player
    assert [row.rank for row in order.rows] == sorted(row.rank for row in order.rows)
    assert order.rows[0].parted == ""
    for above, row in zip(order.rows, order.rows[1:], strict=False):
        unlike = [k for k, a, b in zip(rules.keys, above.values, row.values, strict=True) if a != b]
        assert row.parted == (unlike[0] if unlike else "")


def test_a_person_who_stays_away_has_nothing_from_an_event() -> None:
    finish = Finish(1, "p", 1, 1, 2, "1")
    order = season_standings(SeasonRules(), [1, 2], {1: {1: finish}, 2: {}})
    assert [row.values for row in order.rows] == [("25", "1", "25", "0"), ("0", "0", "0", "0")]
    assert worth(SeasonRules(points="share"), finish) == 1


def test_who_never_sat_at_a_table_did_not_take_part(hall: Hall) -> None:
    assert finishes(hall.now) == ()
    hall.play(1)
    t: Tournament = hall.now
    ended = finishes(t)
    played = {n for at in t.rounds[0].tables for n in at.entrants}
    assert {(finish.entrant, finish.field) for finish in ended} == {(n, 4) for n in played}
    assert finishes(replace(t, rules=ONE_ROUND)) == ended
