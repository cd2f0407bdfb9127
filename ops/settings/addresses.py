"""The place of a store: a SQLite file, or a schema of a PostgreSQL database."""

from pathlib import Path

from msgspec import Struct

RECORD, LOG, NOTIFICATIONS = "greffe", "greffe_log", "greffe_notifications"
"""The schemas of the record, of its log, and of subscriptions with their queue."""


class Address(Struct, frozen=True):
    """A schema of the PostgreSQL database that `dsn` names in libpq's form
    (`postgresql://user@host/name`)."""

    dsn: str
    schema: str = RECORD

    def __repr__(self) -> str:
        return f"Address({self})"

    def __str__(self) -> str:
        return f"{self.schema} of {without_password(self.dsn)}"


Place = Path | Address
"""A store's place: a SQLite file, or a schema of a PostgreSQL database."""


def without_password(dsn: str) -> str:
    """The address of a database or mail server, with any password replaced, for showing it."""
    before, slashes, rest = dsn.partition("//")
    if not slashes:
        return "…" if dsn else ""
    start, mark, options = rest.partition("?")
    who, at, where = start.rpartition("@")
    user = who.partition(":")[0] + at
    shown_options = [
        option
        for option in options.split("&")
        if not option.lower().startswith(("password", "sslpassword"))
    ]
    return f"{before}//{user}{where}{mark}{'&'.join(shown_options)}"
