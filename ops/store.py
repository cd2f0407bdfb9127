"""The record of a data folder: taken into use, opened."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO

from domain.clerk import Clerk
from ops.config import Settings
from ops.stores.sqlite_file import NewerSchema, migrate
from ops.trouble import CannotServe

LOCK = "serve.lock"


def make_folder(folder: Path) -> None:
    """Make the data folder, for its owner alone, if it is not there; raises `CannotServe`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as e:
        raise CannotServe(f"The data folder {folder} cannot be made: {_said(e)}.") from None


def take(folder: Path) -> IO[str]:
    """Take the data folder for one server; it is given back when the answer is closed or the process ends.

    Raises `CannotServe` where the folder cannot be written or another server has it.
    """
    make_folder(folder)
    try:
        lock = (folder / LOCK).open("a+")
    except OSError as e:
        raise CannotServe(f"The data folder {folder} cannot be written: {_said(e)}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise CannotServe(f"The data folder {folder} is being served already, by process {holder}.") from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def migrated(settings: Settings) -> int:
    """Bring the record to this version's schema, making it if need be; answers the version it had (0: none).

    Raises `CannotServe` for a record that a newer version wrote or that cannot be opened and written.
    """
    make_folder(settings.data)
    try:
        return migrate(str(settings.store))
    except NewerSchema as e:
        raise CannotServe(f"The record {settings.store} was written by a newer version of Greffe ({e}): update Greffe.") from None
    except sqlite3.Error as e:
        raise CannotServe(f"The record {settings.store} cannot be opened and written: {e}.") from None


def open_clerk(settings: Settings) -> Clerk:
    """A clerk over the data folder's record; raises `CannotServe` if there is none. Make one in each process."""
    if not settings.store.is_file():
        how = "name its folder with --data or GREFFE_DATA, or start ./ops/serve to make one"
        raise CannotServe(f"There is no record in {settings.data}: {how}.")
    return Clerk({"PERSISTENCE_MODULE": "ops.stores.sqlite:Factory", "SQLITE_DBNAME": str(settings.store)})


def _said(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
