"""The log as the service reads it: a port. The stores in `ops/stores/` keep it, the writer in
`ops/log/` makes it grow.

It computes from such a log what `domain/proof/` computes from files: the proof for a record, and
its receipt.
"""

from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.cose import cose_receipt
from domain.proof.log.entries import RecordEntry, read_entry
from domain.proof.log.merkle import inclusion_proof
from domain.proof.log.notes import read_note
from domain.proof.log.policy import Policy
from domain.proof.log.proofs import Proof, receipt
from domain.proof.log.tiles import Tile, TileNodes


class Head(Struct, frozen=True):
    """A signed checkpoint: the size it speaks of, and the note as it is served."""

    size: int
    note: bytes


class LogKey(Struct, frozen=True):
    """A key that signs the log's checkpoints or did: the verifier key as text, the entry that
    announced it (none: the first key), the first and the last tree size it signed, and whether it
    signs no more."""

    label: str
    verifier: str
    announced: int | None
    first: int
    last: int
    ended: bool


class Standing(Struct, frozen=True):
    """How the log stands: its entries, how many of them are signed for, the notification that it
    has taken in last, whether a writer is at work; and, where something is wrong, why nothing is
    signed, and how the store differs from the log."""

    size: int
    signed: int
    position: int
    attended: bool
    refusal: Text | None = None
    damage: Text | None = None
    differences: int = 0


class WitnessAt(Struct, frozen=True):
    """The state of a witness: it cosigns what it is shown (or was shown nothing yet), is `away` and
    does not answer, or is `refusing`; its last answer, and since when it has been so."""

    name: str
    state: Literal["ok", "away", "refusing"] = "ok"
    says: Text | None = None
    since: datetime | None = None


class LogBook(Protocol):
    """A log that can be read. Every method raises the library's `PersistenceError` where the store
    does not answer."""

    def head(self) -> Head | None:
        """The newest signed checkpoint; none before the first."""

    def cosigned(self) -> Head | None:
        """The newest head that enough witnesses have cosigned, and none while there is no such
        head; the newest one where no witnesses are asked."""

    def cose(self) -> tuple[int, bytes] | None:
        """The size of the newest head that was signed for receipts as COSE, too, and what was
        signed (`domain/proof/log/cose.py`)."""

    def checkpoints(self) -> list[Head]:
        """The signed checkpoints that are kept, the oldest first, each with the cosignatures that
        it has by now."""

    def witnesses(self) -> Policy | None:
        """Which witnesses are asked, and how many of them are enough; none where nobody is
        asked."""

    def witnessing(self) -> tuple[WitnessAt, ...]:
        """How it goes with each witness that is asked, in the policy's order."""

    def index_of(self, stream: str, seq: int) -> int | None:
        """The index of a record's entry; none while it is not in the log."""

    def entries(self, start: int, stop: int) -> list[bytes]:
        """The entries from index `start` to `stop` - 1, as far as there are any."""

    def tile(self, tile: Tile) -> bytes | None:
        """The hashes of a tile, as wide as it says; none where the log is not that long."""

    def log_keys(self) -> tuple[LogKey, ...]:
        """Every key of the log, the newest last."""

    def standing(self) -> Standing:
        """How the log stands."""

    def hurry(self) -> None:
        """Say that somebody waits for a checkpoint: the writer need not keep its usual pace."""

    def version(self) -> int:
        """A number that is another one whenever something was written since it was asked for last;
        asking costs next to nothing."""


def has_quorum(note: bytes, policy: Policy | None) -> bool:
    """Whether enough witnesses have cosigned a head that is kept here; the lines under it were
    checked when they were put there. Where no witnesses are asked, the log's own signature is
    enough."""
    if policy is None:
        return True
    try:
        labels = {signature.label for signature in read_note(note).signatures}
    except Refused:  # it was changed by hand, which fsck reports: it vouches for nothing
        return False
    return policy.enough([name for name, key in policy.witnesses.items() if key.label in labels])


def stored_bytes(state: object) -> bytes:
    """The bytes of a stored row. A change of a row by hand easily leaves a text or a number there,
    which is then not what was logged, but no reason to stop looking."""
    return state if isinstance(state, bytes) else str(state).encode("utf-8", "surrogatepass")


def head_over(book: LogBook, index: int) -> Head | None:
    """A head that covers an entry: the newest that enough witnesses have cosigned, else the newest
    that is signed; none while no head covers it. `has_quorum` says which it is."""
    return next(
        (head for head in (book.cosigned(), book.head()) if head is not None and index < head.size),
        None,
    )


class Prover:
    """Makes proofs from a log, and remembers the nodes that it has come to: they never change."""

    MOST_KNOWN = 1 << 14
    """Nodes in memory."""

    def __init__(self, book: LogBook) -> None:
        self._book = book
        self._nodes: dict[tuple[int, int], bytes] = {}

    def proof(self, stream: str, seq: int) -> Proof | None:
        """The proof that a record is in the log; none while no head covers it."""
        index = self._book.index_of(stream, seq)
        head = None if index is None else head_over(self._book, index)
        return None if index is None or head is None else self._proof(index, head)

    def receipt(self, stream: str, seq: int) -> Proof | None:
        """The receipt for a record: its proof, which carries its entry; none while no head covers
        it."""
        proof = self.proof(stream, seq)
        if proof is None:
            return None
        entry = read_entry(self._book.entries(proof.index, proof.index + 1)[0])
        assert isinstance(entry, RecordEntry)
        return receipt(entry, proof.index, proof.hashes, proof.checkpoint)

    def cose(self, stream: str, seq: int) -> bytes | None:
        """The receipt for a record as COSE (RFC 9942), under the newest head alone: witnesses have
        no part in it."""
        index, signed = self._book.index_of(stream, seq), self._book.cose()
        if index is None or signed is None or index >= signed[0]:
            return None
        return cose_receipt(self._proof(index, Head(signed[0], b"")), *signed)

    def _proof(self, index: int, head: Head) -> Proof:
        nodes, known = TileNodes(head.size, self._book.tile), self._nodes

        def fetch(level: int, at: int) -> bytes:
            node = known.get((level, at))
            if node is None:
                if len(known) >= self.MOST_KNOWN:
                    known.clear()
                node = known[level, at] = nodes(level, at)
            return node

        return Proof(index, inclusion_proof(index, head.size, fetch), head.note)
