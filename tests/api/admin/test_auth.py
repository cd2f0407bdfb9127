import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from api.web.access.keys import KIND, Key, all_keys, keys_of, make_key, revoke_keys
from api.web.pages.pages import TOKEN
from domain.game.clerk.clerk import Clerk
from tests.amount import spread
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller, new_key, set_settings
from tests.builders.api.forms import Person, signed_in

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
    "/try/sheet",
    "/try/tournament",
    "/offline.js",
    "/notifications/confirm/1",
    "/notifications/stop/1",
    "/seat/1",
    "/static/1/1",
}
"""Pages and their files that anybody may open: they show public things, or let people sign in."""

OPEN = PAGES | {
    "/events/1/register",
    "/events/1/own/1",
    "/look/1",  # one game a title, the same for whoever asks
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/asyncapi.json",
    "/events",
    "/events/1/1",
    "/problems",
    "/problems/{slug}",
    "/log/checkpoint",
    "/log/tile/1",
}
OPEN |= {
    "/api/v1/subscriptions/confirm",
    "/api/v1/tables/dictionary",
    "/api/v1/dumps/1/manifest.json",
    "/api/v1/dumps/1/1/1",
}
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
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD"}:
            yield method, re.sub(r"<[^>]*>", "1", rule.rule)


def test_without_a_key_there_is_nothing_but_what_is_open(app: Flask) -> None:
    client, seen = app.test_client(), set()
    for method, path in addresses(app):
        answer = client.open(path, method=method)
        if (
            answer.status_code != 401 or path in PAGES
        ):  # where people enter, a key or link that is none is refused by its own name
            seen.add(path.replace("/problems/1", "/problems/{slug}"))
            continue
        if answer.content_type == "application/problem+json":  # a page tells it in HTML
            assert answer.json["type"] == "/problems/unauthorized"
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="greffe"'
    assert seen == OPEN


@pytest.mark.parametrize("secret", WRONG)
def test_a_wrong_key_is_refused_everywhere(secret: str, app: Flask) -> None:
    client = app.test_client()
    for method, path in spread(list(addresses(app)), 4):
        if path.replace("/problems/1", "/problems/{slug}") not in OPEN:
            answer = client.open(path, method=method, headers={"Authorization": secret})
            assert answer.status_code == 401, f"{method} {path}"


def test_every_answer_has_headers_for_security_and_caching(app: Flask, caller: Caller) -> None:
    client = app.test_client()
    for method, path in addresses(app):
        for headers in ({}, caller.headers):
            answer = client.open(path, method=method, headers=headers)
            answer.close()
            (policy,) = answer.headers.get_all("Content-Security-Policy")
            assert policy.startswith("default-src 'none'") and "script-src 'unsafe" not in policy
            assert "frame-ancestors 'none'" in policy, f"{method} {path}"
            assert "Authorization, Cookie" in answer.headers.get_all("Vary")
            assert {
                "X-Content-Type-Options": "nosniff",
                "X-Frame-Options": "DENY",
                "Referrer-Policy": "same-origin",
            }.items() <= dict(answer.headers).items()
            if path.startswith("/api/"):
                assert (
                    "private" in answer.headers["Cache-Control"]
                    or answer.headers["Cache-Control"] == "no-store"
                )
                assert policy == "default-src 'none'; frame-ancestors 'none'"


def test_the_link_that_is_printed_at_the_start_signs_in_for_ten_minutes_and_once(
    app: Flask, clerk: Clerk
) -> None:
    access, began = app.extensions["greffe"].access, clerk.clock()
    for seconds, entered in ((0, True), (598, True), (600, False), (3600, False), (-60, False)):
        link = access._sessions.sign_in_token(began.timestamp())
        clerk.clock = lambda after=seconds: began + timedelta(seconds=after)
        for status in (303 if entered else 401, 401):
            for look in (
                app.test_client().get(f"/enter/{link}"),
                app.test_client().head(f"/enter/{link}"),
            ):
                assert (look.status_code, "Set-Cookie" in look.headers) == (200, False), (
                    "looking uses nothing up"
                )
            answer = app.test_client().post(f"/enter/{link}")
            assert (answer.status_code, "Set-Cookie" in answer.headers) == (
                status,
                status == 303,
            ), seconds


