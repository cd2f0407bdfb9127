"""Signals: how a process is told to stop.

No signal handler sets a `threading.Event` here: it runs in the main thread, and if that thread is just inside `Event.wait`, which
holds the event's lock, it waits for itself for ever.
"""

from __future__ import annotations

import signal
from time import sleep

ASKS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stop:
    """Whether SIGTERM, Ctrl-C or a closed terminal (unless under `nohup`) has asked to stop. Made in the main thread."""

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
