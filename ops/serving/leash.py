"""Run a program that dies with the process that started it.

`python leash.py PARENT PROGRAM ARGUMENT…` asks the kernel for SIGKILL when the parent is gone, and becomes the program. So a
service that is killed outright leaves nothing behind. Linux keeps the promise; elsewhere the program simply runs.

The kernel watches the *thread* that started the program: start programs from a thread that lives as long as they shall.
This file imports only what an isolated interpreter has, because it is run as a script, without site-packages.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Ask for SIGKILL once the parent process is gone; exit if it is gone already."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # a libc without prctl: no promise, the program still runs
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def leashed(*command: str) -> list[str]:
    """The command line that runs `command` on a leash held by this process."""
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(os.getpid()), *command]


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  the command line of the service itself
