"""Live streams over the real server: clients that drop and return, several processes, processes that die."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from domain.clerk import Clerk
from domain.game import Game
from domain.orders import Opening, Order
from ops import store
from ops.config import BadSetting, Settings
from ops.demo import GAME
from tests.api.watching import Event, Watcher
from tests.ops.servers import Reply, Server, command_of, eventually, gone

_keys = count(1)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the demonstration game; its streams say every second that they are there."""
    with Server(tmp_path / "data", GREFFE_HEARTBEAT="1") as running:
        yield running


def watch(server: Server, query: str = "", game: str = GAME, key: str = "", **headers: str) -> Watcher:
    """A client that has opened a game's stream."""
    return Watcher(server.address, game, key or server.key).open(query, **headers)


def write(server: Server, path: str, body: object, game: str = GAME) -> Reply:
    """Write to a game at its head; somebody else may be faster, then again."""
    while True:
        seq = server.ask("GET", f"/api/v1/games/{game}").data["seq"]
        key = f"write-{next(_keys)}"
        reply = server.ask("POST", f"/api/v1/games/{game}/{path}", body, If_Match=f'"{seq}"', Idempotency_Key=key)
        if reply.status != 412:
            assert reply.status == 201, reply.data
            return reply


def note(server: Server, game: str = GAME, text: str = "hm") -> int:
    """A remark; answers its seq."""
    seq: int = write(server, "notes", {"text": text}, game).data["seq"]
    return seq


def entries(server: Server, game: str = GAME, audience: str = "public") -> list[Any]:
    """All entries of a game, as the service shows them."""
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = server.ask("GET", f"/api/v1/games/{game}/records?after={after}&limit=500&audience={audience}").data
        found, after = found + page["records"], page["next"]
    return found


def prepared(folder: Path, play: Callable[[Clerk], Game]) -> str:
    """A data folder with a game that was played before any server was there; answers its id."""
    settings = Settings.load({}, data=str(folder))
    store.migrated(settings)
    clerk = store.open_clerk(settings)
    try:
        return play(clerk).id
    finally:
        clerk.close()


def order(game: Game) -> Order:
    """An order at a game's head."""
    return Order(game.id, game.seq, "operator", f"order-{next(_keys)}")


def process(server: Server, word: str) -> int:
    """A process of the server whose command line has a word in it."""
    return next(pid for pid in server.family() if word in command_of(pid))


# -- nothing missing, nothing twice ---------------------------------------------------------------------------------------


def test_what_is_written_is_heard_and_resuming_anywhere_gives_the_rest(server: Server) -> None:
    with watch(server) as here:
        assert here.answer.headers["Content-Type"] == "text/event-stream"
        assert here.answer.headers["Cache-Control"] == "no-store"
        first = here.last
        seqs = [note(server) for _ in range(3)]
        assert [event.id for event in here.take(3)] == seqs
        assert first == seqs[0] - 1
        write(server, "close", {})
        assert [event.name for event in here.rest()] == ["record", "closed"]
    whole = watch(server, "?after=0").rest()
    assert [event.data["entry"] for event in whole[:-1]] == entries(server)
    for seq in range(len(whole) - 1):
        assert watch(server, f"?after={seq}").rest() == whole[seq:]
        assert watch(server, Last_Event_ID=str(seq)).rest() == whole[seq:]
    assert watch(server, Last_Event_ID=str(len(whole) - 1)).status == 204


class Follower:
    """A client that follows a game through thick and thin: it drops when it likes or must, and comes back to where it was."""

    def __init__(self, server: Server, seed: int, until: int) -> None:
        self.watcher = Watcher(server.address, GAME, server.key)
        self.watcher.last = 0
        self.rng = Random(seed)
        self.until = until
        self.heard: list[Event] = []
        self.processes: set[str] = set()
        self.drops = 0
        self.thread = Thread(target=self.follow)
        self.thread.start()

    def follow(self) -> None:
        """Follow until the last record has come."""
        give_up = monotonic() + 60
        while (self.watcher.last or 0) < self.until and monotonic() < give_up:
            try:
                with self.watcher.open() as here:
                    assert here.status == 200, here.problem
                    self.processes.add(here.answer.headers["X-Request-Id"].partition("-")[0])
                    for _ in range(min(self.rng.randrange(1, 12), self.until - (here.last or 0))):
                        self.heard.append(here.hear())
            except (OSError, HTTPException, EOFError):
                self.drops += 1


