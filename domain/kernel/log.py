"""The log as the service reads it: an interface. The stores in `ops/stores/` implement it, and the
writer in `ops/log/` appends to the log.

`Prover` computes the proof and the receipt of a record from such a log, as `domain/proof/` does
from files.
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


class SignedHead(Struct, frozen=True):
    """A signed checkpoint: the tree size it covers, and the signed note as it is served."""

    size: int
    note: bytes


class LogKey(Struct, frozen=True):
    """A key of the log: its verifier key as text, the index of the entry that announced it (None:
    the log's first key), the first and last tree size it signed, and whether it has been retired
    (`ended`)."""

    label: str
    verifier: str
    announced: int | None
    first: int
    last: int
    ended: bool


class LogState(Struct, frozen=True):
    """The state of the log: the number of its entries (`size`), the size of its newest signed head
    (`signed`), the notification id up to which it has read the record store (`position`), and
    whether a writer is running (`attended`). If something is wrong: why nothing is signed
    (`refusal`), what is damaged (`damage`), and in how many records store and log differ
    (`differences`)."""

    size: int
    signed: int
    position: int
    attended: bool
    refusal: Text | None = None
    damage: Text | None = None
    differences: int = 0


class WitnessState(Struct, frozen=True):
    """The state of a witness since the time `since`. `ok`: it cosigns, or was not asked yet.
    `away`: it does not answer. `refusing`: it declines to cosign, for the reason `says`."""

    name: str
    state: Literal["ok", "away", "refusing"] = "ok"
    says: Text | None = None
    since: datetime | None = None


class LogBook(Protocol):
    """A readable log. Every method raises `PersistenceError` if the store does not answer."""

    def head(self) -> SignedHead | None:
        """The newest signed checkpoint, or None before the first."""

    def cosigned(self) -> SignedHead | None:
        """The newest head that a quorum of witnesses has cosigned, or None. Without witnesses, the
        newest head."""

    def cose(self) -> tuple[int, bytes] | None:
        """The newest head that was also signed for COSE receipts: its size, and the bytes that
        `sign_root` made (`domain/proof/log/cose.py`). None if there is none."""

    def checkpoints(self) -> list[SignedHead]:
        """The stored checkpoints, oldest first, each with the cosignatures it has so far."""

    def witnesses(self) -> Policy | None:
        """The witnesses that the writer asks and the size of their quorum; None if there are no
        witnesses."""

    def witness_states(self) -> tuple[WitnessState, ...]:
        """The state of each witness, in the policy's order."""

    def index_of(self, stream: str, seq: int) -> int | None:
        """The index of a record's entry, or None if it is not in the log yet."""

    def entries(self, start: int, stop: int) -> list[bytes]:
        """The entries with indexes `start` to `stop` - 1, fewer if the log is shorter."""

    def tile(self, tile: Tile) -> bytes | None:
        """The hashes of a tile at the width it asks for, or None if the log is too short."""

    def log_keys(self) -> tuple[LogKey, ...]:
        """All keys of the log, newest last."""

    def standing(self) -> LogState:
        """The state of the log."""

    def ask_for_checkpoint(self) -> None:
        """Ask the writer for a checkpoint soon, because somebody is waiting for one."""

    def version(self) -> int:
        """A number that changes whenever anything in the log was written. Reading it is cheap."""


def has_quorum(note: bytes, policy: Policy | None) -> bool:
    """Whether enough witnesses have cosigned a stored head (`note`). Only the names of the keys are
    compared, since their signatures were verified when they were stored. Without a policy the log's
    own signature is enough."""
    if policy is None:
        return True
    try:
        labels = {signature.label for signature in read_note(note).signatures}
    except Refused:  # it was changed by hand, which fsck reports: it vouches for nothing
        return False
    return policy.enough([name for name, key in policy.witnesses.items() if key.label in labels])


def stored_bytes(state: object) -> bytes:
    """The bytes of a stored row. If somebody has replaced them by a text or a number, it is
    converted to bytes, which then differ from the log."""
    return state if isinstance(state, bytes) else str(state).encode("utf-8", "surrogatepass")


def head_covering(book: LogBook, index: int) -> SignedHead | None:
    """A head that covers the entry at `index`: the newest cosigned one, otherwise the newest signed
    one, otherwise None. `has_quorum` tells them apart."""
    return next(
        (head for head in (book.cosigned(), book.head()) if head is not None and index < head.size),
        None,
    )


class Prover:
    """Makes proofs from a log and caches the tree's nodes, which never change."""

    MOST_KNOWN = 1 << 14
    """Size of the cache, in nodes."""

    def __init__(self, book: LogBook) -> None:
        self._book = book
        self._nodes: dict[tuple[int, int], bytes] = {}

    def proof(self, stream: str, seq: int) -> Proof | None:
        """The proof that a record is in the log, or None while no head covers it."""
        index = self._book.index_of(stream, seq)
        head = None if index is None else head_covering(self._book, index)
        return None if index is None or head is None else self._proof(index, head)

    def receipt(self, stream: str, seq: int) -> Proof | None:
        """The receipt of a record: its proof together with the log's entry about it. None while no
        head covers it."""
        proof = self.proof(stream, seq)
        if proof is None:
            return None
        entry = read_entry(self._book.entries(proof.index, proof.index + 1)[0])
        assert isinstance(entry, RecordEntry)
        return receipt(entry, proof.index, proof.hashes, proof.checkpoint)

    def cose(self, stream: str, seq: int) -> bytes | None:
        """The receipt of a record as COSE (RFC 9942), without cosignatures, under the newest head that
        was signed for COSE. None while that head does not cover the record."""
        index, signed = self._book.index_of(stream, seq), self._book.cose()
        if index is None or signed is None or index >= signed[0]:
            return None
        return cose_receipt(self._proof(index, SignedHead(signed[0], b"")), *signed)

    def _proof(self, index: int, head: SignedHead) -> Proof:
        nodes, known = TileNodes(head.size, self._book.tile), self._nodes

        def fetch(level: int, at: int) -> bytes:
            node = known.get((level, at))
            if node is None:
                if len(known) >= self.MOST_KNOWN:
                    known.clear()
                node = known[level, at] = nodes(level, at)
            return node

        return Proof(index, inclusion_proof(index, head.size, fetch), head.note)
