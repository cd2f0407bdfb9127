"""Scripts of other sites are allowed by a setting, with a key of their own, and never with a
cookie."""

from flask import Flask

from api import create_app
from api.settings import AppSettings
from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, KEY, Caller

CLUB = "https://club.example"
ASKS = {
    "Origin": CLUB,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization",
}


def test_without_the_setting_no_other_site_is_let_in(app: Flask) -> None:
    assert not [
        name
        for name, _ in Caller(app).get(GAMES, Origin=CLUB).headers
        if name.startswith("Access-Control")
    ]
    assert app.test_client().options(GAMES, headers=ASKS).status_code == 405


def test_a_site_that_is_named_may_ask_and_read_but_not_with_cookies(clerk: Clerk) -> None:
    app = create_app(clerk, None, KEY, AppSettings(origins=frozenset({CLUB})))
    before = app.test_client().options(GAMES, headers=ASKS)
    assert (before.status_code, before.headers["Access-Control-Allow-Origin"]) == (204, CLUB)
    assert [
        name
        for name in ("Authorization", "If-Match", "Idempotency-Key")
        if name not in before.headers["Access-Control-Allow-Headers"]
    ] == []
    answer = Caller(app).get(GAMES, Origin=CLUB)
    assert answer.headers["Access-Control-Allow-Origin"] == CLUB
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.headers.getlist("Vary")
    assert (
        Caller(app, key=None).get(GAMES, Origin=CLUB).headers["Access-Control-Allow-Origin"] == CLUB
    ), "why it is refused, too"
    for response in (before, answer):
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_other_origins_and_pages_get_no_cors_header(clerk: Clerk) -> None:
    app = create_app(clerk, None, KEY, AppSettings(origins=frozenset({CLUB})))
    for origin, path in (
        ("https://evil.example", GAMES),
        (f"{CLUB}.evil.example", GAMES),
        ("null", GAMES),
        (CLUB, "/organise"),
    ):
        assert "Access-Control-Allow-Origin" not in Caller(app).get(path, Origin=origin).headers


def test_a_star_in_the_setting_allows_every_site(clerk: Clerk) -> None:
    app = create_app(clerk, None, KEY, AppSettings(origins=frozenset({"*"})))
    assert (
        Caller(app)
        .get("/openapi.json", Origin="https://any.example")
        .headers["Access-Control-Allow-Origin"]
        == "*"
    )


def test_the_documentation_page_lists_every_address(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/docs")
    assert page.status_code == 200 and len(page.data) <= 200_000 and "<script src" not in page.text
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    for path, item in client.get("/openapi.json").json["paths"].items():
        for method in item.keys() - {"parameters"}:
            assert f"<b>{method.upper()}</b> {path}</code>" in page.text, path
