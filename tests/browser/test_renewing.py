"""Pages that renew themselves while others play: the desk, and the list of the organiser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from domain.clerk.commands import Order
from domain.clerk.seats import Seats
from domain.table.consent import Consents
from tests.browser.conftest import Site, Visits, amiss, faults, signed_in
from tests.browser.desk.judging import claimed, fined, now, order, played
from tests.browser.play.playing import fixed, note

LOADED = "() => { window.stayed = true; }"
STAYED = "() => window.stayed"


def test_the_desk_shows_claims_requests_and_results_by_itself(site: Site, visit: Visits) -> None:
    """Nobody loads it again; what the arbiter is writing stays, and a notice says that there is more."""
    game = played(site, undo="consent")
    desk = visit(link=game.links["arbiter"])
    desk.evaluate(LOADED)
    claim = claimed(site, game)
    expect(desk.locator(f"#claim-{claim}")).to_contain_text("That unit was not there.")
    seat = now(site, game).setting.seats[0]
    asked = Consents(site.clerk).ask(order(site, game), seat, now(site, game).in_force()[-1], "I misread the card.").filed.seq
    card = desk.locator(f"#proposal-{asked}")
    expect(card).to_contain_text("I misread the card.")
    card.locator("summary").first.click()
    fined(site, game)
    row = desk.locator("table.people tr", has_text=now(site, game).setting.name(seat).en)
    expect(row).to_contain_text("-2")
    expect(desk.locator("ol.trail > li").first).to_have_id(f"r{now(site, game).seq}")
    expect(card.locator("details").first).to_have_attribute("open", "")
    assert faults(desk) == []

    desk.locator("#note-text").fill("Half a remark")
    note(site, game.id)
    expect(desk.locator(f"#r{now(site, game).seq}")).to_be_visible()
    expect(desk.locator("#note-text")).to_have_value("Half a remark")
    expect(desk.locator("[data-part=news]")).to_be_visible()
    assert desk.evaluate(STAYED)


def ticked(page: Page) -> int:
    return page.locator("input[name=game]:checked").count()


def test_the_list_of_a_hall_renews_itself_and_is_closed_at_once(site: Site, visit: Visits) -> None:
    """Tables stand in their order with players and points; what is ticked stays ticked; those that have ended are closed."""
    hall = [fixed(site, "northgard-training", n, tags=("hall", f"table {n}")) for n in (2, 1)]
    page = signed_in(site, visit, "/organise?tag=hall")
    page.evaluate(LOADED)
    expect(page.locator(".chosen .what")).to_have_text(
        ["Table 1 Northgard: Training Grounds", "Table 2 Northgard: Training Grounds"]
    )
    page.get_by_role("button", name="Tick all").click()
    assert ticked(page) == 2
    first = page.locator(".game", has_text="Table 1")
    sit(site, hall[1].id, "blue", "Anna")
    expect(first).to_contain_text("Blue · Anna")
    assert ticked(page) == 2
    assert amiss(page) == []
    assert page.evaluate(STAYED)
    page.get_by_role("button", name="Close the games ticked…").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    expect(page.locator(".flag", has_text="would be broken off")).to_have_count(2)
    page.get_by_role("checkbox", name="Table 2").check()
    assert amiss(page) == []
    page.get_by_role("button", name="Close the games ticked").click()
    expect(page.get_by_text("Closed: record 2.")).to_be_visible()
    assert [site.clerk.game(one.id).status for one in hall] == ["closed", "open"]


def sit(site: Site, game: str, seat: str, name: str) -> None:
    Seats(site.clerk).take(Order(game, site.clerk.game(game).seq, "table", f"sit-{name}"), seat, name)
