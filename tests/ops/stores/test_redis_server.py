"""The embedded Redis server: a socket of its own, nothing on disk, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from ops.settings.config import LONGEST, socket_path
from ops.stores.redis_server import EmbeddedRedis, NoRedis
from tests.builders.servers import gone


@pytest.mark.parametrize("name", ["data", 'a "folder" of été', "long" * 40])
def test_it_serves_on_a_socket_and_on_no_port(tmp_path: Path, name: str) -> None:
    with EmbeddedRedis(tmp_path / name) as server, redis.Redis.from_url(server.url) as client:
        assert client.config_get("port") == {"port": "0"}
        client.set("a", "b")
        assert client.get("a") == b"b"
        assert len(os.fsencode(server.socket)) <= LONGEST
        pid = server.pid
    assert pid is not None
    assert gone(pid)
    assert not server.socket.exists()
    assert server.socket.parent == server.folder or not server.socket.parent.exists()


def test_it_keeps_nothing_on_disk(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        client.set("a", "b")
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("a") is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["redis.log"]


def test_it_starts_where_a_killed_one_left_its_socket(tmp_path: Path) -> None:
    first = EmbeddedRedis(tmp_path)
    first.start()
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    assert gone(first.pid)
    assert first.socket.exists()
    with EmbeddedRedis(tmp_path) as second, redis.Redis.from_url(second.url) as client:
        assert client.ping()
    first.stop()


def test_it_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    lines = ("from ops.stores.redis_server import EmbeddedRedis as E", f"e = E({str(tmp_path)!r})", "e.start()")
    lines += ("print(e.pid, flush=True)", "input()")
    parent = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    os.kill(pid, 0)
    parent.kill()
    parent.communicate()
    assert gone(pid)


def test_a_server_that_cannot_run_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\necho 'no memory left on this machine'\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(NoRedis, match="no memory left on this machine"):
        EmbeddedRedis(tmp_path / "data").start()


def test_a_socket_folder_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = tmp_path / ("long" * 40)
    socket_path(data).parent.mkdir(mode=0o777)
    socket_path(data).parent.chmod(0o777)
    with pytest.raises(NoRedis, match="belongs to somebody else"):
        EmbeddedRedis(data).start()
