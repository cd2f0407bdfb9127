"""Live streams: from a write's answer to its event at a few who follow the game; and thousands of streams on one machine while
actions go on, with what idle connections cost everybody else."""

from __future__ import annotations

import re
import selectors
import socket
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any

import msgspec

from ops.bench.measure import Row, percentile
from ops.bench.readiness import REACH, asking, idler
from ops.bench.server import Connection, serving
from ops.bench.table import TITLE, clerk_at, endless
from ops.bench.web import Client, played
from ops.serving.connections import open_files

PACE = 0.02
"""Seconds between two writes, on average: irregular, so that no rhythm of the service is met by chance."""

WRITERS = 8
_RECORD = re.compile(rb"id: (\d+)\nevent: record\n")


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
        following = pool.submit(follow, port, key, [one.game for one in tables], readers // games, tables[0].seq, last)
        _await_streams(port, key, readers, following)
        size = _memory(data)
        idlers = [idler(port, n) for n in range(idle)]
        answered: dict[tuple[str, int], float] = {}
        with asking(port) as asked:
            beside = _acted((port, key), tables, actions, answered)
            came = following.result()
        grown = _memory(data)
        for one in idlers:
            one.close()
        for table in tables:
            table.connection.close()
    lags = [max(0.0, at - answered[game, seq]) for (game, seq), times in came.items() for at in times]
    whole = len(lags) == readers * actions
    detail = f"{readers:,} streams of {games} games, {len(lags):,} events, {'each once and in order' if whole else 'SOME MISSING'}"
    detail += f", median {percentile(lags, 0.5) * 1e3:.0f} ms; {beside:,.0f} actions a second, {alone:,.0f} without them"
    return [
        Row("from an answer to its event, p99", percentile(lags, 0.99) * 1e3, "ms", 250, at_least=False, detail=detail),
        Row("memory of the process of live streams", grown, "MB", detail=f"{size:.0f} before anything was told"),
        Row("/readyz all the while, slowest", max(asked) * 1e3, "ms", REACH, at_least=False,
            detail=f"{len(asked)} asked, {idle:,} idle or half-sent connections, median {percentile(asked, 0.5) * 1e3:.1f} ms"),
    ]  # fmt: skip


def follow(port: int, key: str, games: list[str], each: int, after: int, last: int) -> dict[tuple[str, int], list[float]]:
    """Follow every game `each` times until record `last`: when each record came, on the monotonic clock, of all streams. Raises
    where a record is missing in a stream, comes twice or out of order."""
    open_files(each * len(games) + 100)
    poll = selectors.DefaultSelector()
    there = 0
    for game in games:
        for _ in range(each):
            one = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(f"127.0.1.{1 + there // 200}", 0))
            head = f"GET /api/v1/games/{game}/stream?after={after} HTTP/1.0\r\nAuthorization: Bearer {key}\r\n\r\n"
            one.sendall(head.encode())
            poll.register(one, selectors.EVENT_READ, [game, after, b""])
            there += 1
        one.recv(1, socket.MSG_PEEK)  # no more wait to be let in at once than a web process has connections
    came: dict[tuple[str, int], list[float]] = {}
    while there:
        for at, _ in poll.select(60):
            stream: socket.socket = at.fileobj  # type: ignore[assignment]  # it was registered with one
            data, now = stream.recv(262_144), monotonic()
            if not data:
                raise RuntimeError(f"the stream of {at.data[0]} ended after record {at.data[1]}")
            *blocks, at.data[2] = (at.data[2] + data).split(b"\n\n")
            for block in blocks:
                found = _RECORD.match(block)
                if found is None:
                    continue
                seq = int(found[1])
                if seq != at.data[1] + 1:
                    raise RuntimeError(f"{at.data[0]}: record {seq} came after {at.data[1]}")
                at.data[1] = seq
                came.setdefault((at.data[0], seq), []).append(now)
            if at.data[1] >= last:
                poll.unregister(stream)
                stream.close()
                there -= 1
    return came


