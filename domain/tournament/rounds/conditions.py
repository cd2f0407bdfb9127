"""Conditions on rounds and their tables. They raise `TournamentRefused` or `BadRequest` with a
pointer to the field at fault."""

from collections.abc import Sequence

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.refusals import TournamentRefused, need


def need_round(t: Tournament, round: int) -> RoundAt:
    paired = t.round(round)
    if paired is None:
        raise TournamentRefused(Text("Round {round} is not paired.", round=round), "/round")
    return paired


def need_last_paired(t: Tournament, round: int) -> RoundAt:
    paired = need_round(t, round)
    need(
        paired is t.rounds[-1],
        Text(
            "Round {round} was paired after round {round2}: its tables rest on it.",
            round=t.rounds[-1].round,
            round2=round,
        ),
        "/round",
    )
    return paired


def need_table(round: RoundAt, number: int, pointer: str = "/table") -> TableAt:
    table = round.table(number)
    if table is None:
        raise TournamentRefused(
            Text(
                "Round {round} has no table {number}: there are {count}, the last is {last}.",
                round=round.round,
                number=number,
                count=len(round.tables),
                last=round.tables[-1].number,
            ),
            pointer,
        )
    return table


def need_named_once(tables: Sequence[int]) -> None:
    for n, number in enumerate(tables):
        if number in tables[:n]:
            raise BadRequest(f"/tables/{n}", Text("Table {number} is named twice.", number=number))


def need_results(round: RoundAt) -> None:
    """Raise `TournamentRefused` if a table of the round has no result; adjourned tables are
    accepted."""
    if round.missing:
        tables = ", ".join(map(str, round.missing[:10]))
        raise TournamentRefused(
            Text(
                "Results of round {round} are missing at {n:table|tables}: {tables}.",
                round=round.round,
                n=len(round.missing),
                tables=tables,
            ),
            "/round",
        )


def need_changeable(table: TableAt) -> None:
    """Raise `TournamentRefused` if a table has a game or a result, so that its seats must stay."""
    if table.game or table.result is not None:
        raise TournamentRefused(
            Text("Table {number} has a game or a result: it stays as it is.", number=table.number),
            f"/tables/{table.number}",
        )
