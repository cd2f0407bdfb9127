"""Secrets in files of the data folder that only their owner can read, each made once: the
operator's key, the key that signs links, and the key that encrypts secrets at rest."""

import os
import secrets
from pathlib import Path

from ops.settings.durable import write_durably
from ops.settings.errors import CannotServe

LEAST = 20
"""The least number of characters of a key, so that it cannot be guessed."""

SECRET_LEAST = 32

LOST_WITH_LINKS = "every link that was handed out ends with it"

LOST_WITH_SECRETS = "the seeds of sealed dice of all open games end with it"
"""What is lost with the key that encrypts secrets at rest."""


_PUT_BACK = (
    f": put back the key that was there, or, where it is lost for good, write a new one "
    f"({LOST_WITH_SECRETS})"
)


def secret_key(file: Path) -> bytes:
    """The key that encrypts secrets at rest and seals the views, made if there is none. Raises
    `CannotServe`, which never advises making a new one: everything encrypted with the old one would
    be lost."""
    if not file.exists():
        _make_key(file)
    return read_secret_key(file).encode()


def read_secret_key(file: Path) -> str:
    """The text of the existing key that encrypts secrets at rest. Raises `CannotServe`."""
    return _read_key(file, "", _PUT_BACK, SECRET_LEAST)


def own_key(file: Path, loses: str = "") -> str:
    """The key in a file, made if there is none. Raises `CannotServe`. `loses` says what is lost
    with the key."""
    if not file.exists():
        _make_key(file)
    return read_key(file, loses)


def read_key(file: Path, loses: str = "") -> str:
    """The key in a file. Raises `CannotServe` if others can read the file or it holds no key."""
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
    """The key in a file, with at least `least` characters. `open_to_others` and `no_key` end the
    sentences that say what to do about a readable file and about one without a key."""
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
    """Write a key file atomically, readable by its owner only. Raises `CannotServe`."""
    try:
        write_durably(file, f"{key}\n".encode())
    except OSError as e:
        raise CannotServe(
            f"The key file {file} cannot be written: {(e.strerror or str(e)).lower()}."
        ) from None
