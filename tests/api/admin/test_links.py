import io
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings
from api.web.access.keys import make_key, revoke_keys
from domain.game.clerk.clerk import Clerk
from projections.messages.tokens import Tokens
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import GAMES, KEY, Caller, new_key, problem

# -- what a link lets its bearer do ----------------------------------------------------------------


def test_opening_a_game_hands_out_a_link_for_every_seat_and_the_arbiter_and_the_spectators(
    club: Club,
) -> None:
    assert [(x["role"], x["seats"], x["expires"]) for x in club.links.values()] == [
        ("seat", ["blue"], None),
        ("seat", ["red"], None),
        ("arbiter", [], None),
        ("spectator", [], None),
    ]
    for link in club.links.values():
        assert (link["href"], link["qr"]) == (
            f"/seat/{link['token']}",
            f"{club.path}/links/{link['id']}/qr.svg",
        )
    assert len({link["id"] for link in club.links.values()}) == 4


def test_the_opening_record_names_the_links_of_its_seats_and_of_its_arbiter(
    club: Club, clerk: Clerk
) -> None:
    """By them the record shows whether an entry came by the seat's own link. A branch has links of
    its own."""
    opened = clerk.game(club.game).opened
    assert {seat.id: seat.link for seat in opened.seats} == {
        seat: club.links[seat]["id"] for seat in ("blue", "red")
    }
    assert opened.arbiter == club.links["arbiter"]["id"]
    grown = club.holder("red").made(f"{club.path}/branches", {"at": 1}, Idempotency_Key=new_key())
    branch = clerk.game(grown["id"]).opened
    links = {"+".join(link["seats"]) or link["role"]: link["id"] for link in grown["links"]}
    assert {seat.id: seat.link for seat in branch.seats} == {
        seat: links[seat] for seat in ("blue", "red")
    }
    assert branch.arbiter == links["arbiter"] != opened.arbiter


def test_automas_get_no_link_and_players_enter_their_actions(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, ruleset="raiders-solo")
    assert list(club.links) == ["player", "arbiter", "spectator"]
    table = club.table("player")
    acted: set[str] = set()
    while acted != {"player", "automa"}:
        seat, action = table.offers()[0]
        assert table.act(seat, action).status_code == 201
        acted.add(seat)


def test_a_seat_looks_as_itself_by_default_and_as_no_other(club: Club) -> None:
    red = club.holder("red")
    assert red.get(f"{club.path}/board").headers["ETag"] == '"1-red"'
    assert [
        red.get(f"{club.path}/records{query}").json["audience"]
        for query in ("", "?audience=public")
    ] == ["red", "public"]
    for audience in ("blue", "arbiter"):
        refused = red.get(f"{club.path}/board?audience={audience}")
        assert (problem(refused), refused.json["audiences"]) == (
            (403, "not-your-audience"),
            ["red", "public"],
        )
    refused = club.holder("spectator").get(f"{club.path}/diff?audience=red")
    assert refused.json["audiences"] == ["public"]
    assert (
        red.get(f"{club.path}/board?audience=green").json["type"] == "/problems/invalid-parameters"
    )


def test_an_etag_given_to_one_link_does_not_match_for_another(club: Club) -> None:
    """An ETag that one link was given is sent with another link. The answer is 200, not 304."""
    for of in ("/board", "/records", "/records/1", "/diff"):
        red = club.holder("red").get(club.path + of)
        assert (
            club.holder("red").get(club.path + of, If_None_Match=red.headers["ETag"]).status_code
            == 304
        )
        for name in ("blue", "spectator"):
            assert (
                club.holder(name).get(club.path + of, If_None_Match=red.headers["ETag"]).status_code
                == 200
            )
        assert red.headers["Cache-Control"] == "private, no-cache"
        assert "Authorization, Cookie" in red.headers.get_all("Vary")


def test_everybody_can_ask_what_their_key_or_link_is_good_for(club: Club, caller: Caller) -> None:
    where = "/api/v1/caller"
    assert caller.get(where).json == {
        "id": "operator",
        "role": "operator",
        "game": None,
        "seats": [],
    }
    assert club.holder("red").get(where).json == {
        "id": club.links["red"]["id"],
        "role": "seat",
        "game": club.game,
        "seats": ["red"],
    }
    assert club.organiser.get(where).json["role"] == "organiser"


# -- organisers ------------------------------------------------------------------------------------


