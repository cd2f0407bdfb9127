"""A record with a game, and a store of subscriptions beside it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.game.clerk.clerk import Clerk
from ops.messages.store import NotificationStore
from tests.builders.stores import VIEWS_KEY, notifications_at
from tests.ops.messages.world import World


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NotificationStore]:
    with closing(
        NotificationStore(notifications_at(tmp_path / "notifications.sqlite"), VIEWS_KEY)
    ) as notification_store:
        yield notification_store


@pytest.fixture
def world(clerk: Clerk, store: NotificationStore) -> Iterator[World]:
    service_world = World(clerk, store)
    yield service_world
    service_world.service.close()
