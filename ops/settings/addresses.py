"""Where stores lie."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

RECORD, LOG = "greffe", "greffe_log"
"""The schemas of a PostgreSQL database that the record and its log lie in."""


class Address(Struct, frozen=True):
    """A schema of a PostgreSQL database, which `dsn` names as libpq takes it (`postgresql://user@host/name`)."""

    dsn: str
    schema: str = RECORD

    def __str__(self) -> str:
        return f"{self.schema} of {shown(self.dsn)}"


Place = Path | Address
"""Where a store lies: a SQLite file's path, or a schema of a PostgreSQL database."""


def shown(dsn: str) -> str:
    """An address as people may read it: its password left out."""
    before, slashes, rest = dsn.partition("//")
    who, at, _ = rest.partition("/")[0].rpartition("@")
    user = who.partition(":")[0] + at if at else ""
    found = f"{before}{slashes}{user}{rest[len(who + at) :]}"
    start, mark, options = found.partition("?")
    kept = [one for one in options.split("&") if not one.lower().startswith(("password", "sslpassword"))]
    return start + mark + "&".join(kept) if mark else found
