"""Exhibits: the head of a log that a file shows, and the records that it proves to be under that
head.

A checkpoint shows only a head, a receipt one record and its predecessor, a bundle a whole game. A
copy of the log, which is a folder, shows every entry. Only `Exhibit.check` verifies anything.
"""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from domain.proof.bundle.lines import ProofText
from domain.proof.bundle.reader import BundleReader
from domain.proof.log.checkpoints import Checkpoint
from domain.proof.log.entries import FIRST, NO_PREV, RecordEntry
from domain.proof.log.merkle import HASH_SIZE
from domain.proof.log.mirror import Mirror
from domain.proof.log.proofs import HEAD, MOST_BYTES, Proof, read_proof, receipt, receipt_entry


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A head (the bytes of its note) and the records `first`, `first` + 1, … of one game, as leaf
    hashes, digests and topics. `prev` is the leaf of the record before `first`, and `proof` proves
    the last record. For a copy of the log only `note` and `mirror` are set."""

    note: bytes
    proof: Proof | None = None
    game: str = ""
    first: int = FIRST
    prev: bytes = NO_PREV
    leaves: bytes = b""
    digests: bytes = b""
    topics: tuple[str, ...] = ()
    mirror: Mirror | None = None

    @property
    def last(self) -> int:
        """The number of the last record; `first` - 1 if there is none."""
        return self.first + len(self.topics) - 1

    @property
    def index(self) -> int | None:
        return None if self.proof is None or not self.topics else self.proof.index

    def leaf(self, seq: int) -> bytes | None:
        """The leaf of record `seq`, if it is a record here or the one before the first; else
        None."""
        if self.topics and FIRST <= seq == self.first - 1:
            return self.prev
        at = seq - self.first
        return (
            self.leaves[HASH_SIZE * at : HASH_SIZE * (at + 1)]
            if 0 <= at < len(self.topics)
            else None
        )

    def entry(self, seq: int) -> RecordEntry:
        at = seq - self.first
        prev = self.leaf(seq - 1) if seq > FIRST else NO_PREV
        assert prev is not None
        return RecordEntry(
            self.game,
            seq,
            prev,
            self.topics[at],
            self.digests[HASH_SIZE * at : HASH_SIZE * (at + 1)],
        )

    def check(self, under: Checkpoint) -> None:
        """Raise `Unproven` unless the last record is under the head `under`, which the caller has
        verified. The last record's leaf covers all records before it. Does nothing for an exhibit
        without records."""
        if self.proof is not None and self.topics:
            self.proof.check(self.entry(self.last).leaf, under)

    def evidence_texts(self, seq: int) -> list[str]:
        """Texts that prove, without this exhibit, that record `seq` is under the head: its entry
        and all later ones but the last, each with the leaf of the entry before it, and the receipt
        of the last record."""
        assert self.proof is not None
        chain = [self.entry(n).encode().decode() for n in range(max(seq, self.first), self.last)]
        last = receipt(self.entry(self.last), self.proof.index, self.proof.hashes, self.note)
        return [*(["\n".join(chain)] if chain else []), last.encode().decode()]


def read_exhibit(stream: BinaryIO) -> Exhibit:
    """Parse a checkpoint, proof, receipt or bundle without verifying it. Raises `Misspelt`,
    `Unproven`."""
    start = stream.read(MOST_BYTES + 1)
    if start.startswith(b"{"):
        return _bundle_exhibit(BundleReader.of(_ReadAgain(start, stream)))
    if not start.startswith(HEAD.encode()):
        return Exhibit(start)
    proof = read_proof(start)
    if not proof.extra:
        return Exhibit(proof.checkpoint)
    entry = receipt_entry(proof)
    return Exhibit(
        proof.checkpoint,
        proof,
        entry.game,
        first=entry.seq,
        prev=entry.prev,
        leaves=entry.leaf,
        digests=entry.data,
        topics=(entry.topic,),
    )


def read_log_copy(folder: Path) -> Exhibit:
    mirror = Mirror(folder)
    return Exhibit(mirror.note(), mirror=mirror)


def _bundle_exhibit(reader: BundleReader) -> Exhibit:
    reader.every = True
    leaves, digests, topics = bytearray(), bytearray(), []
    for record in reader.records():
        leaves += reader.leaf(record.seq)
        digests += sha256(record.text.encode()).digest()
        topics.append(record.topic)
    *_, last = reader.lines_beside()
    assert isinstance(last, ProofText)  # or the reader would have refused it
    proof = read_proof(last.text.encode())
    return Exhibit(
        proof.checkpoint,
        proof,
        reader.game,
        leaves=bytes(leaves),
        digests=bytes(digests),
        topics=tuple(topics),
    )


class _ReadAgain(BytesIO):
    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        super().__init__(start)
        self._rest = rest

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(size) or self._rest.read(-1 if size is None else size)
