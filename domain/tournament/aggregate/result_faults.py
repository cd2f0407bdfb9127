"""Faults of a result: its entrants, their places, what a forfeit is."""

from __future__ import annotations

from typing import get_args

from domain.kernel.text import Text
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.refusals import TournamentRefused
from domain.tournament.values import ResultKind, TableResult

MOST_POINTS = 1_000_000
"""Victory points of one entrant."""


def need_possible_result(t: Tournament, at: RoundAt, table: TableAt, result: TableResult) -> None:
    """Raise `TournamentRefused`, naming the place, unless a table can have this result."""
    fault = _fault(table, result)
    if fault is not None:
        what, pointer = fault
        where = Text("{what} (round {round}, table {table}).", what=what, round=at.round, table=table.number)
        raise TournamentRefused(where, f"/result{pointer}")


def _fault(table: TableAt, result: TableResult) -> tuple[Text, str] | None:
    entries = result.entries
    if result.kind not in get_args(ResultKind):
        listed = ", ".join(get_args(ResultKind))
        return Text("A result is {listed}", listed=listed), "/kind"
    if result.kind == "adjourned":
        if entries:
            return Text("An adjourned table has no entries yet"), "/entries"
        return None
    named = [entry.entrant for entry in entries]
    for n, entrant in enumerate(named):
        if entrant not in table.entrants:
            return Text("Entrant {entrant} does not sit there", entrant=entrant), f"/entries/{n}/entrant"
        if entrant in named[:n]:
            return Text("Entrant {entrant} is named twice", entrant=entrant), f"/entries/{n}/entrant"
    missing = [entrant for entrant in table.entrants if entrant not in named]
    if missing:
        return Text("Entrant {entrant} has no place", entrant=missing[0]), "/entries"
    places = sorted(entry.place for entry in entries)
    due = [1 + sum(other < place for other in places) for place in places]
    if places != due:
        said = ", ".join(map(str, places))
        return (
            Text(
                "The places {said} are none that {number} can have: those who share one leave the next ones out",
                said=said,
                number=len(places),
            ),
            "/entries",
        )
    for n, entry in enumerate(entries):
        if entry.score is not None and abs(entry.score) > MOST_POINTS:
            return Text("The victory points are out of range"), f"/entries/{n}/score"
    return _absent(result)


def _absent(result: TableResult) -> tuple[Text, str] | None:
    gone = [entry.absent for entry in result.entries]
    if result.kind == "double-forfeit" and not all(gone):
        return Text("At a double forfeit everybody is absent"), "/entries"
    if result.kind == "forfeit" and (not any(gone) or all(gone)):
        return Text("At a forfeit somebody is absent, and somebody is not"), "/entries"
    if result.kind == "played" and sum(not one for one in gone) < min(2, len(gone)):
        return Text("A game that was played has at least two who played it"), "/kind"
    best = min((entry.place for entry in result.entries if entry.absent), default=0)
    if result.kind != "double-forfeit" and best and any(not e.absent and e.place >= best for e in result.entries):
        return Text("Who was absent is placed behind all who were not"), "/entries"
    return None
