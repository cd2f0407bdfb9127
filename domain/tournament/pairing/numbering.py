"""The numbers of a round's tables, once it is known who sits together: 1, 2, 3 … in the engine's
order, around those that entrants have as their own.

Engines know of no number but the place in their order, and none is given otherwise by one: who has
a table of their own sits there with whoever is paired with them. That order stays: brackets and
plans are read from it, never from the numbers.
"""

from itertools import count

from msgspec.structs import replace

from domain.tournament.values import Field, Pairing


def numbered(pairing: Pairing, field: Field) -> Pairing:
    """The pairing, its tables numbered around entrants' own. Of several at a table, and of two with
    the same one, the first by seed sits at their own; that of the others stays empty."""
    entrants = {entrant.number: entrant for entrant in field.entrants if entrant.table}
    at = {n: place for place, table in enumerate(pairing.tables) for n in table.entrants}
    seated = sorted(entrants.keys() & at.keys(), key=lambda n: entrants[n].order(field.edition))
    own: dict[int, int] = {}
    for n in seated:
        if at[n] not in own and entrants[n].table not in own.values():
            own[at[n]] = entrants[n].table
    kept = {entrants[n].table for n in seated}
    others = (number for number in count(1) if number not in kept)
    return _with(pairing, [own.get(at) or next(others) for at in range(len(pairing.tables))])


def in_order(pairing: Pairing) -> Pairing:
    """The pairing with its tables numbered 1, 2, 3 … as they stand, as engines read it."""
    return _with(pairing, list(range(1, len(pairing.tables) + 1)))


def _with(pairing: Pairing, numbers: list[int]) -> Pairing:
    """The pairing with these numbers of its tables, also in what explains it."""
    now = {table.number: n for table, n in zip(pairing.tables, numbers, strict=True)}
    if all(number == n for number, n in now.items()):
        return pairing
    return replace(
        pairing,
        tables=tuple(replace(table, number=now[table.number]) for table in pairing.tables),
        explanation=tuple(
            replace(note, table=now.get(note.table, 0)) for note in pairing.explanation
        ),
    )
