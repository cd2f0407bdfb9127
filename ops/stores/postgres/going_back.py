"""Detecting a database that has gone back before anything is written to it: an older copy was put
there, or a standby took over that had not everything.

The log's guard (`ops/log/guard.py`) is a file of this machine. A record that is shorter than what
was signed for has lost something that was acknowledged. Written to, it would become another history
beside the signed one; left as it is, it can still be replaced.
"""

from pathlib import Path

from eventsourcing.persistence import OperationalError

from domain.proof.errors import Refused
from domain.proof.log.checkpoints import read_checkpoint
from ops.settings.addresses import LOG
from ops.stores.postgres.connections import Connection

MOST = 4096
"""Bytes of the guard's file."""


class KeptUp:
    """Admits a database whose record has all that was signed for, by what the guard in a file
    says."""

    def __init__(self, guard: Path) -> None:
        self._guard = guard

    def __call__(self, connection: Connection) -> None:
        """Raises `OperationalError` where the record has gone back. A guard that cannot be read is
        said by who signs."""
        try:
            with self._guard.open("rb") as f:
                signed = read_checkpoint(f.read(MOST).decode())
        except (OSError, UnicodeDecodeError, Refused):
            return
        if not connection.rows(
            "SELECT 1 FROM pg_class WHERE oid = to_regclass(?)", (f"{LOG}.log",)
        ):
            return
        # What the log has beside the record, such as its keys, it has had since before: its size is
        # that and what it took in.
        records_there = (
            "(SELECT coalesce(max(id), 0) FROM notifications) + (SELECT count(*) FROM pending)"
        )
        query = f"SELECT l.origin, l.size - l.position, {records_there} FROM {LOG}.log l"  # noqa: S608  only our own words
        for origin, beside, records in connection.rows(query):
            if origin == signed.origin and records + beside < signed.size:
                raise OperationalError(
                    f"the database has gone back: {records} records are there, and "
                    f"{signed.size - beside} were signed for; "
                    "an older copy was put there, or a standby took over that lacked some: put "
                    "the newest in its place, or "
                    "begin a new log with greffe keygen --succeed"
                )
