"""Database servers to break: PostgreSQL with a synchronous standby, and what is asked of any such cluster."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

PATIENCE = 60.0
"""Seconds until a server has to answer."""

NAME = "greffe"


class Cluster(Protocol):
    """A database that survives the loss of a server; a context manager that ends all of it."""

    dsn: str
    """Where its leader is found, whichever that is now."""

    def faults(self) -> dict[str, Callable[[], None]]:
        """What may be done to it, by name; each leaves it such that it comes back by itself, or brings it back."""
        ...


def programs() -> Path:
    """The folder of PostgreSQL's programs. Raises `FileNotFoundError`."""
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: int(found.parts[-3]))
    found = newest[-1] if newest else Path(shutil.which("initdb") or "")
    if not found.name:
        raise FileNotFoundError("PostgreSQL is not installed: run tests/faults/setup.sh")
    return found.parent


def as_owner(command: Sequence[str]) -> list[str]:
    """A command as the user that owns the servers: they refuse to be run by root."""
    return list(command) if os.getuid() else ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


def own(folder: Path) -> Path:
    """A folder of that user."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.getuid():
        found = pwd.getpwnam("postgres")
        os.chown(folder, found.pw_uid, found.pw_gid)
    return folder


def until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is so. Raises `TimeoutError`."""
    end = monotonic() + seconds
    while not true():
        if monotonic() > end:
            raise TimeoutError(what)
        sleep(0.1)


class Node:
    """One server on a socket in its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = own(folder)
        self.data = folder / "data"
        self._bin = programs()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs. Raises `CalledProcessError`."""
        subprocess.run(as_owner([str(self._bin / program), *arguments]), check=True, capture_output=True, cwd=self.folder)

    def init(self) -> None:
        """Make it, empty."""
        self.run("initdb", "-D", str(self.data), "-U", NAME, "-A", "trust", "-E", "UTF8", "--locale=C")

    def follow(self, leader: Node) -> None:
        """Make it anew as a standby of another."""
        shutil.rmtree(self.data, ignore_errors=True)
        where = f"host={leader.folder} user={NAME} application_name={self.folder.name}"
        self.run("pg_basebackup", "-D", str(self.data), "-d", where, "-R", "-c", "fast", "-X", "stream")

    def start(self, **settings: str) -> None:
        """Start it, and wait until it answers."""
        given = {
            "listen_addresses": "",
            "shared_buffers": "32MB",
            "max_connections": "200",
            "log_min_messages": "fatal",
            **settings,
        }
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        command = as_owner([str(self._bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *options])
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        until(lambda: self.ask("SELECT 1") == "1", f"{self.folder.name} does not start")

    def ask(self, query: str) -> str:
        """One query's answer as text; empty where the server does not answer."""
        command = [str(self._bin / "psql"), "-h", str(self.folder), "-U", NAME, "-d", "postgres", "-Atqc", query]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.stdout.strip()

    def promote(self) -> None:
        """Let a standby take over."""
        self.run("pg_ctl", "promote", "-D", str(self.data), "-w")

    def kill(self) -> None:
        """Kill it with all its processes, as a power cut does."""
        for pid in self.pids():
            _signal(pid, signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE)
            self._process = None

    def pause(self, seconds: float) -> None:
        """Let none of its processes run for a while."""
        pids = self.pids()
        for pid in pids:
            _signal(pid, signal.SIGSTOP)
        sleep(seconds)
        for pid in pids:
            _signal(pid, signal.SIGCONT)

    def pids(self) -> list[int]:
        """Its processes, the first of them first."""
        if self._process is None or self._process.poll() is not None:
            return []
        return [self._process.pid, *children_of(self._process.pid)]


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                continue  # it has ended
    return found[1:]


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


class Pair:
    """A primary and its synchronous standby, without anything that decides for them: the campaign promotes the standby itself when
    it has killed the primary. Clients find the leader by libpq's `target_session_attrs`."""

    def __init__(self, folder: Path) -> None:
        self.nodes = [Node(folder / "one"), Node(folder / "two")]
        hosts = ",".join(str(node.folder) for node in self.nodes)
        self.dsn = f"postgresql://{NAME}@/{NAME}?host={hosts}&target_session_attrs=read-write"
        self._leader, self._standby = self.nodes

    def __enter__(self) -> Pair:
        self._leader.init()
        self._leader.start()
        self._leader.ask(f"CREATE DATABASE {NAME}")
        self._leader.kill()
        self._lead()
        self._join()
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.kill()

    def faults(self) -> dict[str, Callable[[], None]]:
        """See `Cluster`."""
        return {
            "the primary is killed and the standby promoted": self._fail_over,
            "the primary is killed and started again": self._crash,
            "the standby is paused for 3 s": lambda: self._standby.pause(3),
            "the primary is paused for 3 s": lambda: self._leader.pause(3),
        }

    def _lead(self) -> None:
        self._leader.start(synchronous_standby_names="*")

    def _join(self) -> None:
        self._standby.follow(self._leader)
        self._standby.start(synchronous_standby_names="*")  # which counts from the moment it is promoted
        until(lambda: self._leader.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1", "no standby")

    def _fail_over(self) -> None:
        self._leader.kill()
        self._standby.promote()
        self._leader, self._standby = self._standby, self._leader
        self._join()

    def _crash(self) -> None:
        self._leader.kill()
        self._lead()
