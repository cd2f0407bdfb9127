"""Sealed dice, derived again from what the record shows: commitments, the dice key, and the picks
of a roll.

    opening        seed = 32 random bytes, kept secret until closing; its commitment is in
                   GameOpened
    contributions  every seat commits to a value of its own before any seat reveals one
    key            from the seed and the revealed contributions, in the seats' order in GameOpened
    roll r         HMAC blocks of the key, the roll's number and its spec; bytes taken by rejection
                   sampling

Nothing here is shared with the code that rolls: `domain/titles/contract/chance.py` implements the
same specification, and a test compares the two."""

import hmac
import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from domain.proof.errors import Misspelt
from domain.proof.spelling import shown

SEED_SIZE = 32
LEAST_CONTRIBUTION = 16
MOST_CONTRIBUTION = 1024

_SPEC = re.compile(r"(0|[1-9][0-9]{0,8})(d|of)(0|[1-9][0-9]{0,17})", re.ASCII)


class Spec(NamedTuple):
    """The form of a roll: `many` picks out of `size`. `again`: a pick can occur more than once, as
    with dice."""

    many: int
    size: int
    again: bool


@lru_cache(maxsize=1024)
def read_spec(text: str) -> Spec:
    """Parse a spec such as `2d6` or `1of13`. Raises `Misspelt` for one that no roll can have."""
    match = _SPEC.fullmatch(text)
    if match:
        spec = Spec(int(match[1]), int(match[3]), match[2] == "d")
        if spec.many == 0 or (spec.size if spec.again else spec.size >= spec.many):
            return spec
    raise Misspelt(
        f"{shown(text)} is nothing that can be rolled", f"{shown(text)} ne peut pas être lancé"
    )


def seed_commitment(game: str, seed: bytes) -> bytes:
    """The commitment to the seed in the opening record."""
    return sha256(f"greffe/seed@v1\n{game}\n".encode() + seed).digest()


def contribution_commitment(game: str, seat: str, value: bytes) -> bytes:
    """A seat's commitment to its contribution."""
    return sha256(f"greffe/contribution@v1\n{game}\n{seat}\n".encode() + value).digest()


def dice_key(game: str, seed: bytes, contributions: Iterable[tuple[str, bytes]] = ()) -> bytes:
    """The key of a game's sealed rolls. `contributions` are pairs of seat and value, in the order
    of the seats in the opening record."""
    lines = "".join(f"{seat} {value.hex()}\n" for seat, value in contributions)
    return hmac.digest(seed, f"greffe/dice-key@v1\n{game}\n{lines}".encode(), "sha256")


def picks(key: bytes, number: int, spec: str) -> tuple[int, ...]:
    """The picks of roll `number`: indices in its pool. For the spec `NdM`: N indices below M. For
    `NofM`: the first N places after a Fisher-Yates shuffle of 0 … M-1 from the last index down.
    Raises `Misspelt` for a bad spec.

    The work grows with N, not with M: only the places that the shuffle changes are stored.
    """
    many, size, again = read_spec(spec)
    source = _RandomBytes(key, number, spec)
    if again:
        return tuple(source.below(size) for _ in range(many))
    moved: dict[int, int] = {}
    places = []
    for last in range(size - 1, size - 1 - many, -1):
        at = source.below(last + 1)
        places.append(moved.get(at, at))
        moved[at] = moved.get(last, last)
    return tuple(places)


class _RandomBytes:
    def __init__(self, key: bytes, number: int, spec: str) -> None:
        self._key, self._head, self._block = key, f"greffe/roll@v1\n{number} {spec}\n", 0
        self._rest = b""

    def below(self, n: int) -> int:
        """A uniform number from 0 to n-1. Reads the next bytes, as few as can represent n-1, as a
        number, and skips numbers that would bias the remainder."""
        size = ((n - 1).bit_length() + 7) // 8
        if size == 0:
            return 0
        fair = 256**size // n * n
        while True:
            while len(self._rest) < size:
                self._rest += hmac.digest(
                    self._key, f"{self._head}{self._block}\n".encode(), "sha256"
                )
                self._block += 1
            word, self._rest = int.from_bytes(self._rest[:size], "big"), self._rest[size:]
            if word < fair:
                return word % n
