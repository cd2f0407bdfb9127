"""The numbers of many finished games, by what they are called and the sheet they are kept on: pure
sums over their tallies."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.text import Text
from projections.numbers.intervals import FEW, Share, part, share
from projections.numbers.ratings import Rating, ratings
from projections.numbers.tally import PACE, Sat, Tally

MOST_MOVES = 12
"""Moves of an opening that are told apart; all others are counted together."""

OTHER = "*"
"""Stands for the moves beyond those."""


class SeatResult(Struct, frozen=True):
    """How a seat fared: `seat` is its id, or the place in the order in which the seats first acted.
    `wins` count games with an outcome, shared wins among them; `points` is the sum of its points
    over `scored` games."""

    seat: str
    wins: Share
    shared: int
    scored: int
    points: int | float


class OpeningMove(Struct, frozen=True):
    """A move of an opening: its kind with what it names first (`OTHER`: all rarer ones), which seat
    made it (by the order in which they first acted; 0: not one alone), how often, and how often
    that seat won."""

    move: str
    by: int
    taken: Share
    wins: Share


class Openings(Struct, frozen=True):
    """The moves that followed a beginning: what was asked for, the moves that all those games went
    on with by themselves, and what was played next."""

    asked: tuple[str, ...]
    line: tuple[str, ...]
    games: int
    moves: tuple[OpeningMove, ...]


class Spread(Struct, frozen=True):
    """How something is spread over games: the smallest, the quarter, the middle, three quarters,
    the largest (the values of games, none in between); `bins` are how many games lie from each of
    `edges` on and before the next, the last with its end."""

    games: int
    least: int
    quarter: int
    middle: int
    three_quarters: int
    most: int
    edges: tuple[int, ...]
    bins: tuple[int, ...]


class Ending(Struct, frozen=True):
    """An ending, by its slug (empty: closed without an outcome), and how often it came."""

    outcome: str
    games: Share


class Pace(Struct, frozen=True):
    """Turns by the seconds they took: up to `upto` (none: longer than all others), how many, and
    how many up to there."""

    upto: int | None
    turns: int
    share: Share


class Care(Struct, frozen=True):
    """What was taken back, and what an arbiter had to do with: actions taken back, of all; games in
    which any was; games that are irregular, that saw a claim, a ruling; and how many claims and
    rulings there were. Stopping, starting and setting clocks are not counted among rulings."""

    gone: Share
    with_undo: Share
    irregular: Share
    claimed: Share
    ruled: Share
    claims: int
    rulings: int


class TitleNumbers(Struct, frozen=True):
    """The numbers of the games of one title that have one name and one sheet. `small`: too few
    games to say much. Lengths are those of games with an outcome."""

    ruleset: str
    group: Annotated[str, Meta(description="The id of these games, for `group` of a search.")]
    name: Annotated[Text, Meta(description="What people call these games.")]
    sheet: Annotated[
        str,
        Meta(description="The SHA-256 of their sheet; empty where the title has its own rules."),
    ]
    games: int
    decided: int
    small: bool
    seats: tuple[SeatResult, ...]
    order: tuple[SeatResult, ...]
    openings: Openings
    endings: tuple[Ending, ...]
    actions: Spread | None
    turns: Spread | None
    minutes: Spread | None
    pace: tuple[Pace, ...]
    care: Care
    ratings: tuple[Rating, ...]


class Numbers(Struct, frozen=True):
    """The numbers of the games that a search finds: how many it finds, how many of them are over
    and so counted, and by name and sheet, those of which there are most first."""

    found: int
    counted: int
    titles: tuple[TitleNumbers, ...]


def numbers(
    count: int, tallies: Iterable[Tally], opening: Sequence[str] = (), *, rated: bool = False
) -> Numbers:
    """The numbers of all these games. `opening` is the beginning whose continuations are asked for;
    `rated` has players rated."""
    groups = grouped(tallies)
    titles = [_of_title(id, games, tuple(opening), rated) for id, games in groups.items()]
    titles.sort(key=lambda title: (-title.games, title.name.en, title.group))
    return Numbers(count, sum(title.games for title in titles), tuple(titles))


def grouped(tallies: Iterable[Tally]) -> dict[str, list[Tally]]:
    """Tallies by the id of their group."""
    groups: dict[str, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(tally.group, []).append(tally)
    return groups


def _of_title(
    group: str, games: list[Tally], opening: tuple[str, ...], rated: bool
) -> TitleNumbers:
    decided = [game for game in games if game.outcome]
    sat = [(game, seat) for game in decided for seat in game.seats]
    return TitleNumbers(
        games[0].ruleset,
        group,
        games[0].name,
        games[0].sheet,
        len(games),
        len(decided),
        len(games) < FEW,
        results(sat),
        results(sat, by_order=True),
        openings(games, opening),
        tuple(
            Ending(code, share(count, len(games)))
            for code, count in sorted(
                Counter(game.outcome for game in games).items(),
                key=lambda pair: (-pair[1], pair[0]),
            )
        ),
        spread([game.actions - game.gone for game in decided]),
        spread([game.turns for game in decided]),
        spread([-(-game.seconds // 60) for game in decided]),
        pace(seat for game in games for seat in game.seats),
        _care(games),
        ratings(decided) if rated else (),
    )


def results(sat: Iterable[tuple[Tally, Sat]], *, by_order: bool = False) -> tuple[SeatResult, ...]:
    """How seats of games with an outcome fared: by their ids, or by the order in which they first
    acted."""
    by_name: dict[str, list[tuple[Sat, bool]]] = {}
    for game, seat in sat:
        name = seat.seat if not by_order else str(seat.acted) if seat.acted else ""
        if name:
            by_name.setdefault(name, []).append((seat, sum(seat.winner for seat in game.seats) > 1))
    return tuple(
        _result(name, by_name[name]) for name in (sorted(by_name, key=int) if by_order else by_name)
    )


def _result(name: str, sat: list[tuple[Sat, bool]]) -> SeatResult:
    won = sum(seat.winner for seat, _ in sat)
    points = [seat.points for seat, _ in sat if seat.points is not None]
    return SeatResult(
        name,
        share(won, len(sat)),
        sum(seat.winner and shared for seat, shared in sat),
        len(points),
        round(sum(points), 2),
    )


def openings(games: Sequence[Tally], path: tuple[str, ...] = ()) -> Openings:
    """What followed a beginning. Where all went on in one way, the moves are those at the next
    parting of ways."""
    here = [
        game
        for game in games
        if game.opening and tuple(step.move for step in game.opening[: len(path)]) == path
    ]
    at = len(path)
    line = list(path)
    while True:
        there = [game for game in here if len(game.opening) > at]
        kinds = {game.opening[at].move for game in there}
        if len(kinds) != 1 or len(there) < len(here):
            break
        line.append(kinds.pop())
        at += 1
    counted = Counter(game.opening[at].move for game in there)
    moves = [
        move
        for move, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_MOVES]
    ]
    by_move: dict[str, list[Tally]] = {}
    for game in there:
        move = game.opening[at].move
        by_move.setdefault(move if move in moves else OTHER, []).append(game)
    rows = [
        _followed(move, by_move[move], at, len(there))
        for move in (*moves, OTHER)
        if move in by_move
    ]
    return Openings(path, tuple(line), len(here), tuple(rows))


def _followed(move: str, games: list[Tally], at: int, of: int) -> OpeningMove:
    by = {game.opening[at].by for game in games}
    decided = [game for game in games if game.outcome]
    won = sum(
        seat.winner for game in decided for seat in game.seats if seat.acted == game.opening[at].by
    )
    return OpeningMove(
        move, by.pop() if len(by) == 1 else 0, share(len(games), of), share(won, len(decided))
    )


def spread(values: Sequence[int]) -> Spread | None:
    """How values are spread, with some ten bins of a round width; none of nothing."""
    if not values:
        return None
    ranked = sorted(values)
    n = len(ranked)
    width = _round_width(ranked[-1] - ranked[0])
    edges = tuple(range(ranked[0] // width * width, ranked[-1] + width, width))
    edges = edges if edges[-1] > ranked[-1] else (*edges, edges[-1] + width)
    bins = tuple(
        bisect_left(ranked, high) - bisect_left(ranked, low) for low, high in pairwise(edges)
    )
    least, quarter, middle, three, most = (ranked[min(n - 1, n * q // 4)] for q in range(5))
    return Spread(n, least, quarter, middle, three, most, edges, bins)


def _round_width(span: int) -> int:
    """A width that makes a dozen bins at most: 1, 2 or 5 with noughts behind it."""
    width = 1
    while True:
        for m in (1, 2, 5):
            if span // (width * m) < 12:
                return width * m
        width *= 10


def pace(sat: Iterable[Sat]) -> tuple[Pace, ...]:
    counts = [sum(column) for column in zip(*(seat.pace for seat in sat), strict=True)]
    if not any(counts):
        return ()
    total, so_far, rows = sum(counts), 0, []
    for upto, turns in zip((*PACE, None), counts, strict=True):
        so_far += turns
        rows.append(Pace(upto, turns, part(so_far, total)))
    return tuple(rows)


def _care(games: Sequence[Tally]) -> Care:
    of = len(games)
    return Care(
        part(sum(game.gone for game in games), sum(game.actions for game in games)),
        share(sum(game.gone > 0 for game in games), of),
        share(sum(game.irregular > 0 for game in games), of),
        share(sum(game.claims > 0 for game in games), of),
        share(sum(game.rulings > 0 for game in games), of),
        sum(game.claims for game in games),
        sum(game.rulings for game in games),
    )
