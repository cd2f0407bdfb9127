"""Encryption of the views: Redis keeps them, and can neither read nor make them.

Every value that readers are shown is sealed with a key that Redis does not hold, and bound to its epoch, its game, what it is (a
board: for whom) and the seq it stands at. So a value that somebody put there, an old one, another game's, or the arbiter's board
under the public's name does not open. It is then folded from the record, counted, and written anew.

The index is not sealed: sets of ids, orders, sums. Somebody who can write to Redis can leave a game out of a list or make a total
wrong, but cannot add one to a list that it is not found in, since the sets that a game is in are sealed with its summary.
"""

from __future__ import annotations

from domain.store.encryption import Cipher, NotSealed

__all__ = ["ALIKE", "COUNTED", "SETS", "NotSealed", "Sealer"]

COUNTED = "counted"
"""The field with a game's counts."""

ALIKE = "alike"
"""The field with the names of those whose boards are the public's, to the byte, and stand there alone."""

SETS = "sets"
"""The field with the names of the sets that a game is found in."""


class Sealer:
    """Seals and opens the values of one epoch."""

    def __init__(self, key: bytes, epoch: str) -> None:
        self.epoch = epoch
        self._cipher = Cipher(key, f"views/1/{epoch}")

    def seal(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        """A value as Redis keeps it."""
        return self._cipher.seal(value, _about(game, field, seq))

    def open(self, value: bytes, game: str, field: str, seq: int) -> bytes:
        """The value; raises `NotSealed` unless it is this field's, of this game at this seq, in this epoch."""
        return self._cipher.open(value, _about(game, field, seq))


def _about(game: str, field: str, seq: int) -> str:
    return f"{game}\n{field}\n{seq}"
