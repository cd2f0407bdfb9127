"""Import: whole or not at all, with the line that is damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from werkzeug.test import TestResponse

from api import create_app
from api.request.service import Limits
from domain.clerk.clerk import Clerk
from tests.builders.api.client import KEY, Caller, Table
from tests.builders.stores import new_clerk

IMPORT = "/api/v1/games/import"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Caller]:
    """Another service, empty."""
    clerk = new_clerk(tmp_path / "elsewhere.sqlite")
    yield Caller(create_app(clerk, None, KEY, limits=Limits(import_file=60_000)))
    clerk.close()


@pytest.fixture
def exported(table: Table) -> bytes:
    """A game of five records."""
    for turn in range(4):
        table.move(turn)
    return table.get("/export").get_data()


def send(caller: Caller, data: bytes, kind: str = "application/x-ndjson") -> TestResponse:
    """Import a file."""
    return caller.client.post(IMPORT, data=data, content_type=kind, headers=caller.headers)


def test_a_game_moves_to_another_service(exported: bytes, table: Table, elsewhere: Caller) -> None:
    answer = send(elsewhere, exported)
    assert answer.status_code == 201
    assert answer.headers["Location"] == table.path()
    assert answer.json["records"] == 5
    assert (answer.json["game"], answer.json["already"], answer.json["illegal"]) == (table.id, False, [])
    there = Table(elsewhere, table.id)
    assert there.get("/export").get_data() == exported
    assert there.get("/board").json == table.get("/board").json
    again = send(elsewhere, exported, "application/octet-stream")
    assert (again.status_code, again.json["already"]) == (200, True)


def test_sealed_dice_do_not_roll_on_without_their_seed(exported: bytes, table: Table, elsewhere: Caller) -> None:
    send(elsewhere, exported)
    there = Table(elsewhere, table.id, 5)
    for seat, action in there.offers():
        if action["type"] == "explore":
            refused = there.act(seat, action)
            assert (refused.status_code, refused.json["type"]) == (409, "/problems/seed-missing")
            break
    else:
        raise AssertionError("no tile to turn up")


def damages(data: bytes) -> dict[str, tuple[bytes, int, int]]:
    """Files with something wrong, the line that is, and the records before it that are whole."""
    lines = data.splitlines(keepends=True)
    return {
        "nothing": (b"", 1, 0),
        "no catalog": (b"".join(lines[1:]), 1, 0),
        "cut in a line": (b"".join(lines[:4]) + lines[4][:40], 5, 3),
        "a line missing": (b"".join(lines[:3] + lines[4:]), 4, 2),
        "a line twice": (b"".join([*lines[:4], *lines[3:]]), 5, 3),
        "no record": (lines[0], 2, 0),
        "not JSON": (b"".join(lines[:2]) + b"hello\n", 3, 1),
        "another catalog": (lines[0].replace(b"tiles", b"tyles", 1) + b"".join(lines[1:]), 1, 0),
        "another kind": (b"".join(lines[:3]) + lines[3].replace(b"greffe.ActionTaken", b"greffe.NoteAdded"), 4, 2),
    }


@pytest.mark.parametrize("how", damages(b"tiles\n" * 8))
def test_a_damaged_file_names_its_line_and_what_is_whole(how: str, exported: bytes, elsewhere: Caller) -> None:
    data, line, good = damages(exported)[how]
    answer = send(elsewhere, data)
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/damaged-file")
    assert (answer.json["line"], answer.json["good"]) == (line, good)
    assert f"Line {line} " in answer.json["detail"]
    assert answer.json["text"]["fr"]
    assert elsewhere.get("/api/v1/games").json["games"] == []


@pytest.mark.parametrize("id", ['a\\"b', "a/b", "a\\r\\nSet-Cookie: x", "", "x" * 65, "é"])
def test_a_game_whose_id_no_address_can_have_is_damaged(id: str, exported: bytes, table: Table, elsewhere: Caller) -> None:
    answer = send(elsewhere, exported.replace(table.id.encode(), id.encode()))
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/damaged-file")
    assert answer.json["line"] == 2


def test_whatever_byte_is_flipped_the_import_has_an_answer(exported: bytes, elsewhere: Caller) -> None:
    rng, seen = Random(1), set()
    start = exported.index(b"\n") - 400
    for _ in range(150):
        at = rng.randrange(start, len(exported))
        data = exported[:at] + bytes([exported[at] ^ (1 << rng.randrange(8))]) + exported[at + 1 :]
        seen.add(send(elsewhere, data).status_code)
    assert seen <= {200, 201, 409, 422}
    assert 422 in seen


def test_a_game_that_tells_another_story_is_not_overwritten(exported: bytes, table: Table, caller: Caller) -> None:
    other = exported.replace(b'"actor":"operator"', b'"actor":"somebody"')
    answer = send(caller, other)
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/game-exists")
    assert table.get("/export").get_data() == exported


def test_a_prefix_of_a_game_that_is_here_is_already_here(exported: bytes, caller: Caller) -> None:
    answer = send(caller, b"".join(exported.splitlines(keepends=True)[:4]))
    assert (answer.status_code, answer.json["already"], answer.json["records"]) == (200, True, 3)


def test_imports_have_a_limit_of_their_own(elsewhere: Caller) -> None:
    answer = send(elsewhere, b" " * 60_001)
    assert (answer.status_code, answer.json["type"]) == (413, "/problems/body-too-large")
    assert answer.json["limit"] == 60_000
    answer = send(elsewhere, b"{}", "application/json")
    assert (answer.status_code, answer.json["type"]) == (415, "/problems/unsupported-media-type")


def test_an_import_that_was_made_by_other_rules_reports_what_todays_would_refuse(
    exported: bytes, elsewhere: Caller, monkeypatch: pytest.MonkeyPatch, make_clerk: Callable[[], Clerk]
) -> None:
    from domain.games.northgard.rules import RULES
    from domain.rules.ruleset import illegal

    verdict = illegal("no-more", "Test", "Not any more.", "Plus maintenant.")
    monkeypatch.setattr(type(RULES), "judge", lambda *_: verdict)
    answer = send(elsewhere, exported)
    assert answer.status_code == 201
    assert [one["seq"] for one in answer.json["illegal"]] == [2, 3, 4, 5]
    assert answer.json["illegal"][0]["verdict"]["text"]["fr"] == "Plus maintenant."
