"""kill -9 at any moment: acknowledged writes stay, and a retry with the same key gets the first
answer.

All processes of the server are killed at once, as a power cut would."""

import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

import pytest

from tests.amount import count
from tests.builders.servers import PATIENCE, Reply, Server, eventually, joined, wait_until_gone
from tests.ops.serving.live import entries, opened

ROUNDS = count(1, 3)


class Write(NamedTuple):
    game: str
    seq: int
    key: str
    body: dict[str, Any]

    def send(self, server: Server) -> Reply:
        return server.ask(
            "POST",
            f"/api/v1/games/{self.game}/actions",
            self.body,
            If_Match=f'"{self.seq}"',
            Idempotency_Key=self.key,
        )


def strike(server: Server) -> None:
    """Kill every process of the server. The supervisor is first, so that it does not start the
    others again."""
    family = server.family()
    for pid in family:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue  # the kernel was faster
    server.process.wait(PATIENCE)
    assert wait_until_gone(*family)


def next_write(server: Server, game: str, rng: Random, key: str) -> Write | None:
    legal = server.ask("GET", f"/api/v1/games/{game}/legal").data
    offers = [(s["seat"], c["action"]) for s in legal["seats"] for c in s["choices"]]
    offers += [(s["seat"], t["example"]) for s in legal["seats"] for t in s["templates"]]
    if not offers:
        return None
    seat, action = rng.choice(offers)
    return Write(game, legal["seq"], key, {"seat": seat, "action": action})


def stored(data: Path) -> Iterator[tuple[str, int, str]]:
    with closing(sqlite3.connect(f"file:{data}/greffe.sqlite?mode=ro", uri=True)) as db:
        query = (
            "SELECT originator_id, originator_version, json_extract(CAST(state AS TEXT), '$.key') "
            "FROM records ORDER BY id"
        )
        yield from db.execute(query)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_killed_at_any_moment_no_acknowledged_action_is_lost_and_none_is_recorded_twice(
    data: Path,
) -> None:
    rng = Random(20)
    acknowledged: dict[str, tuple[str, int, Any]] = {}
    open_questions: list[Write] = []
    for number in range(ROUNDS):
        with Server(data, GREFFE_DEMO="no") as server:
            ask_again(server, open_questions, acknowledged)
            clients = [
                Thread(target=play, args=(server, f"{number}-{c}", acknowledged, open_questions))
                for c in range(2)
            ]
            for client in clients:
                client.start()
            enough = len(acknowledged) + rng.randint(1, 20)
            assert eventually(lambda enough=enough: len(acknowledged) >= enough)
            strike(server)
            joined(*clients)
    with Server(data, GREFFE_DEMO="no") as server:
        ask_again(server, open_questions, acknowledged)
        assert len(acknowledged) > ROUNDS
        facts_there = {game: facts_of(server, game) for game, _, _ in acknowledged.values()}
        for key, (game, seq, facts) in acknowledged.items():
            assert facts_there[game].get(seq) == facts, key
    rows = list(stored(data))
    assert {(key, game, seq) for key, (game, seq, _) in acknowledged.items()} <= {
        (key, game, seq) for game, seq, key in rows
    }
    assert max(Counter((game, key) for game, _, key in rows).values()) == 1
    for game in {game for game, _, _ in rows}:
        seqs = [seq for of, seq, _ in rows if of == game]
        assert seqs == list(range(1, len(seqs) + 1))


def facts_of(server: Server, game: str) -> dict[int, Any]:
    records = entries(server, game, "arbiter")
    return {record["seq"]: record["record"].get("facts") for record in records}


def ask_again(
    server: Server, open_questions: list[Write], acknowledged: dict[str, tuple[str, int, Any]]
) -> None:
    """Send every unanswered write again. The answer shows whether it had been recorded."""
    recorded = {key for _, _, key in stored(server.data)}
    while open_questions:
        write = open_questions.pop()
        reply = write.send(server)
        assert (reply.status, reply.data.get("seq")) == (201, write.seq + 1), reply.data
        assert (reply.headers.get("Idempotent-Replay") == "true") == (write.key in recorded)
        acknowledged[write.key] = (write.game, reply.data["seq"], reply.data["facts"])


def play(
    server: Server, name: str, acknowledged: dict[str, Any], open_questions: list[Write]
) -> None:
    """Open a game and act in it until the server is gone. Notes every acknowledged write, and the
    one that got no answer."""
    rng = Random(name)
    write: Write | None = None
    try:
        game = opened(server)
        for n in range(10_000):
            write = None
            write = next_write(server, game, rng, f"{name}-{n}")
            if write is None:
                game = opened(server)
                continue
            reply = write.send(server)
            assert reply.status == 201, reply.data
            acknowledged[write.key] = (game, reply.data["seq"], reply.data["facts"])
    except (OSError, HTTPException):
        if write is not None and write.key not in acknowledged:
            open_questions.append(write)
