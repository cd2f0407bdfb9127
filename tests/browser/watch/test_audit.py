import re
from random import Random

import pytest
from playwright.sync_api import Route, expect

from domain.game.commands import Order
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.countersignatures import signatures
from domain.game.store.repository import leaf_of
from domain.proof.bundle.countersigns import check_countersign
from domain.proof.spelling import read_base64
from domain.titles.score_sheet.actions import End, Enter
from tests.browser.conftest import PHONE, SCREEN, Opened, Site, Visits, faults
from tests.browser.desk.judging import misfits
from tests.browser.play.playing import fixed
from tests.builders.players import act


@pytest.fixture
def played(site: Site) -> Opened:
    """A game with everything that an arbiter checks: dice, an action taken back, a claim, a
    ruling."""
    opened, rng = site.open(), Random(4)
    clerk = site.clerk

    def order() -> Order:
        return Order(
            opened.id, clerk.game(opened.id).seq, "operator", f"k-{clerk.game(opened.id).seq}"
        )

    for _ in range(14):
        act(clerk, clerk.game(opened.id), rng)
    clerk.undo(order(), UMPIRE)
    clerk.note(order(), "The wrong tile.", about=3, seat="blue")
    Rulings(clerk).claim(order(), "red", 5, "That was too many.")
    claimed = clerk.game(opened.id).seq
    Rulings(clerk).rule(
        order(),
        Wish("penalty", seat="blue", points=-2),
        Grounds("Tour de jeu", "conduct", "Too loud.", claim=claimed),
    )
    act(clerk, clerk.game(opened.id), rng)
    return opened


def path(game: Opened) -> str:
    return f"/games/{game.id}/audit"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_audit_page_is_accessible_at_every_size(
    played: Opened, visit: Visits, dark: bool
) -> None:
    page = visit(path(played), link=played.links["arbiter"], dark=dark, lang="fr" if dark else "en")
    expect(page.locator(".lines-table tbody tr")).to_have_count(20)
    assert (faults(page), misfits(page)) == ([], {})
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]


def test_a_player_signs_in_the_browser_and_the_key_stays_there(
    played: Opened, site: Site, visit: Visits
) -> None:
    page = visit(path(played), link=played.links["blue"])
    expect(page.get_by_role("button", name="Save the key")).to_be_hidden()
    page.get_by_role("button", name=re.compile("Sign record")).click()
    expect(page.locator("#signatures ~ ul li")).to_have_count(1)
    seq = site.clerk.game(played.id).seq
    (signature,) = signatures(site.clerk.game(played.id), site.clerk.key_values)
    assert (signature.seq, signature.about, signature.seat) == (seq, seq - 1, "blue")
    loaded = site.clerk.load(played.id)
    check_countersign(
        read_base64(signature.public),
        read_base64(signature.signature),
        played.id,
        signature.about,
        leaf_of(loaded, signature.about),
        "blue",
    )
    expect(page.locator("[data-part=key] code")).to_have_text(signature.public)
    assert faults(page) == []

    with page.expect_download() as download:
        page.get_by_role("button", name="Save the key").click()
    saved = download.value.path().read_text()
    assert saved.startswith("-----BEGIN PRIVATE KEY-----\n")

    other = visit(path(played), link=played.links["blue"])
    other.locator("input[type=file]").set_input_files(
        {"name": "bad.pem", "mimeType": "text/plain", "buffer": b"nothing"}
    )
    expect(other.locator("[data-part=trouble]")).to_contain_text("holds no Ed25519 private key")
    other.locator("input[type=file]").set_input_files(
        {"name": "k.pem", "mimeType": "text/plain", "buffer": saved.encode()}
    )
    expect(other.locator("[data-part=key] code")).to_have_text(signature.public)
    expect(other.locator("input[name=sign]")).to_have_value(
        str(signature.about)
    )  # not the record that holds the signature
    other.locator("input[name=sign]").fill("3")
    other.locator(".sign form button").click()
    other.get_by_role("button", name="Sign record 3").click()
    expect(other.locator("#signatures ~ ul li")).to_have_count(2)
    signed = signatures(site.clerk.game(played.id), site.clerk.key_values)
    assert [(x.about, x.public) for x in signed] == [
        (seq - 1, signature.public),
        (3, signature.public),
    ]


def test_the_one_device_of_a_table_signs_for_each_seat_with_a_key_of_its_own(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "score-sheet", 1, players=2)
    for seat, points in (("p1", 31), ("p2", 29)):
        table = site.clerk.game(game.id)
        site.clerk.act(
            Order(game.id, table.seq, "operator", seat), seat, Enter("points", points, seat)
        )
    site.clerk.act(Order(game.id, site.clerk.game(game.id).seq, "operator", "end"), "p1", End())
    page = visit(f"/games/{game.id}/play", link=game.links["arbiter"], size=PHONE)
    page.get_by_role("link", name="Sign the result").click()
    expect(page.locator("greffe-countersign")).to_have_count(2)
    assert faults(page) == []
    for n, seat in enumerate(("p1", "p2"), 1):
        page.locator(f"greffe-countersign[data-seat={seat}]").get_by_role(
            "button", name="Sign record 4"
        ).click()
        expect(page.locator("#signatures ~ ul li")).to_have_count(n)
    signed = signatures(site.clerk.game(game.id), site.clerk.key_values)
    assert [(signature.seat, signature.about) for signature in signed] == [("p1", 4), ("p2", 4)]
    assert len({signature.public for signature in signed}) == 2
    page.goto(path(game))
    expect(page.locator("greffe-countersign")).to_have_count(0)


def test_somebody_who_was_faster_keeps_nobody_from_signing(
    played: Opened, site: Site, visit: Visits
) -> None:
    """The shown position is signed although others have played on, and only once although the first
    answer is lost."""
    page = visit(path(played), link=played.links["red"], lang="fr")
    clerk, seq = site.clerk, site.clerk.game(played.id).seq
    clerk.note(Order(played.id, seq, "operator", "faster"), "Faster.")
    visit.excused += ["412", "ERR_FAILED"]
    lost: list[int] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        if lost or answer.status != 201:
            route.fulfill(response=answer)
        else:
            lost.append(answer.status)
            route.abort()

    page.route("**/countersignatures", lose)
    press = page.get_by_role("button", name=re.compile("Signer l’écriture"))
    press.click()
    expect(page.locator("[data-part=trouble]")).to_have_text(
        "Le service n’a pas répondu : réessayez."
    )
    press.click()
    expect(page.locator("#signatures ~ ul li")).to_have_count(1)
    (signature,) = signatures(clerk.game(played.id), clerk.key_values)
    assert (lost, signature.seq, signature.about, signature.seat) == ([201], seq + 2, seq, "red")


def test_a_browser_that_cannot_sign_says_so(played: Opened, visit: Visits) -> None:
    page = visit("/", link=played.links["blue"])
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(path(played))
    expect(page.locator("[data-part=trouble]")).to_contain_text("needs Ed25519")
    expect(page.locator(".sign .message").last).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Sign record"))).to_be_hidden()
