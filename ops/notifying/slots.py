"""Slots: which receivers are sent to at once, so that slow receivers delay only one another.

A receiver begins in one of the quick slots. While it keeps one message waiting for longer than `PATIENCE` it is slow: it goes on
in a slow slot, if one is free, and its quick slot is free for another. Next time it begins in a slow slot, until it has answered
quickly a few times in a row. Of both kinds one key or link has a share, so that no single one fills them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from threading import Lock

from msgspec import Struct

QUICK, QUICK_SHARE = 16, 4
"""Quick slots, and those of one key or link."""

SLOW, SLOW_SHARE = 112, 48
"""The same of slow ones. A slot is a thread that waits: a hundred of them take some megabytes and no processor time."""

PATIENCE = 1.0
"""Seconds after which a receiver that has not answered is slow."""

QUICK_AGAIN = 3
"""How many quick answers in a row make a slow receiver a quick one."""


class _Taken(Struct):
    """A slot that is taken: by whose key or link, whether it is a slow one, and since when a message waits for its answer."""

    holder: str
    slow: bool
    asked: float | None = None


class Slots:
    """The slots of one process; for any number of threads. `ticks` are seconds of a clock that is never set."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._taken: dict[str, _Taken] = {}
        self._slow: dict[str, int] = {}
        """Slow receivers, and how many quick answers each still owes."""
        self._begun: dict[str, int] = {}
        """The number of the newest slot that a receiver had."""
        self._number = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._taken)

    def last(self, receiver: str) -> int:
        """A number by which receivers have their turns: the longer ago one was sent to, the lower."""
        return self._begun.get(receiver, 0)

    def free(self, receiver: str, holder: str) -> bool:
        """Whether there is a slot for a receiver that has none."""
        with self._lock:
            if receiver in self._taken:
                return False
            self._move()
            return self._room(holder, slow=receiver in self._slow)

    def take(self, receiver: str, holder: str) -> None:
        """Take the slot that is free for a receiver."""
        with self._lock:
            self._number += 1
            self._begun[receiver] = self._number
            self._taken[receiver] = _Taken(holder, receiver in self._slow)

    def give_back(self, receiver: str) -> None:
        """Let another have the slot of a receiver."""
        with self._lock:
            del self._taken[receiver]

    @contextmanager
    def asking(self, receiver: str) -> Iterator[None]:
        """While a message to a receiver waits for its answer."""
        begun = self._ticks()
        with self._lock:
            self._taken[receiver].asked = begun
        try:
            yield
        finally:
            with self._lock:
                self._taken[receiver].asked = None
                if self._ticks() - begun > PATIENCE:
                    self._slow[receiver] = QUICK_AGAIN
                elif receiver in self._slow:
                    self._slow[receiver] -= 1
                    if not self._slow[receiver]:
                        del self._slow[receiver]

    def may_stay(self, receiver: str) -> bool:
        """Whether a receiver may be sent its next message in the slot that it has: a slow one in a slow slot alone."""
        with self._lock:
            return self._taken[receiver].slow or receiver not in self._slow

    def keep(self, receivers: Collection[str]) -> None:
        """Forget how those were that are not among these any more."""
        with self._lock:
            if len(self._begun) > len(receivers):
                self._slow = {one: owed for one, owed in self._slow.items() if one in receivers}
                self._begun = {one: number for one, number in self._begun.items() if one in receivers}

    # -- under the lock ------------------------------------------------------------------------------------------

    def _move(self) -> None:
        """Those that keep us waiting in quick slots go to slow ones, as far as there are any."""
        late = self._ticks() - PATIENCE
        for one in self._taken.values():
            if not one.slow and one.asked is not None and one.asked < late and self._room(one.holder, slow=True):
                one.slow = True

    def _room(self, holder: str, *, slow: bool) -> bool:
        holders = [one.holder for one in self._taken.values() if one.slow == slow]
        most, share = (SLOW, SLOW_SHARE) if slow else (QUICK, QUICK_SHARE)
        return len(holders) < most and holders.count(holder) < share
