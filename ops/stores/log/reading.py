"""Reading the log (`domain/kernel/log.py`) from either of the two databases."""

from datetime import UTC, datetime
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.log import LogKey, LogState, SignedHead, WitnessState, has_quorum
from domain.kernel.stored import MistypedCell
from domain.kernel.text import Text
from domain.proof.log.merkle import HASH_SIZE
from domain.proof.log.policy import Policy
from domain.proof.log.tiles import Tile
from ops.settings.addresses import Place
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.notices import witness_notices
from ops.stores.log.opening import log_database
from ops.stores.pool import Connection


class HeadCheck(Protocol):
    """The part of the log's guard (`ops/log/guard.py`) that a reader of the log uses."""

    def why_lost(self, head: SignedHead | None) -> Text | None:
        """Why `head` cannot be the newest head that was signed, or None."""

    def why_wrong(self, head: SignedHead | None) -> Text | None:
        """Why `head` cannot be the newest head that was signed, or else what is wrong with the
        guard's file, or None."""


AT_ONCE = 16
"""How many heads are read at a time in the search for the newest that enough witnesses have
cosigned."""

_KEYS = "SELECT label, verifier, announced, first, last, ended FROM keys ORDER BY number"


class LogExtent(Struct, frozen=True):
    """The state of a log: the size that it states, the number of its stored entries, the
    notification number of the last record logged, its origin, and its keys."""

    size: int
    stored: int
    position: int
    origin: str
    keys: tuple[LogKey, ...]


class Ledger:
    """An existing log, opened for reading. A process may open several."""

    def __init__(
        self, place: Place, witnesses: Policy | None = None, guarded: HeadCheck | None = None
    ) -> None:
        """`witnesses`: the policy that says how many cosignatures suffice (None: none are needed).
        `guarded` finds out whether the newest head was lost (None: not checked). Raises
        `OperationalError` if there is no log."""
        self.place = place
        self._guarded = guarded
        self._witnesses = witnesses
        self._found: tuple[int, int, SignedHead | None] = (-1, 0, None)
        """The log's version when `cosigned` last looked, and what it found: the number of the
        newest head with enough cosignatures, and that head."""
        self._database = log_database(place)
        self._lease = self._database.lease()

    def origin(self) -> str:
        with self._database.reader() as db:
            return as_text(_log_row(db, "origin")[0])

    def head(self) -> SignedHead | None:
        """The newest signed checkpoint. None if there is none, or if the guard knows a newer one:
        then the writer is asked to sign again, which it does if the log still has all entries."""
        with self._database.reader() as db:
            head_now = head_in(db)
        if self._guarded is not None and self._guarded.why_lost(head_now):
            self._lease.ring()
            return None
        return head_now

    def cosigned(self) -> SignedHead | None:
        policy, newest = self._witnesses, self.head()
        if policy is None or newest is None:
            return newest
        version = self.version()  # before the heads: what comes meanwhile is found the next time
        seen, since, head = self._found
        if version != seen:
            with self._database.reader() as db:
                since, head = _newest_cosigned(db, policy, since) or (since, head)
            self._found = version, since, head
        return head

    def cose(self) -> tuple[int, bytes] | None:
        if self.head() is None:
            return None
        query = (
            "SELECT size, cose FROM checkpoints WHERE cose IS NOT NULL ORDER BY number DESC LIMIT 1"
        )
        with self._database.reader() as db:
            rows = db.rows(query, ())
        return (as_number(rows[0][0]), as_bytes(rows[0][1])) if rows else None

    def witnesses(self) -> Policy | None:
        return self._witnesses

    def witness_states(self) -> tuple[WitnessState, ...]:
        if self._witnesses is None:
            return ()
        with self._database.reader() as db:
            notices = witness_notices(db)
        return tuple(
            _witness_state(name, notices.get(key.label))
            for name, key in self._witnesses.witnesses.items()
        )

    def checkpoints(self) -> list[SignedHead]:
        with self._database.reader() as db:
            return _heads(db, "ORDER BY number")

    def index_of(self, game: str, seq: int) -> int | None:
        with self._database.reader() as db:
            rows = db.rows("SELECT leaf FROM entries WHERE game = ? AND seq = ?", (game, seq))
            return rows[0][0] if rows else None

    def indices(self, game: str) -> list[int]:
        with self._database.reader() as db:
            return [
                as_number(leaf)
                for (leaf,) in db.rows(
                    "SELECT leaf FROM entries WHERE game = ? ORDER BY seq", (game,)
                )
            ]

    def entries(self, start: int, stop: int) -> list[bytes]:
        with self._database.reader() as db:
            query = "SELECT entry FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf"
            return [as_bytes(entry) for (entry,) in db.rows(query, (start, stop))]

    def entries_with_records(
        self, start: int, stop: int
    ) -> list[tuple[int, str | None, int | None, bytes]]:
        """The entries from index `start` to `stop`, each as (index, game, seq, entry). Game and seq
        are None for the log's own entries."""
        with self._database.reader() as db:
            query = (
                "SELECT leaf, game, seq, entry FROM entries WHERE leaf >= ? AND leaf < ? "
                "ORDER BY leaf"
            )
            return [
                (
                    leaf,
                    None if game is None else as_text(game),
                    None if seq is None else as_number(seq),
                    as_bytes(entry),
                )
                for leaf, game, seq, entry in db.rows(query, (start, stop))
            ]

    def extent(self) -> LogExtent:
        """The state of the log and its keys at one moment."""
        with self._database.snapshot() as db:
            query = (
                "SELECT (SELECT size FROM log), (SELECT COALESCE(MAX(leaf), -1) + 1 FROM "
                "entries), (SELECT position FROM log)"
            )
            ((size, stored, position),) = db.rows(query)
            origin = as_text(_log_row(db, "origin")[0])
            return LogExtent(
                as_number(size), as_number(stored), as_number(position), origin, keys_in(db)
            )

    def misfits(self) -> int:
        """The number of records that did not fit the log when they were to be added."""
        with self._database.reader() as db:
            rows = db.rows("SELECT number FROM notices WHERE kind = 'misfit'")
            return as_number(rows[0][0]) if rows else 0

    def tile(self, tile: Tile) -> bytes | None:
        with self._database.reader() as db:
            return tile_in(db, tile)

    def log_keys(self) -> tuple[LogKey, ...]:
        with self._database.reader() as db:
            return keys_in(db)

    def standing(self) -> LogState:
        with self._database.snapshot() as db:
            size, position = map(as_number, _log_row(db, "size, position"))
            head = head_in(db)
            notices = {
                as_text(kind): (as_number(number), Text(as_text(en), as_text(fr)))
                for kind, number, en, fr in db.rows("SELECT kind, number, en, fr FROM notices")
            }
        faults = [notices[kind] for kind in ("check", "misfit") if kind in notices]
        refusal = notices["refusal"][1] if "refusal" in notices else None
        if refusal is None and self._guarded is not None:
            refusal = self._guarded.why_wrong(head)
            if refusal is not None:
                self._lease.ring()
        return LogState(
            size=size,
            signed=head.size if head else 0,
            position=position,
            attended=self._lease.is_taken(),
            refusal=refusal,
            damage=faults[0][1] if faults else None,
            differences=max((number for number, _ in faults), default=0),
        )

    def followed_to(self) -> tuple[int, bytes]:
        """The position up to which the record was logged: the notification number of the last row,
        and the digest of that row."""
        with self._database.reader() as db:
            position, row = _log_row(db, 'position, "row"')
            return as_number(position), as_bytes(row)

    def ask_for_checkpoint(self) -> None:
        self._lease.ring()

    def version(self) -> int:
        return self._database.version()

    def mistyped_cells(self) -> list[MistypedCell]:
        return self._database.mistyped_cells()

    def file_faults(self) -> list[str]:
        return self._database.file_faults()

    def close(self) -> None:
        self._lease.close()
        self._database.close()


