"""Opening a log in the database that its place determines."""

from pathlib import Path

from ops.settings.addresses import Address, Place
from ops.stores.by_place import by_place
from ops.stores.log.database import Lease, LogDatabase
from ops.stores.sqlite import log_file


def log_database(place: Place) -> LogDatabase:
    """Open a log. Raises `OperationalError` if there is none, or its database does not answer."""
    return by_place(place, log_file.LogFile, "log_schema.LogSchema")


def lease_of(place: Place) -> Lease:
    return by_place(
        place,
        lambda at: log_file.FileLease(log_file.lease_file(at)),
        "log_schema.SessionLease",
    )


NEXT, MAKING = "next", "making"
"""Suffixes of a log that is to replace a lost one. NEXT: it is complete. MAKING: it is being
written."""


def place_of_new_log(place: Place) -> Place:
    """The place of a complete log that is ready to replace the log at `place`."""
    return _beside(place, NEXT)


def place_of_unfinished_log(place: Place) -> Place:
    return _beside(place, MAKING)


def _beside(place: Place, name: str) -> Place:
    if isinstance(place, Path):
        return place.with_name(f"{place.name}.{name}")
    return Address(place.dsn, f"{place.schema}_{name}")


def discard_log(place: Place) -> None:
    by_place(place, lambda at: at.unlink(missing_ok=True), "log_schema.discard")


def replace_log(new: Place, place: Place, aside: str = "") -> None:
    """Move the log `new` to `place`. The log that is there, if any, is kept under its name with the
    prefix `aside` (such as `lost-1.`)."""

    def in_file(at: Path, new: Path, aside: str) -> None:
        for old in (at, *(at.with_name(at.name + tail) for tail in ("-wal", "-shm"))):
            if old.exists():
                old.replace(old.with_name(aside + old.name))
        new.replace(at)

    by_place(place, in_file, "log_schema.replace", new, aside)


def is_log_kept(place: Place, aside: str) -> bool:
    """Whether a log was kept under the prefix `aside` (such as `lost-1.`)."""
    return by_place(
        place,
        lambda at, aside: bool(at.with_name(aside + at.name).exists()),
        "log_schema.is_kept",
        aside,
    )


def is_log(place: Place) -> bool:
    return by_place(place, Path.is_file, "schema.is_there")


def migrate_log(place: Place) -> int:
    """Migrate a log to this version's schema, creating it if needed. Returns the version it had (0:
    none). Raises `NewerSchema`, and `PersistenceError` if it cannot be opened and written."""
    return by_place(place, log_file.migrate, "log_schema.migrate")
