"""What strangers see of a tournament, and how they register for it."""

import re

import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings
from api.web.access.rate_limits import Rates
from domain.game.clerk.clerk import Clerk
from domain.tournament.entrants.registering import MOST_WAITING
from domain.tournament.tournaments import Tournaments
from tests.builders.api.client import KEY
from tests.builders.api.event_pages import EventPages, sends, submits
from tests.builders.api.forms import Person

SHOWN = ("/standings", "/standings/1", "/rounds", "/rounds/1", "/corrections", "/conventions",
         "/screen", "/screen?show=names", "/screen?show=standings", "/screen?show=clock")  # fmt: skip

HIDDEN = ("", "/entrants", "/entrants/1", "/links", "/rulings", "/check-in", "/me", "/event",
          "/paper/pairings", "/rounds/2/seats")  # fmt: skip


def opened(event: EventPages, *, registering: bool = False, places: int = 0) -> str:
    ticks = {"public": "on", **({"registering": "on"} if registering else {})}
    event.submit("/event", "/event", "Save", places=str(places), **ticks)
    return f"/events/{event.id}"


def register(app: Flask, address: str, name: str, **more: str) -> Person:
    who = Person(app.test_client(), at=f"{address}/register")
    who.go(sends(who, who.form("/register"), name=name, **more).headers["Location"])
    return who


def test_anybody_watches_where_the_director_says_so_and_nobody_before_or_after(
    event: EventPages, app: Flask
) -> None:
    event.pair(1)
    stranger = Person(app.test_client())
    unknown = stranger.go("/events/000000000000").text
    assert stranger.go(f"/events/{event.id}").text.replace(event.id, "0" * 12) == unknown
    paths = [event.base + path for path in SHOWN] + [f"/events/{event.id}"]
    assert {stranger.go(path).status_code for path in paths} == {401}
    assert stranger.go(f"/events/{event.id}/register").status_code == 404
    assert stranger.go(f"/events/{event.id}/own/{'a' * 12}").status_code == 404
    opened(event)
    for path in paths:
        answer = stranger.go(path)
        assert (answer.status_code, "/seat/" in answer.text) == (200, False), path
    assert "Player 3" in stranger.go(f"/events/{event.id}").text
    assert f'href="/events/{event.id}"' in stranger.go("/").text
    for path in HIDDEN:
        assert stranger.go(event.base + path).status_code in (401, 403), path
    assert stranger.go(f"/api/v1{event.base}").status_code == 401, "programs need a link"
    event.submit("/event", "/event", "Save", public=None)
    assert event.id not in stranger.go("/").text
    assert {stranger.go(path).status_code for path in paths} == {401}


@pytest.mark.parametrize(
    ("tied", "winners"), [(False, "Player 1 wins"), (True, "Player 1, Player 2 win")]
)
def test_whoever_won_leads_every_page_once_all_rounds_are_closed_and_none_before(
    app: Flask, *, tied: bool, winners: str
) -> None:
    event = EventPages(app, 2, rounds="1")
    opened(event)
    event.pair(1)
    event.type_result(1, 1, "=" if tied else "1" if event.tables(1)[1][0] == 1 else "2")
    stranger, entrant = Person(app.test_client()), event.link("table", 2)
    shown = [
        (event.director, event.base),
        (stranger, f"/events/{event.id}"),
        (stranger, f"{event.base}/screen"),
        (stranger, f"{event.base}/screen?show=standings"),
        (entrant, f"{event.base}/me"),
    ]
    assert not [path for who, path in shown if 'class="podium"' in who.go(path).text]
    event.close(1)
    for who, path in shown:
        assert who.go(path).status_code == 200
        assert who.text("winner") == winners, path
    assert "You are at rank" in entrant.page and 'class="big"' not in entrant.page
    assert "Winners and prizes" in event.go().text and "check-in" not in event.director.text(
        "steps"
    )


def test_after_a_knock_out_points_stand_beside_the_names_not_the_place_again(app: Flask) -> None:
    event = EventPages(app, 2, format="knock-out", rounds="1")
    opened(event)
    event.pair(1)
    event.type_result(1, 1, "2")
    event.close(1)
    page = Person(app.test_client()).go(f"/events/{event.id}").text
    for part in (page.split('class="podium"')[1], page.split('class="best"')[1]):
        assert re.findall(r"<strong>(.*?)</strong>", part)[:2] == ["1", "0"]


def test_a_round_that_is_not_published_is_not_public(event: EventPages, app: Flask) -> None:
    page = opened(event)
    event.submit("/rounds/1", "/pair", "Pair round 1")
    stranger = Person(app.test_client())
    assert "who sits where" not in stranger.go(page).text
    assert stranger.go(f"{event.base}/rounds/1").status_code == 409
    event.submit("/rounds/1", "/publish")
    assert "who sits where" in stranger.go(page).text


def test_who_registers_has_a_place_or_waits_and_moves_up_when_somebody_leaves(
    event: EventPages, app: Flask
) -> None:
    page = opened(event, registering=True, places=5)  # four play already
    ada, emmy, kurt = (register(app, page, name) for name in ("Adalbert", "Emmy", "Kurt"))
    assert "You are registered." in ada.page
    assert "number 1 on the waiting list" in emmy.page and "number 2" in kurt.page
    own = ada.answer.request.path
    sends(ada, ada.form(own), "Take my registration back")
    assert "You are not on the list" in ada.go(own).text
    assert "You are registered." in emmy.go(emmy.answer.request.path).text
    event.submit("/entrants/1", "/withdraw")
    assert "You are registered." in kurt.go(kurt.answer.request.path).text
    assert "Adalbert" not in Person(app.test_client()).go(page).text, (
        "who took it back is forgotten"
    )


