from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.messages.subscribing import TESTS
from domain.game.clerk.clerk import Clerk
from ops.messages.store import NotificationStore
from projections.messages.tokens import Tokens
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import GAMES, Caller, new_key, problem, set_settings

SUBSCRIPTIONS = "/api/v1/subscriptions"
HOOK = {"way": "webhook", "to": "https://club.example/greffe"}


def subscribe(
    who: Caller, to: str, body: dict[str, Any] | None = None, key: str = ""
) -> TestResponse:
    return who.post(to, body or HOOK, Idempotency_Key=key or new_key())


def made(who: Caller, to: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    answer = subscribe(who, to, body)
    assert answer.status_code == 201, answer.json
    return dict(answer.json)


def listed(who: Caller) -> list[str]:
    return [subscription["id"] for subscription in who.get(SUBSCRIPTIONS).json["subscriptions"]]


def test_a_seat_subscribes_to_its_game_and_sees_its_own_subscription_alone(
    club: Club, caller: Caller
) -> None:
    seat, other = club.holder("blue"), club.holder("red")
    subscription = made(seat, f"{GAMES}/{club.game}/subscriptions")
    assert subscription["secret"].startswith("whsec_")
    assert (subscription["state"], subscription["game"], subscription["deliveries"]["waiting"]) == (
        "active",
        club.game,
        0,
    )
    assert listed(seat) == [subscription["id"]] and listed(other) == []
    path, unknown = f"{SUBSCRIPTIONS}/{subscription['id']}", (404, "unknown-subscription")
    assert "secret" not in seat.get(path).json
    for of in ("", "/deliveries"):
        assert problem(other.get(f"{path}{of}")) == unknown
    assert other.get(path).data == other.get(f"{SUBSCRIPTIONS}/nothing").data
    for deed in ("end", "resume"):
        assert problem(other.post(f"{path}/{deed}")) == unknown
    assert listed(caller) == [subscription["id"]]
    assert (
        caller.get(f"{SUBSCRIPTIONS}/{subscription['id']}").json["to"] == "https://club.example/…"
    )


def test_nobody_subscribes_to_what_they_may_not_see(club: Club, app: Flask, clerk: Clerk) -> None:
    game = f"{GAMES}/{club.game}/subscriptions"
    for who, where, refused in (
        (organiser(app, clerk, "another club"), game, (403, "not-covered")),
        (club.holder("spectator"), game, (403, "role-too-low")),
        (club.holder("blue"), SUBSCRIPTIONS, (403, "role-too-low")),
        (Caller(app), f"{GAMES}/000000000000/subscriptions", (404, "unknown-game")),
    ):
        assert problem(subscribe(who, where)) == refused


def test_the_same_address_once_more_is_refused(club: Club) -> None:
    where = f"{GAMES}/{club.game}/subscriptions"
    made(club.holder("blue"), where)
    assert problem(subscribe(club.holder("blue"), where)) == (422, "subscription-refused")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"way": "webhook", "to": "ftp://club.example"}, "/to"),
        ({"way": "webhook", "to": "https://"}, "/to"),
        ({"way": "ntfy", "to": "https://ntfy.sh/our-table", "form": "cloudevents"}, "/form"),
        ({"way": "webhook", "to": "https://user:password@club.example/"}, "/to"),
        ({"way": "webhook", "to": "http://club.example/"}, "/to"),
        ({"way": "webhook", "to": "https://club.example/\r\nX-Evil: 1"}, "/to"),
        ({"way": "webhook", "to": "https://clüb.example/"}, "/to"),
        ({"way": "webhook", "to": "https://club.example:0/"}, "/to"),
        ({"way": "webhook", "to": "https://[::1/"}, "/to"),
        ({"way": "mail", "to": "ada"}, "/to"),
        ({"way": "mail", "to": "ada@club.example, bob@club.example"}, "/to"),
        ({"way": "mail", "to": "ada@club.example\nBcc: bob@club.example"}, "/to"),
        ({"way": "ntfy", "to": "https://ntfy.sh/"}, "/to"),
        ({"way": "ntfy", "to": "https://ntfy.sh/a topic"}, "/to"),
        ({"way": "pigeon", "to": "https://club.example"}, "/way"),
        ({"way": "push", "to": "https://push.example/abc"}, "/token"),
        ({"way": "push", "to": "https://push.example/abc", "token": "B.x"}, "/token"),
        ({**HOOK, "about": ["gossip"]}, "/about/0"),
        ({**HOOK, "about": []}, "/about"),
        ({**HOOK, "language": "tlh"}, "/language"),
        ({**HOOK, "quiet": {"start": "25:00", "end": "08:00"}}, "/quiet/start"),
        (
            {**HOOK, "quiet": {"start": "22:00", "end": "08:00", "zone": "Mars/Olympus"}},
            "/quiet/zone",
        ),
        (
            {**HOOK, "quiet": {"start": "22:00", "end": "08:00", "zone": "../../etc/passwd"}},
            "/quiet/zone",
        ),
        ({**HOOK, "digest": {"at": "08:00"}}, "/digest"),
        ({**HOOK, "secret": "mine"}, "/secret"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    body: dict[str, Any], pointer: str, club: Club
) -> None:
    answer = subscribe(club.holder("blue"), f"{GAMES}/{club.game}/subscriptions", body)
    assert problem(answer) == (422, "invalid-fields")
    assert answer.json["errors"][0]["pointer"].startswith(pointer)
    assert listed(club.holder("blue")) == []


