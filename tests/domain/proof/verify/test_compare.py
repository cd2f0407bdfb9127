from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from domain.proof.bundle.pieces import PIECE
from domain.proof.errors import Misspelt
from domain.proof.log.entries import RecordEntry, read_entry
from domain.proof.log.merkle import leaf_hash
from domain.proof.log.mirror import Mirror
from domain.proof.log.notes import SignerKey
from domain.proof.log.policy import Policy
from domain.proof.log.proofs import Proof, read_proof, receipt_entry
from domain.proof.verify import compare as comparing
from domain.proof.verify.exhibits import read_exhibit, read_log_copy
from domain.proof.verify.report import Report
from tests.builders.refusals import refused_with
from tests.builders.world import CLUB, LOG, RIVAL, Record, World, policy
from tests.domain.proof.games import RecordedTable, small_game
from tests.domain.proof.refusing import failed


def compare(
    first: bytes | Path, second: bytes | Path, by: Policy, mirror: Mirror | None = None
) -> Report:
    a, b = (
        read_log_copy(shown) if isinstance(shown, Path) else read_exhibit(BytesIO(shown))
        for shown in (first, second)
    )
    return comparing.compare(a, b, by, mirror)


@pytest.fixture
def other() -> World:
    other = World()
    for i in range(40):
        other.append(b"other %d" % i)
    return other


def test_one_head_and_two_heads_of_the_log(world: World, tmp_path: Path) -> None:
    assert compare(world.signed(), world.signed(witnesses=()), policy()).exit == 0
    report = compare(world.signed(12), world.signed(), policy())
    assert (report.exit, report.verdict) == (3, "not complete")
    assert "a copy of the log is needed" in report.said.en
    assert compare(world.signed(12), world.signed(), policy(), world.mirror(tmp_path)).exit == 0
    assert compare(world.signed(0), world.signed(), policy(), world.mirror(tmp_path)).exit == 0


def test_two_histories(world: World, other: World, tmp_path: Path) -> None:
    failed(
        compare(world.signed(20), other.signed(20), policy()),
        "the log signed two roots for size 20",
    )
    mirror = world.mirror(tmp_path)
    failed(
        compare(world.signed(20), other.signed(12), policy(), mirror),
        "never had the head of size 12",
    )
    report = compare(world.signed(20), other.signed(40), policy(), mirror)
    assert report.exit == 3
    assert "the copy ends before size 40" in report.said.en
    assert report.json()["evidence"] == [world.signed(20).decode(), other.signed(40).decode()]


def test_heads_that_cannot_be_compared(world: World, other: World, tmp_path: Path) -> None:
    foreign = SignerKey.generate("elsewhere.example/log")
    apart = World(foreign)
    apart.append(b"x")
    keys = policy(logs=[LOG, foreign])
    assert "different logs" in compare(world.signed(), apart.signed(), keys).said.en
    failed(compare(world.signed(), apart.signed(), policy()), "for which no key is known")
    failed(compare(world.signed(), b"x", policy()), "no signatures")
    failed(
        compare(world.signed(1), world.signed(), policy(), other.mirror(tmp_path)),
        "never had the head",
    )
    failed(
        compare(world.signed(1), world.signed(), keys, apart.mirror(tmp_path / "apart")),
        "the copy is of the log",
    )
    entries = tmp_path / "tile/entries/000.p/40"
    entries.write_bytes(entries.read_bytes().replace(b"other 7", b"other 8"))
    failed(
        compare(world.signed(1), world.signed(), policy(), Mirror(tmp_path)),
        "does not have the root that was signed",
    )


def test_a_head_is_found_in_checkpoints_proofs_receipts_and_bundles(world: World) -> None:
    note = world.signed()
    long = World().play(
        "g1",
        RecordedTable(chance="table").open().add("NoteAdded", text="", x="y" * (2 * PIECE)).records,
    )
    for data in (
        note,
        world.proof("g1", 3).encode(),
        world.receipt("g1", 3).encode(),
        world.bundle("g1"),
    ):
        assert read_exhibit(BytesIO(data)).note == note
    assert read_exhibit(BytesIO(long.bundle("g1"))).note == long.signed()
    many = World().play(
        "g1",
        [
            *small_game()[:1],
            *RecordedTable(chance="table").open().add("NoteAdded", x="y" * 10**6).records[1:] * 4,
        ],
    )
    assert read_exhibit(BytesIO(many.bundle("g1"))).note == many.signed()
    for bad in (b'{"format":1}\n', b"{", b"c2sp.org/tlog-proof@v1\n"):
        refused_with(Misspelt, "", read_exhibit, BytesIO(bad))


