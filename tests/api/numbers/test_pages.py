import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from msgspec.structs import replace

from api.numbers import routes as resource
from api.numbers.pages import ending_called, seat_called
from api.web.access.keys import make_key
from api.web.pages.charts import (
    BOTTOM,
    HEIGHT,
    TOP,
    Bar,
    Series,
    _with_names_apart,
    bar_chart,
    step_chart,
)
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.seats.use_cases import Seats
from domain.titles.contract.csv_file import BOM
from domain.titles.registry import ids, ruleset
from projections.search.index import Index
from tests.builders.api.client import Caller, Table, problem
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person
from tests.builders.players import play_on
from tests.builders.table import FIEF

NORTH = "northgard-training"
NUMBERS = "/api/v1/numbers"


class Evening:
    def __init__(self, app: Flask, clerk: Clerk) -> None:
        self.app, self.clerk = app, clerk
        self.people: list[str] = ["", ""]
        self.keys: dict[str, tuple[str, str]] = {}
        for label in ("one", "two"):
            key, secret = make_key(clerk.key_values, "organiser", label, clerk.clock())
            self.keys[label] = key.id, secret
        first, public = (
            self.play(f"game {n}", "one", public=n == 1, tags=("finals",) * n) for n in (0, 1)
        )
        self.games = {"one": [first, public], "two": [self.play("game 2", "two")]}

    def play(self, name: str, label: str, **opening: Any) -> Game:
        by = self.keys[label][0]
        game = self.clerk.open_game(Opening(ruleset=NORTH, **opening), by, name).state
        for at, seat in enumerate(game.setting.seats):
            order = Order(game.id, game.seq, by, f"{name}/{seat}")
            called = ("=Ada", "Barnaby")[at]
            game = Seats(self.clerk).take(order, seat, called, self.people[at]).state
            body: Any = game.history.record(game.seq).body
            self.people[at] = body.player
        game = play_on(self.clerk, game, Random(name), by=by)
        return self.clerk.close_game(Order(game.id, game.seq, by, f"{name}/close")).state

    def organiser(self, label: str) -> Caller:
        return Caller(self.app, self.keys[label][1])


@pytest.fixture
def evening(app: Flask, clerk: Clerk) -> Iterator[Evening]:
    yield Evening(app, clerk)


def cells(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(text.removeprefix(BOM), newline=""), delimiter=separator))


def test_everybody_counts_the_games_that_they_may_see(evening: Evening, caller: Caller) -> None:
    counts = {"operator": caller.get(NUMBERS).json}
    counts |= {label: evening.organiser(label).get(NUMBERS).json for label in ("one", "two")}
    assert {who: (count["found"], count["counted"]) for who, count in counts.items()} == {
        "operator": (3, 3), "one": (2, 2), "two": (1, 1),
    }  # fmt: skip
    (title,) = counts["one"]["titles"]
    for seat in title["seats"]:
        won = sum(seat["seat"] in game.outcome.winners for game in evening.games["one"])  # type: ignore[union-attr]
        assert (seat["wins"]["hits"], seat["wins"]["of"], seat["wins"]["small"]) == (won, 2, True)
    assert sorted(rating["player"] for rating in title["ratings"]) == sorted(evening.people)
    stranger = Caller(evening.app, None)
    assert stranger.get(NUMBERS).status_code == 401
    page = stranger.get("/numbers", Accept="text/html").text
    assert (
        "1 game is found; 1 of them over" in page
        and "Ratings" not in page
        and "Barnaby" not in page
    )


def test_endings_are_called_what_the_title_calls_them(evening: Evening) -> None:
    page = evening.organiser("one").get("/numbers?lang=fr", Accept="text/html").text
    assert "Le plus de points de victoire" in page and "victory-points" not in page
    assert ending_called(NORTH, "an-ending-of-another-time") == "an-ending-of-another-time"
    with evening.app.test_request_context("/numbers?lang=en"):
        assert seat_called("tears-solo", "player") == "The player", "it begins a line"
    for title in ids():
        about = ruleset(title).about
        assert set(about.ending_names) == set(about.endings), title


