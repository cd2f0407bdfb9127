"""Entrants from a CSV file (`domain/tournament/formats/csv_reading.py`), as they enter a tournament."""

from __future__ import annotations

from domain.directing.entrants import Entry
from domain.directing.errors import EntrantsRefused
from domain.tournament.formats.common import FormatRefused
from domain.tournament.formats.csv_reading import read


def entries_of(data: bytes) -> list[Entry]:
    """The entrants of a file: in the order of their numbers where each has one, else in its own. Raises `EntrantsRefused`
    with every fault and its line."""
    try:
        found = read(data)
    except FormatRefused as e:
        raise EntrantsRefused(e.text, e.faults) from None
    if all(one.number for one in found):
        found = tuple(sorted(found, key=lambda one: one.number))
    return [Entry(one.name, one.club, one.seed_rank, one.rating, one.group) for one in found]
