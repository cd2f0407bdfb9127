from random import Random

import pytest
from playwright.sync_api import expect

from domain.game.commands import Order
from domain.titles.registry import ids
from tests.browser.conftest import PHONE, Site, Visits, amiss
from tests.browser.watch.watching import (
    DEMO,
    at,
    await_frame,
    jumps,
    painted,
    played,
    walk,
    watch_for_jumps,
)


def test_every_key_of_the_replay_moves_to_its_position(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12")
    for key, position in (
        ("ArrowRight", 13),
        ("ArrowLeft", 12),
        ("ArrowUp", 10),
        ("ArrowDown", 12),
        ("Home", 1),
        ("End", 24),
    ):
        page.keyboard.press(key)
        expect(page.locator("input[type=range]")).to_have_value(str(position))
    expect(page.locator("[data-part=where]")).to_have_text("Record 24 of 24")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("previous turn")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_position_is_told_drawn_and_has_an_address(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12")
    drawn = painted(page, 12)
    page.get_by_role("link", name="Next record").click()
    expect(page.locator("[data-part=sentence]")).to_have_text(
        "Blue plays Move (A): moves 1 unit from T04a to T03a."
    )
    expect(page.locator("input[type=range]")).to_have_attribute(
        "aria-valuetext", "13. Blue plays Move (A): moves 1 unit from T04a to T03a."
    )
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=13")
    moved = painted(page, 13)
    assert moved != drawn
    entry = page.locator(".line[aria-current]")
    expect(entry).to_contain_text("13")
    expect(entry.locator(".told li").last).to_be_visible()
    page.locator("#r12").get_by_role("link").click()
    expect(page.locator("#r12 .told")).to_be_visible()
    expect(page.locator("#r13 .told")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    assert painted(visit(f"/games/{DEMO}?at=13"), 13) == moved


def test_a_scrubber_shows_twenty_positions_without_asking_for_each(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=1")
    await_frame(page, 21)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    for position in range(2, 22):
        page.locator("input[type=range]").fill(str(position))
    expect(page.locator("[data-part=where]")).to_have_text("Record 21 of 24")
    shown = painted(page, 21)
    assert [url for url in urls if f"/games/{DEMO}" in url and "/stream?" not in url] == []
    assert painted(visit(f"/games/{DEMO}?at=21"), 21) == shown


def test_a_reader_at_the_newest_record_follows_and_one_in_the_past_stays(
    site: Site, visit: Visits
) -> None:
    game = played(site, "northgard-training", 4, seed=11)
    live, past = visit(f"/games/{game.id}"), visit(f"/games/{game.id}?at=2")
    for page in (live, past):
        expect(page.locator("[data-part=live]")).to_be_visible()
    action = game.rules.sample(game.board, game.to_act[0], Random(1))
    after = site.clerk.act(
        Order(game.id, game.seq, "operator", "live"), game.to_act[0], action
    ).state
    expect(live.locator("[data-part=where]")).to_have_text(f"Record {after.seq} of {after.seq}")
    expect(live.locator(f"#r{after.seq}")).to_be_visible()
    button = past.get_by_role("button", name="New records: 1")
    expect(button).to_be_visible()
    assert at(past) == 2
    button.click()
    expect(past.locator("[data-part=where]")).to_have_text(f"Record {after.seq} of {after.seq}")


def test_autoplay_goes_on_by_itself_until_the_end(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=22")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("[data-part=where]")).to_have_text("Record 24 of 24")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("title", ids())
def test_each_title_is_shown_without_a_fault_on_a_screen_and_a_phone(
    title: str, site: Site, visit: Visits
) -> None:
    game = played(site, title)
    for look in ({}, {"size": PHONE, "lang": "fr", "dark": True}):
        page = visit(f"/games/{game.id}?at={game.seq - 1}", **look)  # type: ignore[arg-type]
        expect(page.locator("[data-part=picture] > :visible")).to_be_visible()
        assert amiss(page, contrast=True) == []
        taken = page.evaluate(
            "['.lines-box', '.register'].map(one => "
            "document.querySelector(one).getBoundingClientRect().width)"
        )
        assert taken[0] == taken[1], "the record has all the room that there is"


@pytest.mark.parametrize("title", ids())
def test_nothing_moves_while_the_page_wakes_and_positions_change(
    title: str, site: Site, visit: Visits
) -> None:
    game = played(site, title)
    for size in ({"width": 1280, "height": 900}, PHONE):
        page = visit(f"/games/{game.id}?at=2", size=size)
        watch_for_jumps(page)
        await_frame(page, 3)
        walk(page, *range(3, game.seq + 1), 4, 1)
        assert jumps(page) == []


def test_what_was_taken_back_is_struck_through_and_says_by_what(site: Site, visit: Visits) -> None:
    game = played(site, "northgard-training", 3, seed=9)
    site.clerk.undo(Order(game.id, game.seq, "operator", "back"), game.step.seat, reason="No.")  # type: ignore[union-attr]
    page = visit(f"/games/{game.id}")
    row = page.locator(f"#r{game.seq}")
    expect(row.locator("s")).to_be_visible()
    expect(row).to_contain_text(f"taken back by record {game.seq + 1}")