def test_a_search_says_which_games(evening: Evening) -> None:
    club = evening.organiser("one")
    counted = {
        "tag=FINALS": 1,
        f"player=barnaby&ruleset={NORTH}": 2,
        "opened_before=2000-01-01T00:00:00Z": 0,
    }
    assert {query: club.get(f"{NUMBERS}?{query}").json["counted"] for query in counted} == counted
    assert club.get(f"{NUMBERS}?tournament=none").json == {"found": 0, "counted": 0, "titles": []}
    (title,) = club.get(f"{NUMBERS}?opening=place-units,place-units").json["titles"]
    assert title["openings"]["asked"] == ["place-units", "place-units"]
    for group, counted in ((title["group"], 2), ("none", 0)):
        assert club.get(f"{NUMBERS}?group={group}").json["counted"] == counted
        form = club.get(f"/numbers?group={group}", Accept="text/html").text
        assert f'name="group" value="{group}" checked' in form, "the next search keeps it"
    for wrong in (
        "ruleset=chess",
        "opening=a,,b",
        "opened_from=2027-01-01T00:00:00Z&opened_before=2026-01-01T00:00:00Z",
        "limit=5",
    ):
        assert problem(club.get(f"{NUMBERS}?{wrong}")) == (400, "invalid-parameters"), wrong


@pytest.mark.parametrize(
    "table",
    ["titles", "seats", "order", "openings", "endings", "lengths", "pace", "care", "ratings"],
)
def test_each_table_is_there_as_csv_in_which_no_cell_is_a_formula(
    table: str, evening: Evening
) -> None:
    club = evening.organiser("one")
    head, *rows = cells(club.get(f"{NUMBERS}/{table}.csv").text)
    assert (
        head[0] == "title"
        and rows
        and all(len(row) == len(head) and row[0] == NORTH for row in rows)
    )
    french = cells(club.get(f"/numbers/{table}.csv", Accept_Language="fr").text, ";")
    assert french[0][0] == "jeu" and len(french) == len(rows) + 1
    if table == "ratings":
        assert sorted(row[4] for row in rows) == ["'=Ada", "Barnaby"]
        assert [cells(Caller(evening.app, None).get("/numbers/ratings.csv").text)] == [[head]]


