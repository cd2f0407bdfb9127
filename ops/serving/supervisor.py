"""The processes of a server: started, watched, restarted when they die, stopped in reverse order.

One thread does all of it, because a process ends with the thread that started it
(`ops/settings/signals.py`).
"""

from collections.abc import Callable
from time import monotonic

import structlog

from ops.serving.forks import Process
from ops.settings.errors import Trouble
from ops.stores.redis_server import EmbeddedRedis

SHORTEST, LONGEST = 0.2, 30.0
"""Seconds before a dead process is restarted: at first, and at most after repeated deaths."""
STEADY = 30.0
"""Seconds a process has to live for its next death to count as the first."""

LOOK = 0.25
"""Seconds between two checks for dead processes."""

log = structlog.get_logger("greffe.supervisor")


Child = EmbeddedRedis | Process
"""A process that runs beside the server."""


class WatchedProcess:
    """A process of the server, which is restarted when it has died. `due`: the time of its restart
    (None: it has not died); `wait`: the last pause before a restart, in seconds."""

    def __init__(self, name: str, child: Child) -> None:
        self.name, self.child = name, child
        self.started = 0.0
        self.due: float | None = None
        self.wait = 0.0

    def start(self) -> None:
        self.started, self.due = monotonic(), None
        self.child.start()

    def check(self, now: float) -> None:
        """If the process has died, plan its restart, or restart it when that is due."""
        code = self.child.poll()
        if code is None:
            return
        if self.due is None:
            steady = now - self.started > STEADY
            self.wait = SHORTEST if steady else min(max(self.wait * 2, SHORTEST), LONGEST)
            self.due = now + self.wait
            log.warning(
                "a process died", process=self.name, code=code, again_in=round(self.wait, 1)
            )
        elif now >= self.due:
            self._start_again()

    def _start_again(self) -> None:
        try:
            self.start()
        except (Trouble, OSError) as e:  # the others go on, and this one is tried again
            log.warning("a process cannot be started", process=self.name, why=str(e))


class ProcessFamily:
    """The processes of a server, in the order of their first start."""

    def __init__(self) -> None:
        self.members: list[WatchedProcess] = []

    def add(self, name: str, child: Child) -> WatchedProcess:
        member = WatchedProcess(name, child)
        member.start()
        self.members.append(member)
        return member

    def watch(self, stopped: Callable[[float], bool]) -> None:
        while not stopped(LOOK):
            for member in self.members:
                member.check(monotonic())

    def stop(self) -> None:
        while self.members:
            self.members.pop().child.stop()
