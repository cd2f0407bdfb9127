"""Tournaments: pairing a round, seating one, and computing standings with all their trees."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from domain.tournament.pairing.engines import engine
from domain.tournament.simulation import asked, played
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Field, Scoring, Stage
from ops.bench.measure import Row, spent

DUELS = Stage(rounds=9)
TABLES = Stage("", "swiss", 5, 3, 4, 4, Scoring("places"), ("points", "opponents", "wins", "lots"))


def tournament(_folder: Path, duels: int, seated: int, times: int) -> list[Row]:
    """A round of a Swiss tournament of so many duels, one of so many entrants at tables, and the standings of nine rounds of 128
    entrants: seconds and milliseconds of the processor, and in words those on the wall."""
    two, _ = played(2 * duels, DUELS, 1, rounds=2)
    four, _ = played(seated, TABLES, 1, rounds=4)
    nine, _ = played(min(128, 2 * duels), DUELS, 1)
    pairing, seating, ranking = (
        median(spent(work) for _ in range(times))
        for work in (lambda: _pair("duels", two, 3), lambda: _pair("tables", four, 5), lambda: standings(nine))
    )
    return [
        _row(f"pairing {duels} duels in round 3", pairing, "s", 2),
        _row(f"seating {seated} entrants at tables of four in round 5", seating, "s", 0.5),
        _row(f"standings with trees: 9 rounds of {len(nine.entrants)}", (1e3 * ranking[0], 1e3 * ranking[1]), "ms", 100),
    ]


def median(found: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The run in the middle by processor time, with its time on the wall."""
    runs = sorted(found)
    return runs[len(runs) // 2]


def _row(what: str, took: tuple[float, float], unit: str, reach: float) -> Row:
    return Row(f"{what} (processor; {took[1]:,.2f} {unit} on the wall)", took[0], unit, reach, at_least=False)


def _pair(id: str, field: Field, round: int) -> None:
    engine(id).pair(asked(field, round, [entrant.number for entrant in field.entrants]))
