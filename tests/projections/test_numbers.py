from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from functools import partial
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import redis
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.first_game import TITLE
from domain.game.commands import Opening, Order
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from domain.kernel.text import same
from domain.titles.contract.time_control import TimeControl
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.numbers.counters import MOVES, sums_of
from projections.numbers.intervals import interval, share, share_without_interval
from projections.numbers.ratings import ratings
from projections.numbers.sums import OTHER, Openings, numbers, openings, spread
from projections.numbers.tally import OpeningAction, SeatTally, Tally, tally_of
from projections.read.views import Query, Views
from projections.search.index import Index
from projections.store import epochs
from tests.amount import count, slow_but
from tests.builders.players import play_on
from tests.builders.refusals import refused_with
from tests.builders.stores import VIEWS_KEY, new_clerk
from tests.projections.naive import ask_for_all, dump, expected, readable
from tests.projections.play import TAGS, play


def finished(clerk: Clerk, name: str, *people: str, **opening: Any) -> Game:
    """Play and close a random game. `people` are the ids of those who sit there; "" makes a new
    person."""
    game = clerk.open_game(Opening(ruleset=TITLE, **opening), "op", name).state
    for seat, player in zip(game.setting.seats, people, strict=False):
        game = (
            Seats(clerk)
            .take(Order(game.id, game.seq, "op", f"{name}/{seat}"), seat, "", player)
            .state
        )
    game = play_on(clerk, game, Random(name))
    return clerk.close_game(Order(game.id, game.seq, "op", f"{name}/close")).state


def test_what_was_ordered_of_clocks_is_not_counted_among_rulings(clerk: Clerk) -> None:
    game = clerk.open_game(
        Opening(ruleset=TITLE, time_control=TimeControl("budget", 600)), "op", "clocked"
    ).state
    game = play_on(clerk, game, Random(5), lambda game: game.seq == 3)
    for n, wish in enumerate(
        (
            Wish("stop-clocks"),
            Wish("start-clocks"),
            Wish("set-clock", seat="red", milliseconds=9_000),
        )
    ):
        game = (
            Rulings(clerk)
            .rule(Order(game.id, game.seq, "op", f"clock {n}"), wish, Grounds("", "time"))
            .state
        )
    wish = Wish("penalty", seat="red", points=-1)
    game = (
        Rulings(clerk)
        .rule(Order(game.id, game.seq, "op", "penalty"), wish, Grounds("1", "time"))
        .state
    )
    wish = Wish("adjudicate", winners=("blue",))
    game = (
        Rulings(clerk)
        .rule(Order(game.id, game.seq, "op", "awarded"), wish, Grounds("1", "time"))
        .state
    )
    assert tally_of(game).rulings == 2, "the penalty, and the game that was awarded"


