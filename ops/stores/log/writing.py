"""Appending to the log. Each transaction on its database is written completely or not at all.

A `Batch` is one write transaction. It takes its state from the database, not from its writer's
memory, so two concurrent writers take turns and write one log. `step` is called after each step;
tests kill the process there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from eventsourcing.persistence import OperationalError

from domain.kernel.log import LogKey, SignedHead
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.entries import NO_PREV
from domain.proof.log.merkle import HASH_SIZE, Frontier, leaf_hash
from domain.proof.log.notes import read_note
from domain.proof.log.tiles import HEIGHT, WIDTH, Tile, TileNodes
from ops.settings.addresses import Place
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.notices import set_notice
from ops.stores.log.opening import log_database
from ops.stores.log.reading import head_in, keys_in, tile_in
from ops.stores.pool import Connection

Step = Callable[[str], None]
"""A hook that is called after each step; tests kill the process there."""

KEPT = 1_000
"""The number of signed checkpoints that are stored. Of older ones, only the newest of each set of
cosigning witnesses is stored."""

CHAINS = 10_000


def no_step(_done: str) -> None:
    """A `Step` that does nothing."""


class LedgerWriting:
    """An existing log, opened for appending."""

    def __init__(self, place: Place, step: Step = no_step) -> None:
        """Raises `OperationalError` if there is no log."""
        self.step = step
        self._database = log_database(place)
        self._frontier = Frontier()
        self._edge: list[bytes] = []
        """The tiles at the tree's edge, as this writer left them, which identify the tree."""
        self._chains: dict[str, tuple[int, bytes]] = {}

    @contextmanager
    def batch(self, *, durable: bool = True) -> Iterator[Batch]:
        """A transaction, as the context of a `with` block: all that the block adds is written at
        its end, or nothing on an exception. Without `durable` it is synced to disk with the next
        durable one. Raises `PersistenceError`."""
        try:
            with self._database.transaction(self.step, durable=durable) as db:
                batch = Batch(db, *self._edge_and_chains(db), self.step)
                before = batch.size
                yield batch
                batch.write()
                if batch.size != before:
                    self._edge = _edge_in(db, batch.size)
        except BaseException:
            self._frontier, self._edge, self._chains = (
                Frontier(),
                [],
                {},
            )  # they may be ahead of the database
            raise

    def set_notice(self, kind: str, text: Text | None, number: int = 1) -> None:
        """Store a notice of this kind (None: delete it), in a transaction of its own, which works
        even if the log is too damaged for a `batch`. `number`: how many faults it stands for."""
        with self._database.transaction(no_step) as db:
            set_notice(db, kind, text, number)

    def forget(self, kind: str, upto: int) -> None:
        """Delete a notice, unless its number of faults has grown beyond `upto`."""
        with self._database.transaction(no_step) as db:
            db.execute("DELETE FROM notices WHERE kind = ? AND number <= ?", (kind, upto))

    def await_durable(self) -> int:
        """Wait until all entries that are stored now are durable. Returns their number. Raises
        `PersistenceError`."""
        with self._database.reader() as db:
            size = as_number(db.rows("SELECT size FROM log")[0][0])
        self._database.await_durable()
        return size

    def close(self) -> None:
        self._database.close()

    def _edge_and_chains(self, db: Connection) -> tuple[Frontier, dict[str, tuple[int, bytes]]]:
        """The right edge of the tree, and the cache of each game's last seq and leaf hash. If the
        database's tree is not the one that this writer left, the edge is read again, and the cache
        is emptied. Not only sizes are compared, but incomplete tiles: another database may have as
        many entries. Raises `OperationalError` for damaged tiles."""
        size = as_number(db.rows("SELECT size FROM log")[0][0])
        edge = _edge_in(db, size)
        if (self._frontier.size, self._edge) != (size, edge):
            self._chains, self._edge = {}, edge
            try:
                self._frontier = Frontier.load(
                    size, TileNodes(size, lambda tile: tile_in(db, tile))
                )
            except (ValueError, Refused) as e:
                raise OperationalError(
                    f"the log cannot be gone on with, its size or its tiles are damaged ({e}): "
                    f"run greffe fsck"
                ) from e
        if len(self._chains) > CHAINS:
            self._chains.clear()
        return self._frontier, self._chains


