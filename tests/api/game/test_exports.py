import json
from collections.abc import Iterator
from contextlib import closing
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cloudevents.core.formats.json import JSONFormat
from werkzeug.test import TestResponse

from api import create_app
from api.settings import AppSettings
from api.web.request.service import Limits
from tests.api.tournament.event import Event
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller, Table, problem
from tests.builders.api.disputes import Dispute
from tests.builders.stores import new_clerk


@pytest.fixture
def club(bids: Dispute) -> Club:
    bids.done("a", "/notes", {"text": "a remark", "seat": "a"})
    bids.done("a", "/seats/a/take", {"name": "Annabella"})
    return bids


def lines(who: Caller, club: Club, query: str = "") -> list[dict[str, Any]]:
    answer = who.get(f"{club.path}/export{query}")
    assert answer.status_code == 200, answer.json
    assert answer.headers["Cache-Control"] == "no-store"
    return [json.loads(line) for line in answer.get_data().splitlines()]


def hidden(rows: list[dict[str, Any]]) -> list[int]:
    return [row["sequence"] for row in rows if row["type"] == "greffe.hidden"]


def test_every_caller_gets_the_fullest_export_they_may_read(club: Club, caller: Caller) -> None:
    missing = {"spectator": [1, 2], "b": [1, 2], "a": [1], "arbiter": []}
    assert {name: hidden(lines(club.holder(name), club)) for name in missing} == missing
    assert hidden(lines(club.organiser, club)) == hidden(lines(caller, club)) == []
    assert [hidden(lines(who, club, "?audience=public")) for who in (caller, club.holder("a"))] == [
        [1, 2]
    ] * 2, "what a spectator gets can be asked for"


def test_an_export_is_a_batch_of_cloudevents_for_who_asks_for_one(
    club: Club, caller: Caller
) -> None:
    answer = caller.get(f"{club.path}/export", Accept="application/cloudevents-batch+json")
    assert answer.content_type == "application/cloudevents-batch+json"
    assert answer.json == lines(caller, club)
    tournament = Event(caller)
    of_tournament = tournament.get("/export", Accept="application/cloudevents-batch+json").json
    for id, batch in ((club.game, answer.json), (tournament.id, of_tournament)):
        for event in map(JSONFormat().read, repeat(None), map(json.dumps, batch)):
            assert (event.get_specversion(), event.get_subject()) == ("1.0", id)


def test_names_are_for_organisers_who_ask_for_them(club: Club, caller: Caller) -> None:
    for name in ("spectator", "a", "arbiter"):
        assert "Annabella" not in club.holder(name).get(f"{club.path}/export").text
        refused = club.holder(name).get(f"{club.path}/export?names=1")
        assert (problem(refused), refused.json["needed"]) == ((403, "role-too-low"), "organiser")
    for who in (club.organiser, caller):
        plain, named = lines(who, club), lines(who, club, "?names=1")
        assert [row["type"] for row in named[len(plain) :]] == ["greffe.name", "greffe.text"]
        assert not {"greffe.name", "greffe.text"} & {row["type"] for row in plain}
        assert "Annabella" in json.dumps(named)


def test_the_file_is_named_after_its_audience(club: Club) -> None:
    for name, file in (
        ("spectator", f"{club.game}-public"),
        ("a", f"{club.game}-a"),
        ("arbiter", club.game),
    ):
        assert (
            club.holder(name).get(f"{club.path}/export").headers["Content-Disposition"]
            == f'attachment; filename="{file}.jsonl"'
        )


def test_an_audiences_copy_is_not_imported(club: Club, caller: Caller) -> None:
    refused = send(caller, club.holder("b").get(f"{club.path}/export").get_data())
    assert (problem(refused), refused.json["line"]) == ((422, "redacted-file"), 2)
    assert "Only the whole export" in refused.json["detail"]


# -- Import: whole or not at all, with the line that is damaged.
IMPORT = "/api/v1/games/import"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Caller]:
    with closing(new_clerk(tmp_path / "elsewhere.sqlite")) as clerk:
        yield Caller(create_app(clerk, None, KEY, AppSettings(limits=Limits(import_file=60_000))))


@pytest.fixture
def exported(table: Table) -> bytes:
    return table.moves(4).get("/export").get_data()


def send(caller: Caller, data: bytes, kind: str = "application/x-ndjson") -> TestResponse:
    return caller.client.post(IMPORT, data=data, content_type=kind, headers=caller.headers)


def test_a_game_moves_to_another_service(exported: bytes, table: Table, elsewhere: Caller) -> None:
    answer = send(elsewhere, exported)
    assert (answer.status_code, answer.headers["Location"]) == (201, table.path())
    took = {"game": table.id, "records": 5, "already": False, "illegal": []}
    assert took.items() <= answer.json.items()
    there = Table(elsewhere, table.id)
    assert there.get("/export").get_data() == exported
    assert there.get("/board").json == table.get("/board").json
    again = send(elsewhere, exported, "application/octet-stream")
    assert (again.status_code, again.json["already"]) == (200, True)


@pytest.mark.parametrize("id", ['a\\"b', "a/b", "a\\r\\nSet-Cookie: x", "", "x" * 65, "é"])
def test_a_game_whose_id_no_address_can_have_is_damaged(
    id: str, exported: bytes, table: Table, elsewhere: Caller
) -> None:
    answer = send(elsewhere, exported.replace(table.id.encode(), id.encode()))
    assert (problem(answer), answer.json["line"]) == ((422, "damaged-file"), 2)


def test_whatever_byte_is_flipped_the_import_has_an_answer(
    exported: bytes, elsewhere: Caller
) -> None:
    rng, seen = Random(1), set()
    start = exported.index(b"\n") - 400
    for _ in range(150):
        at = rng.randrange(start, len(exported))
        data = exported[:at] + bytes([exported[at] ^ (1 << rng.randrange(8))]) + exported[at + 1 :]
        seen.add(send(elsewhere, data).status_code)
    assert {422} <= seen <= {200, 201, 409, 422}


def test_a_game_that_tells_another_story_is_not_overwritten(
    exported: bytes, table: Table, caller: Caller
) -> None:
    answer = send(caller, exported.replace(b'"actor":"operator"', b'"actor":"somebody"'))
    assert problem(answer) == (409, "game-exists")
    assert table.get("/export").get_data() == exported


def test_imports_have_a_limit_of_their_own(elsewhere: Caller) -> None:
    answer = send(elsewhere, b" " * 60_001)
    assert (problem(answer), answer.json["limit"]) == ((413, "body-too-large"), 60_000)
    answer = send(elsewhere, b"{}", "application/json")
    assert problem(answer) == (415, "unsupported-media-type")