def test_an_unknown_table_and_too_many_games_are_one_clear_problem(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = evening.organiser("one")
    for address in (
        f"{NUMBERS}/moves.csv",
        f"/api/v1/players/{evening.people[0]}/numbers/moves.csv",
    ):
        answer = club.get(address)
        assert problem(answer) == (404, "unknown-table") and "there are" in answer.json["detail"]
    monkeypatch.setattr(resource, "FOLDED", 1)
    answer = club.get(NUMBERS)
    assert problem(answer) == (503, "numbers-unavailable") and answer.headers["Retry-After"] == "5"
    monkeypatch.setattr(resource, "ask_views", lambda _: (7, None))
    answer = club.get(f"{NUMBERS}?tag=finals")
    assert problem(answer) == (422, "too-many-games") and "7 games" in answer.json["detail"]


def test_a_players_page_is_for_whoever_runs_their_games_and_for_themselves(
    evening: Evening, clerk: Clerk
) -> None:
    ada, bob = evening.people
    club, two = evening.organiser("one"), evening.organiser("two")
    games = [who.get(f"/api/v1/players/{ada}/numbers").json["games"] for who in (club, two)]
    assert games == [2, 1]
    page = club.get(f"/players/{ada}", Accept="text/html").text
    assert "Player: =Ada" in page and "2 finished games of this player" in page
    _, *rows = cells(club.get(f"/players/{bob}/games.csv").text)
    assert {row[0] for row in rows} == {game.id for game in evening.games["one"]}
    for nobody in ("p-000000000000", "=1+1"):
        answer = club.get(f"/api/v1/players/{nobody}/numbers")
        assert problem(answer) == (404, "no-games-of-player")
    private, public = evening.games["one"]
    path = f"/api/v1/games/{private.id}/links"
    body = {"role": "seat", "seats": ["blue"]}
    own = Caller(evening.app, club.made(path, body, Idempotency_Key="new-link")["token"])
    for address in (f"/players/{ada}", f"/api/v1/players/{ada}/numbers", NUMBERS):
        assert own.get(address).status_code == 403, "their link is for one game"
    mine = own.get(f"/games/{private.id}/player", Accept="text/html").text
    assert "2 finished games" in mine, "theirs, and the public one; not the other organiser's"
    _, *rows = cells(own.get(f"/games/{private.id}/player/games.csv").text)
    assert {row[0] for row in rows} == {private.id, public.id}
    assert own.get(f"/games/{public.id}/player").status_code == 403
    watcher = club.made(path, {"role": "spectator"}, Idempotency_Key="watch")["token"]
    assert Caller(evening.app, watcher).get(f"/games/{private.id}/player").status_code == 403
    empty = clerk.open_game(Opening(ruleset=NORTH), evening.keys["one"][0], "empty").state
    answer = club.get(f"/games/{empty.id}/player?seat=blue")
    assert problem(answer) == (404, "no-games-of-player")


def test_the_pages_speak_french_and_keep_what_was_asked(evening: Evening) -> None:
    club = evening.organiser("one")
    text = club.get(
        f"/numbers?ruleset={NORTH}&tag=finals", Accept="text/html", Accept_Language="fr"
    ).text
    assert [
        words
        for words in (
            "Les parties en chiffres",
            "Victoires selon l’ouverture",
            "Placer les premières unités",
        )
        if words not in text
    ] == []
    assert re.search(r'href="/numbers/seats\.csv\?ruleset=[^"]*tag=finals', text)
    wrong = club.get("/numbers?opened_from=yesterday", Accept="text/html")
    assert wrong.status_code == 422 and "“yesterday” is no day" in wrong.text
    assert (
        "No game that is over was found."
        in club.get("/numbers?text=nowhere", Accept="text/html").text
    )


def test_a_search_is_there_as_csv_for_whoever_sees_its_games(
    evening: Evening, caller: Caller
) -> None:
    head, *rows = cells(caller.get("/api/v1/games.csv").text)
    assert head[0] == "game" and len(rows) == 3
    club = evening.organiser("one")
    for address in (
        "/api/v1/games.csv?tag=finals",
        "/organise/games.csv?tag=finals",
        "/games.csv?text=finals",
    ):
        _, row = cells(club.get(address).text)
        assert (
            row[0] == evening.games["one"][1].id and row[3] == "closed" and row[12] == "finals"
        ), address
    assert [row[0] for row in cells(Caller(evening.app, None).get("/games.csv").text)[1:]] == [
        evening.games["one"][1].id
    ]


def test_many_pages_of_a_search_are_one_table(
    evening: Evening, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Index.search
    monkeypatch.setattr(Index, "search", lambda self, query: search(self, replace(query, limit=1)))
    assert len(cells(caller.get("/api/v1/games.csv").text)) == 4


def test_the_tables_of_one_game_are_there_as_csv_by_turn(evening: Evening) -> None:
    game, club = evening.games["one"][0], evening.organiser("one")
    head, *rows = cells(club.get(f"/games/{game.id}/numbers/points.csv").text)
    assert head == ["Record", "Turn", "Blue", "Red"]
    assert [int(row[1]) for row in rows] == sorted({int(row[1]) for row in rows})
    points = {line.seat: line.points for line in game.rules.score(game.board)}
    assert rows[-1][2:] == [str(points["blue"]), str(points["red"])]
    assert cells(club.get(f"/games/{game.id}/numbers/tempo.csv").text)[1][0] == "Blue"
    assert len(cells(club.get(f"/games/{game.id}/numbers/pace.csv").text)) > 2
    answer = club.get(f"/games/{game.id}/numbers/none.csv")
    assert problem(answer) == (404, "unknown-table") and "points" in answer.json["detail"]


def test_no_chart_is_drawn_of_one_point(caller: Caller, clerk: Clerk) -> None:
    game = clerk.open_game(Opening(ruleset=NORTH), "operator", "new").state
    text = caller.get(f"/games/{game.id}/numbers", Accept="text/html").text
    assert (
        'aria-label="Points' not in text
        and 'aria-label="Time taken' not in text
        and "Nothing to draw" in text
    )


# -- The numbers page: what it draws is what the record says.
def page_of(table: Table, **headers: str) -> str:
    answer = table.caller.get(f"/games/{table.id}/numbers", Accept="text/html", **headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_points_and_resources_are_drawn_with_the_table_behind_them(table: Table) -> None:
    text = page_of(table.moves(6))
    assert [
        heading
        for heading in ("Points", "Food", "Units on the board")
        if f">{heading}</h2>" not in text
    ] == []
    for drawn in re.findall(r"<svg class=\"board chart\".*?</svg>", text, re.DOTALL):
        ET.fromstring(drawn)
    assert f'<a href="/games/{table.id}?at=1">0</a>' in text


def test_what_was_taken_back_and_how_long_it_took_is_drawn_by_seat(table: Table) -> None:
    for _ in range(2):
        seat, action = table.offers()[0]
        table.write("/actions", {"seat": seat, "action": action})
    table.write("/undo", {"seat": seat})
    text, shares = page_of(table), {seat: " 100 %"}
    drawn = "; ".join(f"{seat.title()}{shares.get(seat, ' 0 %')}" for seat in ("blue", "red"))
    assert f'aria-label="Taken back, of a hundred actions. {drawn}"' in text
    assert re.search(r'aria-label="Time taken\. Blue [\d.]+ s; Red [\d.]+ s"', text)


def test_seats_called_by_a_colour_are_drawn_in_it_and_hidden_dice_are_not_counted(
    app: Flask, clerk: Clerk
) -> None:
    """The first seat at a table of Fief is the red seat. The deals and rolls of its secret bids are
    hidden from the spectator."""
    table = Dispute(app, clerk, ruleset=FIEF, seed=5)
    table.played.until(lambda game: game.rules.hides(game.board))
    spectator, arbiter = (
        Person(app.test_client(), table.links[name]["token"], "en")
        for name in ("spectator", "arbiter")
    )
    text = spectator.go(f"/games/{table.game}/numbers").text
    named = re.findall(r's-seat(\d) w3"[^>]*/><text[^>]*>(\w+)<', text)
    assert (
        {("2", "Red"), ("1", "Blue")}
        <= set(named)
        <= {("2", "Red"), ("1", "Blue"), ("3", "Green"), ("4", "Yellow")}
    )
    assert "Something is still hidden from you" in text
    assert (
        "Something is still hidden from you"
        not in arbiter.go(f"/games/{table.game}/numbers?audience=arbiter").text
    )


def test_names_at_the_ends_of_lines_stay_apart_and_inside() -> None:
    drawn = step_chart(
        "Points", "", [Series(f"Seat {n}", n, ((1, 0), (9, 3))) for n in range(1, 7)]
    )
    heights = sorted(
        float(y) for y in re.findall(r'<text class="f-ink" x="[\d.]+" y="([\d.]+)"', drawn)
    )
    assert len(heights) == 6 and heights[0] >= 0 and heights[-1] <= HEIGHT
    assert all(after - before >= 14 for before, after in pairwise(heights))


def test_charts_of_nothing_and_of_one_value_are_drawn_too() -> None:
    for drawn in (
        step_chart("Points", "none", []),
        step_chart("Points", "one", [Series("Blue <1>", 1, ((1, 0),))]),
        step_chart("Points", "negative", [Series("Blue", 1, ((1, -3), (9, 4000)))]),
        bar_chart("Dice", "six faces", [Bar(str(face), face, 3.5) for face in range(1, 7)]),
        bar_chart("Dice", "none", []),
        bar_chart("Taken back", "no expectation", [Bar("Blue", 12.5)]),
        bar_chart(
            "Openings",
            "long labels",
            [Bar("A move with a long name", 40, 50, (30, 60)), Bar("Another", 0)],
        ),
    ):
        ET.fromstring(drawn)


def test_names_at_the_bottom_of_a_chart_leave_the_one_at_its_top_where_it_is() -> None:
    """These names once pushed up all others, and the highest name out of the chart."""
    high, *low = (Series(str(n), n, ((1, 0.0),)) for n in range(1, 5))
    placed = {
        point.name: at
        for point, at in _with_names_apart(
            [(high, float(TOP)), *((point, float(HEIGHT - BOTTOM)) for point in low)]
        )
    }
    assert placed["1"] == TOP
    assert sorted(placed.values())[1:] == [
        HEIGHT - BOTTOM - 30,
        HEIGHT - BOTTOM - 15,
        HEIGHT - BOTTOM,
    ]
