"""Projections: folding the whole log again, and how far behind a board in Redis is."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from time import perf_counter, sleep

from domain.record.stored import decode
from ops.bench.measure import Row, in_turn, percentile
from ops.bench.server import serving
from ops.bench.table import Table, clerk_at, endless
from ops.serving.redis_server import EmbeddedRedis
from ops.settings.config import socket_url
from ops.settings.keys import secret_key
from projections.follow.follower import Follower
from projections.read.views import Views

KEY = bytes(32)
"""The key that the benchmark's views are sealed with."""


def rebuild(folder: Path, games: int, length: int) -> list[Row]:
    """All projections from the first record, against selecting and decoding the log."""
    clerk = clerk_at(folder / "rebuild.sqlite")
    catalog = endless(clerk)
    for number in range(games):
        Table(clerk, f"game-{number}", catalog).play(length, length // 15)
    records = clerk.recorder.max_notification_id() or 0
    with EmbeddedRedis(folder):
        follower = Follower(clerk, socket_url(folder), KEY)

        def select() -> None:
            at = 0
            while rows := clerk.recorder.select_notifications(at, 5_000, inclusive_of_start=False):
                at = rows[-1].id
                for row in rows:
                    decode(row.state)

        ours, floor = in_turn(3, follower.rebuild, select)
    clerk.close()
    detail = f"{records:,} records of {games} games; select and decode {records / floor:,.0f}/s, {ours / floor:.1f} × as long"
    return [Row("rebuild of all projections", records / ours, "records/s", 40_000, detail=detail)]


def lag(folder: Path, rate: int, seconds: int, tables: int = 20) -> list[Row]:
    """From a write's answer to its board in Redis, while `rate` actions a second are written beside the service."""
    data = folder / "lag"
    data.mkdir()
    clerk = clerk_at(data / "greffe.sqlite")
    catalog = endless(clerk)
    at_table = [Table(clerk, f"table-{n}", catalog) for n in range(tables)]
    behind: list[float] = []
    with serving(data):
        views = Views(socket_url(data), secret_key(data / "secret.key"), timeout=5)
        answered: list[tuple[str, int, float]] = []
        done = False

        def watch() -> None:
            while not done:
                if not answered:
                    sleep(0.001)
                    continue
                game, seq, since = answered.pop()
                answered.clear()
                while (seen := views.board(game, "public")) is None or seen[0] < seq:
                    sleep(0.0005)
                behind.append(perf_counter() - since)

        watcher = Thread(target=watch)
        watcher.start()
        begin, written = perf_counter(), 0
        while written < rate * seconds:
            sleep(max(0.0, begin + written / rate - perf_counter()))
            answer = at_table[written % tables].act()
            answered.append((answer.game.id, answer.filed.seq, perf_counter()))
            written += 1
        took = perf_counter() - begin
        done = True
        watcher.join()
    clerk.close()
    detail = f"{written / took:,.0f} actions/s, {len(behind)} samples, median {percentile(behind, 0.5) * 1e3:.1f} ms"
    return [Row("lag from answer to board in Redis, p99", percentile(behind, 0.99) * 1e3, "ms", 50, at_least=False, detail=detail)]