def test_an_address_that_no_message_may_go_to_is_refused_at_once(club: Club, app: Flask) -> None:
    there = app.extensions["greffe"].settings.notifications
    set_settings(app, notifications=replace(there, may_be_asked=lambda to: "192.168." not in to))
    for to, status in (("https://192.168.1.9/hook", 422), ("https://hooks.example/x", 201)):
        answer = club.holder("red").post(
            f"{club.path}/subscriptions", {"way": "webhook", "to": to}, Idempotency_Key=new_key()
        )
        assert answer.status_code == status, answer.json
        if status == 422:
            assert "GREFFE_NOTIFY_NETWORKS" in answer.json["detail"]
            assert answer.json["errors"][0]["pointer"] == "/to"


def test_an_e_mail_address_is_told_nothing_before_it_is_confirmed(
    club: Club, app: Flask, notifications: NotificationStore
) -> None:
    seat, anybody = club.holder("blue"), Caller(app, key=None)
    body = {"way": "mail", "to": "ada@club.example", "language": "fr"}
    subscription = made(seat, f"{GAMES}/{club.game}/subscriptions", body)
    [confirmation] = notifications.deliveries(subscription["id"], 0, 10)
    assert (subscription["state"], confirmation.about) == ("unconfirmed", "confirm")
    page = confirmation.body.decode().partition("/notifications/confirm/")[2].partition('"')[0]
    again = subscribe(club.holder("red"), f"{GAMES}/{club.game}/subscriptions", body)
    assert problem(again) == (
        422,
        "subscription-refused",
    )  # nobody is sent one mail after the other
    assert problem(
        seat.post(f"{SUBSCRIPTIONS}/{subscription['id']}/test", Idempotency_Key=new_key())
    ) == (
        422,
        "subscription-refused",
    )
    assert anybody.get(f"/notifications/confirm/{page}").status_code == 200
    assert notifications.find(subscription["id"]).state == "unconfirmed"  # type: ignore[union-attr]  # a program that opens links changes nothing
    assert problem(anybody.post(f"{SUBSCRIPTIONS}/confirm", {"token": page[:-1]})) == (
        404,
        "unknown-subscription",
    )
    assert anybody.client.post(f"/notifications/confirm/{page}").status_code == 200
    assert seat.get(f"{SUBSCRIPTIONS}/{subscription['id']}").json["state"] == "active"
    assert anybody.post(f"{SUBSCRIPTIONS}/confirm", {"token": page}).json == {
        "id": subscription["id"]
    }


def test_one_click_ends_it(club: Club, app: Flask) -> None:
    seat, anybody = club.holder("blue"), Caller(app, key=None)
    subscription = made(
        seat, f"{GAMES}/{club.game}/subscriptions", {"way": "mail", "to": "ada@club.example"}
    )
    stop = f"/notifications/stop/{app.extensions['greffe'].of(Tokens).token('stop', subscription['id'])}"
    assert anybody.get(stop).status_code == 200 and listed(seat) == [subscription["id"]]
    assert anybody.client.get(stop[:-1]).status_code == 404
    assert anybody.client.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert listed(seat) == []
    assert anybody.client.post(stop).status_code == 200  # again: it is so already


def test_a_secret_changes_without_a_gap(club: Club, notifications: NotificationStore) -> None:
    seat, key = club.holder("blue"), new_key()
    subscription = made(seat, f"{GAMES}/{club.game}/subscriptions")
    refused = Caller(club.app).post(
        f"{SUBSCRIPTIONS}/{subscription['id']}/rotate", Idempotency_Key=new_key()
    )
    assert problem(refused) == (422, "subscription-refused"), "nobody else is to know it"
    path = f"{SUBSCRIPTIONS}/{subscription['id']}/rotate"
    rotated, again = (seat.post(path, Idempotency_Key=key).json["secret"] for _ in range(2))
    assert rotated == again != subscription["secret"]
    at = notifications.find(subscription["id"])
    assert (at.subscription.secret, at.subscription.before) == (rotated, subscription["secret"])
    ntfy = made(
        seat,
        f"{GAMES}/{club.game}/subscriptions",
        {"way": "ntfy", "to": "https://ntfy.sh/our-table"},
    )
    assert problem(
        seat.post(f"{SUBSCRIPTIONS}/{ntfy['id']}/rotate", Idempotency_Key=new_key())
    ) == (422, "subscription-refused")


