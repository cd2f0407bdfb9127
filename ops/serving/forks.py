"""The service's programs, started as forks of the supervisor. Forks share the memory of the
imported modules until they change it. Only Linux supports this well; elsewhere a fork starts a new
interpreter at once."""

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from domain.kernel.words.catalogs import languages, translations_into
from ops.settings.signals import ASKS, die_with_parent

SHARED = (
    "api.openapi",
    "ops.log.__main__",
    "ops.messages.__main__",
    "ops.serving.adapter",
    "ops.stores.clock_marks",
    "ops.stores.follow",
    "ops.serving.wsgi",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)

_FORKING = multiprocessing.get_context("fork")


def import_shared() -> None:
    """Import the modules that the forks share. The folder for metrics (`ops/serving/prepare.py`)
    must be set before, since it is read on import."""
    for name in SHARED:
        import_module(name)
    sys.modules["ops.serving.wsgi"].routes()
    for lang in languages():  # lists are searched in all of them
        translations_into(lang)
    gc.collect()
    # the collector writes to whatever it looks at, and a page that was written to is shared no more
    gc.freeze()


class Process:
    """A program of the service: the function `main` of a module. It runs in a fork with its
    arguments, `env` as environment, and no open files but `fds` and the standard outputs. It has
    its own process group, so Ctrl-C in the terminal reaches only the supervisor."""

    def __init__(
        self,
        module: Sequence[str],
        env: Mapping[str, str],
        seconds: float,
        fds: tuple[int, ...] = (),
    ) -> None:
        """`module`: the module and its arguments. `seconds`: how long it may take to stop before it
        is killed."""
        self._program = list(module), dict(env), fds
        self._seconds = seconds
        self._process: multiprocessing.context.ForkProcess | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the program. The calling process must have one thread and no open store: an SQLite
        connection in a fork would take its parent's locks for its own."""
        signal.pthread_sigmask(
            signal.SIG_BLOCK, ASKS
        )  # a signal that comes before the fork can take it waits
        try:
            self._process = _FORKING.Process(target=_run, args=(os.getpid(), *self._program))
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKS)

    def poll(self) -> int | None:
        return self._process.exitcode if self._process else 0

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join(self._seconds)
            self._process.kill()
            self._process.join()


def _run(parent: int, module: list[str], env: Mapping[str, str], fds: Sequence[int]) -> None:
    os.setpgid(0, 0)
    for number in ASKS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as `nohup` leaves it
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKS)
    die_with_parent(parent)
    for low, high in pairwise([2, *sorted(fds), os.sysconf("SC_OPEN_MAX")]):
        os.closerange(low + 1, high)
    if sys.platform != "linux":
        for fd in fds:
            os.set_inheritable(fd, True)
        os.execve(sys.executable, [sys.executable, "-P", "-m", *module], env)  # noqa: S606  a program of our own
    os.environ.clear()
    os.environ.update(env)
    _show_process_as(f"greffe: {' '.join(module)}")
    sys.argv = list(module)
    import_module(module[0]).main()


def _show_process_as(name: str) -> None:
    """Make `ps` and `top` show `name` in place of the parent's command line, cut to its length."""
    with suppress(OSError, ValueError, IndexError):
        stat = Path("/proc/self/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        begin, end = int(stat[45]), int(stat[46])
        if end > begin > 0:
            ctypes.memmove(
                begin, name.encode()[: end - begin - 1].ljust(end - begin, b"\0"), end - begin
            )
