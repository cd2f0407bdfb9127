import json
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.tournament.checking import checked
from domain.tournament.formats.trf_reading import read
from domain.tournament.tournaments import Tournaments
from tests.amount import slow_but
from tests.api.tournament.event import Event
from tests.builders.api.client import KEY, Caller, new_key, problem
from tests.builders.api.forms import signed_in


def test_a_report_file_opens_a_tournament_by_api_and_page(event: Event, caller: Caller) -> None:
    data = event.get("/papers").data + b"801 a line of another program\n"
    headers = {**caller.headers, "Idempotency-Key": new_key()}

    def post(data: bytes) -> TestResponse:
        return caller.client.post(
            "/api/v1/tournaments/report-files",
            data=data,
            headers=headers,
            content_type="text/plain",
        )

    answer = post(data)
    assert answer.status_code == 201, answer.json
    assert answer.json["report"][0]["en"].startswith("Spring open: 4 entrants")
    assert answer.json["notes"][-1]["text"]["en"] == "1 line 801 are not read."
    opened = caller.get(answer.headers["Location"]).json
    assert opened["tournament"]["title"] == "Spring open", opened
    assert post(data).json == answer.json and problem(post(data + b"\n")) == (422, "key-reused")
    wrong = data.replace(b"001    2", b"001    1", 1)
    headers["Idempotency-Key"] = new_key()
    refused = post(wrong)
    assert problem(refused) == (422, "invalid-fields") and refused.json["errors"][0]["line"] > 1
    organiser = signed_in(caller.client.application)
    for sent, sentence in (
        (data, "1 line 801 are not read."),
        (wrong, "Player 1 is there already"),
    ):
        organiser.go("/organise/tournaments")
        form: dict[str, Any] = organiser.form("/report-file").sent()
        shown = organiser.post(
            "/organise/tournaments/report-file",
            form | {"file": FileStorage(BytesIO(sent), "open.trf")},
        )
        assert sentence in shown.text, shown.text
    assert shown.status_code == 422 and "Nothing was opened." in shown.text


