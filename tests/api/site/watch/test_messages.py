"""The pages of messages: asking for them, how they stand, and who sees that."""

from __future__ import annotations

import pytest
from flask import Flask

from api.access.keys import make_key
from domain.clerk.clerk import Clerk
from ops.notifying.store import NotificationStore
from tests.api.site.organise.test_organise import person
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller
from tests.builders.api.forms import Person


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """A game with its links."""
    return Club(app, clerk)


def sitting(club: Club, seat: str) -> Person:
    """Whoever has opened a seat's link."""
    return Person(club.app.test_client(), club.links[seat]["token"])


def test_a_phone_asks_to_be_called_and_stops_it(club: Club, notifications: NotificationStore) -> None:
    seat, where = sitting(club, "blue"), f"/games/{club.game}/messages"
    assert f'href="{where}"' in seat.page
    seat.go(where)
    asked = {
        "way": "ntfy",
        "to": "https://ntfy.sh/our-table",
        "only": "turn",
        "start": "22:00",
        "end": "08:00",
        "zone": "Europe/Paris",
    }
    seat.send(seat.form("/messages"), **asked)
    assert "https://ntfy.sh/our-table" in seat.page
    [at] = notifications.all()
    assert (at.subscription.about, at.subscription.quiet is not None) == (("turn",), True)
    other = sitting(club, "red")
    other.go(where)
    assert "ntfy.sh/our-table" not in other.page
    seat.send(seat.form("/test"))
    assert "1 waiting" in seat.page
    seat.send(seat.form("/end"))
    assert notifications.all() == ()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"way": "ntfy", "to": "our table"}, "no spaces"),
        ({"way": "mail", "to": "ada"}, "no e-mail address"),
        ({"way": "webhook", "to": "https://club.example", "start": "22:00", "end": "08:00", "zone": "Mars"}, "no such time zone"),
        ({"way": "webhook", "to": "https://club.example", "start": "22:00", "end": ""}, "quiet-end"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_stands_there(asked: dict[str, str], said: str, club: Club) -> None:
    seat = sitting(club, "blue")
    seat.go(f"/games/{club.game}/messages")
    assert seat.send(seat.form("/messages"), **asked).status_code == 422
    assert said in seat.page
    assert f'value="{asked["to"]}"' in seat.page


def test_the_operator_sees_what_is_parked_and_why_in_french_too(club: Club, app: Flask, notifications: NotificationStore) -> None:
    seat = sitting(club, "blue")
    seat.go(f"/games/{club.game}/messages")
    seat.send(seat.form("/messages"), way="webhook", to="https://club.example/secret-path")
    [at] = notifications.all()
    notifications.put(at.subscription.id, "msg_1", "test", b"{}", at.subscription.at)
    notifications.failed(notifications.waiting(at.subscription.id, 1), at.subscription.at, "it answers 500", 13, None)
    operator = person(Caller(app), KEY)
    operator.go("/messages")
    assert "it answers 500" in operator.page
    assert "1 parked" in operator.page
    assert "secret-path" not in operator.page
    resume = operator.form("/resume")
    operator.go("/messages?lang=fr")
    assert "il répond 500" in operator.page
    rival = person(Caller(app), make_key(club.clerk.key_values, "organiser", "rival", club.clerk.clock())[1])
    rival.go("/messages")
    assert at.subscription.id not in rival.page
    operator.send(resume)
    assert notifications.counts().waiting == 1


def test_links_in_e_mails_change_nothing_by_being_opened(club: Club, app: Flask, notifications: NotificationStore) -> None:
    seat = sitting(club, "blue")
    seat.go(f"/games/{club.game}/messages")
    seat.send(seat.form("/messages"), way="mail", to="ada@club.example")
    [at] = notifications.all()
    tokens, reader = app.extensions["greffe"].tokens, Person(app.test_client())
    reader.go(tokens.confirm_page(at.subscription.id))
    assert [one.state for one in notifications.all()] == ["unconfirmed"]
    reader.press("Yes, send me messages")
    assert [one.state for one in notifications.all()] == ["active"]
    reader.go(tokens.stop_page(at.subscription.id))
    assert len(notifications.all()) == 1
    reader.press("Send me no more")
    assert notifications.all() == ()
