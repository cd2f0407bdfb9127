"""Subscriptions over HTTP at two shards: who subscribes at one is told how it stands at both, and the links in e-mails work at
whichever shard they are opened, also after a move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from ops.shards.moving import move
from ops.stores.shards import asking
from tests.builders.api.client import Caller, Table, new_key, problem
from tests.ops.shards.federation import Federation
from tests.ops.shards.served import Served, served
from tests.ops.shards.test_subscriptions import killed

Both = tuple[Served, Served]
SUBSCRIPTIONS = "/api/v1/subscriptions"
HOOK = {"way": "webhook", "to": "https://club.example/greffe"}
MAIL = {"way": "mail", "to": "ada@club.example"}


@pytest.fixture
def both(tmp_path: Any) -> Iterator[Both]:
    with ExitStack() as stack:
        yield served(Federation(tmp_path), stack)


def made(who: Caller, body: dict[str, Any], path: str = SUBSCRIPTIONS) -> dict[str, Any]:
    answer = who.post(path, body, Idempotency_Key=new_key())
    assert answer.status_code == 201, answer.json
    found: dict[str, Any] = answer.json
    return found


def link(shard: Served, use: Any, id: str) -> str:
    """The link in an e-mail."""
    return f"/notifications/{use}/{shard.service.tokens.token(use, id)}"


def opens(shard: Served, path: str) -> int:
    """Somebody without any key opens a link and presses the button."""
    stranger = shard.caller(None)
    assert stranger.get(path).status_code == 200
    return stranger.post(path).status_code


def back(shard: Served, other: Served) -> None:
    """A shard answers again, and the other does not remember that it did not."""
    shard.start()
    other.others._away.clear()
    other.others._asked = float("-inf")


def test_one_to_all_games_is_made_shown_changed_and_ended_at_either_shard(both: Both) -> None:
    a, b = both
    club = a.key()
    one = made(a.caller(club), HOOK)
    assert one["missing"] == [] and one["game"] is None
    for shard in both:
        listed = shard.caller(club).get(SUBSCRIPTIONS).json
        assert ([each["id"] for each in listed["subscriptions"]], listed["missing"]) == ([one["id"]], [])
        assert shard.caller(b.key()).get(SUBSCRIPTIONS).json["subscriptions"] == []
    sent = b.caller(club).post(f"{SUBSCRIPTIONS}/{one['id']}/test", Idempotency_Key=new_key())
    assert sent.status_code == 202
    shown = a.caller(club).get(f"{SUBSCRIPTIONS}/{one['id']}").json
    assert shown["deliveries"]["waiting"] == 1, "what waits there counts"
    (waits,) = b.store.waiting(one["id"], 9)
    b.store.failed([waits], b.clerk.clock(), "it answers 500", 13, None)
    shown = a.caller(club).get(f"{SUBSCRIPTIONS}/{one['id']}").json
    assert (shown["state"], shown["failures"], shown["said"]) == ("parked", 13, "it answers 500")
    assert "it answers 500" in a.caller(club).get("/messages").text
    assert a.caller(club).post(f"{SUBSCRIPTIONS}/{one['id']}/resume").json["state"] == "active"
    assert len(b.store.waiting(one["id"], 9)) == 1, "it is tried again there"
    muted = b.caller(club).post(f"{SUBSCRIPTIONS}/{one['id']}/preferences", {"muted": True})
    assert muted.json["muted"] and a.caller(club).get(f"{SUBSCRIPTIONS}/{one['id']}").json["muted"]
    ended = b.caller(club).post(f"{SUBSCRIPTIONS}/{one['id']}/end").json
    assert ended == {"subscriptions": [], "missing": []}
    assert problem(a.caller(club).get(f"{SUBSCRIPTIONS}/{one['id']}")) == (404, "unknown-subscription")


def test_the_same_request_at_the_other_shard_finds_it(both: Both) -> None:
    a, b = both
    club, key = a.key(), new_key()
    first = a.caller(club).post(SUBSCRIPTIONS, HOOK, Idempotency_Key=key).json
    again = b.caller(club).post(SUBSCRIPTIONS, HOOK, Idempotency_Key=key)
    assert again.status_code == 201 and again.json == first
    assert problem(b.caller(club).post(SUBSCRIPTIONS, HOOK, Idempotency_Key=new_key())) == (422, "subscription-refused")


def test_a_shard_that_is_away_is_named_when_one_subscribes_and_ends_and_it_catches_up(both: Both) -> None:
    a, b = both
    club = a.key()
    b.stop()
    one = made(a.caller(club), HOOK)
    assert one["missing"] == ["b"]
    assert "what the shard b keeps" in a.caller(club).get("/messages").text
    assert "ce que garde la partition b" in a.caller(club).get("/messages?lang=fr").text
    assert a.caller(club).get(SUBSCRIPTIONS).json["missing"] == ["b"]
    found = b.store.find(one["id"])
    assert found is not None and found.state == "active", "it has it as soon as it asks"
    ended = a.caller(club).post(f"{SUBSCRIPTIONS}/{one['id']}/end").json
    assert ended == {"subscriptions": [], "missing": ["b"]}
    assert b.store.ready(one["id"]) is None, "and sends nothing more, though nobody could tell it"


def test_links_in_e_mails_work_at_whichever_shard_they_are_opened(both: Both) -> None:
    a, b = both
    club = b.key()
    game = Table.open(b.caller(club)).id
    one = made(b.caller(club), MAIL, f"/api/v1/games/{game}/subscriptions")["id"]
    everywhere = made(a.caller(club), MAIL)["id"]
    for id in (one, everywhere):
        assert opens(a, link(b, "confirm", id)) == 200
        assert opens(b, link(a, "confirm", id)) == 200, "again, at the other"
        at = b.store.find(id)
        assert at is not None and at.state == "active"
    for id in (one, everywhere):
        assert a.caller(None).post(link(b, "stop", id), b"List-Unsubscribe=One-Click").status_code == 200
        assert b.store.find(id) is None and a.store.find(id) is None
        assert opens(b, link(a, "stop", id)) == 200, "once it is ended, asking again changes nothing"
        assert problem(a.caller(None).post("/api/v1/subscriptions/confirm", {"token": link(a, "confirm", id)[23:]}))[0] == 404
    assert a.caller(None).post("/notifications/stop/nothing.x").status_code == 404


def test_a_link_goes_where_its_game_was_moved(both: Both) -> None:
    a, b = both
    club = a.key()
    game = Table.open(a.caller(club)).id
    ids = [
        made(a.caller(club), MAIL | {"to": to}, f"/api/v1/games/{game}/subscriptions")["id"]
        for to in ("x@c.example", "y@c.example")
    ]
    killed(a._federation, game, "b", "subscriptions left")
    for shard in both:
        for use in ("confirm", "stop"):
            answer = shard.caller(None).post(link(a, use, ids[0]))
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), "it is neither here nor there yet"
    killed(a._federation, game, "b", "switched")
    assert a.caller(None).post(link(a, "confirm", ids[0])).status_code == 503
    move(a._federation.settings, game, "b")
    for shard, id in zip(both, ids, strict=True):
        assert opens(shard, link(a, "confirm", id)) == 200
        at = b.store.find(id)
        assert at is not None and at.state == "active"
    for shard, id in zip(both, ids, strict=True):
        assert opens(shard, link(a, "stop", id)) == 200
    assert a.store.all() == b.store.all() == ()


def test_a_link_to_a_shard_that_is_away_says_so(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = both
    club = b.key()
    game = Table.open(b.caller(club)).id
    one = made(b.caller(club), MAIL, f"/api/v1/games/{game}/subscriptions")["id"]
    b.stop()
    answer = a.caller(None).post(SUBSCRIPTIONS + "/confirm", {"token": link(a, "confirm", one)[23:]})
    assert problem(answer) == (503, "shard-away") and "shard b" in answer.json["detail"]
    assert a.caller(None).post(link(a, "stop", one)).status_code == 503
    at = b.store.find(one)
    assert at is not None and at.state == "unconfirmed"
    back(b, a)
    assert opens(a, link(a, "stop", one)) == 200 and b.store.find(one) is None


def test_one_of_another_shard_is_led_there_and_nobody_else_hears_of_it(both: Both) -> None:
    a, b = both
    club = b.key()
    game = Table.open(b.caller(club)).id
    one = made(b.caller(club), HOOK, f"/api/v1/games/{game}/subscriptions")["id"]
    for who in (club, None):
        asked = a.caller(who) if who else a.caller()
        answer = asked.get(f"{SUBSCRIPTIONS}/{one}")
        assert problem(answer) == (421, "home-elsewhere") and answer.json["shard"] == "b"
        assert problem(asked.post(f"{SUBSCRIPTIONS}/{one}/end")) == (421, "home-elsewhere")
    other = a.caller(a.key())
    assert problem(other.get(f"{SUBSCRIPTIONS}/{one}")) == (404, "unknown-subscription")
    assert b.store.find(one) is not None


def test_while_the_directory_is_away_one_to_a_game_is_made_and_one_to_all_is_not(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, _ = both
    club = a.key()
    table = Table.open(a.caller(club))
    seat = next(one["href"] for one in table.get("/links").json["links"] if one["role"] == "seat").rpartition("/")[2]

    def gone() -> Any:
        raise asking.PersistenceError("gone")

    monkeypatch.setattr(a.store, "_cells", gone)
    made(a.caller(seat), HOOK, table.path("/subscriptions"))
    assert len(a.caller(seat).get(SUBSCRIPTIONS).json["subscriptions"]) == 1
    assert problem(a.caller(club).post(SUBSCRIPTIONS, HOOK, Idempotency_Key=new_key())) == (503, "store-unavailable")