# -- records ---------------------------------------------------------------------------------------


def log_of(records: list[Record], *before: bytes, after: int = 0) -> World:
    """A log with our own key: entries in `before`, then one game, then `after` further entries."""
    world = World()
    for entry in before:
        world.append(entry)
    world.play("g1", records)
    for n in range(after):
        world.append(b"later %d" % n)
    return world


def changed(records: list[Record], seq: int) -> list[Record]:
    topic, stored = records[seq - 1]
    return [*records[: seq - 1], (topic, stored + b" "), *records[seq:]]


def convicts(report: Report, says: str, *by: SignerKey) -> None:
    """Fail unless the report names everybody who signed, and its evidence holds for somebody who
    has only that and the policy."""
    assert report.verdict == "failed", list(report.text("en"))
    finding = next(f.said.en for f in report.findings if f.status == "failed" and says in f.said.en)
    for key in by:
        assert finding.count(key.verifier.label) == 2, finding
    shown = [proof for proof in report.evidence if proof.startswith("c2sp.org/tlog-proof@v1")]
    assert len(shown) == 2
    for text in shown:
        proof = read_proof(text.encode())
        proof.check(leaf_hash(proof.extra), policy().open(proof.checkpoint).checkpoint)
    leaves = [read_proof(proof.encode()).extra for proof in shown]
    chains = [chain for chain in report.evidence if chain.startswith("greffe/record@v1")]
    for chain in (
        chains
    ):  # each entry is the one that the next holds; the last is the one that a receipt holds
        entries = [
            f"greffe/record@v1{entry}".encode() for entry in chain.split("greffe/record@v1")[1:]
        ]
        entries = [
            entry.removesuffix(b"\n") if entry.endswith(b"\n\n") else entry for entry in entries
        ]
        (end,) = (leaf for leaf in leaves if prev_of(leaf) == leaf_hash(entries[-1]))
        assert all(prev_of(b) == leaf_hash(a) for a, b in pairwise([*entries, end]))


def prev_of(entry: bytes) -> bytes:
    parsed = read_entry(entry)
    assert isinstance(parsed, RecordEntry)
    return parsed.prev


RECORDS = small_game()


def test_two_receipts_for_one_record_convict_at_any_sizes() -> None:
    honest, forged = log_of(RECORDS), log_of(changed(RECORDS, 3), b"x", after=30)
    a, b = honest.receipt("g1", 3).encode(), forged.receipt("g1", 3).encode()
    for first, other in ((a, b), (b, a)):
        report = compare(first, other, policy())
        convicts(report, "record 3 of game g1 is two, with the leaves", LOG, CLUB, RIVAL)
        assert report.failure.record == 3
    alone = forged.receipt("g1", 3, witnesses=()).encode()
    convicts(compare(a, alone, policy()), "the other under size", LOG)
    assert CLUB.verifier.label in compare(a, alone, policy()).said.en, (
        "who cosigned one of them is named with that one"
    )


def test_what_follows_another_record_than_was_logged_convicts() -> None:
    honest, forged = log_of(RECORDS), log_of(changed(RECORDS, 3), b"x", after=30)
    for first, other in ((honest, forged), (forged, honest)):
        for a, b in ((3, 4), (4, 3)):
            report = compare(
                first.receipt("g1", a).encode(), other.receipt("g1", b).encode(), policy()
            )
            convicts(report, "record 4 of game g1 follows the leaf", LOG, CLUB, RIVAL)
    report = compare(honest.receipt("g1", 3).encode(), forged.receipt("g1", 5).encode(), policy())
    assert report.verdict == "not complete", "neither says anything of what the other shows"
    convicts(
        compare(honest.receipt("g1", 5).encode(), forged.receipt("g1", 5).encode(), policy()),
        "record 5 of game g1 is two",
    )


