"""Who takes the processor while something is measured: each process of a service, and what measures it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

NAMES = {
    b"ops.serving.follow": "follower",
    b"ops.log": "log",
    b"ops.serving.web": "web",
    b"redis.sock": "Redis",
    b"ops.cli": "supervisor",
}
"""What is in the command line of each of a service's processes."""


class Shares:
    """Shares of the machine's processors, by name; filled in once the measured time is over."""

    def __init__(self) -> None:
        self.of: dict[str, float] = {}

    def __str__(self) -> str:
        parts = [f"{name} {share:.0%}" for name, share in sorted(self.of.items(), key=lambda one: -one[1]) if share >= 0.005]
        return ", ".join(parts)


@contextmanager
def shares(data: Path, others: Mapping[str, int]) -> Iterator[Shares]:
    """What each process of the service over a data folder took of all processors, and each of `others` by its id, and `the rest`
    of the machine. Of processes that end meanwhile nothing is known. For Linux."""
    found = Shares()
    whose = dict(processes(data)) | {pid: name for name, pid in others.items()}
    began, before, busy = monotonic(), {pid: _spent(pid) for pid in whose}, _busy()
    yield found
    ticks = (monotonic() - began) * os.sysconf("SC_CLK_TCK") * (os.cpu_count() or 1)
    took: Counter[str] = Counter()
    for pid, name in whose.items():
        took[name] += max(0, _spent(pid) - before[pid])
    took["the rest"] = max(0, _busy() - busy - took.total())
    found.of = {name: spent / ticks for name, spent in took.items()}


def processes(data: Path) -> Iterator[tuple[int, str]]:
    """The processes of the service over a data folder: their ids, what they are. For Linux: elsewhere there are none."""
    lines: dict[int, bytes] = {}
    parents: dict[int, int] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            lines[int(process.name)] = (process / "cmdline").read_bytes()
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    top = {pid for pid, line in lines.items() if str(data).encode() in line.split(b"\0") and b"serve" in line.split(b"\0")}
    for pid, line in lines.items():
        above = pid
        while above not in top and above in parents:
            above = parents[above]
        if above in top:
            yield pid, next((name for word, name in NAMES.items() if word in line), "other")


def _spent(pid: int) -> int:
    """Ticks of the processor that a process has taken."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def _busy() -> int:
    """Ticks that all processors have worked, those that they waited or that other machines had left out."""
    try:
        fields = [int(n) for n in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    except OSError:
        return 0
    return fields[0] + fields[1] + fields[2] + fields[5] + fields[6]