def test_a_test_is_queued_once_and_its_delivery_shown(club: Club) -> None:
    seat, key = club.holder("blue"), new_key()
    subscription = made(seat, f"{GAMES}/{club.game}/subscriptions")
    path = f"{SUBSCRIPTIONS}/{subscription['id']}/test"
    sent = seat.post(path, Idempotency_Key=key)
    assert sent.status_code == 202
    [shown] = seat.get(f"{SUBSCRIPTIONS}/{subscription['id']}/deliveries").json["deliveries"]
    assert (shown["id"], shown["about"], shown["state"]) == (sent.json["id"], "test", "waiting")
    sent_again = [seat.post(path, Idempotency_Key=new_key()).status_code for _ in range(TESTS)]
    assert sent_again == [202] * (TESTS - 1) + [422]
    assert seat.post(path, Idempotency_Key=key).json == sent.json


def test_preferences_are_said_anew(club: Club) -> None:
    seat = club.holder("blue")
    subscription = made(seat, f"{GAMES}/{club.game}/subscriptions")
    quiet = {"start": "22:00", "end": "08:00", "zone": "Europe/Paris"}
    json = seat.post(
        f"{SUBSCRIPTIONS}/{subscription['id']}/preferences",
        {"about": ["turn"], "quiet": quiet, "muted": True},
    ).json
    assert (json["about"], json["quiet"], json["muted"]) == (["turn"], quiet, True)
    assert seat.post(f"{SUBSCRIPTIONS}/{subscription['id']}/preferences", {}).json["muted"] is False


def test_an_organiser_subscribes_to_all_that_the_key_covers_and_ends_it(club: Club) -> None:
    subscription = made(club.organiser, SUBSCRIPTIONS)
    assert (subscription["game"], subscription["tournament"]) == (None, None)
    assert club.organiser.post(f"{SUBSCRIPTIONS}/{subscription['id']}/end").json == {
        "subscriptions": []
    }


def test_a_link_has_room_for_ten(club: Club) -> None:
    for n in range(10):
        made(
            club.holder("blue"),
            f"{GAMES}/{club.game}/subscriptions",
            {**HOOK, "to": f"https://club.example/{n}"},
        )
    assert problem(subscribe(club.holder("blue"), f"{GAMES}/{club.game}/subscriptions")) == (
        422,
        "subscription-refused",
    )


def test_an_address_lies_sealed_in_the_store_and_is_forgotten_with_its_subscription(
    club: Club, notifications: NotificationStore, tmp_path: Any
) -> None:
    seat = club.holder("blue")
    subscription = made(
        seat, f"{GAMES}/{club.game}/subscriptions", {"way": "mail", "to": "ada@club.example"}
    )
    assert b"ada@" not in b"".join(file.read_bytes() for file in tmp_path.glob("notifications*"))
    seat.post(f"{SUBSCRIPTIONS}/{subscription['id']}/end")
    assert notifications.find(subscription["id"]) is None
    assert notifications.deliveries(subscription["id"], 0, 10) == ()


def test_a_receiver_that_wanted_nothing_more_can_be_asked_for_anew(
    club: Club, notifications: NotificationStore, clerk: Clerk
) -> None:
    seat, where = club.holder("blue"), f"{GAMES}/{club.game}/subscriptions"
    subscription = made(seat, where)
    notifications.end(subscription["id"], clerk.clock(), "it wants nothing more")
    assert seat.get(f"{SUBSCRIPTIONS}/{subscription['id']}").json["state"] == "ended"
    assert made(seat, where)["state"] == "active"


def test_the_operator_counts_what_was_sent_and_who_fails(
    app: Flask, club: Club, notifications: NotificationStore, clerk: Clerk
) -> None:
    def counted() -> list[str]:
        return [
            line
            for line in Caller(app).get("/metrics").text.splitlines()
            if line.startswith(("greffe_messages{", "greffe_subscriptions{")) and " 0.0" not in line
        ]

    ids = [
        made(
            club.holder("blue"),
            f"{GAMES}/{club.game}/subscriptions",
            {**HOOK, "to": f"https://club.example/{n}"},
        )["id"]
        for n in range(3)
    ]
    for id in ids:
        club.holder("blue").post(f"{SUBSCRIPTIONS}/{id}/test", Idempotency_Key=new_key())
    now = clerk.clock()
    first, second = (notifications.waiting(id, now, 1) for id in ids[:2])
    notifications.note_failed(
        first, now, "the mail server refuses this address (550)", 1, None, whole=True
    )
    notifications.note_failed(second, now, "it answers 500", 1, now, whole=False)
    assert counted() == [
        'greffe_messages{state="waiting"} 2.0',
        'greffe_messages{state="parked"} 1.0',
        'greffe_subscriptions{state="active"} 1.0',
        'greffe_subscriptions{state="parked"} 1.0',
        'greffe_subscriptions{state="failing"} 1.0',
    ]
