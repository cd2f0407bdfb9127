"""Games: opening, looking up, searching, and playing one from its opening to five points over HTTP."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.builders.api.client import GAMES, TITLE, Caller, Table, new_key


def test_the_ruleset_alone_opens_a_game_with_every_default(caller: Caller) -> None:
    answer = caller.post(GAMES, {"ruleset": TITLE}, Idempotency_Key=new_key())
    assert answer.status_code == 201
    id = answer.json["id"]
    assert answer.headers["Location"] == f"{GAMES}/{id}"
    assert answer.headers["ETag"] == '"1"'
    assert answer.json["seq"] == 1
    game = answer.json["summary"]
    assert answer.json["game"] == answer.json["id"] == id, "as every other write names its game"
    assert game == caller.get(answer.headers["Location"]).json
    assert (game["id"], game["ruleset"], game["status"], game["seq"]) == (id, TITLE, "open", 1)
    assert (game["chance"], game["undo"], game["tags"], game["outcome"]) == ("sealed", "free", [], None)
    assert game["placeholders"] > 0
    assert [seat["id"] for seat in game["seats"]] == ["blue", "red"]
    for link in answer.json["seats"]:
        assert caller.get(link["href"]).json["seats"][0]["seat"] == link["seat"]


def test_everything_else_can_be_chosen(caller: Caller) -> None:
    given = {
        "ruleset": TITLE,
        "catalog": "terrain",
        "options": {"towers": "per-tower"},
        "players": 2,
        "undo": "none",
        "tags": ["club", "été"],
        "client_at": "2026-05-01T20:15:00+02:00",
    }
    answer = caller.post(GAMES, given, Idempotency_Key=new_key())
    assert answer.status_code == 201
    game = answer.json["summary"]
    assert (game["undo"], game["tags"]) == ("none", ["club", "été"])
    catalogs = caller.get(f"/api/v1/rulesets/{TITLE}").json["catalogs"]
    assert game["catalog"] == next(c["sha256"] for c in catalogs if c["name"] == "terrain")
    record = caller.get(f"{GAMES}/{answer.json['id']}/records/1").json["entry"]["record"]
    assert record["options"]["towers"] == "per-tower"
    assert record["client_at"] == "2026-05-01T20:15:00+02:00"
    again = caller.post(GAMES, {"ruleset": TITLE, "catalog": game["catalog"]}, Idempotency_Key=new_key())
    assert again.json["summary"]["catalog"] == game["catalog"]


def test_table_dice_are_entered_for_the_set_up(caller: Caller) -> None:
    body: dict[str, Any] = {"ruleset": TITLE, "chance": "table", "values": []}
    for _ in range(5):
        answer = caller.post(GAMES, body, Idempotency_Key=new_key())
        if answer.status_code == 201:
            break
        for ask in answer.json["asks"]:
            assert len(ask["pool"]) >= ask["count"]
            body["values"].append(ask["pool"][: ask["count"]])
    assert answer.status_code == 201
    rolls = caller.get(f"{GAMES}/{answer.json['id']}/records/1").json["entry"]["rolls"]
    assert [roll["values"] for roll in rolls] == body["values"]
    assert {roll["source"] for roll in rolls} == {"table"}
    by_kind: dict[str, list[Any]] = {}
    for roll in rolls:
        by_kind.setdefault(roll["kind"], []).append(roll["values"])
    named = caller.post(GAMES, {**body, "values": by_kind}, Idempotency_Key=new_key())
    assert [roll["values"] for roll in caller.get(f"{GAMES}/{named.json['id']}/records/1").json["entry"]["rolls"]] == body["values"]
    unheard = caller.post(GAMES, {**body, "values": {**by_kind, "wind": [[1]]}}, Idempotency_Key=new_key())
    assert (unheard.status_code, "wind" in unheard.json["detail"]) == (422, True)


def test_a_whole_game_from_opening_to_five_points_with_undo_and_redo(caller: Caller) -> None:
    table, rng, undone = Table.open(caller), Random(3), 0
    for _ in range(3000):
        offers = table.offers()
        if not offers:
            break
        seat, action = rng.choice(offers)
        taken = table.act(seat, action)
        assert taken.status_code == 201, taken.json
        if undone < 5 and not taken.json["rolls"]:
            board = table.get("/board").json
            assert table.write("/undo", {"seat": seat}).status_code == 201
            assert table.write("/redo", {"seat": seat}).status_code == 201
            assert table.get("/board").json == {**board, "seq": table.seq, "fidelity": table.get("/board").json["fidelity"]}
            undone += 1
    ended = table.get().json
    assert ended["status"] == "ended"
    assert ended["outcome"]["code"] == "victory-points"
    (winner,) = ended["outcome"]["winners"]
    score = {line["seat"]: line["points"] for line in table.get("/score").json["score"]}
    assert score[winner] >= 5
    assert undone == 5
    seat, action = "blue", {"type": "stop"}
    refused = table.act(seat, action)
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/illegal-action")
    closed = table.write("/close")
    assert closed.json["outcome"] == ended["outcome"]
    assert closed.json["status"] == "closed"
    assert table.write("/notes", {"text": "too late"}).json["type"] == "/problems/game-closed"
