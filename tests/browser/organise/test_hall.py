"""A hall in a real browser: its link is issued and printed, an arbiter opens it on a phone, and sees at once who waits."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visits, faults, small, wide
from tests.browser.organise.test_organise import signed_in

Shoot = Callable[[Page, str], None]
PHONE = {"width": 360, "height": 740}


def test_an_arbiter_comes_into_a_hall_and_sees_at_once_who_waits(site: Site, visit: Visits, shoot: Shoot) -> None:
    first, second = (site.open(tags=["grand hall", f"table {n}"]) for n in (1, 2))
    boss = signed_in(site, visit, "/organise")
    boss.get_by_role("link", name="Arbiters of a hall").click()
    boss.get_by_label("Tag of the games").fill("grand hall")
    boss.get_by_role("button", name="Issue").click()
    expect(boss.locator(".qr")).to_have_count(1)
    expect(boss.locator(".where")).to_contain_text("2 games")
    shoot(boss, "issued")
    assert (faults(boss), wide(boss), small(boss)) == ([], 0, [])
    boss.get_by_text("Manage").click()
    token = boss.get_by_label("Address of the link").input_value().rpartition("/seat/")[2]

    page = visit(link=token, size=PHONE, lang="fr", touch=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Salle")
    expect(page.locator(".tables li")).to_have_count(2)
    sound = page.get_by_role("button", name="Son quand")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html[data-sounded='1']")).to_be_attached()
    page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")  # a window behind others goes on
    site.post(f"/games/{second.id}/claims", {"seat": "red", "about": 1, "text": "Unfair."}, If_Match='"1"')
    expect(page.locator(".tables li").first).to_contain_text("Réclamation, écriture 2")
    expect(page.locator(".tables li").first).to_contain_text("Table 2")
    expect(page).to_have_title(re.compile(r"^\(1\) Salle"))
    expect(page.locator("[data-part=news]")).to_have_text("Table 2\N{NO-BREAK SPACE}: Réclamation, écriture 2")
    expect(page.locator("html[data-sounded='2']")).to_be_attached()
    shoot(page, "hall")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("link", name="Réclamation").click()
    expect(page).to_have_url(f"{site.address}/games/{second.id}/desk#claim-2")
    page.goto(f"/games/{first.id}/desk")
    expect(page.locator("h1")).to_be_visible()
    page.goto("/")
    shoot(page, "home")
    expect(page.get_by_role("link", name="Ouvrir votre salle")).to_be_visible()
    wide_one = visit(link=token)
    shoot(wide_one, "hall-wide")
    assert (faults(wide_one), wide(wide_one)) == ([], 0)


def test_two_hundred_tables_are_all_on_the_page_and_each_changes_by_itself(site: Site, visit: Visits, shoot: Shoot) -> None:
    """Given a hall of 200 tables, when one after the other claims something, each stands among those that wait."""
    games = [site.open(tags=["great hall", f"table {n}"]).id for n in range(1, 201)]
    page = signed_in(site, visit, "/hall?tag=great+hall")
    expect(page.locator(".tables li")).to_have_count(200)
    for waiting, n in enumerate((1, 100, 200), 1):
        site.post(f"/games/{games[n - 1]}/claims", {"seat": "red", "about": 1, "text": "Unfair."}, If_Match='"1"')
        expect(page.locator("section.waiting li")).to_have_count(waiting)
    listed = page.locator(".tables .nr").all_text_contents()
    assert sorted(int(one.removeprefix("Table ")) for one in listed) == list(range(1, 201))
    shoot(page, "hall")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
