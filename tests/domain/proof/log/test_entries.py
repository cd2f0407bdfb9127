from base64 import b64encode
from hashlib import sha256

import cbor2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, strategies as st
from scitt_cose.receipt import verify_receipt

from domain.proof.errors import Misspelt
from domain.proof.log.cose import cbor, cose_receipt, sign_root
from domain.proof.log.entries import (
    MOST_BYTES,
    NO_PREV,
    KeyEntry,
    RecordEntry,
    SuccessionEntry,
    read_entry,
    valid_stream_id,
    valid_topic,
)
from domain.proof.log.notes import COSIGNATURE, SignerKey, VerifierKey, sign_note
from domain.proof.log.proofs import read_proof
from tests.builders.refusals import refused_with
from tests.builders.world import LOG, World
from tests.domain.proof.events import played


def test_an_entry_has_the_bytes_that_the_format_says() -> None:
    first = RecordEntry.of("0b3kzz", 1, NO_PREV, "GameOpened", b"stored")
    assert first.encode() == (
        b"greffe/record@v1\ngame 0b3kzz\nseq 1\nprev "
        b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\ntopic GameOpened\ndata "
        + b64encode(sha256(b"stored").digest())
        + b"\n"
    )
    assert first.leaf == sha256(b"\x00" + first.encode()).digest()
    second = RecordEntry.of("0b3kzz", 2, first.leaf, "ActionTaken", b"{}")
    assert b64encode(first.leaf) in second.encode()


@given(
    st.from_regex(r"[0-9A-Za-z][0-9A-Za-z._-]{0,20}", fullmatch=True),
    st.integers(2, 2**63 - 1),
    st.binary(min_size=32, max_size=32).filter(any),
    st.from_regex(r"[A-Z][A-Za-z0-9]{0,20}", fullmatch=True),
    st.binary(max_size=50),
)
def test_entries_are_read_as_they_are_written(
    game: str, seq: int, prev: bytes, topic: str, stored: bytes
) -> None:
    entry = RecordEntry.of(game, seq, prev, topic, stored)
    assert read_entry(entry.encode()) == entry
    assert len(entry.encode()) < MOST_BYTES


def test_entries_about_the_log() -> None:
    announced = KeyEntry(SignerKey.generate("example.org/greffe").verifier)
    assert read_entry(announced.encode()) == announced
    old = sign_note(
        "example.org/old\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n",
        [SignerKey.generate("example.org/old")],
    )
    succession = SuccessionEntry(old.encode())
    assert read_entry(succession.encode()) == succession
    refused_with(
        Misspelt,
        "type 1",
        read_entry,
        KeyEntry(SignerKey.generate("w", COSIGNATURE).verifier).encode(),
    )
    refused_with(Misspelt, "", read_entry, SuccessionEntry(b"not a checkpoint").encode())


def test_entries_that_nobody_writes() -> None:
    good = RecordEntry.of("0b3kzz", 7, sha256(b"").digest(), "ActionTaken", b"{}").encode()
    for bad in (
        b"",
        good[:-1],
        good + b"\n",
        good.replace(b"\n", b"\r\n"),
        good.replace(b"seq 7", b"seq 07"),
        good.replace(b"seq 7", b"seq  7"),
        good.replace(b"seq 7", b"seq 0"),
        good.replace(b"seq 7", b"seq 1"),
        good.replace(b"seq 7", b"seq -7"),
        good.replace(b"game 0b3kzz", b"game "),
        good.replace(b"game 0b3kzz", b"game a b"),
        good.replace(b"game 0b3kzz", b"game " + b"a" * 65),
        good.replace(b"topic Act", b"topic act"),
        good.replace(b"@v1", b"@v2"),
        good.replace(b"=\n", b"\n"),
        good.replace(b"game", b"Game"),
        good + good,
    ):
        refused_with(Misspelt, "", read_entry, bad)


def test_ids_and_topics() -> None:
    assert valid_stream_id("0b3kzz9m2c4d")
    assert not any(valid_stream_id(g) for g in ("", "a\n", "é", "a/b", ".a", "a" * 65, "٣"))
    assert valid_topic("GameOpened")
    assert not any(valid_topic(t) for t in ("", "gameOpened", "Game Opened", "Game\n", "A" * 65))
    refused_with(Misspelt, "", RecordEntry, "g", 1, NO_PREV, "A", b"short")
    refused_with(Misspelt, "", RecordEntry, "g", 2, NO_PREV, "A", bytes(32))


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
        refused_with(Misspelt, "", read_proof, bad)
    empty = good[: good.index(b"extra ")] + b"extra \n" + good[good.index(b"index") :]
    refused_with(Misspelt, "", read_proof, empty)


# -- cose ------------------------------------------------------------------------------------------
# Receipts as COSE, read by a library that knows nothing of this log.


def pem(key: VerifierKey) -> bytes:
    public = Ed25519PublicKey.from_public_bytes(key.public)
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def test_numbers_texts_and_maps_are_encoded_in_the_deterministic_way() -> None:
    numbers = [0, 23, 24, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**63 - 1, -1, -8, -65_537]
    value = [*numbers, "", "é" * 30, b"x" * 300, None, {1: -8, 4: b"k", 15: {1: "o"}, 395: 1}, []]
    assert cbor(value) == cbor2.dumps(value, canonical=True)


def test_a_receipt_of_every_record_is_read_and_one_of_another_entry_or_head_is_not() -> None:
    world = World().play("g1", played().records)
    for size in range(1, world.size + 1):
        signed = sign_root(world.head(size).root, LOG)
        for seq in range(1, size + 1):
            proof = world.receipt("g1", seq, size)
            entry, receipt = proof.extra.hex(), cose_receipt(proof, size, signed)
            key = pem(LOG.verifier)
            read = verify_receipt(receipt, leaf_entry_hex=entry, log_public_key_pem=key)
            assert read.ok, read.errors
            assert (read.tree_size, read.leaf_index, read.issuer) == (
                size,
                proof.index,
                LOG.verifier.name,
            )
            assert read.protected_header_ext[4] == LOG.verifier.label.encode()
            other = world.receipt("g1", seq % world.size + 1).extra.hex()
            assert not verify_receipt(receipt, leaf_entry_hex=other, log_public_key_pem=key).ok
    for at in range(0, len(receipt), 7):
        twisted = bytearray(receipt)
        twisted[at] ^= 4
        read = verify_receipt(bytes(twisted), leaf_entry_hex=entry, log_public_key_pem=key)
        assert not read.ok, at
