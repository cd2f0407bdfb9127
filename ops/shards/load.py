"""What each shard has and does: by it an operator says which of them opens what comes, and what is moved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from ops.settings.addresses import Address
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.shards.front import slots
from ops.shards.members import read_settings
from ops.stores.by_place import by_place
from ops.stores.data_folder import open_clerk
from ops.stores.shards.directory import Directory, Shard


class Load(Struct, frozen=True):
    """A shard: its share, how many of 100 new things are opened there, its homes and all that was opened in them, the records that
    it has and those a second that came while it was looked at, the bytes of its record and log, and those that are free where they
    lie (null: PostgreSQL's machine knows). `away` says why its store does not answer; then nothing is known of its records."""

    shard: str
    share: int
    new: int
    homes: int
    opened: int
    records: int = 0
    a_second: float = 0.0
    disk: int = 0
    free: int | None = None
    away: str = ""


class _Look(Struct, frozen=True):
    records: int
    disk: int
    free: int | None
    at: float


def loads(settings: Settings, wait: Callable[[], None], clock: Callable[[], float] = monotonic) -> list[Load]:
    """The load of each shard that is not closed; `wait` passes the time between two looks. Raises `CannotServe`."""
    directory = Directory(settings.directory_place)
    try:
        shards = [one for one in directory.shards() if not one.closed]
        counts = {one.name: (directory.count(one.name), directory.opened(one.name)) for one in shards}
    finally:
        directory.close()
    before = {one.name: _look(one, clock) for one in shards}
    wait()
    after = {one.name: _look(one, clock) for one in shards}
    openings = slots(shards) if shards else []
    return [
        _told(Load(one.name, one.share, openings.count(one.name), *counts[one.name]), before[one.name], after[one.name])
        for one in shards
    ]


def set_share(settings: Settings, name: str, share: int) -> Shard:
    """Say how much of what is opened a shard takes, beside the others' shares; answers it. Raises `CannotServe`."""
    directory = Directory(settings.directory_place)
    try:
        return directory.set_share(name, share)
    finally:
        directory.close()


def _told(load: Load, before: _Look | str, after: _Look | str) -> Load:
    if isinstance(before, str) or isinstance(after, str):
        away = before if isinstance(before, str) else after
        return Load(load.shard, load.share, load.new, load.homes, load.opened, away=str(away))
    seconds = after.at - before.at
    rate = (after.records - before.records) / seconds if seconds > 0 else 0.0
    return Load(load.shard, load.share, load.new, load.homes, load.opened, after.records, rate, after.disk, after.free)


def _look(shard: Shard, clock: Callable[[], float]) -> _Look | str:
    """What a shard's store says; why it does not."""
    try:
        settings = read_settings(Path(shard.settings))
        clerk = open_clerk(settings)
        try:
            records, at = clerk.recorder.max_notification_id() or 0, clock()
        finally:
            clerk.close()
        disk, free = by_place(settings.record, lambda _: _files(settings), _database)
    except (Trouble, PersistenceError, OSError) as e:
        return str(e)
    return _Look(records, disk, free, at)


def _files(settings: Settings) -> tuple[int, int | None]:
    places = [place for place in (settings.record, settings.ledger) if isinstance(place, Path)]
    found = [path for place in places for path in (place, place.with_name(f"{place.name}-wal")) if path.exists()]
    return sum(path.stat().st_size for path in found), shutil.disk_usage(settings.data).free


def _database(address: Address) -> tuple[int, int | None]:
    from ops.stores.postgres.connections import connect

    with connect(address) as db:
        row = db.execute(b"SELECT pg_database_size(current_database())").fetchone()
    assert row is not None, "an aggregate has one row"
    return int(row[0]), None
