"""Proofs as files (C2SP `tlog-proof`): an index, an inclusion proof, and the signed checkpoint it leads
to.

    c2sp.org/tlog-proof@v1
    extra <base64>                       left out if there is nothing extra
    index 73894
    <base64>                             the siblings, from the leaf up
                                         an empty line, then the checkpoint as it is
    example.org/greffe
    …

A *receipt* is a proof whose extra data is the entry it proves, so that it needs no other file: it is
evidence against a log that later denies the entry."""

from dataclasses import dataclass

from domain.proof.errors import Misspelt
from domain.proof.log.checkpoints import Checkpoint
from domain.proof.log.entries import MOST_BYTES as MOST_EXTRA, RecordEntry, read_entry
from domain.proof.log.merkle import HASH_SIZE, check_inclusion
from domain.proof.log.notes import MOST_BYTES as MOST_NOTE, read_note
from domain.proof.spelling import base64_of, read_base64, read_decimal, read_utf8

HEAD = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63
"""No tree here is deeper."""

MOST_BYTES = MOST_NOTE + 2 * MOST_EXTRA + 4096


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that the log under the checkpoint has an entry at `index`: the siblings from the leaf
    up (`hashes`), the bytes of the checkpoint's note, and extra data."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: bytes
    extra: bytes = b""

    def encode(self) -> bytes:
        """The bytes of a `tlog-proof` file, which `read_proof` parses."""
        lines = [
            HEAD,
            *([f"extra {base64_of(self.extra)}"] if self.extra else ()),
            f"index {self.index}",
        ]
        lines += [base64_of(h) for h in self.hashes]
        return ("\n".join(lines) + "\n\n").encode() + self.checkpoint

    def check(self, leaf: bytes, under: Checkpoint) -> None:
        """Raise `Unproven` unless the tree of the checkpoint `under` has `leaf` at the index. The
        caller has verified that checkpoint."""
        check_inclusion(self.index, under.size, leaf, self.hashes, under.root)


def read_proof(data: bytes) -> Proof:
    """Parse a proof without verifying it. Raises `Misspelt`."""
    head, gap, checkpoint = data[:MOST_BYTES].partition(b"\n\n")
    if len(data) > MOST_BYTES:
        raise Misspelt(
            f"the proof is longer than {MOST_BYTES} bytes", f"la preuve dépasse {MOST_BYTES} octets"
        )
    lines = read_utf8(head, 2 * MOST_EXTRA, "the proof", "la preuve").split("\n", MOST_HASHES + 4)
    if not gap or lines.pop(0) != HEAD:
        raise Misspelt(
            f"it is no proof: one begins with {HEAD}",
            f"ce n'est pas une preuve : elle commencerait par {HEAD}",
        )
    extra = _value(lines, "extra")
    index = _value(lines, "index")
    if index is None or extra == "":
        raise Misspelt("the proof does not say its index", "la preuve ne donne pas son index")
    if len(lines) > MOST_HASHES:
        raise Misspelt(
            f"the proof has more than {MOST_HASHES} hashes",
            f"la preuve a plus de {MOST_HASHES} empreintes",
        )
    read_note(checkpoint)
    hashes = tuple(read_base64(line, HASH_SIZE) for line in lines)
    return Proof(read_decimal(index), hashes, checkpoint, read_base64(extra) if extra else b"")


def _value(lines: list[str], name: str) -> str | None:
    if not lines or not lines[0].startswith(f"{name} "):
        return None
    return lines.pop(0).removeprefix(f"{name} ")


def receipt(entry: RecordEntry, index: int, hashes: tuple[bytes, ...], checkpoint: bytes) -> Proof:
    return Proof(index, hashes, checkpoint, entry.encode())


def receipt_entry(proof: Proof) -> RecordEntry:
    """The entry in the extra data of a receipt. Raises `Misspelt` if the proof has none."""
    entry = read_entry(proof.extra) if proof.extra else None
    if not isinstance(entry, RecordEntry):
        raise Misspelt(
            "the proof does not carry the entry of a record, as a receipt does",
            "la preuve n'emporte pas l'entrée d'une écriture, comme le fait un reçu",
        )
    return entry
