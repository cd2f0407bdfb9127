"""The store of a witness: the last cosigned head of every log, and signed heads that the witness
refused.

It is one SQLite file. Every write is durable before the witness answers: a witness that forgot
could vouch for two histories.
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
"""The most refused heads stored for one log. The first ones are kept, which suffice as evidence."""

_T = TypeVar("_T")

_SCHEMA = """
CREATE TABLE heads (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, note BLOB NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE evidence (
    origin TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, held BLOB NOT NULL, shown BLOB NOT NULL, why TEXT NOT NULL,
    PRIMARY KEY (origin, text)
);
"""


@dataclass(frozen=True, slots=True)
class CosignedHead:
    """The last cosigned checkpoint of a log. `time`: when it was cosigned, in seconds since
    1970."""

    note: bytes
    time: int

    @property
    def checkpoint(self) -> Checkpoint:
        return read_checkpoint(read_note(self.note).text)


@dataclass(frozen=True, slots=True)
class HeadEvidence:
    """Two checkpoints signed by one log: `held` was cosigned; `shown` was refused at `time`
    (seconds since 1970) because of `why`: it was not proven to extend `held`, or has another root
    for the same size, which proves that the log shows two histories."""

    held: bytes
    shown: bytes
    time: int
    why: str


class HeadsTransaction:
    """The exclusive use of the store for one request."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def head(self, origin: str) -> CosignedHead | None:
        row = self._db.execute(
            "SELECT note, time FROM heads WHERE origin = ?", (origin,)
        ).fetchone()
        return CosignedHead(*row) if row else None

    def store_cosigned(self, checkpoint: Checkpoint, note: bytes, time: int) -> None:
        row = (checkpoint.origin, checkpoint.size, note, time)
        self._db.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", row)

    def store_refused(
        self, held: CosignedHead, shown: Checkpoint, note: bytes, time: int, why: str
    ) -> None:
        """Store a refused head that its log had signed, once; at most `MOST_EVIDENCE` for one log.
        `held`: the head cosigned before."""
        (n,) = self._db.execute(
            "SELECT COUNT(*) FROM evidence WHERE origin = ?", (shown.origin,)
        ).fetchone()
        if n < MOST_EVIDENCE:
            row = (shown.origin, shown.encode(), time, held.note, note, why)
            self._db.execute("INSERT OR IGNORE INTO evidence VALUES (?, ?, ?, ?, ?, ?)", row)


class HeadStore:
    """The file of a witness, shared by its threads. Other processes that open it wait for each
    other like threads."""

    def __init__(self, path: Path, step: Step = no_step) -> None:
        """Open the file, created if needed and readable by its owner only. `step` is called after
        each step; tests kill the process there. Raises `CannotServe`."""
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
    def transaction(self) -> Iterator[HeadsTransaction]:
        """A transaction for a `with` block. What it reads stays true until its end; what it writes
        is durable after its end, or not written at all. Raises `sqlite3.Error`."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            self._step("begun")
            try:
                yield HeadsTransaction(self._db)
                self._step("judged")
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self._step("kept")

    def heads(self) -> list[CosignedHead]:
        return self._all(CosignedHead, "SELECT note, time FROM heads ORDER BY origin")

    def evidence(self) -> list[HeadEvidence]:
        """The stored evidence: refused heads that their log had signed, oldest first."""
        return self._all(
            HeadEvidence, "SELECT held, shown, time, why FROM evidence ORDER BY time, origin, text"
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
