"""A bound on the memory of a process: above `GREFFE_MEMORY` it lets go of what it can read again,
and if it stays above, it ends in order, and whoever watches it starts it again. What a process
keeps is bounded in numbers; what that takes in bytes depends on the games, and on how the allocator
gives memory back."""

import ctypes
import gc
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep

import structlog

LOOK = 2.0
"""Seconds between two looks of `watch`."""

_log = structlog.get_logger("greffe.memory")


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
    with suppress(OSError, AttributeError):  # a libc that keeps what was freed
        ctypes.CDLL(None).malloc_trim(0)
    after = resident()
    _log.warning("much memory was taken", before=before, after=after, ends=after > megabytes << 20)
    return after > megabytes << 20


def watch(megabytes: int) -> None:
    """Have this process stop by SIGTERM once it takes more memory than so much; looks for ever."""
    while not is_over(megabytes):
        sleep(LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
