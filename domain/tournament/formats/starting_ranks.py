"""Renumbers entrants by seed, as report files number players."""

from collections.abc import Mapping

from msgspec.structs import replace

from domain.tournament.values import Field, RoundHistory


def by_starting_rank(field: Field) -> Field:
    """The tournament with its entrants renumbered 1, 2, 3 … by seed. Unchanged if they are in that
    order already, and for a round robin, whose tables depend on the numbers."""
    order = sorted(field.entrants, key=lambda entrant: entrant.order(field.edition))
    number = {entrant.number: at for at, entrant in enumerate(order, 1)}
    if field.rules.stages[0].format == "round-robin" or [
        entrant.number for entrant in order
    ] == sorted(number):
        return field
    return renumbered(field, number)


def renumbered(field: Field, number: Mapping[int, int]) -> Field:
    return replace(
        field,
        entrants=tuple(
            replace(entrant, number=number[entrant.number]) for entrant in field.entrants
        ),
        rounds=tuple(_round(history, number) for history in field.rounds),
        separations=tuple(
            replace(separation, a=number.get(separation.a, 0), b=number.get(separation.b, 0))
            for separation in field.separations
        ),
        penalties=tuple(
            replace(penalty, entrant=number[penalty.entrant]) for penalty in field.penalties
        ),
        lots=tuple(number[entrant] for entrant in field.lots),
        qualified=tuple(number[entrant] for entrant in field.qualified),
    )


def _round(history: RoundHistory, number: Mapping[int, int]) -> RoundHistory:
    return replace(
        history,
        tables=tuple(
            replace(table, entrants=tuple(number[n] for n in table.entrants))
            for table in history.tables
        ),
        byes=tuple(replace(bye, entrant=number[bye.entrant]) for bye in history.byes),
        results=tuple(
            replace(
                result,
                entries=tuple(
                    replace(entry, entrant=number[entry.entrant]) for entry in result.entries
                ),
            )
            for result in history.results
        ),
    )