def test_bundles_receipts_and_copies_convict_alike(tmp_path: Path) -> None:
    honest, forged = log_of(RECORDS), log_of(changed(RECORDS, 3), b"x", after=30)
    last = len(RECORDS)
    bundle, other = honest.bundle("g1"), forged.bundle("g1")
    copy, false = honest.mirror(tmp_path / "a").folder, forged.mirror(tmp_path / "b").folder
    for first, two, says in (
        (bundle, other, "record 3 of game g1 is two"),
        (bundle, forged.receipt("g1", 3).encode(), "record 3 of game g1 is two"),
        (
            honest.bundle("g1", upto=3),
            forged.receipt("g1", 4).encode(),
            "record 4 of game g1 follows the leaf",
        ),
        (honest.receipt("g1", last).encode(), other, f"record {last} of game g1 is two"),
        (copy, forged.receipt("g1", 3).encode(), "record 3 of game g1 is two"),
        (honest.receipt("g1", 3).encode(), false, "record 3 of game g1 is two"),
        (false, honest.bundle("g1", upto=3), "record 3 of game g1 is two"),
        (copy, forged.receipt("g1", 4).encode(), "of game g1"),
    ):
        report = compare(first, two, policy())
        assert any(f.status == "failed" and says in f.said.en for f in report.findings), list(
            report.text("en")
        )
        assert sum(text.startswith("c2sp.org/tlog-proof@v1") for text in report.evidence) >= 2
    convicts(compare(bundle, other, policy()), "record 3 of game g1 is two", LOG, CLUB, RIVAL)
    report = compare(copy, false, policy())
    assert "entry 0 of the log is two" in " ".join(f.said.en for f in report.findings)
    assert (compare(copy, copy, policy()).exit, compare(copy, bundle, policy()).exit) == (0, 0)
    assert compare(bundle, honest.receipt("g1", 2).encode(), policy()).exit == 0


def test_one_index_with_two_entries_convicts_whatever_the_games(tmp_path: Path) -> None:
    log, two = log_of(RECORDS), World()
    two.play("g2", [*RECORDS, *RECORDS[1:]])
    a, b = log.receipt("g1", 2).encode(), two.receipt("g2", 2).encode()
    convicts(
        compare(a, b, policy()), "entry 1 of the log is two, with the leaves", LOG, CLUB, RIVAL
    )
    convicts(
        compare(a, two.mirror(tmp_path).folder, policy()), "of the log is two", LOG, CLUB, RIVAL
    )
    assert compare(a, two.receipt("g2", 3).encode(), policy()).verdict == "not complete", (
        "of two sizes, these two are of one log for all one knows"
    )


def test_a_copy_in_which_a_record_stands_twice_convicts(tmp_path: Path) -> None:
    """One log contains a record twice, with different content. No two heads contradict each
    other."""
    honest = log_of(RECORDS)
    entry = RecordEntry.of("g1", 3, receipt_entry(honest.receipt("g1", 2)).leaf, "NoteAdded", b"{}")
    small = honest.receipt("g1", 3).encode()
    honest.append(entry.encode())
    report = compare(small, honest.mirror(tmp_path).folder, policy())
    convicts(report, "record 3 of game g1 is two", LOG, CLUB, RIVAL)
    assert [f.status for f in report.findings if f.check == "log"] == ["ok"]


def test_what_is_not_under_its_own_head_convicts_nobody() -> None:
    honest, forged = log_of(RECORDS), log_of(changed(RECORDS, 3), b"x", after=30)
    wrong = forged.receipt("g1", 3)
    pasted = Proof(wrong.index, wrong.hashes, honest.signed(), wrong.extra).encode()
    report = compare(honest.receipt("g1", 3).encode(), pasted, policy())
    assert [(f.check, f.record) for f in report.findings if f.status == "failed"] == [("proof", 3)]
    assert "is two" not in " ".join(f.said.en for f in report.findings)