def test_a_scenario_that_the_operator_opens_is_the_organisers(
    app: Flask, clerk: Clerk, caller: Caller
) -> None:
    club = organiser(app, clerk)
    campaign = club.post(
        "/api/v1/campaigns", {"ruleset": "convicted"}, Idempotency_Key=new_key()
    ).json["id"]
    game = caller.post(
        f"/api/v1/campaigns/{campaign}/scenarios", If_Match='"1"', Idempotency_Key=new_key()
    ).json["game"]
    assert club.get(f"{GAMES}/{game}/links").status_code == 200
    assert [g["id"] for g in club.get(GAMES).json["games"]] == [game]


# -- issuing and revoking --------------------------------------------------------------------------


def test_a_link_can_be_issued_listed_revoked_and_holds_in_between(club: Club) -> None:
    issued = club.issue("seat", "red")
    holder = Caller(club.app, issued["token"])
    assert holder.get(f"{club.path}/board").status_code == 200
    listed = club.organiser.get(f"{club.path}/links").json["links"]
    assert [(x["standard"], x["state"]) for x in listed] == [(True, "good")] * 4 + [(False, "good")]
    assert (listed[4]["token"], listed[4]["issued_by"]) == (
        issued["token"],
        listed[0]["issued_by"],
    )
    assert listed[0]["issued_by"] != "operator"
    club.revoke(issued)
    assert holder.get(f"{club.path}/board").json["type"] == "/problems/link-revoked"
    last = club.organiser.get(f"{club.path}/links").json["links"][4]
    assert (last["state"], last["token"], last["href"], last["qr"]) == ("revoked", None, None, None)
    club.revoke(issued)
    assert club.organiser.get(f"{club.path}/links").json["links"][4] == last
    assert club.holder("red").get(f"{club.path}/board").status_code == 200, (
        "the other link of the seat holds"
    )


def test_a_link_runs_out(club: Club) -> None:
    expires = (club.clerk.clock() + timedelta(seconds=60)).isoformat()
    link = club.issue("spectator", expires=expires)
    holder = Caller(club.app, link["token"])
    assert holder.get(club.path).status_code == 200
    while club.clerk.clock().isoformat() < expires:
        pass
    assert holder.get(club.path).json["type"] == "/problems/link-expired"
    assert club.organiser.get(f"{club.path}/links").json["links"][4]["state"] == "expired"
    assert club.organiser.get(link["qr"]).json["type"] == "/problems/link-over"


def test_issuing_is_answered_again_once_the_link_has_run_out(club: Club) -> None:
    soon = {"role": "spectator", "expires": (club.clerk.clock() + timedelta(seconds=5)).isoformat()}
    answers = set()
    for seconds in (0, 60):
        club.clerk.clock.go_on(seconds)
        answers.add(club.organiser.post(f"{club.path}/links", soon, Idempotency_Key="once").data)
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("body", "pointer", "says"),
    [
        ({}, "/role", "required"),
        ({"role": "organiser"}, "/role", "one of"),
        ({"role": "seat"}, "/seats", "Name the seats: there are blue, red."),
        ({"role": "seat", "seats": ["red", "green"]}, "/seats/1", "No player has the seat green"),
        ({"role": "seat", "seats": ["red", "red"]}, "/seats", "named twice"),
        ({"role": "arbiter", "seats": ["red"]}, "/seats", "has no seats"),
        ({"role": "spectator", "expires": "2020-01-01T00:00:00Z"}, "/expires", "in the future"),
        (
            {"role": "spectator", "expires": "9999-12-31T23:59:59-14:00"},
            "/expires",
            "within ten years",
        ),
        ({"role": "spectator", "expires": "tomorrow"}, "/expires", ""),
        ({"role": "spectator", "label": "for Ann"}, "/label", ""),
    ],
)
def test_a_link_that_cannot_be_is_refused_with_a_sentence(
    body: dict[str, Any], pointer: str, says: str, club: Club
) -> None:
    refused = club.organiser.post(f"{club.path}/links", body, Idempotency_Key=new_key())
    assert problem(refused) == (422, "invalid-fields")
    assert refused.json["pointer"] == pointer and says in refused.json["detail"]
    assert len(club.organiser.get(f"{club.path}/links").json["links"]) == 4


def test_links_of_another_game_cannot_be_managed_here(club: Club, app: Flask, clerk: Clerk) -> None:
    other = Club(app, clerk)
    for method, of in (("POST", "/revoke"), ("GET", "/qr.svg")):
        refused = club.organiser.client.open(
            f"{club.path}/links/{other.links['red']['id']}{of}",
            method=method,
            headers=club.organiser.headers,
        )
        assert problem(refused) == (404, "unknown-link")
    assert other.holder("red").get(other.path).status_code == 200