def test_signing_out_ends_the_session_wherever_it_was_copied_to(app: Flask) -> None:
    mine, other = app.test_client(), app.test_client()
    for client in (mine, other):
        client.post("/enter", data={"key": KEY})
    copied = app.test_client()
    copied.set_cookie("greffe", mine.get_cookie("greffe").value)
    assert copied.get("/organise").status_code == 200
    mine.post("/leave")
    assert copied.get("/organise").status_code == 401
    assert other.get("/organise").status_code == 200, "another session of the same key goes on"


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/ /evil.example",
        "https://evil.example",
        "/a\n",
    ],
)
def test_signing_in_leads_to_no_other_site(app: Flask, to: str) -> None:
    answer = app.test_client().post("/enter", data={"key": KEY, "to": to})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert (
        app.test_client()
        .post("/enter", data={"key": KEY, "to": "/numbers?a=b"})
        .headers["Location"]
        == "/numbers?a=b"
    )


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.0.2.7:8000", 200),
        ("[::1]:8000", 200),
        ("clubs-laptop", 200),
        ("clubs-laptop.local", 200),
        ("evil.example", 421),
    ],
)
def test_without_an_address_only_hosts_of_ones_own_network_are_served(
    app: Flask, host: str, status: int
) -> None:
    client = app.test_client()
    assert client.get("/", base_url=f"http://{host}").status_code == status
    assert client.get("/healthz", base_url=f"http://{host}").status_code == 200


def test_pages_are_served_for_a_host_header_that_is_no_valid_name(app: Flask, clerk: Clerk) -> None:
    """The Host header `xn--a` decodes to no text, and no browser sends it. Pages that print an
    address are served all the same."""
    environ = {"HTTP_HOST": "xn--a", "HTTP_AUTHORIZATION": f"Bearer {KEY}"}
    for path in ("/organise/halls", f"/games/{Club(app, clerk).game}/share"):
        assert run_wsgi_app(app.wsgi_app, create_environ(path) | environ)[1] == "200 OK", path


def test_with_a_public_address_no_page_shows_the_requests_host(app: Flask, club: Club) -> None:
    """Where a public address is set, pages, codes and papers never show the Host header of the
    request. Hosts of the own network (a proxy's) are served, others refused with 421."""
    set_settings(app, public_url="https://club.example")
    for path in (
        f"/organise/links?game={club.game}",
        "/organise/halls",
        "/organise/calendars",
        f"/games/{club.game}/share",
    ):
        for host, status in (
            ("web-1.internal", 200),
            ("club.example:8443", 200),
            ("evil.example", 421),
        ):
            answer = app.test_client().get(
                path, base_url=f"http://{host}", headers={"Authorization": f"Bearer {KEY}"}
            )
            assert answer.status_code == status, path
            assert f"//{host}" not in answer.text, path


# -- What a browser sends on behalf of another site is not taken, although its cookie comes with it.
ELSEWHERE = (
    "https://evil.example",
    "null",
    "http://localhost:81",
    "http://localhost.evil.example",
    "http://",
    "[",
)


@pytest.mark.parametrize("origin", ELSEWHERE)
@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_a_write_by_cookie_from_another_origin_is_unauthorized(
    app: Flask, club: Club, origin: str, header: str
) -> None:
    """The server reads `Origin` first, and `Referer` only if there is no `Origin`. Where the test
    forges `Origin`, `Referer` is the service's own."""
    client = signed_in(app).client
    headers = {"If-Match": '"1"', "Idempotency-Key": new_key(), "Referer": "http://localhost/"}
    headers[header] = origin
    refused = client.post(f"{club.path}/notes", json={"text": "a"}, headers=headers)
    assert (refused.status_code, refused.json["type"]) == (401, "/problems/unauthorized")
    assert client.post("/leave", headers={header: origin}).status_code == 400
    taken = client.post(
        f"{club.path}/notes", json={"text": "a"}, headers={**headers, header: "http://localhost"}
    )
    assert taken.status_code == 201
    assert club.organiser.get(club.path).json["seq"] == 2


