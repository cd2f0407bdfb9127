"""Keys in files of the data folder that only their owner can read: the operator's key, the key that
signs links, and the key that encrypts secrets at rest. A missing one is made."""

import os
import secrets
from pathlib import Path

from domain.kernel.text import NO_WORDS, Text
from ops.settings.durable import write_durably
from ops.settings.errors import CannotServe, reason

LEAST = 20
"""The least number of characters of a key, so that it cannot be guessed. `SECRET_LEAST`: of the key
that encrypts secrets at rest."""

SECRET_LEAST = 32

LOST_WITH_LINKS = Text("every link that was handed out ends with it")

LOST_WITH_SECRETS = Text("the seeds of sealed dice of all open games end with it")
"""The consequence of losing the key that encrypts secrets at rest."""


_PUT_BACK = Text(
    "put back the key that was there, or, where it is lost for good, write a new one ({lost})",
    lost=LOST_WITH_SECRETS,
)


def secret_key(file: Path) -> bytes:
    """The bytes of the key that encrypts secrets at rest and seals the views. The file is created
    if it is missing. Raises `CannotServe` if it cannot be used; the sentence advises a new key only
    as the last resort, since everything encrypted with the old one would be lost."""
    if not file.exists():
        _make_key(file)
    return read_secret_key(file).encode()


def read_secret_key(file: Path) -> str:
    """The text of the key that encrypts secrets at rest, from an existing file. Raises
    `CannotServe`."""
    return _read_key(file, None, _PUT_BACK, SECRET_LEAST)


def read_or_make_key(file: Path, loses: Text = NO_WORDS) -> str:
    """The key in a file, which is created if it is missing. `loses`: what is lost if this key
    is replaced; the error says it. Raises `CannotServe`."""
    if not file.exists():
        _make_key(file)
    return read_key(file, loses)


def read_key(file: Path, loses: Text = NO_WORDS) -> str:
    """The key in an existing file. `loses`: the consequence of replacing this key, for the error's
    sentence. Raises `CannotServe` if others can read the file or it contains no key."""
    anew = Text("write a new one into it, such as openssl rand -hex 32 prints")
    if loses is not NO_WORDS:
        anew = Text("{anew} ({lost})", anew=anew, lost=loses)
    put_back = Text(
        "put back its copy, from a backup or another machine with this store, or {anew}", anew=anew
    )
    return _read_key(file, anew, put_back, LEAST)


def _make_key(file: Path) -> None:
    write_key(file, "greffe-" + secrets.token_urlsafe(32))


def _read_key(file: Path, anew: Text | None, put_back: Text, least: int) -> str:
    """The key in a file, which must have at least `least` characters. Raises `CannotServe`; its
    sentence uses `anew`: how to replace a key that others may have seen (None: never), and
    `put_back`: what to do about a file without a key."""
    try:
        with file.open("rb") as f:
            mode = os.fstat(f.fileno()).st_mode & 0o777
            key = f.read(4096).strip().decode("ascii", "replace")
    except OSError as e:
        raise CannotServe(
            Text("The key file {file} cannot be read: {why}.", file=file, why=reason(e))
        ) from None
    if mode & 0o077:
        opened = Text(
            "The key file {file} can be read by others (mode {mode}): run chmod 600 on it.",
            file=file,
            mode=f"{mode:04o}",
        )
        if anew is not None:
            opened = Text(
                "The key file {file} can be read by others (mode {mode}): run chmod 600 on it, "
                "and where others may have seen the key, {anew}.",
                anew=anew,
                **opened.values,
            )
        raise CannotServe(opened)
    if len(key) < least or not (key.isascii() and key.isprintable()) or " " in key:
        raise CannotServe(
            Text(
                "The key file {file} holds no key of at least {least} letters: {put_back}.",
                file=file,
                least=least,
                put_back=put_back,
            )
        )
    return key


def write_key(file: Path, key: str) -> None:
    """Write a key file atomically, readable by its owner only. Raises `CannotServe`."""
    try:
        write_durably(file, f"{key}\n".encode())
    except OSError as e:
        raise CannotServe(
            Text("The key file {file} cannot be written: {why}.", file=file, why=reason(e))
        ) from None
