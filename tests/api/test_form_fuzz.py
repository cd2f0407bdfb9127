"""No request is answered with 500, whatever a form or an address contains."""

from random import Random

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from tests.amount import slow
from tests.api.form_fuzz import fuzzed
from tests.builders.api.callers import Club
from tests.builders.api.forms import signed_in
from tests.builders.api.seated import sits
from tests.builders.players import play_on


@slow("a house is built, and asked thousands of times")
def test_no_form_and_no_address_is_answered_500() -> None:
    done = fuzzed(2_000, 1)
    assert list(done.faults.values()) == []
    assert done.statuses[200] > 600 and done.statuses[303] > 40, "it comes far enough in"


LINE = "own.categories.0."
DRAWN = {"sheet": "own", f"{LINE}name": "Farms"}


@pytest.mark.parametrize(
    ("of", "fields"),
    [
        ("/organise/games/{game}/looks?after=x", None),
        ("/games/{game}/play/grid", {"seq": "1", "key": "a"}),
        (
            "/games/{game}/play/act",
            {"seq": "9", "key": "b", "action": '{"type":"move"}', "form": "1"},
        ),
        ("/games/{game}/play/foresee", {"seq": "1", "key": "c", "seat": "nobody", "action": "{}"}),
        ("/record", {"key": "d", **DRAWN, f"{LINE}kind": "reckoned"}),
        ("/record", {"key": "e", **DRAWN, f"{LINE}kind": "number", f"{LINE}parts": "1/2"}),
    ],
)
def test_requests_once_answered_with_500_are_refused(
    app: Flask, clerk: Clerk, club: Club, of: str, fields: dict[str, str] | None
) -> None:
    play_on(clerk, clerk.game(club.game), Random(1), lambda game: game.seq >= 9)
    who = sits(club, "arbiter") if of.startswith("/games") else signed_in(app)
    who.go("/")
    path = of.format(game=club.game)
    answer = who.go(path) if fields is None else who.post(path, fields)
    assert 400 <= answer.status_code < 500, answer.text
