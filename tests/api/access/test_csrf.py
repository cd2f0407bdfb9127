"""What a browser sends on behalf of another site is not taken, although its cookie comes with it."""

from __future__ import annotations

import pytest
from flask import Flask

from api.site.kit.pages import TOKEN
from domain.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, new_key
from tests.builders.api.forms import Person

ELSEWHERE = ("https://evil.example", "null", "http://localhost:81", "http://localhost.evil.example", "http://", "[")


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk)


def signed_in(app: Flask) -> Person:
    person = Person(app.test_client())
    person.post("/enter", {"key": KEY})
    return person


@pytest.mark.parametrize("origin", ELSEWHERE)
@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_a_write_by_cookie_from_another_origin_is_nobodys(app: Flask, club: Club, origin: str, header: str) -> None:
    client = signed_in(app).client
    headers = {"If-Match": '"1"', "Idempotency-Key": new_key(), header: origin}
    refused = client.post(f"{club.path}/notes", json={"text": "a"}, headers=headers)
    assert (refused.status_code, refused.json["type"]) == (401, "/problems/unauthorized")
    assert client.post("/leave", headers={header: origin}).status_code == 400
    taken = client.post(f"{club.path}/notes", json={"text": "a"}, headers={**headers, header: "http://localhost"})
    assert taken.status_code == 201
    assert club.organiser.get(club.path).json["seq"] == 2


@pytest.mark.parametrize(
    ("at", "public", "origin", "status"),
    [
        ("https://localhost", "", "http://localhost", 401),
        ("https://localhost", "", "https://localhost", 201),
        ("http://localhost", "", "https://localhost", 201),  # a proxy ends the TLS, and does not say so
        ("http://localhost", "", "ftp://localhost", 401),
        ("http://localhost", "https://localhost", "http://localhost", 401),
        ("http://localhost", "https://localhost", "https://localhost", 201),
        ("http://inside:8000", "https://club.example", "https://club.example", 201),
        ("http://inside:8000", "https://club.example", "http://club.example", 401),
        ("http://inside:8000", "https://club.example", "http://inside:8000", 201),
    ],
)
def test_a_page_without_tls_is_not_ours_where_we_have_it(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch, at: str, public: str, origin: str, status: int
) -> None:
    monkeypatch.setattr(app.extensions["greffe"], "public_url", public)
    headers = {"If-Match": '"1"', "Idempotency-Key": new_key(), "Origin": origin, "Cookie": f"greffe={session(app)}"}
    answer = app.test_client(use_cookies=False).post(f"{club.path}/notes", json={"text": "a"}, headers=headers, base_url=at)
    assert answer.status_code == status


def session(app: Flask) -> str:
    """What the cookie of somebody who is signed in says."""
    found: str = app.extensions["greffe"].access.session(KEY)
    return found


def test_origin_goes_before_referer(app: Flask, club: Club) -> None:
    headers = {"If-Match": '"1"', "Idempotency-Key": new_key(), "Origin": "https://evil.example", "Referer": "http://localhost/"}
    assert signed_in(app).client.post(f"{club.path}/notes", json={"text": "a"}, headers=headers).status_code == 401


def test_every_form_that_is_sent_brings_a_token_and_is_refused_without_it(app: Flask, club: Club) -> None:
    person = signed_in(app)
    pages = ("/organise", "/organise/open", f"/games/{club.game}/desk", f"/games/{club.game}/play", "/organise/catalogs")
    seen = 0
    for page in pages:
        person.go(page)
        for form in person.forms:
            if form.method == "post":
                seen += 1
                assert form.fields[TOKEN].value == person.token[TOKEN]
    assert seen >= len(pages)
    person.go("/organise/open?ruleset=northgard-training")
    form = person.form("/organise/open").sent()
    for token in ("", "0" * 32, None):
        sent = {**form, TOKEN: token} if token is not None else {name: value for name, value in form.items() if name != TOKEN}
        answer = person.client.post("/organise/open", data=sent, headers=person.headers)
        assert answer.status_code == 403 and "not from this service" in answer.text
    assert person.post("/organise/open", form, follow=False).status_code == 303


def test_the_token_is_its_readers_own(app: Flask, club: Club) -> None:
    tokens = []
    for seat in ("red", "blue"):
        person = Person(app.test_client(), club.links[seat]["token"])
        person.go(f"/games/{club.game}/play")
        tokens.append(person.token[TOKEN])
    assert len(set(tokens)) == 2


def test_a_program_with_a_key_needs_no_token_and_no_origin(club: Club) -> None:
    answer = club.organiser.post(
        f"{club.path}/notes", {"text": "a"}, If_Match='"1"', Idempotency_Key=new_key(), Origin="https://tool.example"
    )
    assert answer.status_code == 201
