"""Pages in a language that is longer than ours: none is wider than a small phone, and nothing on them is said by anything but a
message. The language is made from English (`domain/rules/words/pseudo.py`)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from domain.rules.titles import registry
from domain.rules.words.pseudo import LANG
from tests.browser.conftest import Opened, Site, Visits, wide
from tests.browser.organise.test_organise import signed_in

SMALL = {"width": 360, "height": 780}
TITLE = "northgard-training"
AS_IT_IS = {
    "greffe",
    "demonstration",
    "search",
    "tournaments",
    "from",
    "utc",
    "sha",
    "json",
    "http",
    "https",
    "form",
    "true",
    "false",
}
"""Words that are the same in every language."""
MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]

_SAID = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement;
    const apart = 'script, style, .id, code, pre, time, textarea, [lang]:not(html), option[value]';
    if (!at.closest(apart) && at.getClientRects().length) found.push(node.data);
  }
  return found;
}"""


def _spoken(path: str) -> str:
    """An address of a page in that language."""
    return f"{path}{'&' if '?' in path else '?'}lang={LANG}"


def plain_words(page: Page, known: set[str]) -> list[str]:
    """Words in plain letters on a page that no catalog of a game names."""
    page.wait_for_load_state()
    said: list[str] = page.evaluate(_SAID)
    words = (word for text in said for word in re.findall(r"(?<![\w-])[A-Za-z]{4,}(?![\w-])", text))
    return sorted({word for word in words if word.lower() not in known})


@pytest.fixture(scope="module")
def known(site: Site) -> set[str]:
    """Words that data bring: names in the printed catalog of the title, its provenance, ids, months."""
    data = registry.ruleset(TITLE).catalogs()["default"].data.decode()
    return {*AS_IT_IS, *MONTHS, *(word.lower() for word in re.findall(r"[A-Za-z]+", data))}


@pytest.fixture(scope="module")
def game(site: Site) -> Opened:
    """A game of which a few records are written, one of them a note."""
    return site.open(TITLE, tags=["12"])


@pytest.mark.parametrize("path", ["/", "/enter", "/search?text=zzz", f"/titles/{TITLE}", "/games/none"])
def test_a_page_for_everybody_says_nothing_in_plain_letters_and_fits(path: str, visit: Visits, known: set[str]) -> None:
    page = visit(_spoken(path), size=SMALL)
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    assert (wide(page), plain_words(page, known)) == (0, [])


@pytest.mark.parametrize(
    ("of", "role"), [("", "spectator"), ("/play?seat=blue", "blue"), ("/desk", "arbiter"), ("/numbers", "arbiter")]
)
def test_a_page_of_a_game_says_nothing_in_plain_letters_and_fits(
    of: str, role: str, game: Opened, visit: Visits, known: set[str]
) -> None:
    page = visit(_spoken(f"/games/{game.id}{of}"), link=game.links[role], size=SMALL)
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    assert (wide(page), plain_words(page, known)) == (0, [])


@pytest.mark.parametrize("of", ["/desk/rule", "/audit", "/branches"])
def test_a_page_that_also_says_what_data_bring_fits(of: str, game: Opened, visit: Visits) -> None:
    page = visit(_spoken(f"/games/{game.id}{of}"), link=game.links["arbiter"], size=SMALL)
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    assert wide(page) == 0


@pytest.mark.parametrize("path", ["/organise", f"/organise/open?ruleset={TITLE}", "/tournaments", "/organise/catalogs"])
def test_a_page_of_the_organiser_fits(path: str, site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, _spoken(path), size=SMALL)
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    assert wide(page) == 0
