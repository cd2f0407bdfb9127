"""Clients that play whole games over HTTP, and remember every write that was acknowledged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event, Lock
from time import monotonic
from typing import Any

from msgspec import Struct

from domain.rules.titles import registry

LONGEST = 400
"""Actions after which a game is left: a client that plays at random may go round in circles."""

REFUSED = ("illegal-action", "values-needed", "game-over", "invalid-request")
"""Problems of an example that is not legal on this board."""

RECEIPTS = 50
"""Every so manieth action is asked for with its receipt."""


class Acknowledged(Struct, frozen=True):
    """What a client was told: its action with this key is the record `seq` of a game."""

    game: str
    seq: int
    key: str


class Told:
    """All acknowledgements that clients got, and when; shared by their threads."""

    def __init__(self) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.receipts: list[Any] = []
        self.heads: set[str] = set()
        self.games: dict[str, int] = {}
        """Finished games by title."""
        self.surprises: list[str] = []
        """Answers that no client of a sound service gets."""
        self.sent_again = 0
        self._lock = Lock()
        self._last = monotonic()
        self.pauses: list[tuple[float, float]] = []
        """When nobody was told anything for more than a second: since when, and how long."""

    def more_than(self, seen: int) -> bool:
        """Whether more than so many actions are acknowledged."""
        return len(self.acknowledged) > seen

    def add(self, one: Acknowledged, receipt: Any = None) -> None:
        """One action is recorded."""
        with self._lock:
            now = monotonic()
            if now - self._last > 1:
                self.pauses.append((self._last, now - self._last))
            self._last = now
            self.acknowledged.append(one)
            if receipt is not None:
                self.receipts.append(receipt)

    def finished(self, title: str) -> None:
        """A game came to its end."""
        with self._lock:
            self.games[title] = self.games.get(title, 0) + 1

    def surprise(self, said: str) -> None:
        """An answer that should not have come."""
        with self._lock:
            self.surprises.append(said)


class Client:
    """One client: plays one game after the other, of each title in turn, at whichever address answers."""

    def __init__(self, number: int, addresses: Sequence[str], key: str, told: Told, stop: Event) -> None:
        self._number, self._addresses, self._key, self._told, self._stop = number, addresses, key, told, stop
        self._rng = Random(number)
        self._at = number % len(addresses)
        self._connection: HTTPConnection | None = None

    def run(self) -> None:
        """Play until `stop` is set."""
        titles = registry.ids()
        turn = 0
        while not self._stop.is_set():
            self._play(titles[(self._number + turn) % len(titles)], f"c{self._number}-g{turn}")
            turn += 1
        self._leave()

    def _play(self, title: str, name: str) -> None:
        opened = self._write("/api/v1/games", {"ruleset": title}, name)
        if opened is None:
            return
        game, seq = opened["id"], 1
        self._told.add(Acknowledged(game, 1, name))
        for _ in range(LONGEST):
            legal = self._ask("GET", f"/api/v1/games/{game}/legal")
            if legal is None or legal[0] != 200:
                return
            seats = legal[1]["seats"]
            offers = [(seat["seat"], one) for seat in seats for one in _actions(seat)]
            if not offers:
                self._told.finished(title)
                return
            seq = legal[1]["seq"]
            for _ in range(4):
                seat, action = self._rng.choice(offers)
                key = f"{name}-{seq}-{self._rng.randrange(1 << 32)}"
                wait = "?receipt=wait" if self._rng.randrange(RECEIPTS) == 0 else ""
                done = self._write(f"/api/v1/games/{game}/actions{wait}", {"seat": seat, "action": action}, key, seq)
                if done is not None:
                    self._told.add(Acknowledged(game, done["seq"], key), done.get("receipt"))
                    if done["seq"] <= seq:
                        self._told.surprise(f"{game}: record {done['seq']} in answer to one against {seq}")
                    break
                if self._stop.is_set():
                    return
            else:
                return

    def _write(self, path: str, body: Any, key: str, seen: int | None = None) -> Any:
        """Send one write until it is recorded, each time with the same key; none where it is refused, or after `stop`."""
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        if seen is not None:
            headers["If-Match"] = f'"{seen}"'
        answer = self._ask("POST", path, json.dumps(body).encode(), headers)
        if answer is None:
            return None
        status, data = answer
        if status in (200, 201, 202):
            return data
        if data.get("type", "").rpartition("/")[2] not in REFUSED:
            self._told.surprise(f"{status} {data.get('type')}: {data.get('detail')}")
        return None

    def _ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Any:
        """Status and JSON of an answer, asked for until there is one; none after `stop`."""
        while not self._stop.is_set():
            try:
                if self._connection is None:
                    host, _, port = self._addresses[self._at].rpartition(":")
                    self._connection = HTTPConnection(host, int(port), timeout=20)
                self._connection.request(method, path, body, {"Authorization": f"Bearer {self._key}", **(headers or {})})
                answer = self._connection.getresponse()
                data = json.loads(answer.read() or b"null")
                if answer.status not in (500, 502, 503, 504, 429):
                    return answer.status, data
                if answer.status == 500:
                    self._told.surprise(f"500: {data.get('detail')}")
            except (OSError, HTTPException, ValueError):
                self._leave()
                self._at = (self._at + 1) % len(self._addresses)
            self._told.sent_again += method == "POST"
            self._stop.wait(0.2)
        return None

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _actions(seat: Any) -> list[Any]:
    """What a seat may send: the actions that are listed, and the examples of those that are too many."""
    return [one["action"] for one in seat["choices"]] or [one["example"] for one in seat["templates"] if one.get("example")]
