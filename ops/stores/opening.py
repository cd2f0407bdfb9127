"""Opening a record in the database that its place determines."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from domain.kernel.encryption import Cipher
from ops.settings.addresses import Place
from ops.stores.by_place import by_place
from ops.stores.key_values import KeyValues
from ops.stores.pool import Pool
from ops.stores.sqlite import connections as sqlite_file


def record_env(place: Place) -> dict[str, str]:
    """The environment variables by which the eventsourcing library opens this record."""
    if isinstance(place, Path):
        return {
            "PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory",
            "SQLITE_DBNAME": str(place),
        }
    return {
        "PERSISTENCE_MODULE": "ops.stores.postgres.recorder:Factory",
        "POSTGRES_ADDRESS": place.dsn,
    }


def is_record(place: Place) -> bool:
    return by_place(place, Path.is_file, "schema.is_there")


def migrate_record(place: Place) -> int:
    """Migrate a record to this version's schema, creating it if needed. Returns the version it had
    (0: none). Raises `NewerSchema`, and `PersistenceError` if it cannot be opened and written."""
    return by_place(place, lambda at: sqlite_file.migrate(str(at)), "recorder.migrate")


def newest_version(place: Place) -> int:
    """The newest version of a record's schema that this program knows."""
    return by_place(place, lambda _: sqlite_file.VERSION, "schema.newest")


@contextmanager
def key_values_of(place: Place, cipher: Cipher | None = None) -> Iterator[KeyValues]:
    """The key-value store of an existing record, opened for a `with` block without a clerk.
    Without a `cipher`, sealed values cannot be opened. Raises `PersistenceError`."""
    pool: Pool = by_place(
        place, lambda at: sqlite_file.Connections(str(at)), "connections.Connections"
    )
    with closing(pool):
        yield KeyValues(pool, cipher)
