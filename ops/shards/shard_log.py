"""The log of shards: a small signed log that says which shards there are, whose logs they keep and by which keys.

It is a log like any other (`ops/log/`), with a key and a guard of its own in the folder of the directory. Nothing is ever taken out
of it: a shard that was opened stays in it, and so does that it was closed.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from domain.ledger.errors import Refused
from domain.ledger.log.entries import ShardEntry, read_entry
from domain.ledger.log.notes import VerifierKey, read_verifier_key
from domain.ledger.log.shards import write_list
from domain.store.log import LogKey
from ops.log import folder, keyring
from ops.log.durable import write_durably
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.log.signing import Signing
from ops.settings.addresses import Place
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, Refuses
from ops.stores.data_folder import make_folder
from ops.stores.log.opening import is_log
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting

KEY, GUARD = "log.key", "log.guard"
"""The files beside it in the folder of the directory."""


class ShardLog:
    """The log of shards, as one process has it open."""

    def __init__(self, settings: Settings) -> None:
        """Raises `CannotServe` where there is none: `begun` begins it."""
        if not is_log(settings.shards_log):
            raise CannotServe("There is no log of shards yet: greffe shards add begins one.")
        at = settings.directory_folder
        self._place = settings.shards_log
        self._ring, self._guard = KeyRing(at / KEY), Guard(at / GUARD)

    @classmethod
    def begun(cls, settings: Settings, origin: str) -> ShardLog:
        """The log of shards, begun under this origin if there is none. Raises `CannotServe`."""
        at = settings.directory_folder
        make_folder(at)
        folder.migrated(settings.shards_log)
        if not (at / KEY).exists():
            reading = Ledger(settings.shards_log)
            try:
                if reading.origin():
                    raise CannotServe(f"The key {at / KEY} of the log of shards is gone: put it back.")
            finally:
                reading.close()
            folder.begin(settings.shards_log, keyring.make(at / KEY, origin))
        return cls(settings)

    def log_keys(self) -> tuple[LogKey, ...]:
        """The keys that sign it."""
        reading = Ledger(self._place)
        try:
            return reading.log_keys()
        finally:
            reading.close()

    def entries(self) -> list[bytes]:
        """All its entries."""
        reading = Ledger(self._place)
        try:
            return reading.entries(0, reading.extent().size)
        finally:
            reading.close()

    def listed(self) -> bytes:
        """The list of shards: all entries under the newest signed head. Raises `CannotServe` where there is none."""
        reader = ListReader(self._place)
        try:
            found = reader()
        finally:
            reader.close()
        if found is None:
            raise CannotServe("The log of shards is not signed yet: run greffe shards add again.")
        return found

    def opened(self, origin: str, keys: tuple[VerifierKey, ...]) -> bool:
        """Say that a shard's log signs with these keys, unless its last entry says so; signed either way. Whether it was said now.
        Raises `CannotServe`."""
        return self._say(ShardEntry(origin, keys))

    def closed(self, origin: str) -> bool:
        """Say that a shard's log is closed, unless its last entry says so."""
        return self._say(ShardEntry(origin, ()))

    def _say(self, entry: ShardEntry) -> bool:
        writing = LedgerWriting(self._place)
        try:
            new = _last(self.entries(), entry.origin) != entry
            if new:
                with writing.batch() as batch:
                    batch.add(entry.encode())
            Signing(writing, self._ring, self._guard).sign()
        except (Refused, Refuses) as e:
            said = e.text.en if isinstance(e, Refuses) else e.said.en
            raise CannotServe(f"The log of shards was not signed: {said}") from None
        finally:
            writing.close()
        return new


class ListReader:
    """The list of shards for those who ask, made anew when the log of shards has grown; for any number of threads."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._lock = Lock()
        self._reading: Ledger | None = None
        self._made: tuple[bytes, bytes] | None = None

    def __call__(self) -> bytes | None:
        """All entries under the newest signed head; none before there is one. Raises the library's `PersistenceError`."""
        with self._lock:
            if self._reading is None:
                if not is_log(self._place):
                    return None
                self._reading = Ledger(self._place)
            head = self._reading.head()
            if head is None:
                return None
            if self._made is None or self._made[0] != head.note:
                self._made = head.note, write_list(self._reading.entries(0, head.size), head.note)
            return self._made[1]

    def close(self) -> None:
        """Close it."""
        if self._reading is not None:
            self._reading.close()


def _last(entries: list[bytes], origin: str) -> ShardEntry | None:
    found = [entry for entry in map(read_entry, entries) if isinstance(entry, ShardEntry) and entry.origin == origin]
    return found[-1] if found else None


def keys_of(settings: Settings) -> tuple[str, tuple[VerifierKey, ...]]:
    """The origin of a shard's own log, and the keys that sign it now or did. Raises `CannotServe`."""
    ledger = folder.open_ledger(settings)
    try:
        found = tuple(read_verifier_key(key.verifier) for key in ledger.log_keys())
    finally:
        ledger.close()
    if not found:
        raise CannotServe(f"The log in {settings.store_said()} has no key yet: start the shard once, so that it is begun.")
    return found[0].name, found


def wrong(log: ShardLog, origin: str, keys: tuple[VerifierKey, ...]) -> str:
    """What the log of shards says otherwise of a shard than its own log does; empty where both agree."""
    last = _last(log.entries(), origin)
    if last is None:
        return "the log of shards does not name it"
    missing = [key.label for key in keys if key not in last.keys]
    if last.keys and missing:
        return f"the log of shards does not name its key {missing[0]}: run greffe shards add again"
    return ""


def publish(log: ShardLog, file: Path) -> None:
    """Write the list of shards into a file, whole or not at all. Raises `CannotServe`."""
    try:
        write_durably(file, log.listed(), mode=0o644)
    except OSError as e:
        raise CannotServe(f"{file} cannot be written: {(e.strerror or str(e)).lower()}.") from None
