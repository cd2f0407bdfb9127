"""Thousands of live streams on one machine while actions go on, with what idle connections cost everybody else.

The lag of an event is told twice. *Until it arrived* ends when the kernel had it for the reader's socket: what Greffe and the
kernel took. *Until it was read* ends when the bench's reader came to it: one process here reads what thousands of machines read
elsewhere, and its own lateness is in that figure. Both begin when the answer to the action arrived at its client, by the kernel,
too.
"""

from __future__ import annotations

import os
import re
import select
import socket
from array import array
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import Any

from ops.bench.measure import Row, percentile
from ops.bench.readiness import REACH, asking, idler
from ops.bench.server import Connection, serving
from ops.bench.streams.arrivals import STAMPS, Stamped, receive, stamp
from ops.bench.streams.processor import processes, shares
from ops.bench.table import clerk_at, endless
from ops.bench.web import Client, played
from ops.serving.listening import open_files

WRITERS = 8
_RECORD = re.compile(rb"^id: (\d+)\nevent: record\n", re.MULTILINE)

Came = dict[tuple[str, int], "array[int]"]
"""Of each record of each game: when it had arrived, and when it was read (`time_ns`), one pair a stream."""


def spectators(folder: Path, readers: int = 2_000, games: int = 100, actions: int = 40, idle: int = 1_000) -> list[Row]:
    """`readers` follow `games`, in each of which `actions` are taken by eight clients as fast as they can, `idle` connections send
    nothing or half of a request, and `/readyz` is asked all the while."""
    data = folder / "spectators"
    data.mkdir()
    open_files(readers + idle + 500)
    before, clerk = clerk_at(folder / "spectators-before.sqlite"), clerk_at(data / "greffe.sqlite")
    catalog, _ = endless(clerk), endless(before)
    names = [f"game-{n}" for n in range(games)]
    moves = {name: played(before, clerk, name, catalog, 2 * actions + 2) for name in names}
    clerk.close()
    before.close()
    with serving(data, GREFFE_OPERATOR_RATE="off") as (port, key), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        tables = [Client(port, key, name, catalog, moves[name]) for name in names]
        alone = _acted((port, key), tables, actions, {})
        last = tables[0].seq + actions
        reading = pool.submit(os.getpid).result()
        following = pool.submit(follow, port, key, [one.game for one in tables], readers // games, tables[0].seq, last)
        _await_streams(port, key, readers, following)
        size = _memory(data)
        idlers = [idler(port, n) for n in range(idle)]
        answered: dict[tuple[str, int], int] = {}
        with asking(port) as asked, shares(data, {"readers": reading, "clients": os.getpid()}) as taken:
            beside = _acted((port, key), tables, actions, answered)
            came = following.result()
        grown = _memory(data)
        for one in idlers:
            one.close()
        for table in tables:
            table.connection.close()
    arrived, read = ([lag / 1e6 for lag in lags] for lags in lags_of(came, answered))
    whole = len(arrived) == readers * actions
    detail = (
        f"{readers:,} streams of {games} games, {len(arrived):,} events, {'each once and in order' if whole else 'SOME MISSING'}"
    )
    detail += f", median {percentile(arrived, 0.5):.0f} ms; {beside:,.0f} actions a second, {alone:,.0f} without them"
    until = "its event had arrived" if STAMPS else "its event"
    return [
        Row(f"from an answer until {until}, p99", percentile(arrived, 0.99), "ms", 250, at_least=False, detail=detail),
        Row("from an answer until the bench had read its event, p99", percentile(read, 0.99), "ms",
            detail=f"median {percentile(read, 0.5):.0f} ms; its one reader's own lateness included"),
        Row("processors taken meanwhile", sum(taken.of.values()) * 100, "%", detail=str(taken)),
        Row("memory of the web process", grown, "MB", detail=f"{size:.0f} before anything was told"),
        Row("/readyz all the while, slowest", max(asked) * 1e3, "ms", REACH, at_least=False,
            detail=f"{len(asked)} asked, {idle:,} idle or half-sent connections, median {percentile(asked, 0.5) * 1e3:.1f} ms"),
    ]  # fmt: skip


def follow(port: int, key: str, games: list[str], each: int, after: int, last: int) -> Came:
    """Follow every game `each` times until record `last`: when each record arrived and was read, of all streams. Raises where a
    record is missing in a stream, comes twice or out of order."""
    open_files(each * len(games) + 100)
    poll = select.epoll()
    streams: dict[int, _Following] = {}
    for game in games:
        for n in range(each):
            at = f"127.0.1.{1 + len(streams) // 200}"
            one = stamp(socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(at, 0)))
            head = f"GET /api/v1/games/{game}/stream?after={after} HTTP/1.0\r\nAuthorization: Bearer {key}\r\n\r\n"
            one.sendall(head.encode())
            poll.register(one, select.EPOLLIN)
            streams[one.fileno()] = _Following(one, game, after)
            if n in (0, each - 1):  # no more wait to be let in at once than a web process has connections; and the first alone
                one.recv(1, socket.MSG_PEEK)
    came: Came = {}
    while streams:
        for number, _ in poll.poll(60):
            there = streams[number]
            there.read(came)
            if there.seq >= last:
                del streams[number]
                there.connection.close()
    poll.close()
    return came


