"""Receipts as COSE (RFC 9942): the log's signature over the root of a head, with the path from an entry
to that root.

    COSE_Sign1  protected {1: -8 (EdDSA), 4: label of the key, 15: {1: origin}, 395: 1 (RFC 9162)}
                unprotected {396: {-1: [[size, index, [siblings]]]}}, no payload: the root is
                computed

The signed bytes are the same for all entries under a head, so the log signs each head once more."""

from collections.abc import Mapping

from domain.proof.log.notes import SignerKey
from domain.proof.log.proofs import Proof

Cbor = int | bytes | str | None | list["Cbor"] | Mapping[int, "Cbor"]

SIGNATURE_SIZE = 64


def cbor(value: Cbor) -> bytes:
    """The deterministic encoding (RFC 8949, section 4.2) of the types a receipt uses; maps must be
    sorted already."""
    match value:
        case None:
            return b"\xf6"
        case int():
            return _item_head(0, value) if value >= 0 else _item_head(1, -1 - value)
        case bytes():
            return _item_head(2, len(value)) + value
        case str():
            return _item_head(3, len(value.encode())) + value.encode()
        case list():
            return _item_head(4, len(value)) + b"".join(map(cbor, value))
        case _:
            pairs = (cbor(name) + cbor(of) for name, of in value.items())
            return _item_head(5, len(value)) + b"".join(pairs)


def _item_head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes([major << 5 | number])
    size = next(n for n in (1, 2, 4, 8) if number < 1 << 8 * n)
    return bytes([major << 5 | 23 + size.bit_length()]) + number.to_bytes(size, "big")


def sign_root(root: bytes, key: SignerKey) -> bytes:
    """The log's signature over a root, followed by the protected header, which the signature covers
    too."""
    label, origin = key.verifier.label.encode(), key.verifier.name
    protected = cbor({1: -8, 4: label, 15: {1: origin}, 395: 1})
    return key.sign(cbor(["Signature1", protected, b"", root])) + protected


def cose_receipt(proof: Proof, size: int, signed: bytes) -> bytes:
    """The COSE receipt for the entry of a proof, under the head of `size`. `signed` is what
    `sign_root` returned for that head."""
    inclusion = cbor([size, proof.index, list(proof.hashes)])
    unprotected: Cbor = {396: {-1: [inclusion]}}
    parts: list[Cbor] = [signed[SIGNATURE_SIZE:], unprotected, None, signed[:SIGNATURE_SIZE]]
    return b"\xd2" + cbor(parts)  # tag 18
