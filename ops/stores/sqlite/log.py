"""The log in its SQLite file, as it is read (`domain/store/log.py`), and what lies beside it: the writer's lease, and the bell that
those ring who wait for a checkpoint."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic_ns
from typing import Any, Protocol

from eventsourcing.persistence import OperationalError

from domain.ledger.log.merkle import HASH_SIZE
from domain.ledger.log.policy import Policy
from domain.ledger.log.tiles import Tile
from domain.rules.text import Text
from domain.store.log import Head, LogKey, Standing, WitnessAt, has_quorum
from ops.stores.sqlite.cells import as_bytes, as_number, as_text, rows
from ops.stores.sqlite.connections import Connections, Inspected, connect
from ops.stores.sqlite.log_notices import noticed
from ops.stores.sqlite.log_schema import TABLES


class Guarded(Protocol):
    """What a reader knows of the log's guard (`ops/log/guard.py`)."""

    def lost(self, head: Head | None) -> Text | None:
        """Why this cannot be the last head that was signed, or none."""

    def wrong(self, head: Head | None) -> Text | None:
        """The same, or what is wrong with the guard itself."""


AT_ONCE = 16
"""Heads that are read at once, while the newest with the quorum is looked for."""

_KEYS = "SELECT label, verifier, announced, first, last, ended FROM keys ORDER BY number"


class Lease:
    """The right to write a log: a lock on a file beside it, which ends with the process that holds it. The file's bytes are the
    bell: whoever waits for a checkpoint writes other ones."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> bool:
        """Take the lease, unless somebody has it; whether it is ours now."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(self) -> None:
        """Let somebody else write."""
        fcntl.flock(self._fd, fcntl.LOCK_UN)

    def taken(self) -> bool:
        """Whether somebody else has it. Asking holds it for a moment, so a process that wants it asks more than once."""
        if not self.take():
            return True
        self.give_back()
        return False

    def ring(self) -> None:
        """Ring the bell: somebody waits for a checkpoint."""
        os.pwrite(self._fd, monotonic_ns().to_bytes(8, "big"), 0)

    def rung(self) -> bytes:
        """The bell's bytes: others than before if somebody rang since."""
        return os.pread(self._fd, 8, 0)

    def close(self) -> None:
        """Close the file; a lease that is held ends."""
        os.close(self._fd)


def lease_of(path: Path) -> Path:
    """Where the lease of a log lies."""
    return path.with_suffix(".lock")


