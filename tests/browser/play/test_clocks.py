"""Clocks of seats in a real browser: agreed in the form that opens a game, running on the page of a seat and in the hall."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Site, Visits, faults, small, wide
from tests.browser.organise.test_organise import signed_in

PHONE = {"width": 360, "height": 740}
RUNNING = re.compile(r"^[34]:\d\d$")
"""Less than the five minutes that a clock begins with, on a machine however busy."""


def test_clocks_run_on_the_page_of_a_seat_and_in_the_hall(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    game = site.open(tags=["clocked", "table 5"], time_control={"kind": "fischer", "seconds": 300, "increment": 5})
    page = visit(link=game.links["red"], size=PHONE, lang="fr", touch=True)
    expect(page.locator(".seat-clocks")).to_contain_text("Les pendules sont arrêtées.")
    site.post(f"/games/{game.id}/notes", {"text": "Ready?"}, If_Match='"1"')
    page.reload()  # a choice that is made against record 1 would be refused
    seat = site.clerk.game(game.id).to_act[0]
    other = page if seat == "red" else visit(link=game.links[seat], size=PHONE, touch=True)
    other.locator("#offers .offer").first.click()
    running = page.locator(".seat-clocks [data-running='1'] .time")
    expect(running).to_have_text(RUNNING)
    shoot(page, "seat")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    hall = signed_in(site, visit, "/hall?tag=clocked")
    expect(hall.locator(".tables .clock[data-running='1'] .time")).to_have_text(RUNNING)
    shoot(hall, "hall")
    assert (faults(hall), wide(hall)) == ([], 0)


def test_a_form_asks_for_clocks(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    for lang, path in (("en", "/organise/open?ruleset=northgard-training"), ("fr", "/record")):
        page = signed_in(site, visit, path, lang=lang, size=PHONE)
        if path == "/record":
            page.locator("details.clock > summary").click()
        shoot(page, f"form-{lang}")
        assert (faults(page), wide(page), small(page)) == ([], 0, [])
