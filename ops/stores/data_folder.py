"""The record of a data folder: preparing and opening it."""

import fcntl
import logging
import os
import shutil
import stat
from pathlib import Path
from threading import Event
from typing import IO

from eventsourcing.persistence import PersistenceError

from domain.game.application import utc_now
from domain.game.clerk.clerk import Clerk
from domain.game.store.snapshots import forget_old_snapshots
from domain.kernel.encryption import Cipher
from domain.kernel.text import NO_WORDS, Text
from domain.kernel.time_marks import MonotonicClock, newest_mark
from ops.settings.addresses import Place
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, NewerSchema, reason
from ops.settings.keys import SECRET_LEAST, secret_key
from ops.stores.key_values import DRAWER
from ops.stores.opening import is_record, key_values_of, migrate_record, record_env

LOCK = "serve.lock"

ASKED_AGAIN = 0.5
"""Seconds between two attempts to open a store that does not answer."""

RESERVE, RESERVED = "reserve", 4 << 20
"""The name of the file that reserves disk space for a start, and its size in bytes."""

OURS = ("greffe.sqlite", "ledger.", "lost-", "notifications.", "redis.log", RESERVE, "serve.lock")
"""Prefixes of files that are made private again if others can read them. Key files are not among
them: a key that others could read is refused, since they may have read it."""

_log = logging.getLogger("greffe.store")


def make_folder(folder: Path) -> None:
    """Create the data folder, make it and the service's files in it readable by their owner only,
    and reserve some disk space. A warning is logged if others could enter it. Raises `CannotServe`
    if it cannot be made, or if it is open to others and not this user's alone (such as `/tmp`)."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = folder.stat().st_mode
        if mode & 0o077:
            _restrict_access(folder, mode)
        for file in folder.iterdir():
            status = file.lstat()
            if (
                stat.S_ISREG(status.st_mode)
                and status.st_mode & 0o077
                and file.name.startswith(OURS)
            ):
                file.chmod(0o600)
        _reserve_space(folder / RESERVE)
    except OSError as e:
        raise CannotServe(
            Text("The data folder {folder} cannot be made: {why}.", folder=folder, why=reason(e))
        ) from None


def _reserve_space(reserve: Path) -> None:
    """Create the file `reserve`, which reserves disk space, or delete it if the disk is full:
    opening a store takes a few bytes, even for reading."""
    free = shutil.disk_usage(reserve.parent).free
    if free < RESERVED and reserve.exists():
        reserve.unlink()
        _log.warning("the disk is full: the reserve %s is let go, make room", reserve)
    elif free > 4 * RESERVED and not reserve.exists():
        with reserve.open("wb") as f:
            os.posix_fallocate(f.fileno(), 0, RESERVED)


def _restrict_access(folder: Path, mode: int) -> None:
    if mode & stat.S_ISVTX or folder.stat().st_uid != os.getuid():
        raise CannotServe(
            Text(
                "The data folder {folder} is open to others (mode {mode}) and not this user's "
                "alone: give Greffe a folder of its own.",
                folder=folder,
                mode=f"{stat.S_IMODE(mode):04o}",
            )
        )
    folder.chmod(0o700)
    _log.warning(
        "the data folder %s could be entered by others (mode %04o): it is yours alone now",
        folder,
        stat.S_IMODE(mode),
    )


def lock_folder(folder: Path) -> IO[str]:
    """Create the data folder if needed, and lock it for one server, until the returned file is
    closed or the process ends.

    Raises `CannotServe` if the folder cannot be written or another server has the lock.
    """
    make_folder(folder)
    try:
        lock = (folder / LOCK).open("a+")
    except OSError as e:
        raise CannotServe(
            Text("The data folder {folder} cannot be written: {why}.", folder=folder, why=reason(e))
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise CannotServe(
            Text(
                "The data folder {folder} is being served already, by process {holder}.",
                folder=folder,
                holder=holder,
            )
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def migrate_folder(settings: Settings) -> int:
    """Migrate the record to this version's schema, creating it if needed. Returns the version it
    had (0: none).

    Raises `CannotServe` for a record of a newer version, or one that cannot be opened and written.
    """
    make_folder(settings.data)
    try:
        had = migrate_record(settings.record)
        _need_shared_keys(settings)
        _upgrade_values(settings)
    except NewerSchema as e:
        raise CannotServe(
            Text(
                "The record {record} was written by a newer version of Greffe ({why}): update "
                "Greffe.",
                record=settings.record,
                why=str(e),
            )
        ) from None
    except PersistenceError as e:
        raise CannotServe(
            Text(
                "The record {record} cannot be opened and written: {why}{advice}.",
                record=settings.record,
                why=str(e),
                advice=advice_text(e, settings.record),
            )
        ) from None
    return had


def _need_shared_keys(settings: Settings) -> None:
    """Raise `CannotServe` if the record is in a database that was served before, and this folder
    lacks a key file: machines that serve one database share their keys, and with another key this
    machine would not accept the others' links."""
    if isinstance(settings.record, Path):
        return
    with key_values_of(settings.record) as key_values:
        served = newest_mark(key_values) is not None
    for file in (settings.key_file, settings.link_key_file, settings.secret_key_file):
        if served and not file.exists():
            raise CannotServe(
                Text(
                    "The key file {file} is not there, and the database was served with one: copy "
                    "it from a machine that serves it. If it is lost for good, write a new secret "
                    "of {least} letters or more into it, and run chmod 600 on it.",
                    file=file,
                    least=SECRET_LEAST,
                )
            )


