import re

import pytest
from flask import Flask

from api.web.access.keys import make_key
from api.web.pages.pages import TOKEN
from domain.game.clerk.clerk import Clerk
from tests.api.admin.test_roles import addresses, ask, slug
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import GAMES, Caller, Table, new_key, problem
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in

TAG = "spring open"


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk, ruleset="fief-tactics", tags=[TAG, "table 1"])


def opened(who: Caller, *tags: str) -> str:
    return Table.open(who, tags=list(tags)).id


def retag(club: Club, game: str, *tags: str) -> None:
    table = Table(club.organiser, game, club.clerk.game(game).seq)
    table.written("/listing", {"tags": list(tags)})


def games_of(hall: Caller) -> set[str]:
    return {game["id"] for game in hall.get("/api/v1/hall").json["games"]}


def test_a_halls_link_is_for_the_games_that_carry_the_tag_now_and_for_no_others(
    app: Flask, club: Club, clerk: Clerk
) -> None:
    link = club.hall("Spring Open")
    hall = Caller(app, link["token"])
    assert hall.get("/api/v1/caller").json == {
        "id": link["id"],
        "role": "arbiter",
        "game": None,
        "seats": [],
        "tag": "Spring Open",
    }
    other_tag, foreign = (
        opened(club.organiser, "autumn open"),
        opened(organiser(app, clerk, "another club"), TAG),
    )
    later = opened(club.organiser, "SPRING OPEN")
    assert games_of(hall) == {club.game, later}
    for game, status in ((club.game, 200), (later, 200), (other_tag, 403), (foreign, 403)):
        assert hall.get(f"{GAMES}/{game}/board?audience=arbiter").status_code == status
        assert hall.client.get(f"/games/{game}/desk", headers=hall.headers).status_code == status
    retag(club, other_tag, "autumn open", TAG)
    retag(club, later, "autumn open")
    assert games_of(hall) == {club.game, other_tag}
    assert hall.get(f"{GAMES}/{other_tag}").status_code == 200
    assert problem(hall.get(f"{GAMES}/{later}")) == (403, "not-covered")
    assert hall.get(f"{GAMES}/{later}/diff?with={club.game}").status_code == 403


def test_a_game_of_the_hall_is_not_compared_with_one_beside_it(app: Flask, club: Club) -> None:
    """The holder of a hall's link may not compare a game with any other game, just as the arbiter
    of a single game may not."""
    hall, beside = Caller(app, club.hall(TAG)["token"]), opened(club.organiser, TAG)
    arbiter = club.holder("arbiter")
    answers = [who.get(f"{club.path}/diff?from=1&to=1&with={beside}") for who in (arbiter, hall)]
    assert answers[0].status_code == 403 and answers[0].json["type"] == answers[1].json["type"]


def test_a_branch_that_carries_the_tag_is_no_game_of_the_hall(app: Flask, club: Club) -> None:
    """Whoever grows a branch, even a player, chooses its tags."""
    hall = Caller(app, club.hall(TAG)["token"])
    untagged = opened(club.organiser, "autumn open")
    link = next(
        x
        for x in club.organiser.get(f"{GAMES}/{untagged}/links").json["links"]
        if x["role"] == "seat"
    )
    grown = Caller(app, link["token"]).made(
        f"{GAMES}/{untagged}/branches", {"at": 1, "tags": [TAG]}, Idempotency_Key=new_key()
    )
    assert hall.get(f"{GAMES}/{grown['id']}").status_code == 403
    assert games_of(hall) == {club.game}


ITS_READERS = re.compile(
    rf'name="{TOKEN}" value="[^"]*"|value="page-[^"]*"|data-etag="[^"]*"|"request":"[^"]*"'
    r'|<li><a href="/hall">Hall</a></li>\s*| <a class="button" href="/titles/[^"]*">[^<]*</a>'
    r"|[0-9]{2}:[0-9]{2}(:[0-9.]+)?"  # the clock of the tests ticks with each look
)
"""The parts of pages that differ between two readers who may see the same."""