def followed(server: Server, number: int, until: int, during: Callable[[], None]) -> list[Follower]:
    """So many clients follow while something goes on; each has to hear everything once, in order."""
    followers = [Follower(server, seed, until) for seed in range(number)]
    during()
    for one in followers:
        one.thread.join()
        assert [event.id for event in one.heard] == list(range(1, until + 1))
    return followers


NOTES = 60


def test_clients_that_drop_and_return_hear_everything_once_from_two_processes(tmp_path: Path) -> None:
    with Server(tmp_path / "data", GREFFE_WORKERS="2", GREFFE_HEARTBEAT="1") as server:

        def write_from_two_sides() -> None:
            writers = [Thread(target=lambda: [note(server) for _ in range(NOTES // 2)]) for _ in range(2)]
            for writer in writers:
                writer.start()
            for writer in writers:
                writer.join()

        followers = followed(server, 6, 24 + NOTES, write_from_two_sides)
        assert len(set.union(*(one.processes for one in followers))) == 2
        there = entries(server)
        for one in followers:
            assert [event.data["entry"] for event in one.heard] == there


def test_the_web_server_killed_under_them_they_come_back_and_miss_nothing(server: Server) -> None:
    def kill_and_write() -> None:
        for _ in range(2):
            note(server)
            dead = process(server, "gunicorn")
            os.kill(dead, signal.SIGKILL)
            assert gone(dead)
            assert eventually(lambda: answers(server), 20)
            note(server)

    followers = followed(server, 3, 24 + 4, kill_and_write)
    assert all(one.drops for one in followers)


def answers(server: Server) -> bool:
    """Whether the server is there."""
    try:
        return server.ask("GET", "/readyz").status == 200
    except (OSError, HTTPException):
        return False


def test_redis_and_the_follower_may_die_and_nobody_misses_anything(server: Server) -> None:
    with watch(server) as here:
        for word in ("redis.sock", "ops.follow"):
            dead = process(server, word)
            os.kill(dead, signal.SIGKILL)
            assert gone(dead)
            seqs = [note(server), note(server)]
            assert [event.id for event in here.take(2)] == seqs
            assert eventually(lambda: server.ask("GET", "/healthz").data["lag"] == 0, 20)
            seqs = [note(server), note(server)]
            assert [event.id for event in here.take(2)] == seqs


def test_without_any_redis_the_store_is_asked(tmp_path: Path) -> None:
    with Server(tmp_path / "data", GREFFE_REDIS_URL="redis://127.0.0.1:1") as server, watch(server) as here:
        for _ in range(3):
            seq = note(server)
            assert here.hear().id == seq


# -- threads ------------------------------------------------------------------------------------------------------------


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
        assert eventually(lambda: answers(server) and streams_open(server) == 0, 20), "what the dead had open is open no more"


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
    until = monotonic() + 5
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
            begin = monotonic()
            assert server.stop() == 0, "though one reads nothing at all"
            assert monotonic() - begin < 6
        ended = [json.loads(line) for line in server.log.read_text("utf-8").splitlines() if '"a stream ended"' in line]
        quick_one, stuck, whole = sorted(one["records"] for one in ended)
        assert (quick_one, whole) == (3, 154)
        assert stuck < 150, "it was held up in the middle, and heard of the stop there"
        assert {one["why"] for one in ended} == {"the server stops"}
        for one in slow:
            one.drop()


def test_the_server_stops_at_once_and_its_streams_end_as_they_should(server: Server) -> None:
    open_ones = [watch(server) for _ in range(5)]
    begin = monotonic()
    assert server.stop() == 0
    assert monotonic() - begin < 4
    for one in open_ones:
        assert one.rest() == [], "an answer that is cut off raises"
    lines = server.log.read_text("utf-8")
    assert "Traceback" not in lines
    assert lines.count('"why": "the server stops"') == 5


# -- who may listen -------------------------------------------------------------------------------------------------------


def link(server: Server, game: str, role: str, *seats: str) -> tuple[str, str]:
    """A new link to a game: its id and its token."""
    body = {"role": role, "seats": list(seats)} if seats else {"role": role}
    given = server.ask("POST", f"/api/v1/games/{game}/links", body, Idempotency_Key=f"link-{next(_keys)}")
    assert given.status == 201, given.data
    return given.data["id"], given.data["token"]


def test_a_link_that_is_revoked_hears_no_more(server: Server) -> None:
    (gone_id, gone_token), (_, token) = link(server, GAME, "spectator"), link(server, GAME, "spectator")
    with watch(server, key=token) as stays, watch(server, key=gone_token) as goes, watch(server, key=gone_token) as silent:
        seq = note(server)
        assert [one.hear().id for one in (stays, goes, silent)] == [seq, seq, seq]
        assert server.ask("POST", f"/api/v1/games/{GAME}/links/{gone_id}/revoke").status == 200
        assert silent.rest() == [], "at the next heartbeat"
        seq = note(server)
        assert stays.hear().id == seq
        assert goes.rest() == []
        assert watch(server, key=gone_token).problem["type"] == "/problems/link-revoked"


def test_each_hears_only_what_it_may_know(tmp_path: Path) -> None:
    """Sealed bids in Fief: each family hears its own, the public that there was one; once revealed, all are told to look again."""

    def until_the_auction(clerk: Clerk) -> Game:
        rng = Random(4)
        game = clerk.open_game(Opening(ruleset="fief-tactics"), "operator", "fief").game
        while game.board.auction is None or game.board.auction.bids or len(game.to_act) < 4:
            seat = rng.choice(game.to_act)
            game = clerk.act(order(game), seat, game.rules.sample(game.board, seat, rng)).game
        return game

    game = prepared(tmp_path / "data", until_the_auction)
    with Server(tmp_path / "data", GREFFE_DEMO="no") as server:
        legal = server.ask("GET", f"/api/v1/games/{game}/legal").data["seats"]
        families = [one["seat"] for one in legal]
        example = legal[0]["templates"][0]["example"]
        tokens = {seat: link(server, game, "seat", seat)[1] for seat in families} | {"public": link(server, game, "spectator")[1]}
        watchers = {audience: watch(server, "", game, token) for audience, token in tokens.items()}
        assert watch(server, f"?audience={families[0]}", game, tokens[families[1]]).status == 403
        assert watch(server, "?audience=arbiter", game, tokens["public"]).status == 403
        bids = []
        for seat in families[:-1]:
            bids.append(write(server, "actions", {"seat": seat, "action": {**example, "amount": 0}}, game).data["seq"])
            for audience, here in watchers.items():
                data = here.hear().data
                assert data["audience"] == audience
                assert (data["entry"]["record"]["action"]["type"] == "bid") == (audience == seat)
                assert ('"amount"' in str(data).replace("'", '"')) == (audience == seat)
        last = write(server, "actions", {"seat": families[-1], "action": {**example, "amount": 0}}, game).data["seq"]
        for audience, here in watchers.items():
            data = here.hear().data
            assert data["seq"] == last
            hidden = [seq for seq, seat in zip(bids, families, strict=False) if seat != audience]
            assert data["changed"] == hidden
            for seq in hidden:
                entry = server.ask("GET", f"/api/v1/games/{game}/records/{seq}").data["entry"]
                assert entry["record"]["action"]["type"] == "bid"
            here.drop()


# -- settings -------------------------------------------------------------------------------------------------------------


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
