"""The list of games, signing in and out, links and languages, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visits, faults, small, wide


def test_the_demonstration_game_is_one_click_away(visit: Visits, shoot: Callable[[Page, str], None]) -> None:
    page = visit()
    shoot(page, "home")
    assert faults(page, contrast=True) == []
    page.get_by_role("link", name="Look at the demonstration game").click()
    expect(page).to_have_title("Northgard: Training Grounds, record 24 · Greffe")


def test_the_page_fits_a_phone_in_french_by_night(visit: Visits, shoot: Callable[[Page, str], None]) -> None:
    page = visit(size={"width": 360, "height": 740}, lang="fr", dark=True)
    shoot(page, "home-phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Parties au registre")
    assert (faults(page, contrast=True), wide(page), small(page)) == ([], 0, [])


def test_the_language_is_chosen_and_kept(visit: Visits) -> None:
    page = visit()
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Parties au registre")
    page.goto("/enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Se connecter")


def test_who_signs_in_with_a_key_finds_all_games_and_signs_out_again(site: Site, visit: Visits) -> None:
    opened = site.open(tags=["signed-in"])
    page = visit()
    expect(page.get_by_text(opened.id)).to_have_count(0)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Key, or link").fill("greffe-wrong")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("This key is unknown")
    page.get_by_label("Key, or link").fill(site.key)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Words").fill("signed-in")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name=opened.id)).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"/games/{opened.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("A key or a link is needed")


def test_a_link_leads_to_its_game_and_is_not_in_the_address(site: Site, visit: Visits) -> None:
    opened = site.open()
    page = visit(link=opened.links["spectator"], size=PHONE)
    expect(page).to_have_url(f"{site.address}/games/{opened.id}")
    assert opened.links["spectator"] not in page.content()


def test_a_link_that_was_revoked_says_so_and_what_to_do(site: Site, visit: Visits) -> None:
    opened = site.open()
    visit.excused.append("/stream")  # it was open, and is refused when it comes back
    page = visit(link=opened.links["spectator"])
    link = next(x for x in site.server.ask("GET", f"/api/v1/games/{opened.id}/links").data["links"] if x["role"] == "spectator")
    site.post(f"/games/{opened.id}/links/{link['id']}/revoke")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("This link was revoked")
    expect(page.locator("main")).to_contain_text("Ask the organiser for a new one")
    assert faults(page) == []
