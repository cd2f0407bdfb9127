"""Two shards against one service: remarks recorded a second, and the processor's time for each, in turn in one run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec
from msgspec import Struct

from ops.bench.measure import Row
from ops.bench.server import Connection, serving
from ops.settings.config import Settings
from ops.shards.enrolling import enrol

CLIENTS = 8
"""Clients in all, however many services they are shared out over."""

ROUNDS = 5

TICK = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds of the processor that the kernel tells of a process at least."""

TITLE = "northgard-training"

_numbers = count(1)


class Recorded(Struct, frozen=True):
    """What of an answer is used: the id of a game that was opened, the number of a record."""

    id: str = ""
    seq: int = 1


class Writer:
    """One client: a connection, and a game that it writes remarks into."""

    def __init__(self, port: int, key: str) -> None:
        self.connection = Connection(port, key)
        self.game, self.seq = "", 1

    def open(self, times: int) -> None:
        """Open so many games; the last one is written to from then on."""
        for _ in range(times):
            body = msgspec.json.encode({"ruleset": TITLE})
            self.game, self.seq = self._send("/api/v1/games", body, "opened").id, 1

    def write(self, times: int) -> None:
        """Record so many remarks."""
        for _ in range(times):
            path, body = f"/api/v1/games/{self.game}/notes", msgspec.json.encode({"text": "A remark."})
            self.seq = self._send(path, body, "noted", f'If-Match: "{self.seq}"\r\n').seq

    def _send(self, path: str, body: bytes, what: str, headers: str = "") -> Recorded:
        status, answer = self.connection.send("POST", path, body, f"{headers}Idempotency-Key: {what}-{next(_numbers)}\r\n")
        if status != 201:
            raise RuntimeError(answer.decode())
        return msgspec.json.decode(answer, type=Recorded)


class Served:
    """Services with the clients that they share, and the processes that they are."""

    def __init__(self, folders: list[Path], ports: list[tuple[int, str]]) -> None:
        self._supervisors = [int((folder / "serve.lock").read_text()) for folder in folders]
        self.writers = [Writer(*ports[n % len(ports)]) for n in range(CLIENTS)]

    def seconds(self) -> float:
        """Seconds of the processor that all their processes have taken."""
        return sum(map(_taken, _family(self._supervisors)))


@contextmanager
def _services(folder: Path) -> Iterator[tuple[Served, Served]]:
    """One service that is no shard, and one of two shards."""
    with ExitStack() as stack:
        alone = folder / "alone"
        alone.mkdir()
        one = stack.enter_context(serving(alone))
        directory = folder / "directory"
        shards, ports = [], []
        for name in ("a", "b"):
            data = folder / name
            data.mkdir(mode=0o700)
            for key in ("operator.key", "links.key", "secret.key"):
                shutil.copy(alone / key, data / key)
            env = {"GREFFE_SHARD": name, "GREFFE_DIRECTORY": str(directory), "GREFFE_ORIGIN": f"{name}.example/log"}
            ports.append(stack.enter_context(serving(data, **env)))
            file = folder / f"{name}.env"
            file.write_text("".join(f"{key}={value}\n" for key, value in {**env, "GREFFE_DATA": str(data)}.items()))
            enrol(Settings.load({"GREFFE_DIRECTORY": str(directory)}), file, f"127.0.0.1:{ports[-1][0]}", 1)
            shards.append(data)
        yield Served([alone], [one]), Served(shards, ports)


def shards(folder: Path, each: int) -> list[Row]:
    """`each` remarks a client and round, one service and two shards in turn; then games opened."""
    with _services(folder) as (alone, two), ThreadPoolExecutor(CLIENTS) as pool:
        both = (alone, two)
        for served in both:
            list(pool.map(lambda writer: writer.open(1), served.writers))
        rate, cost = _ratios(pool, both, Writer.write, each)
        opened, cost_opened = _ratios(pool, both, Writer.open, max(1, each // 10))
        cores = len(os.sched_getaffinity(0))
        detail = f"{CLIENTS} clients, {cores} cores for all services and clients"
        return [
            Row("remarks a second, two shards of one service's", rate, "×", detail=detail),
            Row("processor time of a remark, two shards of one service's", cost, "×"),
            Row("games opened a second, two shards of one service's", opened, "×", detail="each is claimed in the directory"),
            Row("processor time of opening, two shards of one service's", cost_opened, "×"),
        ]


def _ratios(
    pool: ThreadPoolExecutor, both: tuple[Served, Served], work: Callable[[Writer, int], None], each: int
) -> tuple[float, float]:
    """The second's rate and processor time for each, of the first's: the rate's median over the rounds, the time of all rounds
    together, since a round may take less than the clock of processes tells."""
    rates, costs = [], [TICK, TICK]
    for _ in range(ROUNDS):
        walls = []
        for nth, served in enumerate(both):
            before, begin = served.seconds(), perf_counter()
            list(pool.map(partial(_do, work, each), served.writers))
            walls.append(perf_counter() - begin)
            costs[nth] += served.seconds() - before
        rates.append(walls[0] / walls[1])
    return median(rates), costs[1] / costs[0]


def _do(work: Callable[[Writer, int], None], each: int, writer: Writer) -> None:
    work(writer, each)


def _family(supervisors: list[int]) -> list[int]:
    """Processes and all that they started."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
    found = list(supervisors)
    for elder in found:
        found += [child for child, parent in parents.items() if parent == elder]
    return found


def _taken(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * TICK
