"""Every address is called by every kind of caller. A caller whose role is too low is refused, and
gets the same refusal whether the game or other thing exists or not.

`roles.txt` states the least role of every address. Whoever changes a line decides who may use that
address (GREFFE_REWRITE=1 writes the file anew).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import domain.kernel.stored
from api import create_app
from api.game.subject import Games
from api.routing import new_routes
from api.web.access.caller import RANK
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from tests.amount import ALL, slow, spread
from tests.api.tournament.event import Event
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import KEY, Caller, Table, new_key

STATED = Path(__file__).with_name("roles.txt")
NOBODY = {
    "none": "unauthorized",
    "forged": "link-forged",
    "expired": "link-expired",
    "revoked": "link-revoked",
}
GUARD = {*NOBODY.values(), "key-revoked", "role-too-low", "not-covered"}
NOWHERE = "000000000000"
PAGE = "page"


class Address(NamedTuple):
    method: str
    rule: str
    role: str | None

    def at(self, **named: Any) -> str:
        """The path of the address. Each variable in the rule is replaced by its value in `named`,
        or else by `1`."""
        return re.sub(
            r"<(?:[^:<>]+:)?([^<>]+)>", lambda match: str(named.get(match[1], 1)), self.rule
        )


def addresses(app: Flask) -> Iterator[Address]:
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Address(
                method, rule.rule, getattr(app.view_functions[rule.endpoint], "role", None)
            )


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk, tags=["spring open"])


@pytest.fixture
def everybody(app: Flask, clerk: Clerk, club: Club, caller: Caller) -> dict[str, Caller]:
    return {
        "operator": caller,
        "owner": club.organiser,
        "stranger": organiser(app, clerk, "another club"),
        "arbiter": club.holder("arbiter"),
        "seat": club.holder("red"),
        "other seat": club.holder("blue"),
        "spectator": club.holder("spectator"),
        "foreign arbiter": (other := Club(app, clerk, tags=["spring open"])).holder("arbiter"),
        "hall": Caller(app, club.hall("Spring Open")["token"]),
        "other hall": Caller(app, club.hall("autumn open")["token"]),
        "foreign hall": Caller(app, other.hall("spring open")["token"]),
        "none": Caller(app, key=None),
        "forged": club.forged(),
        "expired": club.expired(),
        "revoked": club.revoked(),
    }


RANKS = {
    "stranger": "organiser",
    "owner": "organiser",
    "other seat": "seat",
    "foreign arbiter": "arbiter",
}
RANKS |= dict.fromkeys(("hall", "other hall", "foreign hall"), "arbiter")


def ask(who: Caller, address: Address, **named: Any) -> TestResponse:
    with who.client.open(
        address.at(**named), method=address.method, headers=who.headers
    ) as answer:  # a stream would go on
        return answer


def slug(answer: TestResponse) -> str:
    """The slug of the problem in an answer; `PAGE` if the answer is a page, "" if it is anything
    else."""
    if answer.content_type == "application/problem+json":
        return str(answer.json["type"]).removeprefix("/problems/")
    return PAGE if (answer.content_type or "").startswith("text/html") else ""


def test_every_address_states_the_least_role_it_is_for(app: Flask) -> None:
    all_addresses = list(addresses(app))
    assert [f"{a.method} {a.rule}" for a in all_addresses if a.role is None] == [], (
        "say who may ask: @blueprint.needs(…) or @blueprint.open"
    )
    lines = sorted(
        f"{a.role or 'open':9} {a.method:4} {a.rule}" for a in all_addresses if a.role is not None
    )
    if os.environ.get("GREFFE_REWRITE"):
        STATED.write_text("\n".join(lines) + "\n", "utf-8")
    assert STATED.read_text("utf-8").splitlines() == lines


def test_every_role_gets_what_is_stated_at_every_address_and_nothing_else(
    app: Flask, club: Club, everybody: dict[str, Caller], clerk: Clerk
) -> None:
    """In the quick run half of the callers ask each address, and the other half the next
    address."""
    campaign = club.organiser.post(
        "/api/v1/campaigns", {"ruleset": "convicted"}, Idempotency_Key=new_key()
    ).json["id"]
    tournament = club.organiser.post(
        "/api/v1/tournaments", {"title": "Open"}, Idempotency_Key=new_key()
    ).json["tournament"]
    season = club.organiser.post(
        "/api/v1/seasons", {"title": "Winter"}, Idempotency_Key=new_key()
    ).json["season"]
    named = {
        "game": club.game,
        "campaign": campaign,
        "season": season,
        "tournament": tournament,
        "link": "nothing",
        "seq": 1,
    }
    before = clerk.recorder.max_notification_id()
    for number, address in enumerate(addresses(app)):
        assert address.role is not None
        for at, (name, who) in enumerate(everybody.items()):
            if not ALL and (number + at) % 2:
                continue
            answer = ask(who, address, **named)
            role = RANKS.get(name, name)
            where = (
                f"{name}: {address.method} {address.at(**named)} → {answer.status_code} "
                f"{slug(answer)}"
            )
            if not address.role:
                assert answer.status_code < 500, where  # what is open judges for itself
            elif name in NOBODY:
                check_refusal(answer, 401, NOBODY[name], where)
                assert answer.headers["WWW-Authenticate"].startswith("Bearer"), where
            elif RANK[role] < RANK[address.role]:
                check_refusal(answer, 403, "role-too-low", where)
                assert slug(answer) == PAGE or answer.json["needed"] == address.role, where
            elif covers(name, address.rule):
                assert slug(answer) not in GUARD and answer.status_code < 500, where
            else:
                check_refusal(answer, 403, "not-covered", where)
    assert clerk.recorder.max_notification_id() == before, "an empty request records nothing"


def check_refusal(answer: TestResponse, status: int, kind: str, where: str) -> None:
    assert (answer.status_code, slug(answer)) in ((status, kind), (status, PAGE)), where


def covers(name: str, rule: str) -> bool:
    if name in ("operator", "owner"):
        return True
    if any(f"<{place}>" in rule for place in ("campaign", "tournament", "season")):
        return False
    return "<game>" not in rule or name in ("arbiter", "hall", "seat", "other seat", "spectator")


@slow("every address once more; the test above asks each in every role")
def test_what_is_not_ones_own_is_refused_the_same_whether_it_exists_or_not(
    app: Flask, club: Club, everybody: dict[str, Caller], caller: Caller, table: Table
) -> None:
    """A game that exists, an id that does not exist, an id with one letter too many, and a campaign
    where a game is expected (or the other way round) all get the same answer to the byte, headers
    included."""
    campaign = caller.post(
        "/api/v1/campaigns", {"ruleset": "convicted"}, Idempotency_Key=new_key()
    ).json["id"]
    for address in spread(list(addresses(app)), 3):
        places = ("game", "campaign", "tournament", "season")
        kinds = [kind for kind in places if f"<{kind}>" in address.rule]
        for name, who in everybody.items():
            if kinds and name != "operator":
                answers = [
                    ask(who, address, **{kinds[0]: id})
                    for id in (table.id, campaign, NOWHERE, f"{table.id}x")
                ]
                assert {a.status_code for a in answers} <= {401, 403}, f"{name}: {address}"
                ranks = {
                    (a.data, tuple((k, v) for k, v in a.headers if k != "X-Request-Id"))
                    for a in answers
                }
                assert len(ranks) == 1, f"{name}: {address}"
                assert table.id not in answers[0].text
    assert (
        ask(caller, Address("GET", "/api/v1/games/<game>", 0), game=NOWHERE).status_code == 404
    ), "the operator is told"


def test_who_is_refused_cannot_tell_by_the_work_done_which_ids_exist(
    app: Flask,
    clerk: Clerk,
    club: Club,
    everybody: dict[str, Caller],
    caller: Caller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The service does as many look-ups, and reads as many records, for somebody else's game,
    campaign or tournament as for an id that does not exist, at the first request and later. It does
    so, too, for a game that was public, is private now, and is still in the memory of this
    process."""
    there = [Table.open(caller).id for _ in range(2)]
    once_public = Club(app, clerk, public=True).game
    app.extensions["greffe"].of(Games).opened(once_public)
    clerk.change_listing(Order(once_public, 1, "its organiser", "private"), public=False)
    campaign = caller.post(
        "/api/v1/campaigns", {"ruleset": "convicted"}, Idempotency_Key=new_key()
    ).json["id"]
    tournament = Event(caller).id
    done: list[str] = []
    recorder, read = app.extensions["greffe"].recorder, domain.kernel.stored.decode
    select_events, listed = recorder.select_events, recorder.newest_with_topic
    monkeypatch.setattr(
        recorder, "select_events", lambda *a, **k: (done.append("asked"), select_events(*a, **k))[1]
    )
    recorder.newest_with_topic = lambda *of: (done.append("listed"), listed(*of))[1]
    monkeypatch.setattr(
        domain.kernel.stored, "decode", lambda *state: (done.append("read"), read(*state))[1]
    )
    games = [*there, there[0], once_public, NOWHERE]
    for kind, ids in (
        ("games", games),
        ("campaigns", [campaign, *games]),
        ("tournaments", [tournament, campaign, *games]),
        ("seasons", [campaign, *games]),
    ):
        for name in ("stranger", "seat", "other hall", "none"):
            work = []
            for id in [*ids, club.game] if name == "other hall" and kind == "games" else ids:
                done.clear()
                assert everybody[name].get(f"/api/v1/{kind}/{id}").status_code in (401, 403)
                work.append(tuple(done))
            assert len(set(work)) == 1, f"{name}: {kind}: {work}"


def test_a_view_that_states_no_role_is_the_operators(clerk: Clerk) -> None:
    app = create_app(clerk, None, KEY, routes=new_routes())
    app.add_url_rule("/api/v1/forgotten", "forgotten", lambda: "here")
    assert Caller(app).get("/api/v1/forgotten").text == "here"
    assert organiser(app, clerk).get("/api/v1/forgotten").json["needed"] == "operator"
    assert Caller(app, key=None).get("/api/v1/forgotten").status_code == 401
