"""Other processes that read pieces of a bundle: as many as the auditor has cores.

Each has a pipe of its own and one piece at a time, so neither shared memory nor semaphores are needed, which some systems lack,
and no process waits for two things at once. They are started as new programs, which every system can do. If one cannot be
started, or ends before it answers, this process reads its piece.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Self

from domain.ledger.bundle.digests import Digests, digest
from domain.ledger.errors import Said

MOST = 8
"""Processes that can be of use: the one that chains the records keeps no more busy."""

AHEAD = 3
"""Pieces that are read ahead for each process, at most."""

WITHIN = 5.0
"""Seconds that a process which is told to end has for it."""


class Reading:
    """A piece that a process was given."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self.done = False
        self.found: Digests | None = None

    def result(self) -> Digests | None:
        """What it came to, once that is there; none where the process is gone."""
        self._processes.wait_for(self)
        return self.found

    def drop(self) -> None:
        """Nobody asks what it came to: something else can be read ahead."""
        self._processes.forget()


class Processes:
    """So many processes, started when there is something for them. `tell` hears a sentence when there are fewer."""

    def __init__(self, number: int, tell: Callable[[Said], None]) -> None:
        """`number` is how many there are to be; this one, which chains the records, has little to do beside them."""
        self._number, self._tell = min(number, MOST), tell
        self._processes: list[BaseProcess] = []
        self._busy: dict[Connection, Reading | None] = {}
        """Those that are at work, and those that are starting."""
        self._idle: list[Connection] = []
        self._kept = 0
        """Pieces given that were not asked for yet."""
        self._started = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        """End the processes, whatever they do."""
        for pipe in (*self._idle, *self._busy):
            pipe.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(WITHIN)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
        self._processes, self._idle, self._busy = [], [], {}

    @property
    def busy(self) -> list[Connection]:
        """The pipes of those that have something to do, or are starting."""
        return list(self._busy)

    def have_room(self) -> bool:
        """Whether a process has nothing to do, and more may be read ahead."""
        if not self._started:
            self._start()
        self._receive(0)
        return bool(self._idle) and self._kept < AHEAD * self._number

    def give(self, piece: bytes, *, every: bool) -> Reading:
        """Let an idle process read a piece."""
        reading, pipe = Reading(self), self._idle.pop()
        self._busy[pipe] = reading
        self._kept += 1
        try:
            pipe.send(every)
            pipe.send_bytes(piece)
        except OSError:
            self._lost(pipe)
        return reading

    def wait_for(self, reading: Reading) -> None:
        """Wait until a piece was read."""
        while not reading.done:
            self._receive(None)
        self._kept -= 1

    def forget(self) -> None:
        """Of the pieces given, one is not asked for."""
        self._kept -= 1

    def _start(self) -> None:
        self._started = True
        context = get_context("spawn")
        try:
            for _ in range(self._number):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs,), daemon=True)
                with _uninterrupted():
                    process.start()
                theirs.close()
                self._processes.append(process)
                self._busy[ours] = None
        except (OSError, RuntimeError) as e:
            n = len(self._processes)
            self._tell(
                Said(
                    f"only {n} of {self._number} processes could be started for the audit, which takes longer so ({e})",
                    f"seuls {n} processus sur {self._number} ont pu être lancés pour l'audit, qui en dure plus longtemps ({e})",
                )
            )

    def _receive(self, seconds: float | None) -> None:
        """Take what has come, after waiting so long for something (none: for ever)."""
        ready = wait([*self._busy], seconds) if self._busy else []
        for pipe in [one for one in self._busy if one in ready]:
            try:
                found = _unpacked(pipe.recv())
            except (OSError, EOFError):
                self._lost(pipe)
                continue
            reading = self._busy.pop(pipe)
            if reading is not None:
                reading.done, reading.found = True, found
            self._idle.append(pipe)

    def _lost(self, pipe: Connection) -> None:
        """A process is gone: nothing came of its piece."""
        reading = self._busy.pop(pipe)
        if reading is not None:
            reading.done = True
        pipe.close()
        self._tell(
            Said(
                "a process of the audit ended before its time: the others do its part, and nothing is left out",
                "un processus de l'audit s'est arrêté avant l'heure : les autres font sa part, et rien n'est omis",
            )
        )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """While a process is started, Ctrl-C is held back from it: its parent ends it, and it has nothing to say of that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection) -> None:
    """What such a process does until its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # nothing here is made that refers to itself
    with suppress(OSError, EOFError):
        pipe.send(None)
        while True:
            every = pipe.recv()
            piece = pipe.recv_bytes()
            pipe.send(_packed(digest(piece, len(piece), every=every)))


def _packed(found: Digests) -> tuple[Digests, bytes]:
    """Digests as they go through a pipe: all tails, which are ASCII, in one."""
    return found._replace(tails=[]), b"\xff".join(found.tails)


def _unpacked(packed: tuple[Digests, bytes] | None) -> Digests | None:
    if packed is None:
        return None
    found, tails = packed
    return found._replace(tails=tails.split(b"\xff")) if tails else found
