"""Seasons by the API and by their pages: as their organiser, and as anybody."""

import csv
import io
import re
from typing import Any

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.names import Names
from domain.tournament.tournaments import Tournaments
from tests.api.tournament.event import Event
from tests.builders.api.callers import organiser
from tests.builders.api.client import Caller, Table, new_key, problem
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in

SEASONS = "/api/v1/seasons"


class Season(Table):
    ROOT = SEASONS

    def __init__(self, caller: Caller, **rules: Any) -> None:
        made = caller.made(SEASONS, {"title": "Winter", "rules": rules}, Idempotency_Key=new_key())
        super().__init__(caller, made["season"])

    @property
    def now(self) -> dict[str, Any]:
        return dict(self.get().json)

    def counted(self, caller: Caller | None = None) -> Event:
        event = played(caller or self.caller)
        assert self.write("/events", {"event": event.id}).status_code == 201
        return event


def played(caller: Caller) -> Event:
    event = Event(caller, rules={"stages": [{"rounds": 1, "keys": ["points"]}]})
    for table in event.pair(tables=[[1, 2], [3, 4]]):
        event.first_wins(1, table)
    assert event.write("/close", {"confirm": {"times": 1, "reason": "Over."}}).status_code == 201
    return event


def test_a_season_is_opened_added_up_and_closed(caller: Caller) -> None:
    season = Season(caller, places=["6", "4", "2", "1"])
    first, _ = season.counted(), season.counted()
    assert problem(season.write("/events", {"event": first.id})) == (409, "season-refused")
    shown = season.now
    assert [rank["values"][0] for rank in shown["ranks"]] == ["5"] * 4 + ["3/2"] * 4
    tree = shown["ranks"][0]["trees"][0]["terms"][0]
    assert (tree["what"], tree["round"], tree["table"]) == ("event", 2, 1)
    one, into = shown["people"][4], shown["people"][0]
    assert season.write("/people", {"people": [[one, into]]}).status_code == 201
    shown = season.now
    assert (shown["ranks"][0]["values"][0], shown["merged"]) == ("10", [[one, into]])
    page = signed_in(caller.app).go(f"/seasons/{season.id}").text
    assert "Player 1 <span" in page
    assert f"One person from now on: Player 1 ({one}) = Player 1 ({into})." in page
    assert season.write("/close").status_code == 201
    assert season.now["line"]["status"] == "closed" and season.now["stands"]
    listed = caller.get(SEASONS).json["seasons"]
    assert [(each["id"], each["title"], each["events"]) for each in listed] == [
        (season.id, "Winter", 2)
    ]
    assert season.get("/bundle").text.count('{"format"') == 3


def test_rules_that_contradict_themselves_are_told_at_their_field(caller: Caller) -> None:
    answer = caller.post(
        SEASONS, {"title": "x", "rules": {"best": 4, "events": 3}}, Idempotency_Key=new_key()
    )
    assert answer.json["errors"][0]["pointer"] == "/rules/best"


def test_an_organiser_counts_their_own_events_alone(
    app: Flask, clerk: Clerk, caller: Caller
) -> None:
    mine, theirs = Season(organiser(app, clerk)), played(caller)
    assert problem(mine.write("/events", {"event": theirs.id})) == (409, "season-refused")
    assert problem(caller.get(f"{SEASONS}/nowhere")) == (404, "unknown-season")


@pytest.fixture
def pages(app: Flask) -> tuple[EventPages, Person]:
    event = EventPages(app, 4, rounds="1").begun()
    event.play(1)
    event.close(1)
    event.go()
    event.director.press("Close it for good")
    return event, signed_in(app)


def opened(person: Person, **fields: str) -> str:
    person.go("/organise/seasons")
    person.send(person.form("/organise/seasons"), title="Winter", **fields)
    return person.answer.request.path


def test_a_season_by_its_pages_down_to_the_event(pages: tuple[EventPages, Person]) -> None:
    event, person = pages
    at = opened(person, places="6 4 2 1")
    assert re.search(r"Spring open · \d+ \w+ \d{4}</option>", person.page), "weekly events alike"
    person.send(person.form("/events"))
    assert "Player 1" in person.page and "1/4" in person.page
    assert f'href="{event.base}' in person.page
    why = person.go(f"{at}/people/1").text
    assert f'href="{event.base}/standings/' in why and "Spring open: place" in why
    assert person.go(f"{at}/people/99").status_code == 404
    rows = list(csv.reader(io.StringIO(person.go(f"{at}/standings.csv").text.lstrip("\ufeff"))))
    assert len(rows) == 5 and rows[1][3].startswith("Player")
    assert "event" in person.go(f"{at}/terms.csv").text
    assert person.go(f"{at}/other.csv").status_code == 404
    person.go(at)
    person.send(person.form("/close"))
    assert "closed" in person.page
    person.go(at)
    person.send(person.form("/close"))
    person.send(person.form("/events", 0), reason="Typed twice.")
    assert "Nothing counts yet" in person.page and "Typed twice." in person.page
    assert "Event Spring open counts no longer." in person.page


def test_a_correction_after_the_end_is_told_at_the_season_and_at_the_event(
    pages: tuple[EventPages, Person],
) -> None:
    event, person = pages
    at = opened(person, places="6 4 2 1")
    assert "by place: 6, 4, 2, 1" in person.page
    person.send(person.form("/events"))
    said = "A result was corrected after the end."
    assert said not in event.go("/standings").text
    form = event.director.form_at(f"{event.base}/rounds/1", "/tables/1/correct", "correct-1")
    event.send(form, form.buttons[-1][2])
    assert "was corrected since it was counted" in person.go(at).text
    for page in ("/standings", "/standings/1"):
        assert said in event.go(page).text


def test_a_refused_form_stays_with_why(pages: tuple[EventPages, Person]) -> None:
    person = pages[1]
    at = opened(person)
    person.send(person.form("/rules"), best="4", events="3")
    assert "the best 4 cannot count" in person.page
    assert person.post(f"{at}/other", {}).status_code in (400, 404)


def test_strangers_read_what_is_public_and_how_much_is_not(
    app: Flask, pages: tuple[EventPages, Person]
) -> None:
    event, person = pages
    stranger = Person(app.test_client())
    at = opened(person, public="1")
    person.send(person.form("/events"))
    assert at in stranger.go("/").text
    shown = stranger.go(at).text
    assert "1 event is not public" in shown and "Player 1" not in shown
    assert stranger.go(f"{at}/people/1").status_code == 404
    event.fill_in("/event", "/event", public="1")
    assert "Player 1" in stranger.go(at).text and "Who is who" not in stranger.page
    assert stranger.go(f"{at}/standings.csv").status_code == 200
    assert stranger.go(opened(person)).status_code in (401, 403)
    assert "Winter" in stranger.go("/?text=winter").text


def test_an_erased_name_stays_erased(clerk: Clerk, pages: tuple[EventPages, Person]) -> None:
    event, person = pages
    at = opened(person)
    person.send(person.form("/events"))
    assert "Player 1" in person.page
    tournament = Tournaments(clerk).store.tournament(event.id)
    Names(clerk.key_values).erase(tournament.named[1].player)
    page = person.go(at).text
    assert "Player 1" not in page and "No. 1" in page
