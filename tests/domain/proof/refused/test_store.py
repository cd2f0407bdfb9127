"""What must be refused: a store that was tampered with, and a log whose operator rewrites it or
goes back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.proof.log.checkpoints import cosign, sign_checkpoint
from domain.proof.log.notes import COSIGNATURE, Note, Signature, SignerKey, read_note
from domain.proof.log.proofs import Proof
from domain.proof.verify.fsck import differences
from domain.proof.verify.report import Report
from tests.builders.world import CLUB, LOG, RIVAL, TIME, Record, World, audit, lines, policy
from tests.domain.proof.games import RecordedTable
from tests.domain.proof.refusing import failed, incomplete


def checked(world: World, rows: dict[tuple[str, int], Record]) -> list[str]:
    return [d.said.en for d in differences(world.entries, lambda game, seq: rows.get((game, seq)))]


@pytest.fixture
def rows(world: World) -> dict[tuple[str, int], Record]:
    problems = {
        (g, i): r for g, records in world.games.items() for i, r in enumerate(records, start=1)
    }
    assert checked(world, {**problems, ("g9", 1): ("GameOpened", b"{}")}) == []
    return problems


def test_a_log_whose_chain_is_broken(world: World) -> None:
    rows = {(g, i): r for g, records in world.games.items() for i, r in enumerate(records, start=1)}
    broken = [*world.entries[:9], b"garbage", *world.entries[9:12], *world.entries[15:]]
    found_there = list(differences(broken, lambda game, seq: rows.get((game, seq))))
    assert [(d.index, d.game, d.seq) for d in found_there] == [
        (9, "", 0),
        (13, "g0", 6),
        (14, "g1", 6),
        (15, "g2", 6),
    ]
    assert "does not follow record 4" in found_there[1].said.en


def test_cut_the_tail_but_keep_the_proof(good: bytes) -> None:
    all = lines(good)
    failed(audit(b"".join([*all[:-2], all[-1]])), "does not lead to the signed root", record=9)
    failed(audit(b"".join(all[:-1])), "ends without a proof")
    failed(audit(good[:-1]), "does not end with LF: it was cut")
    for cut in (1, len(good) // 3, len(good) // 2, len(good) - 300):
        failed(audit(good[:cut]))


def test_cut_the_tail_with_a_genuine_older_receipt(world: World, tmp_path: Path) -> None:
    """Not complete by itself; failed with the log at hand, or with a receipt for a record that is
    left out."""
    cut = world.bundle("g1", 7, world.proof("g1", 7, size=world.at["g1", 7] + 1))
    report = audit(cut)
    assert (report.verdict, report.exit) == ("not complete", 3)
    assert "not closed" in report.said.en
    failed(
        audit(cut, mirror=world.mirror(tmp_path)),
        "the log has a record 8, ActionTaken, and the bundle ends before it",
        record=8,
    )
    failed(
        audit(cut, receipts=[world.receipt("g1", 9).encode()]), "the bundle leaves it out", record=9
    )


def test_relabel_game_a_as_b(good: bytes, world: World) -> None:
    failed(audit(good.replace(b'"game":"g1"', b'"game":"g2"')), "commit")
    failed(audit(world.bundle("g2").replace(b'"game":"g2"', b'"game":"g1"')))
    table = World()
    table.play("a", RecordedTable("a", "table").open().act("2d6").close().records)
    failed(
        audit(table.bundle("a").replace(b'"game":"a"', b'"game":"b"')),
        "does not lead to the signed root",
        record=3,
    )


def test_wrong_index(world: World) -> None:
    proof = world.proof("g1", 10)
    for index in (0, proof.index - 1, proof.index + 1, world.size - 1, world.size, 2**63 - 1):
        if index != proof.index:
            failed(
                audit(world.bundle("g1", proof=Proof(index, proof.hashes, proof.checkpoint))),
                record=10,
            )


def test_altered_size(world: World) -> None:
    proof = world.proof("g1", 10)
    for size in (world.size - 1, world.size + 1, 0, 2**62):
        checkpoint = proof.checkpoint.replace(b"\n%d\n" % world.size, b"\n%d\n" % size)
        failed(audit(world.bundle("g1", proof=Proof(proof.index, proof.hashes, checkpoint))))


def with_note(world: World, change: Callable[[Note], Note]) -> Report:
    proof = world.proof("g1", 10)
    note = change(read_note(proof.checkpoint))
    return audit(world.bundle("g1", proof=Proof(proof.index, proof.hashes, note.encode())))


def test_a_forged_key_of_the_same_name(world: World) -> None:
    mallory = SignerKey.generate(LOG.verifier.name)

    def signed(note: Note) -> Note:
        return Note(
            note.text, (*sign_checkpoint(world.head(), [mallory]).signatures, *note.signatures[1:])
        )

    failed(with_note(world, signed), "no known key of the log")


def test_a_forged_key_of_the_same_name_with_the_true_key_id_pasted(world: World) -> None:
    mallory = SignerKey.generate(LOG.verifier.name)

    def signed(note: Note) -> Note:
        forged = Signature(LOG.verifier.name, LOG.verifier.id, mallory.sign(note.text.encode()))
        return Note(note.text, (forged, *note.signatures[1:]))

    failed(with_note(world, signed), "the signature by greffe.example/log", "does not hold")


def test_witness_line_removed(world: World) -> None:
    for gone in (1, 2):
        report = with_note(
            world,
            lambda note, gone=gone: Note(
                note.text, tuple(s for i, s in enumerate(note.signatures) if i != gone)
            ),
        )
        incomplete(
            report, "cosigned by 1 of the policy's 2 witnesses, it does not reach the quorum"
        )


def test_witness_line_doubled(world: World) -> None:
    failed(
        with_note(world, lambda note: Note(note.text, (*note.signatures, note.signatures[1]))),
        "one key signed the checkpoint twice",
    )

    def instead(note: Note) -> Note:
        again = cosign(note.text, CLUB, TIME + 9)
        return Note(note.text, (*note.signatures[:2], again))

    failed(with_note(world, instead), "one key signed the checkpoint twice")


def test_witness_line_unknown(world: World) -> None:
    stranger = SignerKey.generate("stranger.example/w", COSIGNATURE)
    line = cosign(world.head().encode(), stranger, TIME)
    failed(
        with_note(world, lambda note: Note(note.text, (*note.signatures[:2], line))),
        "whom the policy does not name",
    )
    failed(
        with_note(world, lambda note: Note(note.text, (*note.signatures, line))),
        "whom the policy does not name",
        "--pass-unknown",
    )


def test_an_unknown_line_is_passed_over_only_where_that_is_asked_for(world: World) -> None:
    stranger = SignerKey.generate("stranger.example/w", COSIGNATURE)
    bundle = world.bundle("g1", proof=world.proof("g1", 10, witnesses=(CLUB, stranger, RIVAL)))
    failed(audit(bundle), "whom the policy does not name")
    report = audit(bundle, pass_unknown=True)
    assert report.verdict == "verified"
    assert any("passed over" in f.said.en and "stranger" in f.said.en for f in report.findings)
    lacking = world.bundle("g1", proof=world.proof("g1", 10, witnesses=(CLUB, stranger)))
    incomplete(audit(lacking, pass_unknown=True), "does not reach the quorum")


def test_witness_line_from_another_checkpoint(world: World) -> None:
    other = cosign(world.head(12).encode(), RIVAL, TIME + 1)
    failed(
        with_note(world, lambda note: Note(note.text, (*note.signatures[:2], other))),
        "does not hold for this checkpoint",
    )


def test_witness_line_with_its_time_altered(world: World) -> None:
    def later(note: Note) -> Note:
        line = note.signatures[2]
        blob = (TIME + 3600).to_bytes(8, "big") + line.blob[8:]
        return Note(note.text, (*note.signatures[:2], Signature(line.name, line.id, blob)))

    failed(with_note(world, later), "rival.example/w", "for this checkpoint and its time")


def test_another_logs_policy(good: bytes) -> None:
    other = policy(0, logs=[SignerKey.generate("other.example/log")])
    failed(audit(good, other), "for which no key is known")
