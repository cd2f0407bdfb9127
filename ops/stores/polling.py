"""The library's subscriptions, for stores that can be asked and waited for."""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import Notification, Subscription

from domain.kernel.rows import RecordStore

AT_ONCE = 500
"""Notifications read at a time."""


class Polling(Subscription[RecordStore]):
    """A subscription that asks, and waits for a change where there is nothing new."""

    def __init__(self, recorder: RecordStore, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._ready: list[Notification] = []
        self._at = gt or 0

    def __next__(self) -> Notification:
        while not self._has_been_stopped and not self._ready:
            self._ready = list(
                self._recorder.select_notifications(self._at, AT_ONCE, topics=self._topics, inclusive_of_start=False)
            )
            if not self._ready:
                self._recorder.await_change(self._at, 0.5)
        if self._has_been_stopped:
            raise StopIteration
        found = self._ready.pop(0)
        self._at = found.id
        return found