def test_every_change_to_a_token_is_noticed(club: Club) -> None:
    token = club.links["spectator"]["token"]
    for n, letter in enumerate(token):
        for other in {"A", "_", "."} - {letter}:
            changed = token[:n] + other + token[n + 1 :]
            refused = Caller(club.app, changed).get(club.path)
            assert refused.json["type"] in ("/problems/link-forged", "/problems/unauthorized"), (
                changed
            )
            assert changed not in refused.text
    for changed in (
        token + "A",
        token[:-1],
        f"{token}.{token}",
        f".{token}",
        token.replace(".", ".."),
    ):
        assert Caller(club.app, changed).get(club.path).status_code == 401


def test_a_service_with_another_secret_knows_none_of_the_links(club: Club, clerk: Clerk) -> None:
    other = create_app(clerk, None, KEY, AppSettings(link_secret="another secret of the service"))
    assert (
        Caller(other, club.links["red"]["token"]).get(club.path).json["type"]
        == "/problems/link-forged"
    )
    tokens = {link["token"] for link in Caller(other).get(f"{club.path}/links").json["links"]}
    assert tokens.isdisjoint({link["token"] for link in club.links.values()})


def test_what_one_server_revokes_another_refuses_at_once(
    club: Club, make_clerk: Callable[[], Clerk]
) -> None:
    """Two applications run over one file, as in two processes."""
    far, other = make_clerk(), make_clerk()
    elsewhere = create_app(far, None, KEY)
    red = Caller(elsewhere, club.links["red"]["token"])
    assert red.get(club.path).status_code == 200
    club.revoke(club.links["red"])
    assert red.get(club.path).json["type"] == "/problems/link-revoked"
    key, secret = make_key(other.key_values, "organiser", "made elsewhere", other.clock())
    new = Caller(elsewhere, secret)
    assert new.get("/api/v1/ping").status_code == 204
    revoke_keys(other.key_values, key.id, other.clock(), "operator")
    refused = new.get("/api/v1/ping")
    assert problem(refused) == (401, "key-revoked")
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="greffe", error="invalid_token"'


# -- cookies ---------------------------------------------------------------------------------------


def test_a_page_may_keep_the_token_in_a_cookie_that_no_other_site_can_use(club: Club) -> None:
    seat, action = club.table().offers()[0]
    client = club.app.test_client()
    client.set_cookie("greffe", club.links[seat]["token"])
    assert client.get(f"{club.path}/board").headers["ETag"] == f'"1-{seat}"'
    body = {"seat": seat, "action": action}
    headers = {"If-Match": '"1"', "Idempotency-Key": new_key()}
    for site in ("cross-site", "same-site"):
        refused = client.post(
            f"{club.path}/actions", json=body, headers={**headers, "Sec-Fetch-Site": site}
        )
        assert refused.json["type"] == "/problems/unauthorized"
    assert (
        client.post(
            f"{club.path}/actions", json=body, headers={**headers, "Sec-Fetch-Site": "same-origin"}
        ).status_code
        == 201
    )
    refused = client.get(club.path, headers={"Authorization": "Bearer nothing-that-is-known"})
    assert refused.status_code == 401, "a key that was sent goes before the cookie"


# -- secrets ---------------------------------------------------------------------------------------


def test_no_token_and_no_key_gets_into_the_log_or_a_message(club: Club, log: io.BytesIO) -> None:
    logging.getLogger("greffe.access").setLevel(logging.INFO)
    token = club.links["red"]["token"]
    everybody = (club.holder("red"), club.organiser, Caller(club.app), Caller(club.app, key=None))
    for path in (
        f"/seat/{token}",
        f"/seat/{token}/x",
        f"/api/v1/{token}",
        f"/api/v1/ping?token={token}",
    ):
        for who in everybody:
            assert token not in who.get(path).text
    for who in everybody:
        who.get(f"{GAMES}/{token}/board")
    tokens = Tokens("a secret")
    mailed = [
        tokens.token("confirm", "s1"),
        tokens.token("stop", "s1"),
        "owner.id.signature-of-a-calendar",
        "an-own-entry",
    ]
    pages = f"/calendars/{mailed[2]}.ics", f"/events/anything/own/{mailed[3]}"
    for path in (tokens.confirm_page("s1"), tokens.stop_page("s1"), *pages):
        Caller(club.app, key=None).get(path)
    written = log.getvalue().decode()
    assert '"path":"/seat/…"' in written and '"path":"/notifications/stop/…"' in written
    key = club.organiser.headers["Authorization"].removeprefix("Bearer ")
    secrets = (*mailed, token, token.partition(".")[2], key)
    assert not [secret for secret in secrets if secret in written]
