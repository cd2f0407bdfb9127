"""All tiles of a log, made at once from its stored nodes; the real log writes them one by one as it
grows."""

from collections.abc import Iterator

from domain.proof.log.merkle import Fetch, range_root
from domain.proof.log.tiles import HEIGHT, MOST_LEVEL, WIDTH, Tile, tile_at


def new_tiles(old: int, new: int) -> Iterator[Tile]:
    """The tiles, and bundles of entries, that a log of size `new` has and one of size `old` did not
    have."""
    for level in (None, *range(MOST_LEVEL + 1)):
        before, after = old >> HEIGHT * (level or 0), new >> HEIGHT * (level or 0)
        if not after:
            return
        if before < after:
            for index in range(before // WIDTH, (after - 1) // WIDTH + 1):
                yield tile_at(new, level, index)


def tile_bytes(tile: Tile, fetch: Fetch) -> bytes:
    if tile.level is None:
        raise ValueError("a bundle of entries has no hashes")
    first = tile.index * WIDTH
    return b"".join(fetch(HEIGHT * tile.level, first + i) for i in range(tile.width))


def tree_root(size: int, fetch: Fetch) -> bytes:
    """The root hash of the first `size` leaves."""
    return range_root(0, size, fetch)
