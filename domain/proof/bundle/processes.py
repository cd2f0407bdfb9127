"""Other processes that read pieces of a bundle, or whole bundles: with this one as many as the
auditor has cores.

Each has a pipe of its own, so neither shared memory nor semaphores are needed, which some systems
lack. A task whose message is long goes only to a process that has nothing to do, so that no two
wait for one another to read. They are started as new programs, which every system can do. If one
cannot be started, or ends before it answers, this process does its part.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from domain.proof.bundle.digests import Digests, digest
from domain.proof.bundle.pieces import Place
from domain.proof.errors import Sentence

G = TypeVar("G")
T = TypeVar("T")

MOST = 32

AHEAD = 3

DEPTH = 4
"""Tasks with short messages that a process is given at a time, so that it need not wait for the
next one."""

MOST_NEW = 50_000
"""Objects that such a process makes before it looks for those that refer to one another alone."""

WITHIN = 5.0
"""Seconds that a process which is told to end has for it."""


class Work(Generic[T]):
    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self.done = False
        self.found: T | None = None

    def ready(self) -> bool:
        return self._processes.finished(self)

    def result(self) -> T | None:
        self._processes.wait_for(self)
        return self.found

    def drop(self) -> None:
        self._processes.forget()


class Processes:
    """So many processes beside this one, started when there is something for them. `tell` hears a
    sentence when there are fewer."""

    def __init__(
        self, number: int, tell: Callable[[Sentence], None], argument: object = None
    ) -> None:
        """`argument` is what each of them has at hand for every task."""
        self._number, self._tell, self._given = min(number, MOST), tell, argument
        self._processes: list[BaseProcess] = []
        self._busy: dict[Connection, deque[Work[Any]]] = {}
        self._starting: set[Connection] = set()
        self._kept = 0
        """Tasks given that were not asked for yet."""
        self._started = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in self._busy:
            pipe.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(WITHIN)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
        self._processes, self._busy, self._starting = [], {}, set()

    @property
    def busy(self) -> list[Connection]:
        return [pipe for pipe, works in self._busy.items() if works or pipe in self._starting]

    def have_room(self, *, short: bool) -> bool:
        if not self._started:
            self._start()
        self._receive(0)
        return (
            self._kept < (DEPTH if short else AHEAD) * self._number
            and self._free(short=short) is not None
        )

    def give(self, piece: bytes, *, every: bool) -> Work[Digests]:
        return self.run(_digested, piece, every)

    def give_place(self, place: Place, size: int, *, every: bool) -> Work[Digests]:
        return self.run(_digested_at, place, size, every, short=True)

    def give_bundle(
        self, piece: bytes, place: Place | None, read: Callable[[bytes, G], T | None], argument: G
    ) -> Work[T]:
        if place is not None:
            return self.run(_read_at, place, len(piece), read, argument, short=True)
        return self.run(_read, piece, read, argument)

    def run(self, task: Callable[..., T], *words: object, short: bool = False) -> Work[Any]:
        """Let a process do a task, for which there is room: it is called with what all have at
        hand, and with these words."""
        work, pipe = Work[T](self), self._free(short=short)
        if pipe is None:
            raise RuntimeError("there is no room for a task")
        self._busy[pipe].append(work)
        self._kept += 1
        try:
            pipe.send((task, words))
        except OSError:
            self._lost(pipe)
        return work

    def finished(self, work: Work[Any]) -> bool:
        if not work.done:
            self._receive(0)
        return work.done

    def wait_for(self, work: Work[Any]) -> None:
        while not work.done:
            self._receive(None)
        self._kept -= 1

    def forget(self) -> None:
        self._kept -= 1

    def _free(self, *, short: bool) -> Connection | None:
        most = DEPTH if short else 1
        free = [
            pipe
            for pipe, works in self._busy.items()
            if len(works) < most and pipe not in self._starting
        ]
        return min(free, key=lambda pipe: len(self._busy[pipe]), default=None)

    def _start(self) -> None:
        self._started = True
        context = get_context("spawn")
        try:
            for _ in range(self._number):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, self._given), daemon=True)
                with _uninterrupted():
                    process.start()
                theirs.close()
                self._processes.append(process)
                self._busy[ours] = deque()
                self._starting.add(ours)
        except (OSError, RuntimeError) as e:
            n = len(self._processes)
            self._tell(
                Sentence(
                    f"only {n} of {self._number} processes could be started for the audit, which "
                    f"takes longer so ({e})",
                    f"seuls {n} processus sur {self._number} ont pu être lancés pour l'audit, qui "
                    f"en dure plus longtemps ({e})",
                )
            )

    def _receive(self, seconds: float | None) -> None:
        """Take what has come, after waiting so long for something (none: for ever)."""
        busy = self.busy
        ready = wait(busy, seconds) if busy else []
        for pipe in [connection for connection in busy if connection in ready]:
            try:
                answer = pipe.recv()
            except (OSError, EOFError):
                self._lost(pipe)
                continue
            if pipe in self._starting:
                self._starting.remove(pipe)
            else:
                work = self._busy[pipe].popleft()
                work.done, work.found = True, _unpacked(answer)

    def _lost(self, pipe: Connection) -> None:
        for work in self._busy.pop(pipe):
            work.done = True
        self._starting.discard(pipe)
        pipe.close()
        self._tell(
            Sentence(
                "a process of the audit ended before its time: the others do its part, and "
                "nothing is left out",
                "un processus de l'audit s'est arrêté avant l'heure : les autres font sa part, et "
                "rien n'est omis",
            )
        )


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """While a process is started, Ctrl-C is held back from it: its parent ends it, and it has
    nothing to say of that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, argument: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(MOST_NEW)  # little that is made here refers to itself
    with suppress(OSError, EOFError):
        pipe.send(None)
        while True:
            task, words = pipe.recv()
            pipe.send(_packed(task(argument, *words)))


def _digested(argument: object, piece: bytes, every: bool) -> Digests:
    return digest(piece, len(piece), every=every)


def _digested_at(argument: object, place: Place, size: int, every: bool) -> Digests | None:
    piece = place.read(size)
    return None if piece is None else digest(piece, size, every=every)


def _read(
    at_hand: object, bundle: bytes, read: Callable[[bytes, G], T | None], argument: G
) -> T | None:
    return read(bundle, argument)


def _read_at(
    at_hand: object, place: Place, size: int, read: Callable[[bytes, G], T | None], argument: G
) -> T | None:
    bundle = place.read(size)
    return None if bundle is None else read(bundle, argument)


def _packed(answer: object) -> object:
    """What goes through a pipe: of digests all tails, which are ASCII, in one."""
    return (
        (answer._replace(tails=[]), b"\xff".join(answer.tails))
        if isinstance(answer, Digests)
        else answer
    )


def _unpacked(packed: Any) -> Any:
    if not isinstance(packed, tuple) or not isinstance(packed[0], Digests):
        return packed
    answer, tails = packed
    return answer._replace(tails=tails.split(b"\xff")) if tails else answer
