"""Conditions that use cases share. Each raises `TournamentRefused`, naming the place; or
`BadRequest` for what nobody can ask."""

from collections.abc import Sequence
from typing import get_args

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.refusals import TournamentRefused
from domain.tournament.values import ResultKind, TableResult


def need_open(tournament: Tournament) -> None:
    if tournament.closed:
        raise TournamentRefused(
            Text(
                "This tournament is closed: it takes corrections of its reports and decisions on "
                "protests, and nothing else."
            ),
        )


def need_commitment(commitment: str) -> None:
    try:
        read_hex(commitment, 32)
    except Misspelt:
        raise BadRequest(
            "/commitment", Text("A commitment has 64 hexadecimal digits in lower case.")
        ) from None


def need_round(t: Tournament, round: int) -> RoundAt:
    found = t.round(round)
    if found is None:
        raise TournamentRefused(Text("Round {round} is not paired.", round=round), "/round")
    return found


def need_last(t: Tournament, round: int) -> RoundAt:
    found = need_round(t, round)
    if found is not t.rounds[-1]:
        raise TournamentRefused(
            Text(
                "Round {round} was paired after round {round2}: its tables rest on it.",
                round=t.rounds[-1].round,
                round2=round,
            ),
            "/round",
        )
    return found


def need_table(at: RoundAt, number: int, pointer: str = "/table") -> TableAt:
    found = at.table(number)
    if found is None:
        raise TournamentRefused(
            Text(
                "Round {round} has no table {number}: they are numbered 1 to {count}.",
                round=at.round,
                number=number,
                count=len(at.tables),
            ),
            pointer,
        )
    return found


def need_once(tables: Sequence[int]) -> None:
    for n, number in enumerate(tables):
        if number in tables[:n]:
            raise BadRequest(f"/tables/{n}", Text("Table {number} is named twice.", number=number))


def need_results(at: RoundAt) -> None:
    if at.missing:
        tables = ", ".join(map(str, at.missing[:10]))
        raise TournamentRefused(
            Text(
                "Results of round {round} are missing: of table {tables}.",
                round=at.round,
                tables=tables,
            ),
            "/round",
        )


def need_changeable(table: TableAt) -> None:
    if table.game or table.result is not None:
        raise TournamentRefused(
            Text("Table {number} has a game or a result: it stays as it is.", number=table.number),
            f"/tables/{table.number}",
        )


MOST_POINTS = 1_000_000


def need_possible_result(t: Tournament, at: RoundAt, table: TableAt, result: TableResult) -> None:
    """Raise `TournamentRefused`, naming the place, unless a table can have this result."""
    fault = _fault(table, result)
    if fault is not None:
        what, pointer = fault
        where = Text(
            "{what} (round {round}, table {table}).", what=what, round=at.round, table=table.number
        )
        raise TournamentRefused(where, f"/result{pointer}")


def _fault(table: TableAt, result: TableResult) -> tuple[Text, str] | None:
    entries = result.entries
    if result.kind not in get_args(ResultKind):
        return Text("A result is {listed}", listed=", ".join(get_args(ResultKind))), "/kind"
    if result.kind == "adjourned":
        if entries:
            return Text("An adjourned table has no entries yet"), "/entries"
        return None
    named = [entry.entrant for entry in entries]
    for n, entrant in enumerate(named):
        if entrant not in table.entrants:
            return Text(
                "Entrant {entrant} does not sit there", entrant=entrant
            ), f"/entries/{n}/entrant"
        if entrant in named[:n]:
            return Text(
                "Entrant {entrant} is named twice", entrant=entrant
            ), f"/entries/{n}/entrant"
    missing = [entrant for entrant in table.entrants if entrant not in named]
    if missing:
        return Text("Entrant {entrant} has no place", entrant=missing[0]), "/entries"
    places = sorted(entry.place for entry in entries)
    due = [1 + sum(other < place for other in places) for place in places]
    if places != due:
        said = ", ".join(map(str, places))
        return (
            Text(
                "The places {said} are none that {number} can have: those who share one leave the "
                "next ones out",
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
    if (
        result.kind != "double-forfeit"
        and best
        and any(not e.absent and e.place >= best for e in result.entries)
    ):
        return Text("Who was absent is placed behind all who were not"), "/entries"
    return None
