import re
from typing import Any

import pytest
import segno
from flask import Flask
from icalendar import Calendar

from api import create_app
from api.settings import AppSettings
from domain.game.clerk.clerk import Clerk
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import KEY, Caller, new_key
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import signed_in

TAG = "summer nights"


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk, tags=[TAG, "table 4"])


def issued(who: Caller, **asked_fields: str) -> Any:
    return who.made("/api/v1/calendars", asked_fields, Idempotency_Key=new_key())


def read(app: Flask, link: Any, lang: str = "en", **headers: str) -> Any:
    path = "/calendars/" + link["href"].rpartition("/calendars/")[2]
    return app.test_client().get(path, headers={"Accept-Language": lang, **headers})


def events(answer: Any) -> list[Any]:
    assert (answer.status_code, answer.content_type) == (200, "text/calendar; charset=utf-8")
    calendar = Calendar.from_ical(answer.data)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    return list(calendar.walk("VEVENT"))


def test_a_calendar_tells_the_games_of_a_tag_and_each_revision_of_them(
    app: Flask, club: Club, clerk: Clerk
) -> None:
    link = issued(club.organiser, tag="Summer Nights")
    first = read(app, link)
    (event,) = events(first)
    game = clerk.game(club.game)
    assert (str(event["UID"]), event["SEQUENCE"]) == (f"{club.game}@greffe", 1)
    assert str(event["SUMMARY"]) == "Northgard: Training Grounds, table 4"
    assert (event["DTSTART"].dt, event["DTSTAMP"].dt) == (
        game.opened.at.replace(microsecond=0),
        game.at.replace(microsecond=0),
    )
    assert read(app, link, If_None_Match=first.headers["ETag"]).status_code == 304
    club.table().move()
    (moved,) = events(read(app, link, If_None_Match=first.headers["ETag"]))
    assert (str(moved["UID"]), moved["SEQUENCE"]) == (f"{club.game}@greffe", 2)
    assert "Terrain" in str(events(read(app, link, "fr"))[0]["SUMMARY"])


def test_a_calendar_of_a_tournament_has_its_published_rounds(app: Flask) -> None:
    event = EventPages(app, 4, title="Tournoi; d'été, salle B")
    link = issued(Caller(app, KEY), tournament=event.id)
    assert events(read(app, link)) == []
    event.pair(1)
    (round,) = events(read(app, link, "fr"))
    assert str(round["UID"]) == f"{event.id}-1@greffe"
    assert "ronde 1" in str(round["SUMMARY"]).replace("\N{NO-BREAK SPACE}", " ")
    assert str(round["SUMMARY"]).startswith("Tournoi; d")


def test_a_link_that_is_revoked_forged_or_cut_short_tells_nothing(app: Flask, club: Club) -> None:
    link = issued(club.organiser, tag=TAG)
    token = link["href"].rpartition("/")[2].removesuffix(".ics")
    for other in (
        token[:-1],
        token + "A",
        token.replace(token[-5], "x" if token[-5] != "x" else "y"),
        "x",
        club.links["red"]["token"],
    ):
        answer = app.test_client().get(f"/calendars/{other}.ics")
        assert (answer.status_code, "BEGIN" in answer.text) == (401, False), other
    gone = club.organiser.post(f"/api/v1/calendars/{link['id']}/revoke").json
    assert (gone["href"], bool(gone["revoked_at"])) == (None, True)
    answer = read(app, link)
    assert answer.status_code == 401 and "was revoked" in answer.text
    assert club.organiser.post(f"/api/v1/calendars/{link['id']}/revoke").json == gone


@pytest.mark.parametrize(
    "body", [{}, {"tag": TAG, "tournament": "x"}, {"tournament": "nothing"}, {"tag": "<b>"}]
)
def test_what_is_no_calendar_is_refused(body: dict[str, str], club: Club) -> None:
    answer = club.organiser.post("/api/v1/calendars", body, Idempotency_Key=new_key())
    assert answer.status_code == 422, answer.json
    assert club.organiser.get("/api/v1/calendars").json == {"calendars": []}


def test_calendars_are_their_issuers_alone(app: Flask, club: Club, clerk: Clerk) -> None:
    link, other = issued(club.organiser, tag=TAG), organiser(app, clerk, "another club")
    assert events(read(app, issued(other, tag=TAG))) == [], "the games of another key"
    assert (
        other.post(f"/api/v1/calendars/{link['id']}/revoke").json["type"]
        == "/problems/unknown-link"
    )
    assert [
        calendar["id"] for calendar in club.organiser.get("/api/v1/calendars").json["calendars"]
    ] == [link["id"]]
    assert (
        other.post(
            "/api/v1/calendars", {"tournament": EventPages(app, 2).id}, Idempotency_Key=new_key()
        ).status_code
        == 422
    )


def test_an_organiser_issues_and_withdraws_calendars_in_a_browser(app: Flask, club: Club) -> None:
    boss = signed_in(app, at="/organise/calendars")
    assert boss.send(boss.form("/organise/calendars"), tag="").status_code == 422
    assert "one of the two" in boss.page
    assert boss.send(boss.form("/organise/calendars"), tag="<b>").status_code == 422
    page = boss.send(boss.form("/organise/calendars"), tag=TAG).text
    assert page.count("/calendars/") and ".ics" in page
    page = boss.send(boss.form("/revoke")).text
    assert ".ics" not in page and "Links that no longer work (1)" in page


# -- Links on paper: the QR code, and whose link it is.


def drawn(svg: str) -> list[list[int]]:
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    rows = [[0] * size for _ in range(size)]
    x = y = 0.0
    for command, first, second in re.findall(
        r"([Mmh])(-?[\d.]+)[ ]?(-?[\d.]+)?", re.findall(r'stroke="#000" d="([^"]*)"', svg)[0]
    ):
        if command == "h":
            for n in range(int(first)):
                rows[int(y)][int(x) + n] = 1
            x += int(first)
        elif command == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return rows


@pytest.mark.parametrize(
    ("public", "base"),
    [
        ("", "http://localhost"),
        ("https://greffe.example.org/club", "https://greffe.example.org/club"),
    ],
)
def test_the_qr_code_says_the_whole_address(
    public: str, base: str, club: Club, clerk: Clerk
) -> None:
    caller = Caller(create_app(clerk, None, KEY, AppSettings(public_url=public)))
    link = club.links["red"]
    answer = caller.get(link["qr"])
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    expected = segno.make_qr(f"{base}/seat/{link['token']}", error="q", boost_error=False)
    assert drawn(answer.text) == [list(row) for row in expected.matrix_iter(border=4)]


def test_the_paper_says_whose_it_is_in_the_readers_language(club: Club) -> None:
    scribe = club.issue("seat", "red", "blue", expires="2026-03-01T00:00:00Z")
    shown = club.organiser.get(scribe["qr"], Accept_Language="fr").text
    assert ">Rouge, Bleu<" in shown and f">partie {club.game}, jusqu'au 01/03/2026<" in shown
    assert ">Arbiter<" in club.organiser.get(club.links["arbiter"]["qr"]).text
    assert (
        ">Spectateur<"
        in club.organiser.get(club.links["spectator"]["qr"], Accept_Language="fr").text
    )
