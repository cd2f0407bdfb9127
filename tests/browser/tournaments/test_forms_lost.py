"""Forms whose request was lost, in a real browser: what was typed stands there again, a sentence
says what became of it, and what is sent again is recorded once."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site, Visits, signed_in
from tests.browser.tournaments.test_tournaments import TournamentInBrowser

HOW = ("offline", "503", "no answer")
COMPLAINTS = ["ERR_", "503"]


def lose(page: Page, to: str, how: str) -> None:
    def answer(route: Route) -> None:
        if how == "503":
            return route.fulfill(status=503, body="<title>Away</title>")
        route.fetch()  # it arrives, and nobody hears of it
        return route.abort("connectionreset")

    if how == "offline":
        page.context.set_offline(True)
    else:
        page.route(to, answer)


def find_again(page: Page, to: str) -> None:
    page.context.set_offline(False)
    page.unroute(to)


@pytest.mark.parametrize("how", HOW)
def test_a_form_that_leads_on_has_what_was_typed_again(site: Site, visit: Visits, how: str) -> None:
    visit.excused += COMPLAINTS
    event = TournamentInBrowser(site, 4, tables=False, title="Lost")
    page = signed_in(site, visit, event.base + "/entrants/1")
    seq = site.server.ask("GET", f"/api/v1{event.base}").data["seq"]
    reason, press = page.locator("#why-expel"), page.locator("form[action$=expel] button")
    reason.fill("Ne joue plus, “été”")
    lose(page, "**/expel", how)
    press.click()
    if how == "offline":
        expect(page.get_by_role("alert")).to_contain_text("nothing was sent")
        expect(press).to_be_focused()
    else:
        page.wait_for_url(lambda url: not url.endswith("/entrants/1"))
        page.go_back()
        expect(page.get_by_role("alert")).to_contain_text("What you typed is here again")
        expect(press).to_be_focused()
    expect(reason).to_have_value("Ne joue plus, “été”")
    find_again(page, "**/expel")
    press.click()
    confirm = page.locator("#confirm, form[action$=expel]").get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    confirm.click()
    expect(page.locator("form[action$=reinstate]")).to_be_visible()
    assert site.server.ask("GET", f"/api/v1{event.base}").data["seq"] == seq + 1


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("tables", [False, True], ids=["tapped", "typed"])
def test_a_result_at_the_desk_waits_and_goes_out_once(
    site: Site, visit: Visits, how: str, tables: bool
) -> None:
    visit.excused += COMPLAINTS
    event = TournamentInBrowser(site, 4, tables=tables, title="Lost")
    event.pair(1)
    page = signed_in(site, visit, event.base + "/rounds/1")
    seq = site.server.ask("GET", f"/api/v1{event.base}").data["seq"]
    row, places = page.locator("#t-1"), page.locator("#t-1 input[name=places]")
    lose(page, "**/quick", how)
    if tables:
        places.fill("2 1 3 4")
        places.press("Enter")
    else:
        row.get_by_role("button", name="Draw").click()
    expect(row.get_by_role("alert")).to_contain_text("sent again by itself")
    if tables:
        expect(places).to_have_value("2 1 3 4")
    else:
        expect(row.get_by_role("alert")).to_contain_text("½ – ½")
    assert page.evaluate("() => document.activeElement !== document.body")
    find_again(page, "**/quick")
    expect(row.locator("form.entry")).to_have_count(0)
    assert site.server.ask("GET", f"/api/v1{event.base}").data["seq"] == seq + 1
