import pytest
from flask import Flask

from api.web.access.keys import make_key
from ops.messages.store import NotificationStore
from projections.messages.subscriptions import Digest
from tests.builders.api.callers import Club
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import signed_in
from tests.builders.api.seated import sits


def test_a_phone_asks_to_be_called_and_stops_it(
    club: Club, notifications: NotificationStore
) -> None:
    seat, where = sits(club, "blue"), f"/games/{club.game}/messages"
    assert f'href="{where}"' in seat.page
    seat.go(where)
    fields = {
        "way": "ntfy",
        "to": "https://ntfy.sh/our-table",
        "only": "turn",
        "start": "22:00",
        "end": "08:00",
        "zone": "Europe/Paris",
        "digest": "18:30",
    }
    seat.send(seat.form("/messages"), **fields)
    assert "https://ntfy.sh/our-table" in seat.page
    [at] = notifications.all()
    assert (at.subscription.about, at.subscription.quiet is not None) == (("turn",), True)
    assert at.subscription.digest == Digest("18:30", "Europe/Paris")
    seat.send(seat.form("/mute"))
    assert notifications.all()[0].subscription.muted and "muted" in seat.page
    seat.send(seat.form("/unmute"))
    assert not notifications.all()[0].subscription.muted
    assert "ntfy.sh/our-table" not in sits(club, "red").go(where).text
    seat.send(seat.form("/test"))
    assert "1 waiting" in seat.page
    seat.send(seat.form("/end"))
    assert notifications.all() == ()


def test_a_webhooks_secret_is_shown_once_and_changed_without_a_gap(
    club: Club, notifications: NotificationStore
) -> None:
    seat, where = sits(club, "blue"), f"/games/{club.game}/messages"
    assert (
        seat.fill_in(where, "/messages", way="webhook", to="https://club.example/hook").status_code
        == 200
    )
    [first] = notifications.all()
    assert f'value="{first.subscription.secret}"' in seat.page
    assert "signed with the secret before" not in seat.page
    assert "whsec_" not in seat.go(where).text
    rotate = seat.form("/rotate")
    seat.send(rotate)
    [at] = notifications.all()
    assert at.subscription.secret != first.subscription.secret == at.subscription.before
    assert f'value="{at.subscription.secret}"' in seat.page
    assert first.subscription.secret not in seat.page
    assert "signed with the secret before" in seat.page
    seat.send(rotate)  # sent twice: it is changed once
    assert notifications.all()[0].subscription == at.subscription
    assert "whsec_" not in seat.go(where).text
    operator = signed_in(club.app, at="/messages")
    assert "/rotate" not in operator.page
    refused = operator.post(f"/messages/{at.subscription.id}/rotate", {"key": "page-x"})
    assert refused.status_code == 422 and "whsec_" not in refused.text
    seat.send(seat.form("/messages"), way="ntfy", to="https://ntfy.sh/our-table")
    assert "whsec_" not in seat.page


def test_a_player_asks_to_be_called_to_their_table_and_the_director_to_what_waits(
    event: EventPages, notifications: NotificationStore
) -> None:
    player, where = event.link("", 2), f"{event.base}/messages"
    assert f'href="{where}"' in player.page
    assert "my turn" not in player.go(where).text
    player.send(player.form("/messages"), way="ntfy", to="https://ntfy.sh/second")
    [at] = notifications.all()
    assert (at.subscription.game, at.subscription.tournament, at.subscription.holder.seats) == (
        event.id,
        True,
        ("2",),
    )
    assert f'href="{where}"' in event.go().text
    assert "ntfy.sh/second" not in event.go("/messages").text, "each sees their own"
    event.director.send(
        event.director.form("/messages"), way="webhook", to="https://club.example/hook"
    )
    assert len(notifications.all()) == 2 and event.link("Screen").go(where).status_code == 403
    assert event.director.go("/tournaments/000000000000/messages").status_code == 404
    player.fill_in(where, "/end")
    assert "ntfy.sh/second" not in player.page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"way": "ntfy", "to": "our table"}, "no spaces"),
        ({"way": "mail", "to": "ada"}, "no e-mail address"),
        (
            {
                "way": "webhook",
                "to": "https://club.example",
                "start": "22:00",
                "end": "08:00",
                "zone": "Mars",
            },
            "no such time zone",
        ),
        (
            {"way": "webhook", "to": "https://club.example", "start": "22:00", "end": ""},
            "quiet-end",
        ),
        (
            {"way": "slack", "to": "https://club.example", "digest": "18:30"},
            "A digest is for a person",
        ),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_stands_there(
    fields: dict[str, str], sentence: str, club: Club
) -> None:
    seat, where = sits(club, "blue"), f"/games/{club.game}/messages"
    assert seat.fill_in(where, "/messages", **fields).status_code == 422 and sentence in seat.page
    assert f'value="{fields["to"]}"' in seat.page


def test_the_operator_sees_what_is_parked_and_why_in_french_too(
    club: Club, app: Flask, notifications: NotificationStore
) -> None:
    sits(club, "blue").fill_in(
        f"/games/{club.game}/messages",
        "/messages",
        way="webhook",
        to="https://club.example/secret-path",
    )
    [at] = notifications.all()
    notifications.put(at.subscription.id, "msg_1", "test", b"{}", at.subscription.at)
    now = at.subscription.at
    notifications.note_failed(
        notifications.waiting(at.subscription.id, now, 1),
        now,
        "it answers 500",
        80,
        None,
        whole=True,
    )
    operator = signed_in(app, at="/messages")
    assert "it answers 500" in operator.page and "1 parked" in operator.page
    assert "secret-path" not in operator.page
    resume = operator.form("/resume")
    assert "il répond 500" in operator.go("/messages?lang=fr").text
    rival = signed_in(
        app,
        key=make_key(club.clerk.key_values, "organiser", "rival", club.clerk.clock())[1],
        at="/messages",
    )
    assert at.subscription.id not in rival.page
    operator.send(resume)
    assert notifications.counts().waiting == 1
