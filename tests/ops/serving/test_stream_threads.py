"""Live streams and the threads they keep, over the real server: a full house, readers who go or read nothing, the stop."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening
from domain.game.game import Game
from ops.settings.config import BadSetting, Settings
from tests.api.watching import Watcher
from tests.ops.servers import PATIENCE, Server, eventually
from tests.ops.serving.live import answers, note, order, prepared, watch


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the demonstration game; its streams say every second that they are there."""
    with Server(tmp_path / "data", GREFFE_HEARTBEAT="1") as running:
        yield running


def test_a_full_house_turns_away_and_serves_everybody_else(tmp_path: Path) -> None:
    with Server(tmp_path / "data", GREFFE_STREAMS="3", GREFFE_THREADS="4") as server:
        open_ones = [watch(server) for _ in range(3)]
        full = watch(server)
        assert (full.status, full.answer.headers["Retry-After"]) == (503, "5")
        assert full.problem["type"] == "/problems/too-many-streams"
        assert note(server) == 25
        assert [one.hear().id for one in open_ones] == [25, 25, 25]
        for leave in (False, True):
            open_ones.pop().drop(rudely=leave)
            open_ones.append(patiently(server))
            assert watch(server).status == 503
        for one in open_ones:
            one.drop()


def test_streams_of_all_processes_are_counted_together(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    counts.mkdir()
    with Server(tmp_path / "data", GREFFE_WORKERS="2", PROMETHEUS_MULTIPROC_DIR=str(counts)) as server:
        open_ones = [watch(server) for _ in range(6)]
        assert streams_open(server) == 6
        workers = [pid for pid in server.family() if (counts / f"gauge_livesum_{pid}.db").exists()]
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        for one in open_ones:
            one.drop()
        assert eventually(lambda: answers(server) and streams_open(server) == 0), "what the dead had open is open no more"


def streams_open(server: Server) -> float:
    """How many streams `/metrics` says are open."""
    connection = server.connect()
    try:
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {server.key}"})
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    return float(next(line for line in text.splitlines() if line.startswith("greffe_streams_open")).split()[-1])


def patiently(server: Server) -> Watcher:
    """A stream as soon as there is room: long before a heartbeat, who has gone makes room."""
    until = monotonic() + PATIENCE
    while (found := watch(server)).status == 503:
        assert monotonic() < until
    return found


def test_a_client_that_closed_its_half_reads_on(server: Server) -> None:
    with watch(server) as here:
        here.socket.shutdown(1)
        assert here.hear(type(None)) is None, "the server asks whether anybody is there"
        seq = note(server)
        assert here.hear().id == seq


def test_silence_is_filled(server: Server) -> None:
    with watch(server) as here:
        for _ in range(2):
            assert here.hear(type(None)) is None
        seq = note(server)
        assert here.hear().id == seq
        assert here.hear(type(None)) is None


def test_a_reader_who_reads_nothing_holds_nobody_up_and_misses_nothing(tmp_path: Path) -> None:
    def long_game(clerk: Clerk) -> Game:
        game = clerk.open_game(Opening(ruleset="northgard-training"), "operator", "long").game
        for n in range(150):
            game = clerk.note(order(game), f"{n} " + "long " * 2000).game
        return game

    game = prepared(tmp_path / "data", long_game)
    with Server(tmp_path / "data", GREFFE_STREAMS="3", GREFFE_THREADS="4", GREFFE_DEMO="no") as server:
        slow = [watch(server, "?after=0", game) for _ in range(2)]
        with watch(server, "", game) as quick:
            seqs = [note(server, game) for _ in range(3)]
            assert [event.id for event in quick.take(3)] == seqs
            assert [event.id for event in slow[0].take(154)] == list(range(1, 155))
            assert server.stop() == 0, "though one reads nothing at all"
        ended = [json.loads(line) for line in server.log.read_text("utf-8").splitlines() if '"a stream ended"' in line]
        quick_one, stuck, whole = sorted(one["records"] for one in ended)
        assert (quick_one, whole) == (3, 154)
        assert stuck < 150, "it was held up in the middle, and heard of the stop there"
        assert {one["why"] for one in ended} == {"the server stops"}
        for one in slow:
            one.drop()


def test_the_server_stops_at_once_and_its_streams_end_as_they_should(server: Server) -> None:
    open_ones = [watch(server) for _ in range(5)]
    assert server.stop() == 0
    for one in open_ones:
        assert one.rest() == [], "an answer that is cut off raises"
    lines = server.log.read_text("utf-8")
    assert "Traceback" not in lines
    assert lines.count('"why": "the server stops"') == 5


def test_streams_leave_threads_for_everybody_else() -> None:
    assert Settings.load({}).streams == 48
    assert Settings.load({"GREFFE_THREADS": "8"}).streams == 6
    assert Settings.load({"GREFFE_THREADS": "2"}).streams == 1
    assert Settings.load({"GREFFE_STREAMS": "63"}).streams == 63
    with pytest.raises(BadSetting) as refused:
        Settings.load({"GREFFE_STREAMS": "64"})
    assert str(refused.value).startswith("GREFFE_STREAMS is 64: it has to be less than the 64 threads (GREFFE_THREADS)")
    assert Settings.load({}).heartbeat == 15
    with pytest.raises(BadSetting):
        Settings.load({"GREFFE_HEARTBEAT": "0"})
