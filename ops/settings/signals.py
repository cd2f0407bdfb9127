"""The end of a process: by a signal, or because the process that started it is gone.

`python signals.py PARENT PROGRAM ARGUMENT…` asks the kernel for SIGKILL when the parent is gone,
and becomes the program. So a service that is killed outright leaves nothing behind. Only Linux can
do this; elsewhere the program simply runs.

The kernel watches the *thread* that started the program: start programs from a thread that lives as
long as they do. This file imports only what an isolated interpreter has, because it is run as a
script, without site-packages.

No signal handler sets a `threading.Event` here: it runs in the main thread, and if that thread is
just inside `Event.wait`, which holds the event's lock, it waits for itself for ever.
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
    """Ask for SIGKILL once the parent process is gone; exit if it is gone already."""
    if sys.platform == "linux":
        with contextlib.suppress(
            OSError, AttributeError
        ):  # a libc without prctl: no promise, the program still runs
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def with_parent(*command: str) -> list[str]:
    """The command line that runs `command` until this process is gone."""
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(os.getpid()), *command]


ASKS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stop:
    """Whether SIGTERM, Ctrl-C or a closed terminal (unless under `nohup`) has asked to stop. Made
    in the main thread."""

    def __init__(self, *signals: signal.Signals) -> None:
        self.asked = False
        for number in signals or ASKS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ask)

    def wait(self, seconds: float) -> bool:
        """Wait so many seconds for a signal to stop; answers whether one has come."""
        if not self.asked:
            sleep(seconds)
        return self.asked

    def _ask(self, *_: object) -> None:
        self.asked = True


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  the command line of the service itself
