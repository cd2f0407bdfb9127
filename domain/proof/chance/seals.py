"""Seals: a hidden value, such as a bid, is committed to now and revealed later. Seat and slot are
part of it, so no seal can be copied."""

import hmac
from hashlib import sha256

from domain.proof.errors import Misspelt, Unproven

SALT_SIZE = 32


def seal(game: str, slot: str, seat: str, salt: bytes, value: bytes) -> bytes:
    """The seal of `value`: 32 bytes. `slot` names what is sealed, such as `bid 3`, unique in the
    game.

    Raises `Misspelt` for a salt of another size, or a line break that would make the message
    ambiguous.
    """
    if len(salt) != SALT_SIZE or any("\n" in part for part in (game, slot, seat)):
        raise Misspelt(
            "a seal takes a salt of 32 bytes, and names on one line",
            "un sceau prend un sel de 32 octets et des noms sur une ligne",
        )
    return sha256(
        f"greffe/seal@v1\n{game}\n{slot}\n{seat}\n".encode() + salt + b"\n" + value
    ).digest()


def check_seal(sealed: bytes, game: str, slot: str, seat: str, salt: bytes, value: bytes) -> None:
    """Raise `Unproven` unless salt and value open the seal of this seat and slot."""
    if not hmac.compare_digest(sealed, seal(game, slot, seat, salt, value)):
        raise Unproven(
            f"what was shown does not open the seal of {seat} for {slot}",
            f"ce qui est montré n'ouvre pas le sceau de {seat} pour {slot}",
        )
