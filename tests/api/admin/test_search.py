"""The one search: everybody finds what they may see, and nothing else."""

from urllib.parse import quote

import pytest
from flask import Flask

from api.web.access.keys import make_key
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from tests.builders.api.client import Caller, Table
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in

CUPS = {"Autumn": ("Zoe Blanc", "Rami"), "Winter": ("Zora Noir", "Nana")}


def test_everybody_finds_what_they_may_see_and_nothing_else(app: Flask, clerk: Clerk) -> None:
    who = {"operator": signed_in(app), "stranger": Person(app.test_client())}
    events, ids = {}, dict[str, str]()
    for season, (name, sitter) in CUPS.items():
        _, secret = make_key(clerk.key_values, "organiser", season, clerk.clock())
        who[season], key = signed_in(app, key=secret), Caller(app, secret)
        events[season] = event = EventPages(app, 0, title=f"{season} cup", key=secret)
        event.enter(name, "Somebody")
        event.pair(1)
        table = Table.open(
            key, ruleset="score-sheet", name=f"{season} game", public=season == "Winter"
        )
        table.written("/seats/p1/take", {"name": sitter})
        campaign = key.made(
            "/api/v1/campaigns",
            {"ruleset": "convicted", "players": 2, "tags": [f"{season}-cycle"]},
            Idempotency_Key=season,
        )
        ids |= {
            f"{season} game": table.id,
            f"{season} cup": event.id,
            f"{season}-cycle": campaign["id"],
        }
    events["Winter"].submit("/event", "/event", "Save", public="on")
    who["scorer"] = events["Autumn"].link("Scorer")
    everything = [*ids, *ids.values(), *(name for names in CUPS.values() for name in names)]
    seen = {"operator": everything, "Autumn": [], "Winter": [], "scorer": [], "stranger": []}
    for season, names in CUPS.items():
        own = [what for what in ids if season in what]
        seen[season] += [*own, *(ids[what] for what in own), *names]
    for role in ("Autumn", "scorer", "stranger"):
        seen[role] += ["Winter cup", ids["Winter cup"], "Zora Noir"]
    for role in ("scorer", "stranger"):  # with a key, one looks among one's own games
        seen[role] += ["Winter game", ids["Winter game"]]
    seen["scorer"] += ["Autumn cup", ids["Autumn cup"], "Zoe Blanc"]
    for role, person in who.items():
        for what in everything:
            page = person.go(f"/?text={quote(what)}").text
            assert ('class="plain hits"' in page or 'class="games"' in page) == (
                what in seen[role]
            ), (role, what)
    assert "Autumn cup · Round 1 · Table 1" in who["scorer"].go("/?text=zoé").text
    assert "/entrants/1" in who["Autumn"].go("/?text=zoe").text

    people = People(clerk)
    for name in (*CUPS["Autumn"], *CUPS["Winter"]):
        people.erase(people.find(name)[0].player)
    for role, person in who.items():
        for text in (*CUPS["Autumn"], *CUPS["Winter"], "no", "1"):
            assert 'id="people"' not in person.go(f"/?text={quote(text)}").text, (role, text)


@pytest.mark.parametrize("text", ["%", "🎲", "_", "' OR 1=1 --", "a" * 200, "é" * 200, "<b>"])
def test_what_is_no_word_finds_nothing_and_says_so(app: Flask, text: str) -> None:
    answer = Person(app.test_client()).go(f"/?text={quote(text)}")
    assert answer.status_code == 200 and "<b>" not in answer.text
    assert ("There is no word in this" in answer.text) == (not any(map(str.isalnum, text)))


def test_nothing_but_spaces_is_no_search(app: Flask) -> None:
    stranger = Person(app.test_client())
    spaces, first = (stranger.go(path).text.partition("<main")[2] for path in ("/?text=+++", "/"))
    assert spaces == first
