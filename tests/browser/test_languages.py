"""Pages in a language with longer words than ours: none is wider than a small phone, and all text
on them comes from messages. The language is made from English (`domain/kernel/words/pseudo.py`)."""

import re

import pytest
from playwright.sync_api import Page, expect

from domain.kernel.words.pseudo import LANG
from domain.titles import registry
from tests.browser.conftest import SMALL, Opened, Site, Visits, overflow, signed_in

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
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]

_SAID = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement;
    const apart = 'script, style, .id, code, pre, time, textarea, [lang]:not(html), option[value]';
    if (!at.closest(apart) && at.getClientRects().length) found.push(node.data);
  }
  return found;
}"""


def plain_words(page: Page, known: set[str]) -> list[str]:
    page.wait_for_load_state()
    sentence: list[str] = page.evaluate(_SAID)
    words = (
        word for text in sentence for word in re.findall(r"(?<![\w-])[A-Za-z]{4,}(?![\w-])", text)
    )
    return sorted({word for word in words if word.lower() not in known})


@pytest.fixture(scope="module")
def known(site: Site) -> set[str]:
    """Words that come from data: names in the title's catalog, its provenance, ids, months."""
    data = registry.ruleset(TITLE).catalogs()["default"].data.decode()
    return {*AS_IT_IS, *MONTHS, *(word.lower() for word in re.findall(r"[A-Za-z]+", data))}


@pytest.fixture(scope="module")
def game(site: Site) -> Opened:
    return site.open(TITLE, tags=["12"])


def go_in_pseudo_language(page: Page, path: str) -> None:
    page.goto(f"{path}{'&' if '?' in path else '?'}lang={LANG}")
    expect(page.locator("html")).to_have_attribute("lang", LANG)


def test_public_pages_are_fully_translated_and_fit(visit: Visits, known: set[str]) -> None:
    page = visit("/", size=SMALL)
    for path in ("/", "/enter", "/search?text=zzz", f"/titles/{TITLE}", "/games/none"):
        go_in_pseudo_language(page, path)
        page.evaluate(
            "document.querySelectorAll('#live, #finished').forEach((it) => "
            "it.closest('section').remove());"
            "document.querySelectorAll('.watched, .front .sheets, .front details').forEach((it) => "
            "it.remove())"
        )  # stored words, and names of games
        assert (path, overflow(page), plain_words(page, known)) == (path, 0, [])


@pytest.mark.parametrize(
    ("role", "pages"),
    [("spectator", [""]), ("blue", ["/play?seat=blue"]), ("arbiter", ["/desk", "/numbers"])],
)
def test_pages_of_a_game_are_fully_translated_and_fit(
    role: str, pages: list[str], game: Opened, visit: Visits, known: set[str]
) -> None:
    page = visit(link=game.links[role], size=SMALL)
    for of in pages:
        go_in_pseudo_language(page, f"/games/{game.id}{of}")
        assert (of, overflow(page), plain_words(page, known)) == (of, 0, [])


def test_pages_with_words_from_data_fit(game: Opened, visit: Visits) -> None:
    page = visit(link=game.links["arbiter"], size=SMALL)
    for of in ("/desk/rule", "/audit", "/branches"):
        go_in_pseudo_language(page, f"/games/{game.id}{of}")
        assert (of, overflow(page)) == (of, 0)


def test_pages_of_the_organiser_fit(site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, size=SMALL)
    for path in (
        "/organise",
        f"/organise/open?ruleset={TITLE}",
        "/tournaments",
        "/organise/catalogs",
    ):
        go_in_pseudo_language(page, path)
        assert (path, overflow(page)) == (path, 0)
