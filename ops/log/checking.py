"""`fsck`: compares the store with the log, and the log with itself.

Every entry is derived again from the stored record (`domain/proof/verify/fsck.py`) and every tile
from the entries. Every signed head, and the guard's, is compared with the tree. Records that are
not in the log are faults, too.
"""

from collections.abc import Iterator
from time import monotonic, sleep

from eventsourcing.persistence import Notification, PersistenceError
from msgspec import Struct

from domain.kernel.log import stored_bytes
from domain.kernel.stored import MistypedCell, RecordStore
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import Checkpoint, open_checkpoint
from domain.proof.log.entries import RECORD
from domain.proof.log.merkle import HASH_SIZE, Frontier, leaf_hash
from domain.proof.log.tiles import HEIGHT, WIDTH, Tile
from domain.proof.verify.fsck import Row, differences
from ops.log.guard import GRACE, Guard
from ops.log.key_check import KeyCheck
from ops.settings.errors import SigningRefused
from ops.stores.log.reading import Ledger

READ = 1_000

LOOK = 0.02
"""Seconds between two attempts to read a head that is being signed."""


class StoreFault(Struct, frozen=True):
    """A fault: a sentence, and the record that it is about (`""` and 0: no single record)."""

    text: Text
    game: str = ""
    seq: int = 0


class LogCheck:
    """One check of a store and its log. Iterate over `faults` once. What cannot be read is a fault,
    and the check continues."""

    def __init__(self, recorder: RecordStore, ledger: Ledger, guard: Guard) -> None:
        self._recorder, self._ledger, self._guard = recorder, ledger, guard
        self._heads = ledger.checkpoints()  # before the guard, which is written before each of them
        self._guarded, self._of_guard = _guarded_head(guard, signed=bool(self._heads))
        extent = ledger.extent()  # after both: it has the entries that they are about
        self.size, self._extent, self.position = extent.size, extent.stored, extent.position
        self.waiting = max(0, (recorder.max_notification_id() or 0) - self.position)
        self._tree = _Tree(ledger)
        self._roots: dict[int, bytes] = {0: self._tree.root()}
        self._origin, self._keys = extent.origin, KeyCheck(extent.origin, extent.keys)

    def faults(self, *, renewing: bool = False, signing: bool = False) -> Iterator[StoreFault]:
        """The faults of records in log order, then those of the log itself. `renewing`: a missing
        guard is no fault. `signing`: this process signs at the same time, so a guard that is ahead
        of the log is no fault either."""
        named: set[tuple[str, int]] = set()
        for part in (
            self._record_faults,
            self._page_faults,
            self._cell_faults,
            self._log_cell_faults,
            self._log_faults,
            lambda: self._signed_head_faults(signing=signing),
            *(() if renewing else (lambda: self._of_guard,)),
        ):
            try:
                for fault in part():
                    if (
                        not fault.game
                        or (fault.game, fault.seq) not in named
                        or part == self._record_faults
                    ):
                        yield fault
                    named.add((fault.game, fault.seq))
            except Exception as e:  # noqa: BLE001  a check that fails is itself the finding, and the others are still made
                yield StoreFault(_broken_off_text(e))

    # -- inside ------------------------------------------------------------------------------------

    def _record_faults(self) -> Iterator[StoreFault]:
        rows = _StoredRows(self._recorder, self._ledger, self.position)
        for difference in differences(self._entries_building_tree(), rows.row_of):
            if (difference.game, difference.seq) not in rows.unread:
                yield StoreFault(
                    Text(difference.said.en, difference.said.fr), difference.game, difference.seq
                )
        rows.finish()
        yield from rows.strays

    def _page_faults(self) -> Iterator[StoreFault]:
        for line in self._recorder.file_faults():
            yield StoreFault(Text("the file of the record is damaged: {line}", line=line))
        for line in self._ledger.file_faults():
            yield StoreFault(Text("the file of the log is damaged: {line}", line=line))

    def _cell_faults(self) -> Iterator[StoreFault]:
        for cell in self._recorder.mistyped_cells():
            yield self._record_cell_fault(cell)

    def _log_cell_faults(self) -> Iterator[StoreFault]:
        for cell in self._ledger.mistyped_cells():
            where = Text("row {row} of the log's {table}", row=cell.row, table=cell.table)
            yield StoreFault(mismatch_text(cell, where))

    def _record_cell_fault(self, cell: MistypedCell) -> StoreFault:
        if cell.table == "records" and cell.row.isdecimal():
            for row in self._recorder.select_notifications(int(cell.row), 1, int(cell.row)):
                game, seq = _place_of(row)
                return StoreFault(
                    mismatch_text(cell, Text("record {seq} of {game}", seq=seq, game=game)),
                    game,
                    seq,
                )
        where = Text("row {row} of the {table}", row=cell.row, table=cell.table)
        return StoreFault(mismatch_text(cell, where))

    def _log_faults(self) -> Iterator[StoreFault]:
        self._tree.check_size(self.size)
        yield from self._tree.faults()
        for text in self._keys.faults():
            yield StoreFault(text)

    def _signed_head_faults(self, *, signing: bool) -> Iterator[StoreFault]:
        for head in self._heads:
            root, what = b"", Text("the signed head")
            try:
                opened = open_checkpoint(head.note, self._keys.verifiers).checkpoint
                root = opened.root if opened.size == head.size else b""
            except Refused:
                pass  # no head at all: it has no root
            if self._roots.get(head.size) != root:
                yield _foreign_head_fault(what, head.size)
        guarded = self._guarded
        if guarded is None or (signing and guarded.size > self._extent):
            return
        if (guarded.origin, guarded.root) != (self._origin, self._roots.get(guarded.size)):
            yield _foreign_head_fault(Text("the guard's head"), guarded.size)
        elif not signing and self._is_lost(guarded):
            yield StoreFault(lost_head_text(guarded.size, self._newest_size()))

    def _is_lost(self, guarded: Checkpoint) -> bool:
        """Whether the head that the guard stores is missing in the log. A writer stores it in the
        guard first, so the heads are read again for `GRACE` seconds."""
        until = monotonic() + GRACE
        while guarded.size > self._newest_size():
            if monotonic() > until:
                return True
            sleep(LOOK)
            self._heads = self._ledger.checkpoints()
        return False

    def _newest_size(self) -> int:
        return max((head.size for head in self._heads), default=0)

    def _entries_building_tree(self) -> Iterator[bytes]:
        """All stored entries in order. On the way the tree is rebuilt, and its root at the size of
        each signed head is noted."""
        start, sizes = 0, {head.size for head in self._heads}
        sizes |= {self._guarded.size} if self._guarded is not None else set()
        while start < self._extent:
            stop = min(start + READ, self._extent)
            for leaf, game, seq, entry in self._entries_with_records(start, stop):
                self._tree.add(leaf, game, seq, entry)
                self._keys.see(leaf, entry)
                if self._tree.size in sizes:
                    self._roots[self._tree.size] = self._tree.root()
                yield entry
            start = stop

    def _entries_with_records(
        self, start: int, stop: int
    ) -> Iterator[tuple[int, str | None, int | None, bytes]]:
        """The entries from `start` to `stop`, each with its index, game and seq as stored beside
        it. If some cannot be read, they are read one by one, and an unreadable one is `b""` without
        game and seq."""
        try:
            yield from self._ledger.entries_with_records(start, stop)
        except PersistenceError:
            for leaf in range(start, stop):
                try:
                    yield from self._ledger.entries_with_records(leaf, leaf + 1)
                except PersistenceError:
                    yield leaf, None, None, b""


