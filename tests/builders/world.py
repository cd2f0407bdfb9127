"""A minimal log with its witnesses: the work of the service and of a witness, without either."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Self

from domain.proof.bundle.lines import Disclosure, SignedBeside, write_bundle
from domain.proof.log.checkpoints import Checkpoint, cosign, sign_checkpoint
from domain.proof.log.entries import NO_PREV, RecordEntry, read_entry
from domain.proof.log.merkle import Frontier, inclusion_proof
from domain.proof.log.mirror import Mirror
from domain.proof.log.notes import COSIGNATURE, SignerKey
from domain.proof.log.policy import Policy, read_policy
from domain.proof.log.proofs import Proof, receipt
from domain.proof.log.tiles import CHECKPOINT, entry_bundle
from domain.proof.verify.report import Report
from domain.proof.verify.verify import ComparedMaterial, verify
from tests.builders.policies import policy_text
from tests.builders.tiles import new_tiles, tile_bytes, tree_root
from tests.domain.proof.agreeing import agree

ORIGIN = "greffe.example/log"
LOG = SignerKey(ORIGIN, bytes([1]) * 32)
CLUB = SignerKey("club.example/w", bytes([2]) * 32, COSIGNATURE)
RIVAL = SignerKey("rival.example/w", bytes([3]) * 32, COSIGNATURE)
WITNESSES = (CLUB, RIVAL)
TIME = 1_767_225_600

Record = tuple[str, bytes]
"""A topic and stored bytes."""


def policy(
    threshold: int = 2,
    logs: Sequence[SignerKey] = (LOG,),
    witnesses: Sequence[SignerKey] = WITNESSES,
) -> Policy:
    named = [(f"w{i}", w.verifier) for i, w in enumerate(witnesses)]
    return read_policy(policy_text([key.verifier for key in logs], named, threshold).encode())


class World:
    def __init__(self, key: SignerKey = LOG) -> None:
        self.key = key
        self.entries: list[bytes] = []
        self.nodes: dict[tuple[int, int], bytes] = {}
        self.games: dict[str, list[Record]] = {}
        self.at: dict[tuple[str, int], int] = {}
        self._frontier = Frontier()
        self._last: dict[str, bytes] = {}

    @property
    def size(self) -> int:
        return len(self.entries)

    def fetch(self, level: int, index: int) -> bytes:
        return self.nodes[level, index]

    def append(self, entry: bytes) -> int:
        from domain.proof.log.merkle import leaf_hash

        self.nodes.update(
            {(n.level, n.index): n.hash for n in self._frontier.append(leaf_hash(entry))}
        )
        self.entries.append(entry)
        return self.size - 1

    def record(self, game: str, topic: str, stored: bytes) -> RecordEntry:
        records = self.games.setdefault(game, [])
        entry = RecordEntry.of(game, len(records) + 1, self._last.get(game, NO_PREV), topic, stored)
        records.append((topic, stored))
        self._last[game] = entry.leaf
        self.at[game, entry.seq] = self.append(entry.encode())
        return entry

    def play(self, game: str, records: Iterable[Record]) -> Self:
        for topic, stored in records:
            self.record(game, topic, stored)
        return self

    def head(self, size: int | None = None) -> Checkpoint:
        size = self.size if size is None else size
        return Checkpoint(self.key.verifier.name, size, tree_root(size, self.fetch))

    def signed(
        self,
        size: int | None = None,
        witnesses: Sequence[SignerKey] = WITNESSES,
        keys: Sequence[SignerKey] = (),
    ) -> bytes:
        note = sign_checkpoint(self.head(size), keys or (self.key,))
        return note.with_signatures(
            cosign(note.text, w, TIME + i) for i, w in enumerate(witnesses)
        ).encode()

    def proof(self, game: str, seq: int, size: int | None = None, **signed: Any) -> Proof:
        size = self.size if size is None else size
        index = self.at[game, seq]
        return Proof(index, inclusion_proof(index, size, self.fetch), self.signed(size, **signed))

    def receipt(self, game: str, seq: int, size: int | None = None, **signed: Any) -> Proof:
        proof = self.proof(game, seq, size, **signed)
        entry: Any = read_entry(self.entries[proof.index])
        return receipt(entry, proof.index, proof.hashes, proof.checkpoint)

    def bundle(
        self,
        game: str,
        upto: int | None = None,
        proof: Proof | None = None,
        disclosures: Iterable[Disclosure] = (),
        catalog: str | None = None,
        signed: Iterable[SignedBeside] = (),
    ) -> bytes:
        records = self.games[game][:upto]
        return b"".join(
            write_bundle(
                game, records, proof or self.proof(game, len(records)), disclosures, catalog, signed
            )
        )

    def mirror(self, folder: Path, size: int | None = None) -> Mirror:
        size = self.size if size is None else size
        for tile in new_tiles(0, size):
            path = folder / str(tile)
            path.parent.mkdir(parents=True, exist_ok=True)
            first = tile.index * 256
            entries = self.entries[first : first + tile.width]
            path.write_bytes(
                entry_bundle(entries) if tile.level is None else tile_bytes(tile, self.fetch)
            )
        (folder / CHECKPOINT).write_bytes(self.signed(size))
        return Mirror(folder)


def audit(
    bundle: bytes, by: Policy | None = None, *, second: bool = True, **against: Any
) -> Report:
    """The verifier's report on a bundle under a policy (`by`). `against`: what else the auditor
    has, as in `ComparedMaterial`. With `second`, fails unless the second verifier gives the same
    verdict."""
    held, by = ComparedMaterial(**against), by or policy()
    report = verify(BytesIO(bundle), by, held)
    if second:
        folder = held.mirror and held.mirror.folder
        agree(
            report,
            bundle,
            by,
            held.receipts,
            folder,
            pass_unknown=held.pass_unknown,
            campaign=held.campaign,
        )
    return report


def verified(report: Report) -> Report:
    assert report.verdict == "verified", "\n".join(report.text("en"))
    return report


def lines(bundle: bytes) -> list[bytes]:
    return [line + b"\n" for line in bundle.split(b"\n")[:-1]]
