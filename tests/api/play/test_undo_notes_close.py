"""Undo, redo, notes and closing."""

from __future__ import annotations

from tests.builders.api.client import Caller, Table


def test_undo_and_redo_answer_with_what_they_moved(table: Table) -> None:
    seat, action = table.offers()[0]
    table.act(seat, action)
    undone = table.write("/undo", {"seat": seat}).json
    assert (undone["seq"], undone["type"], undone["actions"], undone["to_act"]) == (3, "ActionsRetracted", [2], [seat])
    assert undone["sentence"]["en"].endswith("takes back record 2.")
    redone = table.write("/redo", {"seat": seat}).json
    assert (redone["seq"], redone["type"], redone["actions"]) == (4, "ActionsRestored", [2])
    assert redone["to_act"] != [seat]


def test_undo_does_not_cross_another_seat_or_a_roll(table: Table) -> None:
    first, action = table.offers()[0]
    table.act(first, action)
    second, action = table.offers()[0]
    table.act(second, action)
    refused = table.write("/undo", {"seat": first})
    assert (refused.status_code, refused.json["type"], refused.json["at"]) == (409, "/problems/undo-refused", 3)
    refused = table.write("/undo", {"seat": second, "from_seq": 2})
    assert (refused.json["type"], refused.json["at"]) == ("/problems/undo-refused", 2)
    for _ in range(300):
        taken = table.move(table.seq).json
        if taken["rolls"]:
            break
    refused = table.write("/undo", {"seat": taken["seat"]})
    assert (refused.json["type"], refused.json["at"]) == ("/problems/undo-refused", taken["seq"])
    assert "roll" in refused.json["detail"]


def test_nothing_to_take_back_or_to_restore(table: Table) -> None:
    for of in ("/undo", "/redo"):
        refused = table.write(of, {"seat": "blue"})
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/undo-refused")
        assert "at" not in refused.json
    refused = table.write("/undo", {"seat": "green"})
    assert (refused.json["type"], refused.json["pointer"]) == ("/problems/invalid-fields", "/seat")


def test_a_game_without_undo(caller: Caller) -> None:
    table = Table.open(caller, undo="none")
    seat, action = table.offers()[0]
    table.act(seat, action)
    refused = table.write("/undo", {"seat": seat}).json["detail"]
    assert refused == "This game was opened without undo: only a ruling by the arbiter can annul actions."


def test_notes(table: Table) -> None:
    noted = table.write("/notes", {"text": "Bonne chance !"}).json
    assert (noted["seq"], noted["type"], noted["sentence"]["en"]) == (2, "NoteAdded", "Somebody adds a note.")
    noted = table.write("/notes", {"text": "À revoir", "about": 2, "seat": "red"}).json
    assert noted["sentence"]["fr"] == "Rouge commente l'écriture 2."
    for body, pointer in (
        ({"text": ""}, "/text"),
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


def test_closing_shows_the_seed_and_ends_all_writing(table: Table) -> None:
    commitment = table.get("/records/1").json["entry"]["record"]["commitment"]
    closed = table.write("/close")
    assert closed.status_code == 201
    assert (closed.json["type"], closed.json["status"], closed.json["outcome"], closed.json["to_act"]) == (
        "GameClosed",
        "closed",
        None,
        [],
    )
    seed = bytes.fromhex(table.get("/records/2").json["entry"]["record"]["seed"])

    from domain.rules.chance import seed_commitment

    assert seed_commitment(seed, table.id) == commitment
    for of, body in (("/notes", {"text": "x"}), ("/undo", {"seat": "blue"}), ("/redo", {"seat": "blue"}), ("/close", {})):
        refused = table.write(of, body)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/game-closed")
    assert table.get().json["to_act"] == []
