"""Every link that a page offers can be followed. Everybody who has a key or a link starts at the
first page, in a service that has one of each thing.

Addresses are alike if they have the same route, the same query parameters, and the same game or
tournament. Only one of several alike is read, and only one file of each kind."""

from __future__ import annotations

import re
import zlib
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from flask import Flask
from lxml.html import document_fromstring, tostring
from werkzeug.exceptions import HTTPException

from api import create_app
from api.routing import new_routes
from api.settings import AppSettings, Notifications
from api.web.access import access
from api.web.pages import documents
from api.web.pages.assets import asset
from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from ops.messages.store import NotificationStore
from tests.amount import ALL, slow
from tests.api.game.opening.test_organise import press
from tests.builders.api.client import KEY, TITLE, Table
from tests.builders.api.disputes import GROUNDS, Dispute, fix_chance
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Form, Person, Reader, signed_in
from tests.builders.api.seated import sits
from tests.builders.api.series import Series
from tests.builders.logs import Log
from tests.builders.players import play_on
from tests.builders.stores import VIEWS_KEY, new_clerk, notifications_at
from tests.builders.table import DUEL
from tests.records.laws import sound_facts

HERE = "http://localhost"
OVER = ("northgard-training", "raiders-solo", "tears-solo")
"""Titles whose second game is played to its end. The second game of other titles is closed
before."""


TABLE = {"table", "thead", "tbody", "tfoot", "tr", "td", "th"}


class Page:
    """The parts of an HTML page that lead elsewhere: links, loaded files, forms with their methods,
    and ids that a fragment may name. `later` are pictures loaded lazily. `amiss` are faults of the
    kinds that the Nu HTML checker once found in our pages."""

    def __init__(self, text: str) -> None:
        root = document_fromstring(text)
        loaded = root.xpath("//link | //script | //img | //iframe")
        files = [(node.get("loading"), node.get("href") or node.get("src")) for node in loaded]
        self.links: list[str] = root.xpath("//a/@href")
        self.files = [file for when, file in files if file and when != "lazy"]
        self.later = [file for when, file in files if file and when == "lazy"]
        self.forms = [
            (node.get("method", "get").upper(), node.get("action", ""))
            for node in root.xpath("//form[not(@method = 'dialog')]")
        ] + [("POST", action) for action in root.xpath("//button/@formaction")]
        ids = Counter(root.xpath("//@id"))
        self.ids = {"", *ids}
        self.weight = len(zlib.compress(text.encode()))
        levels = [6, *(int(node.tag[1]) for node in root.iter(*(f"h{n}" for n in range(1, 7))))]
        wrong = {
            "is named twice": [id for id, count in ids.items() if count > 1],
            "has an action that is empty": root.xpath("//*[@action = '']"),
            "has a role beside the table's own": [
                n for n in root.iter(*TABLE) if "role" in n.attrib
            ],
            "has a label and no role": root.xpath(
                "//*[self::span or self::div][@aria-label][not(@role)]"
            ),
            "is a time that is none": re.findall(r'datetime="[^"]*\.\d{4}[^"]*"', text),
            "leaves a level of headings out": [b for a, b in pairwise(levels) if b > a + 1],
        }
        self.amiss = {
            f"{part if isinstance(part, str | int) else tostring(part)[:120]} {what}"
            for what, parts in wrong.items()
            for part in parts
        }


class AddressKind(NamedTuple):
    """What similar addresses have in common: the endpoint, the variables in the path other than
    plain numbers, and the names of the query parameters."""

    endpoint: str
    named: tuple[tuple[str, Any], ...]
    query: tuple[str, ...]


