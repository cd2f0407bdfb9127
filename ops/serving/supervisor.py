"""The processes a server is made of: started, watched, started again when they die, stopped in order.

One thread does all of it, because a process ends with the thread that started it (`ops/serving/signals.py`).

A process that is forked shares the memory of what this one has imported, and is there at once. It may be forked only while this
one has no thread and no store open: a connection of SQLite's in a fork would take its parent's locks for its own. So the first
start forks, and a child that died since is started as a program of its own.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Protocol

import structlog

from ops.serving.forks import Fork
from ops.serving.signals import with_parent
from ops.settings.errors import Trouble

SHORTEST, LONGEST = 0.2, 30.0
"""Seconds before a dead process is started again: the first time, and after dying again and again."""
STEADY = 30.0
"""Seconds a process has to live for its next death to count as the first."""

log = structlog.get_logger("greffe.supervisor")


class Child(Protocol):
    """Something that runs beside the server: `EmbeddedRedis`, or a `Process`."""

    def start(self) -> None: ...
    def poll(self) -> int | None: ...
    def stop(self) -> None: ...


class Process:
    """One of our own programs: `python -m module …` with its settings in the environment."""

    def __init__(
        self, module: Sequence[str], env: Mapping[str, str], seconds: float, fds: tuple[int, ...] = (), *, forks: bool = False
    ) -> None:
        """`seconds`: how long it may take to stop before it is killed; `fds`: open files it is handed; `forks`: that it is forked
        when it is first started."""
        self._module = list(module)
        self._env, self._seconds, self._fds = dict(env), seconds, fds
        self._forks = forks and sys.platform == "linux"  # elsewhere, libraries of the system do not bear it
        self._process: subprocess.Popen[bytes] | Fork | None = None

    @property
    def pid(self) -> int | None:
        """Its process id once it was started."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start it, in a process group of its own: a Ctrl-C in the terminal reaches the supervisor alone."""
        if self._forks:
            self._forks = False
            self._process = Fork(self._module, self._env, self._fds)
            return
        self._process = subprocess.Popen(
            with_parent(sys.executable, "-P", "-m", *self._module),
            env=self._env,
            pass_fds=self._fds,
            stdin=subprocess.DEVNULL,
            process_group=0,
        )

    def poll(self) -> int | None:
        """Its exit code once it has ended."""
        return self._process.poll() if self._process else 0

    def stop(self) -> None:
        """Ask it to stop, and kill it if it takes too long."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Watched:
    """A child with its name and how often it has died lately."""

    def __init__(self, name: str, child: Child) -> None:
        self.name, self.child = name, child
        self.started = 0.0
        self.due: float | None = None
        self.wait = 0.0

    def start(self) -> None:
        """Start it; raises what the child raises."""
        self.started, self.due = monotonic(), None
        self.child.start()

    def look(self, now: float) -> None:
        """Note its death, and start it again when its time has come."""
        code = self.child.poll()
        if code is None:
            return
        if self.due is None:
            steady = now - self.started > STEADY
            self.wait = SHORTEST if steady else min(max(self.wait * 2, SHORTEST), LONGEST)
            self.due = now + self.wait
            log.warning("a process died", process=self.name, code=code, again_in=round(self.wait, 1))
        elif now >= self.due:
            self._start_again()

    def _start_again(self) -> None:
        try:
            self.start()
        except (Trouble, OSError) as e:  # the others go on, and this one is tried again
            log.warning("a process cannot be started", process=self.name, why=str(e))


class Family:
    """All children of a server, started in one order and stopped in the other."""

    def __init__(self) -> None:
        self.members: list[Watched] = []

    def add(self, name: str, child: Child) -> Watched:
        """Start a child and watch it from now on."""
        member = Watched(name, child)
        member.start()
        self.members.append(member)
        return member

    def watch(self, stopped: Callable[[float], bool]) -> None:
        """Look after all children until `stopped(seconds)`, which waits that long, says so."""
        while not stopped(0.1):
            for member in self.members:
                member.look(monotonic())

    def stop(self) -> None:
        """Stop them all, the youngest first."""
        while self.members:
            self.members.pop().child.stop()