@pytest.mark.parametrize("seed", range(count(2, 8)))
def test_sums_are_what_a_naive_count_of_all_games_comes_to_after_any_changes(
    seed: int, tmp_path: Path, server: EmbeddedRedis, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games have undo and redo, rulings and their overturning, closing, branches, and changes of
    names, tags and visibility. Views are requested, lost and made anew. All of Redis is
    compared."""
    monkeypatch.setattr(epochs, "TOGETHER", 2)
    clerk, rng, names = new_clerk(tmp_path / "changes.sqlite"), Random(seed), ("Duel", "duel ", "")
    follower = Follower(clerk, server.url, VIEWS_KEY)
    for turn in range(3):
        play(clerk, games=2, seed=10 * seed + turn, most=150, branching=0.02)
        for n in range(2):
            opening = Opening(ruleset=TITLE, public=rng.random() < 0.5, tags=TAGS[:2])
            game = play_on(clerk, clerk.open_game(opening, "op", f"{turn}/{n}").state, rng)
            follower.catch_up()
            order = Order(game.id, game.seq, "op", f"list {turn}/{n}")
            tags = (rng.choice(("winter", "Final")), "Grande Finale")
            clerk.change_listing(
                order, public=not opening.public, name=rng.choice(names), tags=tags
            )
        ask_for_all(there)
        follower.catch_up()
        there.delete(*there.scan_iter(match="greffe:*:game:*"))
        follower.compare()
        if rng.random() < 0.5:
            follower.rebuild()
        shown = readable(dump(there))
        assert sum(name.startswith("sums:") for name in shown) > 5
        assert shown == expected(clerk)
    clerk.close()


@pytest.fixture(scope="module")
def many(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Clerk, Views, dict[str, list[Game]]]]:
    """A public finished game, four private ones in which its two people play again, and an open
    game, all of one owner, with their views."""
    folder = tmp_path_factory.mktemp("many")
    with closing(new_clerk(folder / "greffe.sqlite")) as clerk:
        first = finished(clerk, "first", "", "", public=True)
        people = [sat.player for sat in _tally(first).seats]
        games = {"public": [first], "private": []}
        for n in range(4):
            games["private"].append(
                finished(
                    clerk, f"private {n}", *(people if n % 2 else people[::-1]), tags=("club",)
                )
            )
        clerk.open_game(Opening(ruleset=TITLE), "op", "still open")
        with EmbeddedRedis(folder) as server:
            Follower(clerk, server.url, VIEWS_KEY).catch_up()
            with closing(Views(server.url, VIEWS_KEY, timeout=5)) as views:
                yield clerk, views, games


def _tally(game: Game) -> Tally:
    tally = tally_of(game)
    assert tally is not None
    return tally


@pytest.mark.parametrize(
    ("query", "hits", "counted"),
    [
        (Query(), 6, 5),
        (Query(ruleset=TITLE, status="closed"), 5, 5),
        (Query(ruleset=TITLE, limit=1), 6, 5),
        (Query(public=True), 1, 1),
        (Query(owner="op", after="1"), 6, 5),
        (Query(tags=("club",), limit=1), 4, 4),
        (Query(ruleset="fief-tactics"), 0, 0),
        (Query(tournament="none"), 0, 0),
    ],
)
def test_views_and_index_count_the_games_that_a_search_finds(
    many: Any, query: Query, hits: int, counted: int
) -> None:
    clerk, views, _ = many
    count, tallies = views.tallies(query, 100)
    decoded = [msgspec.json.decode(tally, type=Tally) for tally in tallies]
    assert (count, len(decoded)) == (hits, counted)
    assert Index(clerk).tallies(query, 100) == (hits, decoded)
    if scope := query.scope():
        read = partial(numbers, ruleset=query.ruleset)
        assert views.sums(scope, read) == replace(read(sums_of(decoded, MOVES)), found=count)


def test_too_many_games_are_not_counted(many: Any) -> None:
    clerk, views, _ = many
    assert views.tallies(Query(), 3) == (6, None)
    assert Index(clerk).tallies(Query(), 3) is None


def test_a_tally_that_the_follower_did_not_write_is_not_counted(many: Any) -> None:
    _clerk, views, games = many
    client: Any = redis.Redis.from_url(views.redis_url)
    epoch = client.get("greffe:live").decode()
    key, other = (f"greffe:{epoch}:game:{game.id}" for game in games["private"][:2])
    hget = client.hget(key, "tally")
    client.hset(key, "tally", client.hget(other, "tally"))
    try:
        assert len(views.tallies(Query(), 100)[1]) == 4
    finally:
        client.hset(key, "tally", hget)
        client.close()
    assert len(views.tallies(Query(), 100)[1]) == 5


def _made(game: str, ended: int, *seats: tuple[str, int], opening: str = "") -> Tally:
    sat = tuple(
        SeatTally(f"s{n}", n, player, place, place == 1, 10 - place, 5, 0, 5, (5, *[0] * 8))
        for n, (player, place) in enumerate(seats, 1)
    )
    begun = tuple(OpeningAction(move, 1 + n % 2) for n, move in enumerate(opening))
    return Tally(game, "x", ended, 60, "won", 10, 0, 10, 0, 0, 0, begun, sat, same("X"), "")


def test_ratings_follow_the_order_of_ends_and_take_tables_of_any_size() -> None:
    two = _made("b", 2, ("ada", 1), ("bob", 2))
    three = _made("a", 1, ("bob", 1), ("cleo", 2), ("ada", 2))
    rated = ratings([two, three])
    assert rated == ratings([three, two])
    assert {rated.player for rated in rated} == {"ada", "bob", "cleo"}
    (alone,) = (rated for rated in rated if rated.player == "cleo")
    assert (
        alone.games == 1
        and alone.rating < 25
        and alone.ranked == pytest.approx(alone.rating - 3 * alone.deviation, abs=0.3)
    )
    assert (
        ratings(
            [
                _made("c", 3, ("ada", 1)),
                _made("d", 4, ("ada", 1), ("ada", 2)),
                _made("e", 5, ("ada", 1), ("", 2)),
            ]
        )
        == ()
    )


def test_of_two_even_players_the_one_who_won_leads_by_the_published_step() -> None:
    """Weng and Lin's step for two at the start: omega = (sigma^2 / c) * (1 - 1/2) with c^2 = 2
    (sigma^2 + beta^2)."""
    won, lost = ratings([_made("a", 1, ("ada", 1), ("bob", 2))])
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * (variance + (25 / 6) ** 2)) ** 0.5
    assert won.rating == round(25 + variance / c / 2, 1) and lost.rating == round(
        25 - variance / c / 2, 1
    )


def _openings(games: list[Tally], *path: str) -> Openings:
    return openings(sums_of(games), f"x:{games[0].group}", path)


def test_openings_go_on_to_where_ways_part_and_fold_rare_moves_together() -> None:
    games = [
        _made(f"{n}", n, ("ada", 1), ("bob", 2), opening="aab" if n % 3 else "aac")
        for n in range(9)
    ]
    line = _openings(games)
    assert line.line == ("a", "a") and [
        (move.move, move.taken.hits, move.by) for move in line.moves
    ] == [("b", 6, 1), ("c", 3, 1)]
    assert _openings(games, "a", "a", "b").moves == ()
    assert _openings(games, "z").games == 0
    rare = _openings([_made(f"{n}", n, ("ada", 1), opening=chr(97 + n)) for n in range(20)])
    assert len(rare.moves) == 13 and rare.moves[-1].move == OTHER and rare.moves[-1].taken.hits == 8


@pytest.mark.parametrize("values", [[5], [1, 1, 1], [0, 3, 9, 10, 250], list(range(1000))])
def test_a_spread_puts_every_value_in_one_bin(values: list[int]) -> None:
    spread_ = spread(Counter(map(str, values)))
    assert spread_ is not None and sum(spread_.bins) == len(values) == spread_.games
    assert len(spread_.edges) == len(spread_.bins) + 1 <= 14
    assert spread_.edges[0] <= spread_.least <= spread_.middle <= spread_.most < spread_.edges[-1]


def test_two_names_and_two_sheets_are_never_pooled() -> None:
    games = [
        replace(_made(f"{n}", n, ("ada", 1), ("bob", 2)), name=same(kept[:-1]), sheet=kept[-1])
        for n, kept in enumerate(("Xa", "Xb", "Ya", "x  a"))
    ]
    counted = [
        (title.name.en, title.sheet, title.games) for title in numbers(sums_of(games)).titles
    ]
    assert counted == [("X", "a", 2), ("X", "b", 1), ("Y", "a", 1)]


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 5, 0.0, 0.5218),
        (8, 10, 0.4439, 0.9748),
        (10, 10, 0.6915, 1.0),
        (1000, 2000, 0.4779, 0.5221),
        (1, 1, 0.025, 1.0),
    ],
)
def test_the_interval_is_the_exact_one(hits: int, of: int, low: float, high: float) -> None:
    """The values are compared with published tables of Clopper and Pearson."""
    assert interval(hits, of) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


SHARES = [(1, 3), (7, 40), (39, 40), (150, 400), (3, 1200)]


@pytest.mark.parametrize(("hits", "of"), slow_but(SHARES[:-1], SHARES))
def test_the_ends_of_an_interval_leave_a_fortieth_outside_by_exact_sums(hits: int, of: int) -> None:
    low, high = interval(hits, of)
    for p, seen in ((low, range(hits, of + 1)), (high, range(hits + 1))):
        exact = Fraction(p)
        tail = sum(comb(of, k) * exact**k * (1 - exact) ** (of - k) for k in seen)
        assert float(tail) == pytest.approx(0.025, abs=1e-5)


def test_a_share_of_nothing_is_none() -> None:
    for hits, of in ((0, 0), (3, 2), (-1, 2)):
        refused_with(ValueError, "share", interval, hits, of)
    nothing = share(0, 0)
    assert (nothing.percent, nothing.low, nothing.high, nothing.small) == (None, None, None, True)
    assert (
        share_without_interval(1, 40).low is None
        and share(1, 40).small is False
        and share(1, 29).small
    )
