"""The organiser's pages in a real browser: from opening two tables to a sheet on paper."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visits, faults, small, wide


def signed_in(site: Site, visit: Visits, **given: object) -> Page:
    page = visit("/enter", **given)  # type: ignore[arg-type]
    page.locator("#key").fill(site.key)
    page.locator("main button").click()
    page.goto("/organise")
    return page


def test_two_tables_are_opened_and_their_links_printed(site: Site, visit: Visits, shoot: Callable[[Page, str], None]) -> None:
    page = signed_in(site, visit)
    assert (faults(page), wide(page)) == ([], 0)
    page.get_by_role("link", name="Northgard: Training Grounds").first.click()
    page.get_by_label("Tables").fill("2")
    page.get_by_label("By consent: all other players have to agree.").check()
    shoot(page, "open")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".qr")).to_have_count(8)
    shoot(page, "links")
    assert faults(page) == []
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Revoke").first).to_be_hidden()
    shoot(page, "print")


def test_a_save_sheet_of_the_convicted_prints_on_one_page(site: Site, visit: Visits, shoot: Callable[[Page, str], None]) -> None:
    page = signed_in(site, visit, lang="fr")
    page.get_by_role("link", name="Campagnes").click()
    page.get_by_label("Titre").select_option("convicted")
    page.get_by_label("Joueurs").select_option("4")
    page.get_by_role("button", name="Ouvrir").click()
    page.get_by_role("button", name="Ouvrir le scénario 1").click()
    page.go_back()
    page.reload()
    assert (faults(page), wide(page)) == ([], 0)
    page.get_by_role("link", name="Imprimer la feuille").click()
    shoot(page, "sheet")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1


def test_the_pages_fit_a_phone_by_night(site: Site, visit: Visits, shoot: Callable[[Page, str], None]) -> None:
    page = signed_in(site, visit, size={"width": 360, "height": 740}, dark=True)
    for path in ("/organise", "/organise/open?ruleset=tears-solo", "/organise/campaigns", "/organise/catalogs"):
        page.goto(path)
        shoot(page, path.replace("/", "-"))
        assert (path, faults(page), wide(page), small(page)) == (path, [], 0, [])
