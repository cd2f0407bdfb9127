import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.web.access.caller import OPERATOR_ID
from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, TITLE, Caller, Table, new_key, problem
from tests.builders.api.forms import signed_in
from tests.builders.api.series import CAMPAIGNS, Series, applied, play_out
from tests.builders.campaign import surviving_campaign


def test_three_scenarios_of_the_convicted_are_recorded_with_their_sheets(
    caller: Caller, clerk: Clerk
) -> None:
    """The fortress survived three scenarios, and the fourth is open."""
    series = Series(caller, surviving_campaign(clerk, OPERATOR_ID, 3, tags=("night",)))
    shown = series.get().json
    tables = [Table(caller, scenario["game"]) for scenario in shown["scenarios"]]
    assert [(s["number"], s["status"], s["stands"], s["sound"]) for s in shown["scenarios"]] == [
        (n, "open" if n == 4 else "ended", True, True) for n in (1, 2, 3, 4)
    ]
    summaries = [table.get().json for table in tables]
    assert [(s["campaign"], s["scenario"], s["tags"]) for s in summaries] == [
        (series.id, n, ["night"]) for n in (1, 2, 3, 4)
    ]
    assert (shown["campaign"]["opened"], shown["campaign"]["of"]) == (4, 10)
    assert [(t["seat"], t["wins"], t["points"]) for t in shown["totals"]] == [
        ("p1", 3, 6),
        ("p2", 3, 6),
    ]
    assert shown["next"] is None and "Scenario 4" in shown["waits"]["en"]
    sheets = [series.get(f"/sheet?scenario={number}").json for number in (1, 2, 3)]
    assert [
        (s["number"], s["sheet"]["scenario"], s["sheet"]["turn"], s["final"]) for s in sheets
    ] == [
        (1, 1, 2, True),
        (2, 2, 4, True),
        (3, 3, 6, True),
    ]
    assert sheets[0]["opened_from"] is None
    for n in (1, 2):
        came = sheets[n]["opened_from"]
        assert (came["game"], came["sha256"]) == (tables[n - 1].id, sheets[n - 1]["sha256"])
        record = tables[n].get("/records/1?audience=arbiter").json["entry"]["record"]
        assert record["options"]["sheet"] == sheets[n - 1]["sheet"]
        assert applied(sheets[n - 1]["sheet"], sheets[n]["change"]) == sheets[n]["sheet"]
        handed = tables[n - 1].get(f"/records/{came['seq'] + 1}").json["entry"]
        assert handed["sentence"]["en"].startswith(f"The sheet is handed on: scenario {n + 1} ")
        assert sheets[n]["change"]


def test_opening_answers_with_the_campaign_and_every_default(caller: Caller) -> None:
    answer = caller.post(CAMPAIGNS, {"ruleset": TITLE}, Idempotency_Key=new_key())
    assert answer.headers["Location"] == f"{CAMPAIGNS}/{answer.json['id']}"
    assert answer.headers["ETag"] == '"1"'
    campaign = answer.json["campaign"]
    assert (campaign["status"], campaign["seq"], campaign["opened"], campaign["players"]) == (
        "open",
        1,
        0,
        2,
    )
    assert (campaign["chance"], campaign["undo"], campaign["tags"]) == ("sealed", "free", [])
    assert campaign["placeholders"] > 0
    shown = caller.get(answer.headers["Location"])
    assert shown.json["campaign"] == campaign and shown.json["options"]["towers"] == "per-territory"
    assert (shown.headers["ETag"], shown.headers["Cache-Control"]) == ('"1"', "no-store")


def test_a_scenario_is_answered_as_a_new_game_is(caller: Caller) -> None:
    answer = Series.open(caller).write("/scenarios")
    game = answer.json["summary"]
    assert answer.headers["Location"] == f"{GAMES}/{game['id']}"
    assert (answer.headers["ETag"], answer.json["seq"], answer.json["number"]) == ('"2"', 2, 1)
    assert (answer.json["opened_from"], game) == (None, caller.get(f"{GAMES}/{game['id']}").json)
    for link in answer.json["seats"]:
        assert caller.get(link["href"]).json["seats"][0]["seat"] == link["seat"]


# -- conditions ------------------------------------------------------------------------------------


def test_a_scenario_that_was_opened_is_answered_again_after_all_that_followed(
    caller: Caller, clerk: Clerk
) -> None:
    series = Series.open(caller, ruleset=TITLE)
    first = series.write("/scenarios", key="key-a")
    table = play_out(Table(caller, first.json["game"]), clerk, 1)
    named = {"sheet": {"game": table.id, "seq": table.seq}}
    assert series.get().json["next"] == {"number": 2, **named}
    second = series.write("/scenarios", named, key="key-b")
    assert series.write("/close").status_code == 201
    assert series.write("/scenarios", seq=1, key="key-a").data == first.data
    assert series.write("/scenarios", named, seq=2, key="key-b").data == second.data
    assert problem(series.write("/close", key="key-b")) == (422, "key-reused")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/ruleset"]),
        ({"ruleset": "chess"}, ["/ruleset"]),
        ({"ruleset": TITLE, "catalog": "deluxe"}, ["/catalog"]),
        (
            {"ruleset": TITLE, "options": {"towers": "high", "weather": 1}},
            ["/options/towers", "/options/weather"],
        ),
        ({"ruleset": TITLE, "undo": "sometimes"}, ["/undo"]),
        ({"ruleset": TITLE, "players": "two", "values": [[1]]}, ["/players", "/values"]),
        ({"ruleset": "convicted", "options": {"scenario": 3}}, ["/options/scenario"]),
        ({"ruleset": "convicted", "options": {"sheet": None}}, ["/options/sheet"]),
        ({"ruleset": TITLE, "tags": ["club", 7]}, ["/tags/1"]),
    ],
)
def test_what_no_campaign_opens_with(
    body: dict[str, Any], pointers: list[str], caller: Caller
) -> None:
    answer = caller.post(CAMPAIGNS, body, Idempotency_Key=new_key())
    assert problem(answer) == (422, "invalid-fields")
    assert [error["pointer"] for error in answer.json["errors"]] == pointers
    assert all(error["detail"]["fr"] for error in answer.json["errors"])


