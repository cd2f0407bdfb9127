"""At the page of a seat: how far a keyboard has to go, what a tap leaves behind, and remarks that cover nothing."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visits, faults, small, wide
from tests.browser.play.playing import fixed, note, play_on, shows

STOPS = 5

_ACTS = "one => one.matches('#board g[tabindex], #offers button, #offers summary')"
_BOX = "one => { const box = one.getBoundingClientRect(); return [box.top, box.bottom]; }"


def stops(page: Page) -> int:
    """How often Tab has to be pressed from the top of the page to something that can be done, over the first link, which skips."""
    for count in range(1, 30):
        page.keyboard.press("Tab")
        if count == 1:
            expect(page.get_by_role("link", name="Skip to what you may do")).to_be_focused()
            page.keyboard.press("Enter")
        if page.evaluate(f"({_ACTS})(document.activeElement)"):
            return count
    return 99


def test_the_first_action_is_near_and_a_tap_leaves_no_sheet_behind(site: Site, visit: Visits) -> None:
    """On a screen by the keyboard; on a phone by a tap on the board, after which what comes next is offered as before."""
    game = fixed(site, "northgard-training", 31)
    now = play_on(site, game.id, lambda now: now.seq > 9)
    screen = visit(link=game.links[now.to_act[0]])
    expect(screen.locator("#board g.can").first).to_be_visible()
    assert stops(screen) <= STOPS

    page = visit(link=game.links[now.to_act[0]], size=PHONE, touch=True)
    bar = page.locator(".bar")
    note(site, game.id)
    expect(page.locator(".bar .toast")).to_contain_text("adds a note")
    top = page.locator(".top").evaluate(_BOX)
    assert top[1] <= bar.evaluate(_BOX)[0], "a remark stands at the foot, over no part of the head"
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".foot").evaluate(_BOX)[1] <= bar.evaluate(_BOX)[0] + 1, "the page ends above the bar"
    assert (faults(page), wide(page), small(page, 24)) == ([], 0, [])
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("#board g.can").first.click()
    expect(page.locator("body")).to_have_class(re.compile("sheet"))
    page.locator("#offers .offer:visible").first.click()
    shows(page, now.seq + 2)
    expect(page.locator("body")).not_to_have_class(re.compile("sheet"))
