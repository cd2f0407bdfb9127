"""Board pictures in a real Chromium: drawn under the pages' policy, readable and tappable on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from domain import games
from domain.palette import COLOURS, PRINT, STYLESHEET
from domain.ruleset import ARBITER
from domain.words import LANGS
from tests.records.play import files, replay

POLICY = "default-src 'none'; style-src 'self'"
TITLES = games.ids()

MEASURE = """() => {
  const svg = document.querySelector('svg'), whole = svg.getBoundingClientRect(), found = [];
  const edgeOf = g => [...g.children].find(c => c.classList.contains('edge'));
  for (const words of svg.querySelectorAll('text')) {
    const box = words.getBoundingClientRect();
    let group = words.parentElement;
    while (group !== svg && !edgeOf(group)) group = group.parentElement;
    const room = (group === svg ? svg : edgeOf(group)).getBoundingClientRect();
    if (box.left < room.left - 1 || box.right > room.right + 1) found.push(`runs over: ${words.textContent}`);
    if (box.top < whole.top - 1 || box.bottom > whole.bottom + 1) found.push(`leaves the picture: ${words.textContent}`);
    const size = parseFloat(words.getAttribute('font-size')) * whole.width / svg.viewBox.baseVal.width;
    if (size < 7) found.push(`tiny: ${words.textContent}`);
  }
  for (const group of svg.querySelectorAll('.place, .card, .piece, .die')) {
    const box = edgeOf(group).getBoundingClientRect();
    if (Math.min(box.width, box.height) < 34) found.push(`hard to hit: ${group.querySelector('title').textContent}`);
  }
  return found;
}"""


@cache
def pictures(title: str) -> tuple[str, ...]:
    """Positions of all recorded games of a title, some of each, as the arbiter sees them, in both languages in turn."""
    found = []
    for path in files(title):
        game = replay(path)
        for at, board in enumerate((*game.boards[:-1:25], game.boards[-1])):
            view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.rules.view(board, ARBITER)))
            found.append(game.rules.picture(board.setting, view, LANGS[at % 2]))
    return tuple(found)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 360, "height": 780})
    yield page
    page.close()


def shown(page: Page, picture: str) -> list[str]:
    """Show a picture under the policy, with its sheet as a file; what the browser complains of comes back."""
    complaints: list[str] = []

    def answer(route: Route) -> None:
        sheet = route.request.url.endswith(".css")
        html = f'<!doctype html><html lang="en"><title>Board</title><link rel="stylesheet" href="/board.css">{picture}</html>'
        route.fulfill(
            body=STYLESHEET if sheet else html,
            content_type=f"text/{'css' if sheet else 'html'}; charset=utf-8",
            headers={"Content-Security-Policy": POLICY},
        )

    page.on("console", lambda message: complaints.append(message.text))
    page.route("**/*", answer)
    page.goto("http://board.test/")
    page.unroute("**/*")
    return complaints


@pytest.mark.parametrize("title", TITLES)
def test_the_policy_of_the_pages_has_nothing_to_refuse(page: Page, title: str) -> None:
    for picture in pictures(title)[:3]:
        assert shown(page, picture) == []


@pytest.mark.parametrize("title", ["fief-tactics", "northgard-training"])
def test_a_phone_shows_every_word_in_its_place_and_large_enough(page: Page, title: str) -> None:
    for picture in pictures(title):
        assert shown(page, picture) == []
        assert page.evaluate(MEASURE) == []


@pytest.mark.parametrize(
    ("mode", "shade"), [("light", COLOURS["paper"][0]), ("dark", COLOURS["paper"][1]), ("print", PRINT["paper"])]
)
def test_the_sheet_follows_day_night_and_paper(page: Page, mode: Any, shade: str) -> None:
    page.emulate_media(media="print" if mode == "print" else "screen", color_scheme="dark" if mode == "print" else mode)
    shown(page, pictures("northgard-training")[0])
    fill = page.evaluate("() => getComputedStyle(document.querySelector('svg .f-paper')).fill")
    page.emulate_media(media="screen", color_scheme="light")
    assert fill == "rgb({}, {}, {})".format(*(int(shade[i : i + 2], 16) for i in (1, 3, 5)))


def test_what_may_be_tapped_and_what_has_the_focus_is_outlined(page: Page) -> None:
    """The classes and the focus that a page gives to a group show on its edge."""
    shown(page, pictures("northgard-training")[0])
    width = "g => getComputedStyle([...g.children].find(c => c.classList.contains('edge'))).strokeWidth"
    place = page.locator("g.place").first
    widths = [place.evaluate(width)]
    for cls in ("can", "chosen"):
        place.evaluate(f"g => g.classList.add('{cls}')")
        widths.append(place.evaluate(width))
    assert len(set(widths)) == 3
    other = page.locator("g.place").nth(1)
    other.evaluate("g => g.setAttribute('tabindex', '0')")
    page.keyboard.press("Tab")
    assert other.evaluate(width) == "6px"
