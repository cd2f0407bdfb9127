"""The desk in a real Chromium: an arbiter settles a claim on a screen and on a phone, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import PHONE, Site, Visits, faults, small, wide
from tests.browser.desk.judging import Shoot, claimed, ground, now, played, preview
from tests.browser.play.playing import note

# -- settling a claim ------------------------------------------------------------------------------------------------------------


def test_a_claim_of_a_player_is_settled_on_the_desk_and_flagged_in_the_replay(site: Site, visit: Visits, shoot: Shoot) -> None:
    """The player files it on a phone; the desk says so without being asked; the board is corrected after a look at what that comes
    to; the replay has the ruling, and flags what rests on it."""
    game = played(site)
    desk = visit(link=game.links["arbiter"])
    expect(desk.get_by_text("No open claim")).to_be_visible()
    player = visit(link=game.links["red"], size=PHONE, touch=True)
    player.locator("#claim-form summary").click()
    player.locator("#claim-text").fill("I had scored a point.")
    player.locator("#claim-form button").click()
    expect(player.locator("#claim")).to_contain_text("I had scored a point.")
    claim = now(site, game).seq

    expect(desk.locator(f"#claim-{claim}")).to_contain_text("I had scored a point.")
    shoot(desk, "waits")
    desk.locator(f"#claim-{claim}").get_by_role("link", name="Decide").click()
    desk.get_by_label("Correct the board").check()
    desk.get_by_role("radio", name="field by field (JSON Patch)").check()
    desk.get_by_label("Find in the board").fill("red points")
    desk.locator(".lines-box dl > div:visible").click()
    expect(desk.get_by_label("Place", exact=True)).to_have_value("/sides/red/points")
    desk.get_by_role("button", name="Add to the patch").click()
    patch = desk.get_by_label("Patch", exact=True)
    points = now(site, game).board.sides["red"].points
    patch.fill(patch.input_value().replace(f'"value":{points}', f'"value":{points + 1}'))
    ground(desk)
    desk.get_by_label("To the players").fill("Two of you saw it.")
    preview(desk)

    expect(desk.locator(".sides .side")).to_have_count(2)
    expect(desk.locator('.sides svg:visible .changed[data-seat="red"]')).to_have_count(2)
    expect(desk.locator("tr.differs")).to_contain_text(f"{points}")
    assert now(site, game).seq == claim, "nothing is recorded by a preview"
    shoot(desk, "preview")
    desk.get_by_role("button", name="Record it").click()
    ruling = now(site, game).seq
    assert ruling == claim + 1
    expect(desk.locator("#done")).to_contain_text(f"Record {ruling} is written")
    expect(desk.get_by_text("No open claim")).to_be_visible()
    shoot(desk, "settled")

    watcher = visit(link=game.links["spectator"])
    expect(watcher.get_by_text(f"This position rests on something irregular, see record {ruling}.")).to_be_visible()
    expect(watcher.locator(f"#r{ruling}.ruling.flagged")).to_contain_text("⚖ ruling")
    expect(watcher.locator(f"#r{ruling}")).to_contain_text("Two of you saw it.")
    shoot(watcher, "flagged")
    expect(player.locator("#claim")).to_contain_text(f"decided in record {ruling}")
    expect(player.locator("#past")).to_contain_text("the board is corrected")
    shoot(player, "answered")


def test_a_phone_without_scripts_settles_a_claim(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    claim = claimed(site, game)
    page = visit(link=game.links["arbiter"], size=PHONE, scripts=False)
    page.locator(f"#claim-{claim}").get_by_role("link", name=re.compile("Annul from")).click()
    page.get_by_label("they stand").check()
    page.get_by_label("Why you had to rule").select_option("wrong-entry")
    page.get_by_label("Rule", exact=True).fill("Déplacer")
    page.get_by_label("Rule", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="The result, as a preview")).to_be_visible()
    assert now(site, game).seq == claim, "Enter shows, and records nothing"
    expect(page.locator(".gone-list li")).to_have_count(2)
    assert (wide(page), small(page)) == (0, [])
    shoot(page, "preview")
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#done")).to_be_visible()
    assert now(site, game).proceedings.open_claims == ()
    page.get_by_role("link", name=re.compile("^Out of force")).click()
    expect(page.locator(".row.gone")).to_have_count(2)


def test_what_is_refused_is_said_in_its_place_and_led_to(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    page = visit(f"/games/{game.id}/desk/rule?remedy=correct", link=game.links["arbiter"])
    page.locator("#add-c").select_option(label="Points gained")
    page.locator("button[value=add-c]").click()
    page.locator("#c-0-points").fill("1.5")
    preview(page)
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("listitem")).to_have_count(6)
    alert.get_by_role("link", name=re.compile("whole number, not a text")).click()
    expect(page.locator("#c-0-points:target")).to_have_attribute("aria-invalid", "true")
    assert page.locator("#c-0-points").input_value() == "1.5"
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    shoot(page, "refused")
    page.get_by_role("radio", name="field by field (JSON Patch)").check()
    page.get_by_label("Patch", exact=True).fill('[{"op": "replace", "path": "/turn", "value": "nobody"}]')
    ground(page)
    preview(page)
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("alert").get_by_role("link").click()
    expect(page.locator("#patch:target")).to_have_attribute("aria-invalid", "true")
    assert now(site, game).seq == 14


def test_the_keyboard_alone_gives_a_ruling(site: Site, visit: Visits) -> None:
    game = played(site)
    page = visit(f"/games/{game.id}/desk/rule?remedy=stands", link=game.links["arbiter"])
    page.get_by_label("It stands").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Penalty", exact=False).first).to_be_checked()
    for keys in ("r", "-3", "c", "Fin"):  # seat, points, why, rule
        page.keyboard.press("Tab")
        page.keyboard.type(keys)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The result, as a preview")).to_be_visible()
    page.get_by_role("button", name="Record it").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("-3")
    assert [(one.seat, one.points) for _, one in now(site, game).proceedings.penalties()] == [("red", -3)]


def test_a_ruling_whose_answer_is_lost_is_recorded_once(site: Site, visit: Visits) -> None:
    game = played(site)
    page = visit(f"/games/{game.id}/desk/rule?remedy=penalty", link=game.links["arbiter"])
    visit.excused.append("ERR_")
    page.locator("#penalty-seat").select_option("blue")
    page.get_by_label("Points", exact=True).fill("-2")
    ground(page)
    preview(page)
    lost: list[int] = []

    def lose(route: Route) -> None:
        """The service gets the form, the browser no answer."""
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort("connectionreset")

    page.route("**/desk/rule", lose)
    with pytest.raises(Error, match="ERR_CONNECTION_RESET"), page.expect_navigation():
        page.get_by_role("button", name="Record it").click(no_wait_after=True)
    expect(page).to_have_url(re.compile("^chrome-error:"))
    assert lost == [303]
    page.reload()
    expect(page.locator("#done")).to_be_visible()
    assert [one.points for _, one in now(site, game).proceedings.penalties()] == [-2]


def test_a_game_that_moved_on_is_shown_and_ruled_on_anew(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    page = visit(f"/games/{game.id}/desk/rule?remedy=adjudicate", link=game.links["arbiter"])
    page.get_by_label("Red", exact=True).check()
    ground(page)
    preview(page)
    note(site, game.id)
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_role("alert")).to_contain_text("Recorded since you opened this page")
    shoot(page, "stale")
    assert faults(page) == []
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#done")).to_be_visible()
    outcome = now(site, game).outcome
    assert outcome is not None and outcome.winners == ("red",)
