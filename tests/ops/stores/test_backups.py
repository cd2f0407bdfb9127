"""Restored backups: a database restored to its newest record or to a point in time, by pgBackRest
and by PostgreSQL's own tools, and the files of a folder that was in use."""

import os
import re
import shutil
import signal
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest
from click.testing import Result
from eventsourcing.persistence import OperationalError

from domain.game.clerk.first_game import GAME
from ops.log import folder
from ops.log.checking import LogCheck
from ops.log.guard import Guard
from ops.settings.addresses import Address
from ops.settings.config import ROOT, Settings
from ops.stores.data_folder import migrate_folder, open_clerk
from ops.stores.postgres.connections import connect
from tests.amount import slow
from tests.builders.postgres import PostgresServer, in_memory, needs_postgres
from tests.builders.refusals import refused_with
from tests.builders.servers import Server, eventually
from tests.ops.log.naive_log import Tables
from tests.ops.serving.live import write

pytestmark = slow("databases are backed up and put back: long")
PGBACKREST = shutil.which("pgbackrest")


class BackedUp(PostgresServer, ABC):
    @abstractmethod
    def back_up(self) -> None:
        """Back up, as an operator does every night."""

    @abstractmethod
    def await_archive(self) -> None:
        """Wait until all that was written so far is archived."""

    @abstractmethod
    def put_back(self, moment: str) -> None:
        """Replace the data by the backup and recover from the archive, to its end ("") or to a
        moment."""

    def restore(self, moment: str = "") -> None:
        self.stop(signal.SIGQUIT)
        self.put_back(moment)
        self.start()
        assert eventually(self._leads), "it has come to the end of what it was to take"

    def now(self) -> str:
        with connect(Address(self.dsn("postgres"))) as db:
            row = db.execute("SELECT clock_timestamp()::text").fetchone()
        assert row is not None
        return str(row[0])

    def _leads(self) -> bool:
        with connect(Address(self.dsn("postgres"))) as db:
            return db.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)


class Archiving(BackedUp):
    def __init__(self, place: Path) -> None:
        self.archive = place / "archive"
        # there whole or not at all
        copying = f"cp %p {self.archive}/new && mv {self.archive}/new {self.archive}/%f"
        settings = {
            "fsync": "on",
            "full_page_writes": "on",
            "archive_mode": "on",
            "archive_command": copying,
        }
        super().__init__(place, settings)
        self.archive.mkdir()
        if self._user:
            os.chown(self.archive, self._user.pw_uid, self._user.pw_gid)

    def back_up(self) -> None:
        self._run(
            "pg_basebackup",
            "-h",
            str(self.folder),
            "-U",
            "greffe",
            "-D",
            str(self.folder / "base"),
            "-c",
            "fast",
            "-X",
            "none",
        )

    def await_archive(self) -> None:
        with connect(Address(self.dsn("postgres"))) as db:
            row = db.execute("SELECT pg_walfile_name(pg_current_wal_insert_lsn())").fetchone()
            assert row is not None
            db.execute("SELECT pg_switch_wal()")
            last = self.archive / row[0]
        assert eventually(last.exists)

    def put_back(self, moment: str) -> None:
        data = self.folder / "data"
        shutil.rmtree(data)
        shutil.copytree(self.folder / "base", data, copy_function=shutil.copy2)
        lines = {"restore_command": f"cp {self.archive}/%f %p", "recovery_target_action": "promote"}
        if moment:
            lines |= {"recovery_target_time": moment, "recovery_target_timeline": "current"}
        with (data / "postgresql.auto.conf").open("a") as f:
            f.writelines(f"{name} = '{value}'\n" for name, value in lines.items())
        (data / "recovery.signal").touch()
        if self._user:
            for path in (data, *data.rglob("*")):
                os.chown(path, self._user.pw_uid, self._user.pw_gid)
        data.chmod(0o700)


class ByPgBackRest(BackedUp):
    def __init__(self, place: Path) -> None:
        self._config = place / "pgbackrest.conf"
        command = f"{PGBACKREST} --config={self._config} --stanza=greffe archive-push %p"
        super().__init__(
            place,
            {
                "fsync": "on",
                "full_page_writes": "on",
                "archive_mode": "on",
                "archive_command": command,
            },
        )
        written = (ROOT / "ops" / "deploy" / "pgbackrest.conf").read_text("utf-8")
        here = {
            "repo1-path": place / "repository",
            "pg1-path": place / "data",
            "pg1-socket-path": place,
            "pg1-user": "greffe",
        }
        for name, value in here.items():
            written, count = re.subn(
                rf"^{name}=.+$", f"{name}={value}", written, flags=re.MULTILINE
            )
            assert count == 1, name
        own = {
            "lock-path": place / "lock",
            "log-path": place / "log",
            "spool-path": place / "spool",
        }
        lines = "".join(f"{name}={value}\n" for name, value in own.items())
        self._config.write_text(written.replace("[global]\n", f"[global]\n{lines}"), "utf-8")

    def _tell(self, *words: str) -> None:
        self._run(str(PGBACKREST), f"--config={self._config}", "--stanza=greffe", *words)

    def back_up(self) -> None:
        self._tell("stanza-create")
        self._tell("check")
        self._tell("--type=full", "backup")
        ended = int(
            time()
        )  # it knows whole seconds: a moment in this one is before the backup, too
        assert eventually(lambda: int(time()) > ended)

    def await_archive(self) -> None:
        self._tell("check")

    def put_back(self, moment: str) -> None:
        target = (
            (
                "--type=time",
                f"--target={moment}",
                "--target-timeline=current",
                "--target-action=promote",
            )
            if moment
            else ()
        )
        self._tell("--delta", *target, "restore")


