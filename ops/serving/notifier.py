"""The process that notifies, as a child of the supervisor: it is started with the first subscription."""

from __future__ import annotations

from time import monotonic

from eventsourcing.persistence import PersistenceError

from ops.notifying.store import NotificationStore
from ops.serving.supervisor import Process

EVERY = 2.0
"""Seconds between two looks whether anybody has subscribed."""


class Notifier:
    """A `Child` whose process is started once there is somebody to notify."""

    def __init__(self, process: Process, store: NotificationStore) -> None:
        self._process, self._store = process, store
        self._running = False
        self._next = 0.0

    def start(self) -> None:
        """Have `poll` look whether there is somebody to notify: the supervisor opens no store while it starts the others."""
        self._running, self._next = False, 0.0

    @property
    def pid(self) -> int | None:
        """The process's id; none while it does not run."""
        return self._process.pid if self._running else None

    def poll(self) -> int | None:
        """The process's exit code once it has ended; none while it runs, or is not needed yet."""
        if self._running:
            return self._process.poll()
        if monotonic() >= self._next and self._needed():
            self._process.start()
            self._running = True
        return None

    def stop(self) -> None:
        """End the process."""
        self._process.stop()
        self._store.close()

    def _needed(self) -> bool:
        self._next = monotonic() + EVERY
        try:
            return self._store.there()
        except PersistenceError:
            return False
