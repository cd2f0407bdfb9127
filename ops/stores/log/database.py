"""What the log needs of its database: a port. `ops/stores/sqlite/log_file.py` and
`ops/stores/postgres/log_schema.py` implement it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from domain.kernel.stored import Mismatch
from ops.stores.pool import Connection


class Lease(Protocol):
    """The right to write a log, which ends with the process that holds it at the latest; and the
    bell that those ring who wait for a checkpoint. What the database does not answer raises the
    library's `PersistenceError`."""

    def take(self) -> bool:
        """Take the lease, unless somebody has it; whether it is ours now."""

    def give_back(self) -> None:
        """Let somebody else write."""

    def taken(self) -> bool:
        """Whether somebody else has it. Asking may hold it for a moment, so a process that wants it
        asks more than once."""

    def ring(self) -> None:
        """Ring the bell: somebody waits for a checkpoint."""

    def rung(self) -> bytes:
        """Bytes that are others than before if somebody rang since. Raises `Displaced` where the
        lease is lost."""

    def await_ring(self, heard: bytes, seconds: float) -> None:
        """Wait until somebody has rung since `rung` answered `heard`, at most so long; it may end
        sooner."""

    def vouch(self, admitted: bool) -> None:
        """Say, while it is held, whether this machine's guard has admitted the newest head. That
        ends with the lease."""

    def vouched(self) -> bool:
        """Whether another machine's writer has the lease now and vouches for the newest head."""

    def close(self) -> None:
        """Close it; a lease that is held ends."""


class LogDatabase(Protocol):
    """The database of one log, as one process has it open. Every method raises the library's
    `PersistenceError` where it does not answer."""

    def reader(self) -> AbstractContextManager[Connection]:
        """A connection for reading."""

    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection for reading that sees one state of the log."""

    def transaction(
        self, step: Callable[[str], None], *, durable: bool = True
    ) -> AbstractContextManager[Connection]:
        """One transaction that writes, and that no other writes beside: committed at the end of the
        block, or undone if something is raised in it. `step` hears of `begun` and `committed`. One
        that need not be `durable` is synced with the next that is."""

    def settle(self) -> None:
        """Wait until all that was written is as safe as this database makes anything: on the
        standbys, too, where it has any. What a transaction that commits afterwards syncs by itself
        need not be waited for."""

    def lease(self) -> Lease:
        """The lease of the one who writes to the log, for this process to take."""

    def version(self) -> int:
        """A number that is another one after somebody else wrote; asking costs next to nothing."""

    def mismatches(self) -> list[Mismatch]:
        """Cells of another type than their column's."""

    def unsound(self) -> list[str]:
        """What the database finds damaged in its own files."""

    def close(self) -> None:
        """Close all connections."""