def test_a_halls_arbiter_reads_of_a_game_what_the_arbiter_of_the_game_reads(
    app: Flask, club: Club
) -> None:
    """Every address that names a game answers both arbiters alike to the byte, apart from who
    reads. So the hall's arbiter sees nothing that an arbiter may not see."""
    link = club.hall(TAG)
    opener = club.links["arbiter"]["id"]  # the opening names the arbiter's own link
    readers = ((club.holder("arbiter"), opener), (Caller(app, link["token"]), link["id"]))
    seen = 0
    for address in addresses(app):
        if (
            "<game>" not in address.rule
            or address.method != "GET"
            or address.rule.endswith("/stream")
        ):
            continue
        answers = []
        for who, id in readers:
            answer = ask(who, address, game=club.game, link="nothing", seq=1)
            text = re.sub(ITS_READERS, "", answer.get_data().decode(errors="backslashreplace"))
            text = text.replace(id, "WHO").replace(opener, "WHO")
            answers.append((answer.status_code, slug(answer), text))
        assert answers[0] == answers[1], address
        seen += answers[0][0] == 200
    assert seen > 20
    for game in readers[1][0].get("/api/v1/hall").json["games"]:
        assert game == club.holder("arbiter").get(f"{GAMES}/{game['id']}").json


def test_what_a_halls_arbiter_writes_and_looks_at_is_told_as_theirs(app: Flask, club: Club) -> None:
    link = club.hall(TAG)
    table = Table(Caller(app, link["token"]), club.game, club.seq)
    assert table.write("/notes", {"text": "Quiet, please."}).status_code == 201
    assert table.get("/board?audience=arbiter").status_code == 200
    line = next(
        line
        for line in club.organiser.get(f"{club.path}/audit").json["lines"]
        if line["seq"] == table.seq
    )
    assert line["by"] == {"id": link["id"], "role": "arbiter", "seats": []}
    looks = club.organiser.get(f"{club.path}/looks").json["looks"]
    assert {(look["actor"], look["role"]) for look in looks if look["actor"] == link["id"]} == {
        (link["id"], "arbiter")
    }
    for path, what in (
        (f"/games/{club.game}/desk", "Arbiter of the hall"),
        (f"/organise/games/{club.game}/looks", "Arbiter of the hall"),
    ):
        page = club.organiser.client.get(
            path, headers={**club.organiser.headers, "Accept": "text/html"}
        ).text
        assert f"{what} “{TAG}”" in page, path


def test_links_to_halls_are_listed_to_who_issued_them_and_to_the_operator(
    app: Flask, club: Club, clerk: Clerk, caller: Caller
) -> None:
    link = club.hall(TAG)
    other = organiser(app, clerk, "another club")
    assert [link["id"] for link in club.organiser.get("/api/v1/halls").json["links"]] == [
        link["id"]
    ]
    assert other.get("/api/v1/halls").json == {"links": []}
    assert [link["tag"] for link in caller.get("/api/v1/halls").json["links"]] == [TAG]
    for ask_for, of in ((other.post, "revoke"), (other.get, "qr.svg")):
        for id in (link["id"], "nothing"):
            assert problem(ask_for(f"/api/v1/halls/{id}/{of}")) == (404, "unknown-link")
    drawn = club.organiser.get(f"/api/v1/halls/{link['id']}/qr.svg")
    assert drawn.content_type == "image/svg+xml" and TAG in drawn.text
    for body in ({"tag": "<x>"}, {}, {"tag": TAG, "expires": "2020-01-01T00:00:00Z"}):
        assert (
            club.organiser.post("/api/v1/halls", body, Idempotency_Key=new_key()).status_code == 422
        )


