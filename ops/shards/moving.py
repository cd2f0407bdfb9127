"""Moving a home to another shard: barred here, copied there, compared, switched in the directory, opened there.

    freezing    nobody writes to it any more; the log here has all of it, under a signed head
    copied      the other shard's store has all of it, barred
    compared    the other shard's log has the same entries; then subscriptions go over (`subscriptions.py`)
    switched    the directory says that it is the other shard's: one write, and the only step that cannot be undone
    (none)      both logs name the move, and the other shard writes to it

Each step can be done again, so a move that was cut off goes on where it stood. At no moment do two shards write: here it is barred
before it is copied, and there it is barred until it is barred here for good. Nothing that was recorded or logged is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import msgspec
from msgspec import Struct

from domain.ledger.log.entries import MovedEntry, read_entry
from domain.ledger.log.merkle import leaf_hash
from domain.store.log import Head
from ops.log import folder
from ops.notifying.store import ARRIVING
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.shards.copying import Copied, read_home, write_home
from ops.shards.members import need_alike, read_settings
from ops.shards.subscriptions import Subscriptions
from ops.stores.data_folder import open_clerk
from ops.stores.log.writing import LedgerWriting
from ops.stores.shards.barred import Barred, bar, unbar
from ops.stores.shards.directory import BEFORE_SWITCH, Directory, Home

PATIENCE = 60.0
"""Seconds to wait until a shard's log has come up with its record."""

LOOK = 0.05
"""Seconds between two looks."""

MOVED = "moved"
"""Where the directory keeps the entry that names a move, by `<home>/<version>`: written once, so that both logs have the same."""

Step = Callable[[str], None]
"""Is told what was just done; tests kill the process there."""


class Moving(Struct, frozen=True):
    """A move that is done, or undone: the home, from where, to where, and how many records were added there."""

    home: str
    origin: str
    to: str
    added: int


class _Written(Struct, frozen=True):
    """The entry of a move, and how long both logs were before it was added."""

    entry: bytes
    here: int
    there: int


class _Side:
    """One shard, open on this machine."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.barred = Barred(settings.record)
        self.ledger = folder.open_ledger(settings)
        self.subscriptions = Subscriptions(settings)

    def log_of(self, streams: Sequence[str], records: int) -> tuple[list[list[bytes]], Head]:
        """The entries of streams in this shard's log, and a signed head that covers them, once the log has so many of them. Raises
        `CannotServe` where it does not come to that."""
        until = monotonic() + PATIENCE
        while True:
            indices = [self.ledger.indices(stream) for stream in streams]
            head, last = self.ledger.head(), max((one[-1] for one in indices if one), default=-1)
            if sum(map(len, indices)) == records and head is not None and head.size > last:
                return [[self.ledger.entries(at, at + 1)[0] for at in one] for one in indices], head
            self._bring_up()
            if monotonic() > until:
                raise CannotServe(
                    f"The log of {self.settings.shard} has not come up with its record: see /readyz there, then run the same again."
                )
            sleep(LOOK)

    def _bring_up(self) -> None:
        """Have the log take in and sign what there is: by its writer where one is at work, else here."""
        clerk = open_clerk(self.settings)
        try:
            refused = folder.bring_up(self.settings, clerk)
        finally:
            clerk.close()
        if refused is not None:
            raise CannotServe(refused.en)

    def add(self, entry: bytes, since: int) -> None:
        """Add an entry to this shard's log, unless it was added since the log had this size; signed then."""
        writing = LedgerWriting(self.settings.ledger)
        try:
            with writing.batch() as batch:
                if entry not in self.ledger.entries(since, batch.size):
                    batch.add(entry)
        finally:
            writing.close()
        self._bring_up()

    def size(self) -> int:
        """The size of this shard's log."""
        return self.ledger.extent().size

    def close(self) -> None:
        """Close it."""
        self.ledger.close()
        self.barred.close()


