"""The connections of a process to a store, SQLite's or PostgreSQL's: a port.

Statements are written once, for both: `?` for a value, double quotes around a name that is a
keyword somewhere, `ON CONFLICT`, `RETURNING`.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol


class Connection(Protocol):
    """A connection of a database, for the length of a `with` block."""

    def rows(self, query: str, values: Sequence[Any] = (), /) -> list[Any]:
        """All rows of a query, or of a statement with `RETURNING`."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> object:
        """Run a statement."""

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of values."""


class Pool(Protocol):
    """The connections of a process to a store."""

    locking: str
    """What keeps others from the rows that a statement selects until the transaction ends."""

    def connection(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection for a few statements, each a transaction of its own; `writing` where they
        change something."""

    def transaction(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection whose statements are one transaction."""

    def trouble(self, seconds: float | None = None) -> str:
        """Why nothing can be written now; empty where it can."""

    def scrub(self) -> None:
        """Leave no trace of values that were deleted in the store's own files."""

    def close(self) -> None:
        """Close every connection."""
