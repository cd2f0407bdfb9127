"""Which database a log lies in: told by the place it is given."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from eventsourcing.persistence import OperationalError

from ops.settings.addresses import Address, Place
from ops.stores.log.database import Lease, LogDatabase
from ops.stores.sqlite import log_file

# What PostgreSQL needs is imported where it is used: it is an extra, and no club needs it.


def log_database(place: Place) -> LogDatabase:
    """A log, opened. Raises `OperationalError` where there is none, or where its database does not answer."""
    if isinstance(place, Path):
        try:
            return log_file.LogFile(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
    from ops.stores.postgres import log_schema

    return log_schema.LogSchema(place)


def lease_of(place: Place) -> Lease:
    """The lease of a log, which may not be there yet."""
    if isinstance(place, Path):
        return log_file.FileLease(log_file.lease_file(place))
    from ops.stores.postgres import log_schema

    return log_schema.SessionLease(place)


NEXT, MAKING = "next", "making"
"""What a new log is called until it is put in the place of a lost one: while it is written, and once it is whole."""


def coming(place: Place) -> Place:
    """Where a new log waits until it is put in the place of this one."""
    return _beside(place, NEXT)


def being_made(place: Place) -> Place:
    """Where a new log is written."""
    return _beside(place, MAKING)


def _beside(place: Place, name: str) -> Place:
    if isinstance(place, Path):
        return place.with_name(f"{place.name}.{name}")
    return Address(place.dsn, f"{place.schema}_{name}")


def discard(place: Place) -> None:
    """Leave nothing of a log that was not finished."""
    if isinstance(place, Path):
        place.unlink(missing_ok=True)
        return
    from ops.stores.postgres import log_schema

    log_schema.discard(place)


def replace(new: Place, place: Place, aside: str = "") -> None:
    """Put a log in the place of another. The other, if there is one, is kept under its name with `aside` (`lost-1.`) before it."""
    if isinstance(place, Path):
        assert isinstance(new, Path)
        for old in (place, *(place.with_name(place.name + tail) for tail in ("-wal", "-shm"))):
            if old.exists():
                old.replace(old.with_name(aside + old.name))
        new.replace(place)
        return
    from ops.stores.postgres import log_schema

    assert not isinstance(new, Path)
    log_schema.replace(new, place, aside)


def is_kept(place: Place, aside: str) -> bool:
    """Whether a log is kept under this name with `aside` (`lost-1.`) before it."""
    if isinstance(place, Path):
        return place.with_name(aside + place.name).exists()
    from ops.stores.postgres import log_schema

    return log_schema.is_there(log_schema.kept(place, aside))


def is_log(place: Place) -> bool:
    """Whether there is a log."""
    if isinstance(place, Path):
        return place.is_file()
    from ops.stores.postgres import log_schema

    return log_schema.is_there(place)


def migrate_log(place: Place) -> int:
    """Bring a log to this version's schema, making it if need be; answers the version it had. Raises `NewerSchema`, and
    `PersistenceError` where it cannot be opened and written."""
    if isinstance(place, Path):
        try:
            return log_file.migrate(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
    from ops.stores.postgres import log_schema

    return log_schema.migrate(place)
