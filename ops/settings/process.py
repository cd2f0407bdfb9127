"""The main thread of a process that works until it is told to stop, and a bound on its memory: above
`GREFFE_MEMORY` it lets go of what it can read again, and if it stays above, it ends in order, and
whoever watches it starts it again. What a process keeps is bounded in bytes, so that it takes some
200 MB; how the allocator gives memory back is told it here (`tune`, `trim`)."""

import ctypes
import gc
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep

import structlog

from ops.settings.config import Settings
from ops.settings.logs import configure

LOOK = 2.0
"""Seconds between two looks of `watch`."""

ARENAS, LARGE = (-8, 2), (-3, 1 << 20)
"""Options of glibc's allocator, with what they are set to: heaps, of which 64 threads would fill
sixteen with holes; bytes from which on a block goes back to the system as soon as it is free, which
else grow with the largest that was."""
GARBAGE = 50_000
"""How many more objects there have to be until garbage is looked for: who folds a whole log makes
many that stay for a while."""

TRIM = 60.0
"""Seconds after which memory that is free goes back to the system again."""

_log = structlog.get_logger("greffe.memory")


def tune() -> None:
    """Have the allocator keep little that is free; before there are threads."""
    with suppress(OSError, AttributeError):  # a libc without these options
        for option, value in (ARENAS, LARGE):
            ctypes.CDLL(None).mallopt(option, value)


def trim() -> None:
    """Give memory that is free back to the system."""
    with suppress(OSError, AttributeError):  # a libc that keeps what was freed
        ctypes.CDLL(None).malloc_trim(0)


def resident() -> int:
    """Bytes of memory that this process takes; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def is_over(megabytes: int, release: Callable[[], None] = lambda: None) -> bool:
    """Whether this process takes more memory than so much, also after it has let go of what it can
    (`release`)."""
    before = resident()
    if before <= megabytes << 20:
        return False
    release()
    gc.collect()
    trim()
    after = resident()
    _log.warning("much memory was taken", before=before, after=after, ends=after > megabytes << 20)
    return after > megabytes << 20


def watch(megabytes: int) -> None:
    """Have this process stop by SIGTERM once it takes more memory than so much; looks for ever."""
    looks = 0
    while not is_over(megabytes):
        sleep(LOOK)
        looks += 1
        if looks % (TRIM // LOOK) == 0:
            trim()
    os.kill(os.getpid(), signal.SIGTERM)


def run_until_told(work: Callable[[Settings, Event], None]) -> None:
    """Run `work` in a thread, with the settings of the environment and an event that is set once
    SIGTERM or SIGINT comes. Raises what it raises. This thread waits for the signal, which no
    handler turns into a locked event (`ops/settings/signals.py`)."""
    tune()
    gc.set_threshold(GARBAGE)
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
