"""Finds corrections to offer to a tournament's director: tables whose game has another result than
the one that was taken.

Either a ruling changed the game since (the games with rulings are indexed beside the records,
`domain/game/store/stream_index.py`), or the result was typed or reported, and nobody confirmed that
it differs from the game. The game is read on each request; a correction is offered as long as the
results differ.
"""

from msgspec import Struct

from domain.game.store.stream_index import ruled_games
from domain.kernel.refusals import Refusal
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.directing.games import match_at, reading, result_of_games, same_result
from domain.tournament.values import TableResult


class CorrectionOffered(Struct, frozen=True):
    """A correction offered for a table. `before`: the tournament's result, from its record
    `record`; `result`: that of the game as of its record `seq`."""

    round: int
    table: int
    record: int
    game: str
    seq: int
    before: TableResult
    result: TableResult


def offered(store: TournamentStore, t: Tournament) -> tuple[CorrectionOffered, ...]:
    """The corrections to offer to the director."""
    ruled = ruled_games(store.clerk.key_values, t.id)
    offers = (
        _offered(store, t, paired, table)
        for paired in t.rounds
        for table in paired.tables
        if ruled & {linked.game for linked in table.games} or _unconfirmed(table)
    )
    return tuple(offer for offer in offers if offer is not None)


def _unconfirmed(table: TableAt) -> bool:
    """Whether a table has a game, but its result was typed or reported, and nobody confirmed that
    it differs from the game's."""
    taken = table.result.body if table.game and table.result is not None else None
    return (
        taken is not None
        and not taken.game
        and all(departure.code != "against-game" for departure in taken.departures)
    )


def _offered(
    store: TournamentStore, t: Tournament, round: RoundAt, table: TableAt
) -> CorrectionOffered | None:
    taken = table.result
    if taken is None or taken.result.kind == "adjourned":
        return None
    try:
        with reading(table):
            game = store.clerk.game(table.game)
            now = result_of_games(
                t, match_at(t, round), table, store.clerk.game, open_=taken.result.time_over
            )
    except Refusal:  # it has no outcome any more: nothing that could stand in the result's place
        return None
    if same_result(now, taken.result) or same_result(now, taken.exported):
        return None
    return CorrectionOffered(
        round.round, table.number, taken.record, game.id, game.seq, taken.result, now
    )
