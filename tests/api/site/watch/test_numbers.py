"""The numbers page: what it draws is what the record says."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

from flask import Flask

from api.site.watch.numbers.charts import BOTTOM, HEIGHT, TOP, Bar, Series, _apart, bars, lines
from domain.clerk.clerk import Clerk
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person
from tests.builders.table import FIEF


def page_of(table: Table, **headers: str) -> str:
    answer = table.caller.get(f"/games/{table.id}/numbers", Accept="text/html", **headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_points_and_resources_are_drawn_with_the_table_behind_them(table: Table) -> None:
    for _ in range(6):
        seat, action = table.offers()[0]
        assert table.write("/actions", {"seat": seat, "action": action}).status_code == 201
    text = page_of(table)
    assert [title for title in ("Points", "Food", "Units on the board") if f">{title}</h2>" in text] == [
        "Points",
        "Food",
        "Units on the board",
    ]
    for drawn in re.findall(r"<svg class=\"board chart\".*?</svg>", text, re.DOTALL):
        ET.fromstring(drawn)
    assert f'<a href="/games/{table.id}?at=1">0</a>' in text


def test_tempo_counts_actions_and_those_taken_back(table: Table) -> None:
    seat, action = table.offers()[0]
    table.write("/actions", {"seat": seat, "action": action})
    table.write("/undo", {"seat": seat})
    row = re.search(rf'<th scope="row">{seat.title()}</th><td>(\d+)</td><td>(\d+)</td><td>(\d+) %', page_of(table))
    assert row is not None and row.groups() == ("1", "1", "100")


def test_what_was_taken_back_and_how_long_it_took_is_drawn_by_seat(table: Table) -> None:
    for _ in range(2):
        seat, action = table.offers()[0]
        table.write("/actions", {"seat": seat, "action": action})
    table.write("/undo", {"seat": seat})
    text, told = page_of(table), {seat: " 100 %"}
    drawn = "; ".join(f"{one.title()}{told.get(one, ' 0 %')}" for one in ("blue", "red"))
    assert f'aria-label="Taken back, of a hundred actions. {drawn}"' in text
    assert re.search(r'aria-label="Time taken\. Blue [\d.]+ s; Red [\d.]+ s"', text)


def test_seats_called_by_a_colour_are_drawn_in_it_and_hidden_dice_are_not_counted(app: Flask, clerk: Clerk) -> None:
    """The first seat of a table of Fief is the red one; what was bid there is dealt and rolled unseen."""
    table = Dispute(app, clerk, ruleset=FIEF, seed=5)
    table.played.until(lambda game: game.rules.hides(game.board))
    spectator, arbiter = (Person(app.test_client(), table.links[name]["token"], "en") for name in ("spectator", "arbiter"))
    text = spectator.go(f"/games/{table.game}/numbers").text
    named = re.findall(r's-seat(\d) w3"[^>]*/><text[^>]*>(\w+)<', text)
    assert {("2", "Red"), ("1", "Blue")} <= set(named) <= {("2", "Red"), ("1", "Blue"), ("3", "Green"), ("4", "Yellow")}
    assert "Something is still hidden from you" in text
    assert "Something is still hidden from you" not in arbiter.go(f"/games/{table.game}/numbers?audience=arbiter").text


def test_names_at_the_ends_of_lines_stay_apart_and_inside() -> None:
    drawn = lines("Points", "", [Series(f"Seat {n}", n, ((1, 0), (9, 3))) for n in range(1, 7)])
    heights = sorted(float(y) for y in re.findall(r'<text class="f-ink" x="[\d.]+" y="([\d.]+)"', drawn))
    assert len(heights) == 6
    assert all(after - before >= 14 for before, after in pairwise(heights))
    assert heights[0] >= 0 and heights[-1] <= HEIGHT


def test_charts_of_nothing_and_of_one_value_are_drawn_too() -> None:
    for drawn in (
        lines("Points", "none", []),
        lines("Points", "one", [Series("Blue <1>", 1, ((1, 0),))]),
        lines("Points", "negative", [Series("Blue", 1, ((1, -3), (9, 4000)))]),
        bars("Dice", "six faces", [Bar(str(face), face, 3.5) for face in range(1, 7)]),
        bars("Dice", "none", []),
        bars("Taken back", "no expectation", [Bar("Blue", 12.5)]),
        bars("Openings", "long labels", [Bar("A move with a long name", 40, 50, (30, 60)), Bar("Another", 0)]),
    ):
        ET.fromstring(drawn)


def test_dice_are_drawn_against_what_fair_ones_would_show(caller: Caller) -> None:
    table = Table.open(caller, ruleset="raiders-solo")
    for _ in range(40):
        if not (offers := table.offers()):
            break
        seat, action = offers[0]
        table.write("/actions", {"seat": seat, "action": action})
    rolled = caller.get(table.path("/records?limit=200")).json["records"]
    dice = [roll for entry in rolled for roll in entry["rolls"] if "d" in roll["spec"]]
    text = page_of(table)
    assert ("No dice were rolled." in text) == (not dice)
    counted = [int(n) for n in re.findall(r"<tr><th scope=\"row\">[^<]*</th><td>(\d+)</td><td>[\d.]+</td></tr>", text)]
    assert bool(counted) == bool(dice)


def test_names_at_the_bottom_of_a_chart_leave_the_one_at_its_top_where_it_is() -> None:
    """They moved all names up, the highest out of the chart."""
    high, *low = (Series(str(n), n, ((1, 0.0),)) for n in range(1, 5))
    placed = {one.name: at for one, at in _apart([(high, float(TOP)), *((one, float(HEIGHT - BOTTOM)) for one in low)])}
    assert placed["1"] == TOP
    assert sorted(placed.values())[1:] == [HEIGHT - BOTTOM - 30, HEIGHT - BOTTOM - 15, HEIGHT - BOTTOM]
