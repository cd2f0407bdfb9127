"""The main thread of a process that works until it is told to stop, and a bound on its memory.
Above `GREFFE_MEMORY` it drops what it can read again; if that does not suffice, it ends in order
and its supervisor starts it again. Caches are bounded in bytes, so a process takes about 200 MB;
`tune` and `trim` make the allocator return memory."""

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
"""Seconds between two checks of `watch`."""

ARENAS, LARGE = (-8, 2), (-3, 1 << 20)
"""Options of glibc's allocator and their values: the number of heaps, of which 64 threads would
otherwise fragment sixteen; and the size from which a freed block is returned to the system, which
would otherwise grow with the largest block."""
GARBAGE = 50_000
"""How many more objects there have to be until garbage is looked for: who folds a whole log makes
many that stay for a while."""

TRIM = 60.0
"""Seconds between returning free memory to the system."""

_log = structlog.get_logger("greffe.memory")


def tune() -> None:
    """Make the allocator keep little free memory; call it before starting threads."""
    with suppress(OSError, AttributeError):  # a libc without these options
        for option, value in (ARENAS, LARGE):
            ctypes.CDLL(None).mallopt(option, value)


def trim() -> None:
    """Return free memory to the system."""
    with suppress(OSError, AttributeError):  # a libc that keeps what was freed
        ctypes.CDLL(None).malloc_trim(0)


def resident() -> int:
    """This process's memory in bytes; 0 if the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def is_over(megabytes: int, release: Callable[[], None] = lambda: None) -> bool:
    """Whether this process still takes more than `megabytes` after `release` has dropped caches."""
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
    """Stop this process with SIGTERM when it takes more than `megabytes`. Does not return."""
    looks = 0
    while not is_over(megabytes):
        sleep(LOOK)
        looks += 1
        if looks % (TRIM // LOOK) == 0:
            trim()
    os.kill(os.getpid(), signal.SIGTERM)


def run_until_told(work: Callable[[Settings, Event], None]) -> None:
    """Run `work` in a thread, with the settings of the environment and an event that SIGTERM or
    SIGINT sets. Raises what it raises. This thread waits for the signal without a handler (see
    `ops/settings/signals.py`)."""
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
