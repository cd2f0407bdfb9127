import re
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visits, amiss
from tests.browser.play.playing import await_record, fixed, note, phone, play_on

CUT = ("ERR_", "Failed to fetch", "when fetching the script")
"""The complaints of a browser while its network is cut. The last occurs if it is cut before the
page's worker is installed."""

KEPT = """() => navigator.serviceWorker.controller && document.documentElement.dataset.offline === 'kept'"""


def half_entered(site: Site, visit: Visits) -> tuple[str, Page, int]:
    game = fixed(site, "northgard-training", 31)
    now = play_on(
        site,
        game.id,
        lambda now: any(
            t.type == "move" for s in now.to_act for t in now.rules.legal(now.board, s).templates
        ),
    )
    page = phone(visit, game.links[now.to_act[0]])
    page.locator("details.short summary").click()
    page.locator('[name="a.units"]').fill("1")
    expect(page.locator("[data-part=live]")).to_be_visible()
    return game.id, page, now.seq


def test_what_happens_meanwhile_appears_and_what_is_half_entered_stays(
    site: Site, visit: Visits
) -> None:
    id, page, seq = half_entered(site, visit)
    page.locator("#claim-form summary").click()
    page.locator("#claim-text").fill("That was not")
    note(site, id)
    await_record(page, seq + 1)
    expect(page.locator("#past")).to_contain_text("Somebody adds a note.")
    expect(page.locator("#toasts")).to_contain_text("It is kept")
    expect(page.locator('[name="a.units"]')).to_have_value("1")
    expect(page.locator("#claim-text")).to_have_value("That was not")
    page.locator("details.short button.go").click()
    expect(page.locator("#said")).to_contain_text("your choice is kept")
    assert site.clerk.game(id).seq == seq + 1
    expect(page.locator("#claim-text")).to_have_value("That was not")
    page.get_by_role("button", name=re.compile("^Still do it")).click()
    await_record(page, seq + 2)
    body: Any = site.clerk.game(id).history.record(seq + 2).body
    assert msgspec.json.decode(body.action)["units"] == 1


def test_whose_turn_it_is_changes_by_itself(site: Site, visit: Visits) -> None:
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    acts = now.to_act[0]
    waits = phone(visit, game.links["red" if acts == "blue" else "blue"])
    expect(waits.locator("[data-part=live]")).to_be_visible()
    assert waits.title().startswith("Play")
    page = phone(visit, game.links[acts])
    page.locator("#offers .offer").first.click()
    await_record(page, now.seq + 1)
    expect(page.locator("[data-part=live]")).to_be_visible()
    expect(waits.locator("#now .turn")).to_contain_text("it is your turn.")
    expect(waits).to_have_title(re.compile("^Your turn"))
    expect(waits.locator("#past .flag.new")).to_have_count(1)
    expect(waits.locator("#toasts")).to_contain_text("places")


# -- the network -----------------------------------------------------------------------------------


def test_what_is_entered_without_a_network_goes_out_when_there_is_one(
    site: Site, visit: Visits
) -> None:
    visit.excused += CUT
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    page = phone(visit, game.links[now.to_act[0]])
    live = page.locator("#where [data-part=live]")
    expect(live).not_to_have_attribute("data-off", "yes")
    page.context.set_offline(True)
    expect(page.locator("#toasts")).to_contain_text("Not connected")
    expect(live).to_have_attribute("data-off", "yes")
    page.locator("#offers .offer").first.click()
    expect(page.locator("#toasts")).to_contain_text("kept and sent again by itself")
    assert site.clerk.game(game.id).seq == now.seq
    page.context.set_offline(False)
    expect(live).not_to_have_attribute("data-off", "yes")
    await_record(page, now.seq + 1)
    expect(page.locator("#toasts")).to_contain_text("Saved.")
    assert page.evaluate("() => sessionStorage.length") == 0


def test_what_is_entered_without_a_network_goes_out_in_its_order_after_a_reload_without_one(
    site: Site, visit: Visits
) -> None:
    """The page is stored on the device. The network is cut, two things are entered, and the page is
    loaded again offline. Then both are recorded once, the second after the first."""
    visit.excused += CUT
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    page = phone(visit, game.links[now.to_act[0]])
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    page.locator("#offers .offer").first.click()
    expect(page.locator("#toasts")).to_contain_text("kept and sent again by itself")
    page.locator("#claim-form summary").click()
    page.locator("#claim-text").fill("That was late.")
    page.locator("#claim-form [name=about]").fill("1")
    page.locator("#claim-form button.go, #claim-form button").last.click()
    expect(page.locator("#toasts ol li")).to_have_count(2)
    assert amiss(page) == []
    page.reload()
    expect(page.locator("h1")).to_contain_text("Northgard")
    expect(page.locator("#toasts ol li")).to_have_count(2)
    assert site.clerk.game(game.id).seq == now.seq
    page.context.set_offline(False)
    await_record(page, now.seq + 2)
    expect(page.locator("#toasts ol")).to_have_count(0)
    assert site.clerk.game(game.id).history.topics[now.seq :] == ["ActionTaken", "ClaimFiled"]
    assert page.evaluate("() => sessionStorage.length") == 0


