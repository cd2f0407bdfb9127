"""A tournament's chance: its seed, the seeds derived from it, and draws from those.

    commitment  SHA-256("greffe/tournament-seed@v1\\n<tournament>\\n" + seed), in the opening record
    pairing     HMAC-SHA256(seed, "greffe/pair@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" +
                digest of the basis)
    lots        HMAC-SHA256(seed, "greffe/lots@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n" +
                digest of the basis)
    deal        HMAC-SHA256(seed, "greffe/deal@1\\n<tournament>\\n<stage>/<round>/<attempt>\\n"), of
                a duplicate challenge

This is derivation 1. By derivation 2 all three have `@2` in their first line. In place of the
digest they end in the parts that entrants revealed, each `<entrant> <part in hex>\\n`, by number,
then in rounds of a public beacon, each `beacon <round> <randomness in hex>\\n`, in the order of
their records. Nobody knew these at the opening, and a draw depends on no other record.

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
"""The derivation of seeds in new tournaments, described above."""

Parts = Sequence[tuple[int | str, str]]
"""The parts and beacon rounds that a draw depends on: (entrant, part in hex) by number, then for
each beacon round what `domain.proof.chance.beacon.seed_words` returns."""

Use = Literal["pair", "lots", "deal"]


def commitment(seed: bytes, tournament: str) -> str:
    """The commitment to a seed, in hex, which the opening record of the tournament contains."""
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
    """The derived seed, in hex, of one pairing, drawing of lots or deal (`use`). By derivation 1
    `parts` is None and `basis` the digest of the basis in hex ("" for a deal); by derivation 2 it
    depends on `parts` and not on `basis`. Stages, rounds and attempts are counted from 1."""
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
        """A random number from 0 to n-1, all equally likely."""
        self._number += 1
        return sealed_picks(self._key, self._number, f"1d{n}")[0]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        if not items:
            return ()
        self._number += 1
        return tuple(
            items[at] for at in sealed_picks(self._key, self._number, f"{len(items)}of{len(items)}")
        )
