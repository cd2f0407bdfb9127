"""Addresses of stores: schemas of a PostgreSQL database."""

from pathlib import Path

from msgspec import Struct

RECORD, LOG, NOTIFICATIONS = "greffe", "greffe_log", "greffe_notifications"
"""The schemas of a PostgreSQL database that the record, its log, and subscriptions with what is to
be sent to them lie in."""


class Address(Struct, frozen=True):
    """A schema of a PostgreSQL database, which `dsn` names as libpq takes it (`postgresql://user@host/name`)."""

    dsn: str
    schema: str = RECORD

    def __repr__(self) -> str:
        return f"Address({self})"

    def __str__(self) -> str:
        return f"{self.schema} of {shown(self.dsn)}"


Place = Path | Address
"""Where a store lies: a SQLite file's path, or a schema of a PostgreSQL database."""


def shown(dsn: str) -> str:
    """An address as people may read it: its password left out."""
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
