"""One device for the whole table: it goes from hand to hand, and shows nobody what only somebody else may know."""

from __future__ import annotations

from random import Random

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.game.game import Game
from tests.api.site.organise.test_organise import person
from tests.builders.api.client import KEY, Caller
from tests.builders.api.forms import Person


@pytest.fixture
def organiser(caller: Caller) -> Person:
    """A browser that is signed in with the operator's key, as the one device of a table is."""
    return person(caller, KEY)


@pytest.fixture
def bid(organiser: Person, clerk: Clerk) -> tuple[Game, str]:
    """A game of Fief in which one seat has made its closed bid, and that seat."""
    organiser.go("/")
    organiser.send(organiser.form("/record/fief-tactics"))
    id, rng = organiser.answer.request.path.split("/")[2], Random(3)
    for n in range(200):
        game = clerk.game(id)
        seat = rng.choice(game.to_act)
        action = game.rules.sample(game.board, seat, rng)
        assert action is not None
        secret = type(action) in game.rules.secret_types and len(game.to_act) > 1
        game = clerk.act(Order(id, game.seq, "somebody", f"k{n}"), seat, action).game
        if secret and game.rules.hides(game.board):
            return game, seat
    raise AssertionError("nobody has bid")


def test_a_seats_secret_is_covered_until_it_is_asked_for(organiser: Person, bid: tuple[Game, str]) -> None:
    game, seat = bid
    path = f"/games/{game.id}/play"
    covered = organiser.go(f"{path}?seat={seat}").text
    assert "is covered" in covered and 'data-audience="public"' in covered
    assert f'href="?seat={seat}&amp;show={seat}"' in covered
    shown = organiser.go(f"{path}?seat={seat}&show={seat}").text
    assert "is covered" not in shown and f'data-audience="{seat}"' in shown
    other = next(one for one in game.to_act if one != seat)
    assert f'data-audience="{other}"' in organiser.go(f"{path}?seat={other}&show={seat}").text, (
        "who has nothing to hide yet goes on"
    )


def test_who_has_chosen_in_secret_leaves_nothing_of_it_on_the_screen(
    organiser: Person, clerk: Clerk, bid: tuple[Game, str]
) -> None:
    game, _ = bid
    other = game.to_act[0]
    organiser.go(f"/games/{game.id}/play?seat={other}")
    form = next(one for one in organiser.forms if one.action.endswith("/play/act"))
    answer = organiser.send(form, stay=other)
    assert answer.status_code == 200 and clerk.game(game.id).seq == game.seq + 1
    assert f'data-audience="{other}"' not in answer.text


def test_the_link_of_one_seat_has_nothing_covered(caller: Caller, clerk: Clerk, bid: tuple[Game, str]) -> None:
    game, seat = bid
    links = caller.post(f"/api/v1/games/{game.id}/links", {"role": "seat", "seats": [seat]}, Idempotency_Key="own").json
    own = Person(caller.app.test_client(), lang="en")
    own.go(f"/seat/{links['token']}")
    page = own.go(f"/games/{game.id}/play").text
    assert "is covered" not in page and f'data-audience="{seat}"' in page