def test_what_another_link_left_unsent_in_the_tab_is_shown_and_sent_at_a_click(
    site: Site, visit: Visits
) -> None:
    visit.excused += CUT
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    page = phone(visit, game.links["arbiter"], path=f"/games/{game.id}/play")
    page.route("**/play/*", lambda route: route.abort("internetdisconnected"))
    page.locator("#offers .offer").first.click()
    expect(page.locator("#toasts")).to_contain_text("Waiting: 1")
    page.goto(f"/seat/{game.links[now.to_act[0]]}")
    expect(page.locator("#toasts")).to_contain_text("with another link")
    page.unroute("**/play/*")
    assert site.clerk.game(game.id).seq == now.seq
    page.get_by_role("button", name="Send all the same").click()
    await_record(page, now.seq + 1)
    assert page.evaluate("() => sessionStorage.length") == 0


def test_what_rests_on_something_that_was_refused_waits_for_a_word(
    site: Site, visit: Visits
) -> None:
    """Somebody else writes while the network is away. When the entries are sent, the first is
    refused and the page shows what happened. Those after it are shown, and sent only when the
    person asks for it."""
    visit.excused += CUT
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    page = phone(visit, game.links[now.to_act[0]])
    expect(page.locator("[data-part=live]")).to_be_visible()
    page.context.set_offline(True)
    page.locator("#offers .offer").first.click()
    expect(page.locator("#toasts")).to_contain_text("kept and sent again by itself")
    page.locator("#claim-form summary").click()
    page.locator("#claim-text").fill("Too late.")
    page.locator("#claim-form [name=about]").fill("1")
    page.locator("#claim-form button").last.click()
    expect(page.locator("#toasts ol li")).to_have_count(2)
    note(site, game.id)
    page.context.set_offline(False)
    expect(page.locator("#said")).to_contain_text("your choice is kept")
    expect(page.locator("#toasts")).to_contain_text("What was entered before was not recorded.")
    page.get_by_role("button", name=re.compile("^Still do it")).click()
    page.reload()
    expect(page.locator("#toasts")).to_contain_text("What was entered before was not recorded.")
    assert site.clerk.game(game.id).seq == now.seq + 1, (
        "nothing goes out, and nothing is lost, before there is a word on it"
    )
    page.get_by_role("button", name="Send all the same").click()
    await_record(page, now.seq + 2)
    assert site.clerk.game(game.id).history.topics[now.seq :] == ["NoteAdded", "ClaimFiled"]


def test_a_page_is_not_kept_for_whoever_signs_out(site: Site, visit: Visits) -> None:
    visit.excused += CUT
    page = phone(visit, fixed(site, "northgard-training", 31).links["red"])
    page.wait_for_function("() => document.documentElement.dataset.offline === 'kept'")
    page.locator("form[action='/leave'] button").click()
    page.locator("main form[action='/leave'] button").click()
    expect(page.locator("a[href='/enter']")).to_be_visible()
    assert page.evaluate("async () => (await caches.keys()).length") == 0


# -- sound and remarks -----------------------------------------------------------------------------


def test_a_tap_remarks_on_an_action_and_a_sound_says_whose_turn_it_is(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "northgard-training", 31)
    now = site.clerk.game(game.id)
    acts = now.to_act[0]
    waits = phone(visit, game.links["red" if acts == "blue" else "blue"], lang="fr")
    waits.get_by_role("button", name="Son quand c’est à vous").click()
    expect(waits.locator("html[data-sounded='1']")).to_be_attached()
    page = phone(visit, game.links[acts])
    expect(page.locator("form.remarks")).to_have_count(0)
    page.locator("#offers .offer").first.click()
    expect(waits.locator("html[data-sounded='2']")).to_be_attached()
    waits.get_by_role("button", name="Bien joué !").first.click()
    expect(page.locator("#past q")).to_have_text("Well played!")
    expect(waits.locator("#past q")).to_contain_text("Bien joué")
    assert amiss(waits) == []
    body: Any = site.clerk.game(game.id).history.record(now.seq + 2).body
    assert (body.about, body.seat) == (now.seq + 1, "red" if acts == "blue" else "blue")
