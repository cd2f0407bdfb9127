import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from ops.settings.config import LONGEST, Settings, socket_path
from ops.settings.errors import CannotServe
from ops.stores import data_folder
from ops.stores.redis_server import SNAPSHOT, EmbeddedRedis, NoRedis
from ops.stores.sqlite.connections import VERSION
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE, wait_until_gone


def settings_of(folder: Path) -> Settings:
    return Settings.load({}, data=str(folder))


def test_a_folder_is_served_by_one_at_a_time(tmp_path: Path) -> None:
    with (
        data_folder.lock_folder(tmp_path / "data"),
        pytest.raises(CannotServe, match=f"being served already, by process {os.getpid()}"),
    ):
        data_folder.lock_folder(tmp_path / "data")
    data_folder.lock_folder(tmp_path / "data").close()


def test_a_folder_that_cannot_be_made_or_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "served" / data_folder.LOCK).mkdir(parents=True)
    refused_with(
        CannotServe,
        r"cannot be written: is a directory\.$",
        data_folder.lock_folder,
        tmp_path / "served",
    )
    (tmp_path / "file").write_text("")
    refused_with(
        CannotServe,
        r"The data folder .*file/data cannot be made: not a directory\.$",
        data_folder.lock_folder,
        tmp_path / "file" / "data",
    )


def test_a_record_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    data_folder.migrate_folder(settings)
    with sqlite3.connect(settings.record) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
    db.close()
    before = settings.record.read_bytes()
    refused_with(
        CannotServe,
        f"newer version of Greffe .*schema {VERSION + 1}.*: update Greffe",
        data_folder.migrate_folder,
        settings,
    )
    assert settings.record.read_bytes() == before


def test_a_file_that_is_no_record_is_one_sentence(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    settings.record.write_bytes(b"not a database, but long enough to be looked at" * 100)
    refused_with(
        CannotServe,
        r"cannot be opened and written: file is not a database\.$",
        data_folder.migrate_folder,
        settings,
    )


def test_no_record_is_made_by_opening_one(tmp_path: Path) -> None:
    refused_with(
        CannotServe,
        r"There is no record in .*: name its folder with --data or GREFFE_DATA",
        data_folder.open_clerk,
        settings_of(tmp_path / "data"),
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["data", 'a "folder" of été', "long" * 40])
def test_it_serves_on_a_socket_and_on_no_port_and_keeps_a_snapshot(
    tmp_path: Path, name: str
) -> None:
    with EmbeddedRedis(tmp_path / name) as server, redis.Redis.from_url(server.url) as client:
        assert client.config_get("port") == {"port": "0"}
        client.set("a", "b")
        assert client.get("a") == b"b"
        assert len(os.fsencode(server.socket)) <= LONGEST
        pid = server.pid
    assert pid is not None
    assert wait_until_gone(pid)
    assert not server.socket.exists()
    assert server.socket.parent == server.folder or not server.socket.parent.exists()
    there = {file.name: file.stat().st_mode & 0o077 for file in (tmp_path / name).iterdir()}
    assert there.keys() == {"redis.log", SNAPSHOT}
    killed = EmbeddedRedis(tmp_path / name)
    killed.start()
    with redis.Redis.from_url(killed.url) as client:
        client.set("a", "c")
    (tmp_path / name / "temp-1.rdb").write_bytes(b"of one that was killed while it wrote")
    os.kill(killed.pid or 0, signal.SIGKILL)
    assert wait_until_gone(killed.pid or 0) and killed.socket.exists()
    with EmbeddedRedis(tmp_path / name) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("a") == b"b", "it starts where a killed one left its socket"
        assert not list((tmp_path / name).glob("temp-*"))
    killed.stop()


def test_it_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    lines = (
        "from ops.stores.redis_server import EmbeddedRedis as E",
        f"e = E({str(tmp_path)!r})",
        "e.start()",
    )
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
    parent.communicate(timeout=PATIENCE)
    assert wait_until_gone(pid)


def test_a_server_that_cannot_run_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\necho 'no memory left on this machine'\nexit 1\n")
    broken.chmod(0o755)
    os.environ["PATH"] = f"{tmp_path}:{os.environ['PATH']}"
    refused_with(NoRedis, "no memory left on this machine", EmbeddedRedis(tmp_path / "data").start)


def test_a_socket_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = tmp_path / ("long" * 40)
    socket_path(data).parent.mkdir(mode=0o777)
    socket_path(data).parent.chmod(0o777)
    refused_with(NoRedis, "belongs to somebody else", EmbeddedRedis(data).start)
