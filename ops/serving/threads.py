"""Threads of the worker: the loop gives them requests, and they give back what to do with the connection."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Actors(Generic[T]):
    """The threads that answer connections: so many at most, started when they are needed."""

    def __init__(self, most: int, work: Callable[[T], None]) -> None:
        self._most, self._work = most, work
        self._queue: SimpleQueue[T] = SimpleQueue()
        self._idle: SimpleQueue[None] = SimpleQueue()  # a semaphore, in C
        self._count = 0

    def give(self, connection: T) -> None:
        """Have a connection's request answered."""
        try:
            self._idle.get_nowait()
        except Empty:
            if self._count < self._most:
                self._count += 1
                Thread(target=self._run, name=f"web-{self._count}", daemon=True).start()
        self._queue.put(connection)

    def _run(self) -> None:
        while True:
            self._work(self._queue.get())
            self._idle.put(None)


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
