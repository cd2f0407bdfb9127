"""The tree against the recursive definition of RFC 6962, section 2.1, and against the published
vectors."""

import json
import random
from base64 import b64decode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from domain.proof.errors import Unproven
from domain.proof.log.merkle import (
    EMPTY_ROOT,
    Frontier,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
)
from tests.builders.tiles import tree_root

MOST = 130
LEAVES = [leaf_hash(bytes([i])) for i in range(MOST)]
VECTORS = Path(__file__).resolve().parents[5] / "shared" / "vectors"


# -- the definition of the RFC, word for word
# -------------------------------------------------------------------------


def split(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


@cache
def mth(start: int, end: int) -> bytes:
    if start == end:
        return sha256(b"").digest()
    if end - start == 1:
        return LEAVES[start]
    k = split(end - start)
    return sha256(b"\x01" + mth(start, start + k) + mth(start + k, end)).digest()


def path(m: int, start: int, end: int) -> list[bytes]:
    if end - start == 1:
        return []
    k = split(end - start)
    if m < k:
        return [*path(m, start, start + k), mth(start + k, end)]
    return [*path(m - k, start + k, end), mth(start, start + k)]


def subproof(m: int, start: int, end: int, whole: bool) -> list[bytes]:
    if m == end - start:
        return [] if whole else [mth(start, end)]
    k = split(end - start)
    if m <= k:
        return [*subproof(m, start, start + k, whole), mth(start + k, end)]
    return [*subproof(m - k, start + k, end, False), mth(start, start + k)]


# -- all trees up to 130 leaves
# -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored() -> dict[tuple[int, int], bytes]:
    frontier, nodes = Frontier(), {}
    for leaf in LEAVES:
        for node in frontier.append(leaf):
            assert nodes.setdefault((node.level, node.index), node.hash) == node.hash
    return nodes


def test_roots_of_all_trees(stored: dict[tuple[int, int], bytes]) -> None:
    frontier = Frontier()
    for size in range(MOST + 1):
        assert frontier.size == size
        assert frontier.root() == mth(0, size) == tree_root(size, lambda *at: stored[at])
        assert Frontier.load(size, lambda *at: stored[at]).root() == frontier.root()
        if size < MOST:
            frontier.append(LEAVES[size])
    assert Frontier().root() == EMPTY_ROOT


def test_a_stored_node_is_the_root_of_its_leaves(stored: dict[tuple[int, int], bytes]) -> None:
    for (level, index), hash in stored.items():
        assert hash == mth(index << level, (index + 1) << level)
    assert len(stored) == 2 * MOST - MOST.bit_count()


def test_inclusion_in_all_trees(stored: dict[tuple[int, int], bytes]) -> None:
    for size in range(1, MOST + 1):
        for index in range(size):
            proof = inclusion_proof(index, size, lambda *at: stored[at])
            assert list(proof) == path(index, 0, size)
            check_inclusion(index, size, LEAVES[index], proof, mth(0, size))


def test_consistency_of_all_trees(stored: dict[tuple[int, int], bytes]) -> None:
    for new in range(1, MOST + 1):
        assert consistency_proof(0, new, lambda *at: stored[at]) == ()
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, lambda *at: stored[at])
            assert list(proof) == subproof(old, 0, new, True)
            check_consistency(old, new, mth(0, old), mth(0, new), proof)


def test_a_proof_proves_nothing_else(stored: dict[tuple[int, int], bytes]) -> None:
    """For every leaf of every tree up to 34: no other index, leaf, root or proof is accepted with
    it. Of sizes nothing is said: the proof for one can be that of another, which is why the size is
    signed."""
    for size in range(1, 35):
        for index in range(size):
            proof, root = inclusion_proof(index, size, lambda *at: stored[at]), mth(0, size)
            for other in range(size + 2):
                if other != index:
                    with pytest.raises(Unproven):
                        check_inclusion(other, size, LEAVES[index], proof, root)
                    with pytest.raises(Unproven):
                        check_inclusion(index, size, LEAVES[other], proof, root)
            for bad in mangled(proof):
                with pytest.raises(Unproven):
                    check_inclusion(index, size, LEAVES[index], bad, root)
            with pytest.raises(Unproven):
                check_inclusion(index, size, LEAVES[index], proof, mth(0, size + 1))


