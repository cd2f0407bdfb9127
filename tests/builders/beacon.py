"""A beacon whose rounds a test can sign: the chain `HASH` and its secret key."""

from hashlib import sha256

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from domain.proof.chance.beacon import CHAINS, TAG, Chain

_SECRET = Scalar(20_260_101)
HASH = "7e57" * 16
CHAIN = Chain("of-a-test", (G2Point() * _SECRET).to_compressed_bytes(), 1_692_803_367, 3)
CHAINS[HASH] = CHAIN


def signature(round: int) -> str:
    """The chain's signature of a round, in hex."""
    message = sha256(round.to_bytes(8, "big")).digest()
    return (G1Point.hash_to_curve(message, TAG) * _SECRET).to_compressed_bytes().hex()
