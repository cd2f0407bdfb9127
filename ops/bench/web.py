"""One action over HTTP, authenticated, against an empty authenticated endpoint of the same server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from domain.clerk.opening import game_id
from ops.bench.measure import Row
from ops.bench.server import Connection, action_body, serving
from ops.bench.table import TITLE, Table, clerk_at, endless

ACTOR = "operator"
ROUNDS = 5


class Client:
    """One player's device: a connection, and a game whose actions are known before."""

    def __init__(self, port: int, key: str, name: str, catalog: str, moves: list[tuple[str, Any]]) -> None:
        self.connection = Connection(port, key)
        self.name, self.seq = name, 1
        self._moves = iter([action_body(seat, action) for seat, action in moves])
        body = msgspec.json.encode({"ruleset": TITLE, "catalog": catalog})
        status, answer = self.connection.send("POST", "/api/v1/games", body, f"Idempotency-Key: {name}\r\n")
        if status != 201:
            raise RuntimeError(answer.decode())
        self.game: str = msgspec.json.decode(answer)["id"]

    def ping(self, times: int) -> None:
        """Ask the empty endpoint so many times."""
        for _ in range(times):
            self.connection.send("GET", "/api/v1/ping")

    def act(self, times: int) -> None:
        """Send so many actions of the game."""
        for _ in range(times):
            self.send_next()

    def send_next(self, query: str = "") -> bytes:
        """Send the game's next action; answers the response."""
        headers = f'If-Match: "{self.seq}"\r\nIdempotency-Key: {self.name}-{self.seq}\r\n'
        status, answer = self.connection.send("POST", f"/api/v1/games/{self.game}/actions{query}", next(self._moves), headers)
        if status != 201:
            raise RuntimeError(answer.decode())
        self.seq += 1
        return answer


def over_http(folder: Path, each: int) -> list[Row]:
    """One client and eight, `each` requests of either kind a client and round, in turn."""
    data = folder / "web"
    data.mkdir()
    before, clerk = clerk_at(folder / "web-before.sqlite"), clerk_at(data / "greffe.sqlite")
    catalog, _ = endless(clerk), endless(before)
    names = [f"client-{n}" for n in range(9)]
    moves = {name: played(before, clerk, name, catalog, each * ROUNDS + 2) for name in names}
    clerk.close()
    before.close()
    with serving(data) as (port, key):
        clients = [Client(port, key, name, catalog, moves[name]) for name in names]
        rows = [_row(clients[:1], each), _row(clients[1:], each)]
        for client in clients:
            client.connection.close()
    return rows


def played(before: Any, clerk: Any, name: str, catalog: str, actions: int) -> list[tuple[str, Any]]:
    """A game's actions, played elsewhere, with its seed laid where the service will look for it."""
    id = game_id(ACTOR, name)
    clerk.key_values.keep("seed", id, before.key_values.keep("seed", id, name.encode().ljust(32)))
    table = Table(before, name, catalog, ACTOR)
    table.play(actions)
    return table.moves


def _row(clients: list[Client], each: int) -> Row:
    spent: dict[str, list[float]] = {"ping": [], "act": []}
    with ThreadPoolExecutor(len(clients)) as pool:
        for client in clients:
            client.act(1)
        for _ in range(ROUNDS):
            for what, times in spent.items():
                begin = perf_counter()
                list(pool.map(partial(_do, what, each), clients))
                times.append((perf_counter() - begin) / each / len(clients))
    act, ping = median(spent["act"]), median(spent["ping"])
    detail = f"{1 / act:,.0f} of {1 / ping:,.0f} a second"
    what = f"one action over HTTP, {len(clients)} client{'s' if len(clients) > 1 else ''}, of the empty endpoint's rate"
    return Row(what, ping / act, "×", 0.5, detail=detail)


def _do(what: str, times: int, client: Client) -> None:
    getattr(client, what)(times)
