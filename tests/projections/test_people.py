"""Redis contains nothing personal, since a name or a text erased from the store would remain
there."""

from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from projections.follower.follower import Follower
from projections.read.views import Views
from projections.search.query import Query
from tests.builders.stores import VIEWS_KEY

ANN = "Annabella"


def values(redis: Any, key: bytes) -> list[bytes]:
    kind = redis.type(key).decode()
    if kind == "string":
        return [redis.get(key)]
    if kind == "hash":
        return [part for pair in redis.hgetall(key).items() for part in pair]
    if kind == "set":
        return list(redis.smembers(key))
    if kind == "zset":
        return list(redis.zrange(key, 0, -1))
    raise AssertionError(f"{key!r} is a {kind}: look into it here, too")


def test_no_name_and_no_word_gets_into_redis(
    clerk: Clerk, follower: Follower, there: Any, server: Any
) -> None:
    def order(seq: int) -> Order:
        return Order(game, seq, "link", f"k{seq}", "d" * 32)

    game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", "people").state.id
    player = Seats(clerk).take(order(1), "blue", f"{ANN} name").record.body.player  # type: ignore[attr-defined]
    clerk.note(order(2), f"{ANN} note", seat="blue")
    Rulings(clerk).claim(order(3), "blue", 1, f"{ANN} claim")
    clerk.close_game(order(4), f"{ANN} reason")
    follower.catch_up()
    assert Views(server.url, VIEWS_KEY).search(Query(players=(player,))).items, (
        "they are found by their id, which says nothing of them"
    )
    stored = [part for key in there.keys("*") for part in (key, *values(there, key))]
    assert any(game.encode() in part for part in stored)
    for personal in (ANN, ANN.lower()):
        assert not [part for part in stored if personal.encode() in part]
