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
    expect(page.get_by_text("Player 1 wins with 162 points.").first).to_be_in_viewport()
    shoot(page, "ended")
    page.goto("/")
    expect(page.get_by_text("Belote").first).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_sheet_of_ones_own_is_drawn_up_on_a_phone_few_fields_first(site: Site, visit: Visits, shoot: Shoot, lang: str) -> None:
    page = signed_in(site, visit, "/record", size=SMALL, lang=lang, touch=True)
    page.locator("#name-1").fill("Ada")
    page.keyboard.press("Enter")
    page.keyboard.type("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator("#name-3")).to_be_focused()
    expect(page.locator("#own-categories-0-name")).to_be_hidden()
    page.locator("#own").check()
    expect(page.locator("#own-categories-0-choices")).to_be_hidden()
    page.locator("#own-categories-0-name").fill("Gold")
    page.locator("#own-categories-1-name").fill("Gold")
    page.locator("#own-categories-1-kind").select_option("choice")
    page.locator("#own-categories-1-choices").fill("A = 5, B")
    page.locator("[data-do=add-row]").first.click()
    expect(page.locator("#own-categories-2-name")).to_be_focused()
    shoot(page, "drawn")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.locator("button.go").click()
    expect(page.locator("#own-categories-1-name-wrong")).to_be_visible()
    shoot(page, "refused")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.locator("#own-categories-1-name").fill("Rank")
    page.locator("button.go").click()
    page.locator("form.cells input[aria-label='Gold, Zoé']").fill("7")
    page.keyboard.press("Enter")
    page.locator("form.cells select[aria-label='Rank, Ada']").select_option("a")
    expect(page.locator("ul.points")).to_contain_text("Zoé 7")
    expect(page.locator("ul.points")).to_contain_text("Ada 5")
    shoot(page, "entered")


def test_a_sheet_of_ones_own_needs_no_script(site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, "/record", size=PHONE, scripts=False)
    page.locator("#own").check()
    for n, name in enumerate(("One", "Two", "Three")):
        page.locator(f"#own-categories-{n}-name").fill(name)
    page.locator("[data-do=add-row]").first.click()
    page.locator("#own-categories-4-name").fill("Five")
    page.locator("#own-categories-4-per").select_option("round")
    page.locator("button.go").click()
    expect(page.locator("form.cells tbody th").first).to_have_text("Round 1")
    expect(page.locator("form.cells tbody th").last).to_have_text("Three")


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


@pytest.mark.parametrize(
    ("size", "lang", "dark"),
    [(size, *way) for size in SIZES for way in (("fr", False), ("en", True))],
)
def test_the_front_door_fits_every_screen(site: Site, visit: Visits, shoot: Shoot, size: str, lang: str, *, dark: bool) -> None:
    page = signed_in(site, visit, "/", size=SIZES[size], lang=lang, dark=dark)
    for path in ("/", "/record", "/disputes"):
        page.goto(path)
        assert (faults(page), wide(page), small(page)) == ([], 0, []), path
        shoot(page, f"{path.strip('/') or 'home'}")
