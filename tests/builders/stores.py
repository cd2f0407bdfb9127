"""A clerk over a real store, and a fake clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from domain.clerk.clerk import Clerk
from ops.stores.sqlite.connections import migrate

VIEWS_KEY = b"what views are sealed with in tests"
"""What followers seal with, and readers open with."""


class Ticking:
    """A clock that moves one second a look, and on by as much as a test says."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now

    def go_on(self, seconds: int) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)


def new_clerk(path: Path) -> Clerk:
    """A clerk over the SQLite file at `path`, made if it is not there."""
    migrate(str(path))
    env = {"PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory", "SQLITE_DBNAME": str(path)}
    return Clerk(env, clock=Ticking())
