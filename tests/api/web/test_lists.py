"""Lists longer than a page: every address with a cursor, found in the routes, is read with pages of
every size around the length of its list."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from api import openapi
from api.admin import pages as admin
from api.campaign import pages as campaign
from api.game import search
from api.game.desk import preview
from api.game.opening import pages as opening
from api.game.replay import pages as replay
from api.hall import pages as hall
from api.messages import routes as messages
from api.proof import pages as audit
from api.season import pages as season
from api.tournament import pages as tournament
from api.tournament.rounds import pages as rounds
from domain.game.clerk.clerk import Clerk
from ops.messages.store import NotificationStore
from projections.messages.subscriptions import Holder, Subscription
from tests.amount import slow
from tests.api.tournament.event import Event
from tests.builders.api.client import GAMES, TITLE, Caller, Table
from tests.builders.api.disputes import Dispute
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in
from tests.builders.api.series import Series

FULL = {"/games.csv"}
"""Addresses without pages, although they may begin after an item."""


class World:
    """A service with at least five of each thing, more than a page of its lists contains."""

    def __init__(self, bids: Dispute, app: Flask, clerk: Clerk, store: NotificationStore) -> None:
        self.app, self.caller = app, Caller(app)
        for n in range(6):
            Table.open(self.caller, tags=["evening"])
            assert bids.grow("arbiter", {"at": 1}).status_code == 201
            bids.holder("arbiter").get(f"{bids.path}/board?audience={'ab'[n % 2]}")
            bids.done("arbiter", "/notes", {"text": "Is that so?"})
            Series.open(self.caller, ruleset=TITLE)
            self.caller.made("/api/v1/seasons", {"title": "Winter"}, Idempotency_Key=f"season-{n}")
            store.put("hook", f"msg_{n}", "test", b"{}", clerk.clock())
            self.event = Event(self.caller, 0)
        for name in "abcdef":
            self.event.write("/entrants", {"entrants": [{"name": name}]})
        self.named = {"game": bids.game, "tournament": self.event.id, "subscription": "hook"}

    def path(self, template: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: self.named[match[1]], template)

    def listed(self, template: str, limit: int = 0) -> tuple[list[Any], list[int]]:
        """All items on the pages of an address, and the number of items on each page."""
        rows, sizes, after = list[Any](), list[int](), ""
        while after is not None:
            query = (f"limit={limit}",) * bool(limit) + (f"after={after}",) * bool(after)
            page = self.caller.get(f"{self.path(template)}?{'&'.join(query)}").json
            page.pop("unreadable", None)
            (items,) = (value for value in page.values() if isinstance(value, list))
            rows, sizes, after = rows + items, [*sizes, len(items)], page["next"]
        return rows, sizes

    def ids(self, of: str) -> list[str]:
        return [row.get("id") or row.get("tournament") for row in self.listed(f"/api/v1/{of}")[0]]


@pytest.fixture
def world(bids: Dispute, app: Flask, clerk: Clerk, notifications: NotificationStore) -> World:
    to = "https://hook.example/in"
    hook = Subscription("hook", Holder("operator", "operator"), "webhook", to, 0, clerk.clock())
    notifications.add(hook, confirmed=True)
    return World(bids, app, clerk, notifications)


def cursors() -> Iterator[str]:
    """The addresses that take a cursor."""
    for path, methods in openapi.document()["paths"].items():
        named = {each.get("name") for each in methods.get("get", {}).get("parameters", ())}
        if "after" in named and not path.endswith((*FULL, "/stream")):
            yield path


@slow("every list by pages of one; each list's room has a test of its pages")
def test_every_list_has_all_that_there_is_once_however_small_its_pages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in cursors():
        whole, sizes = world.listed(path)
        size = len(whole)
        assert len(sizes) == 1 and size >= 5, path
        for limit in (1, 2, size - 1, size, size + 1):
            monkeypatch.setattr(messages, "PAGE", limit)
            rows, sizes = world.listed(path, 0 if "deliveries" in path else limit)
            assert rows == whole, (path, limit)
            assert sizes == [limit] * (size // limit) + [size % limit] * bool(size % limit)


MORE = re.compile(
    r'href="([^"]*[?&;]after=\w[^"]*)">(?:More|Older|Later)|href="([^"]*[?&;]before=\w[^"]*)">Earlier'
)


def turned(person: Person, path: str, item: str) -> list[list[str]]:
    """The items on each page of a list, as a person turns the pages by the button to the last."""
    shown, next = list[list[str]](), path
    while next:
        page = person.go(next)
        assert page.status_code == 200, next
        shown.append(list(dict.fromkeys(re.findall(item, page.text))))
        more = MORE.search(page.text)
        query = (more[1] or more[2]).replace("&amp;", "&").partition("#")[0] if more else ""
        next = path.partition("?")[0] + query if query.startswith("?") else query
    return shown


@slow("every list by pages of one; each list's room has a test of its pages")
def test_every_page_with_a_button_for_more_has_all_that_there_is_once(
    world: World, bids: Dispute, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, game = signed_in(world.app), f"/games/{bids.game}"
    official = [each["id"] for each in world.listed(GAMES)[0]]
    looks = [each["at"][:19] for each in world.listed("/api/v1/games/{game}/looks")[0]]
    card = r'<a[^>]* href="/games/(\w{12})[/"]'
    for path, module, name, item, expected in (
        ("/?status=open", admin, "LISTED", card, official),
        ("/organise", opening, "LISTED", card, official),
        (
            "/organise/campaigns",
            campaign,
            "LISTED",
            r'href="/organise/campaigns/(\w{12})',
            world.ids("campaigns"),
        ),
        (
            "/organise/tournaments",
            tournament,
            "LISTED",
            r'href="/tournaments/(\w{12})',
            world.ids("tournaments"),
        ),
        (
            "/organise/seasons",
            season,
            "LISTED",
            r'href="/seasons/(\w{12})',
            world.ids("seasons"),
        ),
        (
            f"{game}/branches",
            replay,
            "PAGE",
            r'href="/games/(\w{12})">↳',
            world.ids("games/{game}/branches"),
        ),
        (f"/organise{game}/looks", admin, "PAGE", r'<tr><td><time datetime="([^"]{19})', looks),
        (
            f"{game}/audit",
            audit,
            "LINES",
            r'<tr id="r(\d+)"',
            [str(n + 1) for n in range(bids.seq)],
        ),
        (f"{game}/desk", preview, "PAGE", r'id="r(\d+)"', [str(n) for n in range(bids.seq, 0, -1)]),
    ):
        for limit in (2, len(expected) - 1, len(expected), len(expected) + 1):
            monkeypatch.setattr(module, name, limit)
            shown = turned(person, path, item)
            assert [id for page in shown for id in page] == expected, path
            assert {len(each) for each in shown[:-1]} <= {limit} and shown[-1]


def test_a_hall_and_a_round_show_every_table_however_small_the_pages_are_that_they_read(
    world: World, bids: Dispute, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = EventPages(world.app, 6, TITLE).begun()
    event.submit("/rounds/1", "/games")
    tokens = re.compile(r'value="[^"]*"|data-etag="[^"]*"')
    round = tokens.sub("", event.go("/rounds/1").text)
    there = {each["id"] for each in world.listed(GAMES)[0]}
    table = event.director.go("/organise/games.csv").text
    assert len(table.splitlines()) == len(there) + 1
    for most in (1, 2, len(there), len(there) + 1):
        monkeypatch.setattr(hall, "MOST", most)
        monkeypatch.setattr(rounds, "MOST", most)
        monkeypatch.setattr(search, "MOST", most)
        assert event.director.go("/organise/games.csv").text == table
        page = event.director.go("/hall").text
        assert set(re.findall(r'href="/games/(\w{12})', page)) == there
        assert f"{len(there)} games" in page
        assert tokens.sub("", event.go("/rounds/1").text) == round
    monkeypatch.setattr(hall, "TABLES", len(there) - 1)
    page = event.director.go("/hall").text
    assert "the tables written to last" in page and f"{len(there)} games" not in page
