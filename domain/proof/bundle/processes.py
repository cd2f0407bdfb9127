"""Other processes that read pieces of a bundle, or whole bundles, as many as the auditor has cores.

They are started as new programs, which every system can do. If they cannot be started, or one ends
before its time, this process does their part, and the report is the same.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, Self, TypeVar

from domain.proof.errors import Sentence

P = ParamSpec("P")
T = TypeVar("T")

MOST = 32

LOOK = 1.0
"""Seconds between two looks whether an answer can still come."""

MOST_NEW = 50_000
"""Objects that such a process makes before it looks for those that refer to one another alone."""


class _Process(SpawnProcess):
    """Ends with this process, even while one of its own threads is stuck."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, daemon=True)


class _Context(SpawnContext):
    Process = _Process


class Processes:
    """So many processes beside this one, started when there is something for them. `tell` hears a
    sentence when there are none."""

    def __init__(self, number: int, tell: Callable[[Sentence], None]) -> None:
        self.number, self._tell = min(number, MOST), tell
        self._pool: ProcessPoolExecutor | None = None
        self._lost = False
        self._threads: list[threading.Thread] = []
        """Those of the pool: where one of them ends, for want of memory say, it answers no more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T] | None:
        """Let a process do a task; none where there is none."""
        if self._lost:
            return None
        try:
            with _uninterrupted():
                if self._pool is None:
                    before = threading.enumerate()
                    self._pool = ProcessPoolExecutor(self.number, _Context(), _begin)
                    work = self._pool.submit(task, *args, **kwargs)
                    self._threads = [
                        thread for thread in threading.enumerate() if thread not in before
                    ]
                    return work
                return self._pool.submit(task, *args, **kwargs)
        except BrokenExecutor:
            self._miss()
        except (OSError, ImportError, RuntimeError) as e:
            self._give_up(
                f"no other process could be started for the audit, which takes longer so ({e})",
                f"aucun autre processus n'a pu être lancé pour l'audit, qui en dure plus longtemps "
                f"({e})",
            )
        return None

    def result(self, work: Future[T] | None) -> T | None:
        """What a task came to, once that is there; none where its process is gone."""
        while work is not None and not self._lost:
            try:
                return work.result(LOOK)
            except TimeoutError:
                ended = not all(thread.is_alive() for thread in self._threads)
            except (BrokenExecutor, MemoryError):
                ended = True
            if ended:
                self._miss()
        return None

    def _miss(self) -> None:
        self._give_up(
            "a process of the audit ended before its time: this one does its part, and nothing is "
            "left out",
            "un processus de l'audit s'est arrêté avant l'heure : celui-ci fait sa part, et rien "
            "n'est omis",
        )

    def _give_up(self, en: str, fr: str) -> None:
        if not self._lost:
            self._lost = True
            self._tell(Sentence(en, fr))


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


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()
    gc.set_threshold(MOST_NEW)  # little that is made here refers to itself


def _end_with_parent() -> None:
    """One that was killed tells nobody to stop."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
