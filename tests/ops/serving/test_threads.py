"""The threads that answer: each request once, by as many threads as there may be, and no slow one holds up the others."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import cast

import pytest

from domain.store import turns as module
from domain.store.turns import Turns
from ops.serving import threads
from ops.serving.threads import Actors, Calls
from ops.serving.worker import Connection, Worker

TIME = 30


class Loop:
    """Gives requests to threads as the worker's loop does."""

    def __init__(self, most: int, work: Callable[[int], None]) -> None:
        self.turns = Turns()
        self.hands = Actors(most, work, self.turns)

    def give(self, *requests: int) -> None:
        self.hands.halt()
        for one in requests:
            self.hands.give(one)
        self.turn()

    def turn(self) -> None:
        until = monotonic() + TIME
        while self.hands.round() and monotonic() < until:
            pass

    def until(self, event: Event) -> bool:
        """Turn until something has happened; whether it has in time."""
        stop = monotonic() + TIME
        while not event.wait(0.001) and monotonic() < stop:
            self.turn()
        return event.is_set()


def test_each_request_is_answered_once_and_none_beside_another() -> None:
    answered: list[int] = []
    done, lock = Event(), Lock()

    def work(request: int) -> None:
        with lock:
            answered.append(request)
        if len(answered) == 500:
            done.set()

    loop = Loop(4, work)
    for first in range(0, 500, 5):
        loop.give(*range(first, first + 5))
    assert loop.until(done)
    assert sorted(answered) == list(range(500))


def test_a_request_that_is_slow_holds_up_none_that_comes_later() -> None:
    end, slow, quick = Event(), Event(), Event()

    def work(request: int) -> None:
        if request == 0:
            assert end.wait(TIME)
            slow.set()
        elif request == 9:
            quick.set()

    loop = Loop(4, work)
    loop.give(0)
    loop.give(*range(1, 10))
    assert loop.until(quick)
    assert not slow.is_set()
    end.set()
    assert loop.until(slow)


def test_what_no_thread_is_free_for_waits_for_one() -> None:
    end, last = Event(), Event()

    def work(request: int) -> None:
        if request < 2:
            assert end.wait(TIME)
        elif request == 5:
            last.set()

    loop = Loop(2, work)
    loop.hands.halt()
    for one in range(6):
        loop.hands.give(one)
    for _ in range(5):
        loop.hands.round()
    assert not last.is_set()
    end.set()
    assert loop.until(last)


def test_where_the_machine_gives_no_more_threads_those_that_are_there_answer_all(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[int] = []
    done, refused = Event(), list[str]()

    class First(Thread):
        def start(self) -> None:
            if self.name != "web-1":
                refused.append(self.name)
                raise RuntimeError("can't start new thread")
            super().start()

    def work(request: int) -> None:
        with loop.turns.paused():
            sleep(0.001)
        answered.append(request)
        if len(answered) == 5:
            done.set()

    monkeypatch.setattr(threads, "Thread", First)
    loop = Loop(4, work)
    loop.give(*range(5))
    assert loop.until(done)
    assert answered == [0, 1, 2, 3, 4] and set(refused) == {"web-2"}


@pytest.mark.parametrize("ends", [SystemExit, KeyboardInterrupt, MemoryError])
def test_a_request_that_ends_its_thread_takes_no_thread_away(ends: type[BaseException]) -> None:
    last = Event()

    def work(request: int) -> None:
        if request < 2:
            raise ends
        last.set()

    loop = Loop(2, work)
    loop.give(0, 1)
    loop.give(2)
    assert loop.until(last)


def test_a_connection_whose_request_ends_with_an_exit_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, connection, closed = Worker.__new__(Worker), SimpleNamespace(), list[object]()
    worker.calls = Calls()

    def exits(_: object) -> bool:
        raise SystemExit

    monkeypatch.setattr(worker, "_serve", exits)
    monkeypatch.setattr(worker, "_close", closed.append)
    worker._answer(cast(Connection, connection))
    worker.calls.run()
    assert closed == [connection], "it would count among the guests for ever"


def test_what_is_new_is_begun_beside_those_that_always_can_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ticks = Event(), iter(range(10**9))
    missed: list[int] = []
    monkeypatch.setattr(module, "monotonic", lambda: next(ticks) / 10_000)
    monkeypatch.setattr(module.Turns, "_wait", lambda _turns, ticket, _look=0.0: ticket.gate.acquire())  # nobody takes a turn over
    arrived, ended = Event(), Event()

    def work(request: int) -> None:
        if request == 9:
            begun.set()
            return
        for _ in range(2_000):  # one of these waits a moment while another works
            loop.turns.give(loop.turns.mine())
            loop.turns.take(loop.turns.mine())
            if request == 0 and not arrived.is_set():
                loop.hands.give(9)
                arrived.set()
        if not begun.is_set():
            missed.append(request)
        if request == 0:
            ended.set()

    loop = Loop(4, work)
    loop.give(0, 1, 2)
    assert loop.until(ended)
    assert not missed


def test_requests_that_no_thread_is_free_for_do_not_keep_the_loop_looking() -> None:
    end, both = Event(), Event()
    answered: list[int] = []

    def work(request: int) -> None:
        with loop.turns.paused():
            assert end.wait(TIME)
        answered.append(request)
        if len(answered) == 20:
            both.set()

    loop = Loop(2, work)
    loop.give(*range(20))
    assert not loop.hands.round(), "it sleeps until something comes"
    end.set()
    assert both.wait(TIME), "and the threads find what waits without it"
