"""The log as files (C2SP `tlog-tiles`): 256 hashes a tile, 256 entries a bundle. It can be served,
cached and mirrored as plain files, and any proof can be made from a few of them.

    checkpoint                     the signed head
    tile/0/x001/x234/067           leaf hashes 1234067·256 …; level l holds the roots of full tiles
                                   of level l - 1
    tile/1/000.p/17                a partial tile of width 17
    tile/entries/x001/x234/067     the entries under those leaves, each after its length in two
                                   bytes"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from domain.proof.errors import Misspelt
from domain.proof.log.entries import MOST_BYTES
from domain.proof.log.merkle import HASH_SIZE, root_of_peaks
from domain.proof.spelling import MOST, shown

HEIGHT = 8
WIDTH = 1 << HEIGHT
MOST_LEVEL = 63
CHECKPOINT = "checkpoint"

_PATH = re.compile(
    r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its level, its index in that level, and its `width` in hashes. If `level` is None it
    is a bundle of entries, and the width is their number."""

    level: int | None
    index: int
    width: int = WIDTH

    def __str__(self) -> str:
        parts, rest = [f"{self.index % 1000:03}"], self.index // 1000
        while rest:
            parts.append(f"x{rest % 1000:03}")
            rest //= 1000
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{'entries' if self.level is None else self.level}/{'/'.join(reversed(parts))}{partial}"

    @property
    def full(self) -> Tile:
        return Tile(self.level, self.index)


def read_tile_path(path: str) -> Tile:
    """Parse a tile's path in the log's files. Raises `Misspelt` unless it is in canonical
    spelling."""
    match = _PATH.fullmatch(path) if len(path) < 64 else None
    if match:
        level, index, width = match.groups()
        number = int(index.replace("/", "").replace("x", ""))
        tile = Tile(None if level == "entries" else int(level), number, int(width or WIDTH))
        if (
            str(tile) == path
            and tile.width <= WIDTH
            and number <= MOST
            and (tile.level or 0) <= MOST_LEVEL
        ):
            return tile
    raise Misspelt(
        f"{shown(path)} is the path of no tile", f"{shown(path)} n'est le chemin d'aucune tuile"
    )


def tile_at(size: int, level: int | None, index: int) -> Tile:
    """The tile at this level and index, with the width it has in a log of `size` entries. Raises
    `ValueError` if it would be empty."""
    width = min((size >> HEIGHT * (level or 0)) - index * WIDTH, WIDTH)
    if width < 1 or index < 0:
        raise ValueError(f"a log of size {size} has no tile {index} on level {level}")
    return Tile(level, index, width)


def entry_bundle(entries: Sequence[bytes]) -> bytes:
    """Encode at most 256 entries as a bundle. Raises `ValueError` for more, and for an entry over
    65,535 bytes."""
    if len(entries) > WIDTH or any(len(e) > MOST_BYTES for e in entries):
        raise ValueError("a bundle holds 256 entries of at most 65,535 bytes each")
    return b"".join(len(e).to_bytes(2, "big") + e for e in entries)


def read_entry_bundle(data: bytes, width: int) -> tuple[bytes, ...]:
    """The first `width` entries of a bundle, which must contain exactly these or be full (256).
    Raises `Misspelt`."""
    entries: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if end > len(data) or at + 2 > len(data) or len(entries) == WIDTH:
            raise Misspelt(
                "the bundle of entries does not end where it says",
                "le paquet d'entrées ne finit pas où il le dit",
            )
        entries.append(data[at + 2 : end])
        at = end
    if len(entries) not in (width, WIDTH) or width > WIDTH:
        raise Misspelt(
            f"the bundle has {len(entries)} entries, not {width}",
            f"le paquet a {len(entries)} entrées, pas {width}",
        )
    return tuple(entries[:width])


class TileNodes:
    """The nodes of a log of `size` entries, read from its tiles. An object of this class can be
    called as a `Fetch` for `merkle.py`.

    `read` returns the bytes of a tile, or None. If a partial tile is gone, the full one is read.
    The most recently used tiles are cached.
    """

    KEPT = 64

    def __init__(self, size: int, read: Callable[[Tile], bytes | None]) -> None:
        self.size = size
        self._read = read
        self._tile = lru_cache(self.KEPT)(self._load)

    def __call__(self, level: int, index: int) -> bytes:
        """The node at (level, index). Raises `Misspelt` if its tile is missing or malformed."""
        shift = level % HEIGHT
        first = index << shift
        hashes = self._tile(level // HEIGHT, first // WIDTH)
        at = first % WIDTH * HASH_SIZE
        row = hashes[at : at + (HASH_SIZE << shift)]
        if len(row) != HASH_SIZE << shift:
            raise ValueError(f"a log of size {self.size} has no node {index} on level {level}")
        return _root(row)

    def _load(self, level: int, index: int) -> bytes:
        tile = tile_at(self.size, level, index)
        data = self._read(tile)
        if data is None and tile.width < WIDTH:
            data = self._read(tile.full)
        if data is None or len(data) not in (tile.width * HASH_SIZE, WIDTH * HASH_SIZE):
            raise Misspelt(
                f"{tile} is missing or not of its width", f"{tile} manque ou n'a pas sa largeur"
            )
        return data[: tile.width * HASH_SIZE]


def _root(row: bytes) -> bytes:
    hashes = [row[i : i + HASH_SIZE] for i in range(0, len(row), HASH_SIZE)]
    while len(hashes) > 1:
        hashes = [root_of_peaks(hashes[i : i + 2]) for i in range(0, len(hashes), 2)]
    return hashes[0]
