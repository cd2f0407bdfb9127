"""The end of a process: by a signal, or because its parent is gone.

`python signals.py PARENT PROGRAM ARGUMENT…` asks the kernel for SIGKILL when the parent dies, and
becomes the program. So a service that is killed leaves no processes behind. This works only on
Linux; elsewhere the program simply runs.

The kernel watches the *thread* that started the program, so start programs from a thread that lives
as long as they do. This file imports only what an isolated interpreter has, since it runs as a
script without site-packages.

No signal handler sets a `threading.Event` here. It runs in the main thread, and if that thread is
inside `Event.wait` and holds the event's lock, it would wait for itself for ever.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path
from time import sleep

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Ask for SIGKILL when the parent process dies; exit if it is gone already."""
    if sys.platform == "linux":
        with contextlib.suppress(
            OSError, AttributeError
        ):  # a libc without prctl: no promise, the program still runs
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def with_parent(*command: str) -> list[str]:
    """The command line that runs `command` for as long as this process lives."""
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(os.getpid()), *command]


ASKS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stop:
    """Whether SIGTERM, Ctrl-C or a closed terminal (unless under `nohup`) has asked to stop. Create
    it in the main thread."""

    def __init__(self, *signals: signal.Signals) -> None:
        self.asked = False
        for number in signals or ASKS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ask)

    def wait(self, seconds: float) -> bool:
        """Wait for a signal, at most so long. Returns whether one has come."""
        if not self.asked:
            sleep(seconds)
        return self.asked

    def _ask(self, *_: object) -> None:
        self.asked = True


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  the command line of the service itself
