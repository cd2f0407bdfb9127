from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from api import create_app
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import KEY, Caller, Table, new_key, problem
from tests.builders.servers import PATIENCE

READS = ("", "/board", "/score", "/legal", "/records", "/records/1", "/diff")


@pytest.mark.parametrize("of", READS)
def test_a_matching_etag_is_answered_with_304(of: str, table: Table) -> None:
    assert table.get(of).headers["ETag"] == '"1"'
    for held in ('"1"', 'W/"1"', '"0", "1"', "*"):
        again = table.get(of, If_None_Match=held)
        assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", '"1"')
    assert table.get(of, If_None_Match='"11"').status_code == 200
    table.move()
    moved = table.get(of, If_None_Match='"1"')
    assert (moved.status_code, moved.headers["ETag"]) == (200, '"2"')


@pytest.mark.parametrize("path", ["/openapi.json", "/asyncapi.json", "/api/v1/rulesets/morris"])
def test_who_may_cache_a_304_is_who_may_cache_the_answer(path: str, app: Flask) -> None:
    caller = Caller(app)
    answer = caller.get(path)
    again = caller.get(path, If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]


def test_a_past_position_has_its_own_etag(table: Table) -> None:
    table.move()
    for of, tag in (
        ("/board?at=1", '"1-public.exact"'),
        ("/score?at=1", '"1-public.exact"'),
        ("/diff?from=1&to=1", '"1"'),
    ):
        assert table.get(of).headers["ETag"] == tag
        assert table.get(of, If_None_Match=tag).status_code == 304
        assert table.get(of, If_None_Match='"2"').status_code == 200


WRITES: tuple[tuple[str, Any], ...] = (
    ("/actions", {"seat": "blue", "action": {"type": "stop"}}),
    ("/undo", {"seat": "blue"}),
    ("/redo", {"seat": "blue"}),
    ("/undo/2/answer", {"seat": "blue", "agree": True}),
    ("/rulings/2/overturn", {"rule": "X", "code": "time"}),
    ("/notes", {"text": "hello"}),
    ("/close", {}),
    ("/listing", {"public": True}),
    ("/seats/blue/take", {"name": "Ann"}),
    ("/claims", {"seat": "red", "about": 1, "text": "No."}),
    (
        "/rulings",
        {"remedy": {"type": "penalty", "seat": "red", "points": 1}, "rule": "X", "code": "time"},
    ),
)


@pytest.mark.parametrize(("of", "body"), WRITES)
def test_a_write_wants_its_condition_and_its_key(of: str, body: Any, table: Table) -> None:
    def kind(**headers: str) -> tuple[int, str]:
        return problem(table.caller.post(table.path(of), body, **headers))

    assert kind(Idempotency_Key="k") == (428, "if-match-missing")
    for malformed in (
        "1",
        "*",
        'W/"1"',
        '"1", "2"',
        '"-1"',
        '"0"',
        '""',
        '"one"',
        '"01"',
        '"1',
        f'"{10**30}"',
        '"１"'.encode().decode("latin-1"),
    ):
        assert kind(Idempotency_Key="k", If_Match=malformed) == (400, "if-match-malformed"), (
            malformed
        )
    assert kind(If_Match='"1"') == (400, "idempotency-key-missing")
    for malformed in ("", "a b", "x" * 129, "é", "\x7f"):
        assert kind(If_Match='"1"', Idempotency_Key=malformed) == (
            400,
            "idempotency-key-malformed",
        ), malformed
    assert kind(If_Match='"5"', Idempotency_Key="k") == (412, "stale")
    assert table.get().json["seq"] == 1


def test_a_stale_write_hears_where_the_game_stands(table: Table) -> None:
    table.move()
    refused = table.write("/notes", {"text": "late"}, seq=1)
    assert (problem(refused), refused.json["current"]) == ((412, "stale"), 2)
    assert refused.headers["ETag"] == '"2"'
    assert "record 1" in refused.json["detail"] and "record 2" in refused.json["detail"]


def test_the_longest_key_is_kept(table: Table) -> None:
    assert table.write("/notes", {"text": "x"}, key="~" * 128).status_code == 201


