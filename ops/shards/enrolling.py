"""Taking a service into the directory as a shard, and closing one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eventsourcing.persistence import ApplicationRecorder

from domain.store.homes import OPENINGS, belongs_to
from domain.store.rows import AT_ONCE
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.shards.members import need_alike, read_settings
from ops.shards.shard_log import ShardLog, keys_of
from ops.stores.data_folder import make_folder, open_clerk
from ops.stores.opening import key_values_of
from ops.stores.shards.barred import Barred, bar, install
from ops.stores.shards.directory import Directory, Shard, migrate_directory
from ops.stores.shards.shared_values import share

ORIGIN = "shards"
"""What the origin of the log of shards ends with, where none is given."""


def enrol(settings: Settings, file: Path, address: str, share_of_new: int | None = None, origin: str = "") -> tuple[Shard, bool]:
    """Take the service whose settings are in a file into the directory, as the shard that they name; again for other settings,
    keys, address or share (none: what it has; 1 for a new one). Answers it, and whether the log of shards says something new of it.

    What the directory says is another shard's is barred here, which an older copy of the store would not know.

    `origin` is that of the log of shards, where it is begun. Raises `Trouble`; then it is safe to do again.
    """
    own = read_settings(file)
    if not own.shard:
        raise CannotServe(f"The settings {file} name no shard: set GREFFE_SHARD in them.")
    of_log, keys = keys_of(own)
    make_folder(settings.directory_folder)
    migrate_directory(settings.directory_place)
    log = ShardLog.begun(settings, origin or f"{of_log}/{ORIGIN}")
    directory = Directory(settings.directory_place)
    try:
        others = directory.shards()
        _need_free(others, own.shard, of_log)
        for other in others:
            if not other.closed and other.name != own.shard:
                need_alike(own, read_settings(Path(other.settings)))
        install(own.record)
        if share_of_new is None:
            share_of_new = next((one.share for one in others if one.name == own.shard and not one.closed), 1)
        shard = Shard(own.shard, of_log, str(file.absolute()), address, share_of_new)
        new = log.opened(of_log, keys)  # before it is in use: no shard is hidden, not for a moment
        directory.add(shard)
        with key_values_of(own.record) as values:
            share(values.cells, directory.values)
        _claim_there(own, directory)
    finally:
        directory.close()
    return shard, new


def close(settings: Settings, name: str) -> bool:
    """Close a shard that has no home any more; whether that is said anew. Raises `CannotServe`."""
    directory = Directory(settings.directory_place)
    try:
        shard = directory.shard(name)
        left = directory.count(name)
        if left:
            raise CannotServe(f"The shard {name} has {left} homes: move them first (greffe shards move).")
        directory.add(Shard(shard.name, shard.origin, shard.settings, shard.address, 0, closed=True))
        return ShardLog(settings).closed(shard.origin)
    finally:
        directory.close()


def _need_free(others: tuple[Shard, ...], name: str, origin: str) -> None:
    for other in others:
        if (other.name == name) != (other.origin == origin):
            raise CannotServe(
                f"The shard {other.name} has the log {other.origin}, and the settings name {name} with {origin}: each shard has a "
                "name and a log of its own."
            )


def _claim_there(own: Settings, directory: Directory) -> None:
    """Enter everything that was opened before there were shards, and bar what another shard has by now: the store may be an older
    copy, which does not know that it went away."""
    clerk, barred = open_clerk(own), Barred(own.record)
    try:
        for openings in _openings(clerk.recorder):
            homes = directory.homes_of([stream for stream, _ in openings])
            directory.claim_all([one for one in openings if one[0] not in homes], own.shard)
            gone = [(stream, home.shard) for stream, home in homes.items() if home.shard != own.shard and not home.step]
            if gone:
                with barred.transaction() as db:
                    for stream, shard in gone:
                        bar(db, [stream], "gone", shard)
    finally:
        barred.close()
        clerk.close()


def _openings(recorder: ApplicationRecorder) -> Iterator[list[tuple[str, str]]]:
    """Everything that was opened, with what it belongs to, in the order of opening."""
    last = 0
    while rows := recorder.select_notifications(last, AT_ONCE, topics=list(OPENINGS), inclusive_of_start=False):
        yield [(str(row.originator_id), belongs_to(row.state)) for row in rows]
        last = rows[-1].id
