"""Positions: the board and the score at any record, and what changed in between."""

from __future__ import annotations

from typing import Any

from tests.builders.api.client import Table


def test_every_position_can_be_looked_at_again(table: Table) -> None:
    boards = [table.get("/board").json]
    for turn in range(25):
        table.move(turn)
        boards.append(table.get("/board").json)
    for seq, board in enumerate(boards, start=1):
        again = table.get(f"/board?at={seq}").json
        assert again["seq"] == seq
        assert {**again, "fidelity": ""} == {**board, "fidelity": ""}
        assert again["fidelity"] in ("exact", "unverified")
        assert table.get(f"/score?at={seq}").json["to_act"] == board["to_act"]


def test_a_position_counts_only_what_is_in_force(table: Table) -> None:
    before = table.get("/board").json["board"]
    seat, action = table.offers()[0]
    table.act(seat, action)
    after = table.get("/board").json["board"]
    table.write("/undo", {"seat": seat})
    assert table.get("/board").json["board"] == before
    table.write("/redo", {"seat": seat})
    assert table.get("/board").json["board"] == after
    assert table.get("/board?at=2").json["board"] == after
    assert table.get("/board?at=3").json["board"] == before


def test_each_audience_has_its_board(table: Table) -> None:
    for audience in ("public", "arbiter", "blue", "red"):
        shown = table.get(f"/board?audience={audience}")
        assert shown.status_code == 200
        assert shown.json["board"]["stage"] == "placing"


def test_the_score_names_every_seat(table: Table) -> None:
    score = table.get("/score").json
    assert [line["seat"] for line in score["score"]] == ["blue", "red"]
    assert {line["points"] for line in score["score"]} == {0}
    assert (score["game"], score["status"], score["seq"]) == (table.id, "open", 1)


def applied(view: Any, changes: list[dict[str, Any]]) -> Any:
    """A view with changes made to it."""
    for change in changes:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
        place = view
        for part in way:
            place = place[int(part)] if isinstance(place, list) else place[part]
        key: Any = int(last) if isinstance(place, list) else last
        if change["op"] == "remove":
            del place[key]
        else:
            place[key] = change.get("after")
    return view


def test_a_diff_leads_from_one_position_to_the_other(table: Table) -> None:
    for turn in range(12):
        table.move(turn * 7)
    for before, after in ((1, 13), (3, 9), (9, 3), (13, 1), (5, 5)):
        diff = table.get(f"/diff?from={before}&to={after}").json
        assert (diff["from"], diff["to"], diff["audience"]) == (before, after, "public")
        views = [table.get(f"/board?at={seq}").json["board"] for seq in (before, after)]
        assert applied(views[0], diff["changes"]) == views[1]
        assert (diff["changes"] == []) == (before == after)
    assert table.get("/diff?from=13").json["to"] == 13
    assert table.get("/diff").json["from"] == 1
