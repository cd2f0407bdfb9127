"""Choosing between the two databases: a store is a SQLite file, or a schema of PostgreSQL, as its
place tells."""

import sqlite3
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from eventsourcing.persistence import OperationalError

from ops.settings.addresses import Place

T = TypeVar("T")


def by_place(place: Place, in_file: Callable[..., T], in_schema: str, *more: Any) -> T:
    """What `in_file` answers for a file, or the function `in_schema` of a module of
    `ops/stores/postgres/` (`schema.is_there`) for a schema, each asked with the place and `more`.
    What SQLite raises becomes the library's `OperationalError`, as what PostgreSQL raises does
    where it is asked.

    What PostgreSQL needs is an extra, and no club needs it: it is imported when it is asked."""
    if not isinstance(place, Path):
        module, _, name = in_schema.partition(".")
        answer: T = getattr(import_module(f"ops.stores.postgres.{module}"), name)(place, *more)
        return answer
    try:
        return in_file(place, *more)
    except sqlite3.Error as e:
        raise OperationalError(e) from e
