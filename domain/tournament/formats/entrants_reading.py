"""Entrants from a file of either kind that is read: CSV, or the players of a report file (TRF)."""

from __future__ import annotations

import re

from domain.kernel.text import Text
from domain.tournament.formats import csv_reading, trf_reading
from domain.tournament.formats.common import refuse
from domain.tournament.values import Entrant

_PLAYER = re.compile(rb"(?:\A|[\r\n])(?:\xef\xbb\xbf)?001 [ \d]{3}\d ")


def entrants(data: bytes) -> tuple[Entrant, ...]:
    """The entrants in the order of their numbers where each has one, else in the file's. Of a report file, names, ratings and
    starting ranks are taken; it may hold no round and no teams, which would be lost. Raises `FormatRefused`."""
    if not _PLAYER.search(data):
        found = csv_reading.read(data)
        return tuple(sorted(found, key=lambda one: one.number)) if all(one.number for one in found) else found
    file = trf_reading.read(data)
    if any(history.tables or history.byes for history in file.field.rounds):
        told = Text("The report file has {n:round|rounds} played: entrants are taken from one without.", n=len(file.field.rounds))
        raise refuse(0, told)
    if file.teams:
        raise refuse(0, Text("The report file has teams: entrants are taken from one without."))
    return file.field.entrants
