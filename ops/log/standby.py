"""Standby: while another machine's writer signs the log, this machine's guard is updated with the
heads it signs.

So every machine that may sign next knows the newest head and refuses a log that has gone back,
whichever machine signed last. A machine without a guard begins one only with a head for which the
active writer vouches, because that writer's guard has admitted it.
"""

import logging

from domain.kernel.log import SignedHead
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import open_checkpoint
from domain.proof.log.merkle import Frontier
from domain.proof.log.tiles import TileNodes
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.settings.errors import SigningRefused
from ops.stores.log.database import Lease
from ops.stores.log.reading import Ledger

_log = logging.getLogger("greffe.log")


class GuardUpdater:
    """Updates the guard of a machine whose writer waits for the lease."""

    def __init__(self, ledger: Ledger, ring: KeyRing, guard: Guard, lease: Lease) -> None:
        self._ledger, self._ring, self._guard, self._lease = ledger, ring, guard, lease
        self._seen: SignedHead | None = None
        self._told = ""

    def update_guard(self) -> None:
        """Store the log's newest signed head in the guard. A head that does not extend the stored
        one is logged as an error and not stored. Raises `PersistenceError`."""
        head = self._ledger.head()
        if head is None or head == self._seen:
            return
        try:
            keeping = self._store_head(head)
        except SigningRefused as e:
            if self._told != e.text.en:
                _log.error("standing by: %s", e.text.en)
            self._told = e.text.en
            return
        if keeping:
            self._seen, self._told = head, ""

    def close(self) -> None:
        self._ledger.close()

    def _store_head(self, head: SignedHead) -> bool:
        """Verify a head and store it in the guard. Returns False, storing nothing, if there is no
        guard yet and no writer vouches for the head. Raises `SigningRefused`."""
        if self._guard.last() is None and not self._lease.is_vouched_for():
            return False
        try:
            checkpoint = open_checkpoint(
                head.note, [key.verifier for key in self._ring.read()]
            ).checkpoint
            nodes = TileNodes(head.size, self._ledger.tile)
            true = Frontier.load(head.size, nodes).root() == checkpoint.root
        except (Refused, ValueError) as e:
            raise _not_kept_error(self._guard, str(e)) from None
        if not true:
            raise _not_kept_error(self._guard, "it is none of the log's")
        self._guard.admit(checkpoint, nodes, signed=False)
        return True


def _not_kept_error(guard: Guard, why: str) -> SigningRefused:
    return SigningRefused(
        Text(
            "This machine's guard {name} does not keep the newest head ({why}): have the same "
            "log.key here as where it is signed, and run greffe fsck.",
            name=guard.file.name,
            why=why,
        )
    )
