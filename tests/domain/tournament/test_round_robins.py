from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament import simulation
from domain.tournament.checking import checked
from domain.tournament.formats.trf_reading import read
from domain.tournament.formats.trf_report import written
from domain.tournament.pairing.engines import engine_of
from domain.tournament.standings.ranking import standings
from domain.tournament.standings.tree import adds_up
from domain.tournament.values import Field, Key, Scoring, Stage
from tests.amount import count, slow_but
from tests.domain.tournament.fields import by_chance, entered, played, with_round
from tests.domain.tournament.test_trf import OPEN, by_gacrux, check_tie_breaks, paired_alike

NAMED: tuple[Key, ...] = ("points", "sonneborn-berger", "buchholz")


@pytest.mark.parametrize("entrants", range(3, 13))
def test_sonneborn_berger_and_buchholz_of_a_round_robin_are_those_of_gacrux(entrants: int) -> None:
    stage = Stage(format="round-robin", rounds=entrants - 1 + entrants % 2, keys=NAMED)
    for luck in range(count(4, 12)):
        check_tie_breaks(played(entrants, stage, luck, forfeits=10 * (luck % 3)))


@pytest.mark.parametrize("meetings", [1, 2])
@pytest.mark.parametrize("entrants", slow_but([3, 6], [3, 5, 6, 7, 9]))
def test_free_rounds_are_written_so_that_the_federations_checker_takes_them(
    entrants: int, meetings: int
) -> None:
    from gacrux.pairingberger import pairing_berger

    rounds = meetings * (entrants - 1 + entrants % 2)
    stage = Stage(format="round-robin", rounds=rounds, meetings=meetings, keys=NAMED)
    text = written(OPEN, played(entrants, stage, 1, forfeits=10))
    for round in range(1, rounds + 1):
        parameters = {"experimental": [], "verbose": 0, "rank": False}
        assert paired_alike(pairing_berger(by_gacrux(text), round, parameters))
    # as files of before have them
    blank = text.replace("0000 - U", " " * 8).replace("P 0.0", "P 1.0")
    for year in (text, blank, written(OPEN, played(entrants, stage, 1, forfeits=10), year=2016)):
        report = checked(read(year.encode()))
        assert report.holds and len(report.rounds) == rounds
        assert all(paired.alike == paired.tables for paired in report.rounds)


def left(entrants: int, stage: Stage, gone: dict[int, int], luck: int) -> Field:
    """A random round robin in which some entrants leave or are expelled, each after the round in
    `gone`."""
    field, result = entered(entrants, stage), by_chance(Random(luck))
    for round in range(1, stage.rounds + 1):
        here = [n for n in range(1, entrants + 1) if gone.get(n, round) >= round]
        pairing = engine_of(stage).pair(simulation.question_of(field, round, here))
        field = with_round(field, round, pairing, map(result, pairing.tables))
    status = {number: ("withdrawn", "expelled")[number % 2] for number in gone}
    out = (replace(e, status=status.get(e.number, "in")) for e in field.entrants)
    return replace(field, entrants=tuple(out))


Games = dict[int, list[tuple[int, Fraction | None]]]


def games_of(field: Field, schedule: Field, gone: dict[int, int]) -> Games:
    """Each entrant's scheduled games, round by round: the opponent and the points made, which are 1
    if only the opponent did not come, and None if the entrant did not come."""
    games: Games = {entrant.number: [] for entrant in field.entrants}
    for planned, history in zip(schedule.rounds, field.rounds, strict=True):
        places = {e.entrant: e.place for result in history.results for e in result.entries}
        for a, b in (table.entrants for table in planned.tables):
            for one, other in ((a, b), (b, a)):
                came, met = (gone.get(n, 99) >= history.round for n in (one, other))
                won = (
                    Fraction(1 + (places[one] < places[other]) - (places[one] > places[other]), 2)
                    if came and met
                    else Fraction(1)
                )
                games[one].append((other, won if came else None))
    return games


@pytest.mark.parametrize("meetings", [1, 2])
@pytest.mark.parametrize("entrants", range(3, 9))
def test_who_leaves_a_round_robin_counts_from_half_of_the_games_on(
    entrants: int, meetings: int
) -> None:
    """The rule is FIDE's (Tournament Rules C.06, V.4). It is computed here game by game."""
    rounds = meetings * (entrants - 1 + entrants % 2)
    for luck in range(count(6, 18)):
        rng = Random(luck)
        gone = {rng.randint(1, entrants): rng.randint(1, rounds) for _ in range(luck % 4)}
        best = rng.choice((0, 0, rounds // 2 or 1))
        stage = Stage(
            format="round-robin",
            rounds=rounds,
            meetings=meetings,
            keys=("points", "sonneborn-berger"),
            scoring=Scoring(best=best),
        )
        field = left(entrants, stage, gone, luck)
        games = games_of(field, left(entrants, stage, {}, luck), gone)
        for all_count in (False, True):
            early = {
                number
                for number in gone
                if 2 * sum(made is not None for _, made in games[number]) < len(games[number])
                and not all_count
            }
            counted = {
                number: [(n, made or Fraction(0)) for n, made in mine if n not in early]
                for number, mine in games.items()
                if number not in early
            }
            worth = {n: sum(made for _, made in mine) for n, mine in counted.items()}
            table = standings(
                replace(
                    field,
                    rules=replace(
                        field.rules,
                        stages=(replace(stage, withdrawals="count" if all_count else "half"),),
                    ),
                )
            )
            for row, trees in zip(table.rows, table.trees, strict=True):
                mine = counted.get(row.entrant, [])
                best_made = sorted((made for _, made in mine), reverse=True)[: best or None]
                assert [Fraction(value) for value in row.values] == [
                    sum(best_made),
                    sum(made * worth[n] for n, made in mine),
                ], (luck, row, gone)
                assert all(map(adds_up, trees))
            last = [row for row in table.rows if row.entrant in early]
            assert last == list(table.rows)[len(table.rows) - len(early) :]
            assert [row.parted for row in last][:1] == ["left"] * bool(early)
