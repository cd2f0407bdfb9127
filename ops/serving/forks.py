"""Programs of the service as forks of this process: memory of what was imported before is shared, page by page, until one of them
changes it."""

from __future__ import annotations

import ctypes
import gc
import os
import runpy
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

from ops.serving.signals import ASKS, die_with_parent

SHARED = (
    "ops.log.checking",
    "ops.log.folder",
    "ops.log.standby",
    "ops.serving.adapter",
    "ops.serving.wsgi",
    "ops.settings.process",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
    "projections.follow.follower",
)
"""What the programs import."""

LOOK = 0.02
"""Seconds between two looks whether a fork has ended, while somebody waits for that."""


def import_shared() -> None:
    """Import what the forks have in common. Where processes count together (`ops/serving/prepare.py`) has to be set before: it is
    read while this imports."""
    for name in SHARED:
        import_module(name)
    gc.collect()
    gc.freeze()  # the collector writes to whatever it looks at, and a page that was written to is shared no more


class Fork:
    """A program that runs as a fork; with what of `subprocess.Popen` its supervisor uses."""

    def __init__(self, module: Sequence[str], env: Mapping[str, str], fds: Sequence[int]) -> None:
        """Start `python -m module …`: with `env` as its environment, no open files but `fds` and the two outputs, in a process
        group of its own. Call it while this process has one thread and no store open."""
        self._code: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, ASKS)  # a signal that comes before the fork can take it waits
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _run(parent, list(module), env, fds)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKS)

    def poll(self) -> int | None:
        """Its exit code once it has ended, as `subprocess` has it."""
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def wait(self, seconds: float | None = None) -> int:
        """Wait for its end; raises `subprocess.TimeoutExpired`."""
        until = None if seconds is None else monotonic() + seconds
        while (code := self.poll()) is None:
            if until is not None and monotonic() >= until:
                raise subprocess.TimeoutExpired(str(self.pid), seconds or 0)
            sleep(LOOK)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def _run(parent: int, module: list[str], env: Mapping[str, str], fds: Sequence[int]) -> NoReturn:
    """Be the program until it ends. Nothing of what the parent was doing is returned to, and no file of its is closed twice."""
    code = 1
    try:
        os.setpgid(0, 0)
        for number in ASKS:
            if signal.getsignal(number) != signal.SIG_IGN:  # as `nohup` leaves it
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKS)
        die_with_parent(parent)
        _leave_files(fds)
        os.environ.clear()
        os.environ.update(env)
        _be_called(f"greffe: {' '.join(module)}")
        sys.argv = list(module)
        runpy.run_module(module[0], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as e:
        code = e.code if isinstance(e.code, int) else int(e.code is not None)
        if code and not isinstance(e.code, int):
            print(e.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001  as the interpreter does at the end of a program
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _leave_files(fds: Sequence[int]) -> None:
    """Close all files but these and the two outputs; read nothing from the terminal."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    kept = sorted({*fds, 2})
    for low, high in zip(kept, [*kept[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
        os.closerange(low + 1, high)
    for fd in fds:
        os.set_inheritable(fd, True)


def _be_called(name: str) -> None:
    """Have `ps` and `top` show a name in place of the command line that was forked, as much of it as there is room for."""
    data = name.encode()
    with suppress(OSError, ValueError, IndexError):
        stat = Path("/proc/self/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        begin, end = int(stat[45]), int(stat[46])
        if end > begin > 0:
            ctypes.memmove(begin, data[: end - begin - 1].ljust(end - begin, b"\0"), end - begin)
    with suppress(OSError):
        Path("/proc/self/comm").write_bytes(data.replace(b": ops.", b".")[:15])
