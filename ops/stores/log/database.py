"""The database of a log, as an interface. `ops/stores/sqlite/log_file.py` and
`ops/stores/postgres/log_schema.py` implement it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from domain.kernel.stored import MistypedCell
from ops.stores.pool import Connection


class Lease(Protocol):
    """The exclusive right to write a log, which ends with its process at the latest. It also has a
    bell, by which other processes ask the writer for a checkpoint. Methods raise `PersistenceError`
    if the database does not answer."""

    def take(self) -> bool:
        """Take the lease if it is free. Returns whether this process has the lease now."""

    def give_back(self) -> None:
        """Release the lease."""

    def is_taken(self) -> bool:
        """Whether another process has the lease. The check may take it for a moment, so a process
        that fails to take it should try again."""

    def ring(self) -> None:
        """Ask the writer for a checkpoint."""

    def ring_mark(self) -> bytes:
        """Bytes that change whenever somebody asks for a checkpoint. Raises `Displaced` if this
        process has lost the lease."""

    def await_ring(self, heard: bytes, seconds: float) -> None:
        """Wait for the next request for a checkpoint, at most `seconds`. `heard` is what
        `ring_mark` returned last: a request made since then ends the wait at once. It may also end
        early without a request."""

    def vouch(self, admitted: bool) -> None:
        """Announce to other machines, as the holder of the lease, whether this machine's guard has
        admitted the log's newest head. The announcement ends with the lease."""

    def is_vouched_for(self) -> bool:
        """Whether another machine has the lease and its guard has admitted the log's newest
        head."""

    def close(self) -> None:
        """Close the connection or file; a lease that this process has is released."""


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
        """An exclusive write transaction. It is committed at the end of the block, or rolled back
        on an exception. `step` is called with `begun` and `committed`. Without `durable` the commit
        is not synced to disk by itself, but with the next durable one."""

    def await_durable(self) -> None:
        """Wait until everything written so far is durable, on synchronous standbys, too. Does
        nothing for a database whose next durable transaction syncs it anyway."""

    def lease(self) -> Lease:
        """The object by which this process can take the lease; it is not taken yet."""

    def version(self) -> int:
        """A number that changes after another process or connection has written. Reading it is
        cheap."""

    def mistyped_cells(self) -> list[MistypedCell]:
        """Cells whose type is not their column's."""

    def file_faults(self) -> list[str]:
        """Descriptions of damage that the database finds in its own files."""

    def close(self) -> None:
        """Close all connections."""
