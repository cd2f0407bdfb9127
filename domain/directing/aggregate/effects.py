"""What a correction changes: the standings before and after, as sentences, and who gained and lost places."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from domain.directing.aggregate.tournament import ResultAt, RoundAt, TableAt, Tournament
from domain.record.tournament_records import ResultCorrected
from domain.rules.text import Text
from domain.tournament.standings.ranking import Standings, standings


class Moved(Struct, frozen=True):
    """An entrant whose rank is another one now."""

    entrant: int
    before: int
    after: int


def with_result(t: Tournament, body: ResultCorrected) -> Tournament:
    """A tournament in which a correction is in force."""

    def table(one: TableAt) -> TableAt:
        return replace(one, result=ResultAt(body.record, body)) if one.number == body.result.table else one

    def round(at: RoundAt) -> RoundAt:
        return replace(at, tables=tuple(map(table, at.tables))) if at.round == body.round else at

    return replace(t, rounds=tuple(map(round, t.rounds)))


def moved(before: Standings, after: Standings) -> tuple[Moved, ...]:
    """Whose rank changes from one order to another, the best first."""
    then = {row.entrant: row.rank for row in before.rows}
    now = {row.entrant: row.rank for row in after.rows}
    return tuple(Moved(entrant, then[entrant], rank) for entrant, rank in now.items() if then.get(entrant, rank) != rank)


def told_of(t: Tournament, body: ResultCorrected) -> tuple[Text, ...]:
    """What comes of a correction, for whoever confirms it."""
    if body.effect == "report":
        return (Text("Standings and pairings stay as they are."),)
    found = moved(standings(t.field), standings(with_result(t, body).field))
    said = tuple(
        Text(
            "Entrant {entrant} goes from rank {before} to rank {after}.",
            entrant=one.entrant,
            before=one.before,
            after=one.after,
        )
        for one in found[:20]
    )
    return said or (Text("No rank changes."),)
