"""A tournament's chance: its seed, the seeds derived from it, and draws from those.

    commitment  SHA-256("greffe/tournament-seed@v1\\n<tournament>\\n" + seed), in the opening record
    pairing     HMAC-SHA256(seed, "greffe/pair@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" + digest of the basis)
    lots        HMAC-SHA256(seed, "greffe/lots@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" + digest of the basis)
    deal        HMAC-SHA256(seed, "greffe/deal@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n"), of a duplicate challenge

Draws are those of sealed dice (`domain/rules/chance.py`): HMAC blocks, rejection sampling, Fisher and Yates.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, TypeVar

from domain.rules.chance import sealed_picks

T = TypeVar("T")

Use = Literal["pair", "lots", "deal"]


def commitment(seed: bytes, tournament: str) -> str:
    """What the opening record shows of the seed, in hex."""
    return sha256(f"greffe/tournament-seed@v1\n{tournament}\n".encode() + seed).hexdigest()


def derived(seed: bytes, tournament: str, stage: int, round: int, attempt: int, basis: str, use: Use = "pair") -> str:
    """The seed of one pairing or drawing of lots, in hex; `basis` is the digest of what it is computed from, in hex (of a deal,
    empty: it rests on nothing). Stages, rounds and attempts are counted from 1."""
    message = f"greffe/{use}@1\n{tournament}\n{stage}/{round}/{attempt}\n".encode() + bytes.fromhex(basis)
    return hmac.digest(seed, message, "sha256").hex()


class Draws:
    """Draws from a derived seed, numbered from 1: the same seed gives the same draws for ever."""

    def __init__(self, seed: str) -> None:
        self._key, self._number = bytes.fromhex(seed), 0

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely."""
        self._number += 1
        return sealed_picks(self._key, self._number, f"1d{n}")[0]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a drawn order."""
        if not items:
            return ()
        self._number += 1
        return tuple(items[at] for at in sealed_picks(self._key, self._number, f"{len(items)}of{len(items)}"))
