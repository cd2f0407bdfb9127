"""After a restart, the views that the embedded Redis stored are used only if they are of this log
and this program; otherwise all is folded anew. In both cases readers see the same as in a simple
fold of the log."""

import logging
import os
import signal
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import SNAPSHOT, EmbeddedRedis, save_snapshot
from projections.follower import follower as module
from projections.follower.follower import Follower
from tests.amount import slow_but
from tests.builders.servers import eventually
from tests.builders.stores import VIEWS_KEY, copied, new_clerk
from tests.projections.naive import dump, expected, readable
from tests.projections.play import play


def restarted(
    folder: Path, clerk: Clerk, snapshot: bytes | None = None
) -> tuple[int, dict[str, Any]]:
    """Start Redis, and let a follower catch up. Returns the number of records it read, and what
    readers see then."""
    if snapshot is not None:
        (folder / SNAPSHOT).write_bytes(snapshot)
    with EmbeddedRedis(folder) as server, redis.Redis.from_url(server.url) as there:
        assert eventually(lambda: server.start() or answered(there))
        return Follower(clerk, server.url, VIEWS_KEY).catch_up(), readable(dump(there))


def answered(there: Any) -> bool:
    with suppress(redis.RedisError):  # its snapshot's fault may show at the end of it
        return bool(there.ping())
    return False


@pytest.fixture
def folder(tmp_path: Path, clerk: Clerk) -> Path:
    """The folder of a stopped Redis, with the views of all games."""
    restarted(tmp_path / "redis", clerk)
    return tmp_path / "redis"


def test_after_a_stop_only_what_is_new_is_read(folder: Path, clerk: Clerk) -> None:
    play(clerk, games=1, seed=9)
    before = clerk.recorder.max_notification_id() or 0
    taken, there = restarted(folder, clerk)
    assert 0 < taken < before / 2
    assert there == expected(clerk)


def test_a_kill_costs_nothing_that_was_built_be_it_while_a_snapshot_is_written(
    tmp_path: Path, clerk: Clerk
) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as there:
        Follower(clerk, server.url, VIEWS_KEY, built=partial(save_snapshot, server.url)).catch_up()
        assert eventually(lambda: not there.info("persistence")["rdb_bgsave_in_progress"])
        whole = (tmp_path / SNAPSHOT).read_bytes()
        there.config_set("rdb-key-save-delay", 10_000)
        save_snapshot(server.url)
        assert eventually(lambda: list(tmp_path.glob("temp-*.rdb")))
        os.kill(server.pid or 0, signal.SIGKILL)
        server.stop()
        assert (tmp_path / SNAPSHOT).read_bytes() == whole
    assert restarted(tmp_path, clerk) == (0, expected(clerk))


@pytest.mark.parametrize("other", ["program", "key"])
def test_views_of_another_program_or_key_are_made_anew(
    folder: Path, clerk: Clerk, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    if other == "key":
        with EmbeddedRedis(folder) as server:
            Follower(clerk, server.url, bytes(32)).rebuild()
    else:
        monkeypatch.setattr(module, "code_digest", lambda: "another")
    taken, there = restarted(folder, clerk)
    assert taken == clerk.recorder.max_notification_id()
    assert there == expected(clerk)


@pytest.mark.parametrize("log", ["longer", "another"])
def test_views_of_a_longer_or_of_another_log_are_made_anew(
    clerk: Clerk, played: Path, tmp_path: Path, log: str
) -> None:
    if log == "longer":  # its record was put back from a backup since
        copied(played.parent, tmp_path / log)
    (tmp_path / log).mkdir(exist_ok=True)
    with closing(new_clerk(tmp_path / log / played.name)) as other:
        play(other, games=2, seed=9)
        restarted(tmp_path / "redis", other)
    taken, there = restarted(tmp_path / "redis", clerk)
    assert taken == clerk.recorder.max_notification_id()
    assert there == expected(clerk)


@pytest.mark.parametrize("seed", slow_but(range(3), range(60)))
def test_a_snapshot_that_is_cut_or_changed_is_set_aside_and_told(
    folder: Path, clerk: Clerk, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    random, whole = Random(seed), (folder / SNAPSHOT).read_bytes()
    at = random.randrange(len(whole))
    changed = whole[:at] + bytes([whole[at] ^ (1 << random.randrange(8))]) + whole[at + 1 :]
    with caplog.at_level(logging.WARNING):
        taken, there = restarted(folder, clerk, random.choice([whole[:at], changed]))
    assert taken == clerk.recorder.max_notification_id()
    assert there == expected(clerk)
    assert "cannot be read" in caplog.text
