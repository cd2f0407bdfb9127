"""The desk's record in a real Chromium: cut down by filters, each record with its proof, the files to take home, who has looked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from domain.ledger.log.notes import read_verifier_key
from domain.ledger.log.policy_file import policy_text, read_policy
from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.record.records import UMPIRE
from domain.table.rulings import Rulings
from ops.stores.log.reading import Ledger
from tests.browser.conftest import PHONE, Opened, Site, Visits
from tests.browser.desk.judging import Shoot, claimed, fined, now, order, played
from tests.browser.play.playing import note
from tests.builders import world
from tests.builders.servers import eventually

MARKS = {"gone": ".gone", "claims": ".claim", "rulings": ".ruling", "dice": ":has-text('⚄')", "irregular": ".flagged"}
"""What every record shows that a filter leaves."""


def disputed(site: Site) -> Opened:
    """A game with something for each filter."""
    game = played(site)
    claim = claimed(site, game)
    grounds = Grounds("Déplacer", "wrong-entry", "The unit had left.", claim)
    Rulings(site.clerk).rule(order(site, game), Wish("annul", from_seq=now(site, game).in_force()[-2], rolls="stands"), grounds)
    fined(site, game)
    site.clerk.undo(order(site, game), UMPIRE)
    note(site, game.id)
    return game


def signed(site: Site, game: Opened) -> None:
    """Wait until the newest record of a game is under a signed head."""
    path = f"/api/v1/games/{game.id}/audit?after={now(site, game).seq - 1}"
    assert eventually(lambda: site.server.ask("GET", path).data["lines"][0]["proof"]["state"] == "signed")


def rows(page: Page) -> list[int]:
    """The records that are listed."""
    found: list[int] = page.locator(".row").evaluate_all("rows => rows.map(row => row.value)")
    return found


def test_the_trail_is_filtered_and_each_record_is_proven(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = disputed(site)
    signed(site, game)
    page = visit(link=game.links["arbiter"])
    head = now(site, game).seq
    assert rows(page) == list(range(head, 0, -1))
    expect(page.locator(".row .proof.signed a")).to_have_count(head)
    filters = page.get_by_role("navigation", name="Which records").get_by_role("link")
    expect(filters).to_have_count(8)
    for n in range(8):
        link = filters.nth(n)
        show, count = re.findall(r"show=(\w+)", link.get_attribute("href") or "")[0], link.locator(".count").inner_text()
        link.click()
        expect(page.locator(f'.filters a[href*="show={show}"]')).to_have_attribute("aria-current", "true")
        expect(page.locator(".row")).to_have_count(int(count))
        expect(page.locator(f".row{MARKS.get(show, '')}")).to_have_count(int(count))
        assert int(count), show
    shoot(page, "notes")
    page.goto(f"/games/{game.id}/desk?show=gone")
    gone = page.locator(".row").first
    expect(gone.locator("s")).to_have_count(1)
    with page.expect_download() as receipt:
        gone.get_by_role("link", name=re.compile("signed")).click()
    assert receipt.value.path().read_text().startswith("c2sp.org/tlog-proof@v1\n")


def test_the_bundle_that_the_desk_hands_out_verifies_without_the_service(site: Site, visit: Visits) -> None:
    game = disputed(site)
    signed(site, game)
    page = visit(link=game.links["arbiter"], size=PHONE)
    page.get_by_role("link", name="Files and proof").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Bundle to verify").click()
    assert download.value.suggested_filename == f"{game.id}.greffe.jsonl"
    book = Ledger(site.server.data / "ledger.sqlite")
    policy = read_policy(policy_text([read_verifier_key(key.verifier) for key in book.log_keys()]).encode())
    report = world.audit(download.value.path().read_bytes(), policy)
    book.close()
    assert report.failure is None, report.failure
    assert game.id in report.subject


def test_who_looked_at_what_is_hidden_stands_on_the_organisers_desk(site: Site, visit: Visits, shoot: Shoot) -> None:
    game = played(site, "fief-tactics", 20)
    arbiter = visit(link=game.links["arbiter"])
    expect(arbiter.get_by_text("The organiser reads the list.")).to_be_visible()
    arbiter.get_by_label("Seen by").select_option("arbiter")
    arbiter.get_by_role("button", name="Show", exact=True).click()
    expect(arbiter).to_have_url(re.compile("audience=arbiter"))
    organiser = visit("/enter")
    organiser.get_by_label("Key, or link").fill(site.key)
    organiser.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(organiser.get_by_role("link", name="Organise")).to_be_visible()
    organiser.goto(f"/games/{game.id}/desk")
    looks = organiser.locator(".looks tbody tr")
    expect(looks).to_have_count(1)
    expect(looks).to_contain_text("GET /games/{game}/desk")
    expect(looks.get_by_role("cell").nth(2)).to_have_text("arbiter")
    shoot(organiser, "looks")
    organiser.get_by_role("link", name="The whole access log").click()
    expect(organiser.locator("main tbody tr")).to_have_count(1)