def test_a_stream_ends_where_the_tag_is_taken_away_or_the_link_is(app: Flask, club: Club) -> None:
    for end in ("tag", "link"):
        game, link = opened(club.organiser, TAG), club.hall(TAG)
        pieces = iter(Caller(app, link["token"]).get(f"{GAMES}/{game}/stream?after=0").response)
        assert any(b'"seq":1' in piece for piece in pieces)
        if end == "tag":
            retag(club, game, "elsewhere")
        else:
            club.organiser.post(f"/api/v1/halls/{link['id']}/revoke")
        assert b"ListingChanged" not in b"".join(pieces), "the stream ends, and says no more"
    app.extensions["greffe"].streams.news.close()


# -- in a browser ----------------------------------------------------------------------------------


def test_an_organiser_issues_prints_and_withdraws_a_halls_link(
    app: Flask, club: Club, clerk: Clerk
) -> None:
    boss = signed_in(app, key=make_key(clerk.key_values, "organiser", "x", clerk.clock())[1])
    refused = boss.fill_in("/organise/halls", "/organise/halls", tag="<spring>")
    assert refused.status_code == 422 and "A tag is a word" in refused.text
    page = boss.send(boss.form("/organise/halls"), tag=TAG).text
    assert page.count('class="qr"') == 1 and "0 games" in page and f"“{TAG}”" in page
    href = re.findall(r'value="[^"]+(/seat/[^"]+)"', page)[0]
    arbiter = Person(app.test_client())
    assert "No game carries this tag" in arbiter.go(href).text
    page = boss.send(boss.form("/revoke")).text
    assert 'class="qr"' not in page and "Links that no longer work (1)" in page
    assert arbiter.go("/hall").status_code == 401


def test_the_hall_shows_its_games_with_what_waits_and_leads_to_their_desks(
    app: Flask, club: Club
) -> None:
    """The game with an open claim comes first. A browser that opened a player's link and then the
    hall's acts as arbiter in all games of the hall; once it opens the player's link again, it is
    the player in that game."""
    waiting, link = opened(club.organiser, TAG, "table 2"), club.hall(TAG)
    red = next(
        x
        for x in club.organiser.get(f"{GAMES}/{waiting}/links").json["links"]
        if x["seats"] == ["red"]
    )
    Table(Caller(app, red["token"]), waiting).written(
        "/claims", {"seat": "red", "about": 1, "text": "Not fair."}
    )
    arbiter = Person(app.test_client(), at=red["href"])
    page = arbiter.go(link["href"]).text
    assert page.index(waiting) < page.index(club.game) and "Claim of record 2" in page
    assert (
        f'href="/games/{waiting}/desk#claim-2"' in page
        and f'href="/games/{club.game}/desk"' in page
    )
    assert arbiter.go(f"/games/{waiting}/desk").status_code == 200
    arbiter.go(red["href"])
    assert arbiter.go(f"/games/{waiting}/desk").status_code == 403, "as a player now"
    assert arbiter.go(f"/games/{club.game}/desk").status_code == 200
    assert "Réclamation, écriture 2" in Person(app.test_client(), lang="fr").go(link["href"]).text
    alone = Person(app.test_client(), club.links["arbiter"]["token"])
    assert (
        alone.client.get(
            "/hall", headers={"Authorization": f"Bearer {club.links['arbiter']['token']}"}
        ).status_code
        == 303
    )


def test_an_events_page_leads_each_reader_only_where_they_may_go(app: Flask, club: Club) -> None:
    event = EventPages(app).begun()
    event.submit("/event", "/event", public="1")
    stranger, arbiter = Person(app.test_client()), Person(app.test_client())
    arbiter.go(f"/seat/{club.hall(TAG)['token']}")
    for who, screen, hall in (
        (stranger, True, False),
        (event.link("", 2), False, False),
        (arbiter, True, True),
    ):
        shown = who.go(f"/events/{event.id}").text
        there = f'href="{event.base}/screen' in shown, 'href="/hall"' in shown
        assert there == (screen, hall)
        opened = tuple(
            who.go(path).status_code == 200 for path in (f"{event.base}/screen", "/hall")
        )
        assert opened == there
