"""Clocks of seats by the API and the pages: agreed at opening, shown at the table and in the hall, refused if they are none."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from tests.api.site.organise.test_organise import person
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, new_key
from tests.builders.api.seated import sits

FISCHER = {"kind": "fischer", "seconds": 300, "increment": 5}


def test_a_game_tells_its_clocks_and_each_record_its_reading(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, time_control=FISCHER)
    before = club.table().get().json
    assert (before["time_control"], before["clocks"]["runs"]) == (FISCHER, [])
    assert set(before["clocks"]["left"].values()) == {300_000}
    club.table().move()
    now = club.table().get().json
    assert now["clocks"]["runs"] == now["to_act"]
    for name in ("spectator", "red"):
        records = club.table(name).get("/records").json["records"]
        assert all(one["record"]["clock_reading"]["left"] for one in records)
    assert Club(app, clerk).table().get().json["clocks"] is None


@pytest.mark.parametrize(
    ("control", "pointer"),
    [
        ({"kind": "sundial", "seconds": 60}, "/time_control/kind"),
        ({"kind": "budget", "seconds": 0}, "/time_control/seconds"),
        ({"kind": "budget", "seconds": 604_801}, "/time_control/seconds"),
        ({"kind": "budget"}, "/time_control/seconds"),
        ({"kind": "budget", "seconds": 60, "increment": 5}, "/time_control/increment"),
        ({"kind": "fischer", "seconds": 60, "increment": -1}, "/time_control/increment"),
        ({"kind": "fischer", "seconds": 60, "delay": 1}, "/time_control/delay"),
    ],
)
def test_clocks_that_are_none_are_refused_at_their_field(control: dict[str, Any], pointer: str, caller: Caller) -> None:
    answer = caller.post(GAMES, {"ruleset": TITLE, "time_control": control}, Idempotency_Key=new_key())
    assert answer.status_code == 422, answer.json
    assert pointer in answer.text
    assert caller.get(GAMES).json["games"] == []


def test_an_organiser_agrees_clocks_for_a_title_and_for_a_sheet(caller: Caller, clerk: Clerk) -> None:
    boss = person(caller, KEY)
    boss.go(f"/organise/open?ruleset={TITLE}")
    wrong = boss.send(boss.form("/organise/open"), **{"clock.kind": "budget", "clock.minutes": "0"})
    assert wrong.status_code == 422
    assert boss.text("clock-minutes-wrong").startswith("Enter the time on each clock in whole numbers")
    assert boss.form("/organise/open").fields["clock.kind"].value == "budget", "what was entered is kept"
    wrong = boss.send(boss.form("/organise/open"), **{"clock.kind": "fischer", "clock.minutes": "5", "clock.increment": "-3"})
    assert (wrong.status_code, "0" in boss.text("clock-increment-wrong")) == (422, True)
    good = {"clock.kind": "fischer", "clock.minutes": "5", "clock.increment": "3"}
    assert boss.send(boss.form("/organise/open"), **good).status_code == 200
    boss.go("/record")
    boss.send(boss.form("/record"), "Begin", **{"clock.kind": "per-move", "clock.minutes": "1", "clock.seconds": "30"})
    found = {one["ruleset"]: one["time_control"] for one in caller.get(GAMES).json["games"]}
    assert found == {
        TITLE: {"kind": "fischer", "seconds": 300, "increment": 3},
        "score-sheet": {"kind": "per-move", "seconds": 90},
    }


def test_the_table_and_the_hall_see_whose_time_is_over(app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(app, clerk, time_control=FISCHER, tags=["blitz", "table 3"])
    seat = clerk.game(club.game).to_act[0]
    player = sits(club, seat)
    assert "The clocks start with the first action." in player.page
    club.table().move()
    (runs,) = club.table().get().json["clocks"]["runs"]
    page = sits(club, seat, "fr").page
    assert "Les pendules partent" not in page
    assert re.findall(r'data-clock="(\d+)" data-running="1"', page)
    later = clerk.clock() + timedelta(seconds=400)
    monkeypatch.setattr(clerk, "clock", lambda: later)
    assert re.search(r'class="clock over acts" data-clock="-\d+" data-running="1"', sits(club, seat).page)
    hall = sits(club, "red")
    hall.go(f"/seat/{club.hall('blitz')['token']}")
    page = hall.go("/hall").text
    assert '<h2 id="over">' in page
    assert f'data-waits="time:{club.game}:{runs}"' in page
