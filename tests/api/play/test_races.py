"""Several clients at once: exactly one wins a seq, and one key records once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from api import create_app
from domain.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key

CLIENTS = 6


def together(callers: list[Caller], write: Callable[[Caller, int], int]) -> list[int]:
    """The statuses of writes that begin at the same moment."""
    start = Barrier(len(callers))

    def one(caller: Caller, n: int) -> int:
        start.wait()
        return write(caller, n)

    with ThreadPoolExecutor(len(callers)) as pool:
        return list(pool.map(one, callers, range(len(callers))))


@pytest.fixture(params=["one process", "a process each"])
def callers(request: pytest.FixtureRequest, make_clerk: Callable[[], Clerk]) -> list[Caller]:
    """Clients of one service, or of several over one store."""
    if request.param == "one process":
        app = create_app(make_clerk(), None, KEY)
        return [Caller(app) for _ in range(CLIENTS)]
    return [Caller(create_app(make_clerk(), None, KEY)) for _ in range(CLIENTS)]


def test_of_clients_writing_the_same_seq_exactly_one_wins(callers: list[Caller]) -> None:
    table = Table.open(callers[0])
    for seq in range(1, 16):
        seat, action = table.offers()[0]
        body = {"seat": seat, "action": action}
        statuses = together(
            callers, lambda caller, _, body=body, seq=seq: Table(caller, table.id).write("/actions", body, seq=seq).status_code
        )  # type: ignore[misc]
        assert Counter(statuses) == {201: 1, 412: CLIENTS - 1}
        assert table.get().json["seq"] == seq + 1
    assert [e["seq"] for e in table.get("/records").json["records"]] == list(range(1, 17))


def test_one_key_sent_by_several_at_once_records_once(callers: list[Caller]) -> None:
    table = Table.open(callers[0])
    for seq in range(1, 11):
        key = new_key()
        answers = []

        def write(caller: Caller, _: int, seq: int = seq, key: str = key, answers: list[bytes] = answers) -> int:
            answer = Table(caller, table.id).write("/notes", {"text": "once"}, seq=seq, key=key)
            answers.append(answer.get_data())
            return answer.status_code

        assert together(callers, write) == [201] * CLIENTS
        assert len(set(answers)) == 1
    assert table.get().json["seq"] == 11


def test_one_key_opens_one_game_for_several_at_once(callers: list[Caller]) -> None:
    for _ in range(5):
        key = new_key()

        def write(caller: Caller, _: int, key: str = key) -> int:
            return caller.post(GAMES, {"ruleset": TITLE}, Idempotency_Key=key).status_code

        statuses = together(callers, write)
        assert statuses == [201] * CLIENTS
    assert len(callers[0].get(GAMES).json["games"]) == 5
