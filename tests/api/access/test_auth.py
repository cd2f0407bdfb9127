"""The operator's key: wanted everywhere but on health, the OpenAPI document and what is open; and what every answer carries."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, KEY, Caller, Table, new_key

PAGES = {
    "/",
    "/docs",
    "/calendars/1.ics",
    "/games.csv",
    "/numbers",
    "/numbers/1.csv",
    "/watch/1",
    "/watch/1/picture.png",
    "/enter",
    "/enter/1",
    "/leave",
    "/offline.js",
    "/notifications/confirm/1",
    "/notifications/stop/1",
    "/seat/1",
    "/static/1/1",
}
"""Pages and their files that anybody may open: they show what is public, and let people in."""

OPEN = PAGES | {
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/problems",
    "/problems/{slug}",
    "/log/checkpoint",
    "/log/tile/1",
}
OPEN |= {"/api/v1/subscriptions/confirm", "/api/v1/tables/dictionary", "/api/v1/dumps/1/manifest.json", "/api/v1/dumps/1/1/1"}
WRONG = (
    "",
    "Bearer",
    "Bearer ",
    f"Bearer {KEY}x",
    f"Bearer {KEY[:-1]}",
    f"Basic {KEY}",
    KEY,
    f"Bearer Bearer {KEY}",
    f"Bearer {KEY} {KEY}",
    "Bearer clé-fausse",
)


def addresses(app: Flask) -> Iterator[tuple[str, str]]:
    """Every method and address there is, with parameters filled in."""
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD"}:
            yield method, re.sub(r"<[^>]*>", "1", rule.rule)


def test_without_a_key_there_is_nothing_but_what_is_open(app: Flask) -> None:
    client, seen = app.test_client(), set()
    for method, path in addresses(app):
        answer = client.open(path, method=method)
        if answer.status_code != 401 or path in PAGES:  # where people enter, a key or link that is none is refused by its own name
            seen.add(path.replace("/problems/1", "/problems/{slug}"))
            continue
        if answer.content_type == "application/problem+json":  # a page tells it in HTML
            assert answer.json["type"] == "/problems/unauthorized"
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="greffe"'
    assert seen == OPEN


@pytest.mark.parametrize("given", WRONG)
def test_a_wrong_key_is_refused_everywhere(given: str, app: Flask) -> None:
    client = app.test_client()
    for method, path in addresses(app):
        if path.replace("/problems/1", "/problems/{slug}") not in OPEN:
            answer = client.open(path, method=method, headers={"Authorization": given})
            assert answer.status_code == 401, f"{method} {path}"


def test_addresses_that_do_not_exist_are_told_a_stranger_too(app: Flask) -> None:
    """They are in a document that is open to all."""
    answer = app.test_client().get("/api/v1/nowhere")
    assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")
    assert app.test_client().delete("/api/v1/games").status_code == 405


def test_the_scheme_is_read_without_case(app: Flask) -> None:
    for scheme in ("Bearer", "bearer", "BEARER"):
        assert app.test_client().get("/api/v1/ping", headers={"Authorization": f"{scheme} {KEY}"}).status_code == 204


def test_without_a_key_nothing_is_recorded(app: Flask, table: Table) -> None:
    seat, action = table.offers()[0]
    table.caller.headers = {}
    assert table.act(seat, action).status_code == 401
    answer = table.caller.post(GAMES, {"ruleset": "northgard-training"}, Idempotency_Key=new_key())
    assert answer.status_code == 401
    assert Table(Caller(app), table.id).get().json["seq"] == 1


def test_every_answer_says_what_a_browser_may_do_with_it_and_whose_it_is(app: Flask, caller: Caller) -> None:
    client = app.test_client()
    for method, path in addresses(app):
        for headers in ({}, caller.headers):
            answer = client.open(path, method=method, headers=headers)
            answer.close()
            (policy,) = answer.headers.get_all("Content-Security-Policy")
            assert policy.startswith("default-src 'none'"), f"{method} {path}"
            assert "frame-ancestors 'none'" in policy
            assert "script-src 'unsafe" not in policy
            assert "Authorization, Cookie" in answer.headers.get_all("Vary")
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            if path.startswith("/api/"):
                assert "private" in answer.headers["Cache-Control"] or answer.headers["Cache-Control"] == "no-store"
                assert policy == "default-src 'none'; frame-ancestors 'none'"


def test_the_log_has_a_line_for_each_request_and_no_secrets(app: Flask, caller: Caller, log: io.BytesIO) -> None:
    logging.getLogger("greffe.access").setLevel(logging.INFO)
    caller.get("/api/v1/games?text=very-private")
    caller.get(f"/api/v1/ping?key={KEY}")
    lines = log.getvalue().decode().splitlines()
    assert len(lines) == 2
    assert '"path":"/api/v1/games"' in lines[0]
    assert '"status":200' in lines[0]
    assert "very-private" not in log.getvalue().decode()
    assert KEY not in log.getvalue().decode()


def test_the_link_that_is_printed_at_the_start_signs_in_for_ten_minutes_and_once(
    app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    access, began = app.extensions["greffe"].access, clerk.clock()
    for seconds, entered in ((0, True), (598, True), (600, False), (3600, False), (-60, False)):
        link = access._sessions.entrance(began.timestamp())
        monkeypatch.setattr(clerk, "clock", lambda after=seconds: began + timedelta(seconds=after))
        for status in (303 if entered else 401, 401):
            for look in (app.test_client().get(f"/enter/{link}"), app.test_client().head(f"/enter/{link}")):
                assert (look.status_code, "Set-Cookie" in look.headers) == (200, False), "looking uses nothing up"
            answer = app.test_client().post(f"/enter/{link}")
            assert (answer.status_code, "Set-Cookie" in answer.headers) == (status, status == 303), seconds


def test_signing_out_ends_the_session_wherever_it_was_copied_to(app: Flask) -> None:
    mine, other = app.test_client(), app.test_client()
    for client in (mine, other):
        client.post("/enter", data={"key": KEY})
    copied = app.test_client()
    cookie = mine.get_cookie("greffe")
    assert cookie is not None
    copied.set_cookie("greffe", cookie.value)
    assert copied.get("/organise").status_code == 200
    mine.post("/leave")
    assert copied.get("/organise").status_code == 401
    assert other.get("/organise").status_code == 200, "another session of the same key goes on"


@pytest.mark.parametrize(
    "to", ["//evil.example", "/\\evil.example", "/\t/evil.example", "/ /evil.example", "https://evil.example", "/a\n"]
)
def test_signing_in_leads_to_no_other_site(app: Flask, to: str) -> None:
    answer = app.test_client().post("/enter", data={"key": KEY, "to": to})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert app.test_client().post("/enter", data={"key": KEY, "to": "/numbers?a=b"}).headers["Location"] == "/numbers?a=b"


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.0.2.7:8000", 200), ("[::1]:8000", 200), ("clubs-laptop", 200), ("clubs-laptop.local", 200), ("evil.example", 421)],
)
def test_without_an_address_only_hosts_of_ones_own_network_are_served(app: Flask, host: str, status: int) -> None:
    client = app.test_client()
    assert client.get("/", base_url=f"http://{host}").status_code == status
    assert client.get("/healthz", base_url=f"http://{host}").status_code == 200


def test_with_an_address_the_requests_host_is_told_nobody(app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """On no page, code or paper of an organiser; a proxy may call the service by any name."""
    club = Club(app, clerk)
    monkeypatch.setattr(app.extensions["greffe"], "public_url", "https://club.example")
    for path in (f"/organise/links?game={club.game}", "/organise/halls", "/organise/calendars", f"/games/{club.game}/share"):
        answer = app.test_client().get(path, base_url="http://evil.example", headers={"Authorization": f"Bearer {KEY}"})
        assert answer.status_code == 200, path
        assert "evil.example" not in answer.text, path
