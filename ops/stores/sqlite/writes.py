"""Waiting until any process writes to a file: Linux's inotify, called through the C library.

On other systems, or if the system has no more watches, `watching` yields None and the caller polls.
"""

import ctypes
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

IN_MODIFY = 0x2


class WriteWatch:
    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._poll = select.poll()
        self._poll.register(fd, select.POLLIN)

    def wait(self, seconds: float) -> bool:
        """Wait for a write, at most for `seconds`. Returns whether there was one."""
        if not self._poll.poll(max(0.0, seconds) * 1000):
            return False
        with suppress(BlockingIOError):
            os.read(self._fd, 65_536)
        return True


@contextmanager
def watching(path: str) -> Iterator[WriteWatch | None]:
    """An object that can wait for writes to a file from now on, for the length of a `with` block;
    None if the file cannot be watched."""
    fd = _watch(path)
    try:
        yield None if fd is None else WriteWatch(fd)
    finally:
        if fd is not None:
            os.close(fd)


def _watch(path: str) -> int | None:
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    fd: int = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if fd < 0:
        return None
    if libc.inotify_add_watch(fd, os.fsencode(path), IN_MODIFY) < 0:
        os.close(fd)
        return None
    return fd
