"""A carried proof: one stored record, the standings that it names, if any (the `sheet`), and its
receipt, in one text file that a person can take along.

    greffe/carried@v1
    record <base64 of the stored bytes>
    sheet <base64>                       left out if the record names no standings
    c2sp.org/tlog-proof@v1
    …                                    the receipt, to the end

`domain/proof/carried.html` checks it in any browser, without a network."""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.entries import RecordEntry
from domain.proof.log.proofs import MOST_BYTES as MOST_PROOF, Proof, read_proof, receipt_entry
from domain.proof.spelling import base64_of, read_base64
from domain.proof.stored import read_stored, text_in

HEAD = b"greffe/carried@v1\n"
PAGE = Path(__file__).parent.parent / "carried.html"
MOST_BYTES = MOST_PROOF + (1 << 24)


class CarriedProof(NamedTuple):
    record: bytes
    sheet: bytes
    proof: Proof

    def encode(self) -> bytes:
        lines = [b"record " + base64_of(self.record).encode()]
        if self.sheet:
            lines.append(b"sheet " + base64_of(self.sheet).encode())
        return HEAD + b"".join(line + b"\n" for line in lines) + self.proof.encode()

    def entry(self) -> RecordEntry:
        """The log's entry of the record, which the receipt contains. Raises `Misspelt`, or
        `Unproven` if the record does not match the entry, or the sheet not the record."""
        entry = receipt_entry(self.proof)
        if entry != RecordEntry.of(entry.game, entry.seq, entry.prev, entry.topic, self.record):
            raise Unproven(
                "the record is not the one that was logged", "l'écriture n'est pas celle du journal"
            )
        try:
            stored = read_stored(entry.topic, self.record.decode())
        except UnicodeDecodeError:
            raise Misspelt("the record is not UTF-8", "l'écriture n'est pas en UTF-8") from None
        if self.sheet and text_in(stored, "standings") != sha256(self.sheet).hexdigest():
            raise Unproven(
                "the sheet is not the one that the record names",
                "la feuille n'est pas celle que nomme l'écriture",
            )
        return entry


def page_of(carried: CarriedProof, keys: str) -> bytes:
    """The page that checks the proof, as one file that contains the proof and the keys."""
    page = PAGE.read_text("utf-8")
    for name, text in (("proof", carried.encode().decode()), ("keys", keys)):
        slot = f'<script type="text/plain" id="given-{name}">'
        page = page.replace(slot, f"{slot}\n{text.replace('<', '')}")
    return page.encode()


def read_carried(data: bytes) -> CarriedProof:
    """Parse a carried proof without verifying it. Raises `Misspelt`."""
    if len(data) > MOST_BYTES or not data.startswith(HEAD):
        raise Misspelt("it is no proof to carry", "ce n'est pas une preuve à emporter")
    values, rest = [b"", b""], data.removeprefix(HEAD)
    for n, name in enumerate((b"record ", b"sheet ")):
        line, _, after = rest.partition(b"\n")
        if line.startswith(name):
            values[n] = read_base64(line.removeprefix(name).decode("ascii", "replace"))
            rest = after
    carried = CarriedProof(values[0], values[1], read_proof(rest))
    if carried.encode() != data:
        raise Misspelt("it is spelt in another way", "elle est écrite autrement")
    return carried
