"""The service over a real SQLite file, without Redis, and a table to play at."""

import io
from collections.abc import Iterator
from contextlib import closing
from copy import copy
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from api import create_app, openapi, routing
from api.routing import new_routes
from api.settings import AppSettings, Notifications
from api.web.live.streams import Streams
from api.web.request.responses import ConstantAnswer
from api.web.request.service import EXTENSION, Limits, Service
from domain.game.clerk.clerk import Clerk
from domain.proof.log.policy import read_policy
from domain.titles import registry
from ops.messages.store import NotificationStore
from ops.stores.log.cosignatures import Cosignatures
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller, Table
from tests.builders.api.disputes import Dispute, fix_chance
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in
from tests.builders.logs import Log
from tests.builders.policies import policy_text
from tests.builders.stores import VIEWS_KEY, new_clerk, notifications_at
from tests.builders.table import FIEF
from tests.builders.world import CLUB, RIVAL


@pytest.fixture
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture
def book(clerk: Clerk, tmp_path: Path) -> Iterator[Log]:
    with closing(Log(tmp_path, clerk)) as log:
        log.log_and_sign_all()
        yield log


@pytest.fixture
def witnessed(book: Log) -> Iterator[tuple[Log, Cosignatures]]:
    names = [("club", CLUB.verifier), ("rival", RIVAL.verifier)]
    book._witnesses = read_policy(policy_text([], names, 1).encode())
    with closing(Cosignatures(book.place)) as cosignatures:
        yield book, cosignatures


@pytest.fixture(scope="session", autouse=True)
def _share_app_parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Build once for all tests what every app would build anew: its addresses, compiled templates and
    OpenAPI document. The `new_routes` imported above is not shared: a test that adds an address
    uses it."""
    templates = tmp_path_factory.getbasetemp().parent / "templates"  # of all workers
    templates.mkdir(exist_ok=True)
    compiled = FileSystemBytecodeCache(str(templates))

    @cache
    def document(titles: tuple[str, ...]) -> ConstantAnswer:
        return ConstantAnswer.of(openapi.document())

    made = cache(new_routes)

    def copied() -> Flask:
        app = copy(made())
        app.config, app.extensions = copy(app.config), dict(app.extensions)
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "new_routes", copied)
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": compiled})
        patch.setattr(openapi, "describe", lambda: lambda: document(tuple(registry.ids())))
        yield


@pytest.fixture(scope="session")
def routes() -> Flask:
    """The app with its routes only, which all tests share, since making it takes longer than most
    tests. A test that adds an address makes its own."""
    return new_routes()


@pytest.fixture
def notifications(tmp_path: Path) -> Iterator[NotificationStore]:
    with closing(
        NotificationStore(notifications_at(tmp_path / "notifications.sqlite"), VIEWS_KEY)
    ) as notification_store:
        yield notification_store


@pytest.fixture
def app(
    clerk: Clerk, book: Log, log: io.BytesIO, routes: Flask, notifications: NotificationStore
) -> Flask:
    """The app, with small limits so that a test exceeds them quickly."""
    there = Notifications(notifications, mails=True)
    return create_app(
        clerk,
        None,
        KEY,
        AppSettings(limits=Limits(20_000, 200_000), notifications=there),
        book=book,
        log=log,
        routes=routes,
    )


@pytest.fixture
def caller(app: Flask) -> Caller:
    return Caller(app)


@pytest.fixture
def anybody(app: Flask) -> Caller:
    """A caller without a key."""
    return Caller(app, key=None)


@pytest.fixture
def table(caller: Caller) -> Table:
    return Table.open(caller)


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk)


@pytest.fixture
def organiser(app: Flask) -> Person:
    return signed_in(app)


@pytest.fixture
def event(app: Flask) -> EventPages:
    return EventPages(app)


@pytest.fixture
def streams(app: Flask) -> Streams:
    """The streams of the app, stopped as by a server that ends: each sends the records there are,
    and ends."""
    service: Service = app.extensions[EXTENSION]
    service.streams.stop()
    return service.streams


@pytest.fixture
def bids(sealed_bids: None, app: Flask, clerk: Clerk) -> Dispute:
    """Ann was dealt the ace and has bid 7 in secret, Bob the king; he has not bid."""
    table = Dispute(app, clerk, ruleset="sealed-bids", chance="table", values=[["ace", "king"]])
    answer = table.done("a", "/actions", {"seat": "a", "action": {"type": "bid", "amount": 7}})
    assert answer["facts"] == [{"type": "bid-placed", "seat": "a", "amount": 7}], (
        "a seat reads its own"
    )
    return table


@pytest.fixture
def fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_chance(monkeypatch)


@pytest.fixture
def duel(fixed_chance: None, app: Flask, clerk: Clerk) -> Dispute:
    return Dispute(app, clerk, seed=2).played_for(9)


@pytest.fixture
def hidden(tmp_path: Path) -> Iterator[Dispute]:
    with closing(new_clerk(tmp_path / "fief.sqlite")) as clerk:
        table = Dispute(create_app(clerk, None, KEY), clerk, ruleset=FIEF, seed=5)
        table.played.until(lambda game: game.rules.hides(game.board))
        yield table
