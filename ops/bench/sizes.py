"""What a record takes up: on disk, packed in a backup, in PostgreSQL and its write-ahead log, in Redis, on its way to a spectator.

Whole games of random players, of each title in a store of its own. PostgreSQL is measured in databases of their own on the server
that `GREFFE_STORE` names, which are dropped at the end; without it that is left out.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import redis

from api.live.events import happened
from api.reading.entries import EntryReader
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.game.game import Game
from domain.rules.titles import registry
from domain.rules.types import PUBLIC
from ops.bench.measure import Row
from ops.bench.table import Table
from ops.bench.views import KEY
from ops.log import folder as folders
from ops.serving.redis_server import EmbeddedRedis
from ops.settings.config import Settings
from ops.settings.keys import own_key
from ops.stores.data_folder import migrated, open_clerk
from projections.follow.follower import Follower

LONGEST = 1_000
"""Records of a game, at most: random players of some titles do not come to an end."""

DATABASE = "greffe_bench_sizes"


def sizes(folder: Path, records: int) -> list[Row]:
    """Rows for each title, of so many records or some more."""
    rows = []
    for title in registry.ids():
        rows += _on_disk(folder / title, title, records)
        if os.environ.get("GREFFE_STORE"):
            rows.append(_in_postgres(folder / f"{title}-postgres", title, records))
    return rows


def _on_disk(data: Path, title: str, records: int) -> list[Row]:
    settings = _settings(data)
    empty = {name: _bytes(path)[0] for name, path in _files(settings)}
    clerk = open_clerk(settings)
    games, written = _play(settings, clerk, title, records)
    told = [len(happened(EntryReader(clerk, game, PUBLIC, words=False), seq)) for game in games for seq in range(1, game.seq + 1)]
    views = _in_redis(data, clerk) / len(games)
    clerk.close()
    found = {name: _bytes(path) for name, path in _files(settings)}
    record, log = ((found[name][0] - empty[name]) / written for name in ("record", "log"))
    packed = sum(size for _, size in found.values()) / sum(size for size, _ in found.values())
    each = f"{written / len(games):.0f} records a game; record {record:.0f}, log {log:.0f}; packed {packed:.2f} of that"
    return [
        Row(f"{title}: a record on disk, SQLite", record + log, "bytes", detail=each),
        Row(f"{title}: an event to a spectator", sum(told) / len(told), "bytes"),
        Row(f"{title}: the views of a game in Redis", views, "bytes"),
    ]


def _in_postgres(data: Path, title: str, records: int) -> Row:
    with _database() as dsn:
        settings = _settings(data, dsn)
        clerk = open_clerk(settings)
        before, begun = _sizes(dsn), _place(dsn)
        _, written = _play(settings, clerk, title, records)
        clerk.close()
        written_ahead = (_place(dsn) - begun) / written
        found = {schema: (size - before.get(schema, 0)) / written for schema, size in _sizes(dsn).items()}
    log = sum(size for schema, size in found.items() if "log" in schema)
    detail = f"record {sum(found.values()) - log:.0f}, log {log:.0f}; written ahead {written_ahead:.0f}"
    return Row(f"{title}: a record in PostgreSQL", sum(found.values()), "bytes", detail=detail)


def _settings(data: Path, dsn: str = "") -> Settings:
    """The settings of a data folder, which is made with an empty log."""
    settings = Settings.load({"GREFFE_DATA": str(data), "GREFFE_STORE": dsn, "GREFFE_ORIGIN": "bench.example/log"})
    migrated(settings)
    own_key(settings.secret_key_file)
    clerk = open_clerk(settings)
    folders.bring_up(settings, clerk)
    clerk.close()
    return settings


def _play(settings: Settings, clerk: Clerk, title: str, records: int) -> tuple[list[Game], int]:
    """Whole games, in the record and in its log; answers them, and how many records they have."""
    games: list[Game] = []
    while sum(game.seq for game in games) < records:
        table = Table(clerk, f"game-{len(games)}", title=title)
        table.play(LONGEST)
        if table.game.rules.outcome(table.game.board):
            table.game = clerk.close_game(Order(table.game.id, table.game.seq, "bench", "close")).game
        games.append(table.game)
    folders.bring_up(settings, clerk)
    return games, sum(game.seq for game in games)


def _files(settings: Settings) -> list[tuple[str, Path]]:
    return [("record", settings.data / "greffe.sqlite"), ("log", settings.data / "ledger.sqlite")]


def _bytes(path: Path) -> tuple[int, int]:
    """The bytes of a file of SQLite with all that was written to it, and packed as backups usually are."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = path.read_bytes()
    return len(data), len(zlib.compress(data, 6))


def _in_redis(data: Path, clerk: Clerk) -> int:
    """The bytes of all views, each key with what it takes up in Redis."""
    with EmbeddedRedis(data) as server, redis.Redis.from_url(server.url) as asked:
        Follower(clerk, server.url, KEY).rebuild()
        return sum(int(asked.memory_usage(key, samples=0) or 0) for key in asked.scan_iter())


@contextmanager
def _database() -> Iterator[str]:
    """A new database on the server that `GREFFE_STORE` names, dropped at the end."""
    from psycopg import connect

    with connect(os.environ["GREFFE_STORE"], autocommit=True) as db:
        db.execute(f"DROP DATABASE IF EXISTS {DATABASE}".encode())
        db.execute(f"CREATE DATABASE {DATABASE}".encode())
        try:
            yield urlsplit(os.environ["GREFFE_STORE"])._replace(path=f"/{DATABASE}").geturl()
        finally:
            db.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())


def _sizes(dsn: str) -> dict[str, int]:
    """The bytes of each schema's tables with their indexes."""
    from psycopg import connect

    query = b"""
        SELECT n.nspname, sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname LIKE 'greffe%' GROUP BY 1
    """
    with connect(dsn, autocommit=True) as db:
        db.execute(b"VACUUM")
        return {schema: int(size) for schema, size in db.execute(query).fetchall()}


def _place(dsn: str) -> int:
    """How far the server's write-ahead log goes."""
    from psycopg import connect

    with connect(dsn) as db:
        row = db.execute(b"SELECT pg_current_wal_lsn() - '0/0'").fetchone()
    assert row is not None
    return int(row[0])
