"""A signed log over a clerk's record, written by the real writer in this process whenever it is
woken."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Text
from domain.proof.log.policy import Policy, read_policy
from ops.log import folder, keyring
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.log.writer import LogWriter
from ops.stores.log.opening import lease_of
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting, Step, no_step
from tests.builders.policies import policy_text
from tests.builders.stores import log_at, migrated

ORIGIN = "greffe.example/log"


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A temporary folder, in memory if the system has `/dev/shm`. That suffices for tests that kill
    processes, since data that a process has given to the kernel survive it."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


class Log(Ledger):
    """The log in a folder, created if it is missing. It takes the lease of the log's writer unless
    `attended` is false."""

    def __init__(
        self, place: Path, clerk: Clerk, *, step: Step = no_step, attended: bool = True
    ) -> None:
        path = migrated(log_at(place / "ledger.sqlite"), folder.migrate_ledger)
        self.key_file, self.guard_file = place / "log.key", place / "log.guard"
        if not self.key_file.exists():
            keyring.make_key_file(self.key_file, ORIGIN)
        super().__init__(path)
        self._closed = False
        self.lease = lease_of(path)
        if attended:
            assert self.lease.take()
        self.writing = LedgerWriting(path, step)
        recorder: Any = clerk.recorder
        guard, bell = Guard(self.guard_file, step), (self.lease.ring_mark, self.lease.await_ring)
        self.writer = LogWriter(recorder, self.writing, KeyRing(self.key_file), guard, *bell)

    def log_and_sign_all(self) -> Text | None:
        return self.writer.log_and_sign_all()

    def ask_for_checkpoint(self) -> None:
        super().ask_for_checkpoint()
        self.log_and_sign_all()

    def policy(self) -> Policy:
        from domain.proof.log.notes import read_verifier_key

        return read_policy(
            policy_text([read_verifier_key(key.verifier) for key in self.log_keys()]).encode()
        )

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        super().close()
        self.writing.close()
        self.lease.close()