def test_the_director_enters_who_registered_and_their_page_becomes_the_entrants(
    event: EventPages, app: Flask
) -> None:
    page = opened(event, registering=True)
    ada, kurt = (
        register(app, page, name, club="Rouen", rating="1800") for name in ("Adalbert", "Kurt")
    )
    lena = register(app, page, "Lena")
    seen = event.director.form_at(f"{event.base}/event", "/accept")
    sends(lena, lena.form(lena.answer.request.path), "Take my registration back")
    assert (
        "Not all of these wait" in event.director.send(seen, "Enter all 3 who have a place").text
        and len(event.now.entrants) == 4
    )
    event.submit("/event", "/accept", "Enter all 2 who have a place")
    assert re.search(r"Adalbert</a></th><td>Rouen</td>.*?1800", event.go("/entrants").text)
    answer = ada.client.get(ada.answer.request.path, follow_redirects=True)
    assert answer.request.path == f"{event.base}/me" and "Adalbert" in answer.text
    dora = register(app, page, "Dorothea")
    event.submit("/event", "/remove", "Refuse")
    assert "You are not on the list" in dora.go(dora.answer.request.path).text
    assert "Dorothea" not in event.go("/entrants").text
    assert kurt.go(ada.answer.request.path).status_code == 200  # who has the address is that person


def test_a_form_sent_again_is_one_entry_and_for_somebody_else_another(
    event: EventPages, app: Flask
) -> None:
    page = opened(event, registering=True)
    who = Person(app.test_client(), at=f"{page}/register")
    form = who.form("/register")
    own = [
        sends(who, form, name=name).headers["Location"] for name in ("Ada", "Ada", "Emmy", "Emmy")
    ]
    assert own[0] == own[1] != own[2] == own[3]
    assert "Emmy" in event.go("/event").text and "Ada" in event.director.page


def test_bad_entries_are_told_in_a_sentence_and_nobody_is_on_the_list(
    event: EventPages, app: Flask
) -> None:
    page = opened(event, registering=True)
    register(app, page, "Ada", club="Rouen")
    sentences = {
        "Enter a name.": {"name": " "},
        "A name has at most 80 characters.": {"name": "A" * 81},
        "Enter a whole number, or nothing.": {"name": "Emmy", "rating": "good"},
        "At most 80 characters.": {"name": "Emmy", "club": "R" * 81},
        "ada is on the list already.": {"name": "ada", "club": "rouen"},
        "Player 1 is on the list already.": {"name": "Player 1", "club": ""},
    }
    for sentence, entered in sentences.items():
        who = Person(app.test_client())
        who.fill_in(f"{page}/register", "/register", follow=False, **entered)
        assert sentence in who.text("trouble"), entered
    waiting = app.extensions["greffe"].of(Tournaments).registering.waiting(event.now)
    assert [registration.name for registration in waiting] == ["Ada"]
    who = Person(app.test_client(), at=f"{page}/register")
    event.submit("/event", "/event", "Save", registering=None)
    who.send(who.form("/register"), follow=False, name="Late")
    assert "Registering is over" in who.page


def test_registrations_per_hour_and_address_and_the_waiting_list_are_limited(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = 3600.0 * 500_000
    monkeypatch.setattr("api.web.access.rate_limits.steady_time", lambda: hour + 1)
    app = create_app(clerk, None, KEY, AppSettings(rates=Rates(register="2/hour")))
    event = EventPages(app)
    page = opened(event, registering=True)
    who, elsewhere = Person(app.test_client()), Person(app.test_client())
    for number, name in enumerate(("Ada", "Emmy")):
        who.client.environ_base["REMOTE_ADDR"] = f"2001:db8::{number}"
        submits(who, f"{page}/register", "/register", name=name)
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    form = who.form_at(f"{page}/register", "/register")
    refused = who.send(form, follow=False, name="Kurt")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3599")
    assert "the next one is answered in 3599 s" in who.page
    submits(elsewhere, f"{page}/register", "/register", name="Hypatia")
    monkeypatch.setattr("api.web.access.rate_limits.steady_time", lambda: hour + 3601)
    sends(who, form, name="Kurt")
    on = app.extensions["greffe"].of(Tournaments).registering
    for n in range(5, MOST_WAITING):
        on.register(event.id, f"waiting-{n}", f"Somebody {n}")
    last, late = Person(app.test_client()), Person(app.test_client())
    for person in (last, late):
        person.client.environ_base["REMOTE_ADDR"] = "192.0.2.8"
        person.go(f"{page}/register")
    sends(last, last.form("/register"), name="Last")
    assert late.send(late.form("/register"), follow=False, name="Late").status_code == 409
    assert f"{MOST_WAITING} people wait already: ask the director." in late.text("trouble")
    assert late.form("/register").fields["name"].value == "Late", "what was entered stays"
    names = [registration.name for registration in on.waiting(event.now)]
    assert len(names) == MOST_WAITING and names[:4] == ["Ada", "Emmy", "Hypatia", "Kurt"]
