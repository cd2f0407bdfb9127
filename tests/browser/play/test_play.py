import re
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from domain.game.aggregate.game import Game
from domain.game.dice.conditions import contributions
from domain.game.record.records import ActionTaken
from domain.titles import registry
from tests.browser.conftest import PHONE, SCREEN, SMALL, Site, Visits, amiss, faults, small
from tests.browser.play.playing import await_record, button, fill, fixed, phone, plain, play_on, tap

TITLES = registry.ids()


# -- whole games -----------------------------------------------------------------------------------


def test_two_phones_and_a_spectators_screen_play_a_whole_duel_and_the_next(
    site: Site, visit: Visits
) -> None:
    """Everything is done by taps, and one action is taken back by consent. The screen follows by
    itself, and nobody loads a page again."""
    game, rng = fixed(site, "northgard-training", 6), Random(6)
    phones = {seat: phone(visit, game.links[seat]) for seat in ("blue", "red")}
    screen = visit(link=game.links["spectator"])
    for page in (*phones.values(), screen):
        page.evaluate("() => { window.stayed = true; }")
    times = 0
    while (now := site.clerk.game(game.id)).to_act:
        (seat,) = now.to_act
        await_record(phones[seat], now.seq)
        action = plain(now.rules.sample(now.board, seat, rng))
        press = button(phones[seat], action)
        if press is None:
            fill(phones[seat], action)
        else:
            tap(phones[seat], press, Random(now.seq))
        await_record(phones[seat], now.seq + 1)
        if now.seq % 8 == 0:
            await_newest(screen, now.seq + 1)
        taken: Any = site.clerk.game(game.id).history.record(now.seq + 1).body
        assert isinstance(taken, ActionTaken)
        assert (taken.seat, plain(msgspec.json.decode(taken.action))) == (seat, action)
        if now.seq > 8 and not times:
            times = take_back(site, phones, game.id)
            await_newest(screen, site.clerk.game(game.id).seq)
    assert times
    end = site.clerk.game(game.id)
    assert end.outcome is not None and end.outcome.code == "victory-points"
    for page in phones.values():
        await_record(page, end.seq)
        expect(page.locator("#now")).to_contain_text(end.outcome.text.en)
        expect(page.locator("#offers .offer")).to_have_count(0)
    await_newest(screen, end.seq)
    expect(screen.locator(".outcome")).to_have_text(end.outcome.text.en)
    assert all(page.evaluate("() => window.stayed") for page in (*phones.values(), screen))
    assert end.history.topics.count("ActionTaken") == end.seq - len(BESIDES)
    asks, other = phones["blue"], phones["red"]
    asks.get_by_role("button", name="Play again", exact=True).tap()
    asks.wait_for_url(lambda url: game.id not in url)
    expect(other.locator("#now")).to_contain_text("The next game is open.")
    other.get_by_role("button", name="Sit down", exact=True).tap()
    other.wait_for_url(asks.url.partition("?")[0] + "*")


BESIDES = ("GameOpened", "RetractionAsked", "RetractionAnswered", "ActionsRetracted")
"""The records of a duel that are no actions: its opening, and an undo by consent."""


def await_newest(screen: Page, seq: int) -> None:
    """Wait until a spectator's screen shows record `seq`, which is the newest."""
    expect(screen.locator("[data-part=where]")).to_have_text(f"Record {seq} of {seq}")


def take_back(site: Site, phones: dict[str, Page], id: str) -> int:
    """The player who did not act last asks to take back their own last action and all after it, and
    the other agrees. Returns the seq of the proposal."""
    now = site.clerk.game(id)
    last = now.step
    assert last is not None
    asks = "red" if last.seat == "blue" else "blue"
    (own, *_) = (
        seq
        for seq in now.history.chain(now.history.tips[now.seq - 1])
        if now.step_at(seq).seat == asks
    )
    page, other = phones[asks], phones[last.seat]
    await_record(page, now.seq)
    page.locator("#undo-more summary").tap()
    page.locator("#undo-from").select_option(str(own))
    page.locator("#undo-reason").fill("The wrong card.")
    page.locator("#undo-more button").tap()
    expect(page.locator("#asked")).to_contain_text(
        f"asks to take back everything from record {own}."
    )
    expect(other.locator("#asked")).to_contain_text("The wrong card.")
    expect(other.locator("#asked .picture > svg:visible")).to_be_visible()
    other.get_by_role("button", name="Agree").tap()
    await_record(other, now.seq + 3)
    await_record(page, now.seq + 3)
    after = site.clerk.game(id)
    assert (after.history.topics[-1], after.to_act) == ("ActionsRetracted", (asks,))
    expect(page.locator("#asked .notice")).to_have_count(0)
    return now.seq + 1


