"""A disk becomes completely full while the service runs on it: everything can still be read, and no
process ends. This uses a real file system on a loop device, so it needs root."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from domain.game.clerk.first_game import GAME
from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server, command_of, eventually

CHECKED = re.findall(r"httpchk GET (\S+)", (ROOT / "ops/deploy/haproxy.cfg").read_text("utf-8"))[0]
"""The address that the proxy requests to find out whether a web process works."""
PATH = f"/api/v1/games/{GAME}"


class Disk:
    def __init__(self, folder: Path) -> None:
        self.image, self.at = folder / "disk", folder / "mounted"
        self.at.mkdir()
        with self.image.open("wb") as f:
            f.truncate(64 << 20)
        self._do("mkfs.ext4", "-q", "-F", str(self.image))
        self._do("mount", "-o", "loop", str(self.image), str(self.at))

    def fill(self) -> Path:
        file = self.at / "full"
        with file.open("wb", buffering=0) as f, suppress(OSError):
            while True:
                f.write(bytes(1 << 16))
        with file.open("ab", buffering=0) as f, suppress(OSError):
            while True:
                f.write(bytes(512))
        return file

    def close(self) -> None:
        subprocess.run(
            ["umount", "-l", str(self.at)], check=False, capture_output=True, timeout=PATIENCE
        )

    @staticmethod
    def _do(*command: str) -> None:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=PATIENCE
        )
        if done.returncode:
            pytest.skip(
                f"{command[0]} cannot be used here: {done.stderr.strip() or done.returncode}"
            )


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    if os.geteuid() != 0:
        pytest.skip("a disk can be mounted by root alone")
    missing = [name for name in ("mkfs.ext4", "mount", "umount") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    with closing(Disk(tmp_path)) as disk:
        yield disk


def lasting_processes(server: Server) -> list[int]:
    """The processes of the service, except the one that writes a snapshot of the views and then
    ends."""
    commands = {pid: command_of(pid) for pid in server.family()}
    return sorted(pid for pid, command in commands.items() if command and "bgsave" not in command)


@slow("a disk of its own; tests/api/game/test_damaged_record.py has what the API says")
def test_a_full_disk_ends_no_process_and_boards_are_served_on_it(
    disk: Disk, tmp_path: Path
) -> None:
    """The disk has no byte of room. Many pages and addresses of the API are read again and again.
    All requests are answered, and writes are refused until there is room."""
    (disk.at / "data").mkdir(mode=0o700)
    data = tmp_path / "data"
    data.symlink_to(disk.at / "data")
    with Server(data) as server:
        seq = server.ask("GET", PATH).data["seq"]
        full = disk.fill()
        family = lasting_processes(server)
        refused = 0
        while not refused:  # what the file of the write-ahead log has room for is still recorded
            answer = server.ask(
                "POST",
                f"{PATH}/notes",
                {"text": "x" * 900},
                If_Match=f'"{seq}"',
                Idempotency_Key=f"full-{seq}",
            )
            assert answer.status in (201, 503), answer.data
            seq, refused = seq + (answer.status == 201), answer.status == 503
        assert eventually(lambda: server.ask("GET", "/readyz").status == 503)
        for _ in range(20):
            for of in (
                "",
                "/board",
                "/records",
                "/score",
                "/audit?audience=public",
                "/export?audience=public",
                "/nothing",
            ):
                assert server.fetch(f"{PATH}{of}")[0] == (404 if of == "/nothing" else 200), of
            for path in (
                CHECKED,
                "/metrics",
                "/api/v1/games",
                "/",
                f"/games/{GAME}",
                "/openapi.json",
                "/api/v1/rulesets",
                "/problems",
            ):
                assert server.fetch(path)[0] == 200, path
        assert lasting_processes(server) == family, "nobody has died"
        full.unlink()
        note = {"text": "room again"}
        assert eventually(
            lambda: (
                server.ask(
                    "POST",
                    f"{PATH}/notes",
                    note,
                    If_Match=f'"{seq}"',
                    Idempotency_Key=f"room-{seq}",
                ).status
                in (201, 200)
            )
        )
    assert "a process died" not in server.log.read_text("utf-8")


@slow("a disk of its own")
def test_a_service_that_is_started_on_a_full_disk_serves_reads(disk: Disk, tmp_path: Path) -> None:
    (disk.at / "data").mkdir(mode=0o700)
    data = tmp_path / "data"
    data.symlink_to(disk.at / "data")
    with Server(data) as server:
        assert server.ask("GET", PATH).status == 200
    disk.fill()
    with Server(data, GREFFE_LOG="warning") as server:
        for path in (PATH, f"{PATH}/board", f"{PATH}/records", "/api/v1/games", "/"):
            assert server.fetch(path)[0] == 200, path
