"""Two evenings played through the page as people would, with the totals computed separately by
hand."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Site, Visits, amiss, signed_in
from tests.browser.play.playing import note
from tests.browser.play.test_live import CUT, KEPT
from tests.domain.titles.score_sheet.by_hand import BY_HAND

NAMES = ("Ada", "Blaise", "Chloé", "Dmitri", "Emmy")


class Evening:
    """A page on which a ready-made sheet is filled in; it counts the taps."""

    def __init__(self, site: Site, visit: Visits, sheet: str, name: str, people: int) -> None:
        self.site, self.page = site, signed_in(site, visit, "/", size=SMALL, touch=True)
        self.page.locator(f"a[href$='sheet={sheet}']", has_text=name).click()
        for n, person in enumerate(NAMES[:people], 1):
            field = self.page.get_by_label(f"Player {n}", exact=True)
            if not field.is_visible():
                self.page.get_by_text("More players").click()
            field.fill(person)
        expect(self.page.locator(f"[name=sheet][value={sheet}]")).to_be_checked()
        self.page.get_by_role("button", name="Begin").click()
        self.page.wait_for_url("**/play*")
        self.game, self.sheet = self.page.url.split("/games/")[1].split("/")[0], sheet
        self.taps = 0

    def tap(self, line: str, value: str, name: str = "") -> None:
        chip = self.page.locator(f".whole-round [name='fill:{line}'][value='{value}']")
        if not chip.is_visible():
            self.page.locator("#round-more summary").tap()
        chip.tap()
        self.taps += 1

    def type(self, line: str, value: Any) -> None:
        self.page.locator(f".whole-round [name='fill:{line}']").fill(str(value))
        self.taps += 1

    def enter(self, number: int) -> None:
        self.page.get_by_role("button", name=f"Enter round {number}").tap()
        self.taps += 1
        expect(self.page.locator(f"tr[data-round='{number}']").first).to_be_visible()

    def by_hand(self) -> dict[str, int]:
        board = self.site.clerk.game(self.game).board
        return BY_HAND[self.sheet](board.cells, board.setting.seats)

    def totals(self) -> list[str]:
        return self.page.locator("#board tfoot td strong").all_inner_texts()


def fits_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_belote_is_played_to_a_thousand(site: Site, visit: Visits) -> None:
    evening, rng, number = Evening(site, visit, "belote", "Belote", 4), Random(3), 0
    page = evening.page
    while not page.get_by_text("is reached. The game can end here.").is_visible():
        number += 1
        evening.tap("taker", f"side-{rng.randint(1, 2)}")
        evening.type("points:side-1", points := rng.choice((162, 81, 40, 100, 131, 96)))
        expect(page.locator("[name='fill:points:side-2']")).to_have_value(str(162 - points))
        if rng.random() < 0.4:
            evening.tap("belote", f"side-{rng.randint(1, 2)}")
        if points == 162:
            evening.tap("capot", "side-1")
        if rng.random() < 0.2:
            evening.tap("contre", "contre")
        evening.enter(number)
        assert number < 40
    by_hand = evening.by_hand()
    assert evening.totals() == [str(by_hand["p1"]), str(by_hand["p2"])]
    assert max(by_hand.values()) >= 1000
    assert amiss(page) == [] and fits_window(page)
    expect(page.locator("#board thead")).not_to_contain_text("Player")
    page.get_by_role("button", name="End the game").tap()
    first, second = sorted({*by_hand.values()}, reverse=True)
    winners = "Ada & Chloé" if by_hand["p1"] == first else "Blaise & Dmitri"
    said = f"{winners} win with {first} points, {first - second} ahead."
    expect(page.locator("#now .outcome")).to_contain_text(said)


def test_three_deals_without_a_network_wait_in_the_sheet_and_go_out_in_order_once(
    site: Site, visit: Visits
) -> None:
    """A table of Belote uses one phone. The network is away for three deals, the page is loaded
    again, and two others write meanwhile. The sheet shows each deal, and the form can be used. When
    the network is back, each deal is sent once; a refused one is shown and corrected, and the
    others follow it."""
    visit.excused += CUT
    evening = Evening(site, visit, "belote", "Belote", 4)
    page, waiting = evening.page, evening.page.locator("#board tr.waits")

    def deal(number: int, points: int) -> None:
        evening.tap("taker", "side-1")
        evening.type("points:side-1", points)
        page.get_by_role("button", name=f"Enter round {number}").tap()
        expect(page.locator("#round h2")).to_contain_text(f"Round {number + 1}: ")

    deal(1, 100)
    expect(page.locator("h1")).to_contain_text("100 : 62")
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    for number, points in ((2, 92), (3, 170), (4, 90)):
        deal(number, points)
    expect(page.locator("#waits")).to_contain_text("Waiting: 3")
    expect(waiting.last).to_have_text("Round 4: Dmitri deals · Ada & Chloé · Ada & Chloé 90 · Blaise & Dmitri 72")  # fmt: skip
    assert amiss(page) == [] and fits_window(page)
    page.reload()
    expect(page.locator("#round h2")).to_contain_text("Round 5: ")
    expect(waiting).to_have_count(3)
    other = signed_in(site, visit, f"/games/{evening.game}/play", size=SMALL)
    other.locator("#round [name='fill:taker'][value='side-2']").check(force=True)
    other.locator("#round [name='fill:points:side-1']").fill("62")
    other.get_by_role("button", name="Enter round 2").click()
    expect(other.locator("h1")).to_contain_text("162 : 162")
    note(site, evening.game)
    page.context.set_offline(False)
    expect(page.locator("#said")).to_contain_text("enters round 2.")
    expect(page.locator("#said")).to_contain_text("adds a note.")
    expect(waiting).to_have_count(2)
    page.get_by_role("button", name="Correct round 2").tap()
    expect(page.locator("#said")).to_contain_text("162")
    expect(page.locator("#waits")).to_contain_text("What was entered before was not recorded.")
    expect(page.locator("[name='fill:points:side-1']")).to_have_value("170")
    expect(waiting).to_have_count(1)
    evening.type("points:side-1", 110)
    evening.type("points:side-2", 52)
    page.get_by_role("button", name="Enter round 3").tap()
    expect(page.locator("#round h2")).to_contain_text("Round 5: ")
    expect(page.locator("h1")).to_contain_text("392 : 256")
    assert site.clerk.game(evening.game).history.topics.count("ActionTaken") == 5
    assert page.evaluate("() => sessionStorage.length") == 0
    assert amiss(page) == [] and fits_window(page)


def test_ten_deals_of_tarot_at_five_take_six_taps_each(site: Site, visit: Visits) -> None:
    evening, rng = Evening(site, visit, "tarot", "Tarot", 5), Random(5)
    page = evening.page
    for number in range(1, 11):
        dealer = NAMES[(number - 1) % 5]
        expect(page.get_by_role("heading", name=f"Round {number}: {dealer} deals")).to_be_visible()
        evening.taps = 0
        evening.tap("taker", f"p{rng.randint(1, 5)}")
        evening.tap("contract", rng.choice(("petite", "garde", "garde-sans", "garde-contre")))
        evening.tap("partner", f"p{rng.randint(1, 5)}")
        points = rng.choice(("36", "41.5", "56", "50,5", "87"))
        evening.tap("oudlers", str(3 if points == "87" else rng.randint(0, 3)))
        evening.type("points", points)
        evening.enter(number)
        assert evening.taps <= 6, "and one number is typed"
    by_hand = evening.by_hand()
    assert sum(by_hand.values()) == 0
    assert evening.totals() == [str(points) for points in by_hand.values()]
    expect(page.locator(".running svg")).to_be_visible()
    page.locator("tr[data-round='10'] button.stands").first.tap()
    expect(page.locator("[popover]:popover-open")).to_contain_text(" = ")
    page.keyboard.press("Escape")
    assert amiss(page) == [] and fits_window(page)
    page.locator("#more > summary").tap()
    page.get_by_role("button", name="Take back:").tap()
    expect(page.get_by_role("heading", name="Round 10: Emmy deals")).to_be_visible()
    page.get_by_role("link", name="Correct round 9").tap()
    evening.tap("petit", "attack")
    page.get_by_role("button", name="Correct round 9").tap()
    expect(page.locator("#board tfoot td strong").first).to_have_text(str(evening.by_hand()["p1"]))
