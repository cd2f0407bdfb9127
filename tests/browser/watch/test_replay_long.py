from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from domain.game.aggregate.game import Game
from tests.bench.table import MeasuredTable, endless, long_game
from tests.browser.conftest import Site, Visits
from tests.browser.watch.watching import await_frame, jumps, painted, walk, watch_for_jumps

LENGTH = 2_000
LISTED = 120
CHUNK = 24
DRAGGED = """positions => {
  const slider = document.querySelector('input[type=range]');
  for (const seq of positions) {
    slider.value = seq;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }
}"""


@pytest.fixture(scope="module")
def game(site: Site) -> Game:
    return long_game(MeasuredTable(site.clerk, "long", endless(site.clerk)), LENGTH)


@pytest.fixture
def watch(game: Game, site: Site, visit: Visits) -> Callable[[int], Page]:
    link = site.issue(game.id, "spectator")
    return lambda at: visit(f"/games/{game.id}?at={at}", link=link)


def spans(page: Page) -> list[tuple[int, int]]:
    chunk_spans: list[tuple[int, int]] = []

    def note(url: str) -> None:
        if urlsplit(url).path.endswith("/frames"):
            query = parse_qs(urlsplit(url).query)
            chunk_spans.append((int(query["first"][0]), int(query["last"][0])))

    page.on("request", lambda request: note(request.url))
    return chunk_spans


def test_moving_along_asks_for_chunks_and_a_drag_for_where_it_rests(
    watch: Callable[[int], Page],
) -> None:
    page = watch(1)
    watch_for_jumps(page)
    await_frame(page, 1)
    chunk_spans = spans(page)
    walk(page, *range(2, 102))
    assert 0 < len(chunk_spans) <= 102 // CHUNK + 4, "four chunks are read, three kept ready"
    assert all(last - first < CHUNK for first, last in chunk_spans)
    walked = len(chunk_spans)
    page.evaluate(DRAGGED, list(range(103, LENGTH + 1)))
    painted(page, LENGTH)
    assert len(chunk_spans) - walked <= 6, (
        "of the eighty chunks between, none but those that were under way"
    )
    assert len(chunk_spans) == len(set(chunk_spans)), "nothing is asked for twice"
    expect(page.locator(f"#r{LENGTH}")).to_have_attribute("aria-current", "true")
    assert page.locator(".line").count() == LISTED
    assert jumps(page) == []


def test_a_long_record_is_listed_stretch_by_stretch(watch: Callable[[int], Page]) -> None:
    page = watch(1_000)
    lines = page.locator(".line")
    expect(lines).to_have_count(LISTED)
    page.get_by_role("link", name="Later records").click()
    expect(page.locator("#r1060")).to_be_in_viewport()
    expect(lines).to_have_count(LISTED)
    expect(page.locator("#r1000")).to_have_attribute("aria-current", "true")
    page.locator("#r1100 a").click()
    painted(page, 1_100)
    page.keyboard.press("Home")
    painted(page, 1)
    expect(page.locator("#r1")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="Earlier records")).to_be_hidden()
    expect(lines).to_have_count(LISTED)


def test_without_a_connection_what_is_shown_stays_until_there_is_one(
    watch: Callable[[int], Page], visit: Visits
) -> None:
    visit.excused.append("ERR_INTERNET_DISCONNECTED")
    page = watch(1_000)
    await_frame(page, 1_000)
    shown = painted(page, 1_000)
    page.context.set_offline(True)
    page.keyboard.press("End")
    expect(page.get_by_role("status")).to_have_text("Not connected: trying again.")
    assert page.locator("[data-part=picture] > svg:visible").inner_html() == shown
    page.context.set_offline(False)
    assert painted(page, LENGTH) != shown
