"""What the replay says of a position besides its board: rulings and what rests on them, who sees it, where it leads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from domain.clerk.commands import Opening, Order
from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.rules.titles.registry import ids
from domain.table.rulings import Rulings
from projections.shapes.json import board_shape
from tests.browser.conftest import PHONE, Site, Visits, faults
from tests.browser.desk.judging import claimed
from tests.browser.desk.judging import played as in_its_middle
from tests.browser.watch.watching import DEMO, awake, painted, played

MARKED = re.compile(r'class="[^"]*\bchanged\b')


def test_claims_rulings_and_what_rests_on_them_are_flagged(site: Site, visit: Visits) -> None:
    game = in_its_middle(site)
    claim = claimed(site, game)
    order = Order(game.id, claim, "table", "seen-ruling")
    Rulings(site.clerk).rule(order, Wish("penalty", seat="blue", points=-2), Grounds("TA 1.2", "conduct", claim=claim))
    page = visit(f"/games/{game.id}?at={claim}", link=game.links["arbiter"])
    expect(page.locator(f"#r{claim}")).to_contain_text("! claim")
    expect(page.locator(f"#r{claim + 1}")).to_contain_text("⚖ ruling")
    standing = page.locator("[data-part=standing]")
    expect(standing).not_to_contain_text("irregular")
    page.keyboard.press("ArrowRight")
    expect(standing).to_contain_text(f"This position rests on something irregular, see record {claim + 1}.")
    expect(page.locator("tr[data-seat=blue]")).to_contain_text("with a penalty of -2")
    assert faults(page) == []
    page.keyboard.press("ArrowLeft")
    expect(standing).not_to_contain_text("irregular")
    expect(page.locator("tr[data-seat=blue]")).not_to_contain_text("penalty")


def test_a_place_in_the_game_is_kept_by_every_link_and_form(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=3&compare=2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    painted(page, 4)
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=4&compare=2")
    expect(page).to_have_title("Northgard: Training Grounds, record 4 · Greffe")
    page.get_by_role("link", name="Link to this position").click()
    expect(page.get_by_role("status")).to_have_text("Link copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    page.get_by_label("Compare with record").fill("9")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=4&compare=9")
    page.get_by_role("link", name="Français").click()
    expect(page.locator("[data-part=where]")).to_have_text("Écriture 4 sur 24")
    expect(page.locator(".stage .hint")).to_contain_text("ce qui diffère de l’écriture 9")


def test_a_hidden_thing_is_in_the_frames_of_those_who_may_know_it(site: Site, visit: Visits) -> None:
    clerk, rng = site.clerk, Random(4)
    game = clerk.open_game(Opening(ruleset="fief-tactics"), "operator", "replay-secret").game
    knows = None
    while knows is None:
        action = game.rules.sample(game.board, game.to_act[0], rng)
        game = clerk.act(Order(game.id, game.seq, "operator", f"k{game.seq}"), game.to_act[0], action).game
        public = board_shape(game, "public")
        knows = next((seat for seat in game.setting.seats if board_shape(game, seat) != public), None)
    other = next(seat for seat in game.setting.seats if board_shape(game, seat)["board"] == public["board"])

    def seen(role: str, *seats: str) -> tuple[Page, str]:
        """The newest board as it comes with the frames."""
        page = visit(f"/games/{game.id}?at={game.seq - 1}", link=site.issue(game.id, role, *seats))
        if seats:
            page.get_by_label("Seen by").select_option(seats[0])
            page.get_by_label("Seen by").locator("xpath=ancestor::form").get_by_role("button").click()
            expect(page).to_have_url(f"{page.url.partition('?')[0]}?at={game.seq - 1}&audience={seats[0]}")
        page.keyboard.press("End")
        return page, painted(page, game.seq)

    (own, secret), (_, shown), (_, neighbour) = seen("seat", knows), seen("spectator"), seen("seat", other)
    assert secret != shown == neighbour
    own.keyboard.press("ArrowLeft")
    painted(own, game.seq - 1)
    assert own.get_by_label("Seen by").input_value() == knows


def test_what_is_shown_can_be_branched_from_and_taken_along(site: Site, visit: Visits, tmp_path: Path) -> None:
    opened = in_its_middle(site)
    page = visit(f"/games/{opened.id}?at=3", link=opened.links["blue"])
    page.keyboard.press("ArrowRight")
    painted(page, 4)
    branch = page.get_by_role("link", name="Branch from here")
    expect(branch).to_have_attribute("href", f"{site.address}/games/{opened.id}/branches?at=4")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export").click()
    waiting.value.save_as(tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text("utf-8").splitlines()
    assert waiting.value.suggested_filename == f"{opened.id}-blue.jsonl"
    assert len([one for one in map(json.loads, lines) if one.get("subject")]) >= site.clerk.game(opened.id).seq
    branch.click()
    expect(page.get_by_label("From record")).to_have_value("4")


@pytest.mark.parametrize("title", ids())
def test_a_difference_is_marked_on_every_board_and_goes_with_the_frames(title: str, site: Site, visit: Visits) -> None:
    game = played(site, title)
    page = visit(f"/games/{game.id}?at=3&compare={game.seq}", size=PHONE)
    awake(page, 3)
    assert MARKED.search(painted(page, 3))
    page.keyboard.press("End")
    assert not MARKED.search(painted(page, game.seq))


def test_on_paper_there_is_the_board_and_the_record_and_no_control(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12")
    page.emulate_media(media="print")
    for part in (".scrub", ".tools", ".top"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("[data-part=picture] > svg:visible")).to_be_visible()
    box = page.locator("[data-part=lines]")
    assert box.evaluate("box => box.scrollHeight - box.clientHeight") <= 0, "nothing of the list is cut off"