class _Following:
    """One reader's stream."""

    __slots__ = ("connection", "game", "rest", "seq")

    def __init__(self, connection: socket.socket, game: str, after: int) -> None:
        self.connection, self.game, self.seq = connection, game, after
        self.rest = b""
        """The beginning of an event whose end has not come."""

    def read(self, came: Came) -> None:
        """Read what is there; raises `RuntimeError` where it is not what comes next."""
        data, arrived = receive(self.connection, 262_144)
        now = time_ns()
        if not data:
            raise RuntimeError(f"the stream of {self.game} ended after record {self.seq}")
        whole, cut, self.rest = (self.rest + data).rpartition(b"\n\n")
        for found in _RECORD.finditer(whole + cut):
            seq = int(found[1])
            if seq != self.seq + 1:
                raise RuntimeError(f"{self.game}: record {seq} came after {self.seq}")
            self.seq = seq
            came.setdefault((self.game, seq), array("q")).extend((arrived, now))


def lags_of(came: Came, answered: dict[tuple[str, int], int]) -> tuple[list[int], list[int]]:
    """Nanoseconds from each record's answer until it had arrived, and until it was read, of all streams. An event that arrived
    before its answer has no lag."""
    arrived, read = [], []
    for record, times in came.items():
        arrived += [max(0, at - answered[record]) for at in times[::2]]
        read += [max(0, at - answered[record]) for at in times[1::2]]
    return arrived, read


def _acted(where: tuple[int, str], tables: list[Client], actions: int, answered: dict[tuple[str, int], int]) -> float:
    """Take actions in all games, eight at a time as fast as they are answered; actions a second. Notes when each answer arrived."""
    connections = [Stamped(*where) for _ in tables]

    def play(mine: list[tuple[Client, Stamped]]) -> None:
        for _ in range(actions):
            for table, connection in mine:
                table.send_next()
                answered[table.game, table.seq] = connection.arrived

    for table, connection in zip(tables, connections, strict=True):
        table.connection.close()
        table.connection = connection
    pairs = list(zip(tables, connections, strict=True))
    begin = monotonic()
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(play, [pairs[n::WRITERS] for n in range(WRITERS)]))
    return actions * len(tables) / (monotonic() - begin)


def _await_streams(port: int, key: str, number: int, following: Future[Any]) -> None:
    """Wait until so many streams are open."""
    until = monotonic() + 120
    while monotonic() < until and not following.done():
        connection = Connection(port, key)
        _, text = connection.send("GET", "/metrics")
        connection.close()
        if re.search(rb"^greffe_streams_open %d\.0$" % number, text, re.MULTILINE):
            return
        sleep(0.1)
    if following.done():
        following.result()
    raise RuntimeError(f"{number} streams could not be opened")


def _memory(data: Path) -> float:
    """Megabytes of the web process over a data folder: what it alone has and its share of what it has with others."""
    for pid, name in processes(data):
        if name == "web":
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
            return int(found[1]) / 1024 if found else 0.0
    return 0.0