def circle(count: int, rounds: int) -> bytes:
    """A report file of another program: a round robin (by the circle method) with every game
    drawn."""
    lines = [
        f"001 {n:>4}      Player {n:<26} 2000{'':28}{rounds / 2:>4}{n:>5}"
        for n in range(1, count + 1)
    ]
    for round in range(rounds):
        order = [0, *((n + round) % (count - 1) + 1 for n in range(count - 1))]
        for at in range(count // 2):
            white, black = order[at], order[-1 - at]
            lines[white] += f"  {black + 1:>4} w ="
            lines[black] += f"  {white + 1:>4} b ="
    return "\n".join(["012 Big open", f"XXR {rounds}", *lines, ""]).encode()


@pytest.mark.parametrize("count", slow_but([8], [8, 284]))
def test_284_entrants_in_seven_rounds_are_opened_from_the_page(clerk: Clerk, count: int) -> None:
    rounds, app = 7, create_app(clerk, None, KEY)
    organiser = signed_in(app, at="/organise/tournaments")
    form: dict[str, Any] = organiser.form("/report-file").sent()
    file = FileStorage(BytesIO(circle(count, rounds)), "big.trf")
    shown = organiser.post("/organise/tournaments/report-file", form | {"file": file})
    assert f"Big open: {count} entrants, {count} with a rating" in shown.text
    id = shown.text.partition('href="/tournaments/')[2].partition('"')[0]
    assert len(app.extensions["greffe"].of(Tournaments).store.tournament(id).rounds) == rounds


@pytest.fixture
def event(caller: Caller) -> Event:
    event = Event(caller)
    for table in event.pair():
        assert event.first_wins(1, table).status_code == 201
    return event


def test_a_report_file_is_written_with_names_and_read_again(event: Event) -> None:
    entrants = event.get("/rounds/1").json["tables"][0]["entrants"]
    drawn: dict[str, Any] = {
        "entries": [{"entrant": entrant, "place": 1} for entrant in entrants],
        "effect": "recompute",
    }
    refused = event.write("/rounds/1/tables/1/correct", drawn)
    assert any("rank" in text["en"] and text["fr"] for text in refused.json["consequences"])
    drawn["confirm"] = {"times": refused.json["times"], "reason": "A wrong slip."}
    corrected = event.write("/rounds/1/tables/1/correct", drawn)
    assert corrected.json["departures"][0]["code"] == "corrected", corrected.json
    answer = event.get("/papers")
    assert answer.status_code == 200 and answer.content_type == "text/plain; charset=utf-8"
    file = read(answer.data)
    assert file.event.title == "Spring open" and file.field.entrants[0].name == "Player 1"
    assert f"record {event.seq}, correction (recompute): Round 1, table 1." in file.comments
    assert b"\nXXR 5\n" in event.get("/papers?paper=trf16").data


def test_a_report_file_says_which_rounds_were_paired_before_a_correction(event: Event) -> None:
    for table in event.pair(2):
        assert event.first_wins(2, table).status_code == 201
    assert read(event.get("/papers").data).corrected == ()
    entrants = event.get("/rounds/1").json["tables"][0]["entrants"]
    turned = {
        "entries": [{"entrant": n, "place": 2 - at} for at, n in enumerate(entrants)],
        "effect": "recompute",
        "confirm": {"times": 1, "reason": "A wrong slip."},
    }
    assert event.write("/rounds/1/tables/1/correct", turned).status_code == 201
    file = read(event.get("/papers").data)
    assert file.corrected == (2,) and checked(file).holds and checked(file).rounds[1].corrected


@pytest.mark.parametrize("paper", ["entrants", "pairings", "results", "standings", "terms"])
def test_tables_are_written_as_csv(event: Event, paper: str) -> None:
    answer = event.get(f"/papers?paper={paper}&lang=fr&separator=semicolon")
    assert answer.content_type == "text/csv; charset=utf-8" and answer.text.startswith("\ufeff")
    assert answer.text.count("\r\n") > 4 and ";" in answer.text.split("\r\n")[0]
    assert f'filename="{event.id}-{paper}.csv"' in answer.headers["Content-Disposition"]


def test_rounds_that_are_not_published_are_the_directors(event: Event) -> None:
    screen = event.link("screen")
    assert event.write("/rounds/2/pairing").status_code == 201
    shown = [
        event.get("/papers?paper=pairings&round=2", by=by).text.count("\r\n")
        for by in (None, screen)
    ]
    assert shown == [5, 1]


def test_remarks_tell_nothing_of_a_round_that_is_not_published(event: Event) -> None:
    screen = event.link("screen")
    met = [table["entrants"] for table in event.get("/rounds/1").json["tables"]]
    again = {"tables": met, "confirm": {"times": 1, "reason": "They want to."}}
    assert event.write("/rounds/2/pairing", again).status_code == 201
    assert [
        "who need not. Round 2, table 1." in event.get("/papers", by=by).text
        for by in (None, screen)
    ] == [True, False]
    assert event.write("/rounds/2/publish").status_code == 201
    assert "who need not. Round 2, table 1." in event.get("/papers", by=screen).text


def test_a_calendar_and_a_link_for_bg_stats(event: Event) -> None:
    calendar = event.get("/papers?paper=calendar")
    assert (
        calendar.content_type == "text/calendar; charset=utf-8"
        and "SUMMARY:Spring open: round 1\r\n" in calendar.text
    )
    link = event.get("/rounds/1/tables/1/play-link").json["link"]
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [player["winner"] for player in play["players"]] == [True, False]
    missing = event.get("/rounds/1/tables/9/play-link")
    assert (missing.status_code, missing.json["detail"]) == (
        409,
        "Table 9 of round 1 has no game to hand on.",
    )
