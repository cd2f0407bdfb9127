"""Which store the record lies in: told by the place it is given."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventsourcing.persistence import OperationalError

from domain.store.encryption import Cipher
from ops.settings.addresses import Place
from ops.stores.key_values import KeyValues
from ops.stores.sqlite import connections as sqlite_file
from ops.stores.sqlite import recorder as sqlite_store

# What PostgreSQL needs is imported where it is used: it is an extra, and no club needs it.


def record_env(place: Place) -> dict[str, str]:
    """What the eventsourcing library is told of the record's store."""
    if isinstance(place, Path):
        return {"PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory", "SQLITE_DBNAME": str(place)}
    return {"PERSISTENCE_MODULE": "ops.stores.postgres.recorder:Factory", "POSTGRES_ADDRESS": place.dsn}


def is_record(place: Place) -> bool:
    """Whether there is a record."""
    if isinstance(place, Path):
        return place.is_file()
    from ops.stores.postgres import schema

    return schema.is_there(place)


def migrate_record(place: Place) -> int:
    """Bring a record to this version's schema, making it if need be; answers the version it had. Raises `NewerSchema`, and
    `PersistenceError` where it cannot be opened and written."""
    if isinstance(place, Path):
        try:
            return sqlite_file.migrate(str(place))
        except sqlite3.Error as e:
            raise OperationalError(e) from e
    from ops.stores.postgres import recorder

    return recorder.migrate(place)


def newest_version(place: Place) -> int:
    """The version of the record's schema that this program makes."""
    if isinstance(place, Path):
        return sqlite_file.VERSION
    from ops.stores.postgres import schema

    return schema.VERSION


@contextmanager
def key_values_of(place: Place, cipher: Cipher | None = None) -> Iterator[KeyValues]:
    """The key-value store of a record that is there, without its clerk. Raises `PersistenceError`."""
    if isinstance(place, Path):
        file = sqlite_file.Connections(str(place))
        try:
            yield KeyValues(sqlite_store.DrawerTable(file), cipher)
        finally:
            file.close()
        return
    from ops.stores.postgres import recorder
    from ops.stores.postgres.connections import Connections

    pool = Connections(place)
    try:
        yield KeyValues(recorder.DrawerTable(pool), cipher)
    finally:
        pool.close()
