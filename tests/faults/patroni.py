"""Three database nodes under Patroni, each in a network of its own; etcd decides who leads, HAProxy connects clients to the
leader.

    10.83.0.1    this machine: etcd, HAProxy (port 6432), the web workers
    10.83.0.11…  a node: Patroni (8008) and its PostgreSQL (5432), reached through a pair of interfaces that can be taken down

Needs root, for the networks; what runs in them is another user's. There is one `etcd`, which is not broken here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import sleep
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.faults.nodes import NAME, as_owner, children_of, own, programs, until

BRIDGE, HERE, PORT = "greffe-faults", "10.83.0.1", 6432
NODES = 3

SETTINGS = {
    "loop_wait": 2,
    "ttl": 20,
    "retry_timeout": 6,
    "maximum_lag_on_failover": 0,
    "primary_start_timeout": 5,
    "synchronous_mode": True,
    "synchronous_mode_strict": True,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {
            "max_connections": 300,
            "shared_buffers": "64MB",
            "wal_log_hints": "on",
            "wal_keep_size": "512MB",
            "tcp_user_timeout": 10_000,
        },
    },
}
"""What Patroni keeps for all nodes. A standby takes over only if it is a synchronous one; without any, nothing is written."""


class PatroniNode:
    """One node: its network, its Patroni, and through that its PostgreSQL."""

    def __init__(self, folder: Path, number: int, rng: Random) -> None:
        self.name, self.address = f"node{number}", f"10.83.0.{10 + number}"
        self.folder = own(folder / self.name)
        self._space, self._link, self._rng = f"greffe-faults-{number}", f"gf{number}", rng
        self._process: subprocess.Popen[bytes] | None = None

    def connect(self) -> None:
        """Make its network."""
        ip("netns", "add", self._space)
        ip("link", "add", self._link, "type", "veth", "peer", "name", "eth0", "netns", self._space)
        ip("link", "set", self._link, "master", BRIDGE, "up")
        for words in (f"addr add {self.address}/24 dev eth0", "link set eth0 up", "link set lo up"):
            ip("-n", self._space, *words.split())

    def start(self) -> None:
        """Start its Patroni, which starts PostgreSQL."""
        config = self.folder / "patroni.json"
        config.write_text(json.dumps(self._config(), indent=1))
        config.chmod(0o644)
        command = ["ip", "netns", "exec", self._space, *as_owner(["patroni", str(config)])]
        with (self.folder / "patroni.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)

    def _config(self) -> dict[str, object]:
        users = {"superuser": {"username": NAME}, "replication": {"username": "replicator"}, "rewind": {"username": NAME}}
        trusted = ["local all all trust", "host all all 10.83.0.0/24 trust", "host replication all 10.83.0.0/24 trust"]
        return {
            "scope": "greffe",
            "name": self.name,
            "restapi": {"listen": f"{self.address}:8008", "connect_address": f"{self.address}:8008"},
            "etcd3": {"host": f"{HERE}:2379"},
            "bootstrap": {
                "dcs": SETTINGS,
                "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C"}],
                "pg_hba": trusted,
            },
            "postgresql": {
                "listen": f"{self.address}:5432",
                "connect_address": f"{self.address}:5432",
                "data_dir": str(self.folder / "data"),
                "bin_dir": str(programs()),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": users,
                "pg_hba": trusted,
                "parameters": {"unix_socket_directories": str(self.folder)},
            },
        }

    def postgres(self) -> list[int]:
        """The processes of its PostgreSQL, the first of them first."""
        try:
            first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(first, 0)
        except (OSError, ValueError, IndexError):
            return []
        return [first, *children_of(first)]

    def kill_postgres(self) -> None:
        """Kill PostgreSQL alone: Patroni starts it again, or another node takes over."""
        each(self.postgres(), signal.SIGKILL)

    def kill(self) -> None:
        """Kill all of it at once, as a power cut does."""
        mine = [*children_of(self._process.pid), self._process.pid] if self._process is not None else []
        each([*mine, *self.postgres()], signal.SIGKILL)
        if self._process is not None:
            self._process.wait(30)
            self._process = None

    def power_cut(self) -> None:
        """Kill all of it, and start it again after a while."""
        self.kill()
        sleep(self._rng.uniform(3, 12))
        self.start()

    def pause(self) -> None:
        """Let nothing of it run for a while: long enough that another node takes over."""
        assert self._process is not None
        pids = [self._process.pid, *children_of(self._process.pid), *self.postgres()]
        each(pids, signal.SIGSTOP)
        sleep(self._rng.uniform(5, 30))
        each(pids, signal.SIGCONT)

    def cut_off(self) -> None:
        """Take its network down for a while."""
        ip("link", "set", self._link, "down")
        sleep(self._rng.uniform(5, 30))
        ip("link", "set", self._link, "up")

    def end(self) -> None:
        """Leave nothing of it but its folder."""
        self.kill()
        ip("netns", "del", self._space, check=False)


class Patroni:
    """The cluster (`Cluster`). Its faults are of the node that leads just then, of a synchronous standby, and moves on purpose."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.dsn = f"postgresql://{NAME}@{HERE}:{PORT}/{NAME}"
        self._folder = own(folder)
        self._nodes = [PatroniNode(folder, number, rng) for number in range(1, NODES + 1)]
        self._rng = rng
        self._beside: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Patroni:
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{HERE}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        self._start("etcd", *self._etcd())
        self._start("haproxy", "haproxy", "-db", "-f", str(self._haproxy()))
        for node in self._nodes:
            node.connect()
            node.start()
        until(lambda: self.leader() is not None and len(self.synchronous()) == 1, "the cluster does not come up", 120)
        psql = [
            str(programs() / "psql"),
            "-h",
            HERE,
            "-p",
            str(PORT),
            "-U",
            NAME,
            "-d",
            "postgres",
            "-c",
            f"CREATE DATABASE {NAME}",
        ]
        until(lambda: subprocess.run(psql, capture_output=True, check=False).returncode == 0, "HAProxy does not find the leader")
        return self

    def __exit__(self, *_: object) -> None:
        for node in self._nodes:
            node.end()
        for process in self._beside:
            process.kill()
            process.wait()
        ip("link", "del", BRIDGE, check=False)

    def faults(self) -> dict[str, Callable[[], None]]:
        """See `Cluster`."""
        return {
            "the leader's PostgreSQL is killed": lambda: self._leads().kill_postgres(),
            "the leader's node loses its power": lambda: self._leads().power_cut(),
            "the leader's node is paused": lambda: self._leads().pause(),
            "the leader's node is cut off": lambda: self._leads().cut_off(),
            "the synchronous standby loses its power": lambda: self._stands_by().power_cut(),
            "the synchronous standby is cut off": lambda: self._stands_by().cut_off(),
            "the leader is moved on purpose": self._move,
        }

    def leader(self) -> PatroniNode | None:
        """The node that leads, by Patroni's word."""
        return next((node for node in self._nodes if node.name in self._with_role("leader")), None)

    def synchronous(self) -> list[PatroniNode]:
        """The standbys that have all that was acknowledged."""
        return [node for node in self._nodes if node.name in self._with_role("sync_standby")]

    def _with_role(self, role: str) -> set[str]:
        for node in self._nodes:
            try:
                with urlopen(f"http://{node.address}:8008/cluster", timeout=2) as answer:
                    members = json.load(answer)["members"]
            except (URLError, OSError, ValueError):
                continue  # another one may know
            return {one["name"] for one in members if one["role"] == role and one["state"] in ("running", "streaming")}
        return set()

    def _leads(self) -> PatroniNode:
        until(lambda: self.leader() is not None, "nobody leads")
        found = self.leader()
        assert found is not None
        return found

    def _stands_by(self) -> PatroniNode:
        until(lambda: bool(self.synchronous()), "no synchronous standby")
        return self._rng.choice(self.synchronous())

    def _move(self) -> None:
        leader, to = self._leads(), self._stands_by()
        body = json.dumps({"leader": leader.name, "candidate": to.name}).encode()
        asked = Request(f"http://{leader.address}:8008/switchover", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=60) as answer:
            answer.read()

    def _start(self, name: str, *command: str) -> None:
        with (self._folder / f"{name}.log").open("ab") as log:
            self._beside.append(subprocess.Popen(as_owner(command), stdout=log, stderr=log, cwd=self._folder))

    def _etcd(self) -> Sequence[str]:
        client, peer = f"http://{HERE}:2379", f"http://{HERE}:2380"
        return (
            *("etcd", "--data-dir", str(self._folder / "etcd"), "--listen-client-urls", client, "--advertise-client-urls", client),
            *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"),
        )

    def _haproxy(self) -> Path:
        servers = "\n".join(
            f"    server {node.name} {node.address}:5432 check port 8008 inter 1s fall 2 rise 1 on-marked-down shutdown-sessions"
            for node in self._nodes
        )
        config = self._folder / "haproxy.cfg"
        config.write_text(HAPROXY.format(here=HERE, port=PORT, servers=servers))
        config.chmod(0o644)
        return config


HAPROXY = """defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 2s
listen postgresql
    bind {here}:{port}
    option httpchk GET /primary
    http-check expect status 200
{servers}
"""
"""As an operator's: who is not the leader any more loses its clients at once."""


def each(pids: Sequence[int], number: signal.Signals) -> None:
    """Send a signal to processes that may have ended."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def ip(*words: str, check: bool = True) -> None:
    """One `ip` command. Raises `CalledProcessError`."""
    subprocess.run(["ip", *words], check=check, capture_output=True)
