"""Compares the games of two entrants of a challenge move by move: how many moves they made alike,
and where they first differ.

Except by the director, games are compared only once the round is closed: somebody who is still
playing would see in the other's game what comes in their own.
"""

from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.record.records import ActionsRetracted, ActionTaken
from domain.kernel.text import Text
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.directing.games import reading
from domain.tournament.entrants.conditions import need_entrant
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.rounds.conditions import need_round


class Played(Struct, frozen=True):
    """An entrant's game of a challenge. `steps`: the seqs of its actions and consequences in force,
    in order; `taken_back`: how many retractions its record has."""

    entrant: int
    table: TableAt
    game: Game
    steps: tuple[int, ...]
    taken_back: int


class GamesOfTwo(Struct, frozen=True):
    """The games of two entrants in a round. `alike`: how many of their first actions and
    consequences are equal; `same_deal`: both games commit to the same deal."""

    round: int
    first: Played
    second: Played
    alike: int
    same_deal: bool


def need_comparable(t: Tournament, round: int, *, director: bool = False) -> RoundAt:
    """A round of a challenge by number, if its games may be compared now: it is closed, or the
    reader is the `director`. Else raises `TournamentRefused`."""
    paired = need_round(t, round)
    need(
        t.rules.stages[paired.stage].format == "challenge",
        Text("Round {round} is no challenge: games of one deal alone are compared.", round=round),
        "/round",
    )
    need(
        paired.closed or director,
        Text("Games of round {round} are compared once the round is closed.", round=round),
        "/round",
    )
    return paired


def compared_games(
    store: TournamentStore, t: Tournament, round: RoundAt, a: int, b: int
) -> GamesOfTwo:
    """Compare the games of entrants `a` and `b` in a round. Raises `TournamentRefused` if one of
    them has no game, or it cannot be read."""
    first, second = (
        _played(store, t, round, number, pointer) for number, pointer in ((a, "/a"), (b, "/b"))
    )
    alike = 0
    for mine, theirs in zip(first.steps, second.steps, strict=False):
        if _step_content(first, mine) != _step_content(second, theirs):
            break
        alike += 1
    same = first.game.opened.chance == second.game.opened.chance == "duplicate"
    return GamesOfTwo(
        round.round,
        first,
        second,
        alike,
        same and first.game.opened.commitment == second.game.opened.commitment,
    )


def _played(
    store: TournamentStore, t: Tournament, round: RoundAt, number: int, pointer: str
) -> Played:
    need_entrant(t, number, pointer)
    table = round.table_of(number)
    if table is None or not table.game:
        raise TournamentRefused(
            Text(
                "Entrant {number} has no game in round {round}.", number=number, round=round.round
            ),
            pointer,
        )
    with reading(table):
        game = store.clerk.game(table.game)
    history = game.history
    steps = tuple(sorted(history.chain(history.tips[game.seq - 1])))
    return Played(number, table, game, steps, history.topics.count(ActionsRetracted.__name__))


def _step_content(played: Played, seq: int) -> tuple[Any, ...]:
    body = played.game.history.record(seq).body
    return (
        (body.seat, bytes(body.action), bytes(body.facts))
        if isinstance(body, ActionTaken)
        else (type(body).__name__,)
    )
