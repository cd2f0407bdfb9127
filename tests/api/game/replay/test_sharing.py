import re
import struct
from html import unescape
from typing import Any

import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings
from domain.game.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller, problem
from tests.builders.api.forms import Person, Reader, excerpt

FRAME = {"Sec-Fetch-Dest": "iframe"}


def preview_tags(html: str) -> dict[str, str]:
    return {
        name: unescape(sentence)
        for name, sentence in re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', html)
    }


def shared(club: Club, at: int = 1) -> str:
    person = Person(club.app.test_client())
    person.post("/enter", {"key": club.organiser.headers["Authorization"].removeprefix("Bearer ")})
    page = person.go(f"/games/{club.game}/share?at={at}").text
    form = next(form for form in Reader(page).forms if form.action == f"/games/{club.game}/share")
    return unescape(excerpt(r'<a href="http://localhost(/watch/[^"]+)">', person.send(form).text))


def test_a_link_leads_to_its_position_until_it_is_withdrawn(club: Club) -> None:
    path = shared(club)
    guest = club.app.test_client()
    assert f'content="0;url=/games/{club.game}?at=1"' in guest.get(path).text
    assert guest.get(f"/games/{club.game}?at=1", headers={"Accept": "text/html"}).status_code == 200
    link = next(
        link
        for link in club.organiser.get(f"{club.path}/links").json["links"]
        if not link["standard"]
    )
    club.revoke(link)
    assert guest.get(path, headers={"Accept": "text/html"}).status_code == 401
    assert club.app.test_client().get(path.replace("?", "/picture.png?")).status_code == 401


def test_a_preview_says_title_points_and_how_it_stands(club: Club) -> None:
    card = preview_tags(club.app.test_client().get(shared(club)).text)
    assert card["title"] == "Northgard: Training Grounds"
    assert re.fullmatch(r"Blue 0, Red 0 · Record 1 of 1 · to act: (Blue|Red)", card["description"])
    assert card["url"].startswith("http://localhost/watch/")


def test_a_preview_has_a_picture_that_messengers_take(club: Club) -> None:
    pytest.importorskip("resvg_py")
    client = club.app.test_client()
    card = preview_tags(client.get(shared(club)).text)
    answer = client.get(card["image"].removeprefix("http://localhost"))
    assert answer.content_type == "image/png"
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    assert 10_000 < len(answer.data) < 300_000, "some messengers take no more than 300 kB"


@pytest.mark.parametrize("role", ["seat", "arbiter"])
def test_only_a_spectators_link_is_opened_where_links_are_shared(club: Club, role: str) -> None:
    token = club.links["blue" if role == "seat" else role]["token"]
    assert club.app.test_client().get(f"/watch/{token}").status_code == 401


def test_a_position_that_is_not_there_is_one_problem(club: Club) -> None:
    answer = club.app.test_client().get(
        shared(club).replace("at=1", "at=99"), headers={"Accept": "application/json"}
    )
    assert problem(answer) == (404, "no-such-position")


def embedding(clerk: Clerk, *origins: str) -> tuple[Flask, str]:
    app = create_app(clerk, None, KEY, AppSettings(embed_origins=frozenset(origins)))
    return app, Club(app, clerk, public=True).game


def framed(app: Flask, path: str, referer: str = "") -> Any:
    headers = {**FRAME, "Accept": "application/json", **({"Referer": referer} if referer else {})}
    return app.test_client().get(path, headers=headers)


def test_an_allowed_site_shows_a_public_game_and_no_other_site_does(clerk: Clerk) -> None:
    app, game = embedding(clerk, "https://club.example")
    good = framed(app, f"/embed/{game}?at=1", "https://club.example/")
    assert good.status_code == 200
    assert "frame-ancestors https://club.example" in good.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in good.headers
    for referer, words in (
        ("https://other.example/page", "The site https://other.example may not"),
        ("", "does not say"),
    ):
        refused = framed(app, f"/embed/{game}", referer)
        assert problem(refused) == (403, "embed-refused")
        assert words in refused.json["detail"]
    page = app.test_client().get(
        f"/embed/{game}",
        headers={**FRAME, "Accept": "text/html", "Referer": "https://other.example/"},
    )
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"], (
        "the frame itself says why"
    )


def test_without_the_setting_no_site_shows_a_game(clerk: Clerk) -> None:
    app, game = embedding(clerk)
    assert (
        framed(app, f"/embed/{game}", "https://club.example/").json["type"]
        == "/problems/embed-refused"
    )
    answer = app.test_client().get(f"/embed/{game}")
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert app.test_client().get(f"/games/{game}").headers["X-Frame-Options"] == "DENY"


def test_a_private_game_is_never_embedded(clerk: Clerk) -> None:
    app, _ = embedding(clerk, "*")
    private = Club(app, clerk, tags=["private"]).game
    assert framed(app, f"/embed/{private}", "https://club.example/").status_code in (401, 403)
    assert Caller(app).get(f"/embed/{private}").status_code == 403


def test_only_a_public_games_own_page_has_a_preview(clerk: Clerk) -> None:
    app, game = embedding(clerk)
    assert "og:title" in app.test_client().get(f"/games/{game}").text
    private = Club(app, clerk, tags=["private"])
    assert "og:title" not in private.holder("spectator").get(f"/games/{private.game}").text
