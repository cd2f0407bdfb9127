"""Corrections to offer a tournament's director: a game's result was taken, and a ruling has changed it since.

A ruling leaves a mark beside the records (`domain/store/marks.py`); what it changed is read from the game whenever somebody
asks. An offer is there as long as the game says another result than the tournament has.
"""

from __future__ import annotations

from msgspec import Struct

from domain.directing.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.directing.directing import Directing
from domain.directing.errors import TournamentRefused
from domain.directing.games import result_of, same_result
from domain.errors import Refusal
from domain.store.marks import ruled_games
from domain.tournament.values import TableResult


class Offered(Struct, frozen=True):
    """A table whose game says another result than the tournament has, as of the game's record `seq`; `record` is the tournament's
    that says the one in force."""

    round: int
    table: int
    record: int
    game: str
    seq: int
    before: TableResult
    result: TableResult


def offered(desk: Directing, t: Tournament) -> tuple[Offered, ...]:
    """The corrections that rulings offer, by round and table."""
    ruled = ruled_games(desk.clerk.key_values, t.id)
    if not ruled:
        return ()
    found = (_offered(desk, t, at, one) for at in t.rounds for one in at.tables if one.game in ruled)
    return tuple(one for one in found if one is not None)


def _offered(desk: Directing, t: Tournament, at: RoundAt, table: TableAt) -> Offered | None:
    taken = table.result
    if taken is None or taken.result.kind == "adjourned":
        return None
    try:
        game = desk.clerk.game(table.game)
        now = result_of(t, table, game)
    except (TournamentRefused, Refusal):  # it has no outcome any more: nothing that could stand in the result's place
        return None
    if same_result(now, taken.result) or same_result(now, taken.exported):
        return None
    return Offered(at.round, table.number, taken.record, game.id, game.seq, taken.result, now)
