"""Receipts as COSE, read by a library that knows nothing of this log."""

import cbor2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from scitt_cose.receipt import verify_receipt

from domain.proof.log.cose import cbor, cose_receipt, sign_root
from domain.proof.log.notes import VerifierKey
from tests.builders.world import LOG, World
from tests.domain.proof.events import played


def pem(key: VerifierKey) -> bytes:
    public = Ed25519PublicKey.from_public_bytes(key.public)
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def test_numbers_texts_and_maps_are_encoded_in_the_deterministic_way() -> None:
    numbers = [0, 23, 24, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**63 - 1, -1, -8, -65_537]
    value = [*numbers, "", "é" * 30, b"x" * 300, None, {1: -8, 4: b"k", 15: {1: "o"}, 395: 1}, []]
    assert cbor(value) == cbor2.dumps(value, canonical=True)


def test_a_receipt_of_every_record_is_read_and_one_of_another_entry_or_head_is_not() -> None:
    world = World()
    world.play("g1", played().records)
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
