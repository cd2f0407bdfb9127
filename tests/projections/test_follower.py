from contextlib import closing
from random import Random
from typing import Any

import pytest
import redis

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from domain.titles import registry
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.folding import GameCache
from projections.follower.follower import Follower
from projections.store.keys import LIVE, log_key
from tests.builders.refusals import refused_with
from tests.builders.stores import VIEWS_KEY
from tests.projections.naive import dump, expected, readable
from tests.projections.play import move, open_one, play


@pytest.mark.parametrize("title", registry.ids())
def test_every_title_is_followed(clerk: Clerk, follower: Follower, there: Any, title: str) -> None:
    rng = Random(12)
    game = clerk.open_game(Opening(ruleset=title), "op", title).state
    for turn in range(150):
        game = move(clerk, game, rng, f"{title}/{turn}", closing=False)
        if not turn % 50:
            follower.catch_up()
    follower.catch_up()

    assert game.seq > 50
    views_there, naive = readable(dump(there, boards=True)), expected(clerk, boards=True)
    for name in (f"game:{game.id}", f"boards:{game.id}"):
        assert views_there[name] == naive[name]
    assert {f"board:{seat}" for seat in ("public", "arbiter", *game.setting.seats)} <= views_there[
        f"boards:{game.id}"
    ].keys()


def test_a_game_is_not_read_from_its_start_at_each_batch(
    clerk: Clerk, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower.catch_up()
    rng = Random(6)
    game = open_one(clerk, "long")
    reads: list[str] = []
    get = clerk.recorder.records_of
    monkeypatch.setattr(
        clerk.recorder, "records_of", lambda game, **which: reads.append(game) or get(game, **which)
    )
    for turn in range(20):
        game = move(clerk, game, rng, f"long/{turn}")
        follower.catch_up()

    assert reads == []


def test_an_empty_log_has_views_too(tmp_path: Any, server: EmbeddedRedis, there: Any) -> None:
    from tests.builders.stores import new_clerk

    with closing(new_clerk(tmp_path / "empty.sqlite")) as clerk:
        Follower(clerk, server.url, VIEWS_KEY).catch_up()
        assert there.hget(log_key(there.get(LIVE).decode()), "position") == b"0"
        play(clerk, games=1, seed=1, most=30)
        Follower(clerk, server.url, VIEWS_KEY).catch_up()
        assert readable(dump(there)) == expected(clerk)


def test_without_redis_catching_up_says_so(
    clerk: Clerk, follower: Follower, server: EmbeddedRedis
) -> None:
    server.stop()
    refused_with(redis.ConnectionError, "", follower.catch_up)


def test_what_a_follower_keeps_levels_off_however_many_games_it_follows(
    clerk: Clerk, follower: Follower, there: Any
) -> None:
    """Closed games are released, and open ones once the cache is full. The bound is on records and
    boards (one board in sixteen records, and the newest), not on the number of games."""
    follower.catch_up()
    most, rng = 100_000, Random(19)
    cache = follower._cache = GameCache(clerk, most=most)
    for n in range(30):
        game, long = open_one(clerk, f"open for ever {n}"), n == 7
        for turn in range(100 if long else 8):
            game = move(clerk, game, rng, f"{n}/{turn}", closing=n % 3 == 1)
            follower.catch_up()
            weight = 0 if game.closed else cache._cached[game.id].weight
            assert cache._weight == sum(held.weight for held in cache._cached.values())
            assert cache._weight <= most + weight, "what is allowed and what is being taken in"
            if game.closed:
                break
        records = sum(held.seq for held in cache._cached.values())
        boards = sum(len(held.game.history._boards) for held in cache._cached.values() if held.game)
        assert boards <= records // 16 + 2 * len(cache._cached)
        assert not any(held.ahead for held in cache._cached.values())
        live = there.get(LIVE).decode()
        closed = {id.decode() for id in there.smembers(f"greffe:{live}:found:status:closed")}
        assert not closed & cache._cached.keys()
    assert 0 < len(cache._cached) < 30