def test_a_closed_campaign_goes_on_no_further_and_its_games_do(caller: Caller) -> None:
    series = Series.open(caller)
    table = series.next()
    closed = series.write("/close", {"reason": "rain"})
    assert (closed.json["type"], closed.json["campaign"]["status"]) == ("CampaignClosed", "closed")
    for of in ("/scenarios", "/close"):
        assert problem(series.write(of)) == (409, "campaign-refused")
    assert "closed" in series.get().json["waits"]["en"]
    table.move()
    assert table.get().json["seq"] == 2


def test_sheets_that_are_not_there(caller: Caller) -> None:
    series = Series.open(caller)
    none = series.get("/sheet")
    assert problem(none) == (404, "no-such-scenario")
    assert (none.json["number"], none.json["opened"]) == (1, 0)
    series.next()
    for number in (-1, 0, 2, 10**30):
        assert problem(series.get(f"/sheet?scenario={number}")) == (404, "no-such-scenario")
    for at in (-1, 0, 2):
        assert problem(series.get(f"/sheet?at={at}")) == (404, "no-such-position")
    for query in ("scenario=one", "at=now", "when=now", "scenario=1&scenario=1"):
        assert problem(series.get(f"/sheet?{query}")) == (400, "invalid-parameters")


# -- Campaigns among games: ids of both kinds, the lists, and a campaign that cannot be read.


def test_campaigns_are_listed_page_by_page_and_by_what_they_are(caller: Caller) -> None:
    a, b, c = (
        Series.open(caller, ruleset=title, tags=tags)
        for title, tags in ((TITLE, ["club"]), ("convicted", []), (TITLE, []))
    )
    a.next()
    c.write("/close")

    def ids(query: str = "") -> list[str]:
        return [each["id"] for each in caller.get(f"{CAMPAIGNS}?{query}").json["campaigns"]]

    assert ids() == [c.id, a.id, b.id]
    assert ids("ruleset=convicted") == [b.id] and ids(f"ruleset={TITLE}") == [c.id, a.id]
    assert ids("status=closed") == [c.id] and ids("status=open") == [a.id, b.id]
    assert ids("tag=club") == [a.id] and caller.get(CAMPAIGNS).json["total"] == 3
    for query in ("limit=0", "limit=201", "after=x", "after=-1", "status=lost", "q=1"):
        assert problem(caller.get(f"{CAMPAIGNS}?{query}")) == (400, "invalid-parameters")


def test_what_is_damaged_is_named_and_takes_nothing_else_along(
    caller: Caller, clerk: Clerk, tmp_path: Path
) -> None:
    """The list of campaigns names a damaged campaign as unreadable and shows the others. A campaign
    with a damaged scenario shows all other scenarios, and no totals, since they depend on the
    damaged one."""
    damaged, series = Series.open(caller), Series.open(caller)
    first = play_out(series.next(), clerk, 1)
    series.next()
    with closing(sqlite3.connect(tmp_path / "greffe.sqlite")) as db, db:
        for id, seq in ((damaged.id, 1), (first.id, 5)):
            db.execute(
                "UPDATE records SET state = CAST('no JSON' AS BLOB) WHERE originator_id = ? AND "
                "originator_version = ?",
                (id, seq),
            )
    clerk.game_repository.release()
    listed = caller.get(CAMPAIGNS).json
    assert [campaign["id"] for campaign in listed["campaigns"]] == [series.id]
    assert listed["unreadable"] == [damaged.id]
    assert problem(damaged.get()) == (500, "record-damaged")
    now = series.get().json
    one, two = now["scenarios"]
    assert f"Record 5 of {first.id} is damaged" in one["unreadable"]["en"]
    assert (one["stands"], one["sound"], one["score"]) == (None, True, None)
    assert (two["stands"], two["sound"], two["status"]) == (True, None, "open")
    assert now["totals"] is None
    assert problem(series.get("/sheet?scenario=1")) == (409, "scenario-unreadable")
    assert series.get("/sheet?scenario=1&at=4").json["stands"] is None
    assert series.get("/sheet?scenario=2").json["change"] is None
    operator = signed_in(caller.app)
    for page in ("", "/sheets", "/sheet/1", "/sheet/2"):
        shown = operator.go(f"/organise/campaigns/{series.id}{page}")
        assert shown.status_code == 200
        assert f"Record 5 of {first.id} is damaged" in shown.text.replace("&#39;", "'"), page
    assert damaged.id in operator.go("/organise/campaigns").text
    assert series.write("/close").status_code == 201, "which needs none of its games"
