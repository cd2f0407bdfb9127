"""Seals: a commitment to a hidden value, such as a bid, that is revealed later. Seat and slot are
part of the message, so no seat can copy another's seal."""

import hmac
from hashlib import sha256

from domain.proof.errors import Misspelt, Unproven

SALT_SIZE = 32


def seal(game: str, slot: str, seat: str, salt: bytes, value: bytes) -> bytes:
    """The seal of `value`: 32 bytes. `slot` names the choice, such as `bid 3`, uniquely in the
    game.

    Raises `Misspelt` for a salt of another size than 32 bytes, or for a line break that would make
    the message ambiguous.
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