def test_dice_of_the_table_are_asked_for_and_tapped(site: Site, visit: Visits) -> None:
    """A raid needs dice: the page shows their faces, and nothing is recorded before they are
    tapped."""
    game = fixed(site, "raiders-solo", 3, chance="table")

    def raids(now: Game) -> list[dict[str, Any]]:
        choices = [
            plain(c.action) for s in now.to_act for c in now.rules.legal(now.board, s).choices
        ]
        sites = now.setting.values.sites
        return [
            choice for choice in choices if choice["type"] == "raid" and sites[choice["site"]].dice
        ]

    now = play_on(site, game.id, lambda now: bool(raids(now)), seed=3)
    page = phone(visit, game.links["player"])
    press = button(page, raids(now)[0])
    assert press is not None
    tap(page, press, Random(2))
    expect(page.locator("form.dice")).to_contain_text("Nothing is recorded yet.")
    page.locator("form.dice .face").first.click()
    press.evaluate("one => one.click()")
    expect(page.locator("form.dice input:checked")).to_have_count(0)
    expect(page.locator("form.dice")).to_have_count(1)
    assert site.clerk.game(game.id).seq == now.seq
    assert faults(page) == []
    for dice in page.locator("form.dice .faces").all():
        dice.locator(".face").last.click()
    page.get_by_role("button", name="Enter the dice").click()
    await_record(page, now.seq + 1)
    body: Any = site.clerk.game(game.id).history.record(now.seq + 1).body
    assert {roll.source for roll in body.rolls} == {"table"}
    expect(page.locator("#past li").first.locator("ul.dice")).to_be_visible()


def test_both_phones_add_their_part_to_the_sealed_dice(site: Site, visit: Visits) -> None:
    """Each browser makes up a part, binds it by its hash, and shows it once the other is bound,
    too. The record has the same parts."""
    game = fixed(site, "northgard-training", 31)
    phones = {seat: phone(visit, game.links[seat]) for seat in ("blue", "red")}
    phones["blue"].locator("#parts-form > summary").click()
    for seq, (seat, page) in enumerate(phones.items(), 2):
        page.get_by_role("button", name=f"Bind the part of {seat.capitalize()}").click()
        for other in phones.values():
            await_record(other, seq)
    for seq, (seat, page) in enumerate(phones.items(), 4):
        page.get_by_role("button", name=f"Show the part of {seat.capitalize()}").click()
        for other in phones.values():
            await_record(other, seq)
    assert [len(value) for _, value in contributions(site.clerk.game(game.id))] == [32, 32]
    expect(phones["blue"].locator("#parts")).to_contain_text("They rest on the parts of all seats")


# -- hands and eyes --------------------------------------------------------------------------------


def test_a_tap_leaves_what_can_be_done_there_and_a_second_does_it(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "northgard-training", 31)
    now = play_on(site, game.id, lambda now: now.seq > 9)
    page = phone(visit, game.links[now.to_act[0]])
    everything = page.locator("#offers .offer").count()
    places = [place.get_attribute("data-id") for place in page.locator("#board g.can").all()]
    named = {id: page.locator(f'#offers .offer[data-names~="{id}"]').count() for id in places}
    id = min(
        (candidate for candidate in named if named[candidate]),
        key=lambda candidate: named[candidate],
    )
    page.locator(f'#board g[data-id="{id}"]').first.click()
    left = page.locator("#offers .offer:visible")
    expect(left).to_have_count(named[id])
    assert named[id] < everything
    expect(page.locator("#board g.chosen")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator("#board g.chosen")).to_have_count(0)
    page.locator(f'#board g[data-id="{id}"]').first.click()
    left.first.click()
    await_record(page, now.seq + 1)


def test_whoever_did_something_far_down_finds_what_comes_next_before_them(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "northgard-training", 31)
    now = play_on(site, game.id, lambda now: now.seq > 9)
    page = phone(visit, game.links[now.to_act[0]])
    page.locator("#name-blue, #name-red").first.fill("Ann")
    expect(page.locator("#offers-title")).not_to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^Sit down as")).tap()
    await_record(page, now.seq + 1)
    expect(page.locator("#offers-title")).to_be_in_viewport()


def test_everything_is_done_with_the_keyboard(site: Site, visit: Visits) -> None:
    game = fixed(site, "northgard-training", 31)
    now = play_on(site, game.id, lambda now: now.seq > 9)
    page = visit(link=game.links[now.to_act[0]], size=SCREEN)
    place = page.locator("#board g.can").first
    for _ in range(40):
        page.keyboard.press("Tab")
        if place.evaluate("g => g === document.activeElement"):
            break
    assert place.evaluate("g => g === document.activeElement")
    page.keyboard.press("Enter")
    expect(place).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(place).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    offer = page.locator("#offers .offer:visible").first
    for _ in range(60):
        page.keyboard.press("Tab")
        if offer.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    await_record(page, now.seq + 1)


@pytest.mark.parametrize("title", TITLES)
def test_a_phone_shows_every_title_without_fault(site: Site, visit: Visits, title: str) -> None:
    """No page is too wide, each control is large enough for a finger, and axe finds nothing: in
    English by day, and in French by night."""
    game = fixed(site, title, 7)
    now = play_on(site, game.id, lambda now: now.seq > 24)
    players = [seat for seat in game.links if seat not in ("arbiter", "spectator")]
    seat = next((seat for seat in now.to_act if seat in players), players[0])
    for size, lang, dark in ((PHONE, "en", False), (SMALL, "fr", True)):
        page = visit(link=game.links[seat], size=size, lang=lang, dark=dark, touch=True)
        if page.locator("#more > summary").is_visible():
            page.locator("#more > summary").click()
        for short in page.locator("details.short > summary").all():
            short.click()
        assert small(page) == []
        if dark and page.locator("#board g.can").count():
            page.locator("#board g.can").first.click()
        assert amiss(page, finger=0, contrast=True) == []
