"""A log of random games on SQLite, and a Redis server for each test, both real."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.read.views import Views
from tests.builders.stores import VIEWS_KEY, copied, new_clerk
from tests.projections.play import play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "greffe.sqlite"
    with closing(new_clerk(path)) as clerk:
        play(clerk, games=30, seed=1)
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return copied(played.parent, tmp_path) / played.name


@pytest.fixture
def make_clerk(path: Path) -> Iterator[Callable[[], Clerk]]:
    opened: list[Clerk] = []

    def make() -> Clerk:
        opened.append(new_clerk(path))
        return opened[-1]

    yield make
    for clerk in opened:
        clerk.close()


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def there(server: EmbeddedRedis) -> Iterator[Any]:
    with closing(redis.Redis.from_url(server.url)) as client:
        yield client


@pytest.fixture
def follower(clerk: Clerk, server: EmbeddedRedis) -> Follower:
    return Follower(clerk, server.url, VIEWS_KEY)


@pytest.fixture
def views(server: EmbeddedRedis) -> Iterator[Views]:
    with closing(Views(server.url, VIEWS_KEY, timeout=5)) as made:
        yield made
