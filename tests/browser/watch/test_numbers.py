"""The numbers of a game in a real browser: every title's charts with the tables behind them, on a screen and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from domain.rules.titles.registry import ids
from projections.shapes.json import score_shape
from tests.amount import slow_but
from tests.browser.conftest import PHONE, Site, Visits, faults, small, wide
from tests.browser.watch.watching import played

OUTSIDE = """() => [...document.querySelectorAll('svg.chart text')].filter(words => {
  const box = words.getBoundingClientRect(), chart = words.ownerSVGElement.getBoundingClientRect();
  return box.left < chart.left - 1 || box.right > chart.right + 1 || box.top < chart.top - 1 || box.bottom > chart.bottom + 1;
}).map(words => words.textContent)"""


@pytest.mark.parametrize("title", slow_but(["raiders-solo", "convicted"], ids()))
def test_each_title_has_its_charts_and_the_tables_behind_them(
    title: str, site: Site, visit: Visits, shoot: Callable[[Page, str], None]
) -> None:
    game = played(site, title)
    phone = visit(f"/games/{game.id}/numbers", size=PHONE, lang="fr", dark=True)
    assert (faults(phone), wide(phone), small(phone), phone.evaluate(OUTSIDE)) == ([], 0, [], [])
    shoot(phone, f"{title}-phone")
    page = visit(f"/games/{game.id}/numbers", scripts=False)
    shoot(page, title)
    for name in ("Points", "Time taken", "Taken back, of a hundred actions"):
        expect(page.get_by_role("region", name=name).locator("svg")).to_be_visible()
    besides = 0 if title == "score-sheet" else 3  # a plain sheet has no line but its points
    assert page.locator("svg.chart").count() >= 3 + besides, "three charts, and the gauges"
    points = page.get_by_role("region", name="Points")
    points.locator("summary").click()
    last = points.locator("tbody tr").last
    totals = {line["seat"]: str(line["total"]) for line in score_shape(game)["score"]}
    expect(last.locator("td")).to_have_text(list(totals.values()))
    seq = last.locator("th").inner_text()
    last.get_by_role("link").click()
    expect(page.locator("[data-part=where]")).to_have_text(f"Record {seq} of {game.seq}")
    shown = {row.get_attribute("data-seat"): row for row in page.locator("[data-part=seats] tr").all()}
    for seat, total in totals.items():
        expect(shown[seat].locator("td")).to_have_text(total)


def test_the_page_prints_its_charts_without_what_is_folded_up(site: Site, visit: Visits) -> None:
    page = visit(f"/games/{played(site, ids()[0]).id}/numbers")
    page.emulate_media(media="print")
    expect(page.locator("svg.chart").first).to_be_visible()
    expect(page.locator("details").first).to_be_hidden()
