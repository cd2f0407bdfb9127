"""The audit of a bundle: everything it says, computed again from its bytes and held against the policy.

Records are chained into leaves; the last leaf is proven to be in the log; the log's head is signed, and cosigned by as many
witnesses as the policy asks for. Beside that, what the records tell of chance, signatures and commitments is checked. A copy of
the log, or receipts, tell whether anything is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from domain.ledger import wording
from domain.ledger.bundle import BundleRecord, CatalogText, Disclosure, ProofText
from domain.ledger.bundle_reader import BundleReader
from domain.ledger.chain import Chain
from domain.ledger.errors import Misspelt, Refused, Said, Unproven
from domain.ledger.mirror import Mirror, compare_game
from domain.ledger.policy import Policy, Trusted
from domain.ledger.proofs import Proof, read_proof, receipt_entry
from domain.ledger.report import Report
from domain.ledger.story import Story


@dataclass(frozen=True)
class Against:
    """What a bundle is held against, beside the policy: a copy of the log, and receipts for single records.

    `pass_unknown`: signatures by keys that the policy does not name are passed over, as C2SP has it, instead of refused.
    """

    mirror: Mirror | None = None
    receipts: Sequence[bytes] = ()
    pass_unknown: bool = False


def verify(stream: BinaryIO, policy: Policy, against: Against | None = None) -> Report:
    """Audit the bundle in a stream, which is read once. Every refusal is a line of the report; nothing is raised but what the
    stream itself raises."""
    report = Report("greffe verify")
    try:
        reader = BundleReader(stream)
        report.subject = f"greffe verify: {reader.game}"
        audit = _Audit(report, policy, against or Against(), reader.game)
        audit.read(reader)
    except Refused as e:
        report.fail("bundle", e.said, e.record)
    else:
        audit.judge()
    return report


class _Audit:
    """One audit while it goes on."""

    def __init__(self, report: Report, policy: Policy, against: Against, game: str) -> None:
        self._report, self._policy, self._against, self._game = report, policy, against, game
        self._chain = Chain(game)
        self._story: Story | None = Story(game, self._chain.leaf)
        self._beside: list[CatalogText | Disclosure] = []
        self._proof = ""

    def read(self, reader: BundleReader) -> None:
        """Take in the whole bundle. Raises `Misspelt`, `Unproven` where it cannot be read on."""
        seq, add = 0, self._chain.add
        for line in reader.lines():
            if isinstance(line, BundleRecord):
                seq += 1
                add(line, seq)
                if self._story is not None:
                    self._tell(self._story, line)
            elif isinstance(line, ProofText):
                self._proof = line.text
            else:
                self._beside.append(line)
        if not seq:
            raise Misspelt("it has no records", "il n'a pas d'écritures")

    def _tell(self, story: Story, line: BundleRecord) -> None:
        """What a record tells; the first that tells something wrong ends the story, while the chain goes on."""
        try:
            story.take(line.seq, line.topic, line.text)
        except Refused as e:
            self._report.fail("records", e.said, e.record or line.seq)
            self._story = None

    def judge(self) -> None:
        """Hold what was read against the policy, and against the rest."""
        if self._story is not None:
            wording.tell(self._report, self._story, self._chain.records)
            self._disclosed(self._story)
        trusted = self._trusted()
        if trusted and self._against.mirror:
            self._mirrored(self._against.mirror, trusted)
        for data in self._against.receipts:
            self._received(data)

    def _trusted(self) -> Trusted | None:
        """The head that the proof leads to, if the policy accepts it; and whether the last record is in the log under it."""
        try:
            proof = read_proof(self._proof.encode("utf-8", "surrogatepass"))
            if proof.extra:
                raise Unproven(
                    "the proof carries extra data, which nothing vouches for",
                    "la preuve porte des données en plus, que rien ne garantit",
                )
            trusted = self._policy.accept(proof.checkpoint, strict=not self._against.pass_unknown)
        except Refused as e:
            self._report.fail("proof", e.said)
            return None
        wording.head(self._report, trusted, len(self._policy.witnesses))
        self._in_log(proof, trusted)
        return trusted

    def _in_log(self, proof: Proof, trusted: Trusted) -> None:
        n = self._chain.records
        try:
            proof.check(self._chain.leaf(n), trusted.checkpoint)
        except Unproven as e:
            en = f"{e.said.en}; it, or one before it, is not as it was logged"
            fr = f"{e.said.fr} ; elle, ou une autre avant elle, n'est pas comme au journal"
            self._report.fail("proof", Said(en, fr), n)
        else:
            wording.in_log(self._report, n, proof.index, self._chain.leaf(n))

    def _disclosed(self, story: Story) -> None:
        if self._beside:
            try:
                n = story.disclose(self._beside)
            except Refused as e:
                self._report.fail("disclosed", e.said)
            else:
                wording.disclosed(self._report, n)

    def _mirrored(self, mirror: Mirror, trusted: Trusted) -> None:
        chain = self._chain
        try:
            found = compare_game(mirror, self._policy, self._game, chain.records, chain.leaf, trusted.checkpoint)
        except Refused as e:
            self._report.fail("log", e.said)
        else:
            wording.mirrored(self._report, found, chain.records)

    def _received(self, data: bytes) -> None:
        """A receipt: the record it is for has to be in the bundle as it was logged."""
        report, chain = self._report, self._chain
        try:
            proof = read_proof(data)
            entry = receipt_entry(proof)
            head = self._policy.accept(proof.checkpoint)
            proof.check(entry.leaf, head.checkpoint)
        except Refused as e:
            report.fail("receipt", e.said)
            return
        wording.received(report, entry, head, chain.leaf(entry.seq) if entry.seq <= chain.records else None, self._game)
