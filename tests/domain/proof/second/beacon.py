"""Section 6, beacons: drand's quicknet, checked by another library than the service uses."""

from hashlib import sha256

import pyblst

QUICKNET = bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")
KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
GENERATOR = (
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
"""The generator of the group G2."""


def time_of(beacon: int) -> int:
    return 1_692_803_367 + 3 * (beacon - 1)


def signed(beacon: int, signature: bytes) -> bool:
    message = sha256(beacon.to_bytes(8, "big")).digest()
    try:
        point = pyblst.BlstP1Element.uncompress(signature)
    except ValueError:
        return False
    tag = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
    there = pyblst.miller_loop(point, pyblst.BlstP2Element.uncompress(bytes.fromhex(GENERATOR)))
    due = pyblst.miller_loop(
        pyblst.BlstP1Element.hash_to_group(message, tag),
        pyblst.BlstP2Element.uncompress(bytes.fromhex(KEY)),
    )
    return bool(pyblst.final_verify(there, due))
