"""A disk that the kernel lets be read only while the service runs on it, as it does after an error:
everything can be read, nothing is lost, and nothing dies. A real file system on a loop device,
which needs root."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from domain.game.clerk.commands import Order
from domain.game.table.first_game import GAME
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.amount import slow
from tests.builders.servers import Server, eventually

PATH = f"/api/v1/games/{GAME}"


class Disk:
    def __init__(self, folder: Path) -> None:
        self.image, self.at = folder / "disk", folder / "mounted"
        self.at.mkdir()
        with self.image.open("wb") as f:
            f.truncate(64 << 20)
        self._do("mkfs.ext4", "-q", "-F", str(self.image))
        self.mount()

    def mount(self) -> None:
        self._do("mount", "-o", "loop,errors=remount-ro", str(self.image), str(self.at))

    def fail(self) -> None:
        """An error: from here on it can only be read, whoever has files open on it."""
        (device,) = [
            line.split()[0]
            for line in Path("/proc/mounts").read_text().splitlines()
            if f" {self.at} " in line
        ]
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("1")

    def fill(self) -> Path:
        file = self.at / "full"
        with file.open("wb", buffering=0) as f, suppress(OSError):
            while True:
                f.write(bytes(1 << 16))
        with file.open("ab", buffering=0) as f, suppress(OSError):
            while True:
                f.write(bytes(512))
        return file

    def mend(self) -> None:
        self._do("umount", str(self.at))
        subprocess.run(["e2fsck", "-fy", str(self.image)], check=False, capture_output=True)
        self.mount()

    def close(self) -> None:
        subprocess.run(["umount", "-l", str(self.at)], check=False, capture_output=True)

    @staticmethod
    def _do(*command: str) -> None:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(
                f"{command[0]} cannot be used here: {done.stderr.strip() or done.returncode}"
            )


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    if os.geteuid() != 0:
        pytest.skip("a disk can be mounted by root alone")
    missing = [
        name for name in ("mkfs.ext4", "e2fsck", "mount", "umount") if shutil.which(name) is None
    ]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    disk = Disk(tmp_path)
    yield disk
    disk.close()


@slow("a server on a disk of its own; tests/api/game/test_damaged_record.py has what the API says")
def test_a_disk_that_turns_read_only_while_serving_is_read_on_and_loses_nothing(
    disk: Disk, tmp_path: Path
) -> None:
    (disk.at / "data").mkdir(mode=0o700)
    data = tmp_path / "data"  # the server's own log stands beside it, on another disk
    data.symlink_to(disk.at / "data")

    def note(server: Server, seq: int) -> int:
        return server.ask(
            "POST", f"{PATH}/notes", {"text": "x"}, If_Match=f'"{seq}"', Idempotency_Key=str(seq)
        ).status

    with Server(data) as server:
        assert note(server, 24) == 201
        family = server.family()
        disk.fail()
        assert note(server, 25) == 503
        assert eventually(lambda: server.ask("GET", "/readyz").status == 503)
        assert server.ask("GET", "/healthz").data["store"] == "failing"
        for of in (
            "",
            "/board",
            "/records",
            "/score",
            "/audit?audience=public",
            "/export?audience=public",
        ):
            assert _status(server, f"{PATH}{of}") == 200, of
        assert sorted(server.family()) == sorted(family), "nobody has died"
        assert server.stop() == 0
    assert "\nTraceback" not in server.log.read_text("utf-8")

    disk.mend()
    settings = Settings.load({}, data=str(data))
    data_folder.migrated(settings)
    clerk = data_folder.open_clerk(settings)
    assert clerk.game(GAME).seq == 25, "what was acknowledged is there"
    clerk.note(Order(GAME, 25, "operator", "after"), "goes on", 0)
    clerk.close()


@slow("a disk of its own; tests/api/game/test_damaged_record.py has what the API says")
def test_a_full_disk_ends_no_process_and_boards_are_served_on_it(
    disk: Disk, tmp_path: Path
) -> None:
    """Given a disk without a byte of room, when pages and the API are read in many ways, each
    counted anew, then all are answered, and writes are refused until there is room."""
    (disk.at / "data").mkdir(mode=0o700)
    data = tmp_path / "data"
    data.symlink_to(disk.at / "data")
    with Server(data) as server:
        seq = server.ask("GET", PATH).data["seq"]
        full = disk.fill()
        family = server.family()
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
                assert _status(server, f"{PATH}{of}") == (404 if of == "/nothing" else 200), of
            for path in (
                "/metrics",
                "/api/v1/games",
                "/",
                f"/games/{GAME}",
                "/openapi.json",
                "/api/v1/rulesets",
                "/problems",
            ):
                assert _status(server, path) == 200, path
        assert sorted(server.family()) == sorted(family), "nobody has died"
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


def _status(server: Server, path: str) -> int:
    client = server.connect()
    try:
        client.request("GET", path, headers={"Authorization": f"Bearer {server.key}"})
        answer = client.getresponse()
        answer.read()
        return answer.status
    finally:
        client.close()
