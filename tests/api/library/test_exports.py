"""Exports over HTTP: whose copy each caller gets, and to whom names are given."""

from __future__ import annotations

import json
from base64 import b64encode
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from domain.rules.titles import registry
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller
from tests.builders.players import act

CARDS = [["ace", "king"]]


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that hides things is registered."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """Ann has bid 7 and written a note, Bob has not bid."""
    club = Club(app, clerk, ruleset="sealed-bids", chance="table", values=CARDS)
    ann = club.table("a")
    assert ann.act("a", {"type": "bid", "amount": 7}).status_code == 201
    ann.write("/notes", {"text": "a remark", "seat": "a"})
    ann.write("/seats/a/take", {"name": "Annabella"})
    return club


def lines(who: Caller, club: Club, query: str = "") -> list[dict[str, Any]]:
    answer = who.get(f"{club.path}/export{query}")
    assert answer.status_code == 200, answer.json
    assert answer.headers["Cache-Control"] == "no-store"
    return [json.loads(line) for line in answer.get_data().splitlines()]


def hidden(rows: list[dict[str, Any]]) -> list[int]:
    return [row["sequence"] for row in rows if row["type"] == "greffe.hidden"]


def test_every_caller_gets_the_most_they_may_have(club: Club, caller: Caller) -> None:
    for name, missing in (("spectator", [1, 2]), ("b", [1, 2]), ("a", [1]), ("arbiter", [])):
        assert hidden(lines(club.holder(name), club)) == missing, name
    assert hidden(lines(club.organiser, club)) == hidden(lines(caller, club)) == []
    assert hidden(lines(caller, club, "?audience=public")) == [1, 2], "what a spectator gets can be asked for"
    assert hidden(lines(club.holder("a"), club, "?audience=public")) == [1, 2]


def test_nobody_gets_anothers_copy(club: Club, caller: Caller) -> None:
    for name, audience in (("spectator", "arbiter"), ("spectator", "a"), ("b", "a"), ("b", "arbiter")):
        refused = club.holder(name).get(f"{club.path}/export?audience={audience}")
        assert (refused.status_code, refused.json["type"]) == (403, "/problems/not-your-audience")
    refused = caller.get(f"{club.path}/export?audience=nobody")
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameters")


def test_names_are_for_organisers_who_ask_for_them(club: Club, caller: Caller) -> None:
    for name in ("spectator", "a", "arbiter"):
        assert "Annabella" not in club.holder(name).get(f"{club.path}/export").text
        refused = club.holder(name).get(f"{club.path}/export?names=1")
        assert (refused.status_code, refused.json["type"]) == (403, "/problems/role-too-low")
        assert refused.json["needed"] == "organiser"
    for who in (club.organiser, caller):
        plain, named = lines(who, club), lines(who, club, "?names=1")
        assert [row["type"] for row in named[len(plain) :]] == ["greffe.name", "greffe.text"]
        assert not {"greffe.name", "greffe.text"} & {row["type"] for row in plain}
        assert "Annabella" in json.dumps(named)


def test_a_look_behind_is_in_the_access_log(club: Club) -> None:
    looks = f"{club.path}/looks"
    before = len(club.organiser.get(looks).json["looks"])
    lines(club.holder("a"), club)
    lines(club.holder("spectator"), club)
    assert len(club.organiser.get(looks).json["looks"]) == before
    lines(club.holder("arbiter"), club)
    last = club.organiser.get(looks).json["looks"][-1]
    assert (last["actor"], last["audience"], last["what"]) == (
        club.links["arbiter"]["id"],
        "arbiter",
        "GET /api/v1/games/{game}/export",
    )


def test_the_file_is_named_after_its_audience(club: Club) -> None:
    for name, file in (("spectator", f"{club.game}-public"), ("a", f"{club.game}-a"), ("arbiter", club.game)):
        answer = club.holder(name).get(f"{club.path}/export")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{file}.jsonl"'


def test_an_audiences_copy_is_not_imported(club: Club, caller: Caller) -> None:
    file = club.holder("b").get(f"{club.path}/export").get_data()
    refused = caller.client.post("/api/v1/games/import", data=file, content_type="application/x-ndjson", headers=caller.headers)
    assert (refused.status_code, refused.json["type"], refused.json["line"]) == (422, "/problems/redacted-file", 2)
    assert "Only the whole export" in refused.json["detail"]


def test_no_copy_of_an_open_game_tells_of_its_seed(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk)
    game, rng = clerk.game(club.game), Random(2)
    for _ in range(12):
        game = act(clerk, game, rng)
    seed = clerk.key_values.fetch("seed", club.game)
    assert seed is not None
    for who in (club.holder("spectator"), club.holder("arbiter"), club.organiser):
        file = who.get(f"{club.path}/export").get_data()
        assert not any(spelling in file for spelling in (seed, seed.hex().encode(), b64encode(seed)))
