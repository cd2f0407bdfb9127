"""Ratings: estimates of players' strength from the given games, computed each time and never
stored.

The method is that of Weng and Lin ("A Bayesian Approximation Method for Online Ranking", JMLR 12,
2011) with the model of Plackett and Luce, for tables of any size and shared ranks, from the library
`openskill` with its default parameters: everybody begins at 25 with a deviation of 25/3. Games
count in the order in which they ended. Games with a single player, or in which one person had
several seats, are not rated.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from projections.numbers.intervals import FEW
from projections.numbers.tally import Tally

METHOD = "Weng-Lin 2011, Plackett-Luce (openskill)"


class Rating(Struct, frozen=True):
    """A player's rating. `games` and `wins`: how many of the games were rated, and won.
    `deviation`: the 95 % interval is 1.96 deviations to both sides of `rating`. `ranked`: the
    rating minus three deviations, by which players are ranked. `small`: too few games to say
    much."""

    player: str
    games: int
    wins: int
    rating: float
    deviation: float
    ranked: float
    small: bool


def ratings(tallies: Iterable[Tally]) -> tuple[Rating, ...]:
    """The ratings of all players in these games, which must be of one title; best first."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    ratings_of: dict[str, Any] = {}
    games: dict[str, int] = {}
    wins: dict[str, int] = {}
    for tally in sorted(tallies, key=lambda tally: (tally.ended, tally.game)):
        table = [seat for seat in tally.seats if seat.player and seat.place]
        players = [seat.player for seat in table]
        if len(table) < 2 or len(set(players)) < len(players):
            continue
        before = [[ratings_of.get(player) or model.rating()] for player in players]
        for player, (after,) in zip(
            players, model.rate(before, ranks=[seat.place for seat in table]), strict=True
        ):
            ratings_of[player] = after
        for seat in table:
            games[seat.player] = games.get(seat.player, 0) + 1
            wins[seat.player] = wins.get(seat.player, 0) + seat.winner
    rated = (
        Rating(
            player=player,
            games=games[player],
            wins=wins[player],
            rating=round(rating.mu, 1),
            deviation=round(rating.sigma, 1),
            ranked=round(rating.mu - 3 * rating.sigma, 1),
            small=games[player] < FEW,
        )
        for player, rating in ratings_of.items()
    )
    return tuple(sorted(rated, key=lambda rating: (-rating.ranked, rating.player)))
