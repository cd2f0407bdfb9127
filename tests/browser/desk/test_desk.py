from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.game.commands import Order
from domain.game.seats.use_cases import Seats
from domain.game.undo.use_cases import Consents
from domain.titles import registry
from tests.browser.conftest import PHONE, Site, Visits, amiss, faults, overflow, signed_in
from tests.browser.desk.judging import (
    file_claim,
    fill_in_grounds,
    misfits,
    now,
    order,
    penalise,
    played,
    preview,
)
from tests.browser.play.playing import fixed, note

# -- settling a claim ------------------------------------------------------------------------------


def test_a_claim_of_a_player_is_settled_on_the_desk_and_flagged_in_the_replay(
    site: Site, visit: Visits
) -> None:
    """A player files the claim on a phone, and it appears on the desk by itself. The arbiter
    previews and corrects the board. The replay shows the ruling and flags what depends on it."""
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
    fill_in_grounds(desk)
    desk.get_by_label("To the players").fill("Two of you saw it.")
    preview(desk)

    expect(desk.locator(".sides .side")).to_have_count(2)
    expect(desk.locator('.sides svg:visible .changed[data-seat="red"]')).to_have_count(2)
    expect(desk.locator("tr.differs")).to_contain_text(f"{points}")
    assert now(site, game).seq == claim, "nothing is recorded by a preview"
    desk.get_by_role("button", name="Record it").click()
    ruling = now(site, game).seq
    assert ruling == claim + 1
    expect(desk.locator("#done")).to_contain_text(f"Record {ruling} is written")
    expect(desk.get_by_text("No open claim")).to_be_visible()

    watcher = visit(link=game.links["spectator"])
    expect(
        watcher.get_by_text(f"This position rests on something irregular, see record {ruling}.")
    ).to_be_visible()
    expect(watcher.locator(f"#r{ruling}.ruling.flagged")).to_contain_text("⚖ ruling")
    expect(watcher.locator(f"#r{ruling}")).to_contain_text("Two of you saw it.")
    expect(player.locator("#claim")).to_contain_text(f"decided in record {ruling}")
    expect(player.locator("#past")).to_contain_text("the board is corrected")


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
    expect(page.locator("#done")).to_contain_text("loses 3 points")
    assert [
        (penalty.seat, penalty.points) for _, penalty in now(site, game).proceedings.penalties()
    ] == [("red", -3)]


# -- The desk's other pages in a real Chromium: undo, proposals, branches, the report; on every
# screen and for every title.
REMEDIES = ("stands", "let-stand", "annul", "correct", "penalty", "adjudicate")


# -- what every page of the desk has to be ---------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_desk_suits_every_screen(dark: bool, site: Site, visit: Visits) -> None:
    game = played(site)
    file_claim(site, game)
    penalise(site, game)
    page = visit(link=game.links["arbiter"], dark=dark, lang="fr" if dark else "en")
    assert (faults(page, contrast=True), misfits(page)) == ([], {})
    for path in ("branches?at=5", "desk/close", "desk/undo"):
        page.goto(f"/games/{game.id}/{path}")
        assert (faults(page), misfits(page)) == ([], {}), path
    page.goto(f"/games/{game.id}/desk/rule")
    assert faults(page) == []
    for remedy in REMEDIES:
        page.locator(f"input[name=remedy][value={remedy}]").check()
        expect(page.locator(f".of-{remedy}")).to_be_visible()
        expect(page.locator("fieldset.of:visible")).to_have_count(1)
        assert (faults(page, f".of-{remedy}"), misfits(page)) == ([], {}), remedy
    page.locator("input[name=remedy][value=correct]").check()
    page.locator("input[name=how][value=patch]").check()
    page.locator("#find").fill("red points")
    page.locator(".lines-box dl > div:visible").click()
    expect(page.locator("#place")).to_have_value("/sides/red/points")


@pytest.mark.parametrize("title", registry.ids())
def test_every_title_has_its_forms_and_its_board_to_tap(
    title: str, site: Site, visit: Visits
) -> None:
    game = played(site, title, 20)
    page = visit(link=game.links["arbiter"], size=PHONE)
    assert overflow(page) == 0
    page.goto(f"/games/{game.id}/desk/rule?remedy=let-stand")
    kinds = page.locator("#action option").all()
    long = max(
        (kind.get_attribute("value") or "" for kind in kinds), key=lambda tag: _fields(title, tag)
    )
    page.locator("#action").select_option(long)
    page.get_by_role("button", name="Show its fields").click()
    assert amiss(page) == []
    field = page.locator(".of-let-stand input[list=known]").first
    if not field.count():
        pytest.skip(f"no action of {title} names anything on the board")
    field.focus()
    page.get_by_text("The board", exact=True).click()
    thing = page.locator(
        "[data-part=board] > svg:visible :is([data-place], [data-card], [data-piece])"
    ).first
    thing.click()
    data: Any = thing.evaluate("one => one.dataset.place ?? one.dataset.card ?? one.dataset.piece")
    expect(field).to_have_value(data)
    page.goto(f"/games/{game.id}/desk/undo?from={now(site, game).in_force()[-3]}")
    expect(page.locator(".sides svg:visible")).to_have_count(2)
    expect(page.locator(".sides svg:visible .changed").first).to_be_visible()
    expect(page.locator(".gone-list li")).to_have_count(3)
    assert overflow(page) == 0


def _fields(title: str, tag: str) -> int:
    rules = registry.ruleset(title)
    return max(
        (
            len(kind.__struct_fields__)
            for kind in rules.action_types
            if kind.__struct_config__.tag == tag
        ),
        default=0,
    )


# -- Pages that renew themselves while others play: the desk, and the list of the organiser.
LOADED = "() => { window.stayed = true; }"
STAYED = "() => window.stayed"


def test_the_desk_shows_claims_requests_and_results_by_itself(site: Site, visit: Visits) -> None:
    """The page is not loaded again. What the arbiter is writing stays, and a notice says that there
    is more."""
    game = played(site, undo="consent")
    desk = visit(link=game.links["arbiter"])
    desk.evaluate(LOADED)
    claim = file_claim(site, game)
    expect(desk.locator(f"#claim-{claim}")).to_contain_text("That unit was not there.")
    seat = now(site, game).setting.seats[0]
    seq = (
        Consents(site.clerk)
        .ask(order(site, game), seat, now(site, game).in_force()[-1], "I misread the card.")
        .record.seq
    )
    card = desk.locator(f"#proposal-{seq}")
    expect(card).to_contain_text("I misread the card.")
    card.locator("summary").first.click()
    penalise(site, game)
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
    """Tables are listed in order with players and points. Ticked games stay ticked, and those that
    have ended are closed."""
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
    expect(first).to_contain_text("Anna Blue")
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
    assert [site.clerk.game(game.id).status for game in hall] == ["closed", "open"]


def sit(site: Site, game: str, seat: str, name: str) -> None:
    Seats(site.clerk).take(
        Order(game, site.clerk.game(game).seq, "table", f"sit-{name}"), seat, name
    )