def move(settings: Settings, home: str, to: str, step: Step = lambda _done: None) -> Moving:
    """Move a home to the shard `to`, or go on with it where it stood. Raises `Trouble`: then it stands where the directory says,
    and can be gone on with or, before the switch, undone."""
    with _alone(settings) as directory:
        found = _find(directory, home)
        if not found.step and found.shard == to:
            raise CannotServe(f"{found.home} is kept at {to} already.")
        if found.step and found.goes_to != to:
            raise CannotServe(f"{found.home} is being moved to {found.goes_to}: go on with that, or undo it first (--undo).")
        if found.step == "undoing":
            raise CannotServe(f"The move of {found.home} is being undone: run greffe shards move {found.home} --undo again.")
        target = directory.shard(to)
        if target.closed:
            raise CannotServe(f"The shard {to} is closed.")
        origin = found.shard if found.step != "switched" else _came_from(directory, found)
        with _open(directory, origin) as here, _open(directory, to) as there:
            need_alike(here.settings, there.settings)
            return _go_on(directory, found, here, there, step)


def undo(settings: Settings, home: str, step: Step = lambda _done: None) -> Moving:
    """Undo a move that has not been switched: the home is written to where it was. Raises `Trouble`."""
    with _alone(settings) as directory:
        found = _find(directory, home)
        if found.step not in (*BEFORE_SWITCH, "undoing"):
            raise CannotServe(f"{found.home} is not being moved, or is moved already: there is nothing to undo.")
        to = found.goes_to
        with _open(directory, found.shard) as here, _open(directory, to) as there:
            directory.go(found.home, BEFORE_SWITCH, "undoing", to)
            step("undoing")
            streams = directory.streams(found.home)
            with there.barred.transaction() as db:
                bar(db, streams, "gone", found.shard)
            step("barred there")
            there.subscriptions.forget(streams, state=ARRIVING)
            here.subscriptions.stay(streams)
            step("subscriptions stay")
            with here.barred.transaction() as db:
                unbar(db, streams)
            step("opened here")
            directory.values.delete(MOVED, f"{found.home}/{found.version}")
            directory.go(found.home, ("undoing",), "")
        return Moving(found.home, found.shard, to, 0)


def _go_on(directory: Directory, found: Home, here: _Side, there: _Side, step: Step) -> Moving:
    """All steps from the one at which a move stands."""
    home, to, added = found.home, there.settings.shard, 0
    at = directory.go(home, ("",), "freezing", to) if not found.step else found
    step("begun")
    streams = directory.streams(home)
    if at.step == "freezing":
        with here.barred.transaction() as db:
            bar(db, streams, "leaving")
        step("barred")
        added = _copy(here, there, streams)
        step("written")
        at = directory.go(home, ("freezing",), "copied")
    step("copied")
    if at.step == "copied":
        _need_same(here, there, streams)
        at = directory.go(home, ("copied",), "compared")
    step("compared")
    if at.step == "compared":
        _keep_entry(directory, at, here, there, streams)
        step("entry kept")
        here.subscriptions.leave(streams)
        step("subscriptions left")
        there.subscriptions.take(here.subscriptions, streams)
        step("subscriptions copied")
        at = directory.go(home, ("compared",), "switched")
    step("switched")
    with here.barred.transaction() as db:
        bar(db, streams, "gone", to)
    step("gone")
    written = _kept_entry(directory, at)
    here.add(written.entry, written.here)
    step("logged here")
    there.add(written.entry, written.there)
    step("logged there")
    there.subscriptions.arrive(streams)
    step("subscriptions arrived")
    here.subscriptions.forget(streams)
    step("subscriptions forgotten")
    with there.barred.transaction() as db:
        unbar(db, streams)
    step("opened there")
    directory.go(home, ("switched",), "")
    return Moving(home, here.settings.shard, to, added)


def _copy(here: _Side, there: _Side, streams: Sequence[str]) -> int:
    """Copy what there is, once it is in the log here under a signed head."""
    clerk = open_clerk(here.settings)
    try:
        clerk.recorder.max_notification_id()  # what was written last has its number then
    finally:
        clerk.close()
    home = read_home(here.barred, streams)
    here.log_of(streams, len(home.records))
    return write_home(there.barred, streams, home)


