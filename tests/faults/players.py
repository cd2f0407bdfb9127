"""Clients that play whole games over HTTP, and remember every write that was acknowledged."""

import json
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event
from typing import Any

from domain.titles import registry

LONGEST = 400
"""Actions after which a game is left: a client that plays at random may go round in circles."""
REFUSED = ("illegal-action", "values-needed", "game-over", "invalid-request")
RECEIPTS = 50


class Told:
    def __init__(self) -> None:
        self.acknowledged: list[tuple[str, int, str]] = []
        """An action with this key is record `seq` of a game: game, `seq`, key."""
        self.receipts: list[str] = []
        self.heads: set[str] = set()
        self.surprises: list[str] = []

    def take(self, game: str, key: str, answer: Any, after: int) -> None:
        self.acknowledged.append((game, answer.get("seq", 1), key))
        if receipt := answer.get("receipt"):
            self.receipts.append(receipt)
        if self.acknowledged[-1][1] <= after:
            self.surprises.append(
                f"{game}: an answer to a write against record {after} says {answer}"
            )


class Client:
    """One client: plays one game after the other, of each title in turn, at whichever address
    answers."""

    def __init__(
        self, number: int, addresses: Sequence[str], key: str, history: Told, stop: Event
    ) -> None:
        self._number, self._addresses, self._key, self._told, self._stop = (
            number,
            addresses,
            key,
            history,
            stop,
        )
        self._rng, self._at = Random(number), number % len(addresses)
        self._connection: HTTPConnection | None = None

    def run(self) -> None:
        titles, turn = registry.ids(), 0
        while not self._stop.is_set():
            self._play(titles[(self._number + turn) % len(titles)], f"c{self._number}-g{turn}")
            turn += 1
        self._leave()

    def _play(self, title: str, name: str) -> None:
        opened = self._write("/api/v1/games", {"ruleset": title}, name)
        if opened is None:
            return
        game = opened["id"]
        self._told.take(game, name, {}, 0)
        for _ in range(LONGEST):
            status, legal = self._ask("GET", f"/api/v1/games/{game}/legal")
            offers = (
                [(seat["seat"], action) for seat in legal["seats"] for action in _actions(seat)]
                if status == 200
                else []
            )
            if not offers or not any(
                self._act(game, name, legal["seq"], *self._rng.choice(offers)) for _ in range(4)
            ):
                return

    def _act(self, game: str, name: str, seq: int, seat: str, action: Any) -> bool:
        key = f"{name}-{seq}-{self._rng.randrange(1 << 32)}"
        wait = "?receipt=wait" if self._rng.randrange(RECEIPTS) == 0 else ""
        answer = self._write(
            f"/api/v1/games/{game}/actions{wait}", {"seat": seat, "action": action}, key, seq
        )
        if answer is not None:
            self._told.take(game, key, answer, seq)
        return answer is not None

    def _write(self, path: str, body: Any, key: str, seen: int = 0) -> Any:
        """Send one write until it is recorded, each time with the same key; none where it is
        refused, or after `stop`."""
        headers = {
            "Idempotency-Key": key,
            "Content-Type": "application/json",
            **({"If-Match": f'"{seen}"'} if seen else {}),
        }
        status, data = self._ask("POST", path, json.dumps(body).encode(), headers)
        if status in (200, 201, 202):
            return data
        if status and data.get("type", "").rpartition("/")[2] not in REFUSED:
            self._told.surprises.append(f"{status} {data.get('type')}: {data.get('detail')}")
        return None

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Status and JSON of an answer, asked for until there is one; 0 after `stop`."""
        while not self._stop.is_set():
            try:
                if self._connection is None:
                    self._connection = HTTPConnection(
                        self._addresses[self._at].removeprefix("http://"), timeout=20
                    )
                self._connection.request(
                    method, path, body, {"Authorization": f"Bearer {self._key}", **(headers or {})}
                )
                answer = self._connection.getresponse()
                data = json.loads(answer.read() or b"null")
                if answer.status not in (500, 502, 503, 504, 429):
                    return answer.status, data
                if answer.status == 500:
                    self._told.surprises.append(f"500: {data.get('detail')}")
            except (OSError, HTTPException, ValueError):
                self._leave()
                self._at = (self._at + 1) % len(self._addresses)
            self._stop.wait(0.2)
        return 0, None

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _actions(seat: Any) -> list[Any]:
    """What a seat may send: the actions that are listed, and the examples of those that are too
    many."""
    return [choice["action"] for choice in seat["choices"]] or [
        template["example"] for template in seat["templates"] if template.get("example")
    ]
