"""Calling browsers by a push service that is a process of its own, checks who signs and opens what was encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ops.notifying import web_push
from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.settings.config import Settings
from projections.notifications.tokens import Tokens
from tests.ops.notifying.receivers import Receiver
from tests.ops.notifying.world import World

PROGRAM = Path(__file__).with_name("push_service.py")
SECRET = b"s" * 32


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Receiver]:
    """A push service that knows the key which the browser was asked with."""
    with Receiver("push", tmp_path, str(PROGRAM), str(tmp_path / "push")) as found:
        (found.folder / "server-key").write_text(web_push.public_key(web_push.service_key(SECRET)))
        yield found


@pytest.fixture
def called(world: World, service: Receiver) -> World:
    """The world, whose arbiter is called in that browser."""
    settings = Settings.load({"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8", "GREFFE_MAIL_FROM": "greffe@club.example"})
    world.service.delivering.close()
    sender = Sender(settings, Tokens("x"), lambda: datetime.now(UTC), SECRET)
    world.service = Notifying(world.clerk, world.store, world.links, sender)
    keys = (service.folder / "keys").read_text()
    world.arbiter(way="push", to=f"http://127.0.0.1:{service.port}/push/browser", token=keys, language="fr")
    return world


def stands(world: World) -> tuple[str, str]:
    """How the subscription stands, and what is said of it."""
    at = world.store.find("arbiter")
    assert at is not None
    return at.state, at.said


def test_a_browser_is_called_and_can_read_it_and_the_push_service_knows_who_calls(called: World, service: Receiver) -> None:
    called.claim("blue")
    called.settle()
    [one] = service.taken()
    assert service.refused() == []
    assert one["claims"]["sub"] == "mailto:greffe@club.example"
    assert one["shown"]["lang"] == "fr"
    assert one["shown"]["link"].startswith(f"https://greffe.example/games/{called.game}")
    assert "a word that nobody else may read" not in str(one)
    assert called.store.counts("arbiter").delivered == 1


@pytest.mark.parametrize("answer", ["404", "410"])
def test_a_browser_that_is_gone_is_called_no_more(answer: str, called: World, service: Receiver) -> None:
    (service.folder / "answer").write_text(answer)
    called.claim("blue")
    called.settle()
    assert stands(called) == ("ended", "it wants nothing more")


def test_a_push_service_says_when_it_wants_to_be_asked_again(called: World, service: Receiver) -> None:
    (service.folder / "answer").write_text("429 777")
    called.claim("blue")
    called.settle()
    at = called.store.find("arbiter")
    assert at is not None
    assert (at.said, at.before) == ("it answers 429", called.clerk.clock() + timedelta(seconds=777))
    (service.folder / "answer").unlink()
    called.go_on(778)
    called.settle()
    assert len(service.taken()) == 1


def test_a_key_that_the_browser_was_not_asked_with_is_refused(called: World, service: Receiver) -> None:
    (service.folder / "server-key").write_text(web_push.public_key(web_push.service_key(b"another" * 5)))
    called.claim("blue")
    called.settle()
    assert stands(called) == ("active", "it answers 403")
    assert (service.taken(), service.refused()) == ([], ["another key than the browser was asked for"])
