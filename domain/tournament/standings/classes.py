"""Teams of several sizes at one challenge: each is compared with teams of its own size, since larger teams have an advantage.

`outings.py` computes what each entrant did among all entrants; engines depend on it, so it is never changed. This module computes
the rounds of such a challenge again for each size by itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.tournament.standings.outings import Outings, outings
from domain.tournament.values import Field, RoundHistory


def classes(field: Field, stage: int) -> dict[int, int]:
    """The size of each entrant's team in a challenge; 0 for everybody in a stage that is none."""
    rules = field.rules.stages[stage]
    return {entrant.number: rules.size(entrant) if rules.format == "challenge" else 0 for entrant in field.entrants}


def classed(field: Field, through: int | None = None) -> Outings:
    """Every entrant's rounds up to `through`, in which a challenge's ranks and points come from teams of the own size alone."""
    found = outings(field, through)
    for stage in range(len(field.rules.stages)):
        sizes = classes(field, stage)
        for size in sorted(set(sizes.values())) if len(set(sizes.values())) > 1 else ():
            rounds = tuple(_of(one, sizes, size) for one in field.rounds if one.stage == stage)
            own = outings(replace(field, rounds=rounds), through)
            for number in (number for number, one in sizes.items() if one == size):
                others = [one for one in found[number] if one.stage != stage]
                found[number] = tuple(sorted((*others, *own[number]), key=lambda one: one.round))
    return found


def _of(history: RoundHistory, sizes: dict[int, int], size: int) -> RoundHistory:
    """A round as those of one size played it: everybody has a table alone."""
    tables = tuple(one for one in history.tables if all(sizes[number] == size for number in one.entrants))
    there = {one.number for one in tables}
    results = tuple(one for one in history.results if one.table in there)
    return replace(history, tables=tables, results=results, byes=tuple(one for one in history.byes if sizes[one.entrant] == size))
