from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.log.entries import KeyEntry
from domain.ledger.log.proofs import Proof, read_proof, receipt_entry
from tests.builders.world import LOG, World, policy


def test_a_proof_is_read_as_it_is_written(world: World) -> None:
    for game, seq in world.at:
        proof = world.proof(game, seq)
        assert read_proof(proof.encode()) == proof
        assert proof.encode().startswith(b"c2sp.org/tlog-proof@v1\nindex %d\n" % proof.index)
        with_extra = world.receipt(game, seq)
        assert read_proof(with_extra.encode()) == with_extra
        assert b"\nextra " in with_extra.encode()


def test_a_receipt_stands_alone(world: World) -> None:
    proof = read_proof(world.receipt("g1", 4).encode())
    entry = receipt_entry(proof)
    assert (entry.game, entry.seq) == ("g1", 4)
    head = policy().accept(proof.checkpoint).checkpoint
    proof.check(entry.leaf, head)
    with pytest.raises(Unproven):
        world.receipt("g1", 5).check(entry.leaf, head)


def test_proofs_that_carry_no_records_entry(world: World) -> None:
    for extra in (b"", b"hello", KeyEntry(LOG.verifier).encode()):
        proof = world.proof("g1", 4)
        with pytest.raises(Misspelt):
            receipt_entry(Proof(proof.index, proof.hashes, proof.checkpoint, extra))


def test_a_proof_in_a_tree_of_one(world: World) -> None:
    alone = World()
    alone.record("g", "GameOpened", b"{}")
    proof = read_proof(alone.proof("g", 1).encode())
    assert proof.hashes == ()
    proof.check((alone.receipt("g", 1).hashes and b"") or receipt_entry(alone.receipt("g", 1)).leaf, alone.head())


def test_proofs_in_any_other_spelling(world: World) -> None:
    good = world.receipt("g1", 4).encode()
    first_hash = good.split(b"\n")[3]
    for bad in (
        b"",
        good[:30],
        good.replace(b"@v1", b"@v2"),
        good.replace(b"\n", b"\r\n"),
        good.replace(b"index ", b"index  "),
        good.replace(b"index ", b"index 0"),
        good.replace(b"index ", b"index +"),
        good.replace(b"index ", b"Index "),
        good.replace(b"extra ", b"extra  "),
        good.replace(b"\nindex", b"\n\nindex"),
        good.replace(first_hash, first_hash[:-2] + b"B="),
        good.replace(first_hash, first_hash[:-1]),
        good.replace(first_hash, b"AAAA"),
        good.replace(first_hash, (first_hash + b"\n") * 64 + first_hash),
        good.replace(b"\n\n", b"\n", 1),
        b"\n" + good,
        good.replace(b"c2sp", b"\xffc2sp"),
        good[: good.index(b"\n\n")] + b"\n\nnot a note",
        good.replace(b"extra ", b"extra " + b"A" * 200_000),
        good + b"x" * (1 << 21),
    ):
        assert bad != good
        with pytest.raises(Misspelt):
            read_proof(bad)
    empty = good[: good.index(b"extra ")] + b"extra \n" + good[good.index(b"index") :]
    with pytest.raises(Misspelt):
        read_proof(empty)


def test_a_million_proof_lines_end_at_once(world: World) -> None:
    line = b"A" * 43 + b"=\n"
    proof = b"c2sp.org/tlog-proof@v1\nindex 0\n" + line * 10**6 + b"\n" + world.signed()
    with pytest.raises(Misspelt, match="longer than"):
        read_proof(proof)
    fitting = b"c2sp.org/tlog-proof@v1\nindex 0\n" + line * 2900 + b"\n" + world.signed()
    with pytest.raises(Misspelt, match="more than 63 hashes"):
        read_proof(fitting)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_proof_or_refused(data: bytes) -> None:
    for candidate in (data, b"c2sp.org/tlog-proof@v1\nindex 1\n" + data):
        try:
            proof = read_proof(candidate)
        except Misspelt:
            continue
        assert proof.encode() == candidate
