from typing import Any

from tests.builders.api.client import Caller, Table


def test_an_action_is_answered_with_all_that_came_of_it(table: Table) -> None:
    seat, action = table.offers()[0]
    answer = table.act(seat, action, client_at="2026-05-01T20:15:00Z")
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"2"')
    body = answer.json
    assert (body["game"], body["seq"], body["seat"], body["action"]) == (table.id, 2, seat, action)
    assert [fact["type"] for fact in body["facts"]] == ["units-placed", "turn-passed"]
    assert len(body["sentences"]) == 1 + len(body["facts"])
    assert body["sentences"][0]["en"].startswith(seat.capitalize())
    assert all(sentence["en"] and sentence["fr"] for sentence in body["sentences"])
    assert (body["rolls"], body["status"], body["outcome"]) == ([], "open", None)
    assert body["to_act"] == table.get("/board").json["to_act"] != [seat]
    entry = table.get("/records/2").json["entry"]
    assert (entry["record"]["facts"], entry["at"], entry["record"]["client_at"]) == (
        body["facts"],
        body["at"],
        "2026-05-01T20:15:00Z",
    )


def dry(table: Table, seat: str, action: dict[str, Any], query: str = "", **more: Any) -> Any:
    answer = table.caller.post(
        table.path(f"/actions?dry_run=1{query}"), {"seat": seat, "action": action, **more}
    )
    assert answer.status_code == 200, answer.json
    return answer


def test_a_dry_run_tells_everything_and_records_nothing(table: Table) -> None:
    seat, action = table.offers()[0]
    tried = dry(table, seat, action)
    assert tried.headers["ETag"] == '"1"'
    assert tried.json["verdict"]["legal"] is True
    before = table.get("/board").json["board"]
    assert table.get().json["seq"] == 1
    taken = table.act(seat, action).json
    for same in ("facts", "rolls", "sentences", "seat", "game"):
        assert tried.json[same] == taken[same]
    after = table.get("/board").json["board"]
    changed = {change["path"]: change.get("after") for change in tried.json["changes"]}
    assert changed["/turn"] == after["turn"] != before["turn"]
    assert changed[f"/sides/{seat}/placed"] is True
    assert tried.json["changes"] == table.get(f"/diff?from=1&to=2&audience={seat}").json["changes"]


def test_a_dry_run_of_an_illegal_action_answers_200_with_the_verdict(table: Table) -> None:
    seat, action = table.offers()[0]
    tried = dry(table, "red" if seat == "blue" else "blue", action).json
    assert tried["verdict"]["legal"] is False
    assert tried["verdict"]["rule"] and tried["verdict"]["text"]["fr"]
    assert (tried["facts"], tried["changes"], tried["asks"]) == ([], [], [])


def test_a_dry_run_at_a_past_position(table: Table) -> None:
    seat, action = table.offers()[0]
    table.act(seat, action)
    assert dry(table, seat, action).json["verdict"]["legal"] is False
    past = dry(table, seat, action, "&at=1")
    assert past.json["verdict"]["legal"] is True
    assert (past.json["seq"], past.headers["ETag"]) == (1, '"1"')
    beyond = table.caller.post(
        table.path("/actions?dry_run=1&at=9"), {"seat": seat, "action": action}
    )
    assert beyond.json["type"] == "/problems/no-such-position"


def explore(table: Table) -> tuple[str, dict[str, Any]]:
    for _ in range(300):
        for seat, action in table.offers():
            if action["type"] == "explore":
                return seat, action
        table.move(table.seq)
    raise AssertionError


def test_a_dry_run_takes_supposed_values_in_place_of_sealed_dice(table: Table) -> None:
    seat, action = explore(table)
    tried = dry(table, seat, action).json
    assert (tried["verdict"]["legal"], tried["facts"]) == (True, [])
    (ask, *_) = tried["asks"]
    assert ask["count"] == 1 and ask["spec"].startswith("1of") and ask["label"]["fr"]
    supposed = dry(table, seat, action, values=[[ask["pool"][0]]]).json
    if supposed["asks"]:
        supposed = dry(
            table, seat, action, values=[[ask["pool"][0]], supposed["asks"][0]["pool"][:1]]
        ).json
    assert ask["pool"][0] in str(supposed["facts"])
    assert supposed["rolls"][0]["values"] == [ask["pool"][0]]


def test_missing_table_values_are_asked_for_and_then_taken(caller: Caller) -> None:
    table = Table.open(caller, chance="table", values=[["T01", "T02"], ["blue"]])
    seat, action = explore(table)
    values: list[list[Any]] = []
    while (answer := table.act(seat, action, values=values)).status_code == 422:
        assert (answer.json["type"], answer.json["given"], answer.json["pointer"]) == (
            "/problems/values-needed",
            len(values),
            "/values",
        )
        for ask in answer.json["asks"]:
            assert set(ask) == {"kind", "label", "count", "pool", "replace", "spec"}
            values.append(ask["pool"][: ask["count"]])
    assert answer.status_code == 201 and values
    assert [roll["values"] for roll in answer.json["rolls"]] == values
    wrong = table.caller.post(
        table.path("/actions?dry_run=1"), {"seat": seat, "action": action, "values": [["T99"]]}
    )
    assert (
        wrong.json.get("verdict", {}).get("legal") is False
        or wrong.json["type"] == "/problems/values-refused"
    )


def test_a_dry_run_on_a_closed_game_is_refused_but_not_on_its_past(table: Table) -> None:
    seat, action = table.offers()[0]
    table.write("/close")
    refused = table.caller.post(table.path("/actions?dry_run=1"), {"seat": seat, "action": action})
    assert refused.json["type"] == "/problems/game-closed"
    assert dry(table, seat, action, "&at=1").json["verdict"]["legal"] is True


def test_legal_is_for_one_seat_or_all_that_may_act(table: Table) -> None:
    (acting,) = table.get("/legal").json["seats"]
    other = "red" if acting["seat"] == "blue" else "blue"
    assert table.get(f"/legal?seat={acting['seat']}").json["seats"] == [acting]
    (idle,) = table.get(f"/legal?seat={other}").json["seats"]
    assert (idle["seat"], idle["choices"], idle["templates"]) == (other, [], [])
    table.write("/close")
    assert table.get("/legal").json["seats"] == []
    assert table.get(f"/legal?seat={acting['seat']}").json["seats"][0]["choices"] == []


# -- Undo, redo, notes and closing.


def test_notes(table: Table) -> None:
    noted = table.write("/notes", {"text": "Bonne chance !"}).json
    assert (noted["seq"], noted["type"], noted["sentence"]["en"]) == (
        2,
        "NoteAdded",
        "Somebody adds a note.",
    )
    noted = table.write("/notes", {"text": "À revoir", "about": 2, "seat": "red"}).json
    assert noted["sentence"]["fr"] == "Rouge commente l'écriture 2."
    for body, pointer in (
        ({"text": ""}, "/text"),
        ({"text": " \n\t"}, "/text"),
        ({"text": "x" * 2001}, "/text"),
        ({"text": "x", "about": 4}, "/about"),
        ({"text": "x", "about": -1}, "/about"),
        ({"text": "x", "about": 2**70}, "/about"),
        ({"text": "x", "seat": "green"}, "/seat"),
        ({"about": 1}, "/text"),
    ):
        refused = table.write("/notes", body)
        assert (refused.status_code, refused.json["pointer"]) == (422, pointer), body
    assert table.get().json["seq"] == 3
