"""Choosing between the two databases: a store is a SQLite file, or a schema of PostgreSQL, as its
place tells."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from eventsourcing.persistence import OperationalError

from ops.settings.addresses import Address, Place

T = TypeVar("T")


def by_place(place: Place, in_file: Callable[[Path], T], in_schema: Callable[[Address], Any]) -> T:
    """What `in_file` answers for a file, or `in_schema` for a schema. What SQLite raises becomes
    the library's `OperationalError`, as what PostgreSQL raises does where it is asked.

    What PostgreSQL needs is an extra, and no club needs it: `in_schema` imports it when it is
    called. It answers what `in_file` does."""
    if not isinstance(place, Path):
        store: T = in_schema(place)
        return store
    try:
        return in_file(place)
    except sqlite3.Error as e:
        raise OperationalError(e) from e
