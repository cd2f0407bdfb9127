"""The database of subscriptions and of what is to be sent to them: in the data folder, or a schema beside the record's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from eventsourcing.persistence import OperationalError

from ops.settings.addresses import Place
from ops.stores.log.database import LogDatabase
from ops.stores.sqlite import notification_file

# What PostgreSQL needs is imported where it is used: it is an extra, and no club needs it.


def is_there(place: Place) -> bool:
    """Whether anybody ever subscribed."""
    if isinstance(place, Path):
        return place.is_file()
    from ops.stores.postgres import schema

    return schema.is_there(place)


def migrate(place: Place) -> None:
    """Bring the database to this version's schema, making it if need be. Raises `NewerSchema`, and `PersistenceError` where it
    cannot be written."""
    if isinstance(place, Path):
        try:
            notification_file.migrate(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
        return
    from ops.stores.postgres import notification_schema

    notification_schema.migrate(place)


def notification_database(place: Place) -> LogDatabase:
    """The database, opened. Raises `OperationalError` where there is none, or where it does not answer."""
    if isinstance(place, Path):
        try:
            return notification_file.NotificationFile(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
    from ops.stores.postgres import notification_schema

    return notification_schema.NotificationSchema(place)
