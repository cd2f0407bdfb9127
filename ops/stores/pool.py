"""A process's connections to a store: an interface, implemented for SQLite and PostgreSQL.

Each SQL statement is written once for both: `?` for a value, double quotes around a name that is a
keyword in one of them, `ON CONFLICT`, `RETURNING`.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol


class Connection(Protocol):
    """A database connection, for the length of a `with` block."""

    def rows(self, query: str, values: Sequence[Any] = (), /) -> list[Any]:
        """Run a query, or a statement with `RETURNING`. Returns all its rows."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> object:
        """Run a statement."""

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of values."""


class Pool(Protocol):
    """A process's connections to a store. `locking`: what a query appends to lock its rows until
    the transaction ends."""

    locking: str
    """The clause that locks the selected rows until the transaction ends."""

    def connection(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection for a few statements, each its own transaction. `writing`: they change
        something."""

    def transaction(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection whose statements are one transaction. `writing`: they change something."""

    def trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now; empty if it does. `seconds`: how long to wait for a
        trial write (None: until it ends)."""

    def scrub(self) -> None:
        """Remove deleted values physically from the store's own files."""

    def close(self) -> None:
        """Close every connection."""
