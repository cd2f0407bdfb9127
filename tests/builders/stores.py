"""A clerk over a real store, and a fake clock."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from domain.game.clerk.clerk import Clerk
from ops.settings.addresses import LOG, NOTIFICATIONS, RECORD, Address, Place
from ops.stores.opening import migrate_record, record_env

VIEWS_KEY = b"what views are sealed with in tests"


class FakeClock:
    """A clock that advances by `ticks` seconds at each reading, and by `go_on`."""

    def __init__(self, ticks: int = 0) -> None:
        self.now, self._ticks = datetime(2026, 1, 1, 12, tzinfo=UTC), ticks

    def __call__(self) -> datetime:
        self.go_on(self._ticks)
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@contextmanager
def tampering(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a store's file and drop the triggers that refuse wrong rows. Changes are committed at the
    end of the block."""
    with closing(sqlite3.connect(file)) as db, db:
        triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        db.executescript("".join(f"DROP TRIGGER {name};" for (name,) in triggers))
        yield db


def on_postgres() -> bool:
    """Whether the stores of this run are PostgreSQL's: `GREFFE_TEST_STORE=postgres`."""
    return os.environ.get("GREFFE_TEST_STORE") == "postgres"


def record_at(path: Path) -> Place:
    """The place of a record that tests name by a file: the file, or the PostgreSQL database that
    replaces it."""
    return Address(_postgres(path), RECORD) if on_postgres() else path


def log_at(path: Path) -> Place:
    return Address(_postgres(path), LOG) if on_postgres() else path


def notifications_at(path: Path) -> Place:
    return Address(_postgres(path), NOTIFICATIONS) if on_postgres() else path


def _postgres(path: Path) -> str:
    from tests.builders import postgres  # needs the extra, and the server's programs

    return postgres.database_for(path)


def copied(folder: Path, to: Path) -> Path:
    copytree(folder, to, dirs_exist_ok=True)
    if on_postgres():
        from tests.builders import postgres

        postgres.copy_databases(to)
    return to


_made: dict[Callable[..., int], bytes] = {}


def migrated(place: Place, migrate: Callable[..., int]) -> Place:
    """A store of this version's schema at a place. Creating a file is slow, so each kind is made
    once and copied."""
    if not isinstance(place, Path) or place.exists():
        migrate(place)
        return place
    if migrate not in _made:
        with TemporaryDirectory() as folder:
            migrate(Path(folder, "made"))
            _made[migrate] = Path(folder, "made").read_bytes()
    place.touch(0o600)
    place.write_bytes(_made[migrate])
    return place


def new_clerk(path: Path) -> Clerk:
    """A clerk over the store at `path`, made if it is not there."""
    return Clerk(record_env(migrated(record_at(path), migrate_record)), clock=FakeClock(1))