def _acted(where: tuple[int, str], tables: list[Client], actions: int, answered: dict[tuple[str, int], float]) -> float:
    """Take actions in all games, eight at a time as fast as they are answered; actions a second. Notes when each was answered."""

    def play(mine: list[Client]) -> None:
        for _ in range(actions):
            for table in mine:
                table.send_next()
                answered[table.game, table.seq] = monotonic()

    for table in tables:
        table.connection.close()
        table.connection = Connection(*where)
    begin = monotonic()
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(play, [tables[n::WRITERS] for n in range(WRITERS)]))
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
    """Megabytes of the process of live streams over a data folder: what it alone has and its share of what it has with others."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"ops.serving.live" not in (process / "cmdline").read_bytes():
                continue
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]  # the service, which was told the folder
            if str(data).encode() in Path(f"/proc/{parent}/cmdline").read_bytes().split(b"\0"):
                found = re.search(r"^Pss:\s+(\d+)", (process / "smaps_rollup").read_text(), re.MULTILINE)
                return int(found[1]) / 1024 if found else 0.0
        except OSError:  # it has ended meanwhile, or is another user's
            continue
    return 0.0


class Subscriber:
    """Somebody who follows a game, and notes when each record came."""

    def __init__(self, port: int, key: str, game: str, last: int) -> None:
        self.came: dict[int, float] = {}
        self._last = last
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        request = f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n"
        self._socket.sendall(request.encode())
        self._lines = self._socket.makefile("rb")
        while not self._lines.readline().startswith(b"id:"):  # the stream has begun
            pass
        self._thread = Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        for line in self._lines:
            if line.startswith(b"id: "):
                seq = int(line[4:])
                self.came[seq] = perf_counter()
                if seq == self._last:
                    return

    def done(self) -> dict[int, float]:
        """When each record came, once the last has."""
        self._thread.join()
        self._lines.close()
        self._socket.close()
        return self.came


def latency(folder: Path, writes: int, subscribers: int, processes: int) -> Row:
    """Remarks, one after the other, to a game that some follow; the streams are spread over the web processes."""
    data = folder / f"live-{processes}"
    with serving(data, GREFFE_WORKERS=str(processes)) as (port, key):
        writer, rng, game, answered = Connection(port, key), Random(1), "", {}
        status, answer = writer.send("POST", "/api/v1/games", msgspec.json.encode({"ruleset": TITLE}), "Idempotency-Key: game\r\n")
        if status != 201:
            raise RuntimeError(answer.decode())
        game = msgspec.json.decode(answer)["id"]
        listening = [Subscriber(port, key, game, writes + 1) for _ in range(subscribers)]
        for seq in range(1, writes + 1):
            sleep(rng.uniform(0, 2 * PACE))
            headers = f'If-Match: "{seq}"\r\nIdempotency-Key: note-{seq}\r\n'
            status, answer = writer.send("POST", f"/api/v1/games/{game}/notes", b'{"text": "hm"}', headers)
            answered[seq + 1] = perf_counter()
            if status != 201:
                raise RuntimeError(answer.decode())
        behind = [max(0.0, came - answered[seq]) for one in listening for seq, came in one.done().items()]
        writer.close()
    where = "one web process" if processes == 1 else f"{processes} web processes"
    detail = f"{subscribers} subscribers, {1 / PACE:.0f} writes/s, median {percentile(behind, 0.5) * 1e3:.1f} ms"
    what = f"from an answer to its event at a subscriber, {where}, p99"
    return Row(what, percentile(behind, 0.99) * 1e3, "ms", 50, at_least=False, detail=detail)


def live(folder: Path, writes: int, subscribers: int = 8) -> list[Row]:
    """The figures with one web process, and with two."""
    return [latency(folder, writes, subscribers, processes) for processes in (1, 2)]
