"""Pages in a real Chromium from the real server: one server and one browser for all tests, one
browser context for each person."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from itertools import count
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from domain.game.clerk.clerk import Clerk
from tests.amount import ALL, slow
from tests.browser.journeys import QUICK
from tests.builders.servers import Server

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 900}
SMALL = {"width": 360, "height": 780}

PATIENCE = 60_000
"""Milliseconds that a test waits for anything. A test takes that long only if it fails."""

AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_CLEARED = 'Cleared data types: "storage".'

_LONGER = """{
  const { setTimeout } = window;
  window.setTimeout = (done, after, ...more) => setTimeout(done, after === 4500 ? 60000 : after, ...more);
}"""
"""Keeps the messages of a seat's page, which disappear by themselves (`SHOWN` in
`api/game/static/play.js`), until the test has read them, even on a busy machine."""

_STATUS = "Failed to load resource: the server responded with a status of"
_keys = count(1)


@dataclass
class Opened:
    """An opened game, with its links by seat, `arbiter` and `spectator`."""

    id: str
    links: dict[str, str]


class Site:
    """The server and its record. Tests write to the record by `clerk`, to prepare what a page
    shows."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.address = server.address
        self.key = server.key
        self.clerk = Clerk(
            {
                "PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory",
                "SQLITE_DBNAME": str(server.data / "greffe.sqlite"),
                "SECRET_KEY_FILE": str(server.data / "secret.key"),
            }
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        reply = self.server.ask(
            "POST", f"/api/v1{path}", body, Idempotency_Key=f"test-{next(_keys)}", **headers
        )
        assert reply.status in (200, 201), reply.data
        return reply.data

    def open(self, ruleset: str = "northgard-training", **fields: Any) -> Opened:
        answer = self.post("/games", {"ruleset": ruleset, **fields})
        return Opened(
            answer["id"], {"+".join(x["seats"]) or x["role"]: x["token"] for x in answer["links"]}
        )

    def issue(self, game: str, role: str, *seats: str) -> str:
        return str(
            self.post(
                f"/games/{game}/links", {"role": role, **({"seats": list(seats)} if seats else {})}
            )["token"]
        )


@dataclass
class Visits:
    """Makes people: each call is a new person at a screen of their own, on a page of the site.

    The test fails at its end if the browser complained, in the console or by an error of a script,
    unless `excused` contains a part of the message. A page's own status of 400 or more is no
    complaint."""

    browser: Browser
    address: str
    complaints: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        path: str = "/",
        *,
        link: str = "",
        size: dict[str, int] | None = None,
        lang: str = "en",
        dark: bool = False,
        scripts: bool = True,
        touch: bool = False,
    ) -> Page:
        """Open `path`. With `link` open that link to a game first; without a path, the person stays
        on the page that the link leads to."""
        fields: dict[str, Any] = {
            "viewport": size or SCREEN,
            "locale": lang,
            "color_scheme": "dark" if dark else "light",
        }
        context = self.browser.new_context(
            base_url=self.address,
            java_script_enabled=scripts,
            has_touch=touch,
            reduced_motion="reduce",
            **fields,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_LONGER)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        if link:
            page.goto(f"/seat/{link}")
        if not link or path != "/":
            page.goto(path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        at = message.location["url"]
        if message.text.endswith(_CLEARED):
            return
        if not (
            message.text.startswith(_STATUS) and message.page is not None and message.page.url == at
        ):
            self.complaints.append(f"{at}: {message.text}")

    def close(self) -> list[str]:
        for context in self.contexts:
            context.close()
        return [
            complaint
            for complaint in self.complaints
            if not any(part in complaint for part in self.excused)
        ]


_ENTERING = {
    Page: ("click", "fill", "select_option"),
    Locator: (
        "check",
        "clear",
        "click",
        "fill",
        "press",
        "press_sequentially",
        "select_option",
        "set_input_files",
        "tap",
        "uncheck",
    ),
}
"""The methods by which people act on a page, apart from the keys (`Page.keyboard`)."""


def act_on_loaded_pages(patch: pytest.MonkeyPatch) -> None:
    """Have people use a page only after it has loaded, so that its scripts listen. Otherwise
    Playwright returns from a click as soon as the next page begins to load, and a press on that
    page is lost."""

    def waiting(act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def acts(self: Page | Locator, *args: Any, **fields: Any) -> Any:
            (self if isinstance(self, Page) else self.page).wait_for_load_state()
            return act(self, *args, **fields)

        return acts

    for kind, names in _ENTERING.items():
        for name in names:
            patch.setattr(kind, name, waiting(getattr(kind, name)))
    patch.setattr(Page, "keyboard", property(waiting(Page.keyboard.fget)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.name not in QUICK:
            item.add_marker(slow("of each kind of page a quick journey shows most"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, the only browser of the run, as Playwright requires. `ops/browser.sh`
    installs it if possible."""
    names = (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
    )  # that without windows first
    there = next(filter(None, map(which, names)), None)
    if there is None:
        pytest.skip("Chromium is not installed, and cannot be: ops/browser.sh says how")
    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as play:
        act_on_loaded_pages(patch)
        browser = play.chromium.launch(
            executable_path=there, args=["--no-sandbox", "--hide-scrollbars"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    rates = dict.fromkeys(
        ("GREFFE_LINK_RATE", "GREFFE_KEY_RATE", "GREFFE_FAILED_RATE", "GREFFE_REGISTER_RATE"), "off"
    )
    rates["GREFFE_TRIAL_RATE"] = "1000/day"
    with Server(tmp_path_factory.mktemp("browser") / "data", **rates) as server:
        site = Site(server)
        yield site
        site.clerk.close()


def signed_in(site: Site, visit: Visits, path: str = "/organise", **fields: object) -> Page:
    page = visit("/enter", **fields)  # type: ignore[arg-type]
    page.locator("#key").fill(site.key)
    page.locator("main button").click()
    page.goto(path)
    return page


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    """A function that opens a page as a new visitor: `visit(path, link=…, size=PHONE, lang="fr",
    dark=True)`."""
    visits = Visits(browser, site.address)
    yield visits
    assert visits.close() == []


def faults(page: Page, within: str | None = None, *, contrast: bool = ALL) -> list[str]:
    """The faults that axe finds in a page, or in the part `within`. The check of contrast takes as
    long as all other checks and depends on the style sheets alone; in the quick run only tests of
    the most colourful pages do it."""
    page.wait_for_load_state()
    options = {
        "runOnly": AXE,
        "resultTypes": ["violations"],
        "iframes": False,
        "rules": {"color-contrast": {"enabled": contrast}},
    }
    options["preload"] = {
        "assets": ["media"]
    }  # sheets of style are for rules that are not asked for
    axe = Axe().run(page, context=within, options=options)
    return [
        f"{fault['id']}: {fault['help']} {[node['target'] for node in fault['nodes']][:4]}"
        for fault in axe.response["violations"]
    ]


def overflow(page: Page) -> int:
    page.wait_for_load_state()
    return int(
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )


_SMALL = """least => [...document.querySelectorAll('button, .button, select, summary, textarea, input')]
  .filter(one => one.offsetParent && one.getClientRects().length && !['hidden', 'checkbox', 'radio'].includes(one.type))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.height < least - .5 || box.width < least - .5)
  .map(([one, box]) => `${one.tagName} ${one.textContent.trim().slice(0, 30)} ${box.width.toFixed()}x${box.height.toFixed()}`)"""


def small(page: Page, least: int = 44) -> list[str]:
    page.wait_for_load_state()
    return list(page.evaluate(_SMALL, least))


def amiss(page: Page, *, finger: int = 44, contrast: bool = ALL) -> list[str]:
    """The faults of a page's looks: those that axe finds, a page wider than its window, and
    controls smaller than `finger` pixels (0 for a screen with a mouse). Saves a picture in the
    folder that `GREFFE_SHOTS` names."""
    if folder := os.environ.get("GREFFE_SHOTS"):
        test = os.environ["PYTEST_CURRENT_TEST"].rpartition("::")[2].partition(" ")[0]
        page.screenshot(path=str(Path(folder) / f"{test}-{next(_keys)}.png"), full_page=True)
    over = overflow(page)
    return [
        *faults(page, contrast=contrast),
        *([f"{over} px too wide"] if over else []),
        *(small(page, finger) if finger else []),
    ]
