"""Campaigns over HTTP: recorded with their sheets, added up, and refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from api import create_app
from domain.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key, problem
from tests.builders.api.series import CAMPAIGNS, Series, applied, play_out, seal


def surviving_campaign(caller: Caller, clerk: Clerk, players: int, scenarios: int) -> tuple[Series, list[Table]]:
    """A campaign of The Convicted with scenarios played by random players, the first one whose fortress stands so long. Its
    dice are known, so that it is the same each time."""
    for attempt in range(30):
        series = Series.open(caller, f"exile-{players}-{attempt}", ruleset="convicted", players=players, tags=["night"])
        tables: list[Table] = []
        for number in range(1, scenarios + 1):
            seal(clerk, series, number)
            tables.append(play_out(opened(series, tables), clerk, 100 * attempt + number))
            if series.get().json["scenarios"][-1]["outcome"]["code"] != "survived":
                refused = series.write("/scenarios")
                assert problem(refused) == (409, "campaign-refused")
                assert "survived" in refused.json["detail"]
                break
        else:
            return series, tables
    raise AssertionError("the fortress never stands")


def opened(series: Series, before: list[Table]) -> Table:
    """The next scenario, from the sheet that the campaign names."""
    following = series.get().json["next"]
    number = len(before) + 1
    assert following == {"number": number, "sheet": {"game": before[-1].id, "seq": before[-1].seq} if before else None}
    table = series.next(**({"sheet": following["sheet"]} if before else {}))
    summary, waiting = table.get().json, series.get().json
    assert (summary["campaign"], summary["scenario"], summary["tags"]) == (series.id, number, ["night"])
    assert waiting["next"] is None and f"Scenario {number}" in waiting["waits"]["en"]
    return table


def test_three_scenarios_of_the_convicted_are_recorded_with_their_sheets(caller: Caller, clerk: Clerk) -> None:
    series, tables = surviving_campaign(caller, clerk, players=2, scenarios=3)
    shown = series.get().json
    assert [(s["number"], s["game"], s["status"], s["stands"], s["sound"]) for s in shown["scenarios"]] == [
        (n, table.id, "ended", True, True) for n, table in enumerate(tables, start=1)
    ]
    assert (shown["campaign"]["opened"], shown["campaign"]["of"]) == (3, 10)
    assert [(t["seat"], t["wins"], t["points"]) for t in shown["totals"]] == [("p1", 3, 6), ("p2", 3, 6)]
    assert shown["next"] == {"number": 4, "sheet": {"game": tables[2].id, "seq": tables[2].seq}}

    sheets = [series.get(f"/sheet?scenario={number}").json for number in (1, 2, 3)]
    assert [(s["number"], s["sheet"]["scenario"], s["sheet"]["turn"], s["final"]) for s in sheets] == [
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
        assert sheets[n]["change"]


def test_a_sheet_is_shown_at_any_record_of_any_scenario(caller: Caller, clerk: Clerk) -> None:
    series, (first,) = surviving_campaign(caller, clerk, players=1, scenarios=1)
    last = series.get("/sheet").json
    second = play_out(series.next(), clerk, 2)
    parameters = set(last["sheet"])
    for at in range(1, second.seq + 1):
        sheet = series.get(f"/sheet?scenario=2&at={at}").json
        assert (sheet["at"], sheet["number"], sheet["game"]) == (at, 2, second.id)
        assert sheet["final"] == (at == second.seq)
        assert set(sheet["sheet"]) == parameters
        assert applied(last["sheet"], sheet["change"]) == sheet["sheet"]
    begun, now = series.get(f"/sheet?scenario=1&at={first.seq - 1}").json, series.get("/sheet?scenario=1").json
    assert (begun["stands"], now["stands"]) == (False, True)
    assert now["at"] == first.seq + 1  # the record that the sheet was handed on
    assert now["sheet"] == last["sheet"]
    assert series.get("/sheet").json["number"] == 2


def test_a_series_of_duels_adds_up_seat_by_seat(caller: Caller, clerk: Clerk) -> None:
    series, points, wins = Series.open(caller), {"blue": 0, "red": 0}, {"blue": 0, "red": 0}
    for seed in (1, 2, 3):
        table = play_out(series.next(), clerk, seed)
        for line in table.get("/score").json["score"]:
            points[line["seat"]] += line["points"]
        (winner,) = table.get().json["outcome"]["winners"]
        wins[winner] += 1
        assert series.get("/sheet").json["sheet"]["winners"] == [winner]
    shown = series.get().json
    assert {t["seat"]: (t["wins"], t["points"]) for t in shown["totals"]} == {s: (wins[s], points[s]) for s in points}
    assert [t["name"]["fr"] for t in shown["totals"]] == ["Bleu", "Rouge"]
    assert shown["campaign"]["of"] is None
    open_one = series.next()
    assert series.get().json["totals"] == shown["totals"], "a game that goes on counts for nobody"
    assert open_one.get("/export").status_code == 200


def test_opening_answers_with_the_campaign_and_every_default(caller: Caller) -> None:
    answer = caller.post(CAMPAIGNS, {"ruleset": TITLE}, Idempotency_Key=new_key())
    assert answer.headers["Location"] == f"{CAMPAIGNS}/{answer.json['id']}"
    assert answer.headers["ETag"] == '"1"'
    campaign = answer.json["campaign"]
    assert (campaign["status"], campaign["seq"], campaign["opened"], campaign["players"]) == ("open", 1, 0, 2)
    assert (campaign["chance"], campaign["undo"], campaign["tags"]) == ("sealed", "free", [])
    assert campaign["placeholders"] > 0
    shown = caller.get(answer.headers["Location"])
    assert shown.json["campaign"] == campaign
    assert shown.json["options"]["towers"] == "per-territory"
    assert (shown.headers["ETag"], shown.headers["Cache-Control"]) == ('"1"', "no-store")
    given = {"ruleset": TITLE, "options": {"towers": "per-tower"}, "catalog": "terrain", "undo": "none", "chance": "table"}
    series = Series.open(caller, **given, tags=["club"], client_at="2026-05-01T20:15:00+02:00")
    found = series.get().json
    assert (found["options"]["towers"], found["campaign"]["undo"], found["campaign"]["chance"]) == ("per-tower", "none", "table")


def test_a_scenario_is_answered_as_a_new_game_is(caller: Caller) -> None:
    series = Series.open(caller)
    answer = series.write("/scenarios")
    game = answer.json["summary"]
    assert answer.headers["Location"] == f"{GAMES}/{game['id']}"
    assert (answer.headers["ETag"], answer.json["seq"], answer.json["number"]) == ('"2"', 2, 1)
    assert answer.json["opened_from"] is None
    assert game == caller.get(answer.headers["Location"]).json
    for link in answer.json["seats"]:
        assert caller.get(link["href"]).json["seats"][0]["seat"] == link["seat"]


def test_what_the_table_rolls_for_the_set_up_is_asked_for(caller: Caller) -> None:
    series, values = Series.open(caller, chance="table"), []
    for _ in range(5):
        answer = series.write("/scenarios", {"values": values})
        if answer.status_code == 201:
            break
        assert problem(answer) == (422, "values-needed")
        values += [ask["pool"][: ask["count"]] for ask in answer.json["asks"]]
        assert series.get().json["seq"] == 1
    assert answer.status_code == 201
    refused = Series.open(caller).write("/scenarios", {"values": [[1]]})
    assert problem(refused) == (422, "invalid-fields")
    assert refused.json["pointer"] == "/values"


# -- conditions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", ["/scenarios", "/close"])
def test_going_on_wants_its_condition_and_its_key(of: str, caller: Caller) -> None:
    path = f"{CAMPAIGNS}/{Series.open(caller).id}{of}"
    assert problem(caller.post(path, Idempotency_Key="k")) == (428, "if-match-missing")
    assert problem(caller.post(path, Idempotency_Key="k", If_Match="1")) == (400, "if-match-malformed")
    assert problem(caller.post(path, If_Match='"1"')) == (400, "idempotency-key-missing")
    stale = caller.post(path, If_Match='"7"', Idempotency_Key="k")
    assert problem(stale) == (412, "stale")
    assert (stale.json["current"], stale.headers["ETag"]) == (1, '"1"')
    assert "the campaign stands at record 1" in stale.json["detail"]


def test_a_retry_reads_the_first_answer_byte_for_byte(caller: Caller, clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    opening = new_key()
    asked = {"ruleset": TITLE, "tags": ["club"]}
    first = caller.post(CAMPAIGNS, asked, Idempotency_Key=opening)
    series = Series(caller, first.json["id"])
    second = series.write("/scenarios", key="key-a")
    table = play_out(Table(caller, second.json["game"]), clerk, 1)
    named = {"sheet": {"game": table.id, "seq": table.seq}}
    third = series.write("/scenarios", named, key="key-b")
    fourth = series.write("/close", {"reason": "rain"}, key="key-c")
    reborn = Series(Caller(create_app(make_clerk(), None, KEY)), series.id)
    for then, again in (
        (first, reborn.caller.post(CAMPAIGNS, asked, Idempotency_Key=opening)),
        (second, reborn.write("/scenarios", seq=1, key="key-a")),
        (third, reborn.write("/scenarios", named, seq=2, key="key-b")),
        (fourth, reborn.write("/close", {"reason": "rain"}, seq=3, key="key-c")),
    ):
        assert again.status_code == 201
        assert again.get_data() == then.get_data()
        assert again.headers["ETag"] == then.headers["ETag"]
        assert again.headers["Idempotent-Replay"] == "true" and "Idempotent-Replay" not in then.headers
        assert again.headers.get("Location") == then.headers.get("Location")
    assert problem(reborn.write("/close", key="key-b")) == (422, "key-reused")
    assert problem(caller.post(CAMPAIGNS, {"ruleset": TITLE}, Idempotency_Key=opening)) == (422, "key-reused")
    assert len(caller.get(CAMPAIGNS).json["campaigns"]) == 1
    assert len(caller.get(GAMES).json["games"]) == 2


def test_of_organisers_who_go_on_at_once_exactly_one_does(make_clerk: Callable[[], Clerk]) -> None:
    callers = [Caller(create_app(make_clerk(), None, KEY)) for _ in range(4)]
    for n in range(5):
        series = Series.open(callers[0])
        start = Barrier(len(callers))

        def one(caller: Caller, key: str, id: str = series.id, start: Barrier = start) -> int:
            start.wait()
            return Series(caller, id).write("/scenarios", key=key).status_code

        keys = [f"go-{n}-{i if n % 2 else 0}" for i in range(len(callers))]
        with ThreadPoolExecutor(len(callers)) as pool:
            statuses = list(pool.map(one, callers, keys))
        wanted = {201: 1, 412: 3} if n % 2 else {201: 4}
        assert Counter(statuses) == wanted, "different keys: one wins; one key: all read the same answer"
        assert series.get().json["campaign"]["opened"] == 1


# -- what is refused -----------------------------------------------------------------------------------------------------


def test_a_sheet_that_is_not_the_last_one(caller: Caller, clerk: Clerk) -> None:
    series, (first,) = surviving_campaign(caller, clerk, players=1, scenarios=1)
    early = series.write("/scenarios", {"sheet": {"game": first.id, "seq": first.seq - 1}})
    assert problem(early) == (409, "campaign-refused")
    assert f"game {first.id} at record {first.seq}" in early.json["detail"]
    second = series.next(sheet={"game": first.id, "seq": first.seq})
    assert problem(series.write("/scenarios", {"sheet": {"game": first.id, "seq": first.seq}})) == (409, "campaign-refused")
    for turn in range(3):
        second.move(turn)
    second.write("/close")
    for seq in (first.seq, first.seq + 1):
        assert problem(series.write("/scenarios", {"sheet": {"game": first.id, "seq": seq}})) == (409, "campaign-refused")
    assert problem(series.write("/scenarios", {"sheet": {"game": second.id}})) == (422, "invalid-fields")
    assert series.get().json["seq"] == 3


def test_a_fifth_player(caller: Caller) -> None:
    answer = caller.post(CAMPAIGNS, {"ruleset": "convicted", "players": 5}, Idempotency_Key=new_key())
    assert problem(answer) == (422, "invalid-fields")
    assert answer.json["pointer"] == "/players"
    assert caller.get(CAMPAIGNS).json == {"campaigns": [], "next": None, "total": 0}


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/ruleset"]),
        ({"ruleset": "chess"}, ["/ruleset"]),
        ({"ruleset": TITLE, "catalog": "deluxe"}, ["/catalog"]),
        ({"ruleset": TITLE, "options": {"towers": "high", "weather": 1}}, ["/options/towers", "/options/weather"]),
        ({"ruleset": TITLE, "undo": "sometimes"}, ["/undo"]),
        ({"ruleset": TITLE, "players": "two", "values": [[1]]}, ["/players", "/values"]),
        ({"ruleset": "convicted", "options": {"scenario": 3}}, ["/options/scenario"]),
        ({"ruleset": "convicted", "options": {"sheet": None}}, ["/options/sheet"]),
        ({"ruleset": TITLE, "tags": ["club", 7]}, ["/tags/1"]),
    ],
)
def test_what_no_campaign_opens_with(body: dict[str, Any], pointers: list[str], caller: Caller) -> None:
    answer = caller.post(CAMPAIGNS, body, Idempotency_Key=new_key())
    assert problem(answer) == (422, "invalid-fields")
    assert [error["pointer"] for error in answer.json["errors"]] == pointers
    assert all(error["detail"]["fr"] for error in answer.json["errors"])


def test_a_scenario_that_is_still_played_or_was_broken_off(caller: Caller) -> None:
    series = Series.open(caller, ruleset="convicted", players=1)
    table = series.next()
    table.act("p1", {"type": "choose-hero", "hero": "oracle"})
    going = series.write("/scenarios")
    assert problem(going) == (409, "campaign-refused")
    assert "still being played" in going.json["detail"]
    table.write("/close")
    broken = series.write("/scenarios")
    assert problem(broken) == (409, "campaign-refused")
    assert "survived" in broken.json["detail"]
    shown = series.get().json
    assert (shown["next"], shown["waits"]) == (None, broken.json["text"])
    assert (shown["seq"], shown["scenarios"][0]["status"], shown["scenarios"][0]["outcome"]) == (2, "closed", None)


def test_a_retraction_in_a_finished_scenario_after_the_next_has_opened(caller: Caller, clerk: Clerk) -> None:
    for seed in range(40):
        series = Series.open(caller)
        table = play_out(series.next(), clerk, seed)
        step = clerk.game(table.id).step
        assert step is not None
        if not step.sealed:
            break
    assert table.write("/undo", {"seat": step.seat}).status_code == 201
    assert problem(series.write("/scenarios")) == (409, "campaign-refused")
    assert table.write("/redo", {"seat": step.seat}).status_code == 201
    series.next()
    assert problem(table.write("/undo", {"seat": step.seat})) == (412, "stale")
    table.seq += 1
    refused = table.write("/undo", {"seat": step.seat})
    assert problem(refused) == (409, "undo-refused")
    assert refused.json["at"] == table.seq
    entry = table.get(f"/records/{table.seq}").json["entry"]
    assert (entry["type"], entry["seq"]) == ("SheetHandedOn", table.seq)
    assert entry["sentence"]["en"].startswith("The sheet is handed on: scenario 2 ")
    assert entry["record"]["campaign"] == series.id


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
