"""The main thread of a process that works until it is told to stop: the log's writer, the follower,
the notifier."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

from ops.settings.config import Settings
from ops.settings.logs import configure
from ops.settings.memory import watch


def run_until_told(work: Callable[[Settings, Event], None]) -> None:
    """Run `work` in a thread, with the settings of the environment and an event that is set once
    SIGTERM or SIGINT comes. Raises what it raises. This thread waits for the signal, which no
    handler turns into a locked event (`ops/settings/signals.py`)."""
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure(settings.log)
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work, settings, stop)
        Thread(target=watch, args=(settings.memory,), name="memory", daemon=True).start()
        running.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
        signal.sigwait(asks)
        stop.set()
        running.result()
