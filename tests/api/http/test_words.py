"""Words that people write: in lines, but without characters that cannot be seen or that turn the direction of writing."""

from __future__ import annotations

import json

import pytest

from tests.builders.api.client import GAMES, Caller, Table, new_key

HIDDEN = ("\x00", "\x1b[2J", "\x07", "\x85", "\u202e", "\u2066", "\u200f", "\u2028", "\ufeff")


@pytest.mark.parametrize("hidden", HIDDEN)
def test_notes_and_reasons_take_no_hidden_characters_and_record_nothing(table: Table, hidden: str) -> None:
    note = table.write("/notes", {"text": f"an owl{hidden}hoots"})
    assert (note.status_code, note.json["type"], note.json["pointer"]) == (422, "/problems/invalid-fields", "/text")
    assert "U+" in note.json["detail"]
    ruling = {"remedy": {"type": "penalty", "seat": "blue", "points": -1}, "rule": f"p. 5{hidden}", "code": "other", "text": "late"}
    ruled = table.write("/rulings", ruling)
    assert (ruled.status_code, ruled.json["pointer"]) == (422, "/rule")
    closed = table.write("/close", {"reason": f"dusk{hidden}"})
    assert (closed.status_code, closed.json["pointer"]) == (422, "/reason")
    assert table.get().json["seq"] == table.seq


def test_several_lines_and_every_language_are_taken(table: Table) -> None:
    for text in ("one\ntwo\n\tthree\r\nfour", "« déjà », n’est-ce pas ?\u202f!", "שלום", "👩\u200d👧"):
        assert table.write("/notes", {"text": text}).status_code == 201


@pytest.mark.parametrize("tag", ["a\n", "a\nb", "\ta", "a\u202eb", "a\x00"])
def test_tags_stand_on_one_line(caller: Caller, tag: str) -> None:
    answer = caller.post(GAMES, {"ruleset": "northgard-training", "tags": [tag]}, Idempotency_Key=new_key())
    assert (answer.status_code, answer.json["pointer"]) == (422, "/tags/0")


@pytest.mark.parametrize("path", [GAMES, "/api/v1/campaigns"])
def test_a_player_is_looked_for_by_at_most_200_letters(caller: Caller, path: str) -> None:
    name = "player" if path == GAMES else "after"
    assert caller.get(f"{path}?{name}=" + "a" * 201).status_code == 400
    if path == GAMES:
        assert caller.get(f"{path}?player=" + "a" * 200).status_code == 200


@pytest.mark.parametrize(("field", "value"), [("actor", "a" * 100_000), ("actor", "a\nb"), ("key", "k" * 301)])
def test_an_import_with_an_absurd_actor_is_damaged(caller: Caller, table: Table, field: str, value: str) -> None:
    lines = caller.get(table.path("/export")).text.splitlines()
    line = json.loads(lines[1])
    line["data"][field] = value
    lines[1] = json.dumps(line)
    answer = caller.client.post(
        f"{GAMES}/import", data="\n".join(lines), content_type="application/x-ndjson", headers=caller.headers
    )
    assert (answer.status_code, answer.json["type"], answer.json["line"]) == (422, "/problems/damaged-file", 2)
    assert len(answer.text) < 4000
