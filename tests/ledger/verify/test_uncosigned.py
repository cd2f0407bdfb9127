"""Heads that too few witnesses have cosigned: nothing under them is complete, and what contradicts is shown all the same."""

from __future__ import annotations

from pathlib import Path

from tests.builders.world import CLUB, World, audit, policy
from tests.ledger.auditor import Files
from tests.ledger.games import Table, small_game
from tests.ledger.refusing import failed, incomplete


def other_story() -> World:
    world = World()
    world.play("g1", Table().open().contribute().act().act("2d6", "1d100").act("5of5").act("1d6").close().records)
    return world


def small() -> World:
    world = World()
    world.play("g1", small_game())
    return world


def test_a_bundle_under_a_head_that_nobody_cosigned_is_not_complete() -> None:
    world = small()
    bundle = world.bundle("g1", proof=world.proof("g1", 10, witnesses=()))
    incomplete(audit(bundle), "cosigned by 0 of the policy's 2 witnesses")
    report = audit(bundle, policy(0))
    assert report.verdict == "verified"
    assert any("the policy asks for no witness" in f.said.en for f in report.findings)


def test_a_receipt_under_a_head_that_nobody_cosigned_agrees_and_is_not_complete() -> None:
    world = small()
    receipt = world.receipt("g1", 8, witnesses=()).encode()
    incomplete(audit(world.bundle("g1"), receipts=[receipt]), "the one for record 8 agrees, and is not complete: cosigned by 0")


def test_a_receipt_that_nobody_cosigned_convicts_all_the_same() -> None:
    """A player holds what the service gave at once; the bundle shows another record."""
    receipt = small().receipt("g1", 9, witnesses=()).encode()
    other = other_story()
    failed(audit(other.bundle("g1"), receipts=[receipt]), "shows another record of that number", record=9)
    bare = other.bundle("g1", proof=other.proof("g1", 10, witnesses=(CLUB,)))
    failed(audit(bare, receipts=[receipt]), "shows another record of that number", record=9)


def test_two_heads_of_one_size_are_shown_with_both_as_the_evidence() -> None:
    one, other = small(), other_story()
    receipt = one.receipt("g1", 3, witnesses=())
    report = audit(other.bundle("g1"), receipts=[receipt.encode()])
    failed(report, "two roots for size 10")
    assert report.evidence == [other.signed().decode(), receipt.checkpoint.decode()]


def test_a_contradiction_is_shown_whatever_else_fails(tmp_path: Path) -> None:
    """The bundle is cut, its proof is none, or its story wrong: the receipt still says that a record is another."""
    one, other = small(), other_story()
    receipt, bundle = one.receipt("g1", 9, witnesses=()).encode(), other.bundle("g1")
    cut = bundle[: bundle.index(b'{"proof"')] + b'{"proof":"none"}\n'
    for broken in (cut, bundle[: bundle.index(b'{"proof"')], bundle[:-1], bundle.replace(b'"seq":10', b'"seq":11')):
        report = audit(broken, receipts=[receipt])
        assert [f.record for f in report.findings if f.check == "receipt" and f.status == "failed"] == [9], list(report.text("en"))
    early = bundle.replace(b'"seq":6', b'"seq":7')
    assert not [f for f in audit(early, receipts=[receipt]).findings if f.check == "receipt"], (
        "record 9 was not read: nothing is said"
    )
    report = audit(cut, mirror=one.mirror(tmp_path))
    assert any(f.check == "log" and f.status == "failed" and f.record == 9 for f in report.findings)


def test_a_copy_of_the_log_that_nobody_cosigned_is_not_complete_and_convicts_all_the_same(tmp_path: Path) -> None:
    world = small()
    mirror = world.mirror(tmp_path)
    (tmp_path / "checkpoint").write_bytes(world.signed(witnesses=()))
    incomplete(audit(world.bundle("g1"), mirror=mirror), "the copy of the log ends at a head that is not complete")
    failed(audit(other_story().bundle("g1"), mirror=mirror), "the log shows two histories")


def test_a_receipt_alone_says_that_it_is_not_complete(files: Files) -> None:
    receipt = files.write("r", small().receipt("g1", 3, witnesses=()).encode())
    code, out, _ = files.run("receipt", receipt)
    assert code == 3
    assert "not complete: its head is cosigned by 0 of the policy's 2 witnesses" in out