def test_a_consistency_proof_proves_nothing_else(stored: dict[tuple[int, int], bytes]) -> None:
    for new in range(1, 35):
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, lambda *at: stored[at])
            for bad in mangled(proof):
                with pytest.raises(Unproven):
                    check_consistency(old, new, mth(0, old), mth(0, new), bad)
            with pytest.raises(Unproven):
                check_consistency(old, new, mth(1, old + 1), mth(0, new), proof)
            with pytest.raises(Unproven):
                check_consistency(old, new, mth(0, old), mth(0, new + 1), proof)


def mangled(proof: tuple[bytes, ...]) -> list[list[bytes]]:
    """Proofs with a hash more, fewer, in another place, of another length, or with one bit of it
    changed."""
    proofs = [[*proof, LEAVES[0]], [LEAVES[0], *proof], [*proof, b""]]
    for i, hash in enumerate(proof):
        proofs.append([*proof[:i], *proof[i + 1 :]])
        proofs.append([*proof[:i], hash[:-1], *proof[i + 1 :]])
        bit = random.Random(i).randrange(256)
        proofs.append(
            [
                *proof[:i],
                bytes(b ^ (1 << bit % 8 if at == bit // 8 else 0) for at, b in enumerate(hash)),
                *proof[i + 1 :],
            ]
        )
        proofs.extend(
            [[*proof[:i], proof[i + 1], hash, *proof[i + 2 :]]] if i + 1 < len(proof) else []
        )
    return proofs


def test_what_a_tree_does_not_have(stored: dict[tuple[int, int], bytes]) -> None:
    fetch = lambda *at: stored[at]  # noqa: E731
    for index, size in ((0, 0), (3, 3), (-1, 3)):
        with pytest.raises(ValueError, match="has no leaf"):
            inclusion_proof(index, size, fetch)
    for old, new in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="cannot have grown"):
            consistency_proof(old, new, fetch)
    with pytest.raises(ValueError, match="has 2 perfect subtrees, not 1"):
        Frontier(5, [LEAVES[0]])
    for old, new in ((0, 3), (3, 2), (-1, 3)):
        with pytest.raises(Unproven):
            check_consistency(old, new, mth(0, 0), mth(0, 3), ())


# -- the published vectors
# ------------------------------------------------------------------------------------------------


def vectors(name: str) -> list[Any]:
    file = VECTORS / name
    if not file.is_file():
        return [
            pytest.param(
                None,
                marks=pytest.mark.skip(
                    reason=f"{file} is not there: only the project's own vectors ran"
                ),
            )
        ]
    return [pytest.param(v, id=v["name"]) for v in json.loads(file.read_text("utf-8"))]


@pytest.mark.parametrize("vector", vectors("rfc6962_inclusion.json"))
def test_published_inclusion(vector: dict[str, Any]) -> None:
    proof = [b64decode(p) for p in vector["proof"] or ()]
    accepted = True
    try:
        check_inclusion(
            vector["leafIdx"],
            vector["treeSize"],
            b64decode(vector["leafHash"]),
            proof,
            b64decode(vector["root"]),
        )
    except Unproven:
        accepted = False
    assert accepted is not vector["wantErr"]


@pytest.mark.parametrize("vector", vectors("rfc6962_consistency.json"))
def test_published_consistency(vector: dict[str, Any]) -> None:
    proof = [b64decode(p) for p in vector["proof"] or ()]
    roots = b64decode(vector["root1"]), b64decode(vector["root2"])
    accepted = True
    try:
        check_consistency(vector["size1"], vector["size2"], *roots, proof)
    except Unproven:
        accepted = False
    assert accepted is not vector["wantErr"]


def test_there_are_196_published_vectors() -> None:
    if not VECTORS.is_dir():
        pytest.skip(f"{VECTORS} is not there")
    assert len(vectors("rfc6962_inclusion.json")) + len(vectors("rfc6962_consistency.json")) == 196
