"""A title's page in a real Chromium: on a small phone its tables become lines that can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from domain.rules.text import Lang
from domain.rules.titles import registry
from tests.browser.conftest import SCREEN, Site, Visits, faults, wide
from tests.browser.organise.test_organise import signed_in

SMALL = {"width": 360, "height": 780}


@pytest.mark.parametrize(("id", "lang"), [("fief-tactics", "fr"), ("convicted", "en")])
def test_a_titles_tables_are_read_on_a_small_phone(
    id: str, lang: Lang, site: Site, visit: Visits, shoot: Callable[[Page, str], None]
) -> None:
    about = registry.ruleset(id).about
    page = signed_in(site, visit, f"/titles/{id}", size=SMALL, lang=lang)
    expect(page.locator("p.lead")).to_contain_text(about.edition.printed(lang))
    assert wide(page) <= 0
    widths = page.locator(".title-table td.all:not(.none)").evaluate_all("all => all.map(one => one.clientWidth)")
    assert min(widths) > 250, "a sentence has the width of the phone"
    assert faults(page) == []
    shoot(page, "small")
    page.set_viewport_size(SCREEN)
    assert page.locator(".title-table").first.evaluate("one => getComputedStyle(one).display") == "table"
    assert wide(page) <= 0
