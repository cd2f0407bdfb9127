"""Numbers the tables of a pairing after the engine made it: 1, 2, 3 … in its order, except that an
entrant with a table of their own sits there, together with the opponents of the pairing.

Engines know only the order of tables, which does not change. Brackets and plans are read from the
order, never from the numbers.
"""

from itertools import count

from msgspec.structs import replace

from domain.tournament.values import Field, Pairing


def numbered(pairing: Pairing, field: Field) -> Pairing:
    """The pairing with its tables numbered 1, 2, 3 …, but an entrant with a table of their own
    keeps its number. If paired entrants have different own tables, or one table belongs to two who
    are not paired, that of the better seed counts."""
    entrants = {entrant.number: entrant for entrant in field.entrants if entrant.table}
    place_of = {n: place for place, table in enumerate(pairing.tables) for n in table.entrants}
    seated = sorted(
        entrants.keys() & place_of.keys(), key=lambda n: entrants[n].order(field.edition)
    )
    own: dict[int, int] = {}
    for n in seated:
        if place_of[n] not in own and entrants[n].table not in own.values():
            own[place_of[n]] = entrants[n].table
    kept = {entrants[n].table for n in seated}
    others = (number for number in count(1) if number not in kept)
    return _with(pairing, [own.get(place) or next(others) for place in range(len(pairing.tables))])


def in_order(pairing: Pairing) -> Pairing:
    """The pairing with its tables numbered 1, 2, 3 … in their order, as engines expect it."""
    return _with(pairing, list(range(1, len(pairing.tables) + 1)))


def _with(pairing: Pairing, numbers: list[int]) -> Pairing:
    """The pairing with these numbers for its tables, in order, also in its explanation."""
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