def _need_secret_key(settings: Settings) -> None:
    """Raise `CannotServe` if the key file is missing and secrets in the store were encrypted with
    it: a new key would then be used for new games, which would be lost when the old key is
    restored."""
    if settings.secret_key_file.exists():
        return
    with key_values_of(settings.record) as key_values:
        lost = key_values.unreadable()
    if lost:
        raise CannotServe(
            Text(
                "The key file {file} is gone, and {lost} of sealed dice cannot be read without "
                "it: put it back. If it is lost for good, write a new secret of {least} letters "
                "or more into that file and run chmod 600 on it: open games with sealed dice "
                "cannot roll or be closed then, all else goes on.",
                file=settings.secret_key_file,
                lost=_lost_seeds_text(lost),
                least=SECRET_LEAST,
            )
        )


def _lost_seeds_text(lost: int) -> Text:
    return Text("{n:seed or part|seeds or parts}", n=lost)


def _upgrade_values(settings: Settings) -> None:
    """Encrypt the seeds that an older version of the program stored in plain text, and delete its
    snapshots, which are not used any more. Log an error if the key does not open all secrets.
    Raises `CannotServe` if the key file is missing and secrets were encrypted with it."""
    _need_secret_key(settings)
    with key_values_of(
        settings.record, Cipher(secret_key(settings.secret_key_file), DRAWER)
    ) as key_values:
        key_values.seal()
        forget_old_snapshots(key_values)
        lost = key_values.unreadable()
        if lost:
            _log.error(
                "%s of sealed dice cannot be read with %s: put back the key they were encrypted "
                "with",
                _lost_seeds_text(lost),
                settings.secret_key_file,
            )


def advice_text(error: Exception, place: Place) -> Text:
    """Advice about a SQLite error that means a full or read-only disk, to append to a sentence;
    empty for other errors."""
    message = str(error) if isinstance(place, Path) else ""
    if "full" in message:
        return Text("; the disk is full: make room, nothing else is wrong with it")
    if "readonly" in message or "read-only" in message:
        return Text(
            "; it can only be read: mount the disk, or set the file's mode, so that it can be "
            "written"
        )
    return NO_WORDS


def open_clerk(settings: Settings) -> Clerk:
    """A clerk over the data folder's record, with the service's clock. Each process needs its own.
    Raises `CannotServe` if there is no record or its key is missing, `PersistenceError` if the
    store does not answer."""
    if not is_record(settings.record):
        raise CannotServe(
            Text(
                "There is no record in {store}: name its folder with --data or GREFFE_DATA, or "
                "make one with greffe serve.",
                store=settings.shown_store(),
            )
        )
    _need_secret_key(settings)
    secret_key(settings.secret_key_file)
    clock = MonotonicClock(utc_now)
    files = {
        "SECRET_KEY_FILE": str(settings.secret_key_file),
        "GUARD_FILE": str(settings.guard_file),
    }
    clerk = Clerk({**record_env(settings.record), **files}, clock)
    mark = newest_mark(clerk.key_values)
    if mark is not None:
        clock.go_on_from(mark)
    return clerk


def wait_for_clerk(settings: Settings, stop: Event) -> Clerk | None:
    """A clerk for a long-running process. Tries again while the store does not answer. None if
    `stop` is set meanwhile. Raises `CannotServe`."""
    reported = ""
    while not stop.is_set():
        try:
            return open_clerk(settings)
        except PersistenceError as e:
            if reported != str(e):
                _log.warning("the store does not answer: %s", e)
            reported = str(e)
        stop.wait(ASKED_AGAIN)
    return None
