"""`fsck`: the record's store against the log, and the log against itself.

Every entry is derived again from the stored record (`domain/ledger/fsck.py`), every tile from the entries, every head that was
signed and the guard's from the tree. What the store has and the log does not is named, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from eventsourcing.persistence import Notification, StoredEvent
from msgspec import Struct

from domain.ledger.checkpoints import open_checkpoint
from domain.ledger.entries import RECORD
from domain.ledger.errors import Refused
from domain.ledger.fsck import Row, differences
from domain.ledger.merkle import HASH_SIZE, Frontier, leaf_hash
from domain.ledger.notes import read_verifier_key
from domain.ledger.tiles import HEIGHT, WIDTH, Tile
from domain.logbook import stored_bytes
from domain.words import Text
from ops.ledger.guard import Guard
from ops.ledger.refusing import Refuses
from ops.stores.ledger import Ledger

READ = 1_000
"""Rows or entries read at a time."""


class Recorder(Protocol):
    """What is asked of the record's store."""

    def select_notifications(
        self, start: int | None, limit: int, stop: int | None = None, *, inclusive_of_start: bool = True
    ) -> Sequence[Notification]:
        """Rows in the order of their commits."""

    def select_events(self, originator_id: str, *, gt: int | None = None, lte: int | None = None) -> Sequence[StoredEvent]:
        """The rows of one game."""

    def max_notification_id(self) -> int | None:
        """The newest row's id."""


class Fault(Struct, frozen=True):
    """One thing that is not as it should be: a sentence, and the record it is about, if it is about one."""

    text: Text
    game: str = ""
    seq: int = 0


class Check:
    """One check. `faults` can be gone through once."""

    def __init__(self, recorder: Recorder, ledger: Ledger, guard: Guard) -> None:
        self._recorder, self._ledger = recorder, ledger
        self._heads = tuple(_heads(ledger, guard))  # before its size is asked: it may grow meanwhile
        standing = ledger.standing()
        self.size, self.position = standing.size, standing.position
        self.waiting = max(0, (recorder.max_notification_id() or 0) - self.position)
        """Notifications that the log has not come to yet."""
        self._tree = _Tree(ledger)
        self._roots: dict[int, bytes] = {0: self._tree.root()}

    def faults(self) -> Iterator[Fault]:
        """What is wrong, in the order of the log; what is about the log itself comes last."""
        rows = _Rows(self._recorder, self._ledger, self.position)
        for found in differences(self._entries(), rows.row_of):
            yield Fault(Text(found.said.en, found.said.fr), found.game, found.seq)
        rows.finish()
        yield from rows.strays
        yield from self._tree.faults()
        for size, root, what in self._heads:
            if self._roots.get(size) != root:
                en, fr = f"{what.en} of size {size} is none of the log's", f"{what.fr} de taille {size} n'est pas du journal"
                yield Fault(Text(en, fr))

    def _entries(self) -> Iterator[bytes]:
        """All entries; on the way the tree is made again."""
        at, sizes = 0, {size for size, _, _ in self._heads}
        while at < self.size and (rows := self._ledger.labelled(at, min(at + READ, self.size))):
            for leaf, game, seq, entry in rows:
                self._tree.add(leaf, game, seq, entry)
                if self._tree.size in sizes:
                    self._roots[self._tree.size] = self._tree.root()
                yield entry
            at = rows[-1][0] + 1
        self._tree.expect(self.size)


def _heads(ledger: Ledger, guard: Guard) -> Iterator[tuple[int, bytes, Text]]:
    """Size and root of every head that was signed, and of the guard's; one that no key signed, or that cannot be read, has none."""
    keys = [read_verifier_key(key.verifier) for key in ledger.log_keys()]
    for head in ledger.checkpoints():
        try:
            at = open_checkpoint(head.note, keys).checkpoint
        except Refused:
            at = None
        yield head.size, at.root if at and at.size == head.size else b"", Text("the signed head", "la tête signée")
    try:
        last = guard.last()
    except Refuses:
        return  # whoever signs says so
    if last is not None:
        yield last.size, last.root, Text("the guard's head", "la tête du garde")


