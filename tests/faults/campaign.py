"""The campaign: a service on a cluster that is broken again and again while clients play; then what was lost is counted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

from msgspec import Struct, json

from domain.kernel.rows import RecordStore
from domain.ledger.errors import Refused
from domain.ledger.log.checkpoints import open_checkpoint, read_checkpoint
from domain.ledger.log.merkle import Frontier, leaf_hash
from domain.ledger.log.notes import VerifierKey, read_note, read_verifier_key
from domain.ledger.log.proofs import read_proof, receipt_entry
from ops.log.checking import Check
from ops.log.guard import Guard
from ops.settings.config import ROOT, Settings
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from tests.faults.nodes import Cluster, children_of, until
from tests.faults.players import Client, Told

READ = 1_000
"""Rows read at a time."""


class Fault(Struct, frozen=True):
    """What was done, when (in seconds since the start), and after how many seconds writes were acknowledged again."""

    name: str
    at: float
    back: float


class Report(Struct, frozen=True):
    """The result of a campaign."""

    seconds: float
    acknowledged: int
    lost: int
    doubled: int
    sent_again: int
    games: dict[str, int]
    records: int
    faults: tuple[Fault, ...]
    longest_pause: float
    receipts: int
    receipts_refused: int
    heads: int
    forks: int
    fsck: tuple[str, ...]
    surprises: tuple[str, ...]

    def holds(self) -> bool:
        """Whether nothing was lost or doubled, every receipt holds and the log never forked."""
        return not (self.lost or self.doubled or self.receipts_refused or self.forks or self.fsck or self.surprises)


class Machine:
    """One machine of the service: `greffe serve` over a data folder of its own, with the same keys as the others."""

    def __init__(self, folder: Path, dsn: str, workers: int, like: Machine | None = None) -> None:
        self.data = folder
        folder.mkdir(mode=0o700, parents=True)
        if like is not None:
            for name in ("log.key", "secret.key", "links.key", "operator.key"):
                shutil.copy(like.data / name, folder / name)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")}
        self._env = {**plain, "GREFFE_STORE": dsn, "GREFFE_WORKERS": str(workers), "GREFFE_DEMO": "no", "GREFFE_LOG": "warning"}
        with (folder.parent / f"{folder.name}.log").open("ab") as log:
            command = [sys.executable, "-P", "-m", "ops.cli", "serve", "--port", "0", "--data", str(folder)]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._env, cwd=ROOT)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Greffe serves at http://"):
            raise RuntimeError(f"{line}{(folder.parent / f'{folder.name}.log').read_text()}")
        self.address = line.split()[3].removeprefix("http://")

    def kill_one(self, rng: Random) -> None:
        """Kill one of its processes: a web worker, the follower, the log's writer, Redis."""
        found = [pid for pid in children_of(self.process.pid) if "redis" in _command(pid) or "-m" in _command(pid)]
        if found:
            os.kill(rng.choice(found), signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as an operator does; once is enough."""
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def campaign(
    cluster: Cluster,
    folder: Path,
    *,
    seconds: float,
    faults: int,
    clients: int,
    workers: int,
    rng: Random,
    say: Callable[[str], object],
) -> Report:
    """Serve from the cluster with two machines, let clients play for so long and break something so many times; then count."""
    began = monotonic()
    first = Machine(folder / "first", cluster.dsn, workers)
    second = Machine(folder / "second", cluster.dsn, workers, first)
    key = (first.data / "operator.key").read_text().strip()
    stop, told, done = Event(), Told(), []
    with ExitStack() as ending, ThreadPoolExecutor(clients + 1) as pool:
        ending.callback(first.stop)
        ending.callback(second.stop)
        ending.callback(stop.set)
        playing = [pool.submit(Client(number, (first.address, second.address), key, told, stop).run) for number in range(clients)]
        watching = pool.submit(_watch, (first.address, second.address), told, stop)
        try:
            for name, fault in _chosen({**cluster.faults(), **_of_machines((first, second), rng)}, faults, rng):
                before = monotonic()
                sleep(max(0.0, (seconds / (faults + 1)) * rng.uniform(0.4, 1.2)))
                at = monotonic()
                say(f"{at - began:6.1f} s  {len(told.acknowledged):7d} acknowledged  {name}")
                fault()
                over = monotonic()
                until(partial(told.more_than, len(told.acknowledged)), f"no write was acknowledged after: {name}", 180)
                done.append(Fault(name, round(at - began, 1), round(_silence(told, before, over), 1)))
            sleep(max(0.0, seconds - (monotonic() - began)))
        finally:
            stop.set()
        for one in (*playing, watching):
            one.result(120)
        took = monotonic() - began
        until(lambda: _signed(first.address), "the log is not signed to its end")
        second.stop()
        first.stop()  # what was recorded until then is signed
        return _count(first, cluster.dsn, told, tuple(done), took)


def _silence(told: Told, since: float, over: float) -> float:
    """The longest time without an acknowledgment that ended after a moment, or began before another."""
    return max((length for began, length in told.pauses if since <= began + length and began <= over + 1), default=0.0)


def _of_machines(machines: tuple[Machine, ...], rng: Random) -> dict[str, Callable[[], None]]:
    return {"a process of a web machine is killed": lambda: rng.choice(machines).kill_one(rng)}


def _chosen(faults: dict[str, Callable[[], None]], times: int, rng: Random) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each of them in turn, in an order that is drawn anew for each round."""
    left: list[str] = []
    for _ in range(times):
        if not left:
            left = sorted(faults)
            rng.shuffle(left)
        name = left.pop()
        yield name, faults[name]


def _watch(addresses: tuple[str, ...], told: Told, stop: Event) -> None:
    """Keep every head that is served: none of them may be of another tree than the log is in the end."""
    turn = 0
    while not stop.wait(0.3):
        turn += 1
        try:
            with urlopen(f"http://{addresses[turn % len(addresses)]}/log/checkpoint", timeout=5) as answer:
                told.heads.add(read_note(answer.read()).text)
        except (URLError, OSError):
            continue  # the next one is asked for soon enough


def _signed(address: str) -> bool:
    try:
        with urlopen(f"http://{address}/readyz", timeout=5) as answer:
            ready = json.decode(answer.read())
    except (URLError, OSError):
        return False
    return bool(ready["log"] == "ok" and ready["log_lag"] == 0)


def _count(machine: Machine, dsn: str, told: Told, done: tuple[Fault, ...], took: float) -> Report:
    """Hold what clients were told against the record and the log as they are now."""
    settings = Settings.load({}, data=str(machine.data), store=dsn)
    clerk, ledger = open_clerk(settings), Ledger(settings.ledger)
    try:
        there, keys = _record(clerk.recorder)
        lost = sum(there.get((one.game, one.seq)) != one.key for one in told.acknowledged)
        roots, known = _roots(ledger), [read_verifier_key(key.verifier) for key in ledger.log_keys()]
        heads = [read_checkpoint(text) for text in told.heads]
        forks = sum(roots.get(head.size) != head.root for head in heads)
        faults = [one.text.en for one in Check(clerk.recorder, ledger, Guard(settings.guard_file)).faults()]
    finally:
        ledger.close()
        clerk.close()
    refused = sum(not _holds(receipt, known, roots) for receipt in told.receipts)
    return Report(
        round(took, 1),
        len(told.acknowledged),
        lost,
        sum(times - 1 for times in keys.values()),
        told.sent_again,
        told.games,
        len(there),
        done,
        round(max((length for _, length in told.pauses), default=0.0), 1),
        len(told.receipts),
        refused,
        len(heads),
        forks,
        tuple(faults[:5]),
        tuple(told.surprises[:5]),
    )


def _record(recorder: RecordStore) -> tuple[dict[tuple[str, int], str], Counter[tuple[str, str]]]:
    """The key of each record, and how often each key is in a game."""
    there, keys, at = {}, Counter[tuple[str, str]](), 0
    while rows := recorder.select_notifications(at, READ, inclusive_of_start=False):
        for row in rows:
            game, key = str(row.originator_id), json.decode(row.state).get("key", "")
            there[game, row.originator_version] = key
            keys[game, key] += 1
        at = rows[-1].id
    return there, keys


def _roots(ledger: Ledger) -> dict[int, bytes]:
    """The root of the log at each size it ever had."""
    frontier, at, size = Frontier(), 0, ledger.extent().there
    roots = {0: frontier.root()}
    while at < size:
        for entry in ledger.entries(at, at + READ):
            frontier.append(leaf_hash(entry))
            roots[frontier.size] = frontier.root()
        at += READ
    return roots


def _holds(receipt: str, keys: list[VerifierKey], roots: dict[int, bytes]) -> bool:
    """Whether a receipt verifies, and its head is one of the log's."""
    try:
        proof = read_proof(receipt.encode())
        head = open_checkpoint(proof.checkpoint, keys).checkpoint
        proof.check(receipt_entry(proof).leaf, head)
    except Refused:
        return False
    return roots.get(head.size) == head.root
