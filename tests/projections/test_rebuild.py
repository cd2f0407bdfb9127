import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower import follower
from projections.follower.follower import Follower
from projections.read.views import Query, Views
from projections.store import epochs
from projections.store.keys import LIVE, log_key
from tests.builders.servers import joined
from tests.builders.stores import VIEWS_KEY, new_clerk
from tests.builders.threads import running
from tests.projections.naive import dump, expected, readable
from tests.projections.play import play
from tests.projections.test_crash import settle


def test_readers_never_see_a_half_rebuilt_index(
    make_clerk: Callable[[], Clerk], server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "WINDOW", 50)
    monkeypatch.setattr(follower, "READ", 50)
    follower_ = Follower(make_clerk(), server.url, VIEWS_KEY)
    follower_.catch_up()
    views = Views(server.url, VIEWS_KEY, timeout=5)
    pages = set()
    thread = Thread(target=lambda: [follower_.rebuild() for _ in range(6)])
    thread.start()
    looks = 0
    while thread.is_alive():
        page = views.search(Query(limit=200))
        pages.add((page.items, page.total))
        looks += 1

    assert looks > 10
    ((games, total),) = pages
    assert len(games) == total == 30


def test_a_rebuild_while_games_are_played_loses_nothing(
    make_clerk: Callable[[], Clerk],
    server: EmbeddedRedis,
    there: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(follower, "IDLE", 0.05)
    clerk = make_clerk()
    with running(Follower(make_clerk(), server.url, VIEWS_KEY).run):
        settle(there, clerk)
        rebuilt = Event()

        def player() -> None:
            for seed in count(
                90
            ):  # for as long as it takes to rebuild three times, however fast either is
                play(clerk, 2, seed)
                if rebuilt.is_set():
                    return

        playing = Thread(target=player)
        playing.start()
        rebuilder = Follower(make_clerk(), server.url, VIEWS_KEY)
        stands = [0]
        try:
            for _ in range(3):
                rebuilder.rebuild()
                stands.append(int(there.hget(log_key(there.get(LIVE).decode()), "position")))
        finally:
            rebuilt.set()
            joined(playing)
        settle(there, clerk)

        assert stands == sorted(stands), "readers never went back in time"
        assert readable(dump(there)) == expected(clerk)


def test_a_swept_rebuild_begins_again(
    clerk: Clerk,
    server: EmbeddedRedis,
    follower: Follower,
    there: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("projections.follower.follower.READ", 100)
    monkeypatch.setattr("projections.follower.follower.WINDOW", 300)
    other = Follower(clerk, server.url, VIEWS_KEY)
    begun: list[int] = []

    def progress(done: int, total: int) -> None:
        begun.append(done)
        if len(begun) == 5:
            # switches to its own, and sweeps what is neither live nor named as being built
            other.rebuild()

    follower.rebuild(progress)
    assert begun.count(100) == 2
    assert readable(dump(there)) == expected(clerk)


@pytest.mark.parametrize("how", ["catch_up", "rebuild"])
@pytest.mark.sqlite
def test_views_ahead_of_a_restored_backup_are_replaced(
    how: str,
    clerk: Clerk,
    path: Path,
    follower: Follower,
    server: EmbeddedRedis,
    there: Any,
    tmp_path: Path,
) -> None:
    with sqlite3.connect(path) as db, sqlite3.connect(tmp_path / "backup.sqlite") as copy:
        db.backup(copy)
    db.close()
    copy.close()
    play(clerk, games=3, seed=91)
    follower.catch_up()
    with closing(new_clerk(tmp_path / "backup.sqlite")) as backup:
        getattr(Follower(backup, server.url, VIEWS_KEY), how)()

        assert readable(dump(there)) == expected(backup)


def test_an_unfinished_build_is_gone_on_with(
    clerk: Clerk, server: EmbeddedRedis, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "READ", 100)
    monkeypatch.setattr(follower, "WINDOW", 100)
    follower_ = Follower(clerk, server.url, VIEWS_KEY)
    unfinished = follower_._epochs.begin(afresh=False).epoch
    read = follower_._read(0, follower_._cache, lambda done, total: None)
    follower_._cache.fold(read.games)
    assert read.last is not None
    follower_._epochs.write(
        unfinished,
        0,
        read.last,
        map(partial(follower.entry_of_game, follower_._sealer_of(unfinished)), read.games),
    )
    two = Follower(clerk, server.url, VIEWS_KEY)

    assert two.catch_up() == (clerk.recorder.max_notification_id() or 0) - read.rows
    assert there.get(LIVE).decode() == unfinished
    assert readable(dump(there)) == expected(clerk)


def test_one_call_writes_no_more_games_than_readers_wait_for(
    clerk: Clerk, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(epochs, "TOGETHER", 4)
    calls = []
    script = follower._epochs._write

    def write(**call: Any) -> Any:
        calls.append(call["args"][4])
        return script(**call)

    monkeypatch.setattr(follower._epochs, "_write", write)
    follower.catch_up()
    assert calls == [*[""] * 7, "1"], "only the last one moves the position"
