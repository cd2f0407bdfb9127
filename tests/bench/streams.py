"""The time from a write's answer until its event arrives at several subscribers of the game."""

from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep

import msgspec

from tests.api.watching import Watcher
from tests.bench.measure import Row, percentile
from tests.bench.table import TITLE
from tests.builders.servers import Server, joined

PACE = 0.02
"""Seconds between two writes, on average. They are irregular, so as not to match a rhythm of the
service by chance."""


class Subscriber:
    """A thread that follows a game up to a record and notes when each record came."""

    def __init__(self, server: Server, game: str, last: int) -> None:
        self.came: dict[int, float] = {}
        self._watcher = Watcher(server.address, game, server.key).open()
        self._thread = Thread(target=self._listen, args=(last,))
        self._thread.start()

    def _listen(self, last: int) -> None:
        while self._watcher.last != last:
            self.came[self._watcher.hear().id] = perf_counter()

    def await_end(self) -> dict[int, float]:
        joined(self._thread)
        self._watcher.drop()
        return self.came


def latency(folder: Path, writes: int, subscribers: int, processes: int) -> Row:
    """Write notes one after the other to a game with some subscribers, whose streams are spread
    over the web processes. Returns the row with the time until their events arrive."""
    data = folder / f"live-{processes}"
    with Server(
        data, GREFFE_DEMO="no", GREFFE_LOG="warning", GREFFE_WORKERS=str(processes)
    ) as server:
        rng, answered, writer = Random(1), dict[int, float](), server.connect()

        def write(path: str, body: object, **headers: str) -> bytes:
            writer.request("POST", path, *server.message(body, headers))
            answer = writer.getresponse()
            data = answer.read()
            if answer.status != 201:
                raise RuntimeError(data.decode())
            return data

        opened = write("/api/v1/games", {"ruleset": TITLE}, Idempotency_Key="game")
        game = msgspec.json.decode(opened)["id"]
        listening = [Subscriber(server, game, writes + 1) for _ in range(subscribers)]
        for seq in range(1, writes + 1):
            sleep(rng.uniform(0, 2 * PACE))
            named = {"If_Match": f'"{seq}"', "Idempotency_Key": f"note-{seq}"}
            write(f"/api/v1/games/{game}/notes", {"text": "hm"}, **named)
            answered[seq + 1] = perf_counter()
        behind = [
            max(0.0, came - answered[seq])
            for watcher in listening
            for seq, came in watcher.await_end().items()
        ]
        writer.close()
    where = "one web process" if processes == 1 else f"{processes} web processes"
    detail = (
        f"{subscribers} subscribers, {1 / PACE:.0f} writes/s, median "
        f"{percentile(behind, 0.5) * 1e3:.1f} ms"
    )
    what = f"from an answer to its event at a subscriber, {where}, p99"
    return Row(what, percentile(behind, 0.99) * 1e3, "ms", 50, at_least=False, detail=detail)


def live(folder: Path, writes: int, subscribers: int = 8) -> list[Row]:
    return [latency(folder, writes, subscribers, processes) for processes in (1, 2)]
