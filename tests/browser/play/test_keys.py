import re

import pytest
from playwright.sync_api import Page, expect

from domain.game.aggregate.game import Game
from tests.browser.conftest import PHONE, SMALL, Site, Visits, amiss, signed_in
from tests.browser.play.playing import await_record, fixed, note, play_on

STOPS = 5

_ACTS = "one => one.matches('#board g[tabindex], #offers button, #offers summary')"
_BOX = "one => { const box = one.getBoundingClientRect(); return [box.top, box.bottom]; }"


def stops(page: Page) -> int:
    """The number of Tab presses from the top of the page to the first control that takes an action,
    after following the skip link; 99 if none comes."""
    for count in range(1, 30):
        page.keyboard.press("Tab")
        if count == 1:
            expect(page.get_by_role("link", name="Skip to what you may do")).to_be_focused()
            page.keyboard.press("Enter")
        if page.evaluate(f"({_ACTS})(document.activeElement)"):
            return count
    return 99


def test_the_first_action_is_near_and_a_tap_leaves_no_sheet_behind(
    site: Site, visit: Visits
) -> None:
    """On a screen a few presses of Tab reach the first action. On a phone a tap on the board opens
    a sheet of offers, and a tap on an offer takes the action and closes the sheet."""
    game = fixed(site, "northgard-training", 31)
    now = play_on(site, game.id, lambda now: now.seq > 9)
    screen = visit(link=game.links[now.to_act[0]])
    expect(screen.locator("#board g.can").first).to_be_visible()
    assert stops(screen) <= STOPS

    page = visit(link=game.links[now.to_act[0]], size=PHONE, touch=True)
    bar = page.locator(".bar")
    note(site, game.id)
    expect(page.locator(".bar .toast")).to_contain_text("adds a note")
    top = page.locator(".top").evaluate(_BOX)
    assert top[1] <= bar.evaluate(_BOX)[0], "a remark stands at the foot, over no part of the head"
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".foot").evaluate(_BOX)[1] <= bar.evaluate(_BOX)[0] + 1, (
        "the page ends above the bar"
    )
    assert amiss(page, finger=24) == []
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("#board g.can").first.click()
    expect(page.locator("body")).to_have_class(re.compile("sheet"))
    page.locator("#offers .offer:visible").first.click()
    await_record(page, now.seq + 2)
    expect(page.locator("body")).not_to_have_class(re.compile("sheet"))


# -- A combat on phones, in a real Chromium: how it stands while it is fought, and what an action
# leads to before it is sent.


COMBATS = [
    ("northgard-training", 7),
    ("fief-tactics", 5),
    ("raiders-solo", 2),
    ("tears-solo", 1),
    ("convicted", 3),
]


@pytest.mark.parametrize(("title", "seed"), COMBATS)
def test_a_combat_is_told_on_a_small_phone(
    title: str, seed: int, site: Site, visit: Visits
) -> None:
    game = fixed(site, title, seed)

    def fought(now: Game) -> bool:
        at = (
            now.board.battle is not None
            if title == "fief-tactics"
            else now.rules.combat_sentences(now.board)
        )
        return bool(at) and any(fact.reports_combat for fact in now.history.facts(now.seq))

    now = play_on(site, game.id, fought, seed)
    page = visit(
        f"/games/{game.id}/play", link=game.links["arbiter"], size=SMALL, touch=True, lang="fr"
    )
    panel = page.locator("#board .settled")
    expect(panel.locator("h2")).to_contain_text("Où en est le combat")
    expect(panel.locator(".stands")).to_have_text(
        [text.printed("fr") for text in now.rules.combat_sentences(now.board)]
    )
    assert panel.locator(".came li").count() == sum(
        fact.reports_combat for fact in now.history.facts(now.seq)
    )
    assert amiss(page, finger=0) == []
    if offered := page.locator("#offers .offer .leads").all_inner_texts():
        assert all(label.startswith("→ ") for label in offered)


def test_a_form_says_what_its_action_leads_to_as_soon_as_it_is_opened(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, "fief-tactics", 5, players=3)

    def recruits(now: Game) -> bool:
        return now.board.phase == "purchases" and any(
            template.type == "recruit"
            for template in now.rules.legal(now.board, now.to_act[0]).templates
        )

    now = play_on(site, game.id, recruits, 5)
    seat = now.to_act[0]
    page = visit(
        f"/games/{game.id}/play?seat={seat}",
        link=game.links["arbiter"],
        size=SMALL,
        touch=True,
        lang="fr",
    )
    form = page.locator("details.short", has_text="Recruter")
    form.locator("summary").tap()
    name = now.setting.name(seat).fr
    expect(form.locator("p.leads")).to_have_text(re.compile(rf"^→ {name} paie \d+ écus? \("))


# -- Clocks of seats in a real browser: agreed in the form that opens a game, running on the page of
# a seat and in the hall.
RUNNING = re.compile(r"^[34]:\d\d$")
"""A time just below the five minutes of a new clock, even on a busy machine."""


def test_clocks_run_on_the_page_of_a_seat_and_in_the_hall(site: Site, visit: Visits) -> None:
    game = site.open(
        tags=["clocked", "table 5"],
        time_control={"kind": "fischer", "seconds": 300, "increment": 5},
    )
    page = visit(link=game.links["red"], size=PHONE, lang="fr", touch=True)
    expect(page.locator(".seat-clocks")).to_contain_text(
        "Les pendules partent à la première action."
    )
    site.post(f"/games/{game.id}/notes", {"text": "Ready?"}, If_Match='"1"')
    page.reload()  # a choice that is made against record 1 would be refused
    seat = site.clerk.game(game.id).to_act[0]
    other = page if seat == "red" else visit(link=game.links[seat], size=PHONE, touch=True)
    other.locator("#offers .offer").first.click()
    expect(page.locator(".seat-clocks [data-running='1'] .time")).to_have_text(RUNNING)
    assert amiss(page) == []
    hall = signed_in(site, visit, "/hall?tag=clocked")
    expect(hall.locator(".tables .clock[data-running='1'] .time")).to_have_text(RUNNING)
    assert amiss(hall, finger=0) == []
