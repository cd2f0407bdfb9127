from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from domain.game.seals.conditions import sealed_choice
from tests.browser.conftest import Opened, Site, Visits, faults, overflow, small
from tests.browser.play.playing import await_record, fixed, phone, play_on

SEATS = ("red", "blue", "green")


@pytest.fixture
def auction(site: Site) -> Opened:
    game = fixed(site, "fief-tactics", 11, players=3, seals=True)
    play_on(site, game.id, lambda now: sealed_choice(now) is not None)
    return game


def choose(page: Page, amount: int) -> None:
    page.locator('#seals [name="a.amount"]').fill(str(amount))
    page.get_by_role("button", name="Seal it").click()


def test_bids_are_sealed_in_the_browser_and_shown_once_all_are_bound(
    site: Site, visit: Visits, auction: Opened
) -> None:
    seq, sent = site.clerk.game(auction.id).seq, list[str]()

    def hear(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data or ''}")

    phones = {seat: phone(visit, auction.links[seat]) for seat in SEATS}
    phones["blue"].on("request", hear)
    bid = phones["red"].locator('#seals [name="a.amount"]')
    bid.fill("2")
    phones["red"].locator("#seals [data-do=less]").click()
    expect(bid).to_have_value("1")
    phones["red"].locator("#seals [data-do=more]").click()
    expect(bid).to_have_value("2")
    choose(phones["blue"], 3)
    for page in phones.values():
        await_record(page, seq + 1)
    assert not any("amount" in sent_body for sent_body in sent), (
        "what is sealed stays in the browser"
    )
    expect(phones["blue"].locator("#seals")).to_contain_text("Sealed; waiting for Red, Green.")
    expect(phones["blue"].locator("#now .turn")).to_have_text("Waiting for Red, Green.")
    expect(phones["blue"].locator("#seals [data-part=yours]")).to_have_text("You sealed “Écus: 3”.")
    expect(phones["red"].locator('#seals [name="a.amount"]')).to_have_value("2")
    phones["blue"].reload()
    expect(phones["blue"].locator("#seals [data-part=yours]")).to_have_text("You sealed “Écus: 3”.")
    phones["red"].get_by_role("button", name="Seal it").click()
    await_record(phones["green"], seq + 2)
    choose(phones["green"], 1)
    for page in phones.values():
        await_record(page, seq + 6)
    game = site.clerk.game(auction.id)
    assert game.history.topics[seq:] == ["ValueSealed"] * 3 + ["ActionTaken"] * 3
    shown: Any = [game.history.record(n).body for n in range(seq + 4, seq + 7)]
    assert {body.seat for body in shown} == set(SEATS)
    assert game.board.families["blue"].camp > 0, "who bid most has hired them"
    expect(phones["red"].locator("#seals")).to_be_empty()


def test_what_was_sealed_elsewhere_is_shown_there_or_entered_by_the_arbiter(
    site: Site, visit: Visits, auction: Opened
) -> None:
    phones = {seat: phone(visit, auction.links[seat]) for seat in SEATS}
    seq = site.clerk.game(auction.id).seq
    for n, seat in enumerate(SEATS, 1):
        if seat == "green":
            phones["red"].evaluate("localStorage.clear()")
        choose(phones[seat], 1)
        await_record(phones[seat], seq + n) if seat != "green" else await_record(
            phones["red"], seq + 5
        )
    expect(phones["red"].locator("#seals")).to_contain_text(
        "what you sealed is not in this browser"
    )
    expect(phones["red"].get_by_role("button", name="Show what you sealed")).to_be_hidden()
    expect(phones["blue"].locator("#seals")).to_contain_text("All are bound. To be shown by Red.")
    assert sealed_choice(site.clerk.game(auction.id)) is not None


def test_the_section_of_seals_is_accessible(visit: Visits, auction: Opened) -> None:
    page = phone(visit, auction.links["red"], dark=True)
    expect(page.get_by_role("button", name="Seal it")).to_be_visible()
    assert faults(page, "#seals") == []
    assert small(page) == []
    assert overflow(page) <= 0
    expect(page.locator("#seals [data-choice]")).to_have_count(0)
    expect(page.locator("#seals .jump")).to_be_visible()
    page.locator("#seals .jump").click()
    expect(page.get_by_role("button", name="Seal it")).to_be_in_viewport()
    expect(page.locator("#seals .jump")).to_be_hidden()
    page.locator("#seals [data-do=more]").click()
    page.locator('#seals [name="a.amount"]').press("Enter")
    expect(page.locator("#seals")).to_contain_text("Sealed; waiting for Blue, Green.")
    french = phone(visit, auction.links["blue"], lang="fr")
    expect(french.get_by_role("button", name="Sceller")).to_be_visible()
    french.locator('#seals [name="a.amount"]').fill("999")
    french.get_by_role("button", name="Sceller").click()
    expect(french.locator('#seals [name="a.amount"]:invalid')).to_be_focused()
    expect(french.locator("#seals .bound .flag")).to_have_text(["scellé", "à sceller", "à sceller"])


def test_a_browser_that_keeps_nothing_seals_nothing(
    site: Site, visit: Visits, auction: Opened
) -> None:
    seq = site.clerk.game(auction.id).seq
    page = phone(visit, auction.links["red"])
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    choose(page, 1)
    expect(page.locator("#seals [data-part=unable]")).to_be_visible()
    assert site.clerk.game(auction.id).seq == seq
