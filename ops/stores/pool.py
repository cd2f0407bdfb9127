"""A process's connections to a store: a port for SQLite and PostgreSQL.

Statements are written once for both: `?` for a value, double quotes around a name that is a keyword
somewhere, `ON CONFLICT`, `RETURNING`.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol


class Connection(Protocol):
    """A database connection, for the length of a `with` block."""

    def rows(self, query: str, values: Sequence[Any] = (), /) -> list[Any]:
        """All rows of a query, or of a statement with `RETURNING`."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> object:
        """Run a statement."""

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of values."""


class Pool(Protocol):
    """A process's connections to a store."""

    locking: str
    """The clause that locks the selected rows until the transaction ends."""

    def connection(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection for a few statements, each its own transaction; `writing` if they change
        something."""

    def transaction(self, *, writing: bool = False) -> AbstractContextManager[Connection]:
        """A connection whose statements form one transaction."""

    def trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now; empty if it does."""

    def scrub(self) -> None:
        """Remove deleted values from the store's own files."""

    def close(self) -> None:
        """Close every connection."""
