from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from threading import Event
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from api.web.live import news as module
from api.web.live.news import News
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from tests.builders.servers import eventually

PATIENCE = 20.0


class FragileStore:
    """A store that raises `OperationalError` while it is `away`. `lost` is the number of records it
    lacks at the end, as after a restore from a backup; `asked` counts calls."""

    def __init__(self, clerk: Clerk) -> None:
        self.recorder = clerk.recorder
        self.away = False
        self.lost = 0
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        self.asked += 1
        if self.away:
            raise OperationalError("the store is away")
        return getattr(self.recorder, name)

    def max_notification_id(self) -> int:
        self.asked += 1
        if self.away:
            raise OperationalError("the store is away")
        return (self.recorder.max_notification_id() or 0) - self.lost


class ThreeGames:
    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.ids = [
            clerk.open_game(Opening(ruleset="northgard-training"), "t", f"game-{n}").state.id
            for n in range(3)
        ]

    def note(self, which: int) -> None:
        game = self.clerk.game(self.ids[which])
        self.clerk.note(Order(game.id, game.seq, "t", f"note-{which}-{game.seq}"), "hm")


@pytest.fixture
def games(make_clerk: Callable[[], Clerk]) -> ThreeGames:
    return ThreeGames(make_clerk())


@pytest.fixture
def news(make_clerk: Callable[[], Clerk], games: ThreeGames) -> Iterator[News]:
    with closing(News(make_clerk().recorder)) as made:
        yield made


def wait_for_news(event: Event) -> bool:
    came = event.wait(PATIENCE)
    event.clear()
    return came


@contextmanager
def listening(news: News, game: str) -> Iterator[Event]:
    woken = Event()
    news.watch(game, woken.set)
    try:
        yield woken
    finally:
        news.leave(game, woken.set)


def test_who_waits_for_a_game_hears_of_it_and_of_no_other(news: News, games: ThreeGames) -> None:
    with listening(news, games.ids[0]) as first, listening(news, games.ids[1]) as two:
        assert wait_for_news(first), "nobody knows what was written before"
        for _ in range(3):
            games.note(0)
            assert wait_for_news(first)
        two.clear()
        games.note(2)
        games.note(0)
        assert wait_for_news(first)
        assert not two.is_set()
        games.note(1)
        assert wait_for_news(two)


def test_more_records_than_a_look_reads_wake_all_who_wait(
    news: News, games: ThreeGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    with listening(news, games.ids[0]) as first, listening(news, games.ids[1]) as two:
        assert wait_for_news(first)
        two.clear()
        games.note(0)
        assert wait_for_news(first)
        assert wait_for_news(two)


def test_who_has_left_is_not_woken(news: News, games: ThreeGames) -> None:
    with listening(news, games.ids[0]) as first:
        assert wait_for_news(first)
        with listening(news, games.ids[0]) as another:
            pass
        another.clear()
        games.note(0)
        assert wait_for_news(first)
        assert not another.is_set()


def test_a_store_that_was_away_wakes_all_once_it_is_back(
    make_clerk: Callable[[], Clerk], games: ThreeGames
) -> None:
    store = FragileStore(make_clerk())
    with closing(News(store, look=0.01)) as news, listening(news, games.ids[0]) as first:
        assert wait_for_news(first)
        store.away = True
        count = store.asked
        assert eventually(lambda: store.asked > count)
        first.clear()
        games.note(1)
        store.away = False
        assert wait_for_news(first)
        games.note(0)
        assert wait_for_news(first)


def test_a_store_set_back_wakes_who_waits(
    make_clerk: Callable[[], Clerk], games: ThreeGames
) -> None:
    store = FragileStore(make_clerk())
    with closing(News(store, look=0.01)) as news, listening(news, games.ids[0]) as first:
        assert wait_for_news(first)
        store.lost = 1
        assert wait_for_news(first)


def test_the_thread_ends_with_the_last_who_waits_and_begins_with_the_next(news: News) -> None:
    for _ in range(3):
        with listening(news, "one"), listening(news, "two"):
            assert news._thread is not None
        assert eventually(lambda: news._thread is None)


def test_closing_ends_the_thread_though_somebody_waits(news: News, games: ThreeGames) -> None:
    woken = Event()
    news.watch("one", woken.set)
    assert wait_for_news(woken)
    news.close()
    assert news._thread is None
    news.watch("two", woken.set)
    assert news._thread is None
