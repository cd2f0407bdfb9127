"""Which database a log lies in: told by the place it is given."""

from pathlib import Path
from typing import Any

from ops.settings.addresses import Address, Place
from ops.stores.by_place import by_place
from ops.stores.log.database import Lease, LogDatabase
from ops.stores.sqlite import log_file


def log_database(place: Place) -> LogDatabase:
    """A log, opened. Raises `OperationalError` where there is none, or where its database does not
    answer."""
    return by_place(place, log_file.LogFile, lambda at: _schema().LogSchema(at))


def lease_of(place: Place) -> Lease:
    return by_place(
        place,
        lambda at: log_file.FileLease(log_file.lease_file(at)),
        lambda at: _schema().SessionLease(at),
    )


def _schema() -> Any:
    from ops.stores.postgres import log_schema

    return log_schema


NEXT, MAKING = "next", "making"
"""What a new log is called until it is put in the place of a lost one: while it is written, and
once it is whole."""


def coming(place: Place) -> Place:
    """Where a new log waits until it is put in the place of this one."""
    return _beside(place, NEXT)


def being_made(place: Place) -> Place:
    return _beside(place, MAKING)


def _beside(place: Place, name: str) -> Place:
    def in_file(at: Path) -> Place:
        return at.with_name(f"{at.name}.{name}")

    return by_place(place, in_file, lambda at: Address(at.dsn, f"{at.schema}_{name}"))


def discard(place: Place) -> None:
    by_place(place, lambda at: at.unlink(missing_ok=True), lambda at: _schema().discard(at))


def replace(new: Place, place: Place, aside: str = "") -> None:
    """Put a log in the place of another. The other, if there is one, is kept under its name with
    `aside` (`lost-1.`) before it."""

    def in_file(at: Path) -> None:
        assert isinstance(new, Path)
        for old in (at, *(at.with_name(at.name + tail) for tail in ("-wal", "-shm"))):
            if old.exists():
                old.replace(old.with_name(aside + old.name))
        new.replace(at)

    by_place(place, in_file, lambda at: _schema().replace(new, at, aside))


def is_kept(place: Place, aside: str) -> bool:
    """Whether a log is kept under this name with `aside` (`lost-1.`) before it."""

    def in_schema(at: Address) -> bool:
        schema = _schema()
        return bool(schema.is_there(schema.kept(at, aside)))

    return by_place(place, lambda at: at.with_name(aside + at.name).exists(), in_schema)


def is_log(place: Place) -> bool:
    return by_place(place, Path.is_file, lambda at: _schema().is_there(at))


def migrate_log(place: Place) -> int:
    """Bring a log to this version's schema, making it if need be; answers the version it had.
    Raises `NewerSchema`, and `PersistenceError` where it cannot be opened and written."""
    return by_place(place, log_file.migrate, lambda at: _schema().migrate(at))
