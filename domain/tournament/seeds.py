"""A tournament's chance: its seed, the seeds derived from it, and draws from those.

    commitment  SHA-256("greffe/tournament-seed@v1\\n<tournament>\\n" + seed), in the opening record
    pairing     HMAC-SHA256(seed, "greffe/pair@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" +
                digest of the basis)
    lots        HMAC-SHA256(seed, "greffe/lots@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" +
                digest of the basis)
    deal        HMAC-SHA256(seed, "greffe/deal@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n"), of
                a duplicate challenge

So by derivation 1. By derivation 2 all three have `@2` in their first line and end in the entrants'
parts that were shown, each `<entrant> <part in hex>\\n`, by number, then in rounds of a public
beacon, each `beacon <round> <randomness in hex>\\n`, in the order in which they were shown: nobody
knew them at the opening, and no other record steers what is drawn.

Draws are those of sealed dice (`domain/titles/contract/chance.py`): HMAC blocks, rejection
sampling, Fisher and Yates.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, TypeVar

from domain.titles.contract.chance import sealed_picks

T = TypeVar("T")

DERIVATION: Literal[2] = 2
"""How the seeds of new tournaments are derived."""

Parts = Sequence[tuple[int | str, str]]
"""What was shown, in hex: the parts, each with its entrant, by number; then the rounds of a beacon,
each as `domain.proof.chance.beacon.drawn_with` labels it."""

Use = Literal["pair", "lots", "deal"]


def commitment(seed: bytes, tournament: str) -> str:
    """What the opening record shows of the seed, in hex."""
    return sha256(f"greffe/tournament-seed@v1\n{tournament}\n".encode() + seed).hexdigest()


def derived(
    seed: bytes,
    tournament: str,
    stage: int,
    round: int,
    attempt: int,
    basis: str,
    use: Use = "pair",
    parts: Parts | None = None,
) -> str:
    """The seed of one pairing, drawing of lots or deal, in hex. By derivation 1 (no `parts`) with
    the digest of the `basis` in hex, which is empty for a deal; by derivation 2 with the entrants'
    `parts`. Stages, rounds and attempts are counted from 1."""
    rest = (
        bytes.fromhex(basis)
        if parts is None
        else "".join(f"{by} {part}\n" for by, part in parts).encode()
    )
    message = (
        f"greffe/{use}@{1 if parts is None else 2}\n{tournament}\n{stage}/{round}/{attempt}\n".encode()
        + rest
    )
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
        if not items:
            return ()
        self._number += 1
        return tuple(
            items[at] for at in sealed_picks(self._key, self._number, f"{len(items)}of{len(items)}")
        )
