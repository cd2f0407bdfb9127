"""A player's own key for signing records: Ed25519 as PKCS #8 in PEM, as browsers export it and openssl writes it, in a file that
only its owner can read."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from domain.rules.text import Lang, Text
from ops.log.durable import sync_folder
from ops.settings.errors import CannotServe

MOST = 1 << 14
"""Bytes that are read of a file."""


def make_key(file: Path, lang: Lang) -> Ed25519PrivateKey:
    """Make a key and write it; raises `CannotServe` where there is a file already or it cannot be written."""
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        sync_folder(file.parent)
    except FileExistsError:
        text = Text(
            "There is a file {file} already: a key is never overwritten.",
            file=file,
        )
        raise CannotServe(text.to(lang)) from None
    except OSError as e:
        why = (e.strerror or str(e)).lower()
        text = Text("The key file {file} cannot be written: {why}.", file=file, why=why)
        raise CannotServe(text.to(lang)) from None
    return key


def read_key(file: Path, lang: Lang) -> Ed25519PrivateKey:
    """The key in a file; raises `CannotServe` for a file that others can read or that holds no such key."""
    try:
        with file.open("rb") as f:
            mode, data = os.fstat(f.fileno()).st_mode & 0o777, f.read(MOST)
    except OSError as e:
        why = (e.strerror or str(e)).lower()
        text = Text("The key file {file} cannot be read: {why}.", file=file, why=why)
        raise CannotServe(text.to(lang)) from None
    if mode & 0o077:
        text = Text(
            "The key file {file} can be read by others (mode {mode}): run chmod 600 on it.",
            file=file,
            mode=f"{mode:04o}",
        )
        raise CannotServe(text.to(lang))
    try:
        key = load_pem_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        text = Text(
            "The file {file} holds no Ed25519 private key in PEM without a password: make one with --new-key.",
            file=file,
        )
        raise CannotServe(text.to(lang))
    return key
