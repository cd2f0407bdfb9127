"""How a process ends: by a signal, or because its parent has died.

`python signals.py PARENT PROGRAM ARGUMENT…` asks the kernel to kill this process when its parent
dies, and becomes the program. So a service that is killed leaves no processes behind. This works
only on Linux; elsewhere the program simply runs.

The kernel watches the *thread* that started the program, so start programs from a thread that lives
as long as they do. This file imports only the standard library, since it runs as a script without
site-packages.

No signal handler sets a `threading.Event` here. A handler runs in the main thread. If that thread
is inside `Event.wait` and has the event's lock, it would wait for itself for ever.
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
    """Have the kernel kill this process when its parent dies; exit at once if the parent is not
    `parent` any more."""
    if sys.platform == "linux":
        with contextlib.suppress(
            OSError, AttributeError
        ):  # a libc without prctl: no promise, the program still runs
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def dying_with_parent(*command: str) -> list[str]:
    """The command line that runs `command` and has it killed when this process dies."""
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(os.getpid()), *command]


ASKS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class StopSignal:
    """Catches SIGTERM, SIGINT (Ctrl-C) and SIGHUP (a closed terminal, unless under `nohup`).
    `asked`: whether one of them has come. Create it in the main thread."""

    def __init__(self, *signals: signal.Signals) -> None:
        self.asked = False
        for number in signals or ASKS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ask)

    def wait(self, seconds: float) -> bool:
        """Sleep for `seconds`, unless a signal to stop has already come. Returns whether one has
        come by the end."""
        if not self.asked:
            sleep(seconds)
        return self.asked

    def _ask(self, *_: object) -> None:
        self.asked = True


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  the command line of the service itself
