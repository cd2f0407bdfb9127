"""News of the log: told by the follower over Redis, found by looking where Redis tells nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from ops.serving.redis_server import EmbeddedRedis
from projections.follow.follower import Follower
from projections.store.keys import LIVE
from projections.store.pubsub import CHANNEL, MOST, News, message

NEVER = 3600.0
"""Seconds between looks that no test lives to see: what is heard then was told by Redis."""
PATIENCE = 20.0


class Log:
    """A log's end, to be moved; it can be away."""

    def __init__(self) -> None:
        self.end: int | None = None
        self.away = False
        self.looks = 0

    def __call__(self) -> int | None:
        self.looks += 1
        if self.away:
            raise OperationalError("the log is away")
        return self.end


def tell(there: Any, games: list[str]) -> None:
    """Say what the follower's script says of these games."""
    there.publish(CHANNEL, message(games))


def heard(event: Event) -> bool:
    """Whether a wake came; the next one is another."""
    came = event.wait(PATIENCE)
    event.clear()
    return came


def eventually(true: Callable[[], bool]) -> bool:
    """Whether something comes true before time is out."""
    until = monotonic() + PATIENCE
    while not true():
        if monotonic() > until:
            return False
        sleep(0.005)
    return True


@contextmanager
def listening(news: News, game: str) -> Iterator[Event]:
    """Somebody who waits for a game."""
    woken = Event()
    news.watch(game, woken.set)
    try:
        yield woken
    finally:
        news.leave(game, woken.set)


@pytest.fixture
def news(server: EmbeddedRedis, there: Any) -> Iterator[News]:
    """News over a Redis server, which never looks at the log by itself but once at the beginning."""
    made = News(server.url, Log(), look=NEVER)
    yield made
    made.close()


def subscribed(there: Any, listeners: int = 1) -> bool:
    """Whether somebody listens."""
    return eventually(lambda: dict(there.pubsub_numsub(CHANNEL))[CHANNEL.encode()] == listeners)


def settle(news: News, there: Any, *woken: Event) -> None:
    """Wait until the subscription stands and everything that was under way has arrived; forget it. Subscribing wakes everybody, and
    so does the first look: the third wake at the latest is that of a message sent here."""
    assert subscribed(there)
    with listening(news, "sentinel") as sentinel:
        for _ in range(3):
            tell(there, ["sentinel"])
            assert heard(sentinel)
    for one in woken:
        one.clear()


def test_who_waits_for_a_game_hears_of_it_and_of_no_other(news: News, there: Any) -> None:
    with listening(news, "one") as one, listening(news, "two") as two:
        settle(news, there, one, two)
        tell(there, ["one", "three"])
        assert heard(one)
        tell(there, ["two"])
        assert heard(two)
        assert not one.is_set()


def test_a_message_about_very_many_games_is_for_all(news: News, there: Any) -> None:
    with listening(news, "one") as one, listening(news, "two") as two:
        settle(news, there, one, two)
        tell(there, [f"other-{n}" for n in range(MOST + 1)])
        assert heard(one)
        assert heard(two)


def test_a_message_that_is_none_of_ours_is_for_all(news: News, there: Any) -> None:
    with listening(news, "one") as one:
        settle(news, there, one)
        there.publish(CHANNEL, b"\xff not json")
        assert heard(one)


def test_nothing_is_published_about_no_game(there: Any) -> None:
    channel = there.pubsub(ignore_subscribe_messages=True)
    channel.subscribe(CHANNEL)
    assert message([]) == b""
    tell(there, ["one"])
    heard = None
    while heard is None:
        heard = channel.get_message(timeout=PATIENCE)
    assert heard["data"] == b'["one"]'
    channel.close()


def test_the_subscription_comes_back_with_redis_and_says_that_it_was_away(news: News, server: EmbeddedRedis, there: Any) -> None:
    """What was said meanwhile was lost: so everybody is woken. Looking is set to a pace at which a try to come back is soon."""
    news._look = 0.05
    with listening(news, "one") as one:
        assert subscribed(there)
        for _ in range(2):
            server.stop()
            one.clear()
            server.start()
            assert subscribed(there)
            assert heard(one)
            tell(there, ["one"])
            assert heard(one)


def test_without_redis_the_log_is_looked_at() -> None:
    log = Log()
    news = News("", log, look=0.01)
    with listening(news, "one") as one:
        assert heard(one), "whoever begins to wait is told to look"
        looks = log.looks
        assert eventually(lambda: log.looks > looks + 2)
        assert not one.is_set(), "a log that does not grow is no news"
        for log.end in (1, 2, 7):
            assert heard(one)
    news.close()


def test_with_a_redis_that_is_not_there_the_log_is_looked_at() -> None:
    log = Log()
    news = News("redis://127.0.0.1:1", log, look=0.01)
    with listening(news, "one") as one:
        for log.end in (1, 2):
            assert heard(one)
    news.close()


def test_a_message_that_is_lost_costs_a_look_and_no_more(server: EmbeddedRedis) -> None:
    """Redis is there and nobody publishes: the follower was killed before it did."""
    log = Log()
    news = News(server.url, log, look=0.05)
    with listening(news, "one") as one:
        for log.end in (1, 2, 3):
            assert heard(one)
    news.close()


def test_a_log_that_cannot_be_looked_at_for_a_while_is_looked_at_again() -> None:
    log = Log()
    news = News("", log, look=0.01)
    with listening(news, "one") as one:
        log.away = True
        looks = log.looks
        assert eventually(lambda: log.looks > looks + 1)
        log.end, log.away = 5, False
        assert heard(one)
    news.close()


def test_the_thread_ends_with_the_last_who_waits_and_begins_with_the_next() -> None:
    log = Log()
    news = News("", log, look=NEVER)
    for _ in range(3):
        with listening(news, "one"), listening(news, "two"):
            assert news._thread is not None
        assert eventually(lambda: news._thread is None)
    news.close()


def test_who_has_left_is_not_woken(there: Any, news: News) -> None:
    with listening(news, "one") as one:
        with listening(news, "one") as another:
            settle(news, there, one, another)
        tell(there, ["one"])
        assert heard(one)
        assert not another.is_set()


def test_closing_ends_the_thread_though_somebody_waits(server: EmbeddedRedis, there: Any) -> None:
    news = News(server.url, Log())
    woken = Event()
    news.watch("one", woken.set)
    assert heard(woken)
    news.close()
    assert news._thread is None
    assert subscribed(there, 0)
    news.watch("two", woken.set)
    assert news._thread is None


def test_the_follower_tells_what_it_has_written(clerk: Clerk, follower: Follower, server: EmbeddedRedis, there: Any) -> None:
    """And by then it stands in Redis."""
    follower.catch_up()
    game = str(clerk.recorder.select_notifications(1, 1)[0].originator_id)
    news = News(server.url, Log(), look=NEVER)
    stop = Event()
    following = Thread(target=follower.run, args=(stop,))
    following.start()
    try:
        with listening(news, game) as woken:
            settle(news, there, woken)
            for n in range(5):
                now = clerk.game(game)
                if now.closed:
                    break
                seq = clerk.note(Order(game, now.seq, "t", f"note-{n}"), "hm").game.seq
                assert heard(woken)
                live = there.get(LIVE).decode()
                assert int(there.hget(f"greffe:{live}:game:{game}", "seq")) >= seq
    finally:
        stop.set()
        following.join()
        news.close()
