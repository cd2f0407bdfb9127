"""Whether a result is one that a table can have: its entrants, their places, what a forfeit is."""

from __future__ import annotations

from typing import get_args

from domain.directing.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.directing.errors import TournamentRefused
from domain.rules.text import Text
from domain.tournament.values import ResultKind, TableResult

MOST_POINTS = 1_000_000
"""Victory points of one entrant."""


def need_fitting(t: Tournament, at: RoundAt, table: TableAt, result: TableResult) -> None:
    """Raise `TournamentRefused`, naming the place, unless a table can have this result."""
    fault = _fault(table, result)
    if fault is not None:
        en, fr, pointer = fault
        where = f" (round {at.round}, table {table.number})", f" (ronde {at.round}, table {table.number})"
        raise TournamentRefused(Text(f"{en}{where[0]}.", f"{fr}{where[1]}."), f"/result{pointer}")


def _fault(table: TableAt, result: TableResult) -> tuple[str, str, str] | None:
    entries = result.entries
    if result.kind not in get_args(ResultKind):
        listed = ", ".join(get_args(ResultKind))
        return f"A result is {listed}", f"Un résultat est {listed}", "/kind"
    if result.kind == "adjourned":
        if entries:
            return "An adjourned table has no entries yet", "Une table ajournée n'a pas encore de places", "/entries"
        return None
    named = [entry.entrant for entry in entries]
    for n, entrant in enumerate(named):
        if entrant not in table.entrants:
            return f"Entrant {entrant} does not sit there", f"Le participant {entrant} n'y est pas assis", f"/entries/{n}/entrant"
        if entrant in named[:n]:
            return f"Entrant {entrant} is named twice", f"Le participant {entrant} est nommé deux fois", f"/entries/{n}/entrant"
    missing = [entrant for entrant in table.entrants if entrant not in named]
    if missing:
        return f"Entrant {missing[0]} has no place", f"Le participant {missing[0]} n'a pas de place", "/entries"
    places = sorted(entry.place for entry in entries)
    due = [1 + sum(other < place for other in places) for place in places]
    if places != due:
        said = ", ".join(map(str, places))
        return (
            f"The places {said} are none that {len(places)} can have: those who share one leave the next ones out",
            f"Les places {said} ne sont pas possibles à {len(places)} : qui en partage une laisse libres les suivantes",
            "/entries",
        )
    for n, entry in enumerate(entries):
        if entry.score is not None and abs(entry.score) > MOST_POINTS:
            return "The victory points are out of range", "Les points de victoire sont hors limites", f"/entries/{n}/score"
    return _absent(result)


def _absent(result: TableResult) -> tuple[str, str, str] | None:
    gone = [entry.absent for entry in result.entries]
    if result.kind == "double-forfeit" and not all(gone):
        return "At a double forfeit everybody is absent", "À un double forfait, tous sont absents", "/entries"
    if result.kind == "forfeit" and (not any(gone) or all(gone)):
        return "At a forfeit somebody is absent, and somebody is not", "À un forfait, il y a un absent et un présent", "/entries"
    if result.kind == "played" and sum(not one for one in gone) < min(2, len(gone)):
        return "A game that was played has at least two who played it", "Une partie jouée l'est par deux au moins", "/kind"
    best = min((entry.place for entry in result.entries if entry.absent), default=0)
    if result.kind != "double-forfeit" and best and any(not e.absent and e.place >= best for e in result.entries):
        return "Who was absent is placed behind all who were not", "Un absent se place derrière tous les présents", "/entries"
    return None