@pytest.mark.parametrize(
    ("at", "public", "origin", "status"),
    [
        ("https://localhost", "", "http://localhost", 401),
        ("https://localhost", "", "https://localhost", 201),
        (
            "http://localhost",
            "",
            "https://localhost",
            201,
        ),  # a proxy ends the TLS, and does not say so
        ("http://localhost", "", "ftp://localhost", 401),
        ("http://localhost", "https://localhost", "http://localhost", 401),
        ("http://localhost", "https://localhost", "https://localhost", 201),
        ("http://inside:8000", "https://club.example", "https://club.example", 201),
        ("http://inside:8000", "https://club.example", "http://club.example", 401),
        ("http://inside:8000", "https://club.example", "http://inside:8000", 201),
    ],
)
def test_a_write_from_a_page_without_tls_is_refused_where_the_service_has_tls(
    app: Flask,
    club: Club,
    at: str,
    public: str,
    origin: str,
    status: int,
) -> None:
    set_settings(app, public_url=public)
    headers = {
        "If-Match": '"1"',
        "Idempotency-Key": new_key(),
        "Origin": origin,
        "Cookie": f"greffe={app.extensions['greffe'].access.session(KEY)}",
    }
    answer = app.test_client(use_cookies=False).post(
        f"{club.path}/notes", json={"text": "a"}, headers=headers, base_url=at
    )
    assert answer.status_code == status


def test_every_form_that_is_sent_brings_a_token_and_is_refused_without_it(
    organiser: Person, club: Club
) -> None:
    pages = (
        "/organise",
        "/organise/open",
        f"/games/{club.game}/desk",
        f"/games/{club.game}/play",
        "/organise/catalogs",
    )
    seen = 0
    for page in pages:
        organiser.go(page)
        for form in organiser.forms:
            if form.method == "post":
                seen += 1
                assert form.fields[TOKEN].value == organiser.token[TOKEN]
    assert seen >= len(pages)
    organiser.go("/organise/open?ruleset=northgard-training")
    form = organiser.form("/organise/open").sent()
    for token in ("", "0" * 32, None):
        sent = (
            {**form, TOKEN: token}
            if token is not None
            else {name: value for name, value in form.items() if name != TOKEN}
        )
        answer = organiser.client.post("/organise/open", data=sent, headers=organiser.headers)
        assert answer.status_code == 403 and "not from this service" in answer.text
    assert organiser.post("/organise/open", form, follow=False).status_code == 303


def test_the_token_is_its_readers_own(app: Flask, club: Club) -> None:
    tokens = []
    for seat in ("red", "blue"):
        person = Person(app.test_client(), club.links[seat]["token"])
        person.go(f"/games/{club.game}/play")
        tokens.append(person.token[TOKEN])
    assert len(set(tokens)) == 2


def test_a_program_with_a_key_needs_no_token_and_no_origin(club: Club) -> None:
    club.organiser.made(
        f"{club.path}/notes",
        {"text": "a"},
        If_Match='"1"',
        Idempotency_Key=new_key(),
        Origin="https://tool.example",
    )


# -- Keys are found by their ids, those made before there was an index too.
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def both(clerk: Clerk) -> Clerk:
    """A clerk whose store has two keys with the id `club` and one with `clubs`, all stored before
    there was an index of ids."""
    for hours, (digest, id) in enumerate([("aa", "club"), ("bb", "clubs"), ("cc", "club")]):
        key = Key(id, "organiser", digest, NOON + timedelta(hours=hours))
        clerk.key_values.keep(KIND, digest, msgspec.json.encode(key))
    return clerk


@pytest.mark.parametrize("again", [False, True])
def test_keys_of_before_the_index_are_found_by_their_id(both: Clerk, *, again: bool) -> None:
    if again:
        keys_of(both.key_values, "club")
    labels = [
        [link.key.label for link in keys_of(both.key_values, id)]
        for id in ("club", "clubs", "nobody")
    ]
    assert labels == [["aa", "cc"], ["bb"], []]


def test_a_key_made_anew_joins_those_of_before_the_index(both: Clerk) -> None:
    make_key(both.key_values, "organiser", "new", NOON + timedelta(days=1), "club")
    assert [link.key.label for link in keys_of(both.key_values, "club")] == ["aa", "cc", "new"]


def test_revoking_an_id_revokes_all_its_keys_and_no_other(both: Clerk) -> None:
    revoke_keys(both.key_values, "club", NOON, "operator")
    assert {key.key.label: key.revoked is not None for key in all_keys(both.key_values)} == {
        "aa": True,
        "bb": False,
        "cc": True,
    }


def test_a_key_that_is_found_is_not_looked_for_among_all(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = make_key(clerk.key_values, "organiser", "club", NOON)
    monkeypatch.setattr(
        type(clerk.key_values), "items", lambda *_: pytest.fail("all keys were read")
    )
    assert [link.key for link in keys_of(clerk.key_values, key.id)] == [key]
