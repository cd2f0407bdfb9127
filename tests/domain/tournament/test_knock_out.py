"""Knock-outs in which anybody leaves at any time and matches are lost by both, beside a bracket that
is played on paper."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament import simulation
from domain.tournament.pairing.engines import engine_of
from domain.tournament.pairing.fixed import bracket
from domain.tournament.standings.ranking import standings
from domain.tournament.standings.tree import adds_up
from domain.tournament.values import Entry, Field, Stage, Table, TableResult
from tests.amount import count
from tests.domain.tournament.fields import entered, with_round

Match = tuple[int, int]


def result(table: Table, first: int, how: int) -> TableResult:
    """`first` wins at the board or by forfeit; or both are absent."""
    entries = tuple(
        Entry(n, 1 if n == first or how == 2 else 2, absent=how == 2 or (how == 1 and n != first))
        for n in table.entrants
    )
    return TableResult(table.number, entries, ("played", "forfeit", "double-forfeit")[how])  # type: ignore[arg-type]


class OnPaper:
    """The bracket's matches, 0 where nobody is; who has left; who won and lost the last ones."""

    def __init__(self, entrants: int, third: bool) -> None:
        size = 1 << max(entrants - 1, 1).bit_length()
        seeds = [seed + 1 if seed < entrants else 0 for seed in bracket(size)]
        self.matches: list[Match] = list(zip(seeds[::2], seeds[1::2], strict=True))
        self.third, self.gone = third, set[int]()
        self.places: dict[int, int] = {}

    def here(self) -> list[list[int]]:
        return [[n for n in match if n and n not in self.gone] for match in self.matches]

    def over(self, ahead: list[int]) -> None:
        """The round is over: `ahead` has the winner of each match, 0 for nobody."""
        if len(self.matches) - (self.third and len(self.matches) == 2 and bool(self.last)) == 1:
            for base, match, winner in zip((2, 4), self.matches, ahead, strict=False):
                self.places |= {n: base - (n == winner) for n in match if n}
            self.matches = []
            return
        lost = [
            next((n for n in m if n != w), 0) if w and len(here) == 2 else 0
            for m, w, here in zip(self.matches, ahead, self.here(), strict=True)
        ]
        self.matches = list(zip(ahead[::2], ahead[1::2], strict=True))
        if self.third and len(self.matches) == 1:
            self.matches.append((lost[0], lost[1]))

    last = False


def played(entrants: int, stage: Stage, luck: int) -> tuple[Field, OnPaper]:
    rng = Random(luck)
    field, paper = entered(entrants, stage), OnPaper(entrants, stage.third_place)
    for round in range(1, stage.rounds + 1):
        here = paper.here()
        paper.last = round == stage.rounds
        if any(here):
            present = sorted(n for match in here for n in match)
            pairing = engine_of(stage).pair(simulation.question_of(field, round, present))
            assert [set(table.entrants) for table in pairing.tables] == [
                set(match) for match in here if len(match) == 2
            ]
            assert [[bye.entrant] for bye in pairing.byes] == [m for m in here if len(m) == 1]
            results = {
                frozenset(table.entrants): result(
                    table, rng.choice(table.entrants), rng.choice((0, 0, 1, 2))
                )
                for table in pairing.tables
            }
            field = with_round(field, round, pairing, results.values())
            ahead = [0] * len(here)
            for at, match in enumerate(here):
                if len(match) == 2:
                    entries = results[frozenset(match)].entries
                    ahead[at] = next(
                        (e.entrant for e in entries if e.place == 1 and not e.absent), 0
                    )
                elif match:
                    ahead[at] = match[0]
        else:
            ahead = [0] * len(here)
        paper.over(ahead)
        paper.gone |= {n for n in range(1, entrants + 1) if rng.random() < 0.15}
    out = (
        replace(e, status="withdrawn" if e.number in paper.gone else "in") for e in field.entrants
    )
    return replace(field, entrants=tuple(out)), paper


@pytest.mark.parametrize("entrants", range(2, 10))
def test_a_knock_out_ends_with_the_places_of_its_last_matches(entrants: int) -> None:
    rounds = max(entrants - 1, 1).bit_length()
    for luck in range(count(60, 2000)):
        stage = Stage(
            format="knock-out", rounds=rounds, third_place=luck % 2 == 0, keys=("points",)
        )
        field, paper = played(entrants, stage, luck)
        table = standings(field)
        assert {row.entrant: row.rank for row in table.rows if row.entrant in paper.places} == (
            paper.places
        ), luck
        behind = 1 + max([2, *paper.places.values()])
        assert all(row.rank >= behind for row in table.rows if row.entrant not in paper.places)
        assert sum(row.rank == 1 for row in table.rows) == sum(
            p == 1 for p in paper.places.values()
        )
        assert all(adds_up(tree) for trees in table.trees for tree in trees)
        before = standings(field, through=rounds - 1) if len(field.rounds) == rounds else None
        assert before is None or {row.values[0] for row in before.rows} == {""}
