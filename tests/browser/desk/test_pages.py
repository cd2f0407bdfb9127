"""The desk's other pages in a real Chromium: undo, proposals, branches, the report; on every screen and for every title."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.rules.titles import registry
from domain.table.consent import Consents
from domain.table.rulings import Rulings
from tests.browser.conftest import PHONE, Site, Visits, faults, small, wide
from tests.browser.desk.judging import Shoot, claimed, fined, fits, now, order, played

REMEDIES = ("stands", "let-stand", "annul", "correct", "penalty", "adjudicate")

# -- the other pages ---------------------------------------------------------------------------------------------------------------


def test_undo_to_any_record_and_redo(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    board = now(site, game).board
    page = visit(link=game.links["arbiter"], size=PHONE)
    page.locator("#r8").get_by_role("link", name="Take back").click()
    expect(page.locator(".sides .side")).to_have_count(2)
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    shoot(page, "undo")
    page.get_by_role("button", name="Record it").click()
    assert now(site, game).board != board
    page.get_by_role("link", name="Restore…").click()
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#done")).to_contain_text("restores")
    assert now(site, game).board == board


def test_a_proposal_is_answered_for_the_seats(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site, undo="consent")
    seat = now(site, game).setting.seats[0]
    table = visit(link=game.links["arbiter"])
    asked = site.clerk.game(game.id).in_force()[-1]
    proposal = Consents(site.clerk).ask(order(site, game), seat, asked, "I misread the card.").filed.seq
    table.reload()
    card = table.locator(f"#proposal-{proposal}")
    card.get_by_text("The result, as a preview").click()
    expect(card.locator(".side")).to_have_count(2)
    shoot(table, "proposal")
    assert (faults(table), small(table)) == ([], [])
    card.get_by_role("button", name="Agree").click()
    expect(table.locator("#done")).to_contain_text("takes back")
    assert now(site, game).proceedings.proposals[0].state == "granted"


def test_a_branch_is_grown_from_the_replay_and_set_beside_the_line(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    page = visit(f"/games/{game.id}?at=9", link=game.links["red"])
    page.get_by_role("link", name="Branch from here").click()
    expect(page.get_by_label("From record")).to_have_value("9")
    page.get_by_label("to settle a dispute").check()
    page.get_by_role("button", name="Grow the branch").click()
    expect(page.locator("#grown a.button")).to_have_count(4)
    shoot(page, "grown")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("link", name="Beside the line played").click()
    expect(page.locator("#beside svg:visible .changed").first).to_be_visible()
    shoot(page, "beside")
    assert faults(page) == []
    page.get_by_role("link", name="Its links").click()
    page.get_by_role("link", name="Open as Red").click()
    expect(page).to_have_url(re.compile(r"/games/(?!" + game.id + r")\w+/play"))


def test_the_report_prints(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    claim = claimed(site, game)
    grounds = Grounds("Déplacer", "wrong-entry", "The unit had left.", claim)
    Rulings(site.clerk).rule(order(site, game), Wish("annul", from_seq=now(site, game).in_force()[-2], rolls="stands"), grounds)
    fined(site, game)
    page = visit(f"/games/{game.id}/irregularities", link=game.links["arbiter"])
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    shoot(page, "screen")
    page.emulate_media(media="print")
    for gone in (
        page.get_by_role("button", name="Print"),
        page.get_by_role("link", name="Back to the desk"),
        page.locator("nav").first,
    ):
        expect(gone).to_be_hidden()
    shoot(page, "print")
    assert page.pdf(prefer_css_page_size=True).count(b"/MediaBox") == 1


# -- what every page of the desk has to be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_desk_suits_every_screen(dark: bool, site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site)
    claimed(site, game)
    fined(site, game)
    page = visit(link=game.links["arbiter"], dark=dark, lang="fr" if dark else "en")
    assert (faults(page, contrast=True), fits(page)) == ([], {})
    shoot(page, "desk")
    for path in ("branches?at=5", "desk/close", "desk/undo"):
        page.goto(f"/games/{game.id}/{path}")
        assert (faults(page), fits(page)) == ([], {}), path
    page.goto(f"/games/{game.id}/desk/rule")
    assert faults(page) == []
    for remedy in REMEDIES:
        page.locator(f"input[name=remedy][value={remedy}]").check()
        expect(page.locator(f".of-{remedy}")).to_be_visible()
        expect(page.locator("fieldset.of:visible")).to_have_count(1)
        assert (faults(page, f".of-{remedy}"), fits(page)) == ([], {}), remedy
        shoot(page, remedy)
    page.locator("input[name=remedy][value=correct]").check()
    page.locator("input[name=how][value=patch]").check()
    page.locator("#find").fill("red points")
    page.locator(".lines-box dl > div:visible").click()
    expect(page.locator("#place")).to_have_value("/sides/red/points")


@pytest.mark.parametrize("title", registry.ids())
def test_every_title_has_its_forms_and_its_board_to_tap(title: str, site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site, title, 20)
    page = visit(link=game.links["arbiter"], size=PHONE)
    assert wide(page) == 0
    page.goto(f"/games/{game.id}/desk/rule?remedy=let-stand")
    kinds = page.locator("#action option").all()
    long = max((kind.get_attribute("value") or "" for kind in kinds), key=lambda tag: _fields(title, tag))
    page.locator("#action").select_option(long)
    page.get_by_role("button", name="Show its fields").click()
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    field = page.locator(".of-let-stand input[list=known]").first
    field.focus()
    page.get_by_text("The board", exact=True).click()
    thing = page.locator("[data-part=board] > svg:visible :is([data-place], [data-card], [data-piece])").first
    thing.click()
    data: Any = thing.evaluate("one => one.dataset.place ?? one.dataset.card ?? one.dataset.piece")
    expect(field).to_have_value(data)
    shoot(page, "form")
    page.goto(f"/games/{game.id}/desk/undo?from={now(site, game).in_force()[-3]}")
    expect(page.locator(".sides svg:visible")).to_have_count(2)
    expect(page.locator(".sides svg:visible .changed").first).to_be_visible()
    expect(page.locator(".gone-list li")).to_have_count(3)
    assert wide(page) == 0
    shoot(page, "undo")


def _fields(title: str, tag: str) -> int:
    rules = registry.ruleset(title)
    return max((len(kind.__struct_fields__) for kind in rules.action_types if kind.__struct_config__.tag == tag), default=0)
