"""Two heads of one log: do they tell one story? Where they do not, the log signed two, and the two files are the evidence.

A head is given as a checkpoint, or as anything that holds one: a proof, a receipt, a bundle.
"""

from __future__ import annotations

from io import BytesIO
from typing import BinaryIO

from domain.ledger.bundle import ProofText
from domain.ledger.bundle_reader import BundleReader
from domain.ledger.checkpoints import Opened, open_checkpoint
from domain.ledger.errors import Misspelt, Refused, Said
from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.mirror import Mirror
from domain.ledger.policy import Policy
from domain.ledger.proofs import HEAD, MOST_BYTES, read_proof
from domain.ledger.report import Report
from domain.ledger.spelling import base64_of, shown


def read_head(stream: BinaryIO) -> bytes:
    """The note of the checkpoint in a file of any of these kinds, unverified. Raises `Misspelt`."""
    start = stream.read(MOST_BYTES + 1)
    if start.startswith(b"{"):
        reader = BundleReader(_Again(start, stream))
        for _ in reader.records():
            pass
        for line in reader.beside():
            if isinstance(line, ProofText):
                return read_proof(line.text.encode()).checkpoint
    if start.startswith(HEAD.encode()):
        return read_proof(start).checkpoint
    return start


class _Again(BytesIO):
    """A stream whose start was read already."""

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        super().__init__(start)
        self._rest = rest

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(size) or self._rest.read(-1 if size is None else size)


def compare(first: bytes, second: bytes, policy: Policy, mirror: Mirror | None = None) -> Report:
    """Compare two signed checkpoints of one log by the log keys of the policy. Of one size they have to be alike; of two sizes, a
    copy of the log says whether both are its heads. The verdict is *failed* where there is evidence against the log."""
    report = Report("greffe compare")
    try:
        a, b = (open_checkpoint(data, policy.logs.values()) for data in (first, second))
    except Refused as e:
        report.fail("signature", e.said)
        return report
    for opened in (a, b):
        _show(report, opened)
    one, other = a.checkpoint, b.checkpoint
    if one.origin != other.origin:
        said = Said(
            "these are heads of different logs: nothing can be compared", "ces têtes sont de deux journaux : rien à comparer"
        )
        report.add("heads", "open", said)
    elif one.size == other.size and one.root != other.root:
        keys = ", ".join(sorted({key.label for opened in (a, b) for key in opened.keys}))
        said = Said(
            f"the log signed two roots for size {one.size}, with {keys}: these two heads are the evidence",
            f"le journal a signé deux racines pour la taille {one.size}, avec {keys} : ces deux têtes le prouvent",
        )
        report.fail("heads", said)
    elif one.size == other.size:
        report.add("heads", "ok", Said("they are one head", "c'est la même tête"))
    elif mirror is None:
        said = Said(
            "they have two sizes: a copy of the log is needed to compare them", "deux tailles : il faut une copie du journal"
        )
        report.add("heads", "open", said)
    else:
        _on_mirror(report, (a, b), mirror, policy)
    return report


def _show(report: Report, opened: Opened) -> None:
    at = opened.checkpoint
    said = Said(
        f"size {at.size}, root {base64_of(at.root)}, signed by {', '.join(key.label for key in opened.keys)}",
        f"taille {at.size}, racine {base64_of(at.root)}, signée par {', '.join(key.label for key in opened.keys)}",
    )
    report.add("signature", "ok", said)
    report.evidence.append(opened.note.encode().decode())


def _on_mirror(report: Report, heads: tuple[Opened, Opened], mirror: Mirror, policy: Policy) -> None:
    """Whether each is a head of the log in the copy."""
    try:
        copy = mirror.head(policy).checkpoint
        if copy.origin != heads[0].checkpoint.origin:
            raise Misspelt(f"the copy is of the log {shown(copy.origin)}", f"la copie est celle du journal {shown(copy.origin)}")
        frontier = Frontier()
        roots = {0: frontier.root()}
        for entry in mirror.entries(copy.size):
            frontier.append(leaf_hash(entry))
            if frontier.size in (heads[0].checkpoint.size, heads[1].checkpoint.size):
                roots[frontier.size] = frontier.root()
        if frontier.root() != copy.root:
            raise Misspelt("the copy does not have the root that was signed", "la copie n'a pas la racine signée")
    except Refused as e:
        report.fail("log", e.said)
        return
    for at in (opened.checkpoint for opened in heads):
        if at.size not in roots:
            said = Said(
                f"the copy ends before size {at.size}: fetch it again", f"la copie finit avant la taille {at.size} : reprenez-la"
            )
            report.add("log", "open", said)
        elif roots[at.size] != at.root:
            said = Said(
                f"the log in the copy, of size {copy.size}, never had the head of size {at.size}: it signed two histories",
                f"le journal de la copie, de taille {copy.size}, n'a jamais eu cette tête de taille {at.size} : deux histoires",
            )
            report.fail("log", said)
        else:
            said = Said(f"the head of size {at.size} is one of the log's", f"la tête de taille {at.size} est bien du journal")
            report.add("log", "ok", said)
