"""Countersignatures: a seat signs a record with its own key, as players sign a score sheet.

The signed message contains the record's leaf hash, which covers the record and every one before it.
The game stores the signature in a record `PositionSigned`, whose field `about` names the signed
record.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.proof.errors import Unproven
from domain.proof.log.notes import is_sound
from domain.proof.spelling import base64_of


def countersign_message(game: str, seq: int, leaf: bytes, seat: str) -> bytes:
    """The message that the seat's key signs: ASCII lines, so that a page or a person can make and
    read it."""
    return (
        f"greffe/countersign@v1\ngame {game}\nseq {seq}\nleaf {base64_of(leaf)}\nseat {seat}\n"
    ).encode()


def check_countersign(
    public: bytes, signature: bytes, game: str, seq: int, leaf: bytes, seat: str
) -> None:
    """Raise `Unproven` unless `public` is a sound Ed25519 key and signed the message for record
    `seq`, seat and `leaf`."""
    if not is_sound(public):
        raise Unproven(
            f"the key that {seat} signed record {seq} with is no Ed25519 key that one alone can "
            f"sign with",
            f"la clé avec laquelle {seat} a signé l'écriture {seq} n'est pas une clé Ed25519 dont "
            f"un seul peut signer",
        )
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(
            signature, countersign_message(game, seq, leaf, seat)
        )
    except (InvalidSignature, ValueError):
        raise Unproven(
            f"the signature of {seat} does not hold for record {seq}",
            f"la signature de {seat} n'est pas valable pour l'écriture {seq}",
        ) from None
