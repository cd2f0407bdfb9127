import gzip
import json
import re

import pytest
from flask import Flask

from api.titles.routes import title_answer
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from domain.titles.concordance import concordance
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person

HTML = {"Accept": "text/html"}


@pytest.fixture
def public(caller: Caller) -> Table:
    return Table.open(caller, public=True, tags=["on-show"]).moves(4)


# -- the list of games -----------------------------------------------------------------------------


def test_games_are_listed_as_live_and_finished_and_found_by_their_words(
    public: Table, anybody: Caller
) -> None:
    Table.open(public.caller)  # for those who were invited
    done = Table.open(public.caller, public=True)
    done.written("/close", {"reason": "Rain."})
    live, finished = anybody.get("/", **HTML).text.split('id="finished"')
    assert set(re.findall(r'href="/games/(\w+)"', live)) == {public.id}
    assert re.findall(r'href="/games/(\w+)"', finished) == [done.id]
    page = anybody.get("/?text=on-show", **HTML).text
    assert re.findall(r'href="/games/(\w+)"', page) == [public.id]
    assert "No game fits." in anybody.get("/?text=nowhere", **HTML).text


@pytest.mark.parametrize(
    "query",
    ["status=lost", "ruleset=chess", "text=" + "x" * 999, "player=%F0%9F%8E%B2&irregular=1"],
)
def test_a_search_that_makes_no_sense_finds_something_or_nothing(
    query: str, public: Table, anybody: Caller
) -> None:
    for who in (anybody, public.caller):
        assert who.get(f"/?{query}", **HTML).status_code == 200


def test_a_page_of_the_list_that_is_none_leads_to_its_beginning(anybody: Caller) -> None:
    answer = anybody.get("/?after=zzz", **HTML)
    assert answer.status_code == 400 and "go to the list of games" in answer.text


# -- the replay ------------------------------------------------------------------------------------


def test_positions_and_lines_come_in_bounded_answers(public: Table, anybody: Caller) -> None:
    for n in range(90):
        public.written("/notes", {"text": f"{n}"})
    who, base = anybody, f"/games/{public.id}"
    frames = who.get(f"{base}/frames?first=2").json["frames"]
    assert [len(frames), frames[0]["seq"], frames[-1]["seq"]] == [64, 2, 65]
    assert frames[0]["whole"] and not any(frame["whole"] for frame in frames[1:])
    squeezed = who.get(f"{base}/frames?first=2", Accept_Encoding="gzip")
    assert json.loads(gzip.decompress(squeezed.data))["frames"] == frames
    assert (
        len(re.findall(r'<li id="r', who.get(f"{base}/trail?first=1", **HTML).text)) == public.seq
    )
    assert len(re.findall(r'<li id="r', who.get(base, **HTML).text)) <= 120


def test_positions_come_in_the_shape_that_is_asked_for(public: Table, anybody: Caller) -> None:
    """The page contains both shapes, for readers without scripts. The scrubber asks only for the
    shape it shows."""
    who, base = anybody, f"/games/{public.id}"
    assert shapes(who.get(f"{base}?at=3", **HTML).text) == ["tall", "wide"]
    tall, wide = (
        who.get(f"{base}/frames?first=3&last=4&shape={shape}").json["frames"]
        for shape in ("tall", "wide")
    )
    assert [shapes("".join(frames[0]["whole"])) for frames in (tall, wide)] == [["tall"], ["wide"]]
    assert [frame["patches"] for frame in tall] != [frame["patches"] for frame in wide]
    for query in ("", "&shape=", "&shape=round"):
        assert who.get(f"{base}/frames?first=3&last=4{query}").json["frames"] == tall


def test_a_script_gets_the_shape_that_its_window_shows(public: Table) -> None:
    path = f"/games/{public.id}/play"
    shown = [
        shapes(public.caller.get(path, **HTML, Greffe_Part=part).text)
        for part in ("tall", "wide", "1")
    ]
    assert shown == [["tall"], ["wide"], ["tall", "wide"]]


