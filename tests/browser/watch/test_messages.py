"""The page that has a phone called, in a real Chromium: asked for, refused, tried and ended, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, SCREEN, Site, Visits, amiss


@pytest.mark.parametrize(("lang", "size"), [("fr", PHONE), ("en", SCREEN)])
def test_a_phone_asks_to_be_called(lang: str, size: dict[str, int], site: Site, visit: Visits) -> None:
    game = site.open()
    page = visit(f"/games/{game.id}/messages", link=game.links["blue"], size=size, lang=lang)
    page.locator("summary").click()
    assert page.locator("#quiet-zone").input_value()  # the browser's own
    assert amiss(page) == []
    page.fill("#to", "our table")
    page.click("button.go")
    expect(page.get_by_role("alert")).to_be_visible()
    assert amiss(page) == []
    page.fill("#to", "https://ntfy.example/our-table")
    page.click("button.go")
    expect(page.locator("li .id", has_text="ntfy.example")).to_be_visible()
    assert amiss(page) == []
    page.locator("form[action$='/end'] button").click()
    expect(page.locator("li .id", has_text="ntfy.example")).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("fr", PHONE), ("en", SCREEN)])
def test_a_webhooks_secret_is_copied_by_a_tap_and_not_shown_again(
    lang: str, size: dict[str, int], site: Site, visit: Visits
) -> None:
    game = site.open()
    page = visit(f"/games/{game.id}/messages", link=game.links["red"], size=size, lang=lang)
    page.select_option("#way", "webhook")
    page.fill("#to", "https://club.example/greffe")
    page.click("button.go:visible")
    secret = page.locator("#secret").input_value()
    assert secret.startswith("whsec_")
    page.click("[data-copy]")
    expect(page.locator("[data-copied]")).not_to_be_empty()
    assert amiss(page) == []
    page.fill("#to", "")
    page.focus("#to")
    page.keyboard.press("Control+V")
    assert page.locator("#to").input_value() == secret
    page.locator("form[action$='/rotate'] button").click()
    expect(page.locator("#secret")).not_to_have_value(secret)
    assert amiss(page) == []
    page.click("section.given .button")
    expect(page.locator("#secret")).to_have_count(0)
    assert "whsec_" not in page.content()
    page.locator("form[action$='/end'] button").click()