def lost_head_text(guarded: int, newest: int) -> Text:
    return Text(
        "the newest signed head is of size {newest}, where one of size {guarded} was signed: put "
        "the newest copy of the log back, or start the server, which signs it again if the record "
        "still has everything",
        newest=newest,
        guarded=guarded,
    )


def _guarded_head(
    guard: Guard, *, signed: bool
) -> tuple[Checkpoint | None, tuple[StoreFault, ...]]:
    name = guard.file.name
    try:
        last = guard.last()
    except SigningRefused:
        return None, (StoreFault(Text("the guard {name} cannot be read", name=name)),)
    if last is None and signed:
        sentence = Text(
            "the guard {name} is gone, although the log has signed heads",
            name=name,
        )
        return None, (StoreFault(sentence),)
    return last, ()


def _foreign_head_fault(what: Text, size: int) -> StoreFault:
    return StoreFault(Text("{what} of size {size} is none of the log's", what=what, size=size))


def mismatch_text(cell: MistypedCell, where: Text) -> Text:
    """A sentence about a cell of the wrong type. `where`: its row and table."""
    return Text(
        "{where} has its {column} stored as {stands}, where {belongs} belongs",
        where=where,
        column=cell.column,
        stands=cell.found,
        belongs=cell.expected,
    )


def _broken_off_text(e: Exception) -> Text:
    why = f"{type(e).__name__}: {e}"[:200]
    return Text("a part of the check broke off ({why}): what it looks at is damaged", why=why)