def shapes(html: str) -> list[str]:
    return [
        "wide" if " wide" in classes else "tall"
        for classes in re.findall(r'<svg [^>]*class="board ([^"]*)"', html)
    ]


@pytest.mark.parametrize("query", ["at=0", "at=99", "at=x", "at=-1", "at=1e3", "compare=99"])
def test_a_position_that_does_not_exist_leads_to_those_that_do(
    query: str, public: Table, anybody: Caller
) -> None:
    answer = anybody.get(f"/games/{public.id}?{query}", **HTML, Accept_Language="fr")
    assert answer.status_code == 404
    assert f"cette partie a les écritures 1 à {public.seq}" in answer.text
    assert f'href="/games/{public.id}">La partie telle qu’elle est' in answer.text
    assert "Réessayer" not in answer.text, "it would never answer otherwise"


def test_a_replay_that_differs_from_the_record_says_so(
    public: Table, anybody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Game, "fidelity", property(lambda game: "diverged at 3" if game.seq > 2 else "unverified")
    )
    who, base = anybody, f"/games/{public.id}"
    text = who.get(f"{base}?at=4", **HTML, Accept_Language="fr").text
    assert (
        '<p class="standing diverged">Cette lecture diffère du registre (diverge à l’écriture 3)'
        in text
    )
    standing = [
        [kind for kind, _ in frame["remarks"]]
        for frame in who.get(f"{base}/frames?first=2&last=3").json["frames"]
    ]
    assert standing == [[], ["diverged"]]


# -- what is wrong, and what is away ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "sentence", "way"),
    [
        ("en", "There is nothing at this address", "To the list of games"),
        ("fr", "Il n’y a rien à cette adresse", "Vers la liste"),
    ],
)
def test_an_address_that_is_none_leads_to_the_list(
    lang: str, sentence: str, way: str, caller: Caller
) -> None:
    answer = caller.get("/nowhere", **HTML, Accept_Language=lang)
    assert answer.status_code == 404 and f'<html lang="{lang}">' in answer.text
    assert sentence in answer.text and way in answer.text


def test_what_a_link_does_not_open_says_whom_to_ask(app: Flask, clerk: Clerk) -> None:
    table, other = Dispute(app, clerk), Dispute(app, clerk)
    person = Person(app.test_client(), table.links["spectator"]["token"], "en")
    desk = person.go(f"/games/{table.game}/desk")
    assert (
        desk.status_code == 403
        and "Ask the organiser for a link that lets you do this." in desk.text
    )
    elsewhere = person.go(f"/games/{other.game}")
    assert (
        elsewhere.status_code in (401, 403) and 'href="/enter?to=' in elsewhere.text
    ) or "ask its organiser" in elsewhere.text
    unknown = Caller(app).get("/games/nothing00000", **HTML)
    assert unknown.status_code == 404 and "Look for the game in the list." in unknown.text


# -- A title's page: its readings, and where each sentence of its rule text has gone.
@pytest.mark.parametrize("id", registry.ids())
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_shows_every_reading_and_every_sentence(
    id: str, lang: str, organiser: Person
) -> None:
    rules = registry.ruleset(id)
    page = organiser.go(f"/titles/{id}?lang={lang}").text
    assert [
        reading for reading in rules.about.readings if f'id="reading-{reading.id}"' not in page
    ] == []
    concordance_ = concordance(rules)
    rows = sum(len(heading.sentences) for heading in concordance_.headings) if concordance_ else 0
    assert page.partition('id="concordance"')[2].count("<tr>") == (rows + 1 if concordance_ else 0)
    assert re.findall(r"<code>(?!\w{64}<)", page) == [], "nothing is called as programs call it"


def test_the_api_answers_with_the_concordance_too(caller: Caller) -> None:
    for id in registry.ids():
        listed = caller.get(f"/api/v1/rulesets/{id}").json
        assert bool(listed["concordance"]) == (concordance(registry.ruleset(id)) is not None)
        assert title_answer(id)


def test_there_is_no_page_of_a_title_that_does_not_exist(organiser: Person) -> None:
    assert organiser.go("/titles/chess").status_code == 404
