from pathlib import Path

from domain.proof.log.mirror import Mirror
from tests.builders.world import World, audit, verified
from tests.domain.proof.games import RecordedTable, small_game
from tests.domain.proof.refusing import failed


def test_no_later_record_exists(world: World, good: bytes, tmp_path: Path) -> None:
    report = verified(audit(good, mirror=world.mirror(tmp_path)))
    assert any(
        "the log has these 10 records up to size 30, and no other" in f.said.en
        for f in report.findings
    )


def test_a_log_of_many_tiles(tmp_path: Path) -> None:
    world = World()
    for i in range(200):
        world.append(b"before %d" % i)
    world.play("g1", small_game())
    bundle = world.bundle("g1")
    for i in range(400):
        world.append(b"after %d" % i)
    assert audit(bundle, mirror=world.mirror(tmp_path)).verdict == "verified"
    (tmp_path / "tile/entries/000").unlink()
    failed(audit(bundle, mirror=Mirror(tmp_path)), "tile/entries/000 is missing")


def test_a_copy_of_the_log_that_cannot_be_used(world: World, good: bytes, tmp_path: Path) -> None:
    mirror = world.mirror(tmp_path)
    entries = tmp_path / "tile/entries/000.p/30"
    data = entries.read_bytes()
    for bad, reason in (
        (data[:-1], "does not end where it says"),
        (data.replace(b"seq 7\n", b"seq 8\n"), "do not have the root that was signed"),
        (data.replace(b"game g1\nseq 7", b"game g1\nseq x"), "is not a decimal"),
        (b"", "has 0 entries, not 30"),
    ):
        entries.write_bytes(bad)
        failed(audit(good, mirror=mirror), reason)
    entries.unlink()
    failed(audit(good, mirror=mirror), "tile/entries/000.p/30 is missing")
    (tmp_path / "checkpoint").unlink()
    failed(audit(good, mirror=mirror), "there is no file checkpoint")
    (tmp_path / "checkpoint").mkdir()
    failed(audit(good, mirror=mirror), "cannot be read")


def test_a_copy_of_the_log_that_is_older_than_the_proof(
    world: World, good: bytes, tmp_path: Path
) -> None:
    report = audit(good, mirror=world.mirror(tmp_path, 20))
    assert report.verdict == "not complete"
    assert "the copy of the log ends at size 20, before the head of the proof" in report.said.en


def test_a_log_that_forked_a_game(tmp_path: Path) -> None:
    """The operator logs two different records with the same number. The copy of the log shows
    it."""
    world = World().play("g1", RecordedTable(chance="table").open().act("2d6").act().records)
    fork = World().play("g1", RecordedTable(chance="table").open().act("1d6").records)
    world.append(fork.entries[1])
    failed(
        audit(world.bundle("g1"), mirror=world.mirror(tmp_path)),
        "the log has a record 2 of the game where record 4 would follow",
        record=2,
    )


def test_where_a_record_was_changed_is_found_in_the_log(
    world: World, good: bytes, tmp_path: Path
) -> None:
    start = b'"seq":8,"topic":"ActionTaken","data":"{\\"type\\":\\"ActionTaken\\",'
    changed = good.replace(start, start + b" ")
    assert changed != good
    failed(audit(changed), record=10)
    failed(
        audit(changed, mirror=world.mirror(tmp_path)),
        "the log has another record of that number",
        record=8,
    )


def test_receipts(world: World, good: bytes) -> None:
    receipts = [
        world.receipt("g1", seq, size).encode() for seq, size in ((1, 2), (4, 30), (10, 29))
    ]
    report = verified(audit(good, receipts=receipts))
    assert sum(f.check == "receipt" for f in report.findings) == 3
    failed(audit(good, receipts=[world.receipt("g2", 4).encode()]), "another game")
    failed(audit(good, receipts=[world.proof("g1", 4).encode()]), "does not carry the entry")
    failed(audit(good, receipts=[b"x"]), "it is no proof")
    other = World().play("g1", RecordedTable("g1", "table").open().records)
    failed(
        audit(good, receipts=[other.receipt("g1", 1).encode()]),
        "shows another record of that number",
        record=1,
    )
    lying = world.receipt("g1", 4)
    failed(audit(good, receipts=[lying.encode().replace(b"index ", b"index 1")]), "no entry")
