import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SCREEN, Site, Visits, overflow
from tests.browser.play.playing import await_record, fixed, play_on
from tests.browser.watch.watching import DEMO, at, await_frame, painted, walk

TITLE = "northgard-training"
SHOWN = ".stage .picture > svg:visible"
TABLET = {"width": 1180, "height": 820}


def expect_shape(page: Page, shape: str) -> None:
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator(SHOWN)).to_have_class(
        re.compile(r"\bwide\b") if shape == "wide" else re.compile(r"^(?!.*\bwide\b)")
    )


ROOMY = [
    (PHONE, "tall", True),
    (TABLET, "tall", True),
    (SCREEN, "wide", True),
    (PHONE, "tall", False),
    (SCREEN, "wide", False),
]


@pytest.mark.parametrize(("size", "shape", "scripts"), ROOMY)
def test_a_window_shows_the_shape_that_it_has_room_for(
    size: dict[str, int], shape: str, scripts: bool, site: Site, visit: Visits
) -> None:
    seat = fixed(site, TITLE, 6).links["blue"]
    for page in (
        visit(f"/games/{DEMO}", size=size, scripts=scripts),
        visit(link=seat, size=size, scripts=scripts),
    ):
        expect_shape(page, shape)
        assert overflow(page) <= 0


def test_a_screens_board_fills_its_frame_with_letters_of_11_px(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}", size=SCREEN)
    frame, board = (
        page.locator(".stage .picture").bounding_box(),
        page.locator(SHOWN).bounding_box(),
    )
    assert frame is not None and board is not None
    assert board["width"] >= 900 and board["width"] >= frame["width"] - 2
    assert board["y"] + board["height"] <= page.locator(".scrub").evaluate(
        "one => one.getBoundingClientRect().top"
    )


def test_paper_has_the_wide_board(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}", size=PHONE, scripts=False)
    page.emulate_media(media="print")
    expect_shape(page, "wide")


def test_a_replay_that_is_turned_goes_on_in_the_other_shape(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12", size=SCREEN)
    await_frame(page, 13)
    drawn = painted(page, 12)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect_shape(page, "tall")
    assert at(page) == 12
    await_frame(page, 13)
    walk(page, 13, 20)
    expect_shape(page, "tall")
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    expect_shape(page, "wide")
    walk(page, 12)
    assert painted(page, 12) == drawn


def test_a_seats_page_that_is_turned_is_played_on_in_the_other_shape(
    site: Site, visit: Visits
) -> None:
    game = fixed(site, TITLE, 6)
    now = site.clerk.game(game.id)
    page = visit(link=game.links[now.to_act[0]], size=SCREEN)
    await_record(page, now.seq)
    expect_shape(page, "wide")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect_shape(page, "tall")
    expect(page.locator("#board g.can").first).to_be_visible()
    await_record(page, play_on(site, game.id, lambda now: now.seq >= 8).seq)
    expect_shape(page, "tall")