class Crawl:
    """A person who follows every link, beginning at the first page. `faults` are links that lead
    nowhere, each with the page that has it."""

    def __init__(self, app: Flask, person: Person, *, once: bool = False) -> None:
        """`once`: read one page of each kind, whatever game, tournament or title its path names.
        Else paths are alike if only numbers in them differ."""
        self.person, self.once = person, once
        self.map = app.url_map.bind("localhost")
        self.pages: dict[str, Page] = {}
        self.faults: set[str] = set()
        self._seen: set[AddressKind | str] = set()
        self._fragments: dict[tuple[AddressKind, str], tuple[str, str]] = {}

    def follow(self, *starts: str) -> Crawl:
        queue = deque((start, "the start") for start in starts)
        while queue:
            link, origin = queue.popleft()
            address, fragment = urldefrag(link)
            kind = self.kind(address)
            if kind is None:
                self.faults.add(f"{link} on {origin}: no such address")
                continue
            if fragment:
                self._fragments.setdefault((kind, re.sub(r"\d+", "1", fragment)), (link, origin))
            if not self._seen & {kind, kind.endpoint}:
                self._seen.add(kind)
                queue += self._read(address, origin, kind)
        for link, origin in self._fragments.values():
            self._look_for(link, origin)
        return self

    def _read(self, address: str, origin: str, kind: AddressKind) -> Iterator[tuple[str, str]]:
        links = kind.endpoint == "site.open_link"  # whoever opens one is somebody else from then on
        client = self.person.client.application.test_client() if links else self.person.client
        answer = client.get(address, headers=self.person.headers)
        if answer.status_code >= 400:
            title = re.search(r"<h1[^>]*>(.*?)</h1>|\"title\":\"(.*?)\"", answer.text, re.DOTALL)
            self.faults.add(f"{address} on {origin}: {answer.status_code} {title and title[0]}")
        elif links:
            pass
        elif answer.status_code >= 300:
            yield absolute(answer.headers["Location"], address), address
        elif (answer.content_type or "").startswith("text/html"):
            page = self.pages[address] = Page(answer.text)
            asks = [(method, absolute(action or address, address)) for method, action in page.forms]
            asks += [
                ("GET", absolute(file, address))
                for file in (*page.files, *page.later)
                if ours(file)
            ]
            self.faults |= {
                f"{method} {to} on {address}: no such address"
                for method, to in asks
                if not self.kind(to, method)
            }
            yield from ((absolute(link, address), address) for link in page.links if ours(link))
        else:
            self._seen.add(kind.endpoint)
        answer.close()

    def _look_for(self, link: str, origin: str) -> None:
        address, fragment = urldefrag(link)
        page = self.pages.get(address) or Page(
            self.person.client.get(address, headers=self.person.headers).text
        )
        if fragment not in page.ids:
            self.faults.add(f"{link} on {origin}: no such place on the page")

    def kind(self, address: str, method: str = "GET") -> AddressKind | None:
        parts = urlsplit(address)
        try:
            endpoint, named = self.map.match(parts.path, method)
        except HTTPException:
            return None
        plain = tuple(
            (name, value) for name, value in sorted(named.items()) if isinstance(value, str)
        )
        query = {part.partition("=")[0] for part in parts.query.split("&") if part} - {"lang"}
        return AddressKind(str(endpoint), () if self.once else plain, tuple(sorted(query)))


PROOF_TO_CARRY = re.compile(r"/proofs/[0-9]+\.html$")


def absolute(link: str, page: str) -> str:
    return urljoin(HERE + page, link).removeprefix(HERE)


def ours(link: str) -> bool:
    return link.startswith(HERE) or not re.match(r"[a-z+]+:", link)


class PopulatedService:
    """A service with one of each thing: a game of every title, running and ended; a disputed game
    with a branch and a study; campaigns; a tournament in its second round and a closed one; a
    season; a hall."""

    def __init__(self, app: Flask, clerk: Clerk) -> None:
        self.app, self.clerk = app, clerk
        self.club = Dispute(app, clerk, tags=["club night", "table 1"], undo="consent", public=True)
        key = self.club.organiser.headers["Authorization"].removeprefix("Bearer ")
        self.organiser = signed_in(app, key=key)
        for title in registry.ids():
            self._play_games(title)
        self._play_dispute()
        self.campaigns = [self._open_campaign(title) for title in (TITLE, "convicted")]
        self.running = self._play_tournament(key, "Spring open", TITLE)
        self.closed = self._play_tournament(key, "Autumn open")
        self.closed.go()
        self.closed.director.press("Close it for good")
        self.closed.confirm()
        self.season = self._open_season()

    def _play_games(self, title: str) -> None:
        for most in (10, 10_000 if title in OVER else 30):
            table = Table.open(self.club.organiser, ruleset=title, tags=["club night"])
            game = play_on(
                self.clerk,
                self.clerk.game(table.id),
                Random(1),
                lambda now, most=most: now.seq >= most,
            )
        if title != TITLE:
            Table(self.club.organiser, game.id, game.seq).written("/close", {})

    def _play_dispute(self) -> None:
        club, organiser = self.club, self.organiser
        club.played.play(9)
        club.done("red", "/claims", {"seat": "red", "about": 3, "text": "Not so."})
        ruling = club.rule({"type": "penalty", "seat": "blue", "points": -1})["seq"]
        club.done("arbiter", f"/rulings/{ruling}/overturn", GROUNDS | {"code": "ruling-error"})
        club.rule({"type": "correct", "facts": [dict(sound_facts(DUEL)[0])]})
        assert club.grow("red", {"at": 5}).status_code == 201
        organiser.go(f"/games/{club.game}/studies")
        press(organiser, organiser.form("/studies"), title="A lesson")

    def _open_campaign(self, title: str) -> str:
        series = Series.open(self.club.organiser, ruleset=title)
        series.next()
        return series.id

    def _open_season(self) -> str:
        """Open a public season that counts the closed tournament, which is not public. Returns its
        address."""
        organiser = self.organiser
        organiser.fill_in("/organise/seasons", "/organise/seasons", title="Winter", public="1")
        season = organiser.answer.request.path
        organiser.send(organiser.form("/events"))
        return season

    def _play_tournament(self, key: str, title: str, ruleset: str = "") -> EventPages:
        event = EventPages(self.app, 4, ruleset, title, key=key).begun()
        event.play(1)
        event.close(1)
        event.pair(2)
        event.submit(
            "/rulings",
            "/penalties",
            **{"penalty.entrant": "1", "penalty.points": "1/2", "penalty.reason": "Late."},
        )
        if not ruleset:
            event.play(2)
            event.close(2)
        return event

    def people(self) -> dict[str, Person]:
        club, running = self.club, self.running
        pages = {
            "organiser": self.organiser,
            "stranger": Person(self.app.test_client()),
            "operator": signed_in(self.app),
        }
        pages |= {name: sits(club, name) for name in ("red", "arbiter", "spectator")}
        pages["hall"] = Person(self.app.test_client(), club.hall("club night")["token"])
        pages |= {duty: running.link(duty) for duty in ("Scorer", "Check-in", "Screen", "Director")}
        return pages | {
            "entrant": running.link("", 1),
            "entrant of the closed": self.closed.link("", 1),
        }


