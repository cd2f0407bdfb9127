"""Matches of several games on the pages: phones report them and open their next games."""

import re
from random import Random

from flask import Flask

from domain.game.clerk.clerk import Clerk
from tests.builders.api.event_pages import EventPages
from tests.builders.players import play_on


def test_paper_asks_for_the_games_of_a_match_and_shows_percentages(app: Flask) -> None:
    event = EventPages(app, 4, match__games="3", keys__0="game-win", keys__1="").begun()
    slips = event.go("/paper/slips").text
    assert "0 \u2002 1 \u2002 2" in slips and "½" not in slips and "time over" in slips
    event.type_result(1, 1, "", "1 2")
    assert re.findall(r"<strong>(.*?)</strong>", event.go("/screen").text)[:2] == ["1", "2"]
    sheet = event.go("/paper/worksheet").text
    assert "= <strong>66.7% (2/3)</strong>" in sheet
    assert "+" not in sheet.split('<section class="sums"', 1)[1], "the most is no sum"


def test_a_match_goes_on_from_a_phone_is_reported_and_corrected(app: Flask, clerk: Clerk) -> None:
    event = EventPages(app, 4, "northgard-training", match__games="3").begun(games=True)
    first = event.now.rounds[0].tables[0]
    play_on(clerk, clerk.game(first.game), Random(1), anybody=True)
    assert "Open the next game" in event.go("/rounds/1/tables/1").text
    assert "Take 1 result" not in event.go("/rounds/1").text, "the match is not decided"
    assert "Open the next game" in event.go("/hall").text
    mine = event.link("", first.entrants[0])
    assert "Open the next game" not in event.link("", event.tables(1)[2][0]).page
    mine.send(mine.form("/me/game"), "Open the next game", follow=False)
    assert event.now.rounds[0].tables[0].before == (first.linked,)
    one, two = event.tables(1)[2]
    for number, drawn in ((one, "x"), (one, "0"), (two, "0")):
        who = event.link("", number)
        form, won = who.form("/me/slip", "slip"), {f"score-{one}": "2", f"score-{two}": "1"}
        who.send(form, "Report", follow=False, drawn=drawn, **won)
        assert who.answer.status_code == (303 if drawn == "0" else 422)
    assert "2 – 1" in event.go("/rounds/1").text
    rounds = " ".join(re.sub("<[^>]+>", "", event.link("", two).page).split())
    assert f"Round 1 Against Player {one} Seat 2 · 1 – 2 0" in rounds
    score = {f"score-{one}": "1", f"score-{two}": "1"}
    path = "/rounds/1/tables/2"
    event.fill_in(path, f"{path}/correct", "See what would follow", **score)
    assert "does not decide the match" in event.trouble()
    event.fill_in(path, f"{path}/correct", "See what would follow", drawn="1", **score)
    event.confirm()
    assert "drew (1 – 1 – 1)" in event.go(path).text