def test_one_key_for_two_requests_is_refused(table: Table) -> None:
    """The record of an action stores the digest of its request; a record with words stores it
    salted."""
    seat, action = table.offers()[0]
    for seq, first in (
        (2, ("/actions", {"seat": seat, "action": action})),
        (3, ("/notes", {"text": "one"})),
    ):
        key = new_key()
        assert table.write(*first, key=key).status_code == 201
        for of, body in (("/notes", {"text": "two"}), ("/close", {}), ("/undo", {"seat": "blue"})):
            refused = table.write(of, body, key=key)
            assert (problem(refused), refused.json["seq"]) == ((422, "key-reused"), seq)
    assert table.get().json["seq"] == 3


def test_a_refused_write_leaves_its_key_free(table: Table) -> None:
    key = new_key()
    assert table.write("/undo", {"seat": "blue"}, key=key).status_code == 409
    assert table.write("/notes", {"text": "instead"}, key=key).status_code == 201


def test_a_position_that_a_later_record_verifies_has_another_etag(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table.seq
    with monkeypatch.context() as unvouched:
        unvouched.setattr(Game, "fidelity", property(lambda game: "unverified"))
        held = {of: table.get(f"{of}?at={at}") for of in ("/board", "/score")}
    table.move()
    for of, answer in held.items():
        assert answer.json["fidelity"] == "unverified"
        again = table.get(f"{of}?at={at}", If_None_Match=answer.headers["ETag"])
        assert (again.status_code, again.json["fidelity"]) == (200, "exact")
        assert table.get(f"{of}?at={at}", If_None_Match=again.headers["ETag"]).status_code == 304
        stale = table.caller.post(
            table.path("/notes"),
            {"text": "hm"},
            If_Match=again.headers["ETag"],
            Idempotency_Key=new_key(),
        )
        assert (stale.json["type"], stale.json["expected"]) == ("/problems/stale", at), (
            "a write may name it as it was read"
        )


# -- Several clients at once: exactly one wins a seq, and one key records once.
CLIENTS = 6


def together(callers: list[Caller], write: Callable[[Caller, int], int]) -> list[int]:
    start = Barrier(len(callers))

    def one(caller: Caller, n: int) -> int:
        start.wait(PATIENCE)
        return write(caller, n)

    with ThreadPoolExecutor(len(callers)) as pool:
        return list(pool.map(one, callers, range(len(callers))))


@pytest.fixture(params=["one process", "a process each"])
def callers(request: pytest.FixtureRequest, make_clerk: Callable[[], Clerk]) -> list[Caller]:
    if request.param == "one process":
        app = create_app(make_clerk(), None, KEY)
        return [Caller(app) for _ in range(CLIENTS)]
    return [Caller(create_app(make_clerk(), None, KEY)) for _ in range(CLIENTS)]


def test_of_clients_writing_the_same_seq_exactly_one_wins(callers: list[Caller]) -> None:
    table = Table.open(callers[0])
    for seq in range(1, 16):
        body = dict(zip(("seat", "action"), table.offers()[0], strict=True))
        statuses = together(
            callers,
            lambda caller, _, body=body, seq=seq: (
                Table(caller, table.id).write("/actions", body, seq=seq).status_code
            ),
        )  # type: ignore[misc]
        assert Counter(statuses) == {201: 1, 412: CLIENTS - 1}
        assert table.get().json["seq"] == seq + 1
    assert [e["seq"] for e in table.get("/records").json["records"]] == list(range(1, 17))


def test_one_key_sent_by_several_at_once_records_once(callers: list[Caller]) -> None:
    table = Table.open(callers[0])
    for seq in range(1, 11):
        key = new_key()
        answers = []

        def write(
            caller: Caller, _: int, seq: int = seq, key: str = key, answers: list[bytes] = answers
        ) -> int:
            answer = Table(caller, table.id).write("/notes", {"text": "once"}, seq=seq, key=key)
            answers.append(answer.get_data())
            return answer.status_code

        assert together(callers, write) == [201] * CLIENTS
        assert len(set(answers)) == 1
    assert table.get().json["seq"] == 11
