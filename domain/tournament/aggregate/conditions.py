"""Conditions of a tournament, its rounds and its tables that use cases share."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.refusals import TournamentRefused


def need_open(tournament: Tournament) -> None:
    """Raise `TournamentRefused` once a tournament is closed."""
    if tournament.closed:
        raise TournamentRefused(
            Text("This tournament is closed: it takes corrections of its reports and decisions on protests, and nothing else."),
        )


def need_commitment(commitment: str) -> None:
    """Raise `BadRequest` for what does not commit to a part."""
    try:
        read_hex(commitment, 32)
    except Misspelt:
        raise BadRequest("/commitment", Text("A commitment has 64 hexadecimal digits in lower case.")) from None


def need_round(t: Tournament, round: int) -> RoundAt:
    """A round that is paired; raises `TournamentRefused`."""
    found = t.round(round)
    if found is None:
        raise TournamentRefused(Text("Round {round} is not paired.", round=round), "/round")
    return found


def need_last(t: Tournament, round: int) -> RoundAt:
    """A round that is paired and the last one; raises `TournamentRefused`."""
    found = need_round(t, round)
    if found is not t.rounds[-1]:
        raise TournamentRefused(
            Text("Round {round} was paired after round {round2}: its tables rest on it.", round=t.rounds[-1].round, round2=round),
            "/round",
        )
    return found


def need_table(at: RoundAt, number: int, pointer: str = "/table") -> TableAt:
    """A table of a round; raises `TournamentRefused`."""
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
    """Raise `BadRequest` where a table is named twice."""
    for n, number in enumerate(tables):
        if number in tables[:n]:
            raise BadRequest(f"/tables/{n}", Text("Table {number} is named twice.", number=number))


def need_results(at: RoundAt) -> None:
    """Raise `TournamentRefused` while results of a round are missing."""
    if at.missing:
        tables = ", ".join(map(str, at.missing[:10]))
        raise TournamentRefused(
            Text("Results of round {round} are missing: of table {tables}.", round=at.round, tables=tables),
            "/round",
        )


def need_changeable(table: TableAt) -> None:
    if table.game or table.result is not None:
        raise TournamentRefused(
            Text("Table {number} has a game or a result: it stays as it is.", number=table.number),
            f"/tables/{table.number}",
        )
