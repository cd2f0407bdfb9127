"""The store of a witness: for every log the last cosigned head, and signed heads that it refused.

One SQLite file. Every write is durable before it is answered: a witness that forgot could vouch for
two histories.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar

from domain.kernel.text import Text
from domain.proof.log.checkpoints import Checkpoint, read_checkpoint
from domain.proof.log.notes import read_note
from ops.settings.errors import CannotServe
from ops.stores.log.writing import Step, no_step

VERSION = 1
"""The schema's version, in SQLite's `user_version`."""

MOST_EVIDENCE = 256
"""The most refusals stored for one log; the first are the ones that convict."""

_T = TypeVar("_T")

_SCHEMA = """
CREATE TABLE heads (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, note BLOB NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE evidence (
    origin TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, held BLOB NOT NULL, shown BLOB NOT NULL, why TEXT NOT NULL,
    PRIMARY KEY (origin, text)
);
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The last cosigned checkpoint of a log, and when, in seconds since 1970."""

    note: bytes
    time: int

    @property
    def checkpoint(self) -> Checkpoint:
        return read_checkpoint(read_note(self.note).text)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Two checkpoints that one log signed: `held` was cosigned; `shown` was refused at `time`,
    because it was not shown to follow, or has another root for the same size, which convicts the
    log."""

    held: bytes
    shown: bytes
    time: int
    why: str


class Turn:
    """A request's exclusive use of the store."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def head(self, origin: str) -> Head | None:
        row = self._db.execute(
            "SELECT note, time FROM heads WHERE origin = ?", (origin,)
        ).fetchone()
        return Head(*row) if row else None

    def cosigned(self, checkpoint: Checkpoint, note: bytes, time: int) -> None:
        row = (checkpoint.origin, checkpoint.size, note, time)
        self._db.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", row)

    def refused(self, held: Head, shown: Checkpoint, note: bytes, time: int, why: str) -> None:
        """Store a signed head that was refused, once, at most `MOST_EVIDENCE` for a log."""
        (n,) = self._db.execute(
            "SELECT COUNT(*) FROM evidence WHERE origin = ?", (shown.origin,)
        ).fetchone()
        if n < MOST_EVIDENCE:
            row = (shown.origin, shown.encode(), time, held.note, note, why)
            self._db.execute("INSERT OR IGNORE INTO evidence VALUES (?, ?, ?, ?, ?, ?)", row)


class Heads:
    """A witness's file, shared by its threads. Other processes with this file wait as threads
    do."""

    def __init__(self, path: Path, step: Step = no_step) -> None:
        """Create the file if needed, readable by its owner only. Raises `CannotServe`. `step` is
        called after each step; tests kill the process there."""
        self._step = step
        try:
            path.touch(0o600)
            self._db = _connect(path)
        except (OSError, sqlite3.Error) as e:
            raise CannotServe(
                Text(
                    "The witness's record {path} cannot be opened and written: {why}.",
                    path=path,
                    why=str(e),
                )
            ) from None
        self._lock = Lock()

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """A transaction: what it reads stays true until it ends; what it writes is durable when it
        has ended, or not written at all. Raises `sqlite3.Error`."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            self._step("begun")
            try:
                yield Turn(self._db)
                self._step("judged")
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self._step("kept")

    def heads(self) -> list[Head]:
        return self._all(Head, "SELECT note, time FROM heads ORDER BY origin")

    def evidence(self) -> list[Evidence]:
        """The refused heads that their log had signed, oldest first."""
        return self._all(
            Evidence, "SELECT held, shown, time, why FROM evidence ORDER BY time, origin, text"
        )

    def _all(self, kind: Callable[..., _T], query: str) -> list[_T]:
        with self._lock:
            return [kind(*row) for row in self._db.execute(query)]

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _migrate(db: sqlite3.Connection) -> None:
    """Migrate the file to this version's schema. Raises `sqlite3.Error`."""
    db.execute("BEGIN IMMEDIATE")
    (had,) = db.execute("PRAGMA user_version").fetchone()
    if had > VERSION:
        raise sqlite3.DatabaseError(
            f"a newer version of Greffe wrote it (schema {had}, this program knows {VERSION})"
        )
    if had < VERSION:
        for statement in _SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={VERSION}")
    db.execute("COMMIT")
