"""Clocks of seats on the pages of a tournament in a real browser: in its rules, beside who sits at each table, on the screens."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, SCREEN, Site, Visits, amiss, signed_in, small
from tests.browser.play.playing import play_on
from tests.browser.tournaments.test_tournaments import HALL, Event

FISCHER = {"kind": "fischer", "seconds": 1500, "increment": 10}
RUNNING = re.compile(r"^2[45]:\d\d$")
"""Less than the 25 minutes that a clock begins with, and the seconds that a turn adds."""


@pytest.fixture(scope="module")
def clocked(site: Site) -> Event:
    """A round of duels that anybody may watch; at the first table one plays, at the second the time of one is over."""
    opening: dict[str, Any] = {"ruleset": "northgard-training", "public": True}
    stage = {"rounds": 2, "time_control": FISCHER}
    event = Event(site, 6, tables=False, title="Blitz de rentrée", stage=stage, **opening)
    event.pair(1)
    event.write("/rounds/1/games")
    for table in event.tables(1)[:2]:
        first = site.clerk.game(table["game"]).to_act
        now = play_on(site, table["game"], lambda now, first=first: now.to_act != first)
    over = {"remedy": {"type": "set-clock", "seat": now.to_act[0], "seconds": 0}, "code": "time"}
    site.post(f"/games/{now.id}/rulings", over, If_Match=f'"{now.seq}"')
    return event


def test_a_round_shows_the_clocks_of_its_tables_and_whose_time_is_over(clocked: Event, site: Site, visit: Visits) -> None:
    for path, size, lang in (("/rounds/1", PHONE, "fr"), ("/hall", SCREEN, "en"), ("/screen?show=pairings", HALL, "fr")):
        page = signed_in(site, visit, clocked.base + path, lang=lang, size=size, dark=lang == "fr")
        expect(page.locator(".clock[data-running='1']:not(.over) .time")).to_have_text(RUNNING)
        expect(page.locator(".clock.over .time-over")).to_have_text("temps écoulé" if lang == "fr" else "time over")
        assert amiss(page, finger=0) == []
        if size is PHONE:
            assert small(page) == []
