import re
from random import Random

import pytest
from playwright.sync_api import expect

from domain.game.aggregate.game import all_stays
from domain.game.commands import Opening, Order
from domain.game.seats.use_cases import Seats
from domain.kernel.text import Lang
from domain.titles import registry
from domain.titles.registry import ids
from projections.boards.positions import score_at
from tests.browser.conftest import (
    PHONE,
    SCREEN,
    SMALL,
    Site,
    Visits,
    faults,
    overflow,
    signed_in,
    small,
)
from tests.browser.watch.watching import played
from tests.builders.players import play_on

OUTSIDE = """() => [...document.querySelectorAll('svg.chart text')].filter(words => {
  const box = words.getBoundingClientRect(), chart = words.ownerSVGElement.getBoundingClientRect();
  return box.left < chart.left - 1 || box.right > chart.right + 1 || box.top < chart.top - 1 || box.bottom > chart.bottom + 1;
}).map(words => words.textContent)"""

STICKING_OUT = """() => [...document.querySelectorAll('form.search label')].filter(label => [...label.children].some(field => {
  const box = field.getBoundingClientRect(), place = label.getBoundingClientRect();
  return box.left < place.left - 1 || box.right > place.right + 1;
})).map(label => label.textContent)"""


@pytest.mark.parametrize("title", ids())
def test_each_title_has_its_charts_and_the_tables_behind_them(
    title: str, site: Site, visit: Visits
) -> None:
    game = played(site, title)
    phone = visit(f"/games/{game.id}/numbers", size=PHONE, lang="fr", dark=True)
    assert (faults(phone), overflow(phone), small(phone), phone.evaluate(OUTSIDE)) == (
        [],
        0,
        [],
        [],
    )
    page = visit(f"/games/{game.id}/numbers", scripts=False)
    several = page.get_by_role("region", name="Tempo by seat").locator("tbody tr").count() > 1
    for name in (
        "Points",
        "Time taken",
        *(["Taken back, of a hundred actions"] if several else []),
    ):
        expect(page.get_by_role("region", name=name).locator("svg")).to_be_visible()
    besides = 0 if title == "score-sheet" else 3  # a plain sheet has no line but its points
    assert page.locator("svg.chart").count() >= 2 + several + besides, (
        "three charts, and the gauges"
    )
    points = page.get_by_role("region", name="Points")
    points.locator("summary").click()
    last = points.locator("tbody tr").last
    totals = {line.seat: str(line.total) for line in score_at(game).score}
    expect(last.locator("td")).to_have_text(list(totals.values()))
    seq = str(last.locator("th a").get_attribute("href")).rpartition("=")[2]
    last.get_by_role("link").click()
    expect(page.locator("[data-part=where]")).to_have_text(f"Record {seq} of {game.seq}")
    shown = {
        row.get_attribute("data-seat"): row for row in page.locator("[data-part=seats] tr").all()
    }
    for seat, total in totals.items():
        expect(shown[seat].locator("td")).to_have_text(total)


def test_numbers_across_games_and_of_a_player_fit_a_phone_and_a_screen(
    site: Site, visit: Visits
) -> None:
    seated: list[str] = []
    for n in range(3):
        game = site.clerk.open_game(
            Opening(ruleset=ids()[0], public=True, tags=("counted",)), "operator", f"counted {n}"
        ).state
        for at, seat in enumerate(game.setting.seats):
            order = Order(game.id, game.seq, "operator", f"counted {n} {seat}")
            game = (
                Seats(site.clerk).take(order, seat, f"Player {at}", seated[at] if n else "").state
            )
            seated = [stay.player for stay in all_stays(game.history)] if not n else seated
        game = play_on(site.clerk, game, Random(n))
        game = site.clerk.close_game(
            Order(game.id, game.seq, "operator", f"counted {n} close")
        ).state
    link = site.issue(game.id, "seat", game.setting.seats[0])
    for path, held in (("/numbers?tag=counted", ""), (f"/games/{game.id}/player", link)):
        phone = visit(path, size=PHONE, lang="fr", dark=True, link=held)
        assert (faults(phone), overflow(phone), small(phone), phone.evaluate(OUTSIDE)) == (
            [],
            0,
            [],
            [],
        )
        assert phone.evaluate(STICKING_OUT) == []
        page = visit(path, link=held)
        assert (faults(page), page.evaluate(OUTSIDE)) == ([], [])
    page = visit("/numbers?tag=counted", scripts=False)
    expect(page.get_by_role("status")).to_have_text(re.compile("3 games are found; 3 of them over"))
    page.get_by_role("region", name="Won, by what was begun with").get_by_role("link").first.click()
    expect(page.get_by_text("All began with")).to_be_visible()


# -- A title's page in a real Chromium: on a small phone its tables become lines that can be read.


@pytest.mark.parametrize(("id", "lang"), [("fief-tactics", "fr"), ("convicted", "en")])
def test_a_titles_tables_are_read_on_a_small_phone(
    id: str, lang: Lang, site: Site, visit: Visits
) -> None:
    about = registry.ruleset(id).about
    page = signed_in(site, visit, f"/titles/{id}", size=SMALL, lang=lang)
    expect(page.locator("p.lead")).to_contain_text(about.edition.printed(lang))
    assert overflow(page) <= 0
    widths = page.locator(".title-table td.all:not(.none)").evaluate_all(
        "all => all.map(one => one.clientWidth)"
    )
    assert min(widths) > 250, "a sentence has the width of the phone"
    assert faults(page) == []
    page.set_viewport_size(SCREEN)
    assert (
        page.locator(".title-table").first.evaluate("one => getComputedStyle(one).display")
        == "table"
    )
    assert overflow(page) <= 0