def _witness_state(name: str, noticed: tuple[bool, int, Text] | None) -> WitnessState:
    if noticed is None:
        return WitnessState(name)
    away, since, says = noticed
    moment = datetime.fromtimestamp(since, UTC) if 1 < since < 1 << 36 else None
    return WitnessState(name, "away" if away else "refusing", says, moment)


def _newest_cosigned(db: Connection, policy: Policy, since: int) -> tuple[int, SignedHead] | None:
    """The newest checkpoint that enough witnesses have cosigned, among those numbered from `since`
    on: its number and the head. None if there is none. Reads a few at a time, newest first."""
    query = (
        "SELECT number, size, note FROM checkpoints WHERE number >= ? AND number < ? ORDER BY "
        "number DESC LIMIT ?"
    )
    before = 1 << 62
    while rows := db.rows(query, (since, before, AT_ONCE)):
        for number, size, note in rows:
            if has_quorum(as_bytes(note), policy):
                return number, SignedHead(as_number(size), as_bytes(note))
            before = number
    return None


def head_in(db: Connection) -> SignedHead | None:
    return next(iter(_heads(db, "ORDER BY number DESC LIMIT 1")), None)


def _heads(db: Connection, which: str, *values: int) -> list[SignedHead]:
    query = f"SELECT size, note FROM checkpoints {which}"  # noqa: S608  only our own words
    return [SignedHead(as_number(size), as_bytes(note)) for size, note in db.rows(query, values)]


def _log_row(db: Connection, columns: str) -> tuple[Any, ...]:
    """Columns of the log's single row; all empty texts if somebody has deleted the row."""
    rows = db.rows(f"SELECT {columns} FROM log")  # noqa: S608  only our own words
    return rows[0] if rows else ("",) * (columns.count(",") + 1)


def tile_in(db: Connection, tile: Tile) -> bytes | None:
    if tile.level is None:
        raise ValueError("a bundle of entries is no tile of hashes")
    rows = db.rows(
        "SELECT hashes FROM tiles WHERE level = ? AND tile = ?", (tile.level, tile.index)
    )
    hashes = as_bytes(rows[0][0]) if rows else b""
    return None if len(hashes) < tile.width * HASH_SIZE else hashes[: tile.width * HASH_SIZE]


def keys_in(db: Connection) -> tuple[LogKey, ...]:
    """All keys of the log, in the order in which they were announced."""
    return tuple(_log_key(*row) for row in db.rows(_KEYS))


def _log_key(
    label: object, verifier: object, announced: object, first: object, last: object, ended: object
) -> LogKey:
    since = None if announced is None else as_number(announced)
    return LogKey(
        as_text(label), as_text(verifier), since, as_number(first), as_number(last), bool(ended)
    )
