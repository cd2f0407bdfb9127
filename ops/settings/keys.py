"""Secrets in files of the data folder that only their owner can read, each made once: the
operator's key, what signs links, and what secrets at rest are encrypted with."""

import os
import secrets
from pathlib import Path

from ops.settings.durable import write_durably
from ops.settings.errors import CannotServe

LEAST = 20
"""The least number of characters in a key, so that it cannot be guessed."""

SECRET_LEAST = 32

LOST_WITH_LINKS = "every link that was handed out ends with it"

LOST_WITH_SECRETS = "the seeds of sealed dice of all open games end with it"
"""What people lose with the key that secrets at rest are encrypted with."""


_PUT_BACK = (
    f": put back the key that was there, or, where it is lost for good, write a new one "
    f"({LOST_WITH_SECRETS})"
)


def secret_key(file: Path) -> bytes:
    """What encrypts secrets at rest and seals the views, made if there is none yet; raises
    `CannotServe`. It is never advised to make a new one: what was encrypted with the old one would
    be lost."""
    if not file.exists():
        _make_key(file)
    return read_secret_key(file).encode()


def read_secret_key(file: Path) -> str:
    """The text of the key that encrypts secrets at rest, which has to be there; raises
    `CannotServe`."""
    return _read_key(file, "", _PUT_BACK, SECRET_LEAST)


def own_key(file: Path, loses: str = "") -> str:
    """The key in a file, made and written if there is none yet; raises `CannotServe`. `loses` says
    what ends with the key."""
    if not file.exists():
        _make_key(file)
    return read_key(file, loses)


def read_key(file: Path, loses: str = "") -> str:
    """The key in a file; raises `CannotServe` for a file that others can read or that holds no
    key."""
    anew = (
        f"write a new one into it, such as openssl rand -hex 32 prints{f' ({loses})' * bool(loses)}"
    )
    return _read_key(
        file,
        f", and where others may have seen the key, {anew}",
        f": put back its copy, from a backup or another machine with this store, or {anew}",
        LEAST,
    )


def _make_key(file: Path) -> None:
    write_key(file, "greffe-" + secrets.token_urlsafe(32))


def _read_key(file: Path, open_to_others: str, no_key: str, least: int) -> str:
    """The key in a file of at least so many letters. What can be done about one that others can
    read, beside closing it to them, and about one that holds no key, are the ends of sentences."""
    try:
        with file.open("rb") as f:
            mode = os.fstat(f.fileno()).st_mode & 0o777
            key = f.read(4096).strip().decode("ascii", "replace")
    except OSError as e:
        raise CannotServe(
            f"The key file {file} cannot be read: {(e.strerror or str(e)).lower()}."
        ) from None
    if mode & 0o077:
        raise CannotServe(
            f"The key file {file} can be read by others (mode {mode:04o}): run chmod 600 on "
            f"it{open_to_others}."
        )
    if len(key) < least or not (key.isascii() and key.isprintable()) or " " in key:
        raise CannotServe(f"The key file {file} holds no key of at least {least} letters{no_key}.")
    return key


def write_key(file: Path, key: str) -> None:
    """Write a key file whole or not at all, for its owner alone; raises `CannotServe`."""
    try:
        write_durably(file, f"{key}\n".encode())
    except OSError as e:
        raise CannotServe(
            f"The key file {file} cannot be written: {(e.strerror or str(e)).lower()}."
        ) from None
