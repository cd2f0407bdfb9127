import pytest
from playwright.sync_api import Page, expect

from domain.game.commands import Order
from domain.game.record.records import ActionTaken
from domain.titles.codec import decode_action
from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import Enter
from tests.amount import spread
from tests.browser.conftest import PHONE, SCREEN, SMALL, Site, Visits, amiss, overflow, small
from tests.browser.play.playing import await_record, fixed, phone
from tests.browser.play.test_live import CUT, KEPT


def test_enter_goes_to_the_next_cell_and_each_is_recorded_when_it_is_left(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "score-sheet", 1, catalog="rounds", players=3)
    page = phone(visit, game.links["arbiter"], path=f"/games/{game.id}/play")
    page.get_by_label("Round 1, Player 1", exact=True).click()
    for value in ("12", "7", "30"):
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    await_record(page, 4)
    expect(page.locator(".cells tfoot td")).to_have_text(["12", "7", "30"])
    expect(page.get_by_label("Round 2, Player 1", exact=True)).to_be_visible()
    board = site.clerk.game(game.id).board
    assert board.cells == {
        "p1": {"points.1": 12},
        "p2": {"points.1": 7},
        "p3": {"points.1": 30},
        "table": {},
    }


def test_what_is_typed_while_others_write_stays_and_is_recorded(site: Site, visit: Visits) -> None:
    game = fixed(site, "score-sheet", 1, players=2)
    phone_one, two = (phone(visit, game.links[seat]) for seat in ("p1", "p2"))
    phone_one.get_by_label("Points, Player 1", exact=True).click()
    phone_one.keyboard.type("4")
    two.get_by_label("Points, Player 2", exact=True).fill("9")
    two.keyboard.press("Enter")
    await_record(phone_one, 2)
    expect(phone_one.get_by_label("Points, Player 1", exact=True)).to_be_focused()
    phone_one.keyboard.type("2")
    phone_one.keyboard.press("Enter")
    await_record(two, 3)
    expect(two.locator(".cells tfoot td")).to_have_text(["42", "9"])


def type_in(page: Page, round: int, values: tuple[str, ...]) -> None:
    """Type a round's numbers without a network. After each, wait until the tab has stored it."""
    page.get_by_label(f"Round {round}, Player 1", exact=True).click()
    for value in values:
        page.keyboard.type(value)
        page.keyboard.press("Enter")
        page.wait_for_function(
            'value => Object.values(sessionStorage).join().includes(`: ${value}"`)', arg=value
        )


def test_two_rounds_typed_without_a_network_are_recorded_in_order_later(
    site: Site, visit: Visits
) -> None:
    visit.excused += CUT
    game = fixed(site, "score-sheet", 1, catalog="rounds", players=2)
    page = phone(visit, game.links["arbiter"], path=f"/games/{game.id}/play")
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    type_in(page, 1, ("12", "7"))
    type_in(page, 2, ("30", "4"))
    waiting = [
        f"Round {n}, Player {p}: {value}"
        for n, p, value in ((1, 1, 12), (1, 2, 7), (2, 1, 30), (2, 2, 4))
    ]
    expect(page.locator("#waits ol li")).to_have_text(waiting)
    assert amiss(page) == []
    page.get_by_role("button", name="Do not send it").click()
    expect(page.locator("#waits ol li")).to_have_text(waiting[:-1])
    expect(page.get_by_label("Round 2, Player 2", exact=True)).to_have_value("")
    assert site.clerk.game(game.id).seq == 1
    page.context.set_offline(False)
    await_record(page, 4)
    expect(page.locator(".cells tfoot td")).to_have_text(["42", "7"])
    records = [site.clerk.game(game.id).history.record(seq).body for seq in (2, 3, 4)]
    entered = [
        decode_action(RULES, body.action) for body in records if isinstance(body, ActionTaken)
    ]
    there = [(act.whose, act.round, int(act.value)) for act in entered if isinstance(act, Enter)]
    assert there == [("p1", 1, 12), ("p2", 1, 7), ("p1", 2, 30)]
    assert page.evaluate("() => sessionStorage.length") == 0


def test_what_somebody_else_entered_meanwhile_is_told_at_its_cell_and_the_rest_waits_for_a_word(
    site: Site, visit: Visits
) -> None:
    visit.excused += CUT
    game = fixed(site, "score-sheet", 1, catalog="rounds", players=2)
    page = phone(visit, game.links["arbiter"], path=f"/games/{game.id}/play")
    expect(page.locator("[data-part=live]")).to_be_visible()
    page.context.set_offline(True)
    type_in(page, 1, ("12", "7"))
    type_in(page, 2, ("30",))
    expect(page.locator("#waits ol li")).to_have_count(3)
    site.clerk.act(Order(game.id, 1, "another", "another-1"), "p1", Enter("points", 99, "p1", 1))
    page.context.set_offline(False)
    expect(page.locator("p.wrong")).to_contain_text("99")
    expect(page.get_by_label("Round 1, Player 1", exact=True)).to_have_value("12")
    expect(page.locator("#waits")).to_contain_text("What was entered before was not recorded.")
    assert amiss(page) == []
    page.get_by_role("button", name="Send all the same").click()
    await_record(page, 4)
    board = site.clerk.game(game.id).board
    assert board.cells == {
        "p1": {"points.1": 99, "points.2": 30},
        "p2": {"points.1": 7},
        "table": {},
    }


@pytest.mark.parametrize(
    "catalog", ["default", "rounds", "placings", "win-draw-loss", "cooperative"]
)
def test_every_ready_made_sheet_fits_a_small_phone(site: Site, visit: Visits, catalog: str) -> None:
    game = fixed(site, "score-sheet", 1, catalog=catalog, players=4)
    for size, lang, dark in spread(
        ((SMALL, "fr", False), (PHONE, "en", True), (SCREEN, "fr", True)), 2
    ):
        assert amiss(visit(link=game.links["p1"], size=size, lang=lang, dark=dark)) == []


def test_four_columns_of_numbers_are_in_sight_on_a_small_phone(site: Site, visit: Visits) -> None:
    game = fixed(site, "score-sheet", 1, catalog="rounds", players=4)
    page = visit(link=game.links["p1"], size=SMALL)
    assert page.locator(".cells .sheet").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    assert (overflow(page), small(page)) == (0, [])


def test_numbers_have_the_keys_of_numbers_and_a_sign_where_they_can_be_below_0(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "score-sheet", 1, players=2)
    page = phone(visit, game.links["p1"])
    first = page.get_by_label("Points, Player 1", exact=True)
    expect(first).to_have_attribute("inputmode", "numeric")
    first.click()
    page.keyboard.type("15")
    page.get_by_role("button", name="Change the sign").click()
    expect(first).to_have_value("-15")
    page.keyboard.press("Enter")
    await_record(page, 2)
    plain = visit(link=game.links["p2"], size=PHONE, scripts=False)
    expect(plain.get_by_label("Points, Player 1", exact=True)).to_have_attribute(
        "inputmode", "text"
    )
    places = fixed(site, "score-sheet", 1, catalog="placings", players=2)
    expect(
        visit(link=places.links["p1"], scripts=False).get_by_label("Place, Player 1")
    ).to_have_attribute("inputmode", "numeric")
