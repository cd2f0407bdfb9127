"""The log's database: a port that `ops/stores/sqlite/log_file.py` and
`ops/stores/postgres/log_schema.py` implement."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from domain.kernel.stored import Mismatch
from ops.stores.pool import Connection


class Lease(Protocol):
    """The right to write a log, which ends with its process at the latest; and a bell with which
    others ask for a checkpoint. Methods raise `PersistenceError` if the database does not
    answer."""

    def take(self) -> bool:
        """Take the lease if it is free. Returns whether this process has it."""

    def give_back(self) -> None:
        """Release the lease."""

    def taken(self) -> bool:
        """Whether another process has it. Asking may hold it for a moment, so a process that wants
        it asks more than once."""

    def ring(self) -> None:
        """Ask for a checkpoint."""

    def rung(self) -> bytes:
        """Bytes that change when somebody rings. Raises `Displaced` if the lease is lost."""

    def await_ring(self, heard: bytes, seconds: float) -> None:
        """Wait until somebody has rung since `rung` returned `heard`, at most so long; it may
        return earlier."""

    def vouch(self, admitted: bool) -> None:
        """Declare, as the holder, whether this machine's guard has admitted the newest head. It
        ends with the lease."""

    def vouched(self) -> bool:
        """Whether another machine's writer has the lease and vouches for the newest head."""

    def close(self) -> None:
        """Close it, which releases a held lease."""


class LogDatabase(Protocol):
    """A process's connection to the database of one log. Methods raise `PersistenceError` if it
    does not answer."""

    def reader(self) -> AbstractContextManager[Connection]:
        """A connection for reading."""

    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection for reading one consistent state of the log."""

    def transaction(
        self, step: Callable[[str], None], *, durable: bool = True
    ) -> AbstractContextManager[Connection]:
        """An exclusive write transaction, committed at the end of the block or rolled back on an
        exception. `step` is called with `begun` and `committed`. Without `durable` it is synced
        with the next durable one."""

    def settle(self) -> None:
        """Wait until everything written is as durable as this database makes anything, also on its
        standbys. What a later transaction syncs anyway need not be awaited."""

    def lease(self) -> Lease:
        """The lease for writing to the log, to be taken by this process."""

    def version(self) -> int:
        """A number that changes after somebody else wrote. Asking is cheap."""

    def mismatches(self) -> list[Mismatch]:
        """Cells of another type than their column's."""

    def unsound(self) -> list[str]:
        """Damage that the database finds in its own files."""

    def close(self) -> None:
        """Close all connections."""
