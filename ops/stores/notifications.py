"""The database of subscriptions and of what is to be sent to them: in the data folder, or a schema
beside the record's."""

from ops.settings.addresses import Place
from ops.stores.by_place import by_place
from ops.stores.log.database import LogDatabase
from ops.stores.sqlite import notification_file


def migrate(place: Place) -> int:
    """Bring the database to this version's schema, making it if need be; answers the version it
    had. Raises `NewerSchema`, and `PersistenceError` where it cannot be written."""
    return by_place(place, notification_file.migrate, "notification_schema.migrate")


def notification_database(place: Place) -> LogDatabase:
    """The database, opened. Raises `OperationalError` where there is none, or where it does not
    answer."""
    return by_place(
        place, notification_file.NotificationFile, "notification_schema.NotificationSchema"
    )
