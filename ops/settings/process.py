"""The main thread of a process that works until it is told to stop, and a limit of its memory.
Above `GREFFE_MEMORY` the process drops its caches. If that does not suffice, it stops in order and
its supervisor starts it again. Caches are limited in bytes, so a process takes about 200 MB;
`tune_allocator` and `return_free_memory` make the allocator return freed memory."""

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
from ops.settings.logs import configure_logging

LOOK = 2.0
"""Seconds between two checks of the memory by `watch_memory`."""

ARENAS, LARGE = (-8, 2), (-3, 1 << 20)
"""Options of glibc's allocator, as (option, value). ARENAS: the number of heaps, since 64 threads
would otherwise use and fragment sixteen. LARGE: the size from which a freed block is returned to
the system, which would otherwise grow with the largest block."""
GARBAGE = 50_000
"""The number of new objects after which the garbage collector runs. It is large, since folding a
whole log creates many objects that stay for a while."""

TRIM = 60.0
"""Seconds between two calls of `return_free_memory`."""

_log = structlog.get_logger("greffe.memory")


def tune_allocator() -> None:
    """Configure the allocator to keep little free memory. Call it before starting threads."""
    with suppress(OSError, AttributeError):  # a libc without these options
        for option, value in (ARENAS, LARGE):
            ctypes.CDLL(None).mallopt(option, value)


def return_free_memory() -> None:
    """Return free memory to the system."""
    with suppress(OSError, AttributeError):  # a libc that keeps what was freed
        ctypes.CDLL(None).malloc_trim(0)


def memory_in_use() -> int:
    """This process's memory in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def still_over_after_release(megabytes: int, release: Callable[[], None] = lambda: None) -> bool:
    """Whether this process takes more than `megabytes`. If so, first call `release`, which drops
    caches, and measure again."""
    before = memory_in_use()
    if before <= megabytes << 20:
        return False
    release()
    gc.collect()
    return_free_memory()
    after = memory_in_use()
    _log.warning("much memory was taken", before=before, after=after, ends=after > megabytes << 20)
    return after > megabytes << 20


def watch_memory(megabytes: int) -> None:
    """Check this process's memory regularly, and end the process with SIGTERM when it takes more
    than `megabytes`. Returns only then."""
    looks = 0
    while not still_over_after_release(megabytes):
        sleep(LOOK)
        looks += 1
        if looks % (TRIM // LOOK) == 0:
            return_free_memory()
    os.kill(os.getpid(), signal.SIGTERM)


def run_until_told(work: Callable[[Settings, Event], None]) -> None:
    """Call `work` in a thread with the settings of the environment and an event, which SIGTERM and
    SIGINT set and after which it should end. Returns when it has ended, and raises its exception.
    The calling thread waits for the signal without a handler (see `ops/settings/signals.py`)."""
    tune_allocator()
    gc.set_threshold(GARBAGE)
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure_logging(settings.log)
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work, settings, stop)
        Thread(target=watch_memory, args=(settings.memory,), name="memory", daemon=True).start()
        running.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
        signal.sigwait(asks)
        stop.set()
        running.result()
