import os
import signal
from collections.abc import Callable, Iterator
from http.client import HTTPException
from random import Random
from threading import Thread

import pytest

from tests.amount import slow
from tests.api.watching import StreamEvent, Watcher
from tests.builders.servers import Server, eventually, joined, wait_until_gone
from tests.ops.serving.live import (
    answers,
    entries,
    note,
    opened,
    pid_of,
    watch,
    write,
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("two")
    (folder / "counts").mkdir()
    shared = {
        "GREFFE_WORKERS": "2",
        "GREFFE_HEARTBEAT": "1",
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "counts"),
    }
    with Server(folder / "data", **shared) as running:
        yield running


# -- nothing missing, nothing twice ----------------------------------------------------------------


def test_what_is_written_is_heard_and_resuming_gives_the_rest(server: Server) -> None:
    game = opened(server)
    with watch(server, game=game) as here:
        assert here.answer.headers["Content-Type"] == "text/event-stream"
        assert here.answer.headers["Cache-Control"] == "no-store"
        first, seqs = here.last or 0, [note(server, game) for _ in range(3)]
        assert [event.id for event in here.take(3)] == seqs == list(range(first + 1, first + 4))
        write(server, "close", {}, game)
        assert [event.name for event in here.rest()] == ["record", "closed"]
    whole = watch(server, "?after=0", game).rest()
    assert [event.data["entry"] for event in whole[:-1]] == entries(server, game)
    assert watch(server, game=game, Last_Event_ID="2").rest() == whole[2:]


class Follower:
    """A client that follows a game for a long time. It disconnects at random or when it must, and
    resumes where it was."""

    def __init__(self, server: Server, game: str, seed: int, until: int) -> None:
        self.watcher = Watcher(server.address, game, server.key)
        self.watcher.last = 0
        self.rng = Random(seed)
        self.until = until
        self.heard: list[StreamEvent] = []
        self.processes: set[str] = set()
        self.drops = 0
        self.thread = Thread(target=self.follow)
        self.thread.start()

    def follow(self) -> None:
        eventually(self._heard_all)

    def _heard_all(self) -> bool:
        try:
            with self.watcher.open() as here:
                if here.status == 503:  # who sends is being started
                    return False
                assert here.status == 200, here.problem
                self.processes.add(here.answer.headers["X-Request-Id"].partition("-")[0])
                for _ in range(min(self.rng.randrange(1, 12), self.until - (here.last or 0))):
                    self.heard.append(here.hear())
        except (OSError, HTTPException, EOFError):
            self.drops += 1
        return (self.watcher.last or 0) >= self.until


def followed(
    server: Server, game: str, number: int, until: int, during: Callable[[], None]
) -> list[Follower]:
    """Have `number` clients follow a game while `during` runs. Fails unless each gets every record
    once and in order, and every web process served some of them. Returns the clients."""
    answering = server.web_processes()
    followers: list[Follower] = []
    for at, pid in enumerate(answering):
        with server.only(pid):
            begun = [
                Follower(server, game, seed, until) for seed in range(at, number, len(answering))
            ]
            assert eventually(lambda begun=begun: all(server_.processes for server_ in begun))
        followers += begun
    during()
    for follower in followers:
        joined(follower.thread)
        assert [event.id for event in follower.heard] == list(range(1, until + 1))
    return followers


NOTES = 60


@slow("a server of its own; one process is tried above")
def test_clients_that_drop_and_return_hear_everything_once_from_two_processes(two: Server) -> None:
    game = opened(two)

    def write_from_two_sides() -> None:
        writers = [
            Thread(target=lambda: [note(two, game) for _ in range(NOTES // 2)]) for _ in range(2)
        ]
        for writer in writers:
            writer.start()
        joined(*writers)

    followers = followed(two, game, 6, 1 + NOTES, write_from_two_sides)
    assert len(set.union(*(follower.processes for follower in followers))) == 2
    there = entries(two, game)
    for follower in followers:
        assert [event.data["entry"] for event in follower.heard] == there


def test_the_process_that_sends_killed_under_them_they_come_back_and_miss_nothing(
    server: Server,
) -> None:
    game = opened(server)

    def kill_and_write() -> None:
        for _ in range(2):
            note(server, game)
            assert eventually(lambda: sending(server))
            web = pid_of(server, "ops.serving.web")
            os.kill(web, signal.SIGKILL)
            assert wait_until_gone(web)
            assert eventually(lambda: answers(server))
            note(server, game)

    followers = followed(server, game, 3, 1 + 4, kill_and_write)
    assert any(follower.drops for follower in followers), "who was just coming back was not cut off"


def sending(server: Server) -> bool:
    return answers(server) and watch(server).status == 200


def test_two_hundred_readers_hear_every_record_once_and_in_order(server: Server) -> None:
    """There are more readers than threads, and four games. A tenth of the readers disconnects
    midway and returns."""
    games = [opened(server) for _ in range(4)]
    readers = [watch(server, "?after=0", game) for game in games for _ in range(50)]
    writers = [
        Thread(target=lambda game=game: [note(server, game) for _ in range(15)]) for game in games
    ]
    for writer in writers:
        writer.start()
    for n, reader in enumerate(readers):
        heard = [event.id for event in reader.take(8)]
        if n % 10 == 0:
            reader.drop()
            reader.open()
        assert heard + [event.id for event in reader.take(8)] == list(range(1, 17))
    joined(*writers)
    for reader in readers:
        reader.drop()


@slow("long; that the sending process may die is tried above")
def test_redis_and_the_follower_may_die_and_nobody_misses_anything(server: Server) -> None:
    with watch(server) as here:
        for word in ("redis.sock", "ops.stores.follow"):
            dead = pid_of(server, word)
            os.kill(dead, signal.SIGKILL)
            assert wait_until_gone(dead)
            for _ in range(2):
                seqs = [note(server), note(server)]
                assert [event.id for event in here.take(2)] == seqs
                assert eventually(lambda: server.ask("GET", "/healthz").data["lag"] == 0)
