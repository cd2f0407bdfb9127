"""The organiser's list: cards of games, what counts with penalties, what is asked again and again, closing many; by forms."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from api.access.caller import OPERATOR_ID
from api.access.keys import make_key
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.clerk.seats import Seats
from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.table.rulings import Rulings
from projections.shapes.json import score_shape
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person, signed_in

pytestmark = pytest.mark.usefixtures("fixed_chance")


@pytest.fixture
def ended(app: Flask, clerk: Clerk) -> Dispute:
    """A duel that somebody has won, at table 12."""
    table = Dispute(app, clerk, seed=2, tags=["cup", "table 12"])
    table.played.until(lambda game: game.outcome is not None)
    return table


def organiser(table: Dispute) -> Person:
    return signed_in(table.table().caller.app)


def test_a_penalty_after_the_end_is_told_alike_in_header_stars_outcome_and_list(ended: Dispute) -> None:
    """Who wins follows from the points that count: five less two wherever they are shown."""
    outcome = ended.now.outcome
    assert outcome is not None
    (winner,) = outcome.winners
    Rulings(ended.clerk).rule(
        Order(ended.game, ended.now.seq, "judge", "fine"), Wish("penalty", seat=winner, points=-2), Grounds("Conduite", "conduct")
    )
    name = ended.now.setting.name(winner).en
    after = ended.now.outcome
    assert after is not None
    said = f"{after.text.en} With the arbiter's penalties: {name} 3 (5 − 2)."
    seat = Person(ended.table().caller.app.test_client(), ended.links[winner]["token"])
    assert f"<span>{name}</span> <strong>3 (5 − 2)</strong>" in seat.page
    assert said.replace("'", "&#39;") in seat.page
    counts = sum(line["total"] for line in score_shape(ended.now)["score"])
    assert seat.page.count('class="icon f-accent s-accent w1"') == 2 * counts, "as many stars as points count, in both shapes"
    assert seat.page.count('class="none s-harm w2"') == 2
    replay = seat.go(f"/games/{ended.game}").text
    desk = organiser(ended).go(f"/games/{ended.game}/desk").text
    found = organiser(ended).go("/organise?tag=cup").text
    assert all(said.replace("'", "&#39;") in page for page in (replay, desk, found))
    assert "<strong>3 (5 − 2)</strong>" in found


def test_a_card_has_table_players_points_and_state_and_strangers_see_no_names(ended: Dispute) -> None:
    Seats(ended.clerk).take(Order(ended.game, ended.now.seq, OPERATOR_ID, "sit"), "blue", "Anna Ott")
    page = organiser(ended).go("/organise").text
    assert '<span class="table">Table 12</span> Northgard: Training Grounds' in page
    assert "Blue · Anna Ott" in page
    assert '<span class="flag tag">cup</span>' in page
    assert "table 12</span>" not in page, "the table's number is no tag beside itself"
    stranger = Person(ended.table().caller.app.test_client())
    assert "Anna Ott" not in stranger.go("/").text


def test_the_list_is_answered_with_nothing_as_long_as_nothing_was_recorded(ended: Dispute) -> None:
    who = organiser(ended)
    etag = who.go("/organise", Greffe_Part="1").headers["ETag"]
    again = who.go("/organise", Greffe_Part="1", If_None_Match=etag)
    assert (again.status_code, again.data) == (304, b"")
    assert who.go("/organise", If_None_Match=etag).status_code == 200, "whoever opens the page gets it"
    ended.clerk.note(Order(ended.game, ended.now.seq, "judge", "n"), "Tea.")
    assert who.go("/organise", Greffe_Part="1", If_None_Match=etag).status_code == 200


def test_many_games_are_closed_each_by_itself_and_once(ended: Dispute, app: Flask, clerk: Clerk) -> None:
    """What has ended is ticked; what somebody wrote to meanwhile stays open and says why; the rest is closed."""
    playing, late = Dispute(app, clerk, seed=3), Dispute(app, clerk, seed=2)
    late.played.until(lambda game: game.outcome is not None)
    who = organiser(ended)
    who.go(f"/organise/close?game={playing.game}&game={ended.game}&game={late.game}")
    ticked = re.findall(r'name="game" value="(\w+)" checked', who.page)
    assert sorted(ticked) == sorted([ended.game, late.game])
    assert who.page.count("would be broken off</span>") == 1
    clerk.note(Order(late.game, late.now.seq, "judge", "n"), "Wait.")
    form = who.form("/organise/close")
    data = {**form.sent(), "game": ticked, "shown": [playing.game, ended.game, late.game]}
    answer = who.post("/organise/close", data)  # type: ignore[arg-type]
    assert [one.now.status for one in (playing, ended, late)] == ["open", "closed", "ended"]
    assert f"Closed: record {ended.now.seq}." in answer.text
    assert "This was entered against record" in answer.text
    seq = ended.now.seq
    assert who.post("/organise/close", data).status_code == 200  # type: ignore[arg-type]
    assert ended.now.seq == seq


def test_no_organiser_closes_the_games_of_another(ended: Dispute, clerk: Clerk) -> None:
    key = make_key(clerk.key_values, "organiser", "another", clerk.clock())[1]
    other = signed_in(ended.table().caller.app, key=key)
    assert other.go(f"/organise/close?game={ended.game}").status_code == 403
