import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, SCREEN, Site, Visits, amiss, faults, overflow, signed_in
from tests.browser.watch.watching import await_frame, painted, played


def test_a_chapter_is_drawn_written_and_read_by_somebody_else(site: Site, visit: Visits) -> None:
    game = played(site, "northgard-training", 8, seed=31)
    page = visit(f"/games/{game.id}/studies", link=site.issue(game.id, "seat", "blue"))
    page.get_by_label("What is it about?").fill("The first turns")
    page.get_by_role("button", name="Open a study").click()
    page.get_by_role("link", name="Write in the replay").click()
    await_frame(page, 4)
    page.locator(".scrub input[type=range]").fill("4")
    painted(page, 4)
    expect(page.locator("input[name=record]")).to_have_value("4")
    page.get_by_role("button", name="Draw on the board").click()
    places = page.locator("[data-part=picture] svg g[data-place]")
    bounding_box, other = places.nth(0).bounding_box(), places.nth(2).bounding_box()
    assert bounding_box is not None and other is not None
    page.mouse.move(bounding_box["x"] + 20, bounding_box["y"] + 20)
    page.mouse.down()
    page.mouse.move(other["x"] + 20, other["y"] + 20, steps=4)
    page.mouse.up()
    names = [places.nth(n).get_attribute("data-place") for n in (0, 2)]
    expect(page.locator("input[name=marks]")).to_have_value(f"{names[0]}>{names[1]}")
    expect(page.locator(".mark-drawn")).to_have_count(1)
    page.get_by_label("Remark").fill("From here to there.")
    page.get_by_role("button", name="Add the chapter").click()
    expect(page.locator("article:visible .remark")).to_have_text("From here to there.")
    expect(page.locator(".mark-drawn")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("article:visible")).to_have_count(0)
    expect(page.locator(".mark-drawn")).to_have_count(0)
    page.locator("#study-title a").click()
    page.get_by_role("button", name="Share it").click()
    expect(page.get_by_role("button", name="Share it no longer")).to_be_visible()
    address = page.url.partition(site.address)[2]
    guest = visit(address, link=site.issue(game.id, "spectator"), size=PHONE, lang="fr")
    expect(guest.locator(".chapter .picture svg")).to_be_visible()
    assert amiss(guest, finger=0) == []
    guest.get_by_role("link", name=re.compile("^1")).click()
    expect(guest.locator("article:visible .remark")).to_have_text("From here to there.")
    expect(guest.locator(".mark-drawn")).to_have_count(1)
    assert guest.locator("form[action*=studies]").count() == 0
    assert amiss(guest, finger=0) == []


@pytest.mark.parametrize(("size", "lang", "dark"), [(SCREEN, "en", False), (PHONE, "fr", True)])
def test_the_pages_of_studies_and_sharing_are_without_faults(
    site: Site, visit: Visits, size: dict[str, int], lang: str, *, dark: bool
) -> None:
    game = played(site, "northgard-training", 5, seed=33)
    study = site.post(f"/games/{game.id}/studies", {"title": "Looked at"})["study"]
    site.post(
        f"/games/{game.id}/studies/{study}/chapters",
        {"seq": 3, "text": "Look.", "marks": [{"at": "red"}]},
        If_Match='"1"',
    )
    page = signed_in(site, visit, size=size, lang=lang, dark=dark)
    for path in (f"?study={study}&chapter=1&at=3", "/studies", f"/studies/{study}", "/share?at=3"):
        page.goto(f"/games/{game.id}{path}")
        assert faults(page) == [], path
        assert not overflow(page), path
