"""A database to break: a PostgreSQL primary and its synchronous standby, which the campaign
promotes when it kills the primary. Clients find the current primary by libpq's
`target_session_attrs`."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep

import psycopg

from tests.builders.postgres import PostgresServer
from tests.builders.servers import PATIENCE, eventually, family_of

STANDBYS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"


class Node(PostgresServer):
    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)

    def follow(self, leader: Node) -> None:
        shutil.rmtree(self.folder / "data")
        where = f"host={leader.folder} user=greffe application_name={self.folder.name}"
        self._run(
            "pg_basebackup",
            "-D",
            str(self.folder / "data"),
            "-d",
            where,
            "-R",
            "-c",
            "fast",
            "-X",
            "stream",
        )
        self.start_synchronous()
        assert eventually(leader.has_standby), "no standby"

    def start_synchronous(self) -> None:
        """Start this server, as a standby if its data are a copy of a primary's. As the primary, now
        or once promoted, it acknowledges only commits that a standby has."""
        self._settings["synchronous_standby_names"] = "*"
        self.start()

    def has_standby(self) -> bool:
        with psycopg.connect(self.dsn("postgres")) as db:
            return db.execute(STANDBYS).fetchone() == (1,)

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-D", str(self.folder / "data"), "-w")

    def kill(self) -> None:
        if self._process is not None:
            for pid in family_of(self._process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait(PATIENCE)
            self._process = None

    def pause(self, seconds: float) -> None:
        with self.halted():
            sleep(seconds)


class Pair:
    """A primary and its standby, with methods to kill and replace them. A context manager that ends
    both."""

    def __init__(self, folder: Path) -> None:
        self._nodes = self._leader, self._standby = Node(folder / "one"), Node(folder / "two")
        hosts = ",".join(str(node.folder) for node in self._nodes)
        self.dsn = f"postgresql://greffe@/greffe?host={hosts}&target_session_attrs=read-write"

    def __enter__(self) -> Pair:
        self._leader.start()
        self._leader.execute("CREATE DATABASE greffe")
        self._crash()
        self._standby.follow(self._leader)
        return self

    def __exit__(self, *_: object) -> None:
        for node in self._nodes:
            node.kill()

    def faults(self) -> dict[str, Callable[[], None]]:
        return {
            "the primary is killed and the standby promoted": self._fail_over,
            "the primary is killed and started again": self._crash,
            "the standby is paused for 3 s": lambda: self._standby.pause(3),
            "the primary is paused for 3 s": lambda: self._leader.pause(3),
        }

    def _fail_over(self) -> None:
        self._leader.kill()
        self._standby.promote()
        self._leader, self._standby = self._standby, self._leader
        self._standby.follow(self._leader)

    def _crash(self) -> None:
        self._leader.kill()
        self._leader.start_synchronous()
