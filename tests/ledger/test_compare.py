"""Two heads of one log, and the witness's side of it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from domain.ledger.bundle_reader import PIECE
from domain.ledger.compare import compare, read_head
from domain.ledger.errors import Misspelt
from domain.ledger.merkle import consistency_proof
from domain.ledger.mirror import Mirror
from domain.ledger.notes import SignerKey, read_note
from domain.ledger.witnessing import AddCheckpoint, judge, read_add_checkpoint, read_cosignatures
from tests.ledger.games import Table, small_game
from tests.ledger.refusing import failed
from tests.ledger.world import CLUB, LOG, RIVAL, TIME, World, policy


@pytest.fixture
def other() -> World:
    """Another log under the same key."""
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
    failed(compare(world.signed(20), other.signed(20), policy()), "the log signed two roots for size 20")
    mirror = world.mirror(tmp_path)
    failed(compare(world.signed(20), other.signed(12), policy(), mirror), "never had the head of size 12")
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
    failed(compare(world.signed(1), world.signed(), policy(), other.mirror(tmp_path)), "never had the head")
    failed(compare(world.signed(1), world.signed(), keys, apart.mirror(tmp_path / "apart")), "the copy is of the log")
    entries = tmp_path / "tile/entries/000.p/40"
    entries.write_bytes(entries.read_bytes().replace(b"other 7", b"other 8"))
    failed(compare(world.signed(1), world.signed(), policy(), Mirror(tmp_path)), "does not have the root that was signed")


def test_a_head_is_found_in_checkpoints_proofs_receipts_and_bundles(world: World) -> None:
    note = world.signed()
    long = World()
    long.play("g1", Table(chance="table").open().add("NoteAdded", text="", x="y" * (2 * PIECE)).records)
    for data in (note, world.proof("g1", 3).encode(), world.receipt("g1", 3).encode(), world.bundle("g1")):
        assert read_head(BytesIO(data)) == note
    assert read_head(BytesIO(long.bundle("g1"))) == long.signed()
    many = World()
    many.play("g1", [*small_game()[:1], *Table(chance="table").open().add("NoteAdded", x="y" * 10**6).records[1:] * 4])
    assert read_head(BytesIO(many.bundle("g1"))) == many.signed()
    for bad in (b'{"format":1}\n', b"{", b"c2sp.org/tlog-proof@v1\n"):
        with pytest.raises(Misspelt):
            read_head(BytesIO(bad))


# -- a witness --------------------------------------------------------------------------------------------------------------


def request(world: World, old: int, new: int) -> AddCheckpoint:
    return AddCheckpoint(old, consistency_proof(old, new, world.fetch), world.signed(new, witnesses=()))


def test_a_request_is_read_as_it_is_written(world: World) -> None:
    for old, new in ((0, 1), (0, 30), (7, 30), (30, 30)):
        sent = request(world, old, new)
        assert read_add_checkpoint(sent.encode()) == sent
    assert request(world, 7, 30).encode().startswith(b"old 7\n")


def test_requests_that_are_none(world: World) -> None:
    good = request(world, 7, 30).encode()
    for bad in (
        b"",
        good.replace(b"old 7", b"old 07"),
        good.replace(b"old 7", b"new 7"),
        good.replace(b"\n\n", b"\n", 1),
        good.replace(b"old 7\n", b"old 7\n" + (b"A" * 43 + b"=\n") * 64),
        good.replace(b"\n", b"\r\n"),
        good + b"x" * (1 << 21),
        b"old 0\n\nnot a checkpoint",
    ):
        with pytest.raises(Misspelt):
            read_add_checkpoint(bad)


def test_a_witness_cosigns_what_grew_and_nothing_else(world: World, other: World) -> None:
    keys = [LOG.verifier]
    last = None
    for new in (0, 1, 7, 7, 30):
        answer = judge(request(world, last.size if last else 0, new), keys, last, CLUB, TIME)
        assert answer.status == 200
        assert answer.keep == world.head(new)
        assert answer.signature
        (line,) = read_cosignatures(answer.body)
        note = read_note(world.signed(new, witnesses=(RIVAL,))).with_signatures([line])
        assert len(policy().accept(note.encode()).cosigned) == 2
        last = answer.keep
    at7, at30 = world.head(7), world.head(30)
    for ask, seen, status in (
        (request(world, 7, 30), None, 409),
        (request(world, 0, 30), at7, 409),
        (request(world, 7, 30), at30, 409),
        (AddCheckpoint(31, (), world.signed(30)), at30, 400),
        (AddCheckpoint(7, (), world.signed(30)), at7, 422),
        (request(other, 7, 30), at7, 422),
        (AddCheckpoint(30, (), other.signed(30)), at30, 409),
        (AddCheckpoint(0, (bytes(32),), world.signed(30)), None, 422),
    ):
        answer = judge(ask, keys, seen, CLUB, TIME)
        assert (answer.status, answer.signature, answer.keep) == (status, None, None)
        assert answer.body.endswith(b"\n")
    assert judge(request(world, 0, 30), keys, at7, CLUB, TIME).body == b"7\n"
    assert judge(request(world, 7, 30), keys, None, CLUB, TIME).body == b"0\n"


def test_a_witness_knows_its_logs(world: World) -> None:
    ask = request(world, 0, 30)
    assert judge(ask, [], None, CLUB, TIME).status == 404
    assert judge(ask, [SignerKey.generate("elsewhere.example/log").verifier], None, CLUB, TIME).status == 404
    assert judge(ask, [SignerKey.generate(LOG.verifier.name).verifier], None, CLUB, TIME).status == 403
    forged = ask.checkpoint.replace(b"\n30\n", b"\n29\n")
    assert judge(AddCheckpoint(0, (), forged), [LOG.verifier], None, CLUB, TIME).status == 403


def test_answers_that_are_no_signatures() -> None:
    for bad in (b"", b"x", b"x\n", b"\n", b"\xff\n", b"7\n"):
        with pytest.raises(Misspelt):
            read_cosignatures(bad)
