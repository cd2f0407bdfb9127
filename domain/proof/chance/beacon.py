"""Rounds of a public beacon (drand), which a tournament names before they exist and draws with
afterwards.

A chain signs the number of each round at a time that follows from the number; the SHA-256 of the
signature is the round's randomness. The scheme is drand's `bls-unchained-g1-rfc9380`: BLS over
BLS12-381 with signatures in G1 over the SHA-256 of the number (eight bytes), hashed to the curve by
RFC 9380 under `TAG`.
"""

from hashlib import sha256
from typing import NamedTuple

from domain.proof.spelling import MOST

try:
    from py_arkworks_bls12381 import GT, G1Point, G2Point
except ImportError:  # an auditor may do without it; the report then says what was not checked
    GT = None  # type: ignore[assignment, misc]

TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
SIGNATURE_SIZE = 48


class Chain(NamedTuple):
    """A chain of the beacon: its name, its public key in G2, the time of its round 1 in seconds
    since 1970 (`genesis`), and the seconds between rounds (`period`)."""

    name: str
    key: bytes
    genesis: int
    period: int

    def time_of(self, round: int) -> int:
        """The time of a round, in seconds since 1970."""
        return self.genesis + (round - 1) * self.period

    def is_to_come(self, round: int, at: int) -> bool:
        """Whether a round comes after the time `at`, in seconds since 1970."""
        return 0 < round <= MOST and self.time_of(round) > at

    def round_after(self, time: int) -> int:
        """The first round after the time `time`, in seconds since 1970."""
        return max(1, (time - self.genesis) // self.period + 2)


QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

CHAINS = {
    QUICKNET: Chain(
        "quicknet",
        bytes.fromhex(
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a"
            "2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76"
            "eae8991ef5ece45a"
        ),
        1_692_803_367,
        3,
    )
}
"""The supported chains by their hash in hex."""


def is_signed(chain: Chain, round: int, signature: bytes) -> bool | None:
    """Whether the signature is the chain's for this round. None if the library that could verify it
    is not installed."""
    if GT is None:
        return None
    message = G1Point.hash_to_curve(sha256(round.to_bytes(8, "big")).digest(), TAG)
    try:
        return GT.pairing_check(
            [G1Point.from_compressed_bytes(signature), -message],
            [G2Point(), G2Point.from_compressed_bytes(chain.key)],
        )
    except ValueError:
        return False


def seed_words(round: int, signature: bytes) -> tuple[str, str]:
    """The two words that a round adds to the message from which a seed is derived: a label with the
    round's number, and its randomness in hex."""
    return f"beacon {round}", sha256(signature).hexdigest()