def _need_same(here: _Side, there: _Side, streams: Sequence[str]) -> None:
    """Raise `CannotServe` unless both stores have the same, and both logs the same entries, for each record one."""
    mine, theirs = read_home(here.barred, streams), read_home(there.barred, streams)
    if set(mine.records) != set(theirs.records) or not _all_there(mine, theirs):
        raise CannotServe("What was copied is not what is there: undo the move (--undo), and run greffe fsck at both shards.")
    entries, _ = here.log_of(streams, len(mine.records))
    others, _ = there.log_of(streams, len(mine.records))
    if entries != others:
        raise CannotServe(
            "The logs have other entries for the same records: undo the move (--undo), and run greffe fsck at both shards."
        )


def _all_there(mine: Copied, theirs: Copied) -> bool:
    """Whether all values are there, but for names of players who were erased there; since when they are may differ."""
    there = {(kind, key): data for kind, key, data in theirs.values}
    erased = {key for kind, key, _ in theirs.values if kind == "erased"}
    lost = [value for value in mine.values if there.get(value[:2]) != value[2]]
    return all(kind in ("name", "erased") and key.partition("/")[0] in erased for kind, key, _ in lost)


def _keep_entry(directory: Directory, at: Home, here: _Side, there: _Side, streams: Sequence[str]) -> None:
    """Keep the entry that is to name this move, unless it is kept."""
    records = len(read_home(here.barred, streams).records)
    entries, head = here.log_of(streams, records)
    last = b"".join(leaf_hash(one[-1]) for one in entries if one)
    sizes = sum(1 for one in entries if one), records
    entry = MovedEntry(at.home, here.ledger.origin(), there.ledger.origin(), *sizes, sha256(last).digest(), head.note)
    written = _Written(entry.encode(), here.size(), there.size())
    directory.values.put(MOVED, f"{at.home}/{at.version}", msgspec.json.encode(written))


def _kept_entry(directory: Directory, at: Home) -> _Written:
    """The entry of a move that was switched: the version has grown since it was kept."""
    return _kept(directory, at.home, at.version - 1)


def kept_entry(directory: Directory, home: str, version: int) -> bytes:
    """The entry that names a move of a home which was done when it had this version. Raises `CannotServe` where it is lost."""
    return _kept(directory, home, version).entry


def _kept(directory: Directory, home: str, version: int) -> _Written:
    data = directory.values.get(MOVED, f"{home}/{version}")
    if data is None:
        raise CannotServe(f"The directory has lost the entry that names the move of {home}: put its newest copy back.")
    return msgspec.json.decode(data, type=_Written)


def _came_from(directory: Directory, found: Home) -> str:
    """The shard that a switched home comes from: its log's origin stands in the entry."""
    entry = read_entry(_kept_entry(directory, found).entry)
    assert isinstance(entry, MovedEntry)
    return next(one.name for one in directory.shards() if one.origin == entry.origin)


def _find(directory: Directory, id: str) -> Home:
    """The home that an id belongs to: of a game in a tournament, the tournament. Raises `CannotServe`."""
    found = directory.home_of(id)
    if found is None:
        raise CannotServe(f"There is nothing called {id} at any shard.")
    return found


@contextmanager
def _alone(settings: Settings) -> Iterator[Directory]:
    """The directory, while nobody else moves anything."""
    directory = Directory(settings.directory_place)
    try:
        lease = directory.lease()
        try:
            if not lease.take():
                raise CannotServe("Somebody is moving a home: wait until that is done.")
            yield directory
        finally:
            lease.close()
    finally:
        directory.close()


@contextmanager
def _open(directory: Directory, shard: str) -> Iterator[_Side]:
    """A shard by its settings, which this machine has; raises `Trouble`."""
    side = _Side(read_settings(Path(directory.shard(shard).settings)))
    try:
        yield side
    finally:
        side.close()