@pytest.fixture(
    params=[
        Archiving,
        pytest.param(
            ByPgBackRest,
            marks=pytest.mark.skipif(
                PGBACKREST is None, reason="pgBackRest is not installed: apt-get install pgbackrest"
            ),
        ),
    ]
)
def server(request: pytest.FixtureRequest) -> Iterator[BackedUp]:
    place = in_memory()
    backed_up: BackedUp = request.param(place)
    backed_up.start()
    backed_up.make_template()
    yield backed_up
    backed_up.stop(signal.SIGQUIT)
    shutil.rmtree(place, ignore_errors=True)


def faults(settings: Settings) -> list[str]:
    clerk, ledger = open_clerk(settings), folder.open_ledger(settings)
    recorder: Any = clerk.recorder
    try:
        return [
            fault.text.en
            for fault in LogCheck(recorder, ledger, Guard(settings.guard_file)).faults()
        ]
    finally:
        clerk.close()
        ledger.close()


@needs_postgres
def test_a_database_is_put_back_to_its_newest_record_or_to_a_point_in_time_which_is_said(
    server: BackedUp, tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    settings = Settings.load({}, data=str(tmp_path / "data"), store=server.new_database())
    migrate_folder(settings)
    folder.prepare_log(settings)
    clerk = open_clerk(settings)
    tables = Tables(clerk)
    tables.note(6)
    assert folder.log_and_sign_all(settings, clerk) is None
    server.back_up()
    tables.note(6)
    assert folder.log_and_sign_all(settings, clerk) is None
    before = server.now()
    tables.note(6)
    assert folder.log_and_sign_all(settings, clerk) is None
    recorder: Any = clerk.recorder
    rows = recorder.select_notifications(0, 99)
    assert len(rows) == 21
    server.await_archive()
    clerk.close()

    server.restore()
    assert faults(settings) == []
    clerk = open_clerk(settings)
    recorder = clerk.recorder
    assert recorder.select_notifications(0, 99) == rows, "byte by byte"
    tables.clerk = clerk
    tables.note(3)
    assert folder.log_and_sign_all(settings, clerk) is None
    clerk.close()

    server.restore(before)
    tables.clerk = clerk = open_clerk(settings)
    recorder = clerk.recorder
    assert recorder.select_notifications(0, 99) == rows[:15]
    refused_with(
        OperationalError,
        "the database has gone back: 15 records are there, and 24 were signed for",
        tables.note,
    )
    clerk.close()
    assert any("guard" in fault for fault in faults(settings))
    os.environ["GREFFE_STORE"] = settings.store
    succeeded = greffe("keygen", "--succeed", "second.example/log", "--data", str(settings.data))
    assert succeeded.exit_code == 0, succeeded.output
    tables.clerk = clerk = open_clerk(settings)
    tables.note(3)
    assert folder.log_and_sign_all(settings, clerk) is None
    clerk.close()
    assert faults(settings) == [], (
        "who accepts the loss goes on with a new log, which says what it succeeds"
    )


def test_the_files_of_a_folder_that_is_being_served_are_backed_up_and_served_elsewhere(
    tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    """SQLite's own backup is taken, of the log first. A log behind its record is brought up to
    date; a log ahead of it would mean a loss."""
    backup = tmp_path / "kept"
    backup.mkdir(mode=0o700)
    with Server(tmp_path / "data") as server:
        at = server.ask("GET", f"/api/v1/games/{GAME}/board").data["seq"]
        assert note(server) == at + 1
        back_up(tmp_path / "data" / "ledger.sqlite", backup)
        assert note(server) == at + 2
        back_up(tmp_path / "data" / "greffe.sqlite", backup)
        assert note(server) == at + 3
    for name in ("secret.key", "log.key", "links.key", "operator.key"):
        shutil.copy(tmp_path / "data" / name, backup / name)
    renewed = greffe("fsck", "--guard", "--data", str(backup))
    assert renewed.exit_code == 0 and "nothing differs" in renewed.output, renewed.output
    with Server(backup) as server:
        assert server.ask("GET", f"/api/v1/games/{GAME}/board").data["seq"] == at + 2
        assert note(server) == at + 3
        well = eventually(lambda: server.ask("GET", "/readyz").data["log"] == "ok")
        assert well, f"{server.ask('GET', '/readyz').data}\n{server.log.read_text('utf-8')}"
    assert greffe("fsck", "--data", str(backup)).exit_code == 0


def back_up(file: Path, to: Path) -> None:
    """Back a file up as `sqlite3 greffe.sqlite '.backup …'` does."""
    here, there = sqlite3.connect(file), sqlite3.connect(to / file.name)
    here.backup(there)
    here.close()
    there.close()


def note(server: Server) -> int:
    return int(write(server, "notes?receipt=wait", {"text": "a note"}).data["seq"])
