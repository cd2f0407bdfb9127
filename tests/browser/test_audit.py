"""The arbiter's page on screens, phones and paper; and signing on it with a key of one's own, in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from domain.countersigning import leaf_of, signatures
from domain.ledger.countersigns import check_countersign
from domain.ledger.spelling import read_base64
from domain.orders import Order
from domain.record import UMPIRE
from domain.remedying import Wish
from domain.rulings import Grounds, Rulings
from tests.browser.conftest import PHONE, SCREEN, Opened, Site, Visits, faults, small, wide

SMALL = {"width": 360, "height": 780}

Shoot = Callable[..., None]


@pytest.fixture
def played(site: Site) -> Opened:
    """A game with everything an arbiter has to look at: dice, what was taken back, a claim, a ruling."""
    opened, rng = site.open(), Random(4)
    clerk = site.clerk

    def order() -> Order:
        return Order(opened.id, clerk.game(opened.id).seq, "operator", f"k-{clerk.game(opened.id).seq}")

    def act() -> None:
        game = clerk.game(opened.id)
        (seat,) = game.to_act
        action = game.rules.sample(game.board, seat, rng)
        assert action is not None
        clerk.act(order(), seat, action)

    for _ in range(14):
        act()
    clerk.undo(order(), UMPIRE)
    clerk.note(order(), "The wrong tile.", about=3, seat="blue")
    Rulings(clerk).claim(order(), "red", 5, "That was too many.")
    claimed = clerk.game(opened.id).seq
    Rulings(clerk).rule(
        order(), Wish("penalty", seat="blue", points=-2), Grounds("Tour de jeu", "conduct", "Too loud.", claim=claimed)
    )
    act()
    return opened


def path(game: Opened) -> str:
    return f"/games/{game.id}/audit"


@pytest.mark.parametrize(("size", "name"), [(SCREEN, "screen"), (PHONE, "phone"), (SMALL, "small")])
@pytest.mark.parametrize("dark", [False, True])
def test_it_reads_well_at_every_size(
    played: Opened, visit: Visits, shoot: Shoot, size: dict[str, int], name: str, dark: bool
) -> None:
    page = visit(path(played), link=played.links["arbiter"], size=size, dark=dark, lang="fr" if dark else "en")
    assert faults(page) == []
    assert wide(page) == 0
    assert small(page) == []
    expect(page.locator(".lines-table tbody tr")).to_have_count(20)
    shoot(page, f"{name}-{'dark' if dark else 'light'}")


def landscape(pdf: bytes) -> int:
    """How many sheets of A4 a document has; all of them lie on their long side."""
    sheets = re.findall(rb"/MediaBox \[0 0 (\d+)\S* (\d+)", pdf)
    assert {*sheets} == {(b"841", b"594")}
    return len(sheets)


def test_it_prints(played: Opened, visit: Visits, shoot: Shoot) -> None:
    page = visit(path(played), link=played.links["arbiter"])
    page.emulate_media(media="print")
    expect(page.locator(".paper-only")).to_be_visible()
    expect(page.locator(".no-print").first).to_be_hidden()
    assert landscape(page.pdf(prefer_css_page_size=True)) <= 3, "a table, not the blocks of a phone"
    page.set_viewport_size({"width": 1040, "height": 720})
    shoot(page, "print")


def test_a_player_signs_in_the_browser_and_the_key_stays_there(played: Opened, site: Site, visit: Visits, shoot: Shoot) -> None:
    page = visit(path(played), link=played.links["blue"])
    expect(page.get_by_role("button", name="Save the key")).to_be_hidden()
    page.get_by_role("button", name=re.compile("Sign record")).click()
    expect(page.locator("#signatures ~ ul li")).to_have_count(1)
    seq = site.clerk.game(played.id).seq
    (one,) = signatures(site.clerk.game(played.id), site.clerk.drawer)
    assert (one.seq, one.about, one.seat) == (seq, seq - 1, "blue")
    file = site.clerk.file(played.id)
    check_countersign(read_base64(one.public), read_base64(one.signature), played.id, one.about, leaf_of(file, one.about), "blue")
    expect(page.locator("[data-part=key] code")).to_have_text(one.public)
    assert faults(page) == []
    shoot(page, "signed")

    with page.expect_download() as download:
        page.get_by_role("button", name="Save the key").click()
    saved = download.value.path().read_text()
    assert saved.startswith("-----BEGIN PRIVATE KEY-----\n")

    other = visit(path(played), link=played.links["blue"])
    other.locator("input[type=file]").set_input_files({"name": "bad.pem", "mimeType": "text/plain", "buffer": b"nothing"})
    expect(other.locator("[data-part=trouble]")).to_contain_text("holds no Ed25519 private key")
    other.locator("input[type=file]").set_input_files({"name": "k.pem", "mimeType": "text/plain", "buffer": saved.encode()})
    expect(other.locator("[data-part=key] code")).to_have_text(one.public)
    expect(other.locator("input[name=sign]")).to_have_value(str(one.about))  # not the record that holds the signature
    other.locator("input[name=sign]").fill("3")
    other.locator(".sign form button").click()
    other.get_by_role("button", name="Sign record 3").click()
    expect(other.locator("#signatures ~ ul li")).to_have_count(2)
    found = signatures(site.clerk.game(played.id), site.clerk.drawer)
    assert [(x.about, x.public) for x in found] == [(seq - 1, one.public), (3, one.public)]


def test_somebody_who_was_faster_is_told_of(played: Opened, site: Site, visit: Visits) -> None:
    page = visit(path(played), link=played.links["red"], lang="fr")
    clerk, seq = site.clerk, site.clerk.game(played.id).seq
    clerk.note(Order(played.id, seq, "operator", "faster"), "Faster.")
    page.get_by_role("button", name=re.compile("Signer l'écriture")).click()
    visit.excused.append("412")
    expect(page.locator("[data-part=trouble]")).to_contain_text(f"la partie en est à {seq + 1}")


def test_without_scripts_or_ed25519_the_command_line_is_shown(played: Opened, visit: Visits) -> None:
    plain = visit(path(played), link=played.links["blue"], scripts=False)
    plain.locator(".sign summary").click()
    expect(plain.locator(".sign .message").last).to_contain_text("greffe countersign")
    expect(plain.get_by_role("button", name=re.compile("Sign record"))).to_be_hidden()


def without_ed25519(page: Page) -> None:
    """As on an address that is not secure."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")


def test_a_browser_that_cannot_sign_says_so(played: Opened, visit: Visits) -> None:
    page = visit("/", link=played.links["blue"])
    without_ed25519(page)
    page.goto(path(played))
    expect(page.locator("[data-part=trouble]")).to_contain_text("needs Ed25519")
    expect(page.locator(".sign .message").last).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Sign record"))).to_be_hidden()