def _edge_in(db: Connection, size: int) -> list[bytes]:
    """The stored hashes of the incomplete tiles of a tree of `size` leaves, lowest level first."""
    levels = range((size.bit_length() + HEIGHT - 1) // HEIGHT)
    places = [
        (level, (size >> HEIGHT * level) // WIDTH)
        for level in levels
        if (size >> HEIGHT * level) % WIDTH
    ]
    if not places:
        return []
    which = " OR ".join("(level = ? AND tile = ?)" for _ in places)
    query = f"SELECT hashes FROM tiles WHERE {which} ORDER BY level"  # noqa: S608  only our own words
    return [
        as_bytes(hashes)
        for (hashes,) in db.rows(query, [value for place in places for value in place])
    ]


class Batch:
    """A write transaction on a log: reads its current state, and collects what is to be added."""

    def __init__(
        self, db: Connection, frontier: Frontier, chains: dict[str, tuple[int, bytes]], step: Step
    ) -> None:
        self._db, self._frontier, self._chains, self._step = db, frontier, chains, step
        self._entries: list[tuple[int, str | None, int | None, bytes]] = []
        self._tiles: dict[tuple[int, int], bytearray] = {}
        ((origin, position),) = db.rows("SELECT origin, position FROM log")
        self.origin, self.position = as_text(origin), as_number(position)

    @property
    def size(self) -> int:
        return self._frontier.size

    @property
    def root(self) -> bytes:
        return self._frontier.root()

    def nodes(self) -> TileNodes:
        return TileNodes(self.size, self._hashes)

    # -- entries -----------------------------------------------------------------------------------

    def last_logged(self, game: str) -> tuple[int, bytes]:
        """The last logged seq of a game and the hash of its leaf; 0 and `NO_PREV` if none was
        logged."""
        answer = self._chains.get(game)
        if answer is None:
            rows = self._db.rows(
                "SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1", (game,)
            )
            answer = (
                (as_number(rows[0][0]), leaf_hash(as_bytes(rows[0][1]))) if rows else (0, NO_PREV)
            )
            self._chains[game] = answer
        return answer

    def entry_of(self, game: str, seq: int) -> bytes | None:
        for _, of, number, entry in reversed(self._entries):
            if (of, number) == (game, seq):
                return entry
        rows = self._db.rows("SELECT entry FROM entries WHERE game = ? AND seq = ?", (game, seq))
        return as_bytes(rows[0][0]) if rows else None

    def add(self, entry: bytes, game: str | None = None, seq: int | None = None) -> int:
        """Append an entry. `game`, `seq`: the record it is for (None: an entry of the log's own).
        Returns its index."""
        leaf, index = leaf_hash(entry), self._frontier.size
        for node in self._frontier.append(leaf):
            if node.level % HEIGHT == 0:
                self._tile(node.level // HEIGHT, node.index // WIDTH).extend(node.hash)
        self._entries.append((index, game, seq, entry))
        if game is not None and seq is not None:
            self._chains[game] = seq, leaf
        return index

    def followed_to(self) -> tuple[int, bytes]:
        """How far the log has followed the record, as stored: the notification number of the last
        row logged, and that row's digest."""
        ((position, row),) = self._db.rows('SELECT position, "row" FROM log')
        return as_number(position), as_bytes(row)

    def set_position(self, position: int, row: bytes) -> None:
        """Store that all rows up to a notification number were logged. `row`: the digest of the
        last one."""
        self.position = position
        self._db.execute('UPDATE log SET position = ?, "row" = ?', (position, row))

    # -- heads and keys ----------------------------------------------------------------------------

    def set_origin(self, origin: str) -> None:
        """Set the origin of a new log."""
        self.origin = origin
        self._db.execute("UPDATE log SET origin = ?", (origin,))

    def head(self) -> SignedHead | None:
        return head_in(self._db)

    def add_checkpoint(
        self, size: int, note: bytes, labels: list[str], cose: bytes | None = None
    ) -> None:
        """Store a signed checkpoint, and for the keys with these labels that they signed it."""
        ((number,),) = self._db.rows(
            "INSERT INTO checkpoints (size, note, cose) VALUES (?, ?, ?) RETURNING number",
            (size, note, cose),
        )
        self._delete_old_checkpoints(number - KEPT)
        self._db.executemany(
            "UPDATE keys SET first = CASE last WHEN 0 THEN ? ELSE first END, last = ? WHERE label "
            "= ?",
            [(size, size, label) for label in labels],
        )

    def _delete_old_checkpoints(self, upto: int) -> None:
        """Delete the checkpoints up to number `upto`. From the newest to the oldest, a checkpoint
        is spared if the witnesses who cosigned it have not all cosigned a newer spared one: if
        witnesses are away for long, the log must still have a checkpoint with enough
        cosignatures."""
        spared: list[frozenset[str]] = []
        query = "SELECT number, note FROM checkpoints WHERE number <= ? ORDER BY number DESC"
        for number, note in self._db.rows(query, (upto,)):
            cosigned = _cosigners(as_bytes(note))
            if cosigned and not any(cosigned <= newer for newer in spared):
                spared.append(cosigned)
            else:
                self._db.execute("DELETE FROM checkpoints WHERE number = ?", (number,))

    def log_keys(self) -> tuple[LogKey, ...]:
        """All keys of the log, with the changes made in this transaction."""
        return keys_in(self._db)

    def add_key(self, label: str, verifier: str, announced: int | None) -> None:
        """Add a key. `verifier`: its verifier key as text; `announced`: the index of the entry that
        announces it (None: it is the log's first key)."""
        self._db.execute(
            "INSERT INTO keys (label, verifier, announced) VALUES (?, ?, ?)",
            (label, verifier, announced),
        )

    def end_key(self, label: str, *, ended: bool) -> None:
        self._db.execute("UPDATE keys SET ended = ? WHERE label = ?", (ended, label))

    # -- what is wrong -----------------------------------------------------------------------------

    def set_notice(self, kind: str, text: Text | None, number: int = 1) -> None:
        set_notice(self._db, kind, text, number)

    def notice(self, kind: str) -> tuple[int, Text] | None:
        rows = self._db.rows("SELECT number, en, fr FROM notices WHERE kind = ?", (kind,))
        return (
            (as_number(rows[0][0]), Text(as_text(rows[0][1]), as_text(rows[0][2])))
            if rows
            else None
        )

    # -- inside ------------------------------------------------------------------------------------

    def write(self) -> None:
        if self._entries:
            self._db.executemany(
                "INSERT INTO entries (leaf, game, seq, entry) VALUES (?, ?, ?, ?)", self._entries
            )
            self._step("entries written")
            rows = [(level, index, bytes(hashes)) for (level, index), hashes in self._tiles.items()]
            self._db.executemany(
                "INSERT INTO tiles (level, tile, hashes) VALUES (?, ?, ?) "
                "ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes",
                rows,
            )
            self._step("tiles written")
            self._db.execute("UPDATE log SET size = ?", (self.size,))
        self._step("written")

    def _tile(self, level: int, index: int) -> bytearray:
        answer = self._tiles.get((level, index))
        if answer is None:
            rows = self._db.rows(
                "SELECT hashes FROM tiles WHERE level = ? AND tile = ?", (level, index)
            )
            answer = self._tiles[level, index] = bytearray(as_bytes(rows[0][0]) if rows else b"")
        return answer

    def _hashes(self, tile: Tile) -> bytes | None:
        changed = self._tiles.get((tile.level or 0, tile.index))
        return (
            tile_in(self._db, tile) if changed is None else bytes(changed[: tile.width * HASH_SIZE])
        )


def _cosigners(note: bytes) -> frozenset[str]:
    """The labels of the witnesses' keys that have signed a stored checkpoint; empty if it is
    damaged, which fsck reports."""
    try:
        signed = read_note(note)
    except Refused:
        return frozenset()
    origin = signed.text.partition("\n")[0]
    return frozenset(signature.label for signature in signed.signatures if signature.name != origin)
