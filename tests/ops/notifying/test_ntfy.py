"""ntfy by the HTTP that it documents, from a process of its own: tokens, topics, too many requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.settings.config import Settings
from projections.notifications.subscriptions import Subscription
from projections.notifications.tokens import Tokens
from tests.builders.servers import PATIENCE
from tests.ops.notifying.receivers import Receiver
from tests.ops.notifying.world import World


@pytest.fixture
def ntfy(tmp_path: Path) -> Iterator[Receiver]:
    """The server."""
    with Receiver("ntfy", tmp_path) as found:
        yield found


@pytest.fixture
def told(world: World) -> World:
    """The world, whose service sends to this machine."""
    settings = Settings.load({"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8"})
    world.service.delivering.close()
    world.service = Notifying(world.clerk, world.store, world.links, Sender(settings, Tokens("x"), world.clerk.clock, b"x" * 32))
    return world


def subscribe(world: World, ntfy: Receiver, topic: str = "our-table", **given: Any) -> Subscription:
    """Have the arbiter told by a topic."""
    return world.arbiter(way="ntfy", to=f"http://127.0.0.1:{ntfy.port}/{topic}", **given)


def published(ntfy: Receiver, topic: str = "our-table") -> list[dict[str, Any]]:
    """What whoever has the app is shown."""
    connection = HTTPConnection("127.0.0.1", ntfy.port, timeout=PATIENCE)
    connection.request("GET", f"/{topic}/json?poll=1")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return [json.loads(line) for line in lines]


def test_the_app_shows_what_happened_and_where_to_go(told: World, ntfy: Receiver) -> None:
    (ntfy.folder / "token").write_text("tk_secret")
    subscribe(told, ntfy, token="tk_secret", language="fr")
    told.claim("blue")
    told.settle()
    [one] = published(ntfy)
    assert one["title"] and one["click"].startswith(f"https://greffe.example/games/{told.game}")
    assert "réclamation" in one["message"].casefold()
    assert "word" not in str(one)
    assert published(ntfy, "another-table") == []


@pytest.mark.parametrize(
    ("topic", "token", "said"), [("our-table", "tk_guess", "it answers 403"), ("our.table", "tk_secret", "it answers 400")]
)
def test_what_the_server_refuses_is_shown_and_tried_again(topic: str, token: str, said: str, told: World, ntfy: Receiver) -> None:
    (ntfy.folder / "token").write_text("tk_secret")
    subscribe(told, ntfy, topic, token=token)
    told.claim("blue")
    told.settle()
    at = told.store.find("arbiter")
    assert at is not None
    assert (at.state, at.failures, at.said) == ("active", 1, said)
    assert ntfy.taken() == []


def test_too_many_requests_are_made_later_when_the_server_says(told: World, ntfy: Receiver) -> None:
    subscribe(told, ntfy)
    (ntfy.folder / "busy").write_text("777")
    seqs = [told.claim("blue") for _ in range(2)]
    told.settle()
    at = told.store.find("arbiter")
    assert at is not None
    assert (at.said, at.before) == ("it answers 429", told.clerk.clock() + timedelta(seconds=777))
    (ntfy.folder / "busy").unlink()
    told.go_on(776)
    told.settle()
    assert published(ntfy) == [], "not before its time"
    told.go_on(2)
    told.settle()
    assert len(published(ntfy)) == len(seqs) == len(ntfy.once())
