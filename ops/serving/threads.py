"""Threads of the worker: the loop gives them requests, and they give back what to do with the connection."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

import structlog

from domain.store.turns import TURNS, Ticket, Turns

T = TypeVar("T")

_log = structlog.get_logger("greffe.web")


class Actor(Generic[T]):
    """A thread that answers, and what it is to answer."""

    __slots__ = ("ticket", "work")
    work: T

    def __init__(self) -> None:
        self.ticket = Ticket(takes=True)


class Actors(Generic[T]):
    """The threads that answer connections: so many at most, started when they are needed. They take turns
    (`domain/store/turns.py`)."""

    def __init__(self, most: int, work: Callable[[T], None], turns: Turns = TURNS) -> None:
        self._most, self._work, self._turns = most, work, turns
        self._queue: deque[T] = deque()
        self._idle: list[Actor[T]] = []
        self._count = 0
        turns.fresh = self._fresh

    def give(self, connection: T) -> None:
        """Have a connection's request answered, after the next `round`."""
        self._queue.append(connection)

    def round(self) -> bool:
        """For the loop, before it looks for what has come: let the threads work. Whether it waited for them, and has the turn
        (`Turns.round`). A request that no thread is free for does not count: the thread that is free next takes it."""
        free = len(self._idle) + self._most - self._count
        return self._turns.round(self._turns.mine(), min(len(self._queue), free))

    def halt(self) -> None:
        """For the loop, before it works itself: wait for its turn."""
        self._turns.take(self._turns.mine())

    def _fresh(self) -> Ticket | None:
        """A thread for the request that has waited longest."""
        if not self._queue:
            return None
        if self._idle:
            actor = self._idle.pop()
        elif self._count < self._most:
            actor = Actor()
            try:
                Thread(target=self._run, args=(actor,), name=f"web-{self._count + 1}", daemon=True).start()
            except RuntimeError:  # the machine gives no more threads now: this is asked by whoever gives a turn up
                if not self._count:
                    raise
                return None
            self._count += 1
        else:
            return None
        actor.work = self._queue.popleft()
        return actor.ticket

    def _run(self, actor: Actor[T]) -> None:
        self._turns.take_part(actor.ticket)
        while True:
            actor.ticket.gate.acquire()
            try:
                self._work(actor.work)
            except BaseException as e:  # noqa: BLE001  `SystemExit` too: a thread that ended would be missing for good
                _log.error("a thread that answers broke down", exc_info=e)
            del actor.work
            self._idle.append(actor)
            self._turns.give(actor.ticket)


class Calls:
    """The queue of what threads ask the loop to do."""

    def __init__(self) -> None:
        self._reads, self._writes = os.pipe()
        for end in (self._reads, self._writes):
            os.set_blocking(end, False)
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def fileno(self) -> int:
        """Can be read when something was asked for."""
        return self._reads

    def ask(self, call: Callable[[], None]) -> None:
        """Have the loop do something; from any thread, or a signal's handler."""
        self._queue.put(call)
        with suppress(BlockingIOError):  # the loop was woken often enough
            os.write(self._writes, b"!")

    def run(self) -> None:
        """Do what the threads asked for."""
        with suppress(BlockingIOError):
            os.read(self._reads, 4096)
        while not self._queue.empty():
            self._queue.get_nowait()()
