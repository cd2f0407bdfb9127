import json
import os
import signal
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
import redis

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.boards.positions import (
    audiences,
    board_at,
    encode,
    score_at,
    summary_of,
    views_as_json,
    views_as_json as shown,
)
from projections.follower.follower import Follower
from projections.read import breaker as breaker_room
from projections.read.breaker import Breaker
from projections.read.views import Query, Views, ViewsDown
from projections.search import search as module
from projections.store.keys import LIVE
from tests.builders.refusals import failing, refused_with
from tests.builders.servers import PATIENCE
from tests.builders.stores import VIEWS_KEY
from tests.builders.threads import running
from tests.projections.play import move, open_one, play_to_record


@pytest.fixture
def game(clerk: Clerk, follower: Follower) -> Game:
    follower.catch_up()
    return play_to_record(clerk, open_one(clerk, "viewed"), Random(21), 10)


def test_every_view_comes_with_its_seq(
    clerk: Clerk, follower: Follower, views: Views, game: Game
) -> None:
    follower.catch_up()
    served = shown(game)

    for audience in audiences(game):
        assert views.board(game.id, audience) == (10, served[f"board:{audience}"])
    assert views.score(game.id) == (10, served["score"])
    assert views.summary(game.id) == (10, served["summary"])
    assert views.board(game.id, "nobody") is None
    assert views.board("no-such-game", "public") is None
    assert views.position() == clerk.recorder.max_notification_id()


def test_an_empty_redis_has_no_views_and_no_index(views: Views, there: Any, game: Game) -> None:
    there.flushall()
    assert views.board(game.id, "public") is None
    assert views.position() == 0
    assert not views.is_up()
    refused_with(ViewsDown, "", views.search, Query())


def test_a_search_that_an_epoch_ends_under_is_made_again(
    follower: Follower, views: Views, game: Game, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower.catch_up()
    match = views.search(Query())
    searched = []

    def search(redis: Any, epoch: str, query: Query, opened: Any) -> Any:
        searched.append(epoch)
        if len(searched) == 1:
            follower.rebuild()
        return module.search(redis, epoch, query, opened)

    monkeypatch.setattr("projections.read.views.search", search)
    assert views.search(Query()) == match
    assert searched[1:] == [there.get(LIVE).decode()]


def test_a_read_waits_for_the_write_before_it(
    clerk: Clerk, follower: Follower, views: Views, game: Game
) -> None:
    with running(follower.run):
        rng = Random(22)
        for turn in range(50):
            game = move(clerk, game, rng, f"waited/{turn}")
            assert views.await_position(clerk.recorder.max_notification_id() or 0, timeout=10)
            seq, board = views.board(game.id, "public") or (0, b"{}")
            assert seq >= game.seq
            assert json.loads(board)["seq"] == seq


def test_waiting_for_views_times_out(
    clerk: Clerk, follower: Follower, views: Views, game: Game
) -> None:
    follower.catch_up()
    last = clerk.recorder.max_notification_id() or 0
    assert views.await_position(last, timeout=0)
    assert not views.await_position(last + 1, timeout=0.05)


def test_a_hung_redis_is_asked_once_and_the_others_hear_of_it(
    server: EmbeddedRedis, follower: Follower, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker_room, "SHORTEST", PATIENCE)
    follower.catch_up()
    views, pid = Views(server.url, VIEWS_KEY, timeout=0.04), server.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        for why in ("does not answer", "did not answer a moment ago"):
            refused_with(ViewsDown, why, views.board, game.id, "public")
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_connection_the_server_closed_is_opened_again(
    follower: Follower, views: Views, game: Game, there: Any
) -> None:
    follower.catch_up()
    assert views.summary(game.id)
    there.client_kill_filter(_type="normal", skipme=True)

    assert views.summary(game.id)


def test_the_breaker_lets_one_try_and_waits_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(breaker_room, "SHORTEST", 0.25)
    now = [0.0]
    breaker = Breaker(clock=lambda: now[0])
    tries: list[float] = []

    def fail() -> None:
        tries.append(now[0])
        raise redis.ConnectionError

    while now[0] < 20:
        refused_with(ViewsDown, "", breaker.call, fail)
        now[0] += 0.0625
    waits = [b - a for a, b in pairwise(tries)]
    assert waits[:5] == [0.25, 0.5, 1, 2, 4]
    assert set(waits[5:]) == {5}
    now[0] += 5
    assert (breaker.call(lambda: "back"), breaker.call(lambda: "again")) == ("back", "again")


def test_while_one_tries_the_others_do_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker_room, "SHORTEST", 0.25)
    now = [0.0]
    breaker = Breaker(clock=lambda: now[0])
    refused_with(ViewsDown, "", breaker.call, failing(redis.TimeoutError()))
    now[0] = 1.0

    def slow() -> str:
        refused_with(ViewsDown, "", breaker.call, lambda: "another asks meanwhile")
        return "back"

    assert breaker.call(slow) == "back"


def test_views_are_the_bytes_that_the_service_serves(clerk: Clerk) -> None:
    rng = Random(8)
    game = open_one(clerk, "shaped")
    for turn in range(40):
        game = move(clerk, game, rng, f"shaped/{turn}")
        served = {
            f"board:{audience}": encode(board_at(game, audience)) for audience in audiences(game)
        }
        served |= {"score": encode(score_at(game)), "summary": encode(summary_of(game))}
        assert views_as_json(game) == served
        for bytes_ in served.values():
            assert bytes_ == msgspec.json.encode(msgspec.json.decode(bytes_), order="sorted")


def test_the_view_of_a_past_position_is_the_one_it_had_as_the_head(clerk: Clerk) -> None:
    rng = Random(10)
    game = open_one(clerk, "past")
    then = {game.seq: views_as_json(game)}
    for turn in range(30):
        game = move(clerk, game, rng, f"past/{turn}")
        then[game.seq] = views_as_json(game)
    for seq, seen in then.items():
        past = json.loads(views_as_json(clerk.game(game.id, seq))["board:public"])
        # a later fingerprint may vouch for a position that nothing vouched for when it was the head
        assert {**past, "fidelity": ""} == {**json.loads(seen["board:public"]), "fidelity": ""}
