import re
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from api import create_app
from domain.game.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, TITLE, Caller, Table
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in
from tests.builders.players import play_on
from tests.builders.stores import new_clerk, tampering

TAG = "winter open"


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    return Club(app, clerk, undo="consent", tags=[TAG, "table 1"])


def arbiter(club: Club, lang: str = "en") -> Person:
    return Person(club.app.test_client(), lang=lang, at=f"/seat/{club.hall(TAG)['token']}")


def open_another(club: Club, number: int) -> Table:
    return Table.open(club.organiser, tags=[TAG, f"table {number}"])


def states(page: str) -> dict[str, list[int]]:
    parts = re.split(r'<h2 id="(\w+)">', page)
    return {
        name: list(map(int, re.findall(r'id="t-(\d+)-', part)))
        for name, part in zip(parts[1::2], parts[2::2], strict=True)
    }


def waits(page: str) -> list[str]:
    return re.findall(r'data-waits="(\w+):', page)


def test_tables_are_grouped_by_what_they_wait_for_and_link_there(club: Club) -> None:
    tables = {n: open_another(club, n) for n in (2, 3, 4)}
    tables[3].move()
    hall = arbiter(club)
    page = hall.go("/hall").text
    assert (states(page), waits(page)) == ({"playing": [3], "begins": [1, 2, 4]}, [])
    claim = tables[4].written("/claims", {"seat": "red", "about": 1, "text": "A word of mine."})
    tables[2].write("/close", {})
    page = hall.go("/hall").text
    assert states(page) == {"waiting": [4], "playing": [3], "begins": [1], "done": [2]}
    assert f'href="/games/{tables[4].id}/desk#claim-{claim["seq"]}"' in page
    assert "A word of mine" not in page, "only that somebody claims something"
    assert "To act: " in page and "since" in page


def test_a_request_waits_until_its_time_has_run_out(club: Club, clerk: Clerk) -> None:
    table = club.table()
    table.move()
    table.move()
    seat = clerk.game(club.game).step.seat  # type: ignore[union-attr]
    write = table.written("/undo", {"seat": seat, "ask": True, "seconds": 60})
    hall = arbiter(club)
    page = hall.go("/hall").text
    assert waits(page) == ["request"]
    assert f'href="/games/{club.game}/desk#proposal-{write["seq"]}"' in page
    clerk.clock.go_on(61)
    assert waits(hall.go("/hall").text) == [], "nobody wrote anything since"


def test_an_ended_game_waits_to_be_closed_and_tells_who_signed(club: Club) -> None:
    body = {"remedy": {"type": "adjudicate", "winners": ["red"]}, "rule": "1", "code": "other"}
    club.table().written("/rulings", body | {"text": "Agreed."})
    page = arbiter(club).go("/hall").text
    assert (states(page), waits(page)) == ({"finished": [1]}, ["ended"])
    assert "Nobody has signed it." in page and f'href="/games/{club.game}/desk/close"' in page


def test_the_hall_is_answered_with_304_while_nothing_is_recorded(club: Club, clerk: Clerk) -> None:
    hall = arbiter(club)
    then = clerk.clock()
    clerk.clock = lambda: then
    headers = {"Greffe-Part": "1", "If-None-Match": hall.go("/hall").headers["ETag"]}
    assert hall.client.get("/hall", headers=headers).status_code == 304
    club.table().move()
    fresh = hall.client.get("/hall", headers=headers)
    assert (fresh.status_code, states(fresh.text)) == (200, {"playing": [1]})


def test_an_organiser_sees_their_own_tables_and_those_of_one_tag(
    organiser: Person, club: Club
) -> None:
    assert [states(organiser.go(path).text) for path in ("/hall", "/hall?tag=WINTER+open")] == [
        {"begins": [1]}
    ] * 2
    none = organiser.go("/hall?tag=%22%3Cb%3E").text
    assert "No game carries this tag now." in none and "<b>" not in none


@pytest.mark.parametrize(("kind", "waiting"), [("budget", True), ("per-move", False)])
def test_the_time_of_a_turn_that_has_ended_waits_for_nobody(
    kind: str, waiting: bool, app: Flask, clerk: Clerk
) -> None:
    club = Club(app, clerk, tags=[TAG, "table 1"], time_control={"kind": kind, "seconds": 60})
    game = play_on(clerk, clerk.game(club.game), Random(1), lambda position: position.seq > 1)
    late = game.to_act
    clerk.clock.go_on(90)
    hall = arbiter(club)
    assert waits(hall.go("/hall").text) == ["time"]
    play_on(clerk, clerk.game(club.game), Random(2), lambda position: position.to_act != late)
    page = hall.go("/hall").text
    assert (waits(page), "time over" in page) == (["time"] if waiting else [], True)


