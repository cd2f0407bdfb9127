"""A shard's recorder: the opening of a game, campaign or tournament is claimed in the directory before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, OperationalError, StoredEvent

from domain.clerk.clerk import Clerk
from domain.record.records import FIRST
from domain.store.homes import belongs_to
from ops.settings.addresses import Place
from ops.settings.errors import CannotServe
from ops.stores.shards.directory import Directory, Opens
from ops.stores.shards.shared_values import SharedValues


class Claiming:
    """Takes the place of a recorder where records are written, and passes everything else on to it.

    A claim without a record does no harm: the same request finds it again, and nobody else's request comes to this id.
    """

    def __init__(self, recorder: ApplicationRecorder, opens: Opens) -> None:
        self._recorder, self._opens = recorder, opens

    def insert_events(self, stored_events: Sequence[StoredEvent], **how: Any) -> object:
        """Insert rows as the recorder does; raises `HomeElsewhere`, and `HomeMoves`, and then nothing is recorded."""
        for one in stored_events:
            if one.originator_version == FIRST:
                self._opens(str(one.originator_id), belongs_to(one.state))
        return self._recorder.insert_events(stored_events, **how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._recorder, name)


class OpenedLater:
    """A directory that is opened when it is first needed: what needs none goes on while it is away."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._directory: Directory | None = None
        self._lock = Lock()

    def __call__(self) -> Directory:
        """The directory; raises `PersistenceError` where it does not answer."""
        with self._lock:
            if self._directory is None:
                try:
                    self._directory = Directory(self._place)
                except CannotServe as e:
                    raise OperationalError(str(e)) from None
            return self._directory


def join(clerk: Clerk, shard: str, place: Place) -> None:
    """Have a clerk open what it opens as a shard of the directory at a place, and share what shards share."""
    directory = OpenedLater(place)
    clerk.shard = shard
    recorder: Any = Claiming(clerk.recorder, lambda stream, parent: directory().claim(stream, parent, shard))
    clerk.events.recorder = recorder
    key_values: Any = clerk.key_values
    key_values.cells = SharedValues(key_values.cells, lambda: directory().values)