class _Tree:
    """The tree, made again from the entries and compared with the stored tiles as it grows."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._frontier = Frontier()
        self._open: dict[tuple[int, int], bytearray] = {}
        self._faults: list[Fault] = []

    @property
    def size(self) -> int:
        return self._frontier.size

    def root(self) -> bytes:
        return self._frontier.root()

    def add(self, leaf: int, game: str | None, seq: int | None, entry: bytes) -> None:
        """The next entry, as it is filed."""
        if leaf != self.size:
            self._say(f"entry {self.size} is missing in the log", f"l'entrée {self.size} manque au journal")
        filed = f"{RECORD}\ngame {game}\nseq {seq}\n".encode() if game is not None else b"greffe/"
        if not entry.startswith(filed) or (game is None and entry.startswith(RECORD.encode())):
            self._say(f"entry {leaf} is filed under another record", f"l'entrée {leaf} est classée sous une autre écriture")
        for node in self._frontier.append(leaf_hash(entry)):
            if node.level % HEIGHT == 0:
                level, index = node.level // HEIGHT, node.index // WIDTH
                hashes = self._open.setdefault((level, index), bytearray())
                hashes.extend(node.hash)
                if len(hashes) == WIDTH * HASH_SIZE:
                    self._compare(level, index)

    def expect(self, size: int) -> None:
        """There should be so many entries."""
        if size != self.size:
            self._say(f"the log has {self.size} entries, not {size}", f"le journal a {self.size} entrées, pas {size}")

    def faults(self) -> Iterator[Fault]:
        """What was found, the tiles that are not full included."""
        for level, index in list(self._open):
            self._compare(level, index)
        yield from self._faults

    def _compare(self, level: int, index: int) -> None:
        hashes = self._open.pop((level, index))
        tile = Tile(level, index, len(hashes) // HASH_SIZE)
        if self._ledger.tile(tile) != bytes(hashes):
            self._say(f"{tile} has not the hashes of its entries", f"{tile} n'a pas les empreintes de ses entrées")

    def _say(self, en: str, fr: str) -> None:
        self._faults.append(Fault(Text(en, fr)))


class _Rows:
    """The rows that the log has come to, in its own order: one look each, as long as they lie where they did. What lies between
    them and is not in the log is a stray."""

    def __init__(self, recorder: Recorder, ledger: Ledger, position: int) -> None:
        self._recorder, self._ledger, self._position = recorder, ledger, position
        self._ahead = self._all()
        self._next = next(self._ahead, None)
        self.strays: list[Fault] = []

    def row_of(self, game: str, seq: int) -> Row | None:
        """Topic and bytes of a record's row, if it is there."""
        while self._next is not None and _at(self._next) != (game, seq) and self._is_past(self._next, game, seq):
            self._next = next(self._ahead, None)
        if self._next is not None and _at(self._next) == (game, seq):
            row, self._next = self._next, next(self._ahead, None)
            return row.topic, stored_bytes(row.state)
        rows = self._recorder.select_events(game, gt=seq - 1, lte=seq)
        return (rows[0].topic, stored_bytes(rows[0].state)) if rows else None

    def finish(self) -> None:
        """Look at what the log did not ask for."""
        while self._next is not None:
            self._index(self._next)
            self._next = next(self._ahead, None)

    def _is_past(self, row: Notification, game: str, seq: int) -> bool:
        """Whether the log, which asks for a record now, does not come to this row any more."""
        index, now = self._index(row), self._ledger.index_of(game, seq)
        return index is None or (now is not None and index < now)

    def _index(self, row: Notification) -> int | None:
        """Where a row is in the log; it is a stray where it is not."""
        game, seq = _at(row)
        index = self._ledger.index_of(game, seq)
        if index is None:
            said = Text(
                f"record {seq} of {game} is in the store and not in the log, which went past it",
                f"l'écriture {seq} de {game} est en réserve et pas au journal, qui l'a dépassée",
            )
            self.strays.append(Fault(said, game, seq))
        return index

    def _all(self) -> Iterator[Notification]:
        at = 0
        while rows := self._recorder.select_notifications(at, READ, self._position, inclusive_of_start=False):
            yield from rows
            at = rows[-1].id


def _at(row: Notification) -> tuple[str, int]:
    return str(row.originator_id), row.originator_version
