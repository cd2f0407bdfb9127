"""The page of calendars in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Site, Visits, faults, small, wide
from tests.browser.organise.test_organise import signed_in

PHONE = {"width": 360, "height": 740}


def test_a_calendars_link_is_issued_and_copied(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    page = signed_in(site, visit, "/organise/calendars", lang="fr", size=PHONE)
    page.locator("#tag").fill("calendar night")
    page.locator("form.adding button").click()
    expect(page.locator(".game input[readonly]").last).to_have_value(re.compile(r"/calendars/.+\.ics$"))
    shoot(page, "issued")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.set_viewport_size({"width": 1280, "height": 900})
    assert (faults(page), wide(page)) == ([], 0)
