"""The numbers of one player, by the name of the game, from those games that the caller may see."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from domain.kernel.text import Text
from projections.numbers.counters import seat_counters
from projections.numbers.intervals import Share, share, share_without_interval
from projections.numbers.ratings import Rating, ratings
from projections.numbers.sums import (
    Pace,
    SeatResult,
    by_prefix,
    pace,
    seat_results,
    tallies_by_group,
)
from projections.numbers.tally import SeatTally, Tally


class PlayedGame(Struct, frozen=True):
    """A finished game of the player. `ended`: the time of its newest action. `seat`: their seat.
    `players`: how many played. `place`: their rank (null: there is no outcome). `points`: null if
    they were not counted."""

    game: str
    ruleset: str
    name: Text
    ended: datetime
    seat: str
    players: int
    place: int | None
    won: bool
    points: int | float | None


class PlayerTitle(Struct, frozen=True):
    """A player's games of one name and sheet.

    - `games`: how many. `wins`: the share won, of those with an outcome.
    - `seats`, `order`: their results by seat, and by the order of first actions.
    - `gone`: the share of their actions that were taken back. `pace`: their turns by duration.
    - `rating`: their rating (null: not rated), `rank` their rank by rating among the `rated`
      players of these games.
    """

    ruleset: str
    group: str
    name: Text
    sheet: str
    games: int
    wins: Share
    seats: tuple[SeatResult, ...]
    order: tuple[SeatResult, ...]
    gone: Share
    pace: tuple[Pace, ...]
    rating: Rating | None
    rank: int | None
    rated: int


class PlayerNumbers(Struct, frozen=True):
    """All numbers of a player: by game, most played first, and the games they played, newest
    first."""

    player: str
    games: int
    titles: tuple[PlayerTitle, ...]
    played: tuple[PlayedGame, ...]


def player_numbers(player: str, tallies: Iterable[Tally]) -> PlayerNumbers:
    """The numbers of a player. `tallies`: those of all games that the caller may see, also without
    the player, since ratings need them."""
    titles, played = [], []
    for games in tallies_by_group(tallies).values():
        own = [(game, seat) for game in games for seat in game.seats if seat.player == player]
        if own:
            titles.append(_of_title(player, games, own))
            played += [_played_game(game, seat) for game, seat in own]
    titles.sort(key=lambda title: (-title.games, title.name.en, title.group))
    played.sort(key=lambda game: (game.ended, game.game), reverse=True)
    return PlayerNumbers(player, len(played), tuple(titles), tuple(played))


def _of_title(
    player: str, games: Sequence[Tally], own: Sequence[tuple[Tally, SeatTally]]
) -> PlayerTitle:
    decided = [seat for game, seat in own if game.outcome]
    counts: Counter[str] = Counter()
    for game, seat in own:
        counts.update(seat_counters(game, seat))
    fared = by_prefix(counts)
    rated = ratings(games)
    rank, rating = next(
        ((n, rating) for n, rating in enumerate(rated, 1) if rating.player == player), (None, None)
    )
    return PlayerTitle(
        ruleset=games[0].ruleset,
        group=games[0].group,
        name=games[0].name,
        sheet=games[0].sheet,
        games=len(own),
        wins=share(sum(seat.winner for seat in decided), len(decided)),
        seats=seat_results(fared),
        order=seat_results(fared, by_order=True),
        gone=share_without_interval(
            sum(seat.gone for _, seat in own), sum(seat.actions for _, seat in own)
        ),
        pace=pace(fared["pace"]),
        rating=rating,
        rank=rank,
        rated=len(rated),
    )


def _played_game(game: Tally, seat: SeatTally) -> PlayedGame:
    ended = datetime.fromtimestamp(game.ended // 1_000_000, UTC)
    return PlayedGame(
        game=game.game,
        ruleset=game.ruleset,
        name=game.name,
        ended=ended,
        seat=seat.seat,
        players=len(game.seats),
        place=seat.place or None,
        won=seat.winner,
        points=seat.points,
    )
