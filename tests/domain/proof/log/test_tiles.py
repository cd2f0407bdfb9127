import json
import random
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.merkle import (
    EMPTY_ROOT,
    Frontier,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
)
from domain.proof.log.tiles import (
    Tile,
    TileNodes,
    entry_bundle,
    read_entry_bundle,
    read_tile_path,
    tile_at,
)
from tests.builders.refusals import refused_with
from tests.builders.tiles import new_tiles, tile_bytes, tree_root
from tests.domain.proof.second.tree import root_from, root_of

SIZE = 70_000


@pytest.fixture(scope="module")
def nodes() -> dict[tuple[int, int], bytes]:
    frontier, tiles = Frontier(), {}
    for i in range(SIZE):
        tiles.update(
            {(n.level, n.index): n.hash for n in frontier.append(leaf_hash(i.to_bytes(4, "big")))}
        )
    return tiles


def test_paths_of_the_specification() -> None:
    assert str(Tile(0, 1234067)) == "tile/0/x001/x234/067"
    assert str(Tile(None, 273, 112)) == "tile/entries/273.p/112"
    assert (str(Tile(63, 0, 1)), str(Tile(1, 1000))) == ("tile/63/000.p/1", "tile/1/x001/000")


@given(st.one_of(st.none(), st.integers(0, 63)), st.integers(0, 10**12), st.integers(1, 256))
def test_a_path_is_read_as_it_is_written(level: int | None, index: int, width: int) -> None:
    assert read_tile_path(str(Tile(level, index, width))) == Tile(level, index, width)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tile/0/0",
        "tile/0/67",
        "tile/00/067",
        "tile/64/000",
        "tile/0/001/000",
        "tile/0/x000/001",
        "tile/0/x001",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000/",
        "/tile/0/000",
        "tile/0/٠٠٠",
        "tile/0/../000",
        "tile/data/000",
        "tile/0/" + "x001/" * 30 + "000",
        "tile/0/000\n",
    ],
)
def test_paths_of_no_tile(path: str) -> None:
    refused_with(Misspelt, "the path of no tile", read_tile_path, path)


def test_the_tiles_of_the_specifications_example() -> None:
    """70,000 entries need 273 full tiles and one of width 112 on level 0, one full tile and one of
    width 17 on level 1, and one of width 1 on level 2."""
    tiles = list(new_tiles(0, SIZE))
    hashes = [t for t in tiles if t.level is not None]
    assert [t for t in hashes if t.width < 256] == [
        Tile(0, 273, 112),
        Tile(1, 1, 17),
        Tile(2, 0, 1),
    ]
    assert sum(t.level == 0 and t.width == 256 for t in hashes) == 273
    assert sum(t.level == 1 and t.width == 256 for t in hashes) == 1
    assert [str(t) for t in new_tiles(0, 256)] == [
        "tile/entries/000",
        "tile/0/000",
        "tile/1/000.p/1",
    ]


