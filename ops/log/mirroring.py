"""A copy of a log by plain HTTP, as C2SP tlog-tiles lays it out: checkpoint, bundles of entries,
and the tiles of hashes over them.

Only entries are fetched; their hashes are computed here. The checkpoint is put in its place last,
once the entries have its root and continue what was copied before, so every copy is of a log that
was signed. A log that has become shorter, or another one, is not copied; the head that shows it is
kept beside the copy, as evidence.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from domain.proof.errors import Refused
from domain.proof.log.checkpoints import Checkpoint, read_checkpoint
from domain.proof.log.entries import MOST_BYTES
from domain.proof.log.merkle import HASH_SIZE, Frontier, leaf_hash
from domain.proof.log.notes import MOST_BYTES as MOST_NOTE, read_note
from domain.proof.log.policy import Policy
from domain.proof.log.tiles import (
    CHECKPOINT,
    HEIGHT,
    WIDTH,
    Tile,
    TileNodes,
    entry_bundle,
    read_entry_bundle,
    tile_at,
)
from ops.log.durable import write_durably
from ops.log.remote import NotMirrored, Remote

MOST_BUNDLE = WIDTH * (MOST_BYTES + 2)

Progress = Callable[[int, int], None]


class TwoStories(NotMirrored):
    """The log does not continue what was copied of it: it shows two histories."""


class Mirrored(Struct, frozen=True):
    """What a copy has come to: the origin, its size before and now, and the keys that a policy
    believed the head for."""

    origin: str
    before: int
    size: int
    keys: tuple[str, ...]
    cosigned: int


def mirror(
    url: str,
    folder: Path,
    policy: Policy | None = None,
    progress: Progress = lambda done, total: None,
) -> Mirrored:
    """Bring a copy of the log at `url` up to its head, making it if need be. With a policy, only a
    head that it accepts.

    Raises `NotMirrored`, and `TwoStories` where the log does not continue the copy.
    """
    remote = Remote(url)
    try:
        remote, note = _found(remote)
        try:
            head = read_checkpoint(read_note(note).text)
            trusted = policy.accept(note) if policy is not None else None
        except Refused as e:
            raise NotMirrored(f"The head at {remote.url} is not accepted: {e.said.en}.") from None
        before = _before(folder)
        _compare(folder, before, head, note)
        _Copy(remote, folder, before, head, note).bring_up(progress)
        write_durably(folder / CHECKPOINT, note, 0o644)
        keys = tuple(key.label for key in trusted.keys) if trusted else ()
        cosigned = len(trusted.cosigned) if trusted else 0
        return Mirrored(head.origin, before.size if before else 0, head.size, keys, cosigned)
    except OSError as e:
        raise NotMirrored(
            f"{folder} cannot be written: {(e.strerror or str(e)).lower()}."
        ) from None
    finally:
        remote.close()


def _found(remote: Remote) -> tuple[Remote, bytes]:
    """The log at an address, or under `/log` of it, and its signed head."""
    for place in (remote, remote.under("log")):
        note = place.get(CHECKPOINT, MOST_NOTE)
        if note is not None:
            return place, note
        place.close()
    raise NotMirrored(f"There is no log at {remote.url}, nor at {remote.url}/log.")


def _before(folder: Path) -> Checkpoint | None:
    """The head that a copy has come to; none where there is none yet."""
    try:
        return read_checkpoint(read_note((folder / CHECKPOINT).read_bytes()).text)
    except FileNotFoundError:
        return None
    except Refused as e:
        raise NotMirrored(
            f"{folder / CHECKPOINT} is damaged ({e.said.en}): take another folder."
        ) from None


def _compare(folder: Path, old: Checkpoint | None, new: Checkpoint, note: bytes) -> None:
    """Raise `TwoStories` for a head that is not further on than the copy, and not the same."""
    if old is None:
        return
    if old.origin != new.origin:
        raise NotMirrored(
            f"{folder} has a copy of the log {old.origin}, and this is {new.origin}: take another "
            f"folder."
        )
    if new.size < old.size:
        raise _evidence(
            folder,
            note,
            f"The log goes back: the copy has {old.size} entries, the head now is of size "
            f"{new.size}",
        )
    if new.size == old.size and new.root != old.root:
        raise _evidence(folder, note, f"The log shows two roots for size {old.size}")


def _evidence(folder: Path, note: bytes, what: str) -> TwoStories:
    conflict = folder / f"{CHECKPOINT}.conflict"
    write_durably(conflict, note, 0o644)
    return TwoStories(
        f"{what}. Keep {folder / CHECKPOINT} and {conflict}: together they are the evidence."
    )


class _Copy:
    def __init__(
        self, remote: Remote, folder: Path, before: Checkpoint | None, head: Checkpoint, note: bytes
    ) -> None:
        self._remote, self._folder, self._head, self._note = remote, folder, head, note
        self._before = before.size if before else 0
        folder.mkdir(parents=True, exist_ok=True)
        try:
            nodes = TileNodes(self._before, lambda tile: self._have(str(tile)))
            self._frontier = Frontier.load(self._before, nodes)
        except Refused as e:
            raise NotMirrored(
                f"The copy in {folder} is damaged ({e.said.en}): take another folder."
            ) from None
        if before is not None and self._frontier.root() != before.root:
            raise NotMirrored(
                f"The copy in {folder} is damaged: it has not the root of its own head. Take "
                f"another folder."
            )
        self._tiles: dict[tuple[int, int], bytearray] = {}

    def bring_up(self, progress: Progress) -> None:
        size = self._head.size
        for index in range(self._before // WIDTH, (size + WIDTH - 1) // WIDTH):
            entries = self._entries(tile_at(size, None, index))
            for at, entry in enumerate(entries, start=index * WIDTH):
                self._add(at, entry)
            progress(self._frontier.size, size)
        if self._frontier.root() != self._head.root:
            what = (
                f"The log's entries up to size {size} do not continue the copy, or are not "
                f"those that were signed"
            )
            raise _evidence(self._folder, self._note, what)
        for (level, index), hashes in self._tiles.items():
            self._write(str(Tile(level, index, len(hashes) // HASH_SIZE)), bytes(hashes))
        self._tidy()

    def _entries(self, tile: Tile) -> tuple[bytes, ...]:
        data = self._remote.get(str(tile), MOST_BUNDLE)
        if data is None and tile.width < WIDTH:
            data = self._remote.get(str(tile.full), MOST_BUNDLE)
        if data is None:
            raise NotMirrored(
                f"{self._remote.url}/{tile} is not there: the log does not serve what it signed."
            )
        try:
            entries = read_entry_bundle(data, tile.width)
        except Refused as e:
            raise NotMirrored(f"{self._remote.url}/{tile} cannot be used: {e.said.en}.") from None
        self._write(str(tile), entry_bundle(entries))
        return entries

    def _add(self, index: int, entry: bytes) -> None:
        """Take the entry at an index; one that is here already has to be the same."""
        leaf = leaf_hash(entry)
        if index < self._before:
            if self._tile(0, index // WIDTH)[index % WIDTH * HASH_SIZE :][:HASH_SIZE] != leaf:
                raise _evidence(
                    self._folder,
                    self._note,
                    f"Entry {index} of the log is not the one that was copied",
                )
            return
        for node in self._frontier.append(leaf):
            if node.level % HEIGHT == 0:
                self._tile(node.level // HEIGHT, node.index // WIDTH).extend(node.hash)

    def _tile(self, level: int, index: int) -> bytearray:
        """The hashes of a tile, to be added to; full ones are written at once."""
        tile = self._tiles.get((level, index))
        if tile is None:
            for at, hashes in list(self._tiles.items()):
                if at[0] == level:
                    self._write(str(Tile(*at)), bytes(hashes))
                    del self._tiles[at]
            width = (self._before >> HEIGHT * level) - index * WIDTH
            have = self._have(str(Tile(level, index, min(width, WIDTH)))) if width > 0 else b""
            tile = self._tiles[level, index] = bytearray(have or b"")
        return tile

    def _have(self, path: str) -> bytes | None:
        try:
            return (self._folder / path).read_bytes()
        except FileNotFoundError:
            return None

    def _write(self, path: str, data: bytes) -> None:
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(file.name + ".new")
        new.write_bytes(data)
        new.replace(file)

    def _tidy(self) -> None:
        """Take away the partial tiles of the size before, which wider ones have taken the place
        of."""
        for tile in _partial(self._before):
            if tile not in set(_partial(self._head.size)):
                (self._folder / str(tile)).unlink(missing_ok=True)


def _partial(size: int) -> Iterator[Tile]:
    level = 0
    while size >> HEIGHT * level:
        width = (size >> HEIGHT * level) % WIDTH
        if width:
            yield Tile(level, (size >> HEIGHT * level) // WIDTH, width)
            if level == 0:
                yield Tile(None, size // WIDTH, width)
        level += 1
