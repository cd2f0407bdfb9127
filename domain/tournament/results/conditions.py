"""Conditions on results, slips and penalties. They raise `TournamentRefused` or `BadRequest` with a
pointer to the field at fault."""

from datetime import datetime, timedelta
from fractions import Fraction
from typing import get_args

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Stamp
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.games import match_at
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.rounds.conditions import need_round, need_table
from domain.tournament.standings import match_results
from domain.tournament.values import Amount, ResultKind, TableResult, amount, score_in

MOST_POINTS = 1_000_000


def need_possible_result(
    t: Tournament, round: RoundAt, table: TableAt, result: TableResult
) -> None:
    """Raise `TournamentRefused`, with a pointer to the fault, unless a table can have this
    result."""
    fault = _fault(table, result) or match_results.fault(match_at(t, round), result)
    if fault is not None:
        what, pointer = fault
        where = Text(
            "{what} (round {round}, table {table}).",
            what=what,
            round=round.round,
            table=table.number,
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
        listed = ", ".join(map(str, places))
        return (
            Text(
                "The places {said} are none that {number} can have: those who share one leave the "
                "next ones out",
                said=listed,
                number=len(places),
            ),
            "/entries",
        )
    for n, entry in enumerate(entries):
        if entry.score is not None and not _is_possible_score(entry.score):
            return Text("The victory points are out of range"), f"/entries/{n}/score"
    return _absence_fault(result)


def _is_possible_score(score: int | Amount) -> bool:
    """Whether victory points are in canonical spelling and not too large."""
    try:
        points = amount(score) if isinstance(score, str) else Fraction(score)
    except ValueError:
        return False
    return score_in(points) == score and abs(points) <= MOST_POINTS


def _absence_fault(result: TableResult) -> tuple[Text, str] | None:
    gone = [entry.absent for entry in result.entries]
    if result.kind == "double-forfeit" and not all(gone):
        return Text("At a double forfeit everybody is absent"), "/entries"
    if result.kind == "forfeit" and (not any(gone) or all(gone)):
        return Text("At a forfeit somebody is absent, and somebody is not"), "/entries"
    if result.kind == "played" and sum(not absent for absent in gone) < min(2, len(gone)):
        return Text("A game that was played has at least two who played it"), "/kind"
    best = min((entry.place for entry in result.entries if entry.absent), default=0)
    if (
        result.kind != "double-forfeit"
        and best
        and any(not e.absent and e.place >= best for e in result.entries)
    ):
        return Text("Who was absent is placed behind all who were not"), "/entries"
    return None


TO_TYPE_OVER = timedelta(minutes=1)
"""For how long after typing a result a key may type another one over it."""


def may_type_over(t: Tournament, round: RoundAt, table: TableAt, actor: str, now: datetime) -> bool:
    """Whether an actor may type over the result of a table at the time `now`: the same actor typed
    it at most a minute ago, the round is not closed, and no later round is paired."""
    taken = table.result.body if table.result is not None else None
    if taken is None or taken.source != "typed" or taken.actor != actor:
        return False
    soon = timedelta() <= now - taken.at <= TO_TYPE_OVER
    return soon and round is t.rounds[-1] and not round.closed


MOST_SLIPS = 10
"""The most slips that an entrant may file for a table. Each must differ from the one before."""


def need_open_table(
    t: Tournament, round: int, table: int, typing: Stamp | None = None
) -> tuple[RoundAt, TableAt]:
    """A round and one of its tables, by number. Raises `TournamentRefused` if the table has a
    result, unless the actor in the stamp `typing` may type over it (None: nobody is typing)."""
    paired = need_round(t, round)
    seated = need_table(paired, table)
    own = typing and may_type_over(t, paired, seated, typing["actor"], typing["at"])
    if seated.result is not None and not own:
        raise TournamentRefused(
            Text(
                "Table {table} of round {round} has its result (record {record}): correct it, or "
                "re-open the table.",
                table=table,
                round=round,
                record=seated.result.record,
            ),
            "/table",
        )
    return paired, seated


def need_new_slip(table: TableAt, entrant: int, result: TableResult) -> None:
    """Raise `TournamentRefused` if a slip is equal to the entrant's last one for this table, or
    they have filed `MOST_SLIPS`."""
    last = table.slips.get(entrant)
    if last is not None and last[1].result == result:
        raise TournamentRefused(
            Text("Entrant {entrant} has reported this already.", entrant=entrant), "/result"
        )
    need(
        table.slips_filed.get(entrant, 0) < MOST_SLIPS,
        Text(
            "Entrant {entrant} has filed {count} slips: the director enters the result.",
            entrant=entrant,
            count=MOST_SLIPS,
        ),
        "/result",
    )


def need_other_result(result: TableResult, before: TableResult | None) -> None:
    need(result != before, Text("This is the result already."), "/result")


def need_points(points: str) -> None:
    try:
        good = len(points) <= 32 and 0 < amount(points) <= 1_000_000
    except (ValueError, ZeroDivisionError):
        good = False
    if not good:
        raise BadRequest(
            "/points",
            Text("Points are a whole number or a fraction such as 1/2, above 0."),
        )


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise BadRequest("/reason", Text("Say why."))
