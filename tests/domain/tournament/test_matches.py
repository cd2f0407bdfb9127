"""Matches of several games: their scores, and the percentages of card games, computed a second time
in a simple way."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from domain.kernel.refusals import BadRequest
from domain.tournament.checking_tables import checked_event, event_of
from domain.tournament.lifecycle.conditions import need_rules
from domain.tournament.standings.match_results import fault, match_of, placed
from domain.tournament.standings.ranking import standings
from domain.tournament.standings.tree import adds_up
from domain.tournament.values import (
    MATCH_KEYS,
    Beginner,
    Bye,
    Entry,
    Field,
    Key,
    Match,
    Rules,
    Scoring,
    Stage,
    TableResult,
    amount,
)
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.domain.tournament.fields import entered, played
from tests.domain.tournament.test_standings import seated

CARDS = Scoring(win="3", draw="1", bye="3", half="1", forfeit="3")
KEYS: tuple[Key, ...] = ("points", *sorted(MATCH_KEYS))
BEST_OF_3 = Match(3)
STAGE = Stage(rounds=5, scoring=CARDS, keys=KEYS, match=BEST_OF_3)


def score(won: int, lost: int, drawn: int = 0, *, over: bool = False) -> TableResult:
    return placed(
        TableResult(1, (Entry(1, 0, won), Entry(2, 0, lost)), drawn=drawn, time_over=over)
    )


@pytest.mark.parametrize(
    ("match", "results", "words"),
    [
        (BEST_OF_3, [score(3, 2), score(2, 2), score(3, 0)], "is no score"),
        (BEST_OF_3, [score(1, 1), score(0, 0), score(1, 0, 1)], "does not decide"),
        (BEST_OF_3, [score(2, 1, over=True), score(1, 1, 1, over=True)], "was not over before"),
        (
            BEST_OF_3,
            [score(-1, 2), replace(score(2, 0), entries=(Entry(1, 1), Entry(2, 2)))],
            "whole",
        ),
        (BEST_OF_3, [score(2, 0, 4), score(2, 0, -1)], "cannot be drawn"),
        (BEST_OF_3, [replace(score(2, 0), entries=(Entry(1, 2, 2), Entry(2, 1, 0)))], "places"),
        (Match(3, draws=False), [score(1, 1, 1)], "cannot be drawn"),
        (Match(3, every=True), [score(2, 0), score(1, 1)], "does not decide"),
        (Match(3, every=True), [score(3, 1), score(4, 0), score(2, 2)], "is no score"),
        (Match(), [score(1, 0, 1), score(1, 0, over=True)], "of a match of several games"),
    ],
)
def test_a_score_that_a_match_cannot_have_is_refused(
    match: Match, results: list[TableResult], words: str
) -> None:
    for result in results:
        wrong = fault(match, result)
        assert wrong is not None and words in wrong[0].en and wrong[0].fr != wrong[0].en, result


@pytest.mark.parametrize(
    "match", [BEST_OF_3, Match(2), Match(5, draws=False), Match(4, every=True)]
)
def test_a_score_is_possible_where_games_in_some_order_come_to_it(match: Match) -> None:
    """Every sequence of games, stopped at any point, gives a possible score, and there are no
    others."""
    there = set()
    for length in range(1, match.games + 1):
        for course in product("12=" if match.draws else "12", repeat=length):
            games = [
                TableResult(1, (Entry(1, 1 + (g == "2")), Entry(2, 1 + (g == "1")))) for g in course
            ]
            before = match_of(match, games[:-1]) if length > 1 else None
            if before is None or before.time_over:
                result = match_of(match, games)
                assert fault(match, result) is None, course
                there.add(result)
    for won, lost, drawn, over in product(range(7), range(7), range(7), (False, True)):
        result = score(won, lost, drawn, over=over)
        if (
            fault(match, result) is None
            and won + lost + drawn <= match.games
            and won + lost + drawn
        ):
            assert result in there


def naive(field: Field) -> dict[Key, dict[int, Fraction]]:
    """The tie-break keys of a single stage, computed a second time from the rounds in a simple
    way."""
    stage, match = field.rules.stages[0], field.rules.stages[0].match
    full = match.games if match.every else match.games // 2 + 1
    rows: dict[int, list[tuple[Fraction, int, int, int]]] = {e.number: [] for e in field.entrants}
    met: dict[int, list[int]] = {e.number: [] for e in field.entrants}
    for history in field.rounds:
        for bye in history.byes:
            if bye.kind == "pairing":
                rows[bye.entrant].append((amount(stage.scoring.bye), full, 0, full))
        for result in history.results:
            a, b = result.entries
            for me, other in ((a, b), (b, a)):
                if me.absent:
                    rows[me.entrant].append((amount(stage.scoring.zero), 0, 0, full))
                elif other.absent:
                    rows[me.entrant].append((amount(stage.scoring.forfeit), full, 0, full))
                else:
                    met[me.entrant].append(other.entrant)
                    won, lost = int(me.score or 0), int(other.score or 0)
                    made = "win" if won > lost else "loss" if won < lost else "draw"
                    points = amount(getattr(stage.scoring, made))
                    rows[me.entrant].append((points, won, result.drawn, won + lost + result.drawn))
    floor, win, draw = map(amount, (match.floor, match.won, match.drawn))
    games = {n: sum((r[1] * win + r[2] * draw for r in own), Fraction()) for n, own in rows.items()}
    most = {n: sum(r[3] for r in own) * win for n, own in rows.items()}
    wins = {n: len(own) * amount(stage.scoring.win) for n, own in rows.items()}
    mw = {
        n: max(floor, sum(r[0] for r in own) / wins[n]) if own else floor for n, own in rows.items()
    }
    gw = {n: max(floor, games[n] / most[n]) if most[n] else floor for n in rows}

    def mean(of: dict[int, Fraction]) -> dict[int, Fraction]:
        return {n: sum(of[m] for m in own) / len(own) if own else floor for n, own in met.items()}

    return {
        "game-points": games,
        "match-win": mw,
        "game-win": gw,
        "opponents-match-win": mean(mw),
        "opponents-game-win": mean(gw),
    }


@pytest.mark.parametrize("luck", range(count(6, 200)))
def test_each_key_of_a_simulated_event_is_what_its_rounds_come_to(luck: int) -> None:
    rng = Random(luck)
    match = Match(
        rng.choice((2, 3, 3, 5)),
        rng.random() < 0.3,
        rng.random() < 0.8,
        won=rng.choice(("3", "1")),
        floor=rng.choice(("1/3", "33/100", "0")),
    )
    field = played(rng.randrange(3, 24), replace(STAGE, match=match), luck, missing=8, forfeits=8)
    table = standings(field)
    for key, values in naive(field).items():
        for number, value in values.items():
            tree = table.tree(number, key)
            assert tree.number == value and adds_up(tree), (key, number)
    assert not checked_event(event_of("", field)).departures


def test_percentages_are_those_of_the_published_example() -> None:
    """Appendix C: 5-2-1 is 16 of 24; 1-3-0 and a withdrawal is 3 of 12, so the minimum counts;
    3-2-0 with a bye and a withdrawal is 9 of 15. A match of 2 – 0 – 1 gives 7 game points, and 1 to
    the other player."""
    field = replace(entered(4, STAGE), rules=Rules((replace(STAGE, rounds=8),)))
    first, second = (
        ["21", "21", "12", "12", "21", "21", "21", "11"],
        [None, "20", "20", "02", "02", *[None] * 3],
    )
    for round, scores in enumerate(zip(first, second, strict=True), start=1):
        tables = (
            ((a, 1 + (made < made[::-1]), int(made[0])), (b, 1 + (made > made[::-1]), int(made[1])))
            for (a, b), made in zip(((1, 4), (2, 3)), scores, strict=True)
            if made
        )
        byes = (Bye(2), Bye(3, "zero")) if round == 1 else ()
        field = seated(field, round, *tables, byes=byes)
    last = field.rounds[-1]
    drawn = tuple(replace(r, drawn=1) for r in last.results)
    table = standings(replace(field, rounds=(*field.rounds[:-1], replace(last, results=drawn))))
    assert [table.tree(n, "match-win").number for n in (1, 2, 3, 4)] == [
        Fraction(16, 24),
        Fraction(9, 15),
        Fraction(6, 12),
        max(Fraction(7, 24), Fraction(1, 3)),
    ]
    assert table.tree(2, "opponents-match-win").number == Fraction(6, 12), "without the own bye"


def test_rules_of_matches_that_cannot_be_played_are_refused() -> None:
    three = replace(STAGE, most=3, preferred=3)
    begins: tuple[Beginner, ...] = ("loser", "other")
    for name in begins:
        need_rules(Rules((replace(STAGE, match=replace(BEST_OF_3, begins=name)),)))
    for stage, where in (
        (replace(STAGE, match=Match(16)), "/match/games"),
        (replace(STAGE, match=Match(3, floor="4/3")), "/match/floor"),
        (replace(STAGE, match=Match(3, won="-1")), "/match/won"),
        (replace(three, keys=("points",)), "/match/games"),
        (replace(three, match=Match()), "/keys"),
    ):
        refusal = refused_with(BadRequest, "", need_rules, Rules((stage,)))
        assert refusal.pointer == f"/rules/stages/0{where}"