# -- a tournament ----------------------------------------------------------------------------------


@pytest.fixture
def event(app: Flask) -> EventPages:
    event = EventPages(app, 4, TITLE)
    assert "No round is paired yet." in event.go("/hall").text
    event.pair(1)
    event.submit("/rounds/1", "/rounds/1/games")
    return event


def game_of(event: EventPages, table: int) -> str:
    answer: Any = Caller(event.app, KEY).get(f"/api/v1/tournaments/{event.id}/rounds/1").json
    return next(str(row["game"]) for row in answer["tables"] if row["table"] == table)


def test_the_hall_of_a_tournament_tells_claims_slips_and_the_end_of_the_time(
    event: EventPages, clerk: Clerk
) -> None:
    now = clerk.clock()
    clerk.clock = lambda: now
    caller, game = Caller(event.app, KEY), game_of(event, 2)
    seq = clerk.game(game).seq
    Table(caller, game, seq).write("/claims", {"seat": "red", "about": 1, "text": "No."})
    page = event.go("/hall").text
    assert states(page) == {"waiting": [2], "begins": [1]}
    assert f'href="/games/{game}/desk#claim-{seq + 1}"' in page and "Player 1" in page
    event.submit("/rounds/1", "/rounds/1/clock", "Start the clock", minutes="0")
    assert states(event.go("/hall").text) == {"waiting": [2], "begins": [1]}
    clerk.clock = lambda: now + timedelta(seconds=2)
    page = event.go("/hall").text
    assert (states(page), waits(page)) == ({"waiting": [2], "over": [1]}, ["over", "claim"])
    event.type_result(1, 1, "1 2")
    assert states(event.go("/hall").text) == {"waiting": [2], "done": [1]}


def test_a_directors_link_leads_to_tables_and_to_no_game(event: EventPages, clerk: Clerk) -> None:
    game = game_of(event, 1)
    Table(Caller(event.app, KEY), game, clerk.game(game).seq).write(
        "/claims", {"seat": "red", "about": 1, "text": "No."}
    )
    page = event.link("Director").go(f"{event.base}/hall").text
    assert states(page)["waiting"] == [1] and f"/games/{game}" not in page
    assert f'href="{event.base}/rounds/1/tables/1"' in page
    assert event.link("Screen").go(f"{event.base}/hall").status_code == 403


def test_tables_of_a_hall_are_called_by_who_plays(club: Club) -> None:
    assert club.table().write("/seats/red/take", {"name": "Chloé"}).status_code == 201
    hall = arbiter(club).go("/hall").text
    assert "Chloé" in hall and "Blue" in hall, "where nobody gave a name, the seat keeps its own"


def test_a_game_leads_back_to_its_event_and_the_event_stands_in_the_hall(event: EventPages) -> None:
    page = event.director.go(f"/games/{game_of(event, 1)}").text
    assert f'href="{event.base}">↑ The tournament' in page
    assert "Spring open · Round 1 · Northgard" in (hall := event.director.go("/hall").text)
    assert all(f">Table {number}</strong>" in hall for number in (1, 2))
    assert f'href="{event.base}/me"' in event.link("table", 1).go("/").text, (
        "the first page leads back to one's table"
    )


def test_a_damaged_tournament_is_named_and_its_tables_still_stand_in_the_hall(
    event: EventPages, tmp_path: Path
) -> None:
    with tampering(tmp_path / "greffe.sqlite") as db:
        changed = (
            "UPDATE records SET state = x'7bff' WHERE originator_id = ? AND originator_version = 1"
        )
        assert db.execute(changed, (event.id,)).rowcount == 1
    with closing(new_clerk(tmp_path / "greffe.sqlite")) as clerk:
        page = signed_in(create_app(clerk, None, KEY)).go("/hall").text
        assert page.count(f"damaged record {event.id} · Round 1 · Northgard") == 2


def test_a_players_name_at_the_head_of_a_page_leads_to_their_table(club: Club, app: Flask) -> None:
    player = Person(app.test_client(), at=f"/seat/{club.links['red']['token']}")
    assert (
        f'<a class="name" href="/games/{club.game}/play">' in player.go(f"/games/{club.game}").text
    )
    assert f'href="/games/{club.game}/play"' in player.go("/").text
