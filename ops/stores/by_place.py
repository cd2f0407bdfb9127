"""Choosing between the two databases: a store's place is a SQLite file or a PostgreSQL schema."""

import sqlite3
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from eventsourcing.persistence import OperationalError

from ops.settings.addresses import Place

T = TypeVar("T")


def by_place(place: Place, in_file: Callable[..., T], in_schema: str, *more: Any) -> T:
    """Call one of two functions with the place and `more`, and return its result. For a file:
    `in_file`. For a schema: the function named `in_schema`, in a module of `ops/stores/postgres/`
    (such as `schema.is_there`), which is imported only then, since its dependencies are an extra.
    SQLite's errors become the library's `OperationalError`; the PostgreSQL functions convert theirs
    themselves."""
    if not isinstance(place, Path):
        module, _, name = in_schema.partition(".")
        answer: T = getattr(import_module(f"ops.stores.postgres.{module}"), name)(place, *more)
        return answer
    try:
        return in_file(place, *more)
    except sqlite3.Error as e:
        raise OperationalError(e) from e