class _Tree:
    """The log's tree, rebuilt from the entries and compared with the stored tiles."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._frontier = Frontier()
        self._open: dict[tuple[int, int], bytearray] = {}
        self._faults: list[StoreFault] = []

    @property
    def size(self) -> int:
        return self._frontier.size

    def root(self) -> bytes:
        return self._frontier.root()

    def add(self, leaf: int, game: str | None, seq: int | None, entry: bytes) -> None:
        if leaf != self.size:
            self._add_fault(Text("entry {size} is missing in the log", size=self.size))
        start = f"{RECORD}\ngame {game}\nseq {seq}\n".encode() if game is not None else b"greffe/"
        if not entry.startswith(start) or (game is None and entry.startswith(RECORD.encode())):
            self._add_fault(Text("entry {leaf} is filed under another record", leaf=leaf))
        for node in self._frontier.append(leaf_hash(entry)):
            if node.level % HEIGHT == 0:
                level, index = node.level // HEIGHT, node.index // WIDTH
                hashes = self._open.setdefault((level, index), bytearray())
                hashes.extend(node.hash)
                if len(hashes) == WIDTH * HASH_SIZE:
                    self._compare_tile(level, index)

    def check_size(self, size: int) -> None:
        """Add a fault if the number of entries is not `size`."""
        if size != self.size:
            self._add_fault(
                Text("the log has {size} entries, not {stated}", size=self.size, stated=size)
            )

    def faults(self) -> Iterator[StoreFault]:
        for level, index in list(self._open):
            self._compare_tile(level, index)
        yield from self._faults

    def _compare_tile(self, level: int, index: int) -> None:
        hashes = self._open.pop((level, index))
        tile = Tile(level, index, len(hashes) // HASH_SIZE)
        if self._ledger.tile(tile) != bytes(hashes):
            self._add_fault(Text("{tile} has not the hashes of its entries", tile=tile))

    def _add_fault(self, text: Text) -> None:
        self._faults.append(StoreFault(text))


class _StoredRows:
    """Finds the rows of the store for the entries of the log, asked for in log order. Rows are read
    ahead in the store's order; a row that comes in another order than in the log is read by itself.
    `strays`: the faults of rows that are not in the log or cannot be read. `unread`: the records
    that could not be read."""

    def __init__(self, recorder: RecordStore, ledger: Ledger, position: int) -> None:
        self._recorder, self._ledger, self._position = recorder, ledger, position
        self._ahead = self._all_rows()
        self._next = next(self._ahead, None)
        self.strays: list[StoreFault] = []
        self.unread: set[tuple[str, int]] = set()

    def row_of(self, game: str, seq: int) -> Row | None:
        while (
            self._next is not None
            and _place_of(self._next) != (game, seq)
            and self._is_past(self._next, game, seq)
        ):
            self._next = next(self._ahead, None)
        if self._next is not None and _place_of(self._next) == (game, seq):
            row, self._next = self._next, next(self._ahead, None)
            return row.topic, stored_bytes(row.state)
        try:
            rows = self._recorder.select_events(game, gt=seq - 1, lte=seq)
        except PersistenceError as e:
            if (game, seq) not in self.unread:
                self.unread.add((game, seq))
                sentence = Text(
                    "record {seq} of {game} cannot be read: {e}", seq=seq, game=game, e=e
                )
                self.strays.append(StoreFault(sentence, game, seq))
            return None
        return (rows[0].topic, stored_bytes(rows[0].state)) if rows else None

    def finish(self) -> None:
        while self._next is not None:
            self._log_index(self._next)
            self._next = next(self._ahead, None)

    def _is_past(self, row: Notification, game: str, seq: int) -> bool:
        """Whether this row comes before the record (`game`, `seq`) in the log, so that no later
        entry is about it. True also for a row that is not in the log, whose fault is added to
        `strays`."""
        index, now = self._log_index(row), self._ledger.index_of(game, seq)
        return index is None or (now is not None and index < now)

    def _log_index(self, row: Notification) -> int | None:
        """The row's index in the log. If the log does not have it, adds a fault to `strays` and
        returns None."""
        game, seq = _place_of(row)
        index = self._ledger.index_of(game, seq)
        if index is None:
            sentence = Text(
                "record {seq} of {game} is in the store and not in the log, which went past it",
                seq=seq,
                game=game,
            )
            self.strays.append(StoreFault(sentence, game, seq))
        return index

    def _all_rows(self) -> Iterator[Notification]:
        after = 0
        try:
            while rows := self._recorder.select_notifications(
                after, READ, self._position, inclusive_of_start=False
            ):
                yield from rows
                after = rows[-1].id
        except PersistenceError:
            # from here on each record is looked for by itself, and the one that cannot be read is
            # named
            return


def _place_of(row: Notification) -> tuple[str, int]:
    return str(row.originator_id), row.originator_version
