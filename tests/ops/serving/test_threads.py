"""The threads that answer: each request once, by as many threads as there may be, and no slow one holds up the others."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic, sleep

import pytest

from domain.store.turns import Turns
from ops.serving import threads
from ops.serving.threads import Actors

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
