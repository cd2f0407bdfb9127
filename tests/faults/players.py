"""Clients that play whole games over HTTP and remember every acknowledged write."""

from collections.abc import Sequence
from http.client import HTTPException
from random import Random
from threading import Event
from typing import Any

from domain.titles import registry
from tests.builders.servers import Server

LONGEST = 400
"""Actions after which a client leaves a game, since a random player may go round in circles."""
REFUSED = ("illegal-action", "values-needed", "game-over", "invalid-request")
RECEIPTS = 50


class History:
    def __init__(self) -> None:
        self.acknowledged: list[tuple[str, int, str]] = []
        """Acknowledged actions: each the game, the seq and the idempotency key."""
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
    """A client that plays one game after the other, of each title in turn, at any machine that
    answers."""

    def __init__(
        self, number: int, machines: Sequence[Server], history: History, stop: Event
    ) -> None:
        self._number, self._machines, self._history, self._stop = number, machines, history, stop
        self._rng, self._at = Random(number), number % len(machines)

    def run(self) -> None:
        titles, turn = registry.ids(), 0
        while not self._stop.is_set():
            self._play(titles[(self._number + turn) % len(titles)], f"c{self._number}-g{turn}")
            turn += 1

    def _play(self, title: str, name: str) -> None:
        opened = self._write("/api/v1/games", {"ruleset": title}, name)
        if opened is None:
            return
        game = opened["id"]
        self._history.take(game, name, {}, 0)
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
            self._history.take(game, key, answer, seq)
        return answer is not None

    def _write(self, path: str, body: Any, key: str, seen: int = 0) -> Any:
        """Send a write until it is answered, each time with the same key. Returns the answer's
        JSON; None if it was refused, or after `stop`."""
        named = {"If_Match": f'"{seen}"'} if seen else {}
        status, data = self._ask("POST", path, body, Idempotency_Key=key, **named)
        if status in (200, 201, 202):
            return data
        if status and data.get("type", "").rpartition("/")[2] not in REFUSED:
            self._history.surprises.append(f"{status} {data.get('type')}: {data.get('detail')}")
        return None

    def _ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Repeat a request until its answer is neither 429 nor a failure of the server. Returns the
        status and the JSON; `(0, None)` after `stop`."""
        while not self._stop.is_set():
            try:
                answer = self._machines[self._at].ask(method, path, body, **headers)
                if answer.status not in (500, 502, 503, 504, 429):
                    return answer.status, answer.data
                if answer.status == 500:
                    self._history.surprises.append(f"500: {answer.data.get('detail')}")
            except (OSError, HTTPException, ValueError):
                self._at = (self._at + 1) % len(self._machines)
            self._stop.wait(0.2)
        return 0, None


def _actions(seat: Any) -> list[Any]:
    """The actions that a seat may send: those listed, or else the examples of templates."""
    return [choice["action"] for choice in seat["choices"]] or [
        template["example"] for template in seat["templates"] if template.get("example")
    ]
