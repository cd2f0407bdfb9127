"""Every single byte of a file of bundles changed, one at a time, without auditing the whole file
for each.

A bundle is a chain: a record's line is refused in another spelling, or it is another record, whose
leaf differs, and so does every leaf after it, up to the one that the proof is for. What stands
beside the records is bound to one of them, and the proof to the last leaf. So a change is looked at
where it is: in its line, as the reader reads it, from the leaves before it.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import NamedTuple

from domain.proof.bundle.lines import CatalogText, Disclosure, ProofText, SignedBeside
from domain.proof.bundle.reader import BundleReader
from domain.proof.errors import Refused
from domain.proof.log.policy import Policy
from domain.proof.log.proofs import read_proof
from tests.builders.world import lines

HASH = 32


class Part(NamedTuple):
    """One bundle of a file: where it begins, its lines with their LF, and the leaves of its
    records, one after the other."""

    start: int
    lines: tuple[bytes, ...]
    leaves: bytes

    @property
    def records(self) -> int:
        return len(self.leaves) // HASH


def parts(file: bytes) -> list[Part]:
    parts_found: list[Part] = []
    reader: BundleReader | None = BundleReader.of(BytesIO(file))
    starts = [0, *(at + 1 for at in range(len(file) - 1) if file[at : at + 12] == b'\n{"format":"')]
    for start, end in zip(starts, [*starts[1:], len(file)], strict=True):
        reader.every = True
        list(reader.records())
        list(reader.beside())
        parts_found.append(Part(start, tuple(lines(file[start:end])), reader.leaves))
        reader = reader.following()
    return parts_found


def unnoticed(file: bytes, policy: Policy, bits: Iterable[int]) -> Iterator[int]:
    parts_found = parts(file)
    place = 0
    positions = iter(sorted(bits))
    bit = next(positions, -1)
    for part in parts_found:
        place = part.start
        for number, line in enumerate(part.lines):
            while 0 <= bit < 8 * (place + len(line)):
                changed = bytearray(line)
                changed[bit // 8 - place] ^= 1 << bit % 8
                if not _noticed(part, number, bytes(changed), policy):
                    yield bit
                bit = next(positions, -1)
            place += len(line)


def _noticed(part: Part, number: int, changed: bytes, policy: Policy) -> bool:
    """Whether a line of a bundle, changed, is refused or is another record than the proof is
    for."""
    after = (
        part.lines[number + 1 :] if number > part.records else part.lines[number + 1 : number + 2]
    )
    head = changed if number == 0 else part.lines[0] + changed
    try:
        reader = BundleReader.of(BytesIO(head + b"".join(after)))
        reader.every = True
        reader._leaves = bytearray(part.leaves[: HASH * min(max(number - 1, 0), part.records)])
        list(reader.records())
        if number <= part.records:
            last = max(number, 1)
            return (
                reader.count < last
                or reader.leaf(last) != part.leaves[HASH * (last - 1) : HASH * last]
            )
        beside = list(reader.beside())
        if reader.count != part.records or len(beside) != len(part.lines) - number:
            return True  # a record more, or a line: the proof is for another record then
        return _other(part, beside[0], policy)
    except Refused:
        return True


def _other(
    part: Part, line: CatalogText | Disclosure | SignedBeside | ProofText, policy: Policy
) -> bool:
    """Whether something beside the records, well spelt, is found not to be what they commit to."""
    there = b"".join(part.lines[1 : part.records + 1])
    if isinstance(line, CatalogText):
        return line.sha256.encode() not in there
    if isinstance(line, Disclosure):
        line.check()
        return line.commitment.encode() not in there
    assert isinstance(line, ProofText), "no game of these tests was signed once it was closed"
    proof = read_proof(line.text.encode())
    if proof.extra:
        return True
    proof.check(part.leaves[-HASH:], policy.open(proof.checkpoint, strict=True).checkpoint)
    return False
