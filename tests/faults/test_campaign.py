"""The campaign of faults: a service of two machines, on a primary and a synchronous standby, is
broken again and again while clients play. Then the answers they got are compared with the record
and the log.

*Lost*: an action that a client was told is recorded, but that is not stored under its key and
number. *Doubled*: a key that occurs twice in a game. *Forked*: a head that was served, alone or in
a receipt, and does not belong to the log's tree at the end. For a longer campaign, raise the
numbers below."""

import os
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from msgspec import json

from domain.kernel.stored import RecordStore
from domain.proof.log.checkpoints import open_checkpoint, read_checkpoint
from domain.proof.log.merkle import Frontier, leaf_hash
from domain.proof.log.notes import read_note, read_verifier_key
from domain.proof.log.proofs import read_proof, receipt_entry
from ops.log.checking import LogCheck
from ops.log.guard import Guard
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from tests.amount import slow
from tests.builders.postgres import in_memory, needs_postgres
from tests.builders.servers import Server, command_of, eventually
from tests.faults.nodes import Pair
from tests.faults.players import Client, History

pytestmark = [needs_postgres, slow("servers are killed and paused for a while")]

ROUNDS, CLIENTS, SEED = 1, 6, 1
"""How often each fault is made, the number of clients, and the seed of the order and the pauses."""
BACK = 180
"""Seconds after which writes must be acknowledged again."""
READ = 1_000


@pytest.fixture
def place() -> Iterator[Path]:
    folder = in_memory()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def machine(folder: Path, dsn: str, like: Path | None = None) -> Server:
    """One machine of the service: `greffe serve` over a data folder of its own, with the same keys
    as the other."""
    folder.mkdir(mode=0o700)
    if like is not None:
        for name in ("log.key", "secret.key", "links.key", "operator.key"):
            shutil.copy(like / name, folder)
    return Server(folder, GREFFE_STORE=dsn, GREFFE_DEMO="no", GREFFE_LOG="warning")


def test_nothing_acknowledged_is_lost_while_servers_are_killed_and_paused_and_a_standby_takes_over(
    place: Path,
) -> None:
    rng, history, stop = Random(SEED), History(), Event()
    with (
        Pair(place) as pair,
        machine(place / "first", pair.dsn) as first,
        machine(place / "second", pair.dsn, first.data) as second,
    ):
        machines = (first, second)
        addresses = [machine_.address for machine_ in machines]
        with ThreadPoolExecutor(CLIENTS + 1) as pool:
            running = [pool.submit(Client(n, machines, history, stop).run) for n in range(CLIENTS)]
            running.append(pool.submit(collect_heads, addresses, history, stop))
            try:
                faults = {
                    **pair.faults(),
                    "a process of a machine is killed": lambda: kill_one(rng.choice(machines), rng),
                }
                for name in [
                    name for _ in range(ROUNDS) for name in rng.sample(sorted(faults), len(faults))
                ]:
                    stop.wait(rng.uniform(2, 6))
                    faults[name]()
                    before = len(history.acknowledged)
                    assert eventually(lambda: len(history.acknowledged) > before, BACK), name  # noqa: B023  asked at once
            finally:
                stop.set()
            for client in running:
                client.result(120)
        assert eventually(lambda: signed(first)), "the log is signed to its end"
        second.stop()
        first.stop()
        assert history.surprises == []
        assert len(history.acknowledged) > 100 and len(history.heads) > 5
        compare(Settings.load({}, data=str(first.data), store=pair.dsn), history)


def kill_one(server: Server, rng: Random) -> None:
    """Kill one of a machine's processes: a web worker, the follower, the log's writer, Redis or
    another."""
    pids = [
        pid
        for pid in server.family()[1:]
        if "greffe: " in command_of(pid) or "redis" in command_of(pid)
    ]
    os.kill(rng.choice(pids), signal.SIGKILL)


def collect_heads(addresses: list[str], history: History, stop: Event) -> None:
    """Collect every head that the machines serve until `stop` is set; at the end all must belong to
    the log's tree."""
    turn = 0
    while not stop.wait(0.3):
        turn += 1
        try:
            with urlopen(f"{addresses[turn % len(addresses)]}/log/checkpoint", timeout=5) as answer:
                history.heads.add(read_note(answer.read()).text)
        except (URLError, OSError):
            continue  # the next one is asked for soon enough


def signed(server: Server) -> bool:
    answer = server.ask("GET", "/readyz")  # a problem while the store is away
    return answer.status == 200 and answer.data["log"] == "ok" and answer.data["log_lag"] == 0


def compare(settings: Settings, history: History) -> None:
    with closing(open_clerk(settings)) as clerk, closing(Ledger(settings.ledger)) as ledger:
        there, keys = recorded(clerk.recorder)
        assert [
            record for record in history.acknowledged if there.get(record[:2]) != record[2]
        ] == [], "none is lost"
        assert max(keys.values()) == 1, "none is doubled"
        roots, known = (
            roots_of(ledger),
            [read_verifier_key(key.verifier) for key in ledger.log_keys()],
        )
        heads = [read_checkpoint(text) for text in history.heads]
        for receipt in history.receipts:
            proof = read_proof(receipt.encode())
            heads.append(open_checkpoint(proof.checkpoint, known).checkpoint)
            proof.check(receipt_entry(proof).leaf, heads[-1])
        assert [head for head in heads if roots.get(head.size) != head.root] == [], (
            "the log never forked"
        )
        assert list(LogCheck(clerk.recorder, ledger, Guard(settings.guard_file)).faults()) == []


def recorded(recorder: RecordStore) -> tuple[dict[tuple[str, int], str], Counter[tuple[str, str]]]:
    there, keys, at = dict[tuple[str, int], str](), Counter[tuple[str, str]](), 0
    while rows := recorder.select_notifications(at, READ, inclusive_of_start=False):
        for row in rows:
            game, key = str(row.originator_id), json.decode(row.state).get("key", "")
            there[game, row.originator_version] = key
            keys[game, key] += 1
        at = rows[-1].id
    return there, keys


def roots_of(ledger: Ledger) -> dict[int, bytes]:
    frontier, size = Frontier(), ledger.extent().stored
    roots = {0: frontier.root()}
    for at in range(0, size, READ):
        for entry in ledger.entries(at, at + READ):
            frontier.append(leaf_hash(entry))
            roots[frontier.size] = frontier.root()
    return roots