class Ledger(Inspected):
    """A log that is there; one process may have many."""

    _tables = TABLES

    def __init__(self, path: Path, witnesses: Policy | None = None, guarded: Guarded | None = None) -> None:
        """`witnesses` says how many of which are enough; `guarded`, whether a head is the last that was signed: one that is not
        is not shown. Raises `OperationalError` where there is no such file."""
        self.path = path
        self._guarded = guarded
        self._witnesses = witnesses
        self._found: tuple[int, int, Head | None] = (-1, 0, None)
        """The newest head with the quorum, its number, and the file's version when it was looked for."""
        self._connections = Connections(str(path))
        self._lease = Lease(lease_of(path))
        self._watching: sqlite3.Connection | None = None
        self._lock = Lock()

    def origin(self) -> str:
        """Whose log it is; empty before its first writer."""
        with self._connections.reader() as db:
            return as_text(_log_row(db, "origin")[0])

    def head(self) -> Head | None:
        """The newest signed checkpoint; none where it is not the last one that was signed. Then the writer is asked to sign again,
        which it does where the log still has everything."""
        with self._connections.reader() as db:
            found = head_in(db)
        if self._guarded is not None and self._guarded.lost(found):
            self._lease.ring()
            return None
        return found

    def cosigned(self) -> Head | None:
        """The newest head that enough witnesses have cosigned."""
        policy, newest = self._witnesses, self.head()
        if policy is None or newest is None:
            return newest
        version = self.version()  # before the heads: what comes meanwhile is found the next time
        seen, since, found = self._found
        if version != seen:
            with self._connections.reader() as db:
                since, found = _newest_cosigned(db, policy, since) or (since, found)
            self._found = version, since, found
        return found

    def witnesses(self) -> Policy | None:
        """Which witnesses are asked, and how many are enough."""
        return self._witnesses

    def witnessing(self) -> tuple[WitnessAt, ...]:
        """The state of each witness that is asked."""
        if self._witnesses is None:
            return ()
        with self._connections.reader() as db:
            said = noticed(db)
        return tuple(_witness(name, said.get(key.label)) for name, key in self._witnesses.witnesses.items())

    def checkpoints(self) -> list[Head]:
        """The signed checkpoints that are kept, the oldest first."""
        with self._connections.reader() as db:
            return _heads(db, "ORDER BY number")

    def index_of(self, game: str, seq: int) -> int | None:
        """The index of a record's entry."""
        with self._connections.reader() as db:
            row = db.execute("SELECT leaf FROM entries WHERE game = ? AND seq = ?", (game, seq)).fetchone()
            return None if row is None else row[0]

    def indices(self, game: str) -> list[int]:
        """The indices of a game's entries, in the order of its records, as far as the log has them."""
        with self._connections.reader() as db:
            return [as_number(leaf) for (leaf,) in rows(db, "SELECT leaf FROM entries WHERE game = ? ORDER BY seq", (game,))]

    def entries(self, start: int, stop: int) -> list[bytes]:
        """The entries from one index to before another."""
        with self._connections.reader() as db:
            query = "SELECT entry FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf"
            return [as_bytes(entry) for (entry,) in rows(db, query, (start, stop))]

    def labelled(self, start: int, stop: int) -> list[tuple[int, str | None, int | None, bytes]]:
        """The same with what the store says of each: index, game and seq."""
        with self._connections.reader() as db:
            query = "SELECT leaf, game, seq, entry FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf"
            return [
                (leaf, None if game is None else as_text(game), None if seq is None else as_number(seq), as_bytes(entry))
                for leaf, game, seq, entry in rows(db, query, (start, stop))
            ]

    def extent(self) -> tuple[int, int, int]:
        """The size that the log says it has, the size that its entries make, and the notification it says it took in last; all of
        one moment."""
        with self._connections.reader() as db:
            query = "SELECT (SELECT size FROM log), (SELECT COALESCE(MAX(leaf), -1) + 1 FROM entries), (SELECT position FROM log)"
            ((size, there, position),) = rows(db, query)
            return as_number(size), as_number(there), as_number(position)

    def tile(self, tile: Tile) -> bytes | None:
        """The hashes of a tile."""
        with self._connections.reader() as db:
            return tile_in(db, tile)

    def log_keys(self) -> tuple[LogKey, ...]:
        """What is kept of each of the log's keys, in the order in which they came."""
        with self._connections.reader() as db:
            return keys_in(db)

    def standing(self) -> Standing:
        """The state of the log, for health checks."""
        with self._snapshot() as db:
            size, position = map(as_number, _log_row(db, "size, position"))
            head = head_in(db)
            notices = {
                as_text(kind): (as_number(number), Text(as_text(en), as_text(fr)))
                for kind, number, en, fr in rows(db, "SELECT * FROM notices")
            }
        found = [notices[kind] for kind in ("check", "misfit") if kind in notices]
        refusal = notices["refusal"][1] if "refusal" in notices else None
        if refusal is None and self._guarded is not None:
            refusal = self._guarded.wrong(head)
            if refusal is not None:
                self._lease.ring()
        return Standing(
            size,
            head.size if head else 0,
            position,
            self._lease.taken(),
            refusal,
            found[0][1] if found else None,
            max((number for number, _ in found), default=0),
        )

    def following(self) -> tuple[int, bytes]:
        """The notification that was taken in last, and the digest of its row."""
        with self._connections.reader() as db:
            position, row = _log_row(db, "position, row")
            return as_number(position), as_bytes(row)

    def hurry(self) -> None:
        """Ring the bell."""
        self._lease.ring()

    def version(self) -> int:
        """SQLite's count of what other connections wrote."""
        with self._lock:
            if self._watching is None:
                self._watching = connect(str(self.path))
            try:
                found: int = self._watching.execute("PRAGMA data_version").fetchone()[0]
            except sqlite3.Error as e:
                raise OperationalError(e) from e
            return found

    def close(self) -> None:
        """Close the file."""
        self._connections.close()
        self._lease.close()
        with self._lock:  # another thread may be looking: SQLite crashes where a connection is closed under it
            if self._watching is not None:
                self._watching.close()

    @contextmanager
    def _snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the file."""
        with self._connections.reader() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("COMMIT")


def _witness(name: str, noticed: tuple[bool, int, Text] | None) -> WitnessAt:
    if noticed is None:
        return WitnessAt(name)
    away, since, says = noticed
    at = datetime.fromtimestamp(since, UTC) if 1 < since < 1 << 36 else None
    return WitnessAt(name, "away" if away else "refusing", says, at)


def _newest_cosigned(db: sqlite3.Connection, policy: Policy, since: int) -> tuple[int, Head] | None:
    """The newest head with the quorum from a number on, and that number. Few are read at a time: most often it is the first."""
    query = "SELECT number, size, note FROM checkpoints WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT ?"
    before = 1 << 62
    while found := rows(db, query, (since, before, AT_ONCE)):
        for number, size, note in found:
            if has_quorum(as_bytes(note), policy):
                return number, Head(as_number(size), as_bytes(note))
            before = number
    return None


def head_in(db: sqlite3.Connection) -> Head | None:
    """The newest signed checkpoint."""
    return next(iter(_heads(db, "ORDER BY number DESC LIMIT 1")), None)


def _heads(db: sqlite3.Connection, which: str, *values: int) -> list[Head]:
    query = f"SELECT size, note FROM checkpoints {which}"  # noqa: S608  only our own words
    return [Head(as_number(size), as_bytes(note)) for size, note in rows(db, query, values)]


def _log_row(db: sqlite3.Connection, columns: str) -> tuple[Any, ...]:
    """Columns of the one row that says what the log is; an empty one where somebody has deleted it."""
    found = rows(db, f"SELECT {columns} FROM log")  # noqa: S608  only our own words
    return found[0] if found else ("",) * (columns.count(",") + 1)


def tile_in(db: sqlite3.Connection, tile: Tile) -> bytes | None:
    """The hashes of a tile, as wide as it says."""
    if tile.level is None:
        raise ValueError("a bundle of entries is no tile of hashes")
    row = db.execute("SELECT hashes FROM tiles WHERE level = ? AND tile = ?", (tile.level, tile.index)).fetchone()
    hashes = b"" if row is None else as_bytes(row[0])
    return None if len(hashes) < tile.width * HASH_SIZE else hashes[: tile.width * HASH_SIZE]


def keys_in(db: sqlite3.Connection) -> tuple[LogKey, ...]:
    """The rows of the table of keys, in the order in which the keys came. Raises `sqlite3.Error`."""
    return tuple(_key(*row) for row in rows(db, _KEYS))


def _key(label: object, verifier: object, announced: object, first: object, last: object, ended: object) -> LogKey:
    since = None if announced is None else as_number(announced)
    return LogKey(as_text(label), as_text(verifier), since, as_number(first), as_number(last), bool(ended))
