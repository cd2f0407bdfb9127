"""Helpers for live streams of the real server: watch, write, read, and play before the server
starts."""

import socket
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException
from itertools import count
from pathlib import Path
from typing import Any

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.first_game import GAME
from domain.game.commands import Order
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.api.watching import Watcher
from tests.builders.servers import Reply, Server, command_of

_keys = count(1)

HALVES = (
    b"",
    b"GET /readyz HTTP/1.1\r\nHost: a\r\nX-Never: ",
    b"POST /enter HTTP/1.1\r\nHost: a\r\nContent-Type: "
    b"application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nkey=",
    f"POST /api/v1/games/{GAME}/actions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    "Content-Length: 500\r\nAuthorization: Bearer LINK\r\n\r\n{".encode(),
)


def new_key() -> str:
    return f"live-{next(_keys)}"


def watch(
    server: Server, query: str = "", game: str = GAME, key: str = "", **headers: str
) -> Watcher:
    return Watcher(server.address, game, key or server.key).open(query, **headers)


def write(server: Server, path: str, body: object, game: str = GAME) -> Reply:
    """Write to a game at its newest record; try again if somebody else was faster."""
    while True:
        seq = server.ask("GET", f"/api/v1/games/{game}").data["seq"]
        key = new_key()
        reply = server.ask(
            "POST", f"/api/v1/games/{game}/{path}", body, If_Match=f'"{seq}"', Idempotency_Key=key
        )
        if reply.status != 412:
            assert reply.status == 201, reply.data
            return reply


def note(server: Server, game: str = GAME, text: str = "hm") -> int:
    return int(write(server, "notes", {"text": text}, game).data["seq"])


def opened(server: Server) -> str:
    answer = server.ask(
        "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=new_key()
    )
    assert answer.status == 201, answer.data
    return str(answer.data["id"])


def play_on(server: Server, key: str) -> int:
    legal = server.ask("GET", f"/api/v1/games/{GAME}/legal").data
    seat = next(s for s in legal["seats"] if s["choices"])
    body = {"seat": seat["seat"], "action": seat["choices"][0]["action"]}
    taken = server.ask(
        "POST",
        f"/api/v1/games/{GAME}/actions",
        body,
        If_Match=f'"{legal["seq"]}"',
        Idempotency_Key=key,
    )
    assert taken.status == 201, taken.data
    return int(taken.data["seq"])


def entries(server: Server, game: str = GAME, audience: str = "public") -> list[Any]:
    records: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = server.ask(
            "GET", f"/api/v1/games/{game}/records?after={after}&limit=500&audience={audience}"
        ).data
        records, after = records + page["records"], page["next"]
    return records


def prepared(folder: Path, play: Callable[[Clerk], Game]) -> str:
    settings = Settings.load({}, data=str(folder))
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        return play(clerk).id


def order(game: Game) -> Order:
    return Order(game.id, game.seq, "operator", new_key())


def pid_of(server: Server, word: str) -> int:
    return next(pid for pid in server.family() if word in command_of(pid))


def answers(server: Server) -> bool:
    try:
        return server.ask("GET", "/readyz").status == 200
    except (OSError, HTTPException):
        return False


def connected(server: Server, at: str, sends: bytes) -> socket.socket:
    port = int(server.address.rpartition(":")[2])
    made = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(at, 0))
    if sends:
        made.sendall(sends)
    return made