def test_proofs_from_tiles(nodes: dict[tuple[int, int], bytes]) -> None:
    """Any proof for any size can be made from the tiles of that size, although tiles contain only
    every eighth level of the tree."""
    stored = lambda *at: nodes[at]  # noqa: E731
    for size in (1, 2, 255, 256, 257, 511, 65_535, 65_536, 65_537, SIZE):
        files = {str(t): tile_bytes(t, stored) for t in new_tiles(0, size) if t.level is not None}
        paths: list[str] = []

        def read(
            tile: Tile, files: dict[str, bytes] = files, paths: list[str] = paths
        ) -> bytes | None:
            paths.append(str(tile))
            return files.get(str(tile))

        fetch = TileNodes(size, read)
        root = tree_root(size, stored)
        assert tree_root(size, fetch) == root
        for index in {0, size // 3, size // 2, size - 1}:
            proof = inclusion_proof(index, size, fetch)
            assert proof == inclusion_proof(index, size, stored)
            check_inclusion(index, size, nodes[0, index], proof, root)
            if index:
                assert consistency_proof(index, size, fetch) == consistency_proof(
                    index, size, stored
                )
        assert len(paths) == len(set(paths)) <= 12


def test_a_full_tile_serves_for_a_partial_one(nodes: dict[tuple[int, int], bytes]) -> None:
    full = b"".join(nodes[0, i] for i in range(256))
    fetch = TileNodes(100, lambda tile: full if tile.width == 256 else None)
    assert tree_root(100, fetch) == tree_root(100, lambda *at: nodes[at])
    refused_with(ValueError, "has no node 100", fetch, 0, 100)


@pytest.mark.parametrize("data", [None, b"", b"x" * 31, b"x" * 33, b"x" * 32 * 99, b"x" * 32 * 101])
def test_a_tile_that_is_not_whole(data: bytes | None) -> None:
    refused_with(
        Misspelt,
        r"tile/0/000\.p/100 is missing or not of its width",
        TileNodes(100, lambda tile: data),
        0,
        0,
    )


@given(st.lists(st.binary(max_size=600), min_size=1, max_size=256))
def test_bundles_are_read_as_they_are_written(entries: list[bytes]) -> None:
    data = entry_bundle(entries)
    assert list(read_entry_bundle(data, len(entries))) == entries
    for bad in (data[:-1], data + b"\x00", data + b"\x00\x05abc"):
        refused_with(Misspelt, "", read_entry_bundle, bad, len(entries))


def test_bundles_of_another_width() -> None:
    full = entry_bundle([bytes([i]) for i in range(256)])
    assert read_entry_bundle(full, 3) == (b"\x00", b"\x01", b"\x02")
    refused_with(Misspelt, "has 2 entries, not 3", read_entry_bundle, entry_bundle([b"a", b"b"]), 3)
    refused_with(Misspelt, "", read_entry_bundle, full + b"\x00\x00", 256)
    for bad in ([b""] * 257, [b"x" * 65_536]):
        refused_with(ValueError, "a bundle holds 256", entry_bundle, bad)


def test_tiles_that_a_log_does_not_have() -> None:
    assert tile_at(300, 0, 1) == Tile(0, 1, 44)
    for size, level, index in ((0, 0, 0), (256, 0, 1), (255, 1, 0), (5, 0, -1)):
        refused_with(ValueError, "has no tile", tile_at, size, level, index)


# -- merkle ----------------------------------------------------------------------------------------
# The tree against the recursive definition of RFC 6962, section 2.1, and against the published
# vectors.

MOST = 130
LEAVES = [leaf_hash(bytes([i])) for i in range(MOST)]
VECTORS = Path(__file__).resolve().parents[5] / "shared" / "vectors"


# -- the definition of the RFC ---------------------------------------------------------------------


def split(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


@cache
def mth(start: int, end: int) -> bytes:
    return root_of(LEAVES[start:end])


def subproof(m: int, start: int, end: int, whole: bool) -> list[bytes]:
    if m == end - start:
        return [] if whole else [mth(start, end)]
    k = split(end - start)
    if m <= k:
        return [*subproof(m, start, start + k, whole), mth(start + k, end)]
    return [*subproof(m - k, start + k, end, False), mth(start, start + k)]


# -- all trees up to 130 leaves --------------------------------------------------------------------


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
            assert root_from(LEAVES[index], index, size, proof) == mth(0, size)
            check_inclusion(index, size, LEAVES[index], proof, mth(0, size))


def test_consistency_of_all_trees(stored: dict[tuple[int, int], bytes]) -> None:
    for new in range(1, MOST + 1):
        assert consistency_proof(0, new, lambda *at: stored[at]) == ()
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, lambda *at: stored[at])
            assert list(proof) == subproof(old, 0, new, True)
            check_consistency(old, new, mth(0, old), mth(0, new), proof)


def test_a_proof_proves_nothing_else(stored: dict[tuple[int, int], bytes]) -> None:
    """For every leaf of every tree of up to 34 leaves, no other index, leaf, root or proof is
    accepted. Another size may be: one proof can hold for two sizes, which is why the log signs the
    size."""
    for size in range(1, 35):
        for index in range(size):
            proof, root = inclusion_proof(index, size, lambda *at: stored[at]), mth(0, size)
            for other in range(size + 2):
                if other != index:
                    refused_with(
                        Unproven, "", check_inclusion, other, size, LEAVES[index], proof, root
                    )
                    refused_with(
                        Unproven, "", check_inclusion, index, size, LEAVES[other], proof, root
                    )
            for bad in mangled(proof):
                refused_with(Unproven, "", check_inclusion, index, size, LEAVES[index], bad, root)
            refused_with(
                Unproven, "", check_inclusion, index, size, LEAVES[index], proof, mth(0, size + 1)
            )


def test_a_consistency_proof_proves_nothing_else(stored: dict[tuple[int, int], bytes]) -> None:
    for new in range(1, 35):
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, lambda *at: stored[at])
            for bad in mangled(proof):
                refused_with(
                    Unproven, "", check_consistency, old, new, mth(0, old), mth(0, new), bad
                )
            refused_with(
                Unproven, "", check_consistency, old, new, mth(1, old + 1), mth(0, new), proof
            )
            refused_with(
                Unproven, "", check_consistency, old, new, mth(0, old), mth(0, new + 1), proof
            )


def mangled(proof: tuple[bytes, ...]) -> list[list[bytes]]:
    """Versions of a proof with a hash added, missing, moved, of another length, or with one bit
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
        refused_with(ValueError, "has no leaf", inclusion_proof, index, size, fetch)
    for old, new in ((3, 2), (-1, 2)):
        refused_with(ValueError, "cannot have grown", consistency_proof, old, new, fetch)
    refused_with(ValueError, "has 2 perfect subtrees, not 1", Frontier, 5, [LEAVES[0]])
    for old, new in ((0, 3), (3, 2), (-1, 3)):
        refused_with(Unproven, "", check_consistency, old, new, mth(0, 0), mth(0, 3), ())


# -- the published vectors -------------------------------------------------------------------------


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
