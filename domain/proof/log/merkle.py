"""The tree of RFC 6962, section 2.1: roots, proofs and their verification, over SHA-256.

A tree is never held in memory. A store keeps its *nodes*, the hashes of perfect subtrees, by level
and index: node (0, i) is leaf i, node (l, i) is the root of leaves i·2^l to (i+1)·2^l - 1. A stored
node never changes. Proofs are made with a `Fetch`, which finds a node; `Frontier` tells which nodes
a new leaf completes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from domain.proof.errors import Unproven

HASH_SIZE = 32
EMPTY_ROOT = sha256(b"").digest()

Fetch = Callable[[int, int], bytes]
"""Returns the stored node at (level, index)."""


@dataclass(frozen=True, slots=True)
class Node:
    """The root of the index-th perfect subtree of 2^level leaves."""

    level: int
    index: int
    hash: bytes


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_of_peaks(peaks: Iterable[bytes]) -> bytes:
    """The root over perfect subtrees, given by their roots from left to right, each smaller than
    the one before."""
    root: bytes | None = None
    for peak in reversed(tuple(peaks)):
        root = peak if root is None else node_hash(peak, root)
    return EMPTY_ROOT if root is None else root


class Frontier:
    """The right edge of a growing tree: the roots of its perfect subtrees, from left to right.

    Appending needs only logarithmically many hashes, so a tree of any size can be followed, or
    computed from its leaves in one pass.
    """

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        """`peaks` are the roots of the perfect subtrees of a tree of `size` leaves, one for each 1
        bit."""
        if len(peaks) != size.bit_count():
            raise ValueError(
                f"a tree of {size} leaves has {size.bit_count()} perfect subtrees, not {len(peaks)}"
            )
        self.size = size
        self._peaks = list(peaks)

    @classmethod
    def load(cls, size: int, fetch: Fetch) -> Frontier:
        return cls(size, [fetch(level, index) for level, index in perfect_subtrees(0, size)])

    def append(self, leaf: bytes) -> list[Node]:
        """Add a leaf hash. Returns the nodes that it completes, the leaf first, for the log to
        store."""
        peaks, level, index = self._peaks, 0, self.size
        done, top = [Node(0, index, leaf)], leaf
        while index & 1:
            top = node_hash(peaks.pop(), top)
            level, index = level + 1, index >> 1
            done.append(Node(level, index, top))
        peaks.append(top)
        self.size += 1
        return done

    def root(self) -> bytes:
        return root_of_peaks(self._peaks)


def perfect_subtrees(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The perfect subtrees that make up leaves `start` to `end` - 1, from left to right, as level
    and index. `start` must be a multiple of the greatest power of two below `end - start`, as it is
    where the RFC splits."""
    while start < end:
        level = (end - start).bit_length() - 1
        yield level, start >> level
        start += 1 << level


def range_root(start: int, end: int, fetch: Fetch) -> bytes:
    """The root over leaves `start` to `end` - 1, computed from stored nodes: MTH(D[start:end])."""
    return root_of_peaks(fetch(level, index) for level, index in perfect_subtrees(start, end))


def _split(start: int, end: int) -> int:
    """The leaf at which the RFC splits a range of two or more leaves, the first of the right part:
    `start` plus the greatest power of two below the number of leaves."""
    return start + (1 << (end - start - 1).bit_length() - 1)


def inclusion_proof(index: int, size: int, fetch: Fetch) -> tuple[bytes, ...]:
    """The proof that leaf `index` is in the tree of `size` leaves: its siblings, from the leaf up
    (PATH(index, D[size])). Raises `ValueError` for an index outside the tree."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    start, end, path = 0, size, []
    while end - start > 1:
        middle = _split(start, end)
        if index < middle:
            path.append(range_root(middle, end, fetch))
            end = middle
        else:
            path.append(range_root(start, middle, fetch))
            start = middle
    return tuple(reversed(path))


def consistency_proof(old: int, new: int, fetch: Fetch) -> tuple[bytes, ...]:
    """The proof that the tree of `new` leaves begins with that of `old` leaves (PROOF(old,
    D[new])). Empty if `old` is 0 or `new`. Raises `ValueError` if the tree would shrink."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves cannot have grown from one of {old}")
    start, end, path = 0, new, []
    while old and end != old:
        middle = _split(start, end)
        if old <= middle:
            path.append(range_root(middle, end, fetch))
            end = middle
        else:
            path.append(range_root(start, middle, fetch))
            start = middle
    if start:
        path.append(range_root(start, end, fetch))
    return tuple(reversed(path))


def check_inclusion(
    index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes
) -> None:
    """Raise `Unproven` unless `proof` shows that the tree of `size` leaves under `root` has `leaf`
    at `index`."""
    if not 0 <= index < size:
        raise Unproven(
            f"there is no entry {index} in a tree of size {size}",
            f"un arbre de taille {size} n'a pas d'entrée {index}",
        )
    _check_sizes(leaf, root, *proof)
    at, last, node = (
        index,
        size - 1,
        leaf,
    )  # the node's index on its level, and the level's last index
    for sibling in proof:
        if last == 0:
            raise _wrong_length()
        if at & 1 or at == last:
            node = node_hash(sibling, node)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        at, last = at >> 1, last >> 1
    if last:
        raise _wrong_length()
    if node != root:
        raise Unproven(
            "the inclusion proof does not lead to the signed root",
            "la preuve d'inclusion ne mène pas à la racine signée",
        )


def check_consistency(
    old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise `Unproven` unless `proof` shows that the tree of `new` leaves under `new_root` begins
    with that of `old` leaves.

    Nothing can be proven from an empty tree, so `old` must be at least 1 (C2SP tlog-witness demands
    an empty proof there, which its caller checks).
    """
    if not 0 < old <= new:
        raise Unproven(
            f"a tree of size {new} cannot be proven to begin with one of size {old}",
            f"on ne peut prouver qu'un arbre de taille {new} commence par un arbre de taille {old}",
        )
    if old == new:
        if proof:
            raise _wrong_length()
        if old_root != new_root:
            raise _diverged(old)
        return
    _check_sizes(old_root, new_root, *proof)
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    steps = iter(proof if at else (old_root, *proof))
    then = now = next(steps, b"")
    if not then:
        raise _wrong_length()
    for step in steps:
        if last == 0:
            raise _wrong_length()
        if at & 1 or at == last:
            then, now = node_hash(step, then), node_hash(step, now)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            now = node_hash(now, step)
        at, last = at >> 1, last >> 1
    if last:
        raise _wrong_length()
    if then != old_root or now != new_root:
        raise _diverged(old)


def _check_sizes(*hashes: bytes) -> None:
    if any(len(h) != HASH_SIZE for h in hashes):
        raise Unproven(
            "a hash in the proof does not have 32 bytes",
            "une empreinte de la preuve n'a pas 32 octets",
        )


def _wrong_length() -> Unproven:
    return Unproven(
        "the proof has the wrong number of hashes for its tree sizes",
        "la preuve n'a pas le nombre d'empreintes qu'il faut pour ces tailles d'arbre",
    )


def _diverged(size: int) -> Unproven:
    return Unproven(
        f"the later tree does not begin with the earlier one of size {size}",
        f"le second arbre ne commence pas par le premier, de taille {size}",
    )
