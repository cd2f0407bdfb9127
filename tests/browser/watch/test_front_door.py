"""The first page, as somebody walks through it who never saw Greffe: by roles and visible names alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, SCREEN, Site, Visits, faults, small, wide
from tests.browser.organise.test_organise import signed_in

Shoot = Callable[..., None]
SMALL = {"width": 360, "height": 780}
SIZES = {"small": SMALL, "phone": PHONE, "screen": SCREEN}


def test_an_evening_of_a_game_of_ones_own_is_recorded_from_the_home_page(site: Site, visit: Visits, shoot: Shoot) -> None:
    page = signed_in(site, visit, "/", size=PHONE, touch=True)
    page.get_by_role("link", name="Record a game of your own").click()
    page.get_by_label("What do you play?").fill("Belote")
    for n, name in enumerate(("Ada", "Blaise", "Zoé"), start=1):
        page.get_by_label(f"Player {n}", exact=True).fill(name)
    page.get_by_role("radio", name="Points in each round").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Round 1, Ada", exact=True).click()
    for value in ("162", "82", "0"):
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Total")).to_contain_text("162")
    expect(page.get_by_role("listitem").filter(has_text="Player 3, Points, round 1: 0.").first).to_be_visible()
    shoot(page, "first-round")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("button", name="Take back record").click()
    expect(page.get_by_label("Round 1, Zoé", exact=True)).to_have_value("")
    page.get_by_role("button", name="Ends the game, by the sheet").click()
    expect(page.get_by_text("Player 1 wins with 162 points.").first).to_be_visible()
    shoot(page, "ended")
    page.goto("/")
    expect(page.get_by_text("Belote").first).to_be_visible()


def test_phones_are_invited_from_the_page_of_the_game(site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, "/", size=PHONE)
    page.get_by_role("link", name="Record a game of your own").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Invite phones: a code for each seat").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links to hand out")
    expect(page.get_by_role("main")).to_contain_text("Player 2")


def test_each_thing_that_people_come_for_is_one_click_away(site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, "/")
    page.get_by_role("button", name="Northgard: Training Grounds").first.click()
    expect(
        page.get_by_role("heading", name="What you may do").or_(page.get_by_role("heading", name="what may be done"))
    ).to_be_visible()
    page.goto("/")
    looks = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Look at a game"))
    looks.get_by_role("button", name="Score sheet").click()
    expect(page).to_have_title("Score sheet, record 1 · Greffe")
    page.goto("/")
    expect(looks.get_by_role("link", name="Score sheet")).to_be_visible()
    page.get_by_role("link", name="Go to the disputes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Disputes")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("lang", "dark"), [("fr", False), ("en", True)])
def test_the_front_door_fits_every_screen(site: Site, visit: Visits, shoot: Shoot, size: str, lang: str, *, dark: bool) -> None:
    page = signed_in(site, visit, "/", size=SIZES[size], lang=lang, dark=dark)
    for path in ("/", "/record", "/disputes"):
        page.goto(path)
        assert (faults(page), wide(page), small(page)) == ([], 0, []), path
        shoot(page, f"{path.strip('/') or 'home'}")
