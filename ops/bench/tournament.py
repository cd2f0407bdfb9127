"""Tournaments: pairing a round, seating one, and computing standings with all their trees."""

from __future__ import annotations

from pathlib import Path

from domain.tournament.pairing.engines import engine
from domain.tournament.simulation import asked, played
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Field, Scoring, Stage
from ops.bench.measure import Row, in_turn

DUELS = Stage(rounds=9)
TABLES = Stage("", "swiss", 5, 3, 4, 4, Scoring("places"), ("points", "opponents", "wins", "lots"))


def tournament(_folder: Path, duels: int, seated: int, times: int) -> list[Row]:
    """A round of a Swiss tournament of so many duels, one of so many entrants at tables, and the standings of nine rounds of 128
    entrants: seconds and milliseconds as they are."""
    two, _ = played(2 * duels, DUELS, 1, rounds=2)
    four, _ = played(seated, TABLES, 1, rounds=4)
    nine, _ = played(min(128, 2 * duels), DUELS, 1)
    pairing, seating, ranking = in_turn(
        times, lambda: _pair("duels", two, 3), lambda: _pair("tables", four, 5), lambda: standings(nine)
    )
    return [
        Row(f"pairing {duels} duels in round 3", pairing, "s", 2, at_least=False),
        Row(f"seating {seated} entrants at tables of four in round 5", seating, "s", 0.5, at_least=False),
        Row(f"standings with trees: 9 rounds of {len(nine.entrants)}", ranking * 1e3, "ms", 100, at_least=False),
    ]


def _pair(id: str, field: Field, round: int) -> None:
    engine(id).pair(asked(field, round, [entrant.number for entrant in field.entrants]))
