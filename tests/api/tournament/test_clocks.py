import re
from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.titles.contract.time_control import TimeControl
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import excerpt
from tests.builders.players import play_on

FISCHER = {
    "time_control__kind": "fischer",
    "time_control__minutes": "25",
    "time_control__increment": "10",
}
RUNS = re.compile(r'<span class="clock( over)?" data-clock="(-?\d+)" data-running="1">')


@pytest.fixture
def event(app: Flask, clerk: Clerk) -> Iterator[EventPages]:
    event = EventPages(app, ruleset="northgard-training", **FISCHER).begun(games=True)
    begun = clerk.game(game(event, clerk, 1))
    play_on(clerk, begun, Random(1), lambda now: now.to_act != begun.to_act)
    yield event


def game(event: EventPages, clerk: Clerk, table: int) -> str:
    return excerpt(rf'id="t-{table}".*?href="/games/(\w+)"', event.go("/rounds/1").text, re.DOTALL)


def test_the_rules_of_a_tournament_open_its_games_with_clocks(
    event: EventPages, clerk: Clerk
) -> None:
    assert clerk.game(game(event, clerk, 2)).opened.time_control == TimeControl(
        "fischer", 1_500, 10
    )
    assert "Clocks: 25:00 for the game, and 10 s more after each turn." in event.go().text
    fields = event.director.form_at(f"{event.base}/rules", "/rules").fields
    shown = {
        part: fields[f"rules.stages.0.time_control.{part}"].value
        for part in ("kind", "minutes", "seconds", "increment")
    }
    assert shown == {"kind": "fischer", "minutes": "25", "seconds": "", "increment": "10"}


@pytest.mark.parametrize(
    ("entered", "fault"),
    [
        ({"kind": "budget", "minutes": "5", "increment": "3"}, "Only a Fischer clock adds seconds"),
        ({"kind": "budget", "minutes": "soon"}, "Enter the time on each clock in whole numbers"),
        ({"kind": "budget", "minutes": ""}, "more than nothing"),
    ],
)
def test_clocks_that_are_none_are_told_at_their_field(
    app: Flask, entered: dict[str, str], fault: str
) -> None:
    event = EventPages(app, 0)
    answer = event.fill_in(
        "/rules",
        "/rules",
        follow=False,
        **{f"rules.stages.0.time_control.{part}": text for part, text in entered.items()},
    )
    assert answer.status_code == 422
    at = "increment" if "increment" in entered else "minutes"
    assert fault in event.director.text(f"rules-stages-0-time-control-{at}-wrong")
    assert event.director.form("/rules").fields["rules.stages.0.time_control.minutes"].value == (
        entered["minutes"] or "0"
    )


def test_tables_show_clocks_and_the_hall_whose_time_is_over(
    event: EventPages, clerk: Clerk
) -> None:
    page = event.go("/rounds/1").text
    assert [over for over, _ in RUNS.findall(page)] == [""] and page.count('data-running="0"') == 3
    screen = event.link("Screen")
    assert not RUNS.findall(screen.go(event.base + "/screen?show=pairings").text), (
        "nobody may watch these games"
    )
    entrant = next(n for n in event.tables(1)[1])
    assert len(RUNS.findall(event.link("", entrant).go(event.base + "/me").text)) == 1
    clerk.clock.go_on(1_600)
    assert [over for over, _ in RUNS.findall(event.go("/rounds/1").text)] == [" over"]
    hall, (seat,) = event.go("/hall").text, clerk.game(game(event, clerk, 1)).to_act
    assert '<h2 id="over">time is over' in hall
    assert f'data-waits="time:{game(event, clerk, 1)}:{seat}"' in hall


def test_the_hall_calls_those_at_a_table_by_their_names(event: EventPages, clerk: Clerk) -> None:
    watched = game(event, clerk, 1)
    now = clerk.game(watched)
    (seat,) = now.to_act
    names = {
        seat.id: f"Player {n}" for seat, n in zip(now.opened.seats, event.tables(1)[1], strict=True)
    }
    (line,) = re.findall(rf'<li [^>]*id="t-1-{watched}".*?</li>', event.go("/hall").text, re.DOTALL)
    assert f"To act: {names[seat]}" in line
    assert re.findall(r'data-running="\d">([^<]*) <strong', line) == list(names.values())
    clerk.clock.go_on(1_600)
    for who in (event.director, event.link("Director")):
        page = who.go(event.base + "/hall").text
        assert f"Time is over: {names[seat]}" in page
        seats = {spec.name.en for spec in now.setting.seat_specs}
        assert not any(f">{name} <strong" in page for name in seats)


def test_a_team_that_sits_alone_is_told_with_each_seat(app: Flask, clerk: Clerk) -> None:
    alone = {
        "format": "challenge",
        "rounds": "1",
        "least": "1",
        "preferred": "1",
        "most": "1",
        "seats": "2",
    }
    event = EventPages(
        app, 2, ruleset="convicted", scoring__points="match", **alone, **FISCHER
    ).begun(games=True)
    hall = event.go("/hall").text
    names = [
        spec.name.en
        for spec in clerk.game(game(event, clerk, 1)).setting.seat_specs
        if spec.role == "player"
    ]
    (line,) = re.findall(r'<li [^>]*id="t-1-.*?</li>', hall, re.DOTALL)
    assert re.findall(r'data-running="0">([^<]*) <strong', line) == [
        f"Player 1 ({name})" for name in names
    ]
    assert len(names) == 2


def test_everybody_sees_the_clocks_of_games_that_anybody_may_watch(
    event: EventPages, clerk: Clerk
) -> None:
    watched = game(event, clerk, 1)
    clerk.change_listing(Order(watched, clerk.game(watched).seq, "operator", "shown"), public=True)
    screen = event.link("Screen")
    for page in ("/rounds/1", "/screen?show=pairings"):
        assert len(RUNS.findall(screen.go(event.base + page).text)) == 1


def test_a_round_whose_time_is_over_says_so_in_words(event: EventPages, clerk: Clerk) -> None:
    event.submit("/rounds/1", "/rounds/1/clock", "Start the clock", minutes="1")
    clerk.clock.go_on(90)
    screen = event.link("Screen")
    for who, path in (
        (event.director, "/rounds/1"),
        (event.director, "/hall"),
        (screen, "/screen?show=clock"),
    ):
        page = who.go(event.base + path).text
        assert "time over" in excerpt(r'(<p class="clock[^"]* over".*?</p>)', page)
