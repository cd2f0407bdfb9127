"""A comparison of two heads of one log and of the records under them. If they contradict each
other, the log signed two histories, and the report is the evidence.

Each side is a checkpoint or a file that contains one: a proof, a receipt, a bundle, a copy of the
log. Two roots for one size contradict each other. Whatever the sizes, so do two leaves of one
record, two entries at one index, and a record whose predecessor was logged differently.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from domain.proof.errors import Misspelt, Refused, Sentence
from domain.proof.log.checkpoints import OpenedCheckpoint, cosigned_by, open_checkpoint
from domain.proof.log.entries import FIRST, RecordEntry, read_entry
from domain.proof.log.merkle import Frontier, inclusion_proof, leaf_hash, node_hash
from domain.proof.log.mirror import Mirror
from domain.proof.log.policy import Policy
from domain.proof.log.proofs import Proof
from domain.proof.spelling import base64_of, shown
from domain.proof.verify.exhibits import Exhibit
from domain.proof.verify.report import Report


def compare(
    first: Exhibit, second: Exhibit, policy: Policy, mirror: Mirror | None = None
) -> Report:
    """Compare what two files show of one log. Their heads must be signed by a log key of the
    policy. Two heads of one size must be equal. To compare heads of two sizes takes a copy of the
    log: `mirror`, or one of the sides. The verdict is *failed* if there is evidence against the
    log, or if a side is invalid by itself."""
    report = Report("greffe compare")
    try:
        sides = [
            _Side(head, open_checkpoint(head.note, policy.logs.values()))
            for head in (first, second)
        ]
    except Refused as e:
        report.fail("signature", e.said)
        return report
    for side in sides:
        _report_head(report, side.head)
    checkpoint, other = (side.head.checkpoint for side in sides)
    if checkpoint.origin != other.origin:
        sentence = Sentence(
            "these are heads of different logs: nothing can be compared",
            "ces têtes sont de deux journaux : rien à comparer",
        )
        report.add("heads", "open", sentence)
        return report
    held = [side for side in sides if _is_under_own_head(report, side)]
    copies = [
        *(side.exhibit.mirror for side in sides if side.exhibit.mirror),
        *([mirror] if mirror else []),
    ]
    _compare_heads(report, sides, copied=bool(copies))
    contradictions = _Contradictions(report, policy)
    if len(held) == len(sides):
        contradictions.report_records(*held)
        contradictions.report_indexes(*held)
    walked = [
        walk
        for copy in copies
        if (walk := _compare_with_copy(report, sides, held, copy, policy)) is not None
    ]
    for walk in walked:
        contradictions.report_copy(walk)
    if len(walked) > 1:
        contradictions.report_copies(walked[0], walked[1])
    return report


@dataclass(frozen=True, slots=True)
class _Side:
    exhibit: Exhibit
    head: OpenedCheckpoint


@dataclass(slots=True)
class _ReadCopy:
    """A copy of the log that was read once, and the sides that it contradicts, by index in the log.
    `entries`: the copy has another entry at the index of the side's last record. `records`:
    the entry at this index is another one for a record of the side, or is for the next record and
    names another predecessor."""

    mirror: Mirror
    head: OpenedCheckpoint
    entries: dict[int, _Side] = field(default_factory=dict)
    records: dict[int, tuple[_Side, RecordEntry]] = field(default_factory=dict)


def _report_head(report: Report, opened: OpenedCheckpoint) -> None:
    at = opened.checkpoint
    sentence = Sentence(
        f"size {at.size}, root {base64_of(at.root)}, signed by "
        f"{', '.join(key.label for key in opened.keys)}",
        f"taille {at.size}, racine {base64_of(at.root)}, signée par "
        f"{', '.join(key.label for key in opened.keys)}",
    )
    report.add("signature", "ok", sentence)
    report.evidence.append(opened.note.encode().decode())


def _is_under_own_head(report: Report, side: _Side) -> bool:
    """Whether a side's records are under its own head; if not, this is reported. Its records then
    show nothing about the log."""
    try:
        side.exhibit.check(side.head.checkpoint)
    except Refused as e:
        report.fail("proof", e.said, side.exhibit.last)
        return False
    return True


def _compare_heads(report: Report, sides: Sequence[_Side], *, copied: bool) -> None:
    first, other = (side.head.checkpoint for side in sides)
    if first.size == other.size and first.root != other.root:
        keys = ", ".join(sorted({key.label for side in sides for key in side.head.keys}))
        sentence = Sentence(
            f"the log signed two roots for size {first.size}, with {keys}: these two heads are the "
            f"evidence",
            f"le journal a signé deux racines pour la taille {first.size}, avec {keys} : ces deux "
            f"têtes le prouvent",
        )
        report.fail("heads", sentence)
    elif first.size == other.size:
        report.add("heads", "ok", Sentence("they are one head", "c'est la même tête"))
    elif not copied:
        sentence = Sentence(
            "they have two sizes: a copy of the log is needed to compare them",
            "deux tailles : il faut une copie du journal",
        )
        report.add("heads", "open", sentence)


def _compare_with_copy(
    report: Report, sides: Sequence[_Side], held: Sequence[_Side], mirror: Mirror, policy: Policy
) -> _ReadCopy | None:
    """Read a copy of the log once, and compare with it the heads of all `sides`, and the records of
    the sides in `held`. Returns the copy with the sides that it contradicts; None if the copy is
    invalid by itself."""
    try:
        walk = _ReadCopy(mirror, open_checkpoint(mirror.note(), policy.logs.values()))
        copy = walk.head.checkpoint
        if copy.origin != sides[0].head.checkpoint.origin:
            raise Misspelt(
                f"the copy is of the log {shown(copy.origin)}",
                f"la copie est celle du journal {shown(copy.origin)}",
            )
        frontier = Frontier()
        roots = {0: frontier.root()}
        for index, data in enumerate(mirror.entries(copy.size)):
            leaf = leaf_hash(data)
            frontier.append(leaf)
            for side in held:
                _compare_entry(walk, side, index, data, leaf)
            if frontier.size in {side.head.checkpoint.size for side in sides}:
                roots[frontier.size] = frontier.root()
        if frontier.root() != copy.root:
            raise Misspelt(
                "the copy does not have the root that was signed",
                "la copie n'a pas la racine signée",
            )
    except Refused as e:
        report.fail("log", e.said)
        return None
    for at in (side.head.checkpoint for side in sides if side.exhibit.mirror is not mirror):
        if at.size not in roots:
            sentence = Sentence(
                f"the copy ends before size {at.size}: fetch it again",
                f"la copie finit avant la taille {at.size} : reprenez-la",
            )
            report.add("log", "open", sentence)
        elif roots[at.size] != at.root:
            sentence = Sentence(
                f"the log in the copy, of size {copy.size}, never had the head of size {at.size}: "
                f"it signed two histories",
                f"le journal de la copie, de taille {copy.size}, n'a jamais eu cette tête de "
                f"taille {at.size} : deux histoires",
            )
            report.fail("log", sentence)
        else:
            sentence = Sentence(
                f"the head of size {at.size} is one of the log's",
                f"la tête de taille {at.size} est bien du journal",
            )
            report.add("log", "ok", sentence)
    return walk


def _compare_entry(walk: _ReadCopy, side: _Side, index: int, data: bytes, leaf: bytes) -> None:
    """Compare the entry at `index` of a copy with a side's records, and store in `walk` the first
    contradiction of each kind."""
    exhibit = side.exhibit
    if index == exhibit.index and leaf != exhibit.leaf(exhibit.last):
        walk.entries.setdefault(index, side)
    if (
        not exhibit.topics
        or walk.records
        or not data.startswith(b"greffe/record@v1\ngame %b\n" % exhibit.game.encode())
    ):
        return
    entry = read_entry(data)
    assert isinstance(entry, RecordEntry)
    known = exhibit.leaf(entry.seq)
    if (known is not None and known != leaf) or (
        entry.seq == exhibit.last + 1 and entry.prev != exhibit.leaf(exhibit.last)
    ):
        walk.records[index] = side, entry


class _Contradictions:
    """Adds contradictions to a report, with the keys that signed them, and each piece of evidence
    once."""

    def __init__(self, report: Report, policy: Policy) -> None:
        self._report, self._policy = report, policy

    def report_records(self, a: _Side, b: _Side) -> None:
        x, y = a.exhibit, b.exhibit
        if x.game != y.game or not x.topics or not y.topics:
            return
        start, stop = max(x.first - 1, y.first - 1, FIRST), min(x.last, y.last) + 1
        seq = next((n for n in range(start, stop) if x.leaf(n) != y.leaf(n)), None)
        if seq is None:
            return
        if seq < max(x.first, y.first) and seq + 1 < stop:
            seq += 1  # both have the record that follows two, and so it is two itself
        self._report_two_records(
            x.game,
            seq,
            (x.first <= seq, y.first <= seq),
            (x.leaf(seq) or b"", y.leaf(seq) or b""),
            (a.head, b.head),
        )
        self._add_evidence(x.evidence_texts(seq), y.evidence_texts(seq))

    def report_indexes(self, a: _Side, b: _Side) -> None:
        """Report it if the last records of two sides differ and have the same index in the log."""
        x, y = a.exhibit, b.exhibit
        if x.index is None or x.index != y.index or x.leaf(x.last) == y.leaf(y.last):
            return
        self._report_two_entries(
            x.index, (x.leaf(x.last) or b"", y.leaf(y.last) or b""), (a.head, b.head)
        )
        self._add_evidence(x.evidence_texts(x.last), y.evidence_texts(y.last))

    def report_copy(self, walk: _ReadCopy) -> None:
        for index, (side, entry) in walk.records.items():
            exhibit, seq = side.exhibit, entry.seq
            if seq == exhibit.last + 1:
                self._report_two_records(
                    entry.game,
                    seq - 1,
                    (True, False),
                    (exhibit.leaf(exhibit.last) or b"", entry.prev),
                    (side.head, walk.head),
                )
            else:
                self._report_two_records(
                    entry.game,
                    seq,
                    (seq >= exhibit.first, True),
                    (exhibit.leaf(seq) or b"", entry.leaf),
                    (side.head, walk.head),
                )
            self._add_evidence(
                exhibit.evidence_texts(min(seq, exhibit.last)), [_receipt_text(walk, index)]
            )
        for index, side in walk.entries.items():
            data = _entry_of_copy(walk, index)
            self._report_two_entries(
                index,
                (side.exhibit.leaf(side.exhibit.last) or b"", leaf_hash(data)),
                (side.head, walk.head),
            )
            self._add_evidence(
                side.exhibit.evidence_texts(side.exhibit.last), [_receipt_text(walk, index)]
            )

    def report_copies(self, a: _ReadCopy, b: _ReadCopy) -> None:
        pairs = zip(
            a.mirror.entries(a.head.checkpoint.size),
            b.mirror.entries(b.head.checkpoint.size),
            strict=False,
        )
        apart = next(((index, x, y) for index, (x, y) in enumerate(pairs) if x != y), None)
        if apart is None:
            return
        index, x, y = apart
        self._report_two_entries(index, (leaf_hash(x), leaf_hash(y)), (a.head, b.head))
        self._add_evidence([_receipt_text(a, index)], [_receipt_text(b, index)])

    # -- what is said ------------------------------------------------------------------------------

    def _report_two_records(
        self,
        game: str,
        seq: int,
        has: tuple[bool, bool],
        leaves: tuple[bytes, bytes],
        heads: tuple[OpenedCheckpoint, OpenedCheckpoint],
    ) -> None:
        """Report that a record has two versions. `has` says for each side whether it shows the
        record itself, or only a successor that names its leaf."""
        x, y = map(base64_of, leaves)
        who = self._signed_by(heads)
        if all(has):
            sentence = Sentence(
                f"record {seq} of game {game} is two, with the leaves {x} and {y}: {who.en}",
                f"l'écriture {seq} de la partie {game} en est deux, de feuilles {x} et {y} : "
                f"{who.fr}",
            )
        else:
            own, other = (x, y) if has[0] else (y, x)
            sentence = Sentence(
                f"record {seq + 1} of game {game} follows the leaf {other}, and record {seq} has "
                f"the leaf {own}: {who.en}",
                f"l'écriture {seq + 1} de la partie {game} suit la feuille {other}, et l'écriture "
                f"{seq} a la feuille {own} : "
                f"{who.fr}",
            )
        self._report.fail("records", sentence, seq)

    def _report_two_entries(
        self,
        index: int,
        leaves: tuple[bytes, bytes],
        heads: tuple[OpenedCheckpoint, OpenedCheckpoint],
    ) -> None:
        x, y = map(base64_of, leaves)
        who = self._signed_by(heads)
        sentence = Sentence(
            f"entry {index} of the log is two, with the leaves {x} and {y}: {who.en}",
            f"l'entrée {index} du journal en est deux, de feuilles {x} et {y} : {who.fr}",
        )
        self._report.fail("log", sentence)

    def _signed_by(self, heads: tuple[OpenedCheckpoint, OpenedCheckpoint]) -> Sentence:
        (a, b), sizes = (
            (self._signers(head) for head in heads),
            [head.checkpoint.size for head in heads],
        )
        return Sentence(
            f"the one under size {sizes[0]}, signed by {a.en}; the other under size {sizes[1]}, "
            f"signed by {b.en}",
            f"l'une sous la taille {sizes[0]}, signée par {a.fr} ; l'autre sous la taille "
            f"{sizes[1]}, signée par {b.fr}",
        )

    def _signers(self, head: OpenedCheckpoint) -> Sentence:
        keys = ", ".join(key.label for key in head.keys)
        try:
            seen = cosigned_by(head.note, self._policy.witnesses.values())
        except Refused:  # a line that no witness signed is no evidence against the log
            seen = ()
        witnesses = ", ".join(cosigned.key.label for cosigned in seen)
        if not witnesses:
            return Sentence(keys, keys)
        return Sentence(
            f"{keys} and cosigned by {witnesses}", f"{keys} et cosignée par {witnesses}"
        )

    def _add_evidence(self, *texts: list[str]) -> None:
        for text in (text for group in texts for text in group):
            if text not in self._report.evidence:
                self._report.evidence.append(text)


# -- out of a copy ---------------------------------------------------------------------------------


def _entry_of_copy(walk: _ReadCopy, index: int) -> bytes:
    return next(
        data
        for at, data in enumerate(walk.mirror.entries(walk.head.checkpoint.size))
        if at == index
    )


def _receipt_text(walk: _ReadCopy, index: int) -> str:
    """The receipt, as text, for the entry at `index` of a copy, made from the copy's entries."""
    size = walk.head.checkpoint.size
    leaves = [leaf_hash(data) for data in walk.mirror.entries(size)]

    @cache
    def node(level: int, at: int) -> bytes:
        return (
            node_hash(node(level - 1, 2 * at), node(level - 1, 2 * at + 1)) if level else leaves[at]
        )

    proof = Proof(
        index,
        inclusion_proof(index, size, node),
        walk.head.note.encode(),
        _entry_of_copy(walk, index),
    )
    return proof.encode().decode()