@contextmanager
def built() -> Iterator[tuple[Flask, PopulatedService]]:
    """The app of the service and all things in it, the same in every run."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        fix_chance(patch)
        patch.setattr(
            documents, "pdf", lambda _: b"%PDF-"
        )  # they take a second each; tests/api/game/replay/test_documents.py has them all
        patch.setattr(access, "HOURS", 10_000)  # the clock of tests goes on with every look
        folder = Path(name)
        clerk = new_clerk(folder / "greffe.sqlite")
        book = Log(folder, clerk)
        subscriptions = NotificationStore(
            notifications_at(folder / "notifications.sqlite"), VIEWS_KEY
        )
        there = Notifications(subscriptions, mails=True)
        app = create_app(
            clerk, None, KEY, AppSettings(notifications=there), routes=new_routes(), book=book
        )
        try:
            house = PopulatedService(app, clerk)
            book.log_and_sign_all()
            yield app, house
        finally:
            subscriptions.close()
            book.close()
            clerk.close()


@pytest.fixture(scope="module")
def crawls() -> Iterator[tuple[PopulatedService, dict[str, Crawl]]]:
    with built() as (app, house):
        crawled = {}
        for name, person in house.people().items():
            start = person.answer.request.path if hasattr(person, "answer") else "/"
            once = name in ("operator", "hall") or not ALL  # each kind of page, of whatever game
            crawled[name] = Crawl(app, person, once=once).follow("/", start)
        yield house, crawled


def test_every_link_that_a_page_offers_can_be_followed(
    crawls: tuple[PopulatedService, dict[str, Crawl]],
) -> None:
    _, crawled = crawls
    assert [
        f"{name}: {fault}" for name, crawl in crawled.items() for fault in sorted(crawl.faults)
    ] == []
    assert {name for name, crawl in crawled.items() if len(crawl.pages) < 3} == set()


def test_pages_are_written_as_html_has_it(
    crawls: tuple[PopulatedService, dict[str, Crawl]],
) -> None:
    _, crawled = crawls
    pages = [page for crawl in crawled.values() for page in crawl.pages.items()]
    assert [(address, page.amiss) for address, page in pages if page.amiss] == []


MODULE = re.compile(r'^import (?:[^"\n]+ from )?"([^"]+)";', re.MULTILINE)


def loaded(page: Page) -> set[str]:
    """The names of the assets that a page loads, with those its scripts import. Pictures that are
    loaded lazily are left out."""
    names, queue = set(), [file for file in page.files if file.startswith("/static/")]
    while queue:
        _, _, name = queue.pop().removeprefix("/static/").partition("/")
        if name not in names:
            names.add(name)
            text = (asset(name) or b"").decode(errors="ignore") if name.endswith(".js") else ""
            queue += [urljoin(f"/static/0/{name}", found) for found in MODULE.findall(text)]
    return names


def test_a_page_is_light_and_takes_few_requests(
    crawls: tuple[PopulatedService, dict[str, Crawl]],
) -> None:
    """A page takes at most 60 kB compressed, without fonts, and at most 20 requests with fonts."""
    _, crawled = crawls
    heavy = {}
    for crawl in crawled.values():
        for address, page in crawl.pages.items():
            names = loaded(page)
            weight = page.weight + sum(
                len(zlib.compress(asset(name) or b"")) for name in names if "fonts/" not in name
            )
            if weight > 60_000 or len(names) > 19:
                heavy[crawl.kind(address)] = (address, weight, len(names) + 1)
    assert sorted(heavy.values()) == []


def test_every_page_leads_back_to_what_it_belongs_to(
    crawls: tuple[PopulatedService, dict[str, Crawl]],
) -> None:
    """A page of a game leads to the game, and to its tournament or campaign. A page of a tournament
    or campaign leads to the main page of that tournament or campaign. All others lead to the first
    page of the service, or for the hall's arbiter to the hall. An exception is the page with a
    proof, a file that is read offline."""
    house, crawled = crawls
    lost = set()
    for name, crawl in crawled.items():
        for address, page in crawl.pages.items():
            if PROOF_TO_CARRY.search(address):
                continue
            ways = {urlsplit(absolute(link, address)).path for link in page.links} | {
                urlsplit(address).path
            }
            lost |= {
                f"{name}: {address} does not lead to {home}"
                for home in homes(house, name, address)
                if not ways & home
            }
    assert lost == set()


def homes(house: PopulatedService, name: str, address: str) -> Iterator[frozenset[str]]:
    _, room, *rest = urlsplit(address).path.split("/")
    if room == "embed":
        return
    if room == "tournaments" and rest:
        yield duties(rest[0])
    elif room == "games" and rest:
        game, opened = rest[0], house.clerk.game(rest[0]).opened
        yield frozenset({f"/games/{game}", f"/games/{game}/play"})
        if opened.tournament and name not in ("stranger", "hall"):
            yield duties(opened.tournament)
        if opened.campaign and name in ("organiser", "operator"):
            yield frozenset({f"/organise/campaigns/{opened.campaign}"})
    elif room == "organise" and rest[:1] == ["campaigns"] and rest[1:] not in ([], ["open"]):
        yield frozenset({f"/organise/campaigns/{rest[1]}"})
    elif room == "seasons":
        yield frozenset({f"/seasons/{rest[0]}"})
    # a season that anybody may read, the hall's arbiter reads as anybody
    yield frozenset({"/hall" if name == "hall" and room != "seasons" else "/"})


def duties(tournament: str) -> frozenset[str]:
    return frozenset(
        f"/tournaments/{tournament}{page}"
        for page in ("", "/rounds", "/check-in", "/me", "/screen")
    )


OPEN = {"site.enter"}
"""Forms that are shown again without what was typed, since that is a key."""


HIDDEN = "Zq{}<x>\u202e"


@slow("every form of every page; test_fields.py shows each kind of field again")
@pytest.mark.parametrize("typed", [HIDDEN, "Zq{}" + "y" * 5_100])
def test_a_refused_form_still_has_what_was_typed(
    crawls: tuple[PopulatedService, dict[str, Crawl]], typed: str
) -> None:
    """Everybody sends every form of every page with text that no field accepts. Each page that
    refuses it shows all of it again."""
    asked, refused, lost = set(), 0, []
    for name, crawl in crawls[1].items():
        who = crawl.person
        for address in crawl.pages:
            for form in posted(who.go(address).text):
                kind = crawl.kind(absolute(form.action or address, address), form.method.upper())
                free = [n for n, field in form.fields.items() if field.sort in ("text", "number")]
                if not free or kind is None or (told := (kind[0], *free)) in asked:
                    continue
                asked.add(told)
                entered = {field: typed.format(n) for n, field in enumerate(free)}
                answer = who.post(form.action or address, filled(form, entered))
                if answer.status_code < 400:
                    break  # it was taken, and the page is another one now
                refused += 1
                there = {(n, f.value) for again in who.forms for n, f in again.fields.items()}
                if kind.endpoint not in OPEN and not entered.items() <= there:
                    lost.append(f"{name}: {kind.endpoint} {sorted(entered.items() - there)!s:.300}")
    assert not lost, "\n".join(lost)
    assert refused > 40, "it comes far enough"


def posted(page: str) -> list[Form]:
    return [form for form in Reader(page).forms if form.method == "post"]


def filled(form: Form, entered: dict[str, str]) -> dict[str, str]:
    """The data of a form: `entered` in its free fields, its first button, the last option of each
    list, and each box ticked, since optional parts are read only then."""
    chosen = {
        name: field.options[-1]
        for name, field in form.fields.items()
        if field.options and field.sort in ("checkbox", "select", "radio")
    }
    pressed = {name: value for name, value, _ in form.buttons[:1] if name}
    return form.sent(**chosen, **entered, **pressed)
